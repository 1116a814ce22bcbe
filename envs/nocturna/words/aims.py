"""What a card does to the target that is chosen: its points, the shield that takes some of them, and what is left."""

from __future__ import annotations

from typing import Any, NamedTuple

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.kernels.effects import (
    affect_child,
    affect_foe,
    affect_game,
    concerned,
    guard_of,
    harm_foe,
    own_amount,
    side_of,
)
from medianoche.envs.nocturna.kernels.presence import is_tired, lowest
from medianoche.envs.nocturna.kernels.targets import INSTANT_LISTS, list_in_play, reward_list
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.opcodes import FATIGUE_STOPS, Op
from medianoche.envs.nocturna.pack import EFFECTS
from medianoche.envs.nocturna.words import text

TOLD = {Op.HIT: "hit", Op.SHIELD: "shield", Op.RESTORE: "restore", Op.STRIP: "strip", Op.MARK: "hit"}
"""Effects that have a sum, and the ends of their messages."""


class Change(NamedTuple):
    """What one effect does to one child or foe."""

    op: int
    foe: int  # 1 for a foe, 0 for a child
    one: int  # its number
    points: int
    shield: int  # before it
    left: int  # of the shield
    old: int  # insomnia, or a foe's life
    new: int


def changes(view: View, action: int) -> list[Change]:
    """The effects of the card in play on children and foes if `action` chooses its target, by the rules themselves.
    Effects on cards are left out, since they depend on what the seat does not know."""
    copy = view.game.copy(view.record)
    if action >= st.BASE.foe:
        copy.target = action - st.BASE.foe
    elif action >= st.BASE.child:
        copy.target = text.relative_child(copy, action - st.BASE.child)
    made: list[Change] = []
    uncompiled(_resolve)(view.pack, copy, made)
    return made


def _resolve(pack: Any, state: Any, made: list[Change]) -> None:
    """Apply the lists of the card in play as `resolve` of the rules does; `made` gets what they do."""
    if state.source == st.Source.REWARD:
        for k in range(INSTANT_LISTS):
            row = reward_list(pack, state, state.to_move - 1, state.reward_kind, state.reward_pair, k)
            if row >= 0:
                _resolve_list(pack, state, row, made)
        return
    if state.source == st.Source.FOE_CARD and state.card_master != st.Card.DEFENCE:
        state.target = guard_of(state, state.target)  # William takes the hit (R31)
    _resolve_list(pack, state, list_in_play(pack, state), made)


def _resolve_list(pack: Any, state: Any, row: int, made: list[Change]) -> None:
    """Apply the effects of one list in order. The changes of an effect begin with the child or foe that it acts on; all
    others that it changes follow."""
    for slot in range(EFFECTS):
        op = pack.fx[row, slot, 0]
        if op not in TOLD or (is_tired(state) and op in FATIGUE_STOPS):  # R34
            continue
        points = own_amount(pack, state, op, pack.fx[row, slot, 1])
        side = side_of(state, op)
        if side < 0:
            before = _values(state)
            affect_game(state, op, points)
            made += _changes(op, points, before, _values(state))
            continue
        chosen = concerned(state, pack.fx[row, slot, 2], side)
        while chosen:
            one = lowest(chosen)
            chosen &= chosen - 1
            before = _values(state)
            if side and op == Op.HIT:
                harm_foe(state, one, points)
            elif side:
                affect_foe(state, one, op, points)
            else:
                affect_child(pack, state, one, op, points)
            made += _changes(op, points, before, _values(state), (int(side), int(one)))


Values = dict[tuple[int, int], tuple[int, int]]
"""By side (1 for foes) and number: the shield of a child or foe, and its insomnia or life."""


def _values(state: Any) -> Values:
    children = zip(state.shield.tolist(), state.insomnia.tolist(), strict=True)
    foes = zip(state.foe_shield.tolist(), state.foe_life.tolist(), strict=True)
    return {(side, one): pair for side, pairs in enumerate((children, foes)) for one, pair in enumerate(pairs)}


def _changes(op: int, points: int, before: Values, after: Values, on: tuple[int, int] | None = None) -> list[Change]:
    """What an effect on the child or foe `on` has done: to it, also if it stays as it was, and to all others."""
    changed = [who for who in before if before[who] != after[who] and who != on]
    return [
        Change(int(op), *who, int(points), before[who][0], after[who][0], before[who][1], after[who][1])
        for who in ([on] if on else []) + changed
    ]


# ---- in words


def _side(change: Change) -> str:
    return "foe" if change.foe else "child"


def _end(change: Change) -> str:
    """Whether a child or foe falls by a change, or stays as it was."""
    falls = change.new == 0 < change.old if change.foe else change.new > CAP.insomnia >= change.old
    return "defeated" if falls else "same" if change.old == change.new else "none"


def name_of(view: View, change: Change) -> str:
    """The name of the child or foe of a change."""
    return text.foe_name(view, change.one) if change.foe else text.child_name(view, change.one)


def sums(view: View, action: int) -> list[str]:
    """The sums of a target: "2 insomnia - 6 shield = 0; insomnia stays 9, shield 6 → 4"; those of another child or foe
    with its name."""
    said = []
    chosen = view.describe(action)
    for change in changes(view, action):
        taken = change.shield > 0 and TOLD[Op(change.op)] == "hit"
        values = change._asdict()
        values |= {"hurt": max(change.points - change.shield, 0), "taken": "some" if taken else "none"}
        message = f"sum-{TOLD[Op(change.op)]}"
        message += f"-{_side(change)}" if message in ("sum-hit", "sum-restore") else ""
        words = view.say(message, end=_end(change), **values)
        name = name_of(view, change)
        said.append(words if name == chosen else view.say("sum-of", name=name, words=words))
    return said


def sum_brief(view: View, action: int) -> str:
    """What changes for all that the first effect changes, in a few letters: "insomnia 5 → 7, shield 2 → 0"; "" for
    nothing."""
    made = changes(view, action)
    meant = dict.fromkeys((change.foe, change.one) for change in made if change.op == made[0].op)
    return "; ".join(_brief_of(view, action, [change for change in made if change[1:3] == who]) for who in meant)


def _brief_of(view: View, action: int, mine: list[Change]) -> str:
    """What the changes of one child or foe make of it; with its name, unless it is the target."""
    first = mine[0]
    last = mine[-1]
    parts = []
    if first.old != last.new:
        parts.append(view.say(f"brief-{_side(first)}", old=first.old, new=last.new))
    if first.shield != last.left:
        parts.append(view.say("brief-shield", old=first.shield, new=last.left))
    if any(_end(change) == "defeated" for change in mine):
        parts = [view.say(f"brief-defeated-{_side(first)}")]
    words = ", ".join(parts) or view.say("brief-same")
    name = name_of(view, first)
    return words if name == view.describe(action) else view.say("sum-of", name=name, words=words)
