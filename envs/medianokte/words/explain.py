"""Explanations of the cards, terms and actions of Medianokte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte import numbers as nm
from medianoche.envs.medianokte.packs.words import (
    attack_words,
    branch_words,
    counted,
    effect_words,
    object_words,
    within,
)
from medianoche.envs.medianokte.state import ACTIONS, CARDS, GROUPS, LIMITS, PLACES, Slot, Test

if TYPE_CHECKING:
    from medianoche.envs.medianokte.pack import MedianoktePack
    from medianoche.envs.medianokte.packs.cards import Astrali, Boss, Card, Character, Event, Positive

TIRES = {"tap": "taps", "exhaust": "exhausts"}


CONCEPTS = {
    "energy": "the Enemy's reserve; it pays for astralis, events and strikes, and grows when the crew rests or finds",
    "army": "the astralis in play, from the left in order of entry; while one is ready, melee must be at ready ones",
    "void": "where fallen astralis lie; some cards revive them as weapons of the crew",
    "discard": "events that were played; when the Enemy's deck is empty it becomes the deck, and the crew then "
    "knows his hand",
    "hand": "the Enemy's cards; hidden from the crew but for those it knows for certain",
    "ready": "a card that can be used",
    "tapped": "a tired card: it needs one step of rest to be ready",
    "exhausted": "a very tired card: it needs two steps of rest to be ready",
    "poison": "each is one armour less",
    "euphoria": "one die more in each basic attack",
    "life": "damage that one can take; the game ends when a crew member or the boss has none left",
    "strength": "a characteristic, for tests and against special attacks",
    "dexterity": "a characteristic, for tests and against special attacks",
    "will": "a characteristic, for tests and against special attacks",
    "melee": "a range: only ready astralis can be attacked while there is one",
    "distance": "a range: any astrali or the boss",
    "area": "a range: every astrali and the boss, with the same dice",
    "revived astrali": "an extra weapon of a crew member, for distance; it taps and rests, and cannot be given or lost",
    "end the turn": "nothing more is done; bleeding is rolled for",
    "summon": "an astrali enters the army from the hand, ready, for its cost",
    "explore": "all own cards rest one step, for 1 energy to the Enemy each, then a card is drawn; ends the turn",
    "attack": "with a ready weapon, at a foe that its range allows; ends the turn",
    "assist": "a third card of a character: used instead of attacking; ends the turn",
    "final action": "a character's strongest card; it takes counters and never tires; ends the turn",
    "use": "a single-use object takes effect and leaves the game; the turn goes on",
    "give": "an object or found weapon goes to another crew member; the turn goes on",
    "take": "a found object is kept or given; its cost goes to the Enemy as energy",
    "discard what was found": "it leaves the game, for free",
    "resolve": "a found event takes effect on its finder; its cost goes to the Enemy as energy",
    "stack": "a found weapon covers one of the two weapons; one that lay there leaves the game",
    "target": "the crew member or foe on which a card takes effect",
    "tire": "its owner's foe chooses which cards are tapped or exhausted",
    "option": "one of two effects of a card",
    "revive": "a fallen astrali becomes an extra weapon",
    "summon for free": "an astrali enters the army without its cost",
    "lose": "an object or found weapon leaves the game",
}


def concepts() -> dict[str, str]:
    """Explanations of terms and actions, by name."""
    return CONCEPTS | {
        "action card": f"one of {nm.ACTION_CARDS} of the boss, instead of buying anything: it takes effect, then "
        "the Enemy draws up to his hand size and his astralis rest one step; action cards rest when none of "
        "them is ready",
        "Enemy's deck": f"{nm.ENEMY_DECK} cards, {nm.ENEMY_ASTRALIS} of them astralis, the others events",
        "exploration deck": f"{nm.CREW_DECK} cards of each crew member, {nm.CREW_OBJECTS} of them objects, the "
        "others positive events; what it holds is public, its order is not",
        "counter": "lies on a final action; a crew member whose card or attack brings an astrali down gets "
        f"{nm.KILL_COUNTERS}",
        "bleeding": f"at the end of the owner's turn a die with {nm.BLEEDING_DIE} faces is rolled: 1 to "
        f"{nm.BLEEDS_UP_TO} is {nm.BLEEDING_DAMAGE} damage, {nm.BLEEDING_DIE} ends the bleeding",
        "armour": f"a die with {nm.DIE} faces must reach it to be a damage; objects add to it, poison takes from it",
        "basic attack": f"dice with {nm.DIE} faces; each that reaches the armour is one damage",
        "event": "a negative event of the Enemy's hand takes effect for its cost and is discarded; at most "
        f"{nm.EVENTS_A_TURN} a turn",
        "strike": f"a ready astrali attacks a crew member for {nm.STRIKE_COST} energy and taps; never the same "
        "crew member twice in a row",
    }


def rule_values(tables: MedianoktePack) -> dict[str, Any]:
    """Numbers of the rules, by the names that messages use."""
    told = tables.constants
    boss = {"boss": told.boss_life, "each": told.boss_life_per_crew}
    return {"hand": told.hand_size, "final": told.final_cost, **boss}


def glossary(view: View) -> dict[str, str]:
    """Explanations of all cards of the pack and all terms, by name."""
    pack: MedianoktePack = view.tables
    under = "or exactly" if view.state.ties else "not exactly"
    whose = {
        "target": "above the characteristic of the target",
        "attacker": "above the attacker's own characteristic",
        "attacker_under": f"under the attacker's own characteristic ({under})",
    }
    reach, faces = whose[Test(view.state.test_mode).name.lower()], ", ".join(map(str, pack.constants.magic_die))
    found = concepts() | {
        "special attack": f"one die with {nm.DIE} faces {reach}: the effect of the card follows",
        "magic die": f"a die with the faces {faces}: so much damage, whatever the armour",
        "test": f"one rolls a die with {nm.DIE} faces under a characteristic ({under}), or the effect follows",
    }
    for character in pack.character:
        _add(found, character.name, character_words(character), "character")
        for weapon in character.weapons:
            _add(found, weapon.name, f"weapon of {character.name}: {attack_words(weapon)}", "weapon")
        words = effect_words(character.assist.header, character.assist.effect)
        _add(found, character.assist.name, f"assist of {character.name}: {words}; {character.assist.tire}s", "assist")
        words = effect_words(character.final.header, character.final.effect)
        cost = counted(pack.constants.final_cost, "counter")
        _add(found, character.final.name, f"final action of {character.name}, for {cost}: {words}", "final action")
    for boss in pack.boss:
        _add(found, boss.name, boss_words(boss), "boss")
        for card in boss.actions:
            words = f"action card of {boss.name}: {effect_words(card.header, card.effect)}"
            _add(found, card.name, words, "action card")
    for astrali in pack.astrali:
        _add(found, astrali.name, astrali_words(astrali), "astrali")
    events: list[Event | Positive] = [*pack.event, *pack.positive]
    for event in events:
        _add(found, event.name, event_words(event), "event")
    for thing in pack.object:
        _add(found, thing.name, f"{object_words(thing)}; cost {thing.cost}", "object")
    return found


def _add(found: dict[str, str], name: str, words: str, kind: str) -> None:
    """Add an explanation; if the name is taken, ignoring case, under a name with `kind` and a number."""
    known = {each.casefold() for each in found}
    names = [name, f"{name} ({kind})", *(f"{name} ({kind} {n})" for n in range(2, len(known)))]
    found[next(each for each in names if each.casefold() not in known)] = words


def _traits(row: Any) -> str:
    return f"armour {row.armour}, strength {row.strength}, dexterity {row.dexterity}, will {row.will}"


def character_words(row: Character) -> str:
    """Values and cards of a character."""
    cards = ", ".join([*(weapon.name for weapon in row.weapons), row.assist.name, row.final.name])
    return f"character: life {row.life}, {_traits(row)}; cards: {cards}"


def boss_words(row: Boss) -> str:
    """Values and cards of a boss."""
    return f"boss: {_traits(row)}; action cards: {', '.join(card.name for card in row.actions)}"


def astrali_words(row: Astrali) -> str:
    """Values and attack of an astrali."""
    return f"astrali: cost {row.cost}, life {row.life}, {_traits(row)}; attack: {attack_words(row)}"


def event_words(row: Event | Positive) -> str:
    """Cost and effect of an event of either side."""
    return f"event: cost {row.cost}, {effect_words(row.header, row.effect)}"


def card_words(pack: MedianoktePack, number: int) -> str:
    """The effect of the card with a card number; empty for 0."""
    group, n = within(CARDS, number)
    if group == "character":
        character, slot = pack.character[n // CARDS.per.character], n % CARDS.per.character
        if slot < LIMITS.weapons:
            return attack_words(character.weapons[slot])
        other: Card = character.assist if slot == Slot.ASSIST else character.final
        return effect_words(other.header, other.effect)
    if group == "boss":
        card = pack.boss[n // LIMITS.action_cards].actions[n % LIMITS.action_cards]
        return effect_words(card.header, card.effect)
    return kind_words(pack, group, n)


def kind_words(pack: MedianoktePack, group: str, kind: int) -> str:
    """The explanation of row `kind` of a table; empty if there is no such row."""
    rows = getattr(pack, group, ())
    if not 0 <= kind < len(rows):
        return ""
    row = rows[kind]
    if group == "object":
        return f"{object_words(row)}; cost {row.cost}"
    words: Any = {"character": character_words, "boss": boss_words, "astrali": astrali_words}
    return str(words.get(group, event_words)(row))


# ---- actions

KINDS = {"summon": "astrali", "event": "event", "use": "object", "revive": "astrali", "summon_free": "astrali"}
DRAWN = {"take": "take", "discard": "discard what was found", "resolve": "resolve", "stack": "stack"}


def effect(view: View, action: int) -> list[str]:
    """Consequences of an action, for the seat that is asked."""
    pack, state = view.tables, view.state
    member = state.to_move - 1  # -1: the Enemy
    act, n = within(ACTIONS, action)
    if act in KINDS:
        return _known(kind_words(pack, KINDS[act], n))
    if act in ("character", "boss"):
        return _known(kind_words(pack, act, n))
    if act == "build":
        return _known(kind_words(pack, *within(GROUPS, n)))
    if act == "give" or (act == "lose" and n < LIMITS.objects):
        return _known(kind_words(pack, "object", n // LIMITS.members if act == "give" else n))
    if act in ("card", "pick") and state.boss >= 0:
        card = pack.boss[state.boss].actions[n]
        return [effect_words(card.header, card.effect)]
    if act == "strike":
        kind = state.army_kind[n // LIMITS.members]
        return [f"{nm.STRIKE_COST} energy, and it taps: {attack_words(pack.astrali[kind])}"] if kind >= 0 else []
    if act in ("take", "discard", "resolve", "target", "stack") and state.card:
        return _known(card_words(pack, state.card)) + _known(concepts()[DRAWN[act]] if act in DRAWN else "")
    if act == "option" and state.card:
        return _branch(pack, state.card, n)
    if act in ("attack", "assist", "final", "give_weapon") and member >= 0 and state.character[member] >= 0:
        return _of_member(pack, state, member, act, n)
    if act == "explore" and member >= 0:
        tired = [*state.orient[member], *state.extra_orient[member]]
        return [f"{counted(sum(map(bool, tired)), 'card')} can rest: 1 energy to the Enemy for each, less discounts"]
    return [concepts()["end the turn"]] if act == "end_turn" else []


def _known(words: str) -> list[str]:
    return [words] if words else []


def _branch(pack: MedianoktePack, number: int, second: int) -> list[str]:
    group, n = within(CARDS, number)
    if group == "character":
        character, slot = pack.character[n // CARDS.per.character], n % CARDS.per.character
        card: Any = (*character.weapons, character.assist, character.final)[slot]
    elif group == "boss":
        card = pack.boss[n // LIMITS.action_cards].actions[n % LIMITS.action_cards]
    else:
        rows = getattr(pack, group, ())
        card = rows[n] if n < len(rows) else None
    return _known(branch_words(getattr(card, "effect", None), bool(second)))


def _of_member(pack: MedianoktePack, state: Any, member: int, act: str, n: int) -> list[str]:
    """The effect of a crew member's weapon, assist or final action."""
    character = pack.character[state.character[member]]
    if act == "assist":
        words = effect_words(character.assist.header, character.assist.effect)
        return [f"{words}; it {TIRES[character.assist.tire]}"]
    if act == "final":
        return [
            f"{counted(pack.constants.final_cost, 'counter')}: "
            + effect_words(character.final.header, character.final.effect)
        ]
    weapon = n // (PLACES.size if act == "attack" else LIMITS.members)
    if weapon >= LIMITS.weapons:
        kind = state.extra_kind[member][weapon - LIMITS.weapons]
        return [attack_words(pack.astrali[kind], revived=True)] if kind >= 0 else []
    kind = state.found[member][weapon]
    return [attack_words(pack.object[kind] if kind >= 0 else character.weapons[weapon])]
