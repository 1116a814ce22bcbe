"""`benchmarks.studies.fights`: an agent that is careless in some phases, and its command."""

import sys

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent, ask
from medianoche.agents.duels import rules_of
from medianoche.agents.valued import DuelDecisions
from medianoche.benchmarks.studies import fights
from medianoche.envs.nocturna.state import Phase

NOCTURNA = envs.game("nocturna")


def decisions(count):
    """The decisions of `count` games in the middle of their way, as one turn for each step."""
    batch = NOCTURNA.batch(count, num_players=5, seed=3, autoreset=False)
    greedy = agent("greedy")
    for step in range(120):
        rows = np.flatnonzero(~batch.done)
        turn = batch.turn(rows, np.arange(len(rows), dtype=np.uint64) + np.uint64(1000 * step), rows)
        yield turn, turn._states["phase"][turn._rows].copy()
        batch.step_rows(rows, ask(greedy, turn))


def test_only_the_named_phases_outside_of_boss_fights_are_careless():
    greedy = agent("greedy")
    careless = fights.Careless(greedy, [Phase.MOVE, Phase.MASTER_CARD])
    changed = {"move": 0, "card elsewhere": 0}
    for turn, phases in decisions(40):
        usual = ask(greedy, turn)
        actions = careless.act(turn)
        assert (turn.action_mask[np.arange(len(turn)), actions] == 1).all()
        in_fights = DuelDecisions.read(turn, rules_of(NOCTURNA)).asked
        may_change = np.isin(phases, (Phase.MOVE, Phase.MASTER_CARD)) & ~in_fights
        assert (actions == usual)[~may_change].all()
        changed["move"] += int((actions != usual)[phases == Phase.MOVE].sum())
        changed["card elsewhere"] += int((actions != usual)[phases == Phase.MASTER_CARD].sum())
    assert changed["move"] > 100
    assert changed["card elsewhere"] > 10


def run(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["fights", *map(str, words)])
    fights.main()


def test_the_command_plays_both_roles_against_another_agent(monkeypatch, capsys):
    run(monkeypatch, "greedy", "--against", "random", "--games", 6, "--careless", "place,pay")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" against ")[0] for line in lines] == ["greedy as Master", "greedy as children"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("net", "--against", "net", "--careless", "mov"), "--careless mov: accepted: sheet, place, pay"),
        (("net", "--careless", "move"), "--careless needs --against"),
    ],
)
def test_bad_phases_end_with_a_line(monkeypatch, capsys, words, line):
    with pytest.raises(SystemExit):
        run(monkeypatch, *words)
    assert line in capsys.readouterr().err
