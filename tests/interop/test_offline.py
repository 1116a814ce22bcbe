"""Data sets of Minari and of Hugging Face's datasets, read by these libraries: the games that were played."""

import re
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.benchmarks.tournament import Spec, run_tournament
from medianoche.benchmarks.tournament import trajectories as module
from medianoche.benchmarks.tournament.store import Store
from medianoche.envs.core.play.forfeit import Failure
from tests.benchmarks.calls import Called, done
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.failing import lost_by

datasets = pytest.importorskip("datasets")
minari = pytest.importorskip("minari")
pytestmark = pytest.mark.filterwarnings("ignore")  # of the libraries
GAMES = 6


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A folder `runs` as in the guide, after its commands, and the rest of its example."""
    out = tmp_path_factory.mktemp("work") / "runs"
    run_tournament(Spec.create("misty", ["greedy", "net"]), out / "first", GAMES, save_replays=True)
    page = (Path(__file__).parents[2] / "docs" / "guides" / "libraries.md").read_text(encoding="utf-8")
    section = page.partition("\n## Minari and Hugging Face's datasets\n")[2].partition("\n## ")[0]
    commands, example = re.findall(r"^```\w+ notest\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(out.parent)
        patch.setattr(module, "PART", 4)  # two parts
        for line in commands.splitlines()[1:]:
            assert (called := Called(line.split()[1:])).code == 0, called.err
            again = Called(line.split()[1:])
            assert again.code == 2
            assert "exists" in again.err
            assert again.err.count("\n") == 1
    return out, example


def test_the_guides_example_reads_both(runs, monkeypatch, capsys):
    out, example = runs
    monkeypatch.chdir(out.parent)
    monkeypatch.setenv("MINARI_DATASETS_PATH", "")
    names = {}
    exec(compile(example, "libraries.md", "exec"), names)
    misty = envs.game("misty")
    data = names["data"]
    assert 0 < len(names["good"]) < len(names["decisions"]) == data.total_steps
    assert data.total_episodes == 2 * GAMES
    with Store.read(out / "first") as store:
        results = store.results()
        replays = [store.replay(game) for game in range(GAMES)]
        agents = store.spec.agents
    said = list(data.storage.get_episode_metadata(range(2 * GAMES)))
    for episode, about in zip(data.iterate_episodes(), said, strict=True):
        game = about["options"]["game"]
        seat = about["options"]["seat"]
        assert about["options"]["agent"] == agents[results.seats[game, seat]]
        state = misty.new(2, seed=replays[game].seed)
        step = 0
        for action in replays[game].actions:
            if state.to_move == seat:
                assert np.array_equal(episode.observations["observation"][step], misty.observe(state, seat))
                assert (
                    np.flatnonzero(episode.observations["action_mask"][step]).tolist()
                    == misty.legal_actions(state).tolist()
                )
                assert episode.actions[step] == action
                step += 1
            misty.step(state, action)
        assert np.array_equal(episode.observations["observation"][step], misty.observe(state, seat))
        assert len(episode.actions) == step
        assert episode.rewards.tolist() == [0.0] * (step - 1) + [results.utilities[game, seat]]
        assert episode.terminations.tolist() == [False] * (step - 1) + [True]
        assert not episode.truncations.any()
    actions = [row["action"] for row in names["decisions"]]
    assert actions == [action for replay in replays for action in replay.actions]


@pytest.mark.parametrize("failure", Failure)
def test_games_that_were_forfeited_are_told_apart(tmp_path, monkeypatch, failure):
    lost = lost_by(tmp_path, failure)
    with Store.read(lost.folder) as store:
        forfeits = store.forfeits()
    for kind in ("minari", "huggingface"):
        words = ["export", lost.folder, "--format", kind, "--game", YARDSTICK]
        done([*words, "--out", tmp_path / kind])
        done([*words, "--out", tmp_path / f"{kind}-rest", "--without-forfeits"])
    decisions = datasets.load_from_disk(tmp_path / "huggingface").filter(lambda row: row["game"] == lost.game)
    last = decisions[-1]
    assert (last["action"], last["forfeit_seat"], last["forfeit_reason"]) == (None, lost.forfeit.seat, failure)
    assert (last["forfeit_action"], last["forfeit_detail"]) == (lost.forfeit.action, lost.forfeit.detail)
    rest = datasets.load_from_disk(tmp_path / "huggingface-rest")
    assert not set(rest["game"]) & set(forfeits)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    data = minari.load_dataset("medianoche/connect_four/games-v0")
    said = list(data.storage.get_episode_metadata(range(data.total_episodes)))
    for episode, about in zip(data.iterate_episodes(), said, strict=True):
        forfeited = about["options"]["game"] in forfeits
        assert episode.truncations[-1] == forfeited
        assert episode.terminations[-1] == (not forfeited)
        assert about["options"]["forfeit_reason"] == (failure if forfeited else None)
    ended = data.filter_episodes(lambda episode: episode.terminations[-1])
    assert 0 < ended.total_episodes < data.total_episodes
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari-rest"))
    assert minari.load_dataset("medianoche/connect_four/games-v0").total_episodes == ended.total_episodes
