"""Names of everything, and each action in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medianoche.envs.core.game import State
from medianoche.envs.medianokte.state import (
    ACTION_CARDS,
    AREA_AT,
    ARMY,
    ASTRALI_CARD,
    BOSS,
    BOSS_CARD,
    BUILD_EVENT,
    BUILD_OBJECT,
    BUILD_POSITIVE,
    CARDS,
    CHARACTER_CARD,
    CREW,
    DISTANCE_AT,
    EVENT_CARD,
    FOE,
    NUM_ACTIONS,
    OBJECT_CARD,
    OBJECTS,
    PLACES,
    POSITIVE_CARD,
    Act,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.envs.medianokte.pack import MedianoktePack

SLOTS = ("weapon 1", "weapon 2", "assist")


def name_of(rows: Sequence[object], kind: int) -> str:
    """The name in a row of a table, or its number where there is no such row."""
    return str(getattr(rows[kind], "name")) if 0 <= kind < len(rows) else f"kind {kind}"  # noqa: B009 - any table


def crew_name(pack: MedianoktePack, state: State, member: int) -> str:
    """A crew member: the character, or the seat before one is chosen."""
    return name_of(pack.character, int(state.character[member])) if state.character[member] >= 0 else f"crew {member}"


def boss_name(pack: MedianoktePack, state: State) -> str:
    """The boss."""
    return name_of(pack.boss, int(state.boss)) if state.boss >= 0 else "the boss"


def slot_name(pack: MedianoktePack, state: State, slot: int) -> str:
    """An astrali of the army, with its slot: there may be several of a kind."""
    kind = int(state.army_kind[slot]) if slot < state.army_size else -1
    return f"{name_of(pack.astrali, kind)} (slot {slot})"


def foe_name(pack: MedianoktePack, state: State, place: int) -> str:
    """A slot of the army, or at place 20 the boss."""
    return boss_name(pack, state) if place == ARMY else slot_name(pack, state, place)


def weapon_name(pack: MedianoktePack, state: State, member: int, weapon: int) -> str:
    """A weapon as it lies: basic, found or a revived astrali."""
    if weapon >= 2:
        return f"revived {name_of(pack.astrali, int(state.extra_kind[member, weapon - 2]))} (place {weapon - 2})"
    if state.found[member, weapon] >= 0:
        return f"{name_of(pack.object, int(state.found[member, weapon]))} (weapon {weapon + 1})"
    character = int(state.character[member])
    return pack.character[character].weapons[weapon].name if character >= 0 else SLOTS[weapon]


def card_name(pack: MedianoktePack, number: int) -> str:
    """The card of a card number; empty for 0."""
    if number == 0:
        return ""
    if number < BOSS_CARD:
        k, i = divmod(number - CHARACTER_CARD, 4)
        character = pack.character[k]
        return (*(weapon.name for weapon in character.weapons), character.assist.name, character.final.name)[i]
    if number < ASTRALI_CARD:
        k, i = divmod(number - BOSS_CARD, ACTION_CARDS)
        return pack.boss[k].actions[i].name
    groups = (
        (ASTRALI_CARD, pack.astrali),
        (EVENT_CARD, pack.event),
        (POSITIVE_CARD, pack.positive),
        (OBJECT_CARD, pack.object),
    )
    first, rows = max((group for group in groups if group[0] <= number < CARDS), key=lambda group: group[0])
    return name_of(rows, number - first)


def mate_name(pack: MedianoktePack, state: State, relative: int) -> str:
    """A crew member counted from the one to move."""
    crew, member = int(state.num_players) - 1, max(int(state.to_move) - 1, 0)
    return crew_name(pack, state, (member + relative) % crew)


def describe(pack: MedianoktePack, state: State, action: int) -> str:
    """An action in words."""
    if not 0 <= action < NUM_ACTIONS:
        return f"action {action}"
    act = max(act for act in Act if act <= action)
    n = action - act
    if act in TABLES:
        sentence, table = TABLES[act]
        return sentence.format(name_of(getattr(pack, table), n))
    if act in ON_CARD:
        return ON_CARD[act][n].format(card_name(pack, int(state.card)))
    if act in ACTION_CARDS_OF_BOSS:
        return ACTION_CARDS_OF_BOSS[act].format(_action_card(pack, state, n))
    if act == Act.TIRE:
        return "tire " + " and ".join(slot for i, slot in enumerate(SLOTS) if n >> i & 1)
    return DESCRIPTIONS[act](pack, state, n) if act in DESCRIPTIONS else PLAIN[act]


def _attack(pack: MedianoktePack, state: State, n: int) -> str:
    weapon, place = divmod(n, PLACES)
    name = weapon_name(pack, state, max(int(state.to_move) - 1, 0), weapon)
    if place == AREA_AT:
        return f"attack every foe with {name}"
    if place < DISTANCE_AT:
        return f"attack {foe_name(pack, state, place)} in melee with {name}"
    return f"attack {foe_name(pack, state, place - DISTANCE_AT)} from a distance with {name}"


def _strike(pack: MedianoktePack, state: State, n: int) -> str:
    return f"strike {crew_name(pack, state, n % CREW)} with {slot_name(pack, state, n // CREW)}"


def _give(pack: MedianoktePack, state: State, n: int) -> str:
    return f"give {name_of(pack.object, n // CREW)} to {mate_name(pack, state, n % CREW)}"


def _give_weapon(pack: MedianoktePack, state: State, n: int) -> str:
    weapon = weapon_name(pack, state, max(int(state.to_move) - 1, 0), n // CREW)
    return f"give {weapon} to {mate_name(pack, state, n % CREW)}"


def _take(pack: MedianoktePack, state: State, n: int) -> str:
    name = card_name(pack, int(state.card))
    return f"give {name} to {mate_name(pack, state, n)}" if n else f"keep {name}"


def _target(pack: MedianoktePack, state: State, n: int) -> str:
    if n == BOSS:
        return f"choose {boss_name(pack, state)}"
    if n >= FOE:
        return f"choose {slot_name(pack, state, n - FOE)}"
    return f"choose {mate_name(pack, state, n) if state.to_move > 0 else crew_name(pack, state, n)}"


def _action_card(pack: MedianoktePack, state: State, n: int) -> str:
    return pack.boss[int(state.boss)].actions[n].name if state.boss >= 0 else f"action card {n}"


def _stack(pack: MedianoktePack, state: State, n: int) -> str:
    return f"lay {card_name(pack, int(state.card))} over {weapon_name(pack, state, max(int(state.receiver), 0), n)}"


def _lose(pack: MedianoktePack, state: State, n: int) -> str:
    if n < OBJECTS:
        return f"remove {name_of(pack.object, n)}"
    return f"remove {weapon_name(pack, state, max(int(state.target), 0), n - OBJECTS)}"


def _build(pack: MedianoktePack, _: State, n: int) -> str:
    groups = (
        (0, pack.astrali),
        (BUILD_EVENT, pack.event),
        (BUILD_OBJECT, pack.object),
        (BUILD_POSITIVE, pack.positive),
    )
    first, rows = max((group for group in groups if group[0] <= n), key=lambda group: group[0])
    return f"add {name_of(rows, n - first)} to the deck"


PLAIN = {
    Act.PASS: "end the turn",
    Act.EXPLORE: "explore",
    Act.ASSIST: "use the assist",
    Act.FINAL: "use the final action",
    Act.DECLINE: "summon nobody",
}
TABLES = {
    Act.SUMMON: ("summon {}", "astrali"),
    Act.EVENT: ("play event {}", "event"),
    Act.USE: ("use {}", "object"),
    Act.REVIVE: ("revive {}", "astrali"),
    Act.SUMMON_FREE: ("summon {} for free", "astrali"),
    Act.CHARACTER: ("play {}", "character"),
    Act.BOSS: ("play {}", "boss"),
}
ON_CARD = {
    Act.DISCARD: ("discard {}",),
    Act.RESOLVE: ("resolve {}",),
    Act.OPTION: ("the first effect of {}", "the second effect of {}"),
}
ACTION_CARDS_OF_BOSS = {Act.CARD: "play action card {}", Act.PICK: "tire action card {}"}
DESCRIPTIONS = {
    Act.STRIKE: _strike,
    Act.ATTACK: _attack,
    Act.GIVE: _give,
    Act.GIVE_WEAPON: _give_weapon,
    Act.TAKE: _take,
    Act.STACK: _stack,
    Act.TARGET: _target,
    Act.LOSE: _lose,
    Act.BUILD: _build,
}
