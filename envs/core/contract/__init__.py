"""The contract of a game: checks that `medianoche check GAME` and the test suite run on any registered game.

Each check takes a game and a player count and raises `BrokenPromiseError` with one line if the game breaks a promise.
Those that look at positions or play games also take options of the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from medianoche.envs.core.contract import environments, hidden, observations, refusals, rules
from medianoche.envs.core.contract.promises import (
    BrokenPromiseError,
    EndlessGameError,
    positions,
    refusal,
    same,
    trace,
)
from medianoche.envs.core.contract.scale import play_at_scale
from medianoche.envs.core.game import Game

__all__ = ["CHECKS", "BrokenPromiseError", "option_sets", "play_at_scale", "positions", "run", "same", "trace"]

CHECKS: tuple[Callable[..., object], ...] = (
    rules.sizes_agree,
    rules.random_play_is_sound,
    rules.random_play_is_sound_with_every_option,
    rules.without_chance_a_seed_changes_nothing,
    environments.plain_python_plays_the_same,
    environments.pettingzoo_accepts_it,
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
ALSO_ENDLESS = (environments.plain_python_plays_the_same,)
"""Checks of a game that does not end: they end by themselves, and may tell why."""


def run(game: Game, variants: bool = False) -> Iterator[tuple[str, int, str]]:
    """Run every check with every player count; yields (promise in words, player count, what is wrong or "").

    A set of options that a player count refuses is not tried there: one line gives the reason. At least one player
    count has to accept it.

    Args:
        game: the game.
        variants: run the checks that take options with every set of `option_sets`, too.
    """
    sets = option_sets(game) if variants else [{}]
    accepted = []
    for num_players in game.players:
        for options in sets:
            if reason := refusal(game, num_players, options):
                yield f"refuses {_words(options)}: {reason}", num_players, ""
                continue
            accepted.append(options)
            yield from _run_at_table(game, num_players, options)

    for options in sets:
        if options not in accepted:
            yield f"{_words(options)} can be played", max(game.players), "every player count refuses it"


def _words(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _run_at_table(game: Game, num_players: int, options: dict[str, Any]) -> Iterator[tuple[str, int, str]]:
    """Run the checks with one player count, and if there are options, those that take some."""
    endless = False
    with_options = f", {_words(options)}" if options else ""
    for check in CHECKS:
        takes_options = "options" in inspect.signature(check).parameters
        if (options and not takes_options) or (endless and check not in ALSO_ENDLESS):
            continue
        try:
            check(game, num_players, **options)
            wrong = ""
        except Exception as error:  # noqa: BLE001 - any exception of a third party's game is a finding
            endless |= isinstance(error, EndlessGameError)
            wrong = f"{type(error).__name__}: {error}"
        yield check.__name__.replace("_", " ") + with_options, num_players, wrong
    if endless:
        yield "the other promises" + with_options, num_players, "not tried: their checks play games to the end"


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The game's `variants`, and alone each value of an option that none of them has: of choices every one, of numbers
    both ends."""
    sets = [dict(options) for options in game.declaration.variants]
    for name, about in game.declaration.options_model.model_json_schema().get("properties", {}).items():
        held = [getattr(game.content.options(options), name) for options in sets]
        sets += [{name: value} for value in _typical(about) if value not in held]
    return sets


def _typical(schema: dict[str, Any]) -> list[Any]:
    """Values of an option, from its JSON schema: all choices, or both ends of a range."""
    if "anyOf" in schema:
        return [value for kind in schema["anyOf"] for value in _typical(kind)]
    if "enum" in schema or "const" in schema:
        return list(schema.get("enum") or [schema["const"]])
    if schema.get("type") == "boolean":
        return [False, True]
    return [schema[end] for end in ("minimum", "maximum") if end in schema]
