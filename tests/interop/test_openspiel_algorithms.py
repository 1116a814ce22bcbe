"""The table of docs/guides/libraries.md: which of OpenSpiel's algorithms run on which game, as they run here."""

import json
import pickle

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from medianoche import envs  # noqa: E402
from medianoche.envs.core.errors import GameError  # noqa: E402
from medianoche.openspiel import resampler  # noqa: E402
from tests.interop.openspiel_algorithms import ALGORITHMS, NAMES, PAGE, QUICK, dealt, load, outcome, rows  # noqa: E402

TABLE = rows(PAGE.read_text(encoding="utf-8"))
SOON = ("simulations", "Q-learning", "`ISMCTSBot`")
"""Algorithms that run in seconds on every game."""
CASES = [
    pytest.param(algorithm, name, id=f"{name}-{algorithm.name}", marks=[] if soon else [pytest.mark.larger])
    for name in NAMES
    for algorithm in ALGORITHMS
    for soon in [name in QUICK or (algorithm.name in SOON and name != "halloween")]
]


def test_the_page_has_a_row_of_each_game_and_a_column_of_each_algorithm():
    assert list(TABLE) == NAMES
    assert all(list(cells) == [algorithm.name for algorithm in ALGORITHMS] for cells in TABLE.values())


@pytest.mark.parametrize(("algorithm", "name"), CASES)
def test_the_page_says_what_runs(algorithm, name):
    assert outcome(algorithm, name) == TABLE[name][algorithm.name]


# ---- what the algorithms ask for


@pytest.mark.parametrize("name", NAMES)
def test_games_types_and_states_come_back_from_pickles(name):
    game = load(name)
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.get_type() == pickle.loads(pickle.dumps(game.get_type())) == game.get_type()
    for loaded in (game, pyspiel.load_game(f"medianoche_{name}(rng_seed=5)")):
        state = dealt(loaded, np.random.default_rng(0))
        copy = pickle.loads(pickle.dumps(state))
        for _ in range(3):
            assert (str(copy), copy.history()) == (str(state), state.history())
            if not state.is_terminal():
                action = state.legal_actions()[-1]
                state.apply_action(action)
                copy.apply_action(action)


def test_a_pickled_game_deals_what_the_original_would():
    game = pyspiel.load_game("medianoche_misty(rng_seed=5)")
    again = pickle.loads(pickle.dumps(game))
    assert str(dealt(again, np.random.default_rng(0))) == str(dealt(game, np.random.default_rng(0)))


@pytest.mark.parametrize("name", [*envs.names(), "phantom_tic_tac_toe", "connect_four"])
def test_an_information_state_is_what_a_player_has_seen_and_done(name):
    """The same for what cannot be told apart, another one after another past, and the same by steps as at once."""
    chance = np.random.default_rng(3)
    state = dealt(load(name), chance)
    players = range(state.num_players())
    told = {player: {} for player in players}
    for _ in range(12):
        if state.is_terminal():
            break
        for player in players:
            fresh = state.get_game().new_initial_state()
            for action in state.history():
                fresh.apply_action(action)
            assert fresh.information_state_string(player) == state.information_state_string(player)
            told[player].setdefault(state.information_state_string(player), set()).add(state.observation_string(player))
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert all(len(seen) == 1 for states in told.values() for seen in states.values())


def test_an_information_state_remembers_what_the_position_does_not_show():
    game = load("connect_four")
    pasts = ([0, 1, 2, 3], [2, 3, 0, 1])
    states = [game.new_initial_state() for _ in pasts]
    for state, actions in zip(states, pasts, strict=True):
        for action in actions:
            state.apply_action(action)
    assert str(states[0]) == str(states[1])
    assert states[0].observation_string(0) == states[1].observation_string(0)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


def test_what_others_do_in_secret_does_not_change_an_information_state():
    game = load("misty")
    state = dealt(game, np.random.default_rng(0))
    mover = state.current_player()
    others = [player for player in range(state.num_players()) if player != mover]
    after = [state.child(action) for action in state.legal_actions()]
    for player in others:
        assert len({child.information_state_string(player) for child in after}) == 1
    assert len({child.information_state_string(mover) for child in after}) == len(after)


def test_a_resampled_state_says_that_it_has_no_past():
    state = dealt(load("misty"), np.random.default_rng(0))
    other = resampler(0)(state, state.current_player())
    with pytest.raises((GameError, pyspiel.SpielError), match="use_observation_string=True"):
        other.information_state_string(0)


@pytest.mark.parametrize("name", NAMES)
def test_structs_hold_what_a_player_knows_and_nothing_else(name):
    state = dealt(load(name), np.random.default_rng(0))
    held = state.held
    assert state.to_struct().to_dict() == state.to_dict() == held.game.view(held.state).fields
    for player in range(state.num_players()):
        struct = state.to_observation_struct(player)
        assert struct.to_dict() == held.game.view(held.state, player).fields
        assert json.loads(struct.to_json()) == struct.to_dict()
    action = state.legal_actions()[-1]
    struct = state.action_to_struct(state.current_player(), action)
    assert struct.to_dict() == {"action": action, "words": state.action_to_string(action)}
    assert state.struct_to_actions(struct) == [action]
