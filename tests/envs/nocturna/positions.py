"""Positions of Camino a Nocturna for the tests: the rest of the cards is in the decks."""

from typing import Any

import numpy as np

from medianoche import envs
from medianoche.envs.nocturna.state import Phase
from tests.envs.examples import Examples, at

NOCTURNA = envs.game("medianoche.envs.nocturna:Nocturna")
PASS, ATTACK, DEFENCE, SKILL = range(4)
DECKS = (("nm", ("mp_hand", "loc_nm")), ("rw", ("hand", "active", "loc_rw")), ("loc", ("loc_kind",)))
LISTS = ("loc_nm", "loc_rw", "loc_kind")


def place(*cards: int) -> list[int]:
    """A row of slots."""
    return [*cards, *[-1] * (4 - len(cards))]


def counts(numbers: Any, size: int) -> np.ndarray:
    """A hand given as {kind: copies} (or a list of such) as an array."""
    if isinstance(numbers, dict):
        return np.array([numbers.get(kind, 0) for kind in range(size)])
    return np.array([counts(hand, size) for hand in numbers])


def position(num_players: int = 5, check: bool = True, seed: int = 0, pack: Any = "standard", **arguments: Any) -> Any:
    """A state with the given fields; hands are given as {kind: copies}; decks are the rest, discards empty."""
    fields = {
        "round_no": 1, "sheet": [2, 1, 0, 3][: num_players - 1], "phase": Phase.PLACE, "to_move": 0,
        "insomnia": [5] * (num_players - 1), "mp_hand": {}, "hand": [{}] * 4, "active": [{}] * 4,
        "loc_kind": [0, 1, 2, 3], "loc_rw": [place()] * 4, "loc_nm": [place()] * 4, "loc_up": [0] * 4,
        "place_cursor": 3, **arguments,
    }  # fmt: skip
    record = NOCTURNA.content.read_pack(pack).records[0]
    for name, size in (("mp_hand", 45), ("hand", 26), ("active", 26)):
        fields[name] = counts(fields[name], size)
    for deck, homes in DECKS:
        left = record[f"{deck}_count"].astype(int) - np.array(fields.get(f"{deck}_disc", 0))
        for home in homes:
            if home in LISTS:
                cards = np.array(fields[home]).ravel()
                left -= np.bincount(cards[cards >= 0], minlength=len(left))
            else:
                left -= fields[home].reshape(-1, len(left)).sum(axis=0)
        fields[f"{deck}_deck"] = left
        fields.setdefault(f"{deck}_disc", np.zeros(len(left), int))
    number = int(fields["round_no"])
    defeated = sum(insomnia > 20 for insomnia in fields["insomnia"])
    fields.setdefault("scores", [defeated, *[number - 1] * (num_players - 1)])
    fields.setdefault("boss_left", [*[0] * (number // 4), *[1] * (6 - number // 4)])
    fields.setdefault("boss", 0 if number % 4 == 0 else -1)
    if fields["boss"] >= 0:
        fields["boss_left"] = [int(b != fields["boss"]) for b in range(6)]
        for b in [b for b in range(6) if b != fields["boss"]][: number // 4 - 1]:
            fields["boss_left"][b] = 0
    return NOCTURNA.position(num_players, seed, pack, check, **fields)


def base(**arguments: Any) -> Any:
    """Position B: Timmy and Mayla against three nightmares, turn 1."""
    fields = {
        "phase": Phase.MASTER_CARD, "loc": [0, 0, 1, 1], "loc_nm": [place(0, 1, 2), place(), place(), place()],
        "loc_up": [1, 0, 0, 0], "battle": 0, "in_battle": [1, 1, 0, 0], "foe_kind": [0, 1, 2], "foe_life": [3, 5, 6],
        "foe_max": [3, 5, 6], "lead_child": 0, "lead_foe": 0, "turn": 1, **arguments,
    }  # fmt: skip
    return position(**fields)


def play(state: Any, *actions: int) -> Any:
    """The actions one after another, forced ones between them."""
    for action in actions:
        NOCTURNA.step(state, action)
        assert NOCTURNA.rules.inconsistency(state) == ""
    return state


def legal(state: Any) -> list[int]:
    """The legal actions."""
    actions: list[int] = NOCTURNA.legal_actions(state).tolist()
    return actions


BOSS = {
    "round_no": 4, "loc_kind": [-1] * 4, "loc": [-1] * 4, "loc_nm": [place()] * 4, "loc_up": [0] * 4, "place_cursor": 0,
    "battle": 4, "in_battle": [1] * 4, "foe_kind": [45],
}  # fmt: skip
"""A combat with a boss, but for its life."""


def boss_fight(num_players: int = 5, **arguments: Any) -> dict[str, Any]:
    """The arguments of a position in that combat, with other player counts."""
    n = num_players - 1
    fields = {"loc": [-1] * n, "in_battle": [1] * n, "foe_max": [8 * n], "lead_child": 0, "lead_foe": 0, "turn": 1}
    return on(**BOSS | fields | {"num_players": num_players, "phase": Phase.MASTER_CARD} | arguments)


def on(**fields: Any) -> dict[str, Any]:
    """The arguments of a position that is not position B with changes."""
    return at(how=position, **fields)


def do(action: int) -> Any:
    """A step of an example: the action without the forced ones after it."""
    return lambda state: NOCTURNA.rules.apply(state, action)


RUN = Examples(
    lambda how=base, **fields: how(**fields), play, legal=legal, held=lambda state: state.mp_hand.sum(),
    in_hands=lambda state: state.hand.sum(), on_tables=lambda state: state.active.sum(),
)  # fmt: skip
