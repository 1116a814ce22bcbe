"""The games in Kaggle's environment for OpenSpiel: `register`, agents of the suite as Kaggle's, frames of replays.

Needs `pip install kaggle-environments open_spiel`. Kaggle's agents are functions of an observation and a configuration.
What they are given of a game is `observationString`: the position in words, and the bytes of what the seat knows.
Kaggle withholds the serialised game from them, because `OpenSpielState.hides_state_from_agents` says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import kaggle_environments
import numpy as np
import pyspiel
from kaggle_environments.envs.open_spiel_env import open_spiel_env

from medianoche.agents import agent
from medianoche.agents.base import Agent, ask
from medianoche.agents.bots.prompt import kinds_of_actions, read_answer
from medianoche.agents.messages import action_ranges
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.play.turn import Turn, new_games
from medianoche.training.adapters.openspiel import register as register_with_openspiel

DEALS = 1000
ILLEGAL = -1
"""An action that is never legal: Kaggle counts it as a forfeit."""
WIDTH = 720
KaggleAgent = Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]

VIEWER = """
function renderer(context) {
    const { parent, environment, step } = context;
    const frames = environment.info.frames || [];
    parent.innerHTML = frames[Math.max(step - 1, 0)] || "";  // step 0 is before the deal
}
"""
"""The page's code: at each step the picture of the position."""


def register(name: str, deals: int = DEALS, **parameters: Any) -> str:
    """Register a game with Kaggle's environments; returns its name for `kaggle_environments.make`.

    Args:
        name: a game, or `module:Class` of your own.
        deals: how many deals there are; 0 for a game that leaves nothing to chance or lists its deals.
        **parameters: further parameters of the OpenSpiel game, as `players=3`.
    """
    short = register_with_openspiel(*_named(name))
    chosen = {"words": True, **parameters} | ({"deals": deals} if deals else {})
    text = ",".join(f"{key}={value}" for key, value in chosen.items())
    made = open_spiel_env._build_env(f"{short}({text})")
    kaggle_name = str(made["specification"]["name"])
    kaggle_environments.register(
        kaggle_name, made | {"interpreter": _with_frames(made["interpreter"]), "html_renderer": lambda: VIEWER}
    )
    return kaggle_name


def _named(name: str) -> tuple[str, str | None]:
    """The short name of a game, and its location if it is one of the user's own."""
    return (name.partition(":")[2].lower(), name) if ":" in name else (name, None)


def _with_frames(interpreter: Callable[..., Any]) -> Callable[..., Any]:
    """Kaggle's interpreter, which also keeps a picture of each position in `env.info`; agents are not given it."""

    def interpreting(state: Any, env: Any, logs: Any) -> Any:
        after = interpreter(state, env, logs)
        state_now = getattr(env, "os_state", None)  # none before the first game
        held = state_now and state_now.held
        if held and held.state is not None:
            env.info.setdefault("frames", []).append(str(held.game.draw(held.state, width=WIDTH)))
        return after

    return interpreting


def seat(player: str | Agent) -> KaggleAgent:
    """An agent of the suite as an agent of Kaggle. It knows what its seat is shown now: agents that follow their games
    (`watch`) play without it."""
    chosen = agent(player) if isinstance(player, str) else player
    numbers: dict[int, Any] = {}

    def act(observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> dict[str, Any]:
        if not is_asked(observation):
            return {"submission": ILLEGAL}
        if observation.get("step", 0) == 0 or 0 not in numbers:
            numbers[0] = new_games(1)
        turn = _turn(observation, configuration, numbers[0])
        return {"submission": int(ask(chosen, turn)[0])}

    return act


def seat_in_words(model: Callable[[str], str], listed: bool = True) -> KaggleAgent:
    """An agent of Kaggle that is asked in words: `model` gets the position and the choices, and its answer ends with a
    line `ACTION: ...`. An answer that names no legal action is a forfeit; the answer is kept in the replay.

    Args:
        model: answers a prompt.
        listed: whether the prompts list the legal actions; if not, as in Kaggle's own harness, they name the kinds of
            actions, and the answer names an action in words.
    """

    def act(observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> dict[str, Any]:
        if not is_asked(observation):
            return {"submission": ILLEGAL}
        turn = _turn(observation, configuration, new_games(1))
        state = turn._states[0]
        legal = turn.game.legal_actions(state).tolist()
        words = [turn.game.describe(state, action) for action in legal]
        if listed:
            lines = ["Your choices:", *(f"{number}. {word}" for number, word in enumerate(words, 1))]
            end = "End with a line ACTION: n."
        else:
            lines = kinds_of_actions(action_ranges(turn.game))
            end = "End with a line ACTION: and your action in words."
        position = observation["observationString"].rpartition("\n\n")[0]
        answer = model("\n".join([position, "", *lines, "", end, ""]))
        place = read_answer(answer, words, listed).place
        return {"submission": legal[place] if place >= 0 else ILLEGAL, "thoughts": answer}

    return act


def is_asked(observation: Mapping[str, Any]) -> bool:
    """Whether the player has to choose. Kaggle also calls agents once before the deal, with nothing to see."""
    return "currentPlayer" in observation and bool(observation["currentPlayer"] == observation["playerId"])


def _turn(observation: Mapping[str, Any], configuration: Mapping[str, Any], games: np.ndarray) -> Turn:
    """The decision of a seat, from what it is shown: what it does not know is dealt anew."""
    loaded = pyspiel.load_game(
        configuration["openSpielGameName"], dict(configuration.get("openSpielGameParameters") or {})
    )
    game = loaded.played
    known = bytes.fromhex(observation["observationString"].rpartition("\n")[2])
    if len(known) != game.declaration.state_dtype.itemsize:
        raise GameError(f"{game.name}: the observation does not end with the bytes of what the seat knows")
    states = np.frombuffer(bytearray(known), game.declaration.state_dtype).view(np.recarray)
    player = int(observation["playerId"])
    chance = np.frombuffer(hashlib.sha256(known).digest()[:8], np.uint64)
    game.determinize(states[0], player, int(chance[0] >> np.uint64(1)))
    masks = np.zeros((1, game.rules.mask_words), np.uint64)
    for action in game.legal_actions(states[0]).tolist():
        masks[0, action >> 6] |= np.uint64(1 << (action & 63))
    return Turn(game, loaded.num_players(), game.content.records, states, masks, np.zeros(1, np.int64), chance, games)
