"""Parse card effects, such as "test target will 1; tire target 2 exhaust", into instructions, and check them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from medianoche.envs.medianokte.state import LIMITS, Header, Op

WHO = ("target", "source")
TRAITS = ("strength", "dexterity", "will")
TIRED = ("tap", "exhaust")

AMOUNTS: dict[Op, tuple[int, int]] = {
    Op.DAMAGE: (1, 20),
    Op.HEAL: (1, 20),
    Op.BLEED: (0, 1),
    Op.POISON: (-99, 99),
    Op.EUPHORIA: (0, 1),
    Op.TIRE: (1, 5),
    Op.ENERGY: (-20, 20),
    Op.CHARGE: (-15, 15),
    Op.DRAW: (1, 8),
    Op.DICE: (1, 8),
    Op.MAGIC: (1, 4),
    Op.TEST: (1, LIMITS.steps - 1),
    Op.OPTION: (1, LIMITS.steps - 2),
    Op.REVIVE: (0, 9),
    Op.SUMMON: (0, 9),
}
"""Lowest and highest amount of each instruction that has an amount."""

PERSONAL = frozenset(Op) - {Op.END, Op.ENERGY, Op.DRAW, Op.OPTION, Op.SUMMON}
"""Instructions that name what they act on, the target or the source."""

CREW_HEADERS = frozenset({Header.CREW, Header.MATE, Header.EACH_CREW})
ENEMY_HEADERS = frozenset(
    {Header.NONE, Header.SELF, Header.CREW, Header.EACH_CREW, Header.ASTRALI, Header.EACH_ASTRALI}
)


class Instruction(NamedTuple):
    """One row of a program: the operation, on which it acts (0 the target, 1 the source), and its operands."""

    op: Op
    who: int = 0
    a: int = 0
    b: int = 0


def parse(text: str) -> list[Instruction]:
    """The instructions in `text`.

    Raises:
        ValueError: an instruction cannot be parsed; the message shows its form.
    """
    program = [instruction(part) for part in text.split(";") if part.strip()]
    if len(program) > LIMITS.steps:
        raise ValueError(f"{len(program)} instructions; at most {LIMITS.steps}")
    check_jumps(program)
    return program


@lru_cache(1 << 10)
def instruction(text: str) -> Instruction:
    """Parse one instruction, such as "tire target 2 exhaust"."""
    words = text.split()
    op = next((op for op in Op if op is not Op.END and op.name.lower() == words[0]), None)
    if op is None:
        raise ValueError(f"unknown instruction {words[0]!r}; accepted: {', '.join(op.name.lower() for op in Op if op)}")
    shape = form(op)
    if len(words) != len(shape):
        raise ValueError(f"{text.strip()!r} is not of the form {' '.join(shape)!r}")
    values = {place: value(op, place, word) for place, word in zip(shape, words, strict=True)}
    who = values.get("target|source", 0)
    if op is Op.TIRE:
        return Instruction(op, who, values["amount"], values["tap|exhaust"])
    if op is Op.TEST:
        return Instruction(op, who, values["strength|dexterity|will"], values["amount"])
    return Instruction(op, who, values.get("amount", 0), values.get("second", 0))


def form(op: Op) -> list[str]:
    """The words of an instruction: its name and the places of its operands."""
    shape = [op.name.lower()]
    if op in PERSONAL:
        shape.append("target|source")
    if op is Op.TEST:
        shape.append("strength|dexterity|will")
    if op in AMOUNTS:
        shape.append("amount")
    if op is Op.TIRE:
        shape.append("tap|exhaust")
    if op is Op.OPTION:
        shape.append("second")
    return shape


def value(op: Op, place: str, word: str) -> int:
    """The number for the word at a place of an instruction."""
    if "|" in place:
        if word not in place.split("|"):
            raise ValueError(f"{op.name.lower()}: {word!r} is not one of {place.replace('|', ', ')}")
        return place.split("|").index(word) + (0 if place == "target|source" else 1)
    if place not in ("amount", "second"):
        return 0
    low, high = AMOUNTS[op]
    if not word.removeprefix("-").isdecimal() or not low <= int(word) <= high:
        raise ValueError(f"{op.name.lower()}: {word!r} is not a number from {low} to {high}")
    return int(word)


def check_jumps(program: list[Instruction]) -> None:
    """Raise ValueError if a skip or branch leaves the program, a skip enters or leaves a branch of an OPTION, or an
    OPTION is inside a branch."""
    options = []
    for at, step in enumerate(program):
        if step.op is Op.OPTION:
            if at + step.a + step.b >= len(program):
                raise ValueError(f"option {step.a} {step.b} goes beyond the end of the program")
            options.append((at, at + step.a, at + step.a + step.b))
    for first, _, last in options:
        if any(first < other <= last for other, _, _ in options):
            raise ValueError("a branch of an option holds another option")
    for at, step in enumerate(program):
        if step.op is not Op.TEST:
            continue
        end = at + step.b
        if end >= len(program):
            raise ValueError(f"a test that skips {step.b} goes beyond the end of the program")
        for first, middle, last in options:
            if first < at <= last:
                if end > (middle if at <= middle else last):
                    raise ValueError(f"a test that skips {step.b} leaves its branch of the option")
            elif at < first <= end < last:
                raise ValueError(f"a test that skips {step.b} cuts an option")


def check_owner(header: Header, program: list[Instruction], crew: bool) -> None:
    """Check that a side can play a header and the instructions of a program.

    Raises:
        ValueError: it cannot play the one that the message names.
    """
    side = "the crew" if crew else "the Enemy"
    if not crew and header not in ENEMY_HEADERS:
        raise ValueError(f"header {header.name.lower()!r} is not for the Enemy")
    for step in program:
        name = step.op.name.lower()
        on_crew = crew if step.who or header is Header.SELF else header in CREW_HEADERS
        if step.op in (Op.SUMMON, Op.DRAW, Op.LOSE) and crew:
            raise ValueError(f"{name} is only for the Enemy")
        if step.op is Op.LOSE and (header not in (Header.CREW, Header.EACH_CREW) or step.who):
            raise ValueError("lose is only for the target of header crew or each_crew")
        if step.op is Op.REVIVE and (not crew or header not in (Header.SELF, Header.CREW, Header.MATE)):
            raise ValueError("revive is only for the crew, with header self, crew or mate")
        if step.op in (Op.EUPHORIA, Op.CHARGE) and not on_crew:
            raise ValueError(f"{name} acts only on crew members; {side}'s {WHO[step.who]} is none here")


def check_astrali(program: list[Instruction]) -> None:
    """Check that both sides can use the program of an astrali, which may be revived and attack for the crew.

    Raises:
        ValueError: one side cannot use the instruction that the message names.
    """
    for step in program:
        if step.op in (Op.SUMMON, Op.DRAW, Op.LOSE, Op.REVIVE, Op.EUPHORIA, Op.CHARGE):
            raise ValueError(f"{step.op.name.lower()} is not for an astrali, which serves either side")
