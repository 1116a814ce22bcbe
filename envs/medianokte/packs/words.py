"""Names and effects of a pack's cards in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte.packs.cards import Astrali, Object, Weapon
from medianoche.envs.medianokte.packs.effects import PERSONAL, TRAITS, Instruction, parse
from medianoche.envs.medianokte.state import CARDS, LIMITS, Op, name_of, within

IMPERSONAL = frozenset(Op) - PERSONAL - {Op.END, Op.OPTION}
"""Instructions that act on the Enemy, independent of the card's target."""
RANGES = ("melee", "distance", "area")
SIGNED_STEPS = {Op.DAMAGE: "hit", Op.BLEED: "drop", Op.POISON: "flask", Op.TIRE: "orient1"}
"""What a special attack does on a hit, as signs."""


class Told(NamedTuple):
    """The actors of a card's instructions: the header of its targets, and its user (self, finder or attacker)."""

    aim: str
    user: str

    def subject(self, step: Instruction) -> str:
        """The one that an instruction acts on, as the names of messages call it."""
        if step.op in IMPERSONAL:
            return "enemy"
        return self.user if step.who or self.aim in ("self", "none") else self.aim.replace("_", "-")


def card_effect(view: View, card: Any) -> str:
    """Targets and effect of a row of the pack with a header and an effect: "each crew member rolls under will; if that
    fails, takes 1 damage"."""
    user = "finder" if getattr(card, "for_crew", False) else "self"
    return program_words(view, parse(card.effect or ""), Told(card.header or "none", user))


def program_words(view: View, steps: Sequence[Instruction], told: Told, subject: str = "") -> str:
    """Instructions in words. `subject` is what was said last; a subject is said only where it is another one."""
    clauses: list[str] = []
    parts: list[str] = []
    at = 0
    while at < len(steps):
        step = steps[at]
        inner = steps[at + 1 :]
        acting = told.subject(inner[0] if step.op is Op.OPTION else step)
        who = "" if acting == subject else view.say(f"aim-{acting}") + " "
        subject = acting
        again = 1
        if step.op is Op.TEST:
            parts.append(who + view.say("rolls-under", trait=view.say(f"trait-{TRAITS[step.a - 1]}")))
            failed = program_words(view, inner[: step.b], told, subject)
            clauses += [view.several(parts), view.say("if-failed", does=failed)]
            parts = []
            again = 1 + step.b
        elif step.op is Op.OPTION:
            branches = inner[: step.a], inner[step.a : step.a + step.b]
            one, two = (program_words(view, branch, told, subject) for branch in branches)
            parts.append(who + view.say("one-of", one=one, two=two))
            again = 1 + step.a + step.b
        else:
            while steps[at + again : at + again + 1] == [step]:
                again += 1
            does = _step_words(view, step, acting, told.user)
            parts.append(who + (view.say("times", count=again, does=does) if again > 1 else does))
        at += again
    if parts:
        last = view.several(parts)
        clauses.append(view.say("in-any-case", does=last) if clauses else last)
    return "; ".join(clauses)


def _card(view: View, number: int) -> Any:
    """The row of the pack with a header and an effect of card `number`; None if it has none."""
    if not number:
        return None
    pack = view.tables
    group, n = within(CARDS, number)
    if group == "character":
        slot = n % CARDS.per.character
        character = pack.character[n // CARDS.per.character]
        return (*character.weapons, character.assist, character.final)[slot]
    if group == "boss":
        return pack.boss[n // LIMITS.action_cards].actions[n % LIMITS.action_cards]
    rows = getattr(pack, group, ())
    return rows[n] if n < len(rows) else None


def program_of(view: View, number: int) -> list[Instruction]:
    """The instructions of card `number`."""
    return parse(getattr(_card(view, number), "effect", None) or "")


def option_words(view: View, number: int, second: int) -> str:
    """The first or second of the two effects that card `number` offers; "" if it offers none."""
    card = _card(view, number)
    steps = program_of(view, number)
    at = next((n for n, step in enumerate(steps) if step.op is Op.OPTION), None)
    if at is None:
        return ""
    told = Told(getattr(card, "header", None) or "none", "self")
    first = at + 1 + steps[at].a * second
    branch = steps[first : first + (steps[at].b if second else steps[at].a)]
    return program_words(view, branch, told, told.subject(branch[0]))


SIGNED = (Op.BLEED, Op.POISON, Op.EUPHORIA, Op.ENERGY, Op.CHARGE)
"""Instructions with a message for an amount above zero, "step-bleed", and one for another, "step-bleed-less"."""
FOES = {
    **dict.fromkeys(("foe", "melee", "each-foe"), ("-foe", "-astrali")),
    **dict.fromkeys(("astrali", "each-astrali"), ("-astrali", "-astrali")),
    "boss": ("-boss", "-boss"),
}
"""Ends of the messages for TIRE and REST, by the target; a crew member's have none."""


def _step_words(view: View, step: Instruction, acting: str, user: str) -> str:
    end = "-less" if step.op in SIGNED and step.a <= 0 else ""
    if step.op in (Op.TIRE, Op.REST):
        end = FOES.get(acting, ("", ""))[step.op == Op.REST]
    tired = "exhausted" if step.b > 1 else "tapped"
    return view.say(f"step-{step.op.name.lower()}{end}", count=abs(step.a), tired=tired, user=view.say(f"aim-{user}"))


# ---- attacks


def value_words(view: View, value: int | str) -> str:
    """An attack value: "2 dice", "magic die", "special"."""
    return view.say(f"attack-{value}") if value in ("magic", "special") else view.say("dice", count=int(value))


def attack_brief(view: View, row: Weapon | Object | Astrali, revived: bool = False) -> str:
    """An attack without its effect: "3 dice melee, 2 dice distance"."""
    if value := getattr(row, "attack", None):
        words = value_words(view, value)
        words = view.say("reach-distance", value=words) if revived else words
    else:
        values = [(name, getattr(row, name)) for name in RANGES]
        reached = (view.say(f"reach-{name}", value=value_words(view, value)) for name, value in values if value)
        words = ", ".join(reached)
    if row.characteristic:
        return view.say("against", attack=words, trait=view.say(f"trait-{row.characteristic}"))
    return words


def attack_signs(view: View, row: Weapon | Object | Astrali, revived: bool = False) -> list[tuple[str, str]]:
    """An attack as signs with their numbers: its range, its dice, and what a special one does on a hit."""
    value = getattr(row, "attack", None)
    reached = [("distance" if revived else "", value)] if value else [(name, getattr(row, name)) for name in RANGES]
    signs = []
    for reach, dice in reached:
        if not dice:
            continue
        signs += [(reach, "")] * bool(reach)
        signs.append((dice, "") if dice in ("magic", "special") else ("dice", str(dice)))
    if row.characteristic:
        signs.append(("", view.say(f"short-{row.characteristic}")))
        signs += [(SIGNED_STEPS[step.op], str(step.a)) for step in parse(row.effect or "") if step.op in SIGNED_STEPS]
    return signs + [("orient2", "")] * (not revived and getattr(row, "tire", None) == "exhaust")


def rolls_dice(row: Weapon | Object | Astrali) -> bool:
    """Whether an attack has dice that must reach the armour."""
    values = [getattr(row, name, None) for name in ("attack", *RANGES)]
    return any(value and value not in ("magic", "special") for value in values)


def attack_words(view: View, row: Weapon | Object | Astrali, revived: bool = False) -> str:
    """An attack with its effect, and the orientation of the card after it."""
    words = attack_brief(view, row, revived)
    if row.characteristic:
        aim = "crew" if getattr(row, "attack", None) and not revived else "foe"
        does = program_words(view, parse(row.effect or ""), Told(aim, "attacker"), aim)
        words = view.say("on-a-hit", attack=words, does=does)
    tire = "tap" if revived else getattr(row, "tire", None)
    return f"{words}; {view.say(f'does-{tire}')}" if tire else words


def gives_words(view: View, row: Object) -> str:
    """Modifiers of a permanent object: "+1 armour, +2 melee dice"."""
    modifiers = vars(row.gives) if row.gives else {}
    return ", ".join(f"+{n} {view.say(f'gives-{name}', count=n)}" for name, n in modifiers.items() if n)


def object_words(view: View, row: Object) -> str:
    """Type and effect of an object."""
    does = {"weapon": attack_words, "permanent": gives_words, "single-use": card_effect}[row.type]
    return f"{view.say(f'type-{row.type}')}: {does(view, row)}"


# ---- names


def tally(rows: Sequence[Any], counts: Any) -> list[str]:
    """Names of the kinds with a count above zero, with the counts above one: "Larva x2"."""
    held = [(kind, int(n)) for kind, n in enumerate(counts) if n]
    return [name_of(rows, kind) + (f" x{n}" if n > 1 else "") for kind, n in held]
