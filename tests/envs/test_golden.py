"""Golden playthroughs: one random game of each kind in words, a hash of what the hand-written policy would have chosen
at each decision, and one of its own games. A difference means that behaviour has changed.

If it was meant to, write them anew with `python tests/envs/test_golden.py` and say why in the changelog.
"""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent

OWN_GAMES = 20
HERE = Path(__file__).parent


def kinds():
    """(game, player count, options, file) of every playthrough: each player count, and each variant."""
    for name in envs.names():
        game = envs.game(name)
        plain = [(count, {}) for count in game.players]
        varied = [(game.players[0], options) for options in game.declaration.variants if options]
        for count, options in plain + varied:
            title = "_".join([f"{count}_players", *(f"{k}_{v}" for k, v in options.items())])
            yield name, count, options, HERE / name / "golden" / f"{title.lower()}.txt"


def playthrough(name, num_players, options):
    env = envs.game(name).aec(num_players=num_players, **options)
    env.reset(2026)
    choices = []
    while not env.terminations[env.agent_selection]:
        choices.append(env.game.heuristic(env.record, len(choices)))
        env.step(env.sample_legal())
    policy, own_digest = (hashed(option) for option in (choices, own_games(env.game, num_players, options)))
    return (
        "\n".join([*env.replay().transcript(), f"hand-written policy {policy}", f"its own games {own_digest}"]) + "\n"
    )


def own_games(game, num_players, options):
    """The actions of some games that the hand-written policy plays in all seats."""
    batch = game.batch(OWN_GAMES, num_players=num_players, seeds=range(OWN_GAMES), autoreset=False, **options)
    played = []
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        turn = batch.turn(rows, np.arange(len(rows), dtype=np.uint64))
        played.append(agent("greedy").act(turn).tolist())
        batch.step_rows(rows, np.array(played[-1]))
    return played


def hashed(values):
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


KINDS = list(kinds())


@pytest.mark.parametrize(
    ("name", "num_players", "options", "file"), KINDS, ids=[f"{kind[0]}-{kind[3].stem}" for kind in KINDS]
)
def test_playthrough(name, num_players, options, file):
    assert playthrough(name, num_players, options) == file.read_text(encoding="utf-8")


if __name__ == "__main__":
    for name, num_players, options, file in kinds():
        file.parent.mkdir(exist_ok=True)
        file.write_text(playthrough(name, num_players, options), encoding="utf-8")
