"""Choices made at the same time: the position in which a seat will choose, while other seats choose before it."""

from __future__ import annotations

from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.declaration import State
from medianoche.envs.core.play.match import Match


def following(game: BaseGame, state: State) -> list[State]:
    """The positions after each choice of the player to move that is made at the same time as the next player's
    (`Game.simultaneous`), with the next player to move; none where the game declares no such choice."""
    decisions = []
    for phases in game.declaration.simultaneous:
        if state.phase not in phases:
            continue
        for action in game.legal_actions(state):
            after = game.copy(state)
            game.rules.apply(after, int(action))
            later = after.phase in phases and phases.index(after.phase) >= phases.index(state.phase)
            if later and after.to_move != state.to_move:
                decisions.append(after)
    return decisions


def turn_ahead(match: Match, seat: int) -> Match | None:
    """The coming turn of `seat`, if it chooses at the same time as the player to move: a match without a past, in which
    the seats before it have chosen something.

    Example: in a combat of Camino a Nocturna the Master and a child choose an action card at the same time
    (`Game.simultaneous`). While the Master is asked, `turn_ahead(match, child)` is the child's turn.

    An action of the player to move that is no such choice is not looked at: the Master may play an event of the combat
    instead of an action card. Then the seat knows more at its turn than the match here shows, and has to be asked anew;
    the page does so.

    Returns:
        The match; None if the seat has chosen, if its turn may not come, if it has no choice, or if the choices of the
        others, made at the same time, change what it knows then.
    """
    game = match.game
    state = match.state
    asked = set[int]()
    while state.to_move != seat:
        asked.add(int(state.to_move))
        outcomes = following(game, state)
        if not outcomes or len({game.view(after, seat).record.tobytes() for after in outcomes}) > 1:
            return None
        state = outcomes[0]
        if int(state.to_move) in asked:
            return None
    ahead = Match.from_state(game, state)
    return ahead if len(ahead.legal_actions) > 1 else None
