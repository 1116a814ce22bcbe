"""Effects of cards: the opcodes, the scopes, which of them a card may have, and how an effect is written.

An effect is written `"hit 3 enemy"`: opcode, amount (0 if left out), scope (self if left out).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

Op = IntEnum(
    "Op",
    "NONE HIT SHIELD RESTORE STUN BOTTLE EMPOWER CHARGE COVER MARK DRAW DISCARD STRIP SNATCH REVEAL REVIVE "
    "ATTACK_BONUS DEFENCE_BONUS OPENING_SHIELD OPENING_RESTORE STEADY HUSH",
    start=0,
)
"""What an effect of a card does; an effect is (opcode, amount, scope)."""

Scope = IntEnum("Scope", "SELF ENEMY ENEMIES ALLY ALLIES LEAD LOCATION CHILDREN FALLEN CHILD", start=0)
"""The targets of an effect. ENEMY, ALLY, LOCATION, FALLEN and CHILD are chosen by a player."""

# ---- what a new opcode is like

HARMS = (Op.HIT, Op.STRIP, Op.STUN, Op.BOTTLE, Op.SNATCH)
"""Effects on the other side."""
HELPS = (Op.SHIELD, Op.RESTORE, Op.EMPOWER)
"""Effects on the own side."""
FATIGUE_STOPS = (Op.SHIELD, Op.RESTORE)
"""Effects that do nothing once both sides tire (R34)."""
PASSIVES = len(Op) - Op.ATTACK_BONUS
"""Opcodes from ATTACK_BONUS on: passive effects, of which each child observes a number."""
NUMBERS_SHOWN = Op.REVEAL - Op.HIT
"""Opcodes from HIT to SNATCH, whose amounts are observed for each foe."""

CHOOSING = (Scope.ENEMY, Scope.ALLY, Scope.LOCATION, Scope.FALLEN, Scope.CHILD)
"""Scopes for which a player chooses."""
WHOLE = (Scope.ENEMIES, Scope.ALLIES, Scope.CHILDREN)
"""Scopes that may mean several children or nightmares."""


# ---- which card may have an opcode, and with which scopes

MAX_AMOUNT = 9
MAX_REVIVE = 20

Scopes = dict[str, tuple[str, ...]]
ANY_ENEMY = ("enemy", "enemies")
FOE_EFFECTS: Scopes = {
    **dict.fromkeys(("hit", "stun", "bottle", "strip", "snatch"), ANY_ENEMY),
    **dict.fromkeys(("shield", "restore", "empower"), ("self", "allies")),
    "draw": ("self",),
}
CHILD_EFFECTS: Scopes = {
    **dict.fromkeys(("hit", "strip"), ANY_ENEMY),
    **dict.fromkeys(("shield", "restore"), ("self", "ally", "allies")),
    "charge": ("self",),
    "cover": ("ally",),
    "mark": ("enemy",),
}
COMBAT_EVENT_EFFECTS: Scopes = {
    **dict.fromkeys(("hit", "stun", "bottle", "strip", "snatch"), (*ANY_ENEMY, "lead")),
    **dict.fromkeys(("shield", "restore", "empower"), ("allies",)),
    "draw": ("self",),
}
EVENT_EFFECTS: Scopes = {**dict.fromkeys(("hit", "snatch"), ("children", "child")), "draw": ("self",)}
INSTANT_EFFECTS: Scopes = {
    "restore": ("self", "children", "child"),
    "discard": ("self",),
    "reveal": ("location",),
    "revive": ("fallen",),
}
PASSIVE_EFFECTS: Scopes = {op.name.lower(): ("self",) for op in Op if op >= Op.ATTACK_BONUS}


# ---- an effect in a pack


class Effect(NamedTuple):
    """One effect as the record holds it."""

    op: int
    amount: int
    scope: int


@lru_cache(maxsize=1024)
def parse(text: str) -> Effect:
    """Read `text` as an effect. Raises ValueError if it is none."""
    words = text.split()
    ops = {op.name.lower(): op for op in Op if op}
    scopes = {scope.name.lower(): scope for scope in Scope}
    if not words or words[0] not in ops:
        raise ValueError(f"effect {text!r} has no known opcode; accepted: {', '.join(ops)}")
    amount = 0
    scope = Scope.SELF
    rest = words[1:]
    if rest and rest[0].isdecimal():
        amount = int(rest.pop(0))
    if rest and rest[0] in scopes:
        scope = scopes[rest.pop(0)]
    if rest:
        raise ValueError(f"effect {text!r} is not 'opcode amount scope'; scopes: {', '.join(scopes)}")
    most = MAX_REVIVE if ops[words[0]] == Op.REVIVE else MAX_AMOUNT
    if amount > most:
        raise ValueError(f"effect {text!r}: the amount is at most {most}")
    return Effect(int(ops[words[0]]), amount, int(scope))


def choices(effects: Sequence[str]) -> set[int]:
    """The scopes of a list that need a target. A list has at most one target, so one such scope."""
    return {parse(text).scope for text in effects} & set(CHOOSING)


def check(effects: Sequence[str], accepted: Scopes, where: str) -> None:
    """Raise ValueError unless all effects have accepted opcodes and scopes, with one target at most."""
    for text in effects:
        effect = parse(text)
        op = Op(effect.op).name.lower()
        scope = Scope(effect.scope).name.lower()
        if op not in accepted:
            known = ", ".join(accepted)
            raise ValueError(f"{where}: effect {text!r} is not for this card; accepted: {known}")
        if scope not in accepted[op]:
            raise ValueError(f"{where}: {op} here has scope {' or '.join(accepted[op])}, not {scope}")
    if len(choices(effects)) > 1:
        raise ValueError(f"{where}: a list of effects may choose one target only")
