"""The audit of leaks for games of OpenSpiel that can deal a position anew from a player's information state."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pyspiel

from medianoche.agents.leaks import DRAWS, Leaks, Shown
from medianoche.envs.core.errors import GameError, meant


def audit_openspiel(text: str, pairs: int, seed: int = 0) -> Leaks:
    """Compare so many pairs of positions of the game that `pyspiel.load_game(text)` makes.

    Raises:
        GameError: there is no such game, or it cannot deal a position anew.
    """
    name = text.partition("(")[0]
    if name not in (known := pyspiel.registered_names()):
        raise GameError(f"openspiel:{text}: OpenSpiel has no game {name!r}{meant(name, known)}")
    try:
        with silenced():
            game = pyspiel.load_game(text)
    except Exception as error:  # noqa: BLE001 - pyspiel's own error is of a type without a name
        raise GameError(f"openspiel:{text}: {_line(error)}") from None
    if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise GameError(f"openspiel:{text}: players choose at the same time; accepted: sequential games")
    chance = np.random.default_rng(seed)
    leaks = Leaks()
    structs: set[bool] = set()
    while leaks.pairs < pairs:
        _play(game, text, chance, leaks, pairs, structs)
    return leaks


def _play(
    game: pyspiel.Game, text: str, chance: np.random.Generator, leaks: Leaks, pairs: int, structs: set[bool]
) -> None:
    """Compare pairs in one random game, at one position in five and at least at one. `structs` remembers whether the
    game has structs: OpenSpiel writes a line whenever it is asked in vain."""
    state = game.new_initial_state()
    before = leaks.pairs
    while not state.is_terminal() and leaks.pairs < pairs:
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=np.array(shares) / sum(shares))))
            continue
        if leaks.pairs == before or chance.random() < 0.2:
            player = int(chance.integers(game.num_players()))
            try:
                other = _dealt_anew(state, player, chance)
            except Exception as error:  # noqa: BLE001 - as above
                why = f"it cannot deal a position anew from an information state: {_line(error)}"
                raise GameError(f"openspiel:{text}: {why}") from None
            if not structs:
                structs.add(_has_structs(state))
            one, two = (shown(position, player, True in structs) for position in (state, other))
            leaks.alike += _same(state, other)
            leaks.compare(f"pair {leaks.pairs}, player {player}", one, two)
        state.apply_action(int(chance.choice(state.legal_actions())))


def _dealt_anew(state: pyspiel.State, player: int, chance: np.random.Generator) -> pyspiel.State:
    """A position that a player cannot tell from `state`; another one, if DRAWS deals find one."""
    for _ in range(DRAWS):
        with silenced():
            other = state.resample_from_infostate(player, chance.random)
        if not _same(state, other):
            break
    return other


def _same(state: pyspiel.State, other: pyspiel.State) -> bool:
    """Whether two positions are the same."""
    return bool(state.history() == other.history() and str(state) == str(other))


@contextmanager
def silenced() -> Iterator[None]:
    """Let OpenSpiel write nothing to the error stream: it writes a line of its own before it raises an error."""
    kept = os.dup(2)
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def shown(state: pyspiel.State, player: int, structs: bool) -> Shown:
    """Everything that a player is given of a position, by place; without what the game does not provide."""
    kind = state.get_game().get_type()
    parts: Shown = {"whose turn": state.current_player()}
    if kind.provides_observation_string:
        parts["observation string"] = state.observation_string(player)
    if kind.provides_observation_tensor:
        parts["observation tensor"] = list(state.observation_tensor(player))
    if kind.provides_information_state_string:
        parts["information state string"] = state.information_state_string(player)
    if kind.provides_information_state_tensor:
        parts["information state tensor"] = list(state.information_state_tensor(player))
    if structs:
        parts["struct of the observation"] = state.to_observation_struct(player).to_json()
    if player == state.current_player():
        legal = list(state.legal_actions())
        parts["mask"] = legal
        parts["words of actions"] = [state.action_to_string(player, action) for action in legal]
    return parts


def _has_structs(state: pyspiel.State) -> bool:
    """Whether the game gives observations as structs."""
    try:
        with silenced():
            state.to_observation_struct(0)
    except Exception:  # noqa: BLE001 - as above
        return False
    return True


def _line(error: Exception) -> str:
    """The error in one line."""
    return " ".join(str(error).split())[:200]
