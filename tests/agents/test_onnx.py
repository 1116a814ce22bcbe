"""Networks as ONNX files; `python -m tests.agents.test_onnx 10000` compares so many decisions of each game."""

import json
import re
import shlex
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError
from medianoche.agents.net import NetAgent
from medianoche.agents.network import NetHeader, Network, shipped
from medianoche.agents.onnx_export import export_onnx
from tests.agents.test_net import small
from tests.benchmarks.calls import done, larger, refused

pytest.importorskip("onnx")
runtime = pytest.importorskip("onnxruntime")
ROWS = 50


def fed(turn, advice):
    """The inputs of a turn's decisions."""
    roles = turn.roles
    inputs = {"observation": turn.observation, "legal": turn.action_mask != 0, "role": roles}
    return inputs | ({"advice": turn.heuristic_actions()} if advice else {})


def compared(network, game, file, decisions):
    """Play by the network with every number of players in turn; how many decisions were compared, in how many the file
    chooses otherwise, and the largest differences of probabilities and values."""
    session = runtime.InferenceSession(file, providers=["CPUExecutionProvider"])
    who = NetAgent("best", network=network, threads=1)
    other = 0
    seen = 0
    furthest = np.zeros(2)
    batches = [game.batch(ROWS, num_players=players, seed=players) for players in game.players]
    while seen < decisions:
        for batch in batches:
            turn = batch.turn(np.arange(ROWS), np.arange(seen, seen + ROWS, dtype=np.uint64))
            actions, probabilities, values = session.run(None, fed(turn, network.header.advice))
            wanted = who.act(turn)
            other += int((actions != wanted).sum())
            for place, (mine, its) in enumerate(
                zip(network.evaluate(turn, network.inputs(turn)), (probabilities, values), strict=True)
            ):
                furthest[place] = max(furthest[place], np.abs(mine - its).max())
            assert not probabilities[turn.action_mask == 0].any()
            batch.step(wanted)
            seen += ROWS
    return seen, other, furthest


@pytest.mark.parametrize("name", ["misty", *map(larger, sorted({*envs.names()} - {"misty"}))])
def test_the_file_chooses_as_the_agent(name, tmp_path):
    game = envs.game(name)
    file = tmp_path / "net.onnx"
    network = Network.load(shipped(game))
    export_onnx(network, game, file)
    _, other, furthest = compared(network, game, file, 400)
    assert other == 0
    assert furthest.max() < 1e-4


@pytest.mark.parametrize(("name", "hidden"), [("misty", (9,)), larger("nocturna", (10, 7, 5))])
def test_any_widths_with_advice_and_without(name, hidden, tmp_path):
    game = envs.game(name)
    file = tmp_path / "net.onnx"
    for advice in (False, True):
        network = small(game, advice=advice, hidden=hidden)
        export_onnx(network, game, file)
        assert compared(network, game, file, 100)[1:][0] == 0


def test_the_file_says_how_to_feed_it(tmp_path):
    file = tmp_path / "nocturna.onnx"
    done(["export-onnx", "nocturna", file])
    session = runtime.InferenceSession(file, providers=["CPUExecutionProvider"])
    game = envs.game("nocturna")
    said = session.get_modelmeta()
    assert [node.name for node in session.get_inputs()] == ["observation", "legal", "role"]
    assert [node.name for node in session.get_outputs()] == ["action", "probabilities", "values"]
    assert "Inputs: observation" in said.description
    properties = {key: json.loads(said.custom_metadata_map[key]) for key in ("roles", "observation")}
    assert properties["roles"] == {str(players): game.roles(players) for players in game.players}
    assert {name: slice(a, b) for name, a, b in properties["observation"]} == game.layout.slices()


def test_the_guide_feeds_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[2] / "docs" / "guides" / "onnx.md").read_text(encoding="utf-8")
    command, code = re.findall(r"^```(?:sh|python)\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    done(shlex.split(command)[1:])
    names = {}
    exec(compile(code, "onnx.md", "exec"), names)
    assert names["action"][0] in names["seen"]["legal"]
    assert names["engine"].returncode == 0


def test_what_cannot_be_written_is_refused_in_a_line(tmp_path, four, misty):
    with pytest.raises(AgentError, match=r"does not play misty: it was trained on game .*ConnectFour"):
        export_onnx(Network.new(NetHeader.made_for(four)), misty, tmp_path / "net.onnx")
    own_file = tmp_path / "four.safetensors"
    Network.new(NetHeader.made_for(four)).save(own_file)
    for words, line in (
        ([own_file, tmp_path / "a.onnx"], "name a game of your own yourself (--game)"),
        ([tmp_path / "none", tmp_path / "a.onnx"], "does not exist"),
        (["misty", tmp_path / "no" / "folder.onnx"], "cannot be written"),
    ):
        refused(["export-onnx", *words], line)
    assert not list(tmp_path.glob("*.onnx"))
    done(["export-onnx", own_file, tmp_path / "a.onnx", "--game", four.content.location])


if __name__ == "__main__":
    for game_name in envs.names():
        game = envs.game(game_name)
        place = Path(tempfile.mkdtemp()) / "net.onnx"
        export_onnx(its := Network.load(shipped(game)), game, place)
        count, others, largest = compared(its, game, place, int(sys.argv[1]))
        print(f"{game_name}: {count:,} decisions, {others} others; probabilities and values differ by {largest}")
