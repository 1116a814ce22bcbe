"""Explanations of the cards, terms and actions of Medianokte."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte import numbers as nm
from medianoche.envs.medianokte.pack import MedianoktePack
from medianoche.envs.medianokte.packs.cards import Astrali, Boss, Card, Character, Event, Positive
from medianoche.envs.medianokte.packs.words import attack_words, card_effect, object_words, option_words
from medianoche.envs.medianokte.state import ACTIONS, CARDS, GROUPS, LIMITS, PLACES, Slot, Test, within
from medianoche.envs.medianokte.words import text
from medianoche.envs.medianokte.words.odds import odds_brief, odds_words

TERMS = (
    *("energy", "action-card", "army", "void", "discard", "hand", "exploration", "ready", "tapped", "exhausted"),
    *("counter", "bleeding", "poison", "euphoria", "armour", "life", "strength", "dexterity", "will", "melee"),
    *("distance", "area", "basic", "revived", "end-turn", "summon", "event", "strike", "explore", "attack", "assist"),
    *("final", "use", "give", "take", "discard-found", "resolve", "stack", "target", "tire", "option", "revive"),
    *("summon-free", "lose", "enemy-deck", "special", "magic", "test"),
)
"""Terms of the rules that the glossary explains."""
ALONE = 2
"""Seats of a game with one crew member, who may be struck once in every turn (R9)."""


def rule_values(tables: MedianoktePack) -> dict[str, Any]:
    """Numbers of the rules, by the names that messages use."""
    told = tables.constants
    boss = {"boss": told.boss_life, "each": told.boss_life_per_crew}
    return {"hand": told.hand_size, "final": told.final_cost, **boss}


def glossary(view: View) -> dict[str, str]:
    """Explanations of all cards of the pack and all terms, by name."""
    pack: MedianoktePack = view.tables
    faces = ", ".join(map(str, pack.constants.magic_die))
    values = {**view.options, "faces": faces, "who": Test(view.state.test_mode).name.lower()}
    values["repeat"] = "turn" if len(view.seats) == ALONE else values["repeat"]
    values |= {name.lower().replace("_", "-"): value for name, value in vars(nm).items() if name.isupper()}
    values["more"] = pack.constants.life_bonus[view.state.num_players - 2]
    entries = {view.say(f"name-{term}"): view.say(f"about-{term}", **values) for term in TERMS}

    def add(name: str, kind: str, words: str, **others: Any) -> None:
        _add(entries, name, view.say(f"about-a-{kind}", words=words, **others), view.say(f"kind-{kind}"))

    for character in pack.character:
        add(character.name, "character", character_words(view, character))
        for weapon in character.weapons:
            add(weapon.name, "weapon", attack_words(view, weapon), owner=character.name)
        assist = character.assist
        final = character.final
        words = f"{card_effect(view, assist)}; {view.say(f'does-{assist.tire}')}"
        add(assist.name, "assist", words, owner=character.name)
        cost = view.say("counters", count=pack.constants.final_cost)
        add(final.name, "final", card_effect(view, final), owner=character.name, cost=cost)
    for boss in pack.boss:
        add(boss.name, "boss", boss_words(view, boss))
        for card in boss.actions:
            add(card.name, "action", card_effect(view, card), owner=boss.name)
    for astrali in pack.astrali:
        add(astrali.name, "astrali", astrali_words(view, astrali))
    events: list[Event | Positive] = [*pack.event, *pack.positive]
    for event in events:
        add(event.name, "event", card_effect(view, event), cost=event.cost)
    for thing in pack.object:
        add(thing.name, "object", object_words(view, thing), cost=thing.cost)
    return entries


def about(view: View, term: str) -> str:
    """The explanation of a term without values."""
    return view.say(f"about-{term}")


def _add(entries: dict[str, str], name: str, words: str, kind: str) -> None:
    """Add an explanation; if the name is taken, ignoring case, under a name with `kind` and a number."""
    known = {entry.casefold() for entry in entries}
    names = [name, f"{name} ({kind})", *(f"{name} ({kind} {n})" for n in range(2, len(known)))]
    entries[next(candidate for candidate in names if candidate.casefold() not in known)] = words


def _traits(view: View, row: Any) -> str:
    values = {name: getattr(row, name) for name in ("armour", "strength", "dexterity", "will")}
    return view.say("traits", **values)


def character_words(view: View, row: Character) -> str:
    """Values and cards of a character."""
    cards = ", ".join([*(weapon.name for weapon in row.weapons), row.assist.name, row.final.name])
    return view.say("character-words", life=row.life, traits=_traits(view, row), cards=cards)


def boss_words(view: View, row: Boss) -> str:
    """Values and cards of a boss."""
    return view.say("boss-words", traits=_traits(view, row), cards=", ".join(card.name for card in row.actions))


def astrali_words(view: View, row: Astrali) -> str:
    """Values and attack of an astrali."""
    values = {"cost": row.cost, "life": row.life, "traits": _traits(view, row), "attack": attack_words(view, row)}
    return view.say("astrali-words", **values)


def card_words(view: View, number: int) -> str:
    """The effect of the card with a card number; empty for 0."""
    group, n = within(CARDS, number)
    if group == "character":
        slot = n % CARDS.per.character
        character = view.tables.character[n // CARDS.per.character]
        if slot < LIMITS.weapons:
            return attack_words(view, character.weapons[slot])
        other: Card = character.assist if slot == Slot.ASSIST else character.final
        return card_effect(view, other)
    if group == "boss":
        return card_effect(view, view.tables.boss[n // LIMITS.action_cards].actions[n % LIMITS.action_cards])
    return kind_words(view, group, n)


def kind_words(view: View, group: str, kind: int) -> str:
    """The explanation of row `kind` of a table; empty if there is no such row."""
    rows = getattr(view.tables, group, ())
    if not 0 <= kind < len(rows):
        return ""
    row = rows[kind]
    if group in ("character", "boss", "astrali"):
        words: Any = {"character": character_words, "boss": boss_words, "astrali": astrali_words}
        return view.say(f"about-a-{group}", words=words[group](view, row))
    does = object_words(view, row) if group == "object" else card_effect(view, row)
    return view.say("about-a-object" if group == "object" else "about-a-event", words=does, cost=row.cost)


# ---- actions

KINDS = {"summon": "astrali", "event": "event", "use": "object", "revive": "astrali", "summon_free": "astrali"}
DRAWN = {"take": "take", "discard": "discard-found", "resolve": "resolve", "stack": "stack"}


def effect(view: View, action: int) -> list[str]:
    """Consequences of an action, for the seat that is asked: first the odds of its dice, then what its card says."""
    return [*odds_words(view, action), *_card_of(view, action)]


def brief(view: View, action: int) -> str:
    """The odds of an action in a few letters, for its row in a list."""
    return odds_brief(view, action)


def _card_of(view: View, action: int) -> list[str]:
    """What the card of an action says."""
    pack = view.tables
    state = view.state
    member = state.to_move - 1  # -1: the Enemy
    act, n = within(ACTIONS, action)
    if act in KINDS:
        return _known(kind_words(view, KINDS[act], n))
    if act in ("character", "boss"):
        return _known(kind_words(view, act, n))
    if act == "build":
        return _known(kind_words(view, *within(GROUPS, n)))
    if act == "give" or (act == "lose" and n < LIMITS.objects):
        return _known(kind_words(view, "object", n // LIMITS.members if act == "give" else n))
    if act in ("card", "pick") and state.boss >= 0:
        return [card_effect(view, pack.boss[state.boss].actions[n])]
    if act == "strike":
        kind = state.army_kind[n // LIMITS.members]
        return (
            [view.say("strike-costs", cost=nm.STRIKE_COST, attack=attack_words(view, pack.astrali[kind]))]
            if kind >= 0
            else []
        )
    if act in ("take", "discard", "resolve", "target", "stack") and state.card:
        return _known(card_words(view, state.card)) + _known(about(view, DRAWN[act]) if act in DRAWN else "")
    if act == "option" and state.card:
        return _known(option_words(view, state.card, n))
    if act in ("attack", "assist", "final", "give_weapon") and member >= 0 and state.character[member] >= 0:
        return _of_member(view, member, act, n)
    if act == "tire" and (owner := text.tiring_member(view)) >= 0:
        return [
            f"{text.own_card_name(view, owner, slot)}: {_slot_words(view, owner, slot)}"
            for slot in text.tiring_slots(n)
        ]
    if act == "explore" and member >= 0:
        tired = [*state.orient[member], *state.extra_orient[member]]
        return [view.say("can-rest", count=sum(map(bool, tired)))]
    return [about(view, "end-turn")] if act == "end_turn" else []


def _known(words: str) -> list[str]:
    return [words] if words else []


def _of_member(view: View, member: int, act: str, n: int) -> list[str]:
    """The effect of a crew member's weapon, assist or final action."""
    pack = view.tables
    state = view.state
    character = pack.character[state.character[member]]
    if act == "assist":
        return [f"{card_effect(view, character.assist)}; {view.say(f'does-{character.assist.tire}')}"]
    if act == "final":
        cost = view.say("counters", count=pack.constants.final_cost)
        return [f"{cost}: {card_effect(view, character.final)}"]
    weapon = n // (PLACES.size if act == "attack" else LIMITS.members)
    if weapon >= LIMITS.weapons:
        kind = state.extra_kind[member][weapon - LIMITS.weapons]
        return [attack_words(view, pack.astrali[kind], revived=True)] if kind >= 0 else []
    return [_slot_words(view, member, weapon)]


def _slot_words(view: View, member: int, slot: int) -> str:
    """What a crew member's weapon or assist does."""
    pack = view.tables
    character = pack.character[view.state.character[member]]
    if slot == Slot.ASSIST:
        return card_effect(view, character.assist)
    kind = view.state.found[member][slot]
    return attack_words(view, pack.object[kind] if kind >= 0 else character.weapons[slot])


def standing_of(view: View, seat: int) -> str:
    """The life of a crew member or of the boss, "9/10"."""
    state = view.state
    if not seat:
        limit = text.boss_life(view.tables, view.record)
        return f"{max(limit - state.boss_damage, 0)}/{limit}" if state.boss >= 0 else ""
    if state.character[seat - 1] < 0:
        return ""
    left, limit = text.values_of(view.tables, view.record, seat - 1)[:2]
    return f"{max(left, 0)}/{limit}"


def outcome(view: View) -> str:
    """Why the game ended: who fell, and what the other side had left."""
    state = view.state
    lives = [standing_of(view, seat) for seat in view.seats]
    fallen = [seat for seat in view.seats if seat and lives[seat].startswith("0/")]
    if state.winner == 0 and fallen:
        return view.say("outcome-fell", name=text.seat_title(view, fallen[0]), life=lives[0])
    return view.say(
        f"outcome-{state.winner}",
        lives=", ".join(f"{text.seat_title(view, s)} {lives[s]}" for s in view.seats if s),
        life=lives[0],
    )
