"""Perft: how many sequences of choices there are from fixed deals, and how many distinct positions they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.correo.test_perft`, in the root of
the repository, counts them again. Each entry plays `prelude` choices of a fixed deal (the choice number i is legal
action number 7 * i of those there are) and counts from there; `counts` holds [sequences, distinct positions] after
1, 2, ... choices.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.envs.correo.boards import CORREO
from tests.envs.correo.record import fields
from tests.envs.correo.reference import Reference

FILE = Path(__file__).with_name("perft.json")
DEALS: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def dealt(deal: dict[str, Any]) -> tuple[Any, Reference]:
    """The deal after its prelude, as a record and in the reference."""
    state = CORREO.new(deal["num_players"], deal["seed"], deal["pack"], **deal["options"])
    reference = Reference(state, CORREO.pack_of(state))
    legal = reference.advance()
    for i in range(deal["prelude"]):
        action = legal[7 * i % len(legal)]
        CORREO.step(state, action)
        legal = reference.step(action)
    return state, reference


def count(deal: dict[str, Any]) -> list[list[int]]:
    """The counts by the reference, which follows equal positions once."""
    layer, counts = [(dealt(deal)[1], 1)], []
    for _ in range(deal["depth"]):
        reached: dict[str, tuple[Reference, int]] = {}
        for parent, ways in layer:
            for action in parent.legal():
                child = parent.copy()
                child.step(action)
                key = repr(fields(child))
                reached[key] = child, ways + (reached[key][1] if key in reached else 0)
        layer = list(reached.values())
        counts.append([sum(ways for _, ways in layer), len(layer)])
    return counts


def real_counts(state: Any, depth: int) -> list[list[int]]:
    """The counts by the real game, which follows every single sequence."""
    layer, counts = [state], []
    for _ in range(depth):
        children = []
        for parent in layer:
            for action in CORREO.legal_actions(parent):
                child = CORREO.copy(parent)
                CORREO.step(child, action)
                children.append(child)
        layer = children
        counts.append([len(layer), len({child.tobytes() for child in layer})])
    return counts


@pytest.mark.parametrize("name", DEALS)
def test_real_game_has_as_many_sequences_and_positions(name: str) -> None:
    state, _ = dealt(DEALS[name])
    assert real_counts(state, DEALS[name]["depth"]) == DEALS[name]["counts"]


def test_perft_file_is_what_the_reference_counts() -> None:
    assert count(DEALS["late, three players"]) == DEALS["late, three players"]["counts"]


def main() -> None:
    """Recount every deal and write the file."""
    for name, deal in DEALS.items():
        deal["counts"] = count(deal)
        print(name, deal["counts"], file=sys.stderr)
    lines = [f"  {json.dumps(name)}: {json.dumps(deal)}" for name, deal in DEALS.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
