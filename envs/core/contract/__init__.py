"""The contract of a game: checks that `medianoche check GAME` and the test suite run on any registered game.

Each check takes a game and a player count and raises `BrokenPromiseError` with one line if the game breaks a promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from medianoche.envs.core.contract import environments, hidden, observations, refusals, rules
from medianoche.envs.core.contract.promises import BrokenPromiseError, positions, same, trace
from medianoche.envs.core.contract.scale import play_at_scale
from medianoche.envs.core.game import Game

__all__ = ["CHECKS", "BrokenPromiseError", "play_at_scale", "positions", "run", "same", "trace"]

CHECKS: tuple[Callable[[Game, int], object], ...] = (
    rules.sizes_agree,
    environments.pettingzoo_accepts_it,
    rules.random_play_is_sound,
    rules.random_play_is_sound_with_every_option,
    rules.other_packs_play,
    rules.every_legal_action_applies,
    observations.observations_are_in_bounds,
    observations.sparse_observations_are_the_dense_ones,
    observations.what_a_seat_knows_is_observed,
    observations.symmetries_are_a_group,
    rules.reset_is_complete,
    environments.play_is_reproducible,
    rules.rows_are_dealt_alike_alone,
    rules.positions_are_what_they_are,
    refusals.damaged_states_are_refused,
    hidden.infos_are_what_an_agent_knows,
    environments.plain_python_plays_the_same,
    hidden.nobody_peeks,
    hidden.conceal_leaves_what_is_known,
    hidden.secrets_are_kept,
    hidden.words_and_pictures_are_of_one_seat,
    refusals.illegal_actions_change_nothing,
    refusals.illegal_actions_end_the_game_if_asked_to,
    environments.copies_go_on_alike,
    rules.heuristic_is_fair,
    refusals.bad_input_is_refused,
    refusals.numbers_of_other_kinds_are_refused,
)
"""All promises, in the order in which `medianoche check` tries them."""


def run(game: Game) -> Iterator[tuple[str, int, str]]:
    """Run every check with every player count; yields (promise in words, player count, what is wrong or "")."""
    for num_players in game.players:
        for check in CHECKS:
            try:
                check(game, num_players)
                wrong = ""
            except Exception as error:  # noqa: BLE001 - any exception of a third party's game is a finding
                wrong = f"{type(error).__name__}: {error}"
            yield check.__name__.replace("_", " "), num_players, wrong
