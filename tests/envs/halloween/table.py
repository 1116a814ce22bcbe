"""A table laid for a test: the board of the standard pack, known hands, known decks, dice to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from medianoche import envs
from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.examples import Examples

GAME = envs.game("medianoche.envs.halloween:Halloween")
START = [11, 39, 14, 36, 25, 45, 16, 34]
QUEUE = 16
NEXT = (Phase.CHILD, 1)
"""The next player is asked for a child: the first turn is over."""


def child(number: int) -> int:
    return BASE.child + number


def square(number: int) -> int:
    return BASE.square + number


def card(number: int) -> int:
    return BASE.card + number - 1


def claim(result: int) -> int:
    return BASE.claim + result - 1


def consult(distance: int) -> int:
    return BASE.consult + distance - 1


def ground(distance: int) -> int:
    return BASE.ground + distance - 1


def freeze(number: int) -> int:
    return BASE.freeze + number


def tear(number: int) -> int:
    return BASE.tear + number


def bid(candies: int) -> int:
    return BASE.bid + candies


def demand(price: int) -> int:
    return BASE.demand + price


def lay(
    num_players: int = 5,
    dice: Sequence[int] = (),
    hands: dict[int, Sequence[int]] | None = None,
    deck_top: Sequence[int] = (),
    treat_top: Sequence[int] = (),
    check: bool = True,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Any:
    """A position at the beginning of a game, with fields overridden, advanced to its first choice.

    `deck_top` and `treat_top` are the next cards, first drawn first; `pos` may be a dict of child: square.
    """
    hands = hands or {}
    held = {number: seat for seat, cards in hands.items() for number in cards}
    held |= dict.fromkeys(fields.pop("used", ()), 5)
    deck = [number for number in range(1, 18) if number not in held and number not in deck_top]
    deck += reversed(deck_top)
    treats = [number for number in range(18) if number not in treat_top] + list(reversed(treat_top))
    pos = fields.pop("pos", {})
    places = [pos.get(number, START[number]) for number in range(8)] if isinstance(pos, dict) else pos
    left = sum(1 << number for number in range(8) if number < num_players or places[number] >= 0)
    known_roles = [[left if a != b else 1 << b for b in range(num_players)] for a in range(num_players)]
    base: dict[str, Any] = {
        "colour": list(range(num_players)), "start": START, "pos": places, "secret": list(range(num_players)),
        "know": known_roles, "card_at": [held.get(number, -1) for number in range(1, 18)],
        "card_seen": [1 << held[n] if held.get(n, 5) < 5 else 0 for n in range(1, 18)],
        "deck": deck + [0] * (17 - len(deck)), "deck_n": len(deck), "treat_deck": treats, "phase": int(Phase.CHILD),
        "round_no": 0, "starter": 0, "slot": 0, "mover": 0, "to_move": 0,
        "dice_queue": [*dice] + [0] * (QUEUE - len(dice)), **fields,
    }  # fmt: skip
    if "pot" not in base:
        candies = base.get("candies", [20 - num_players // 5 * 5 - 2 * (num_players == 4)] * num_players)
        base["pot"] = 100 - sum(candies) - sum(base.get("stake", []))
    state = GAME.position(num_players, check=check, colours="random", **(options or {}), **base)
    GAME.rules.advance(state)
    return state


def play(state: Any, *actions: int) -> Any:
    """The state after these choices, each legal; the given one is kept."""
    state = GAME.copy(state)
    for action in actions:
        GAME.step(state, action)
    return state


def knock(*dice: int, **fields: Any) -> Any:
    """Montse of seat 0 at the house of seat 1."""
    return play(lay(dice=(1, *dice), **fields), child(0), square(1))


def legal(state: Any) -> list[int]:
    return GAME.legal_actions(state).tolist()


def squares(state: Any) -> list[int]:
    """The squares that may be chosen."""
    return [action - BASE.square for action in legal(state) if BASE.square <= action < BASE.reroll]


def candies(state: Any) -> list[int]:
    return state.candies[: state.num_players].tolist()


def phase(state: Any) -> Phase:
    return Phase(int(state.phase))


def asked(state: Any) -> tuple[Phase, int]:
    """The question and the seat that must answer it."""
    return phase(state), int(state.to_move)


def consulted(state: Any, distance: int, price: int, says: bool) -> Any:
    """At RESPOND: ask a third, who gets the price and answers."""
    state = play(state, consult(distance))
    if Phase(int(state.phase)) == Phase.DEMAND:
        state = play(state, demand(price))
    if Phase(int(state.phase)) == Phase.ACCEPT:
        state = play(state, BASE.accept)
    return play(state, BASE.say_true if says else BASE.say_false)


def verdict(state: Any, believes: bool) -> Any:
    return play(state, BASE.believe if believes else BASE.disbelieve)


def trick(*dice: int, says: int, **fields: Any) -> Any:
    """At RESPOND of seat 1, who chose trick."""
    return play(knock(*dice, **fields), BASE.trick, claim(says))


def known_by(state: Any, number: int) -> list[int]:
    """Seats that know where card `number` is."""
    return [seat for seat in range(5) if int(state.card_seen[number - 1]) >> seat & 1]


def hand(state: Any, seat: int) -> list[int]:
    return (np.flatnonzero(state.card_at == seat) + 1).tolist()


def known_of(state: Any, seat: int) -> list[int]:
    """What each seat knows of the child card of `seat`."""
    return state.know[:, seat].tolist()


RUN = Examples(
    lay, play, legal=legal, squares=squares,
    candies=lambda state, *seat: candies(state)[seat[0]] if seat else candies(state), phase=phase, asked=asked,
    known=known_by, knowledge=known_of, hand=hand,
)  # fmt: skip
