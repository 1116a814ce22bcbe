"""The contract of a game: checks that `medianoche check GAME` and the test suite run on any registered game.

Each check takes a game and a player count and raises `BrokenPromiseError` with one line if the game breaks a promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from medianoche.envs.core.contract.environments import (
    copies_go_on_alike,
    pettingzoo_accepts_it,
    plain_python_plays_the_same,
    play_is_reproducible,
)
from medianoche.envs.core.contract.hidden import (
    conceal_leaves_what_is_known,
    infos_are_what_an_agent_knows,
    nobody_peeks,
    secrets_are_kept,
    words_and_pictures_are_of_one_seat,
)
from medianoche.envs.core.contract.observations import (
    observations_are_in_bounds,
    sparse_observations_are_the_dense_ones,
)
from medianoche.envs.core.contract.promises import BrokenPromiseError, positions, same, trace
from medianoche.envs.core.contract.refusals import (
    bad_input_is_refused,
    damaged_states_are_refused,
    illegal_actions_change_nothing,
    illegal_actions_end_the_game_if_asked_to,
    numbers_of_other_kinds_are_refused,
)
from medianoche.envs.core.contract.rules import (
    every_legal_action_applies,
    heuristic_is_fair,
    other_packs_play,
    positions_are_what_they_are,
    random_play_is_sound,
    random_play_is_sound_with_every_option,
    reset_is_complete,
    rows_are_dealt_alike_alone,
    sizes_agree,
)
from medianoche.envs.core.contract.scale import play_at_scale
from medianoche.envs.core.game import Game

__all__ = ["CHECKS", "BrokenPromiseError", "play_at_scale", "positions", "run", "same", "trace"]

CHECKS: tuple[Callable[[Game, int], object], ...] = (
    sizes_agree,
    pettingzoo_accepts_it,
    random_play_is_sound,
    random_play_is_sound_with_every_option,
    other_packs_play,
    every_legal_action_applies,
    observations_are_in_bounds,
    sparse_observations_are_the_dense_ones,
    reset_is_complete,
    play_is_reproducible,
    rows_are_dealt_alike_alone,
    positions_are_what_they_are,
    damaged_states_are_refused,
    infos_are_what_an_agent_knows,
    plain_python_plays_the_same,
    nobody_peeks,
    conceal_leaves_what_is_known,
    secrets_are_kept,
    words_and_pictures_are_of_one_seat,
    illegal_actions_change_nothing,
    illegal_actions_end_the_game_if_asked_to,
    copies_go_on_alike,
    heuristic_is_fair,
    bad_input_is_refused,
    numbers_of_other_kinds_are_refused,
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
