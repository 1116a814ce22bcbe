"""The slow reference's position as the fields of a record, to compare with the real one."""

from __future__ import annotations

from typing import Any

from tests.envs.correo.pieces import END, number_of
from tests.envs.correo.reference import Reference


def none(value: int | None) -> int:
    return 255 if value is None else value


def padded(values: list[Any], length: int, filler: Any = 0) -> list[Any]:
    return values + [filler] * (length - len(values))


def fields(game: Reference) -> dict[str, Any]:
    """Every field of the record but the generator, the pack and the options, as nested lists."""
    return seats_of(game) | table_of(game) | turn_of(game)


def seats_of(game: Reference) -> dict[str, Any]:
    """The fields with one entry for each seat."""

    def board(look: Any) -> list[list[list[int]]]:
        return [
            [[look(s, (r, c)) if (r, c) in s.stacks else 0 for c in range(8)] for r in range(8)] if s else [[0] * 8] * 8
            for s in seats
        ]

    def of_seats(look: Any, empty: Any = 0) -> list[Any]:
        return [look(seat) if seat else empty for seat in seats]

    seats = padded(list(game.seats), 4, None)
    piece_pile = [[255] * 13 + [8, 255, 255] for _ in seats]
    for p, seat in enumerate(game.seats):
        for number, pile in seat.laid.items():
            piece_pile[p][number] = pile
    return {
        "height": board(lambda s, cell: s.height(cell)),
        "piece": board(lambda s, cell: s.top(cell).number if s.top(cell) else 0),
        "house": board(lambda s, cell: s.top(cell).house if s.top(cell) else 0),
        "animal": board(lambda s, cell: s.animals.get(cell, 0)), "piece_pile": piece_pile,
        "hand": of_seats(lambda s: s.hand, [0] * 6), "up": of_seats(lambda s: s.up, [0] * 6),
        "down": of_seats(lambda s: s.down, [0] * 6), "deck": of_seats(lambda s: padded(s.deck, 12), [0] * 12),
        "deck_n": of_seats(lambda s: len(s.deck)), "spells": of_seats(lambda s: s.spells),
        "patches": of_seats(lambda s: s.patches),
        "track": of_seats(lambda s: s.track), "combo": of_seats(lambda s: s.combo),
        "objective_points": of_seats(lambda s: s.objective_points), "scores": of_seats(game.total),
        "utility": padded(game.utility, 4, 0.0),
    }  # fmt: skip


def table_of(game: Reference) -> dict[str, Any]:
    """The fields of piles, market and reserve."""
    return {
        "pile": [padded(pile, 16) for pile in game.piles], "pile_n": [len(pile) for pile in game.piles],
        "pile_known": game.known, "market": [[none(tile) for tile in slots] for slots in game.market],
        "reserve": game.reserve, "spell_reserve": game.spell_reserve, "patch_reserve": game.patch_reserve,
        "objectives": padded(game.objectives, 3, 255),
    }  # fmt: skip


def turn_of(game: Reference) -> dict[str, Any]:
    """The fields of the phase and the turn."""
    return {
        "phase": game.phase, "to_move": game.to_move, "done": int(game.phase == END), "start": game.start,
        "turn": game.turn, "taken": none(game.taken),
        "placed": padded([number_of(cell) for cell in game.placed], 4, 255), "wild_idx": none(game.wild),
        "spell_open": int(game.spell_open), "spell_used": int(game.spell_used), "patch_used": int(game.patch_used),
        "spell_gain": game.spell_gain, "patch_gain": game.patch_gain, "msgs": len(game.delivered),
        "msg_colours": sum(1 << (colour - 1) for colour in set(game.delivered)), "msg_points": game.msg_points,
    }  # fmt: skip
