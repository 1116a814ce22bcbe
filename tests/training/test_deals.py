"""Learning a game that some deals end before a player has a choice, with every learner and adapter."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.network import Network
from medianoche.envs.core.errors import GameError
from medianoche.training.adapters.gymnasium import SeatEnv, SeatVectorEnv
from medianoche.training.checkpoint import POLICY
from medianoche.training.compiled.train import train
from medianoche.training.league import FixedOpponents
from medianoche.training.matches import Matches
from tests.training.test_net import EXPERT, IMITATION, SELF_PLAY, always, config_of, unmeasured

GAME = "tests.toys.natural:Natural"
ALL_END = r"games in a row ended in the deal, before a player had a choice"


def test_matches_begin_where_the_learner_has_a_choice():
    matches = Matches(envs.game(GAME), 32, FixedOpponents(["random"]), seed=1)
    matches.reset()
    for _ in range(60):
        assert (matches.batch.to_move == matches.seat).all()
        matches.step(matches.action_mask.argmax(axis=1))
        assert matches.done.all()
        assert (matches.final_length == 1).all()


@pytest.mark.parametrize("seat", [0, 1])
def test_one_seat_as_a_gymnasium_environment(seat):
    env, many = SeatEnv(GAME, ["random"], seat=seat), SeatVectorEnv(GAME, 16, ["random"], seat=seat)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].all()
        assert env.step(0)[2]
    many.reset(seed=1)
    for over in (True, False, True):  # the second step deals
        assert (many.step(np.zeros(16, int))[2] == over).all()


@pytest.mark.parametrize("stage", [IMITATION, {**SELF_PLAY, "rounds": 3}, EXPERT], ids=lambda stage: stage["kind"])
def test_the_compiled_learner(tmp_path, stage):
    train(config_of(stage, game=GAME), tmp_path, unmeasured, always)
    assert Network.load(tmp_path / POLICY)


def test_the_learner_with_torch(tmp_path):
    pytest.importorskip("torch")
    from medianoche.training.torch import ppo
    from tests.training import test_ppo

    ppo.train(test_ppo.config_of(game=GAME, decisions=2000), tmp_path, unmeasured, always)
    assert Network.load(tmp_path / POLICY)


def test_where_every_deal_ends_the_game_one_line_says_so():
    for attempt in (
        lambda: SeatEnv(GAME, ["random"], ends="all").reset(seed=1),
        lambda: SeatVectorEnv(GAME, 3, ["random"], ends="all").reset(seed=1),
    ):
        with pytest.raises(GameError, match=ALL_END):
            attempt()
