"""Perft: how many sequences of choices there are from fixed deals, and how many distinct positions they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.correo.test_perft`, in the root of
the repository, counts them again. Each entry plays `prelude` choices of a fixed deal (the choice number i is legal
action number 7 * i of those there are) and counts from there; `counts` holds [sequences, distinct positions] after
1, 2, ... choices.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.envs import perft
from tests.envs.correo.boards import CORREO
from tests.envs.correo.record import fields
from tests.envs.correo.reference import Reference

HERE = Path(__file__).parent
DEALS: dict[str, dict[str, Any]] = perft.read(HERE)


def dealt(deal: dict[str, Any]) -> tuple[Any, Reference]:
    """The deal after its prelude, as a record and in the reference."""
    state = CORREO.new(deal["num_players"], deal["seed"], deal["pack"], **deal["options"])
    reference = Reference(state, CORREO.content.pack_of(state))
    legal = reference.advance()
    for i in range(deal["prelude"]):
        action = legal[7 * i % len(legal)]
        CORREO.step(state, action)
        legal = reference.step(action)
    return state, reference


def children(parent: Reference) -> Iterator[Reference]:
    """The positions after each legal action."""
    for action in parent.legal():
        child = parent.copy()
        child.step(action)
        yield child


def count(deal: dict[str, Any]) -> list[list[int]]:
    """The counts by the reference."""
    return perft.count_merged(dealt(deal)[1], deal["depth"], children, lambda reference: repr(fields(reference)))


@perft.counted(DEALS)
def test_real_game_has_as_many_sequences_and_positions(name: str, depth: int) -> None:
    state, _ = dealt(DEALS[name])
    assert perft.count_all(CORREO, state, depth, lambda child: child.tobytes()) == DEALS[name]["counts"][:depth]


def test_perft_file_is_what_the_reference_counts() -> None:
    assert count(DEALS["late, three players"]) == DEALS["late, three players"]["counts"]


if __name__ == "__main__":
    perft.write(HERE, DEALS, count)
