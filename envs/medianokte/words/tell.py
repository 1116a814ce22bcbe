"""Words for the values of Medianokte's events; the sentences are in `en.ftl` and `es.ftl`."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.telling import Telling
from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte.numbers import STRIKE_COST
from medianoche.envs.medianokte.packs.effects import TRAITS
from medianoche.envs.medianokte.packs.words import attack_brief, card_effect, object_words, rolls_dice
from medianoche.envs.medianokte.state import BASE, CARD, CARDS, GROUPS, LIMITS, Code, Slot, card_name, name_of, within
from medianoche.envs.medianokte.words import text


def name(view: View, seat: int) -> str:
    """A seat in words."""
    return text.seat_title(view, seat)


def choice(telling: Telling, action: int) -> str:
    """The boss or the character that was chosen."""
    tables = telling.view.tables
    if action >= BASE.boss:
        return name_of(tables.boss, action - BASE.boss)
    return name_of(tables.character, action - BASE.character)


def row_of(telling: Telling, group: str) -> Any:
    """The row of the pack of an event's or astrali's number."""
    return getattr(telling.view.tables, group)[telling.number(group)]


def card(telling: Telling, number: int) -> str:
    """A card: an action card of the boss by its place, any other by its number."""
    return action_card(telling).name if "boss" in telling.fields else card_name(telling.view.tables, number)


def action_card(telling: Telling) -> Any:
    """The row of the pack of an action card."""
    return telling.view.tables.boss[telling.number("boss")].actions[telling.number("card")]


def row_of_card(telling: Telling) -> Any:
    """The row of the pack of an action card, an assist or final action, an object or a positive event."""
    if "boss" in telling.fields:
        return action_card(telling)
    group, place = within(CARDS, telling.number("card"))
    if group == "character":
        row = telling.view.tables.character[place // CARDS.per.character]
        return row.assist if place % CARDS.per.character == Slot.ASSIST else row.final
    return getattr(telling.view.tables, group)[place]


def use(telling: Telling) -> str:
    """What is used: an assist, a final action, a positive event or an object."""
    group, place = within(CARDS, telling.number("card"))
    if group != "character":
        return group
    return "assist" if place % CARDS.per.character == Slot.ASSIST else "final"


def whom(telling: Telling) -> str:
    """The name behind a code: of a crew member, an astrali with its slot, or the boss."""
    view = telling.view
    code = telling.number("code")
    if code < Code.FOE:
        return telling.name(code + 1)
    if code == Code.BOSS:
        return text.boss_name(view)
    return astrali_at(telling, code - Code.FOE)


def astrali_at(telling: Telling, slot: int) -> str:
    """An astrali with its slot."""
    return telling.say("in-slot", name=row_of(telling, "astrali").name, slot=slot + 1)


def limit(telling: Telling) -> int:
    """The life of the crew member, astrali or boss behind a code."""
    view = telling.view
    code = telling.number("code")
    if code < Code.FOE:
        return text.values_of(view.tables, view.record, code)[1]
    return text.boss_life(view.tables, view.record) if code == Code.BOSS else int(row_of(telling, "astrali").life)


def armour(telling: Telling) -> int:
    """The armour of the crew member, astrali or boss behind a code, after a change of its poison."""
    view = telling.view
    code = telling.number("code")
    if code < Code.FOE:
        return text.values_of(view.tables, view.record, code)[2]
    row = view.tables.boss[view.state.boss] if code == Code.BOSS else row_of(telling, "astrali")
    return int(row.armour - telling.number("new"))


def attack(telling: Telling) -> str:
    """An attack, with the armour that its dice must reach."""
    view = telling.view
    revived = False
    if "weapon" in telling.fields:
        weapon = telling.number("weapon")
        row = text.weapon_row(view.tables, view.record, telling.number("seat") - 1, weapon)
        revived = weapon >= LIMITS.weapons
    else:
        row = row_of(telling, "astrali")
    brief = attack_brief(view, row, revived)
    if "armour" not in telling.fields or not rolls_dice(row):
        return brief
    return telling.say("against-armour", attack=brief, armour=telling.fields["armour"])


def covered(telling: Telling, kind: int) -> str:
    """The weapon that a found one covers."""
    view = telling.view
    weapon = telling.number("weapon")
    if kind >= 0:
        return telling.say("found-weapon", name=name_of(view.tables.object, kind), number=weapon + 1)
    character = view.state.character[telling.number("seat") - 1]
    return str(view.tables.character[character].weapons[weapon].name)


def place(telling: Telling, slot: int) -> str:
    """A weapon or the assist of a crew member."""
    member = telling.number("seat") - 1
    if slot == Slot.ASSIST:
        return str(telling.view.tables.character[telling.view.state.character[member]].assist.name)
    return text.weapon_name(telling.view, member, slot)


def found(telling: Telling) -> str:
    """What was found."""
    number = telling.number("card")
    if not number:
        return telling.say("found-none")
    row = row_of_card(telling)
    is_object = number >= CARD.object
    words = object_words(telling.view, row) if is_object else card_effect(telling.view, row)
    return telling.say("found-object" if is_object else "found-event", name=row.name, cost=row.cost, words=words)


def built(telling: Telling, number: int) -> str:
    """A card that was added to a deck."""
    group, kind = within(GROUPS, number)
    return name_of(getattr(telling.view.tables, group), kind)


FIELDS = {
    "choice": choice,
    "built": built,
    "card": card,
    "event": lambda telling, _: row_of(telling, "event").name,
    "astrali": lambda telling, _: row_of(telling, "astrali").name,
    "object": lambda telling, kind: name_of(telling.view.tables.object, kind),
    "covered": covered,
    "place": place,
    "weapon": lambda telling, weapon: text.weapon_name(telling.view, telling.number("seat") - 1, weapon),
    "tired": lambda telling, orientation: text.tiredness(telling.view, orientation),
    "dice": lambda telling, dice: telling.view.several(map(str, dice)),
    "trait": lambda telling, trait: telling.say(f"trait-{TRAITS[trait - 1]}"),
}
DERIVED = {
    "chooser": lambda telling: telling.view.names[seat] if (seat := telling.number("seat")) else telling.name(0),
    "chooser-is": lambda telling: "you" if telling.number("seat") == telling.view.addressed else "other",
    "chose": lambda telling: "boss" if telling.number("choice") >= BASE.boss else "character",
    "use": use,
    "effect-of-card": lambda telling: card_effect(telling.view, row_of_card(telling)),
    "effect-of-event": lambda telling: card_effect(telling.view, row_of(telling, "event")),
    "cost-of-card": lambda telling: getattr(row_of_card(telling), "cost", 0),
    "cost-of-event": lambda telling: row_of(telling, "event").cost,
    "cost-of-astrali": lambda telling: row_of(telling, "astrali").cost,
    "strike-cost": lambda _: STRIKE_COST,
    "striker": lambda telling: astrali_at(telling, telling.number("slot")),
    "whom": whom,
    "whom-is": lambda telling: "you" if telling.number("code") + 1 == telling.view.addressed else "other",
    "self-is": lambda telling: "self" if telling.number("code") + 1 == telling.number("seat") else "other",
    "attack": attack,
    "limit": limit,
    "left": lambda telling: max(limit(telling) - telling.number("damage"), 0),
    "armour-now": armour,
    "amount": lambda telling: abs(telling.number("new") - telling.number("old")),
    "way": lambda telling: "more" if telling.number("new") > telling.number("old") else "less",
    "gain": lambda telling: abs(telling.number("change")),
    "gained": lambda telling: "more" if telling.number("change") > 0 else "less",
    "cap": lambda telling: telling.view.tables.constants.final_cost,
    "own": lambda telling: int(telling.number("seat") == telling.number("to")),
    "found": found,
}
