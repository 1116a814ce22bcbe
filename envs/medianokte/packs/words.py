"""Names and effects of a pack's cards in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from medianoche.envs.core.content.layout import Layout
from medianoche.envs.medianokte.packs.effects import TRAITS, Instruction, parse
from medianoche.envs.medianokte.state import CARDS, LIMITS, Op

if TYPE_CHECKING:
    from medianoche.envs.medianokte.pack import MedianoktePack
    from medianoche.envs.medianokte.packs.cards import Astrali, Object, Weapon

AIMS = {
    "self": "the user",
    "crew": "a crew member of choice",
    "mate": "another crew member",
    "each_crew": "each crew member",
    "foe": "an astrali or the boss",
    "melee": "a foe that melee can reach",
    "astrali": "an astrali",
    "each_astrali": "each astrali",
    "each_foe": "each astrali and the boss",
    "boss": "the boss",
}
IMPERSONAL = (Op.ENERGY, Op.DRAW, Op.SUMMON)
"""Instructions that act on the Enemy, independent of the card's target."""
RANGES = ("melee", "distance", "area")
REACHES = {"melee": "melee", "distance": "distance", "area": "at every foe"}


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things: "1 card", "2 cards"."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def effect_words(aim: str | None, effect: str | None) -> str:
    """Targets and effect of a card: "each crew member rolls under will, or takes 1 damage"."""
    steps = parse(effect or "")
    who = "" if steps and steps[0].op in IMPERSONAL else AIMS.get(aim or "", "")
    return f"{who} {program_words(steps)}".lstrip()


def program_words(steps: Sequence[Instruction]) -> str:
    """Instructions as a predicate whose subject is their target."""
    parts, at = [], 0
    while at < len(steps):
        step = steps[at]
        inner = steps[at + 1 :]
        at += 1
        if step.op is Op.TEST:
            parts.append(f"rolls under {TRAITS[step.a - 1]}, or {program_words(inner[: step.b])}")
            at += step.b
        elif step.op is Op.OPTION:
            first, second = inner[: step.a], inner[step.a : step.a + step.b]
            parts.append(f"either {program_words(first)} or {program_words(second)}")
            at += step.a + step.b
        else:
            user = "the user " if step.who and step.op not in IMPERSONAL else ""
            parts.append(user + _step_words(step))
    return ", ".join(parts)


def branch_words(effect: str | None, second: bool) -> str:
    """The first or second of the two effects that a card offers."""
    steps = parse(effect or "")
    at = next((n for n, step in enumerate(steps) if step.op is Op.OPTION), None)
    if at is None:
        return ""
    first = at + 1 + steps[at].a * second
    return program_words(steps[first : first + (steps[at].b if second else steps[at].a)])


def _step_words(step: Instruction) -> str:
    a = step.a
    words = {
        Op.DAMAGE: f"takes {a} damage",
        Op.HEAL: f"heals {a}",
        Op.BLEED: "starts to bleed" if a else "stops bleeding",
        Op.POISON: f"gets {a} poison" if a > 0 else f"loses up to {-a} poison",
        Op.EUPHORIA: "becomes euphoric" if a else "is no longer euphoric",
        Op.TIRE: f"has {counted(a, 'card')} {'exhausted' if step.b > 1 else 'tapped'}",
        Op.REST: "has all cards rest one step",
        Op.ENERGY: f"the Enemy gets {a} energy" if a > 0 else f"the Enemy loses up to {-a} energy",
        Op.CHARGE: f"{'gets' if a > 0 else 'loses'} {counted(abs(a), 'counter')}",
        Op.DRAW: f"the Enemy draws {counted(a, 'card')}",
        Op.DICE: f"is hit by {counted(a, 'die', 'dice')} against armour",
        Op.MAGIC: f"is hit by {counted(a, 'magic die', 'magic dice')}",
        Op.REVIVE: f"revives an astrali of cost {a} or less from the void as a weapon",
        Op.SUMMON: f"the Enemy may summon an astrali of cost {a} or less for free",
        Op.LOSE: "loses an object or a found weapon",
    }
    return words[step.op]


# ---- attacks


def value_words(value: int | str) -> str:
    """An attack value: "2 dice", "magic die", "special"."""
    return {"magic": "magic die", "special": "special"}.get(str(value), "") or counted(int(value), "die", "dice")


def attack_brief(row: Weapon | Object | Astrali, revived: bool = False) -> str:
    """An attack without its effect: "3 dice melee, 2 dice distance"."""
    if value := getattr(row, "attack", None):
        words = value_words(value) + " distance" * revived
    else:
        values = [(name, getattr(row, name)) for name in RANGES]
        words = ", ".join(f"{value_words(value)} {REACHES[name]}" for name, value in values if value)
    return words + (f" against {row.characteristic}" if row.characteristic else "")


def attack_words(row: Weapon | Object | Astrali, revived: bool = False) -> str:
    """An attack with its effect, and the orientation of the card after it."""
    words = attack_brief(row, revived)
    if row.characteristic:
        words += f": on a hit, the target {program_words(parse(row.effect or ''))}"
    tire = "tap" if revived else getattr(row, "tire", None)
    return f"{words}; {tire}s" if tire else words


def gives_words(row: Object) -> str:
    """Modifiers of a permanent object: "+1 armour, +2 melee dice"."""
    dice = {"melee": "melee dice", "distance": "distance dice", "discount": "discount on exploring"}
    given = vars(row.gives) if row.gives else {}
    return ", ".join(f"+{n} {dice.get(name, name)}" for name, n in given.items() if n)


def object_words(row: Object) -> str:
    """Type and effect of an object."""
    if row.type == "weapon":
        return f"weapon: {attack_words(row)}"
    if row.type == "permanent":
        return f"permanent: {gives_words(row)}"
    return f"single use: {effect_words(row.header, row.effect)}"


# ---- names


def name_of(rows: Sequence[object], kind: int) -> str:
    """The name in row `kind` of a table, or "kind" and the number if there is no such row."""
    return str(getattr(rows[kind], "name")) if 0 <= kind < len(rows) else f"kind {kind}"  # noqa: B009 - any table


def tally(rows: Sequence[Any], counts: Any) -> list[str]:
    """Names of the kinds with a count above zero, with the counts above one: "Larva x2"."""
    held = [(kind, int(n)) for kind, n in enumerate(counts) if n]
    return [name_of(rows, kind) + (f" x{n}" if n > 1 else "") for kind, n in held]


def within(layout: Layout, number: int) -> tuple[str, int]:
    """The name of the block that holds a number, and the number's offset in that block."""
    return next((name, number - at.start) for name, at in layout.slices().items() if at.start <= number < at.stop)


def card_name(pack: MedianoktePack, number: int) -> str:
    """The name of the card with a card number; empty for 0."""
    group, n = within(CARDS, number)
    if group == "character":
        character = pack.character[n // CARDS.per.character]
        cards = (*character.weapons, character.assist, character.final)
        return str(cards[n % CARDS.per.character].name)
    if group == "boss":
        return pack.boss[n // LIMITS.action_cards].actions[n % LIMITS.action_cards].name
    return name_of(getattr(pack, group), n) if number else ""
