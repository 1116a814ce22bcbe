"""Data of Medianokte: Exploración: the record of one game, its phases, cards, actions and observation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Unpack

import numpy as np

from medianoche.envs.core.content.fields import (
    Details,
    Number,
    Numbers,
    Record,
    dtype_of,
    index,
    indices,
    member_of,
    phase_of,
)
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.content.pack import numbered
from medianoche.envs.medianokte.numbers import (
    ACTION_CARDS,
    CREW_DECK,
    CREW_OBJECTS,
    DIE,
    ENEMY_ASTRALIS,
    ENEMY_DECK,
    EVENTS_A_TURN,
)


class Limits(NamedTuple):
    """Sizes of the record's arrays, and other upper bounds."""

    members: int = 5  # of the crew (tripulación): seat 1 + c is crew member c; seat 0 is the Enemy (Jugador Enemigo)
    seats: int = 6
    army: int = 20  # slots of the Enemy's army
    extra: int = 4  # revived astralis of a crew member
    characters: int = 8  # kinds in a pack, of each group
    bosses: int = 4
    astralis: int = 24
    events: int = 16  # negative ones
    positives: int = 16  # positive events
    objects: int = 32
    action_cards: int = ACTION_CARDS
    slots: int = 3  # cards of a crew member that have an orientation: weapons, then the assist
    weapons: int = 2
    ranges: int = 3
    traits: int = 3  # characteristics
    steps: int = 6  # instructions of a program
    poison: int = 99


LIMITS = Limits()


class Phase(IntEnum):
    """What the player to move is asked; phases after END are steps that `settle` takes without asking."""

    CHOOSE = 0  # a boss, a character
    BUILD = 1  # a card of the own deck
    ENEMY = 2  # the Enemy's turn
    CREW = 3  # a crew member's turn
    DRAWN = 4  # what to do with the card drawn by exploring
    STACK = 5  # which basic weapon a found weapon covers
    TARGET = 6  # which target a card has
    TIRE = 7  # which cards of a crew member tire
    CARD = 8  # which action card of the boss tires
    OPTION = 9  # which of two effects
    REVIVE = 10  # which astrali comes back as a weapon
    SUMMON = 11  # which astrali enters for free
    LOSE = 12  # which object a crew member loses
    END = 13
    DECKS = 14  # the boss and all characters are known: make the decks
    DEAL = 15  # the decks are made: deal the first hand
    ENEMY_TURN = 16  # begin the Enemy's turn
    HEADER = 17  # a card is played: read its header and find its target
    PROGRAM = 18  # run its instructions
    NEXT = 19  # they are done for one target: go to the next target
    CARD_OVER = 20  # the card is done
    TURN_OVER = 21  # the turn is done


class Code(IntEnum):
    """Number of a target: 0-4 a crew member, FOE + slot an astrali of the army, BOSS, or -1 no target."""

    NOBODY = -1
    FOE = 5
    BOSS = 25


Orient = IntEnum("Orient", "READY TAPPED EXHAUSTED", start=0)
"""Orientation of a card: enderezada, girada, agotada."""

Slot = IntEnum("Slot", "WEAPON_1 WEAPON_2 ASSIST FINAL", start=0)
"""Cards of a character; all but FINAL have an orientation."""


class Attack(IntEnum):
    """Attack values: 1-8 are dice."""

    NONE = 0
    MAGIC = 9
    SPECIAL = 10


Weapon = IntEnum("Weapon", "MELEE DISTANCE AREA TIRES TRAIT", start=0)
"""Columns of a weapon: attack value for each range, orientation after an attack, characteristic of a special attack."""

Astrali = IntEnum("Astrali", "COST LIFE ARMOUR ATTACK STRENGTH DEXTERITY WILL TRAIT COPIES", start=0)
"""Columns of an astrali; TRAIT is the characteristic of its special attack."""

Stat = IntEnum("Stat", "LIFE ARMOUR STRENGTH DEXTERITY WILL MELEE DISTANCE DISCOUNT", start=0)
"""Columns of a character (the first five) and of the modifiers of an object; a boss has those from ARMOUR to WILL.

Programs and special attacks name characteristics 1 strength, 2 dexterity, 3 will.
"""

Type = IntEnum("Type", "WEAPON PERMANENT SINGLE_USE", start=0)
"""Types of objects."""

Op = IntEnum(
    "Op",
    "END DAMAGE HEAL BLEED POISON EUPHORIA TIRE REST ENERGY CHARGE DRAW DICE MAGIC TEST OPTION REVIVE SUMMON LOSE",
    start=0,
)
"""Instructions of a card's program."""

Step = IntEnum("Step", "OP WHO A B", start=0)
"""Columns of an instruction: operation, on which it acts (0 the target, 1 the source), two operands."""

Header = IntEnum("Header", "NONE SELF CREW MATE EACH_CREW FOE MELEE ASTRALI EACH_ASTRALI EACH_FOE BOSS", start=0)
"""Which targets a card has."""

Sweep = IntEnum("Sweep", "NONE EACH_CREW EACH_ASTRALI EACH_FOE", start=0)
"""The targets for which a program runs, one after the other."""

After = IntEnum("After", "CREW_GOES_ON TURN_ENDS ENEMY_GOES_ON ACTION_CARD_ENDS", start=0)
"""What follows when a card is done."""

Winner = IntEnum("Winner", "NONE ENEMY CREW NOBODY", start=-1)
"""Which side has won; NONE while the game goes on."""

Decks = IntEnum("Decks", "PRESET RANDOM BUILD", start=0)
"""Option `decks`."""

Casting = IntEnum("Casting", "RANDOM CHOOSE", start=0)
"""Option `characters`."""

Test = IntEnum("Test", "TARGET ATTACKER ATTACKER_UNDER", start=0)
"""Option `test` (R20)."""

Repeat = IntEnum("Repeat", "GAME TURN", start=0)
"""Option `repeat` (R9)."""

CARDS = Layout(
    Block("none", 1),
    Block("character", (LIMITS.characters, len(Slot))),
    Block("boss", (LIMITS.bosses, LIMITS.action_cards)),
    Block("astrali", LIMITS.astralis),
    Block("event", LIMITS.events),
    Block("positive", LIMITS.positives),
    Block("object", LIMITS.objects),
)
"""Card numbers."""
CARD = CARDS.at

GROUPS = Layout(
    Block("astrali", LIMITS.astralis),
    Block("event", LIMITS.events),
    Block("object", LIMITS.objects),
    Block("positive", LIMITS.positives),
)
"""Groups of the cards that decks are made of, and the numbers by which BUILD names these cards."""
GROUP = GROUPS.at
DECKS_BUILT = dict(zip(GROUPS.slices(), ("deck_astrali", "deck_event", "explore_object", "explore_event"), strict=True))
"""Field of the deck that has the cards of each group."""
ENEMY_GROUPS = 2
"""The Enemy's deck has cards of the first two groups, those of the crew of the others."""
STARTS = np.array([*GROUP, GROUPS.size])
"""Number of the first card of each group, then the number of all cards."""
FULL = np.array([ENEMY_ASTRALIS, ENEMY_DECK, CREW_OBJECTS, CREW_DECK])
SIZES = np.array([ENEMY_ASTRALIS, ENEMY_DECK - ENEMY_ASTRALIS, CREW_OBJECTS, CREW_DECK - CREW_OBJECTS])
"""Number of cards that a builder has picked when the group is full, and how many of these are of the group."""

PLACES = Layout(Block("melee", LIMITS.army + 1), Block("distance", LIMITS.army + 1), Block("area", 1))
"""Aims of an attack: for melee and distance an army slot or, after the last slot, the boss; for area all foes."""
PLACE = PLACES.at

ACTIONS = Layout(
    Block("end_turn", 1, "end the turn; ENEMY, CREW"),
    Block("card", LIMITS.action_cards, "action card; ENEMY, ready, nothing bought this turn (or `combined`)"),
    Block("summon", LIMITS.astralis, "summon this astrali; ENEMY, in hand, can be paid"),
    Block("event", LIMITS.events, f"event; ENEMY, in hand, can be paid, has a target, at most {EVENTS_A_TURN} a turn"),
    Block(
        "strike",
        (LIMITS.army, LIMITS.members),
        "strike with a slot at a crew member; ENEMY, ready, 1 energy, not struck last",
    ),
    Block("explore", 1, "explore; CREW"),
    Block(
        "attack",
        (LIMITS.weapons + LIMITS.extra, PLACES.size),
        (
            "attack with a weapon (0, 1; 2-5 revived astralis) at a place: 0-19 melee at a slot, 20 at the boss, 21-40 "
            "distance at a slot, 41 at the boss, 42 area; CREW, ready, has the range"
        ),
    ),
    Block("assist", 1, "assist; CREW, ready, has a target"),
    Block("final", 1, "final action; CREW, 3 counters, has a target"),
    Block("use", LIMITS.objects, "use an object; CREW, held, single-use, has a target"),
    Block(
        "give", (LIMITS.objects, LIMITS.members), "an object for a relative crew member; CREW, held, not needed to live"
    ),
    Block(
        "give_weapon", (LIMITS.weapons, LIMITS.members), "the found weapon of a slot for a relative crew member; CREW"
    ),
    Block("take", LIMITS.members, "the drawn object for a relative crew member; DRAWN"),
    Block("discard", 1, "discard what was drawn; DRAWN"),
    Block("resolve", 1, "resolve the drawn event; DRAWN"),
    Block("stack", LIMITS.weapons, "stack the found weapon on this one; STACK"),
    Block("target", Code.BOSS + 1, "target: 0-4 relative crew member, 5-24 army slot, 25 boss; TARGET"),
    Block("tire", 7, "tire the slots in the bits of 1 more than the number (1, 2 weapons, 4 assist); TIRE"),
    Block("pick", LIMITS.action_cards, "tire this action card; CARD"),
    Block("option", 2, "first or second effect; OPTION"),
    Block("revive", LIMITS.astralis, "revive this astrali; REVIVE"),
    Block("summon_free", LIMITS.astralis, "summon this astrali for free; SUMMON"),
    Block("decline", 1, "summon no astrali; SUMMON"),
    Block("lose", LIMITS.objects + LIMITS.weapons, "remove an object, or (32, 33) a found weapon; LOSE"),
    Block("character", LIMITS.characters, "play this character; CHOOSE, not taken"),
    Block("boss", LIMITS.bosses, "play this boss; CHOOSE"),
    Block("build", GROUPS.size, "to the deck: astrali 0-23, event 24-39, object 40-71, positive event 72-87; BUILD"),
)
BASE = ACTIONS.at


def _named(table: str) -> Callable[[Any], dict[str, int]]:
    """Numbers of the rows of a table of the pack, by name."""
    return lambda pack: numbered(row.name for row in getattr(pack, table))


def name_of(rows: Sequence[object], kind: int) -> str:
    """The name in row `kind` of a table, or its number if there is no such row."""
    return str(getattr(rows[kind], "name")) if 0 <= kind < len(rows) else f"#{kind + 1}"  # noqa: B009 - any table


def within(layout: Layout, number: int) -> tuple[str, int]:
    """The name of the block that holds a number, and the number's offset in that block."""
    return next((name, number - at.start) for name, at in layout.slices().items() if at.start <= number < at.stop)


def card_name(pack: Any, number: int) -> str:
    """The name of the card with a card number; empty for 0."""
    group, n = within(CARDS, number)
    if group == "character":
        character = pack.character[n // CARDS.per.character]
        cards = (*character.weapons, character.assist, character.final)
        return str(cards[n % CARDS.per.character].name)
    if group == "boss":
        return str(pack.boss[n // LIMITS.action_cards].actions[n % LIMITS.action_cards].name)
    return name_of(getattr(pack, group), n) if number else ""


def _cards(pack: Any) -> dict[str, int]:
    """Numbers of all cards, by name."""
    numbers = [CARD.character + n for n in range(len(pack.character) * len(Slot))]
    numbers += [CARD.boss + n for n in range(len(pack.boss) * LIMITS.action_cards)]
    numbers += [getattr(CARD, group) + n for group in GROUPS.slices() for n in range(len(getattr(pack, group)))]
    return {card_name(pack, number): number for number in numbers}


def _kinds(group: str, shape: int | tuple[int, ...], meaning: str, **about: Unpack[Details]) -> Numbers[np.int8]:
    """A field of kinds of `group` in the pack, or -1."""
    details: Details = {"names": _named(group), **about}
    return indices(getattr(LIMITS, f"{group}s"), shape, meaning, **details)


def _orients(shape: int | tuple[int, ...], meaning: str, **about: Unpack[Details]) -> Numbers[np.int8]:
    """A field of orientations: ready, tapped or exhausted."""
    details: Details = {"high": Orient.EXHAUSTED, "names": Orient, **about}
    return Numbers(np.int8, shape, meaning, **details)


class State(Record):
    """The record of one game."""

    rng = Number(np.uint64, "the generator; 0 when concealed")
    utility = Numbers(np.float32, LIMITS.seats, "per seat; set at the end", low=-1, blank=0)
    scores = Numbers(
        np.int16,
        LIMITS.seats,
        "percent of life lost: for the Enemy that of the crew member nearest to death, for the crew that of the boss",
        blank=0,
    )
    energy = Number(np.int32, "the Enemy's")
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=2, high=LIMITS.seats)
    decks_mode = Number(np.int8, "where decks come from", option="decks")
    characters_mode = Number(np.int8, "how boss and characters are chosen", option="characters")
    combined = Number(np.int8, "whether an action card may close a turn with purchases (R5)", option="combined")
    test_mode = Number(np.int8, "what a special attack is compared with (R20)", option="test")
    ties = Number(np.int8, "whether rolling exactly the characteristic passes (R21)", option="ties")
    repeat_mode = Number(np.int8, "how long a crew member may not be struck again (R9)", option="repeat")
    max_rounds = Number(np.int16, "rounds after which the game ends", option="max_rounds")
    phase = phase_of(Phase)
    to_move = index(LIMITS.seats, "the seat that is asked; -1 at the end")
    done = Number(np.int8, "1 at the end", high=1)
    round_no = Number(np.int16, "completed rounds")
    turn = Number(np.int8, "the seat whose turn it is", high=LIMITS.seats - 1)
    winner = member_of(Winner, "-1 not known yet, 0 the Enemy, 1 the crew, 2 neither side")
    boss = index(LIMITS.bosses, "-1 until chosen", names=_named("boss"))
    boss_damage = Number(np.int16, "damage of the boss")
    boss_bleed = Number(np.int8, "1 if the boss bleeds", high=1)
    boss_poison = Number(np.int8, "poison of the boss", high=LIMITS.poison)
    boss_cards = _orients(LIMITS.action_cards, "of each action card: 0 ready, 1 tapped, 2 exhausted")
    spent = Number(np.int8, "1 if the Enemy has spent energy in this turn", high=1)
    events = Number(np.int8, "events played in this turn (R60)", high=EVENTS_A_TURN)
    last_hit = index(LIMITS.members, "crew member struck last, -1 none (R9)")
    hand_event = Numbers(
        np.int8, LIMITS.events, "the Enemy's events in hand, by kind; concealed for the crew those that it knows"
    )
    deck_event = Numbers(
        np.int8,
        LIMITS.events,
        "events in the deck, by kind; concealed for the crew also those in the hand that it does not know",
    )
    discard_event = Numbers(np.int8, LIMITS.events, "discarded events, by kind")
    known_event = Numbers(np.int8, LIMITS.events, "events of the hand that the crew knows, by kind")
    hand_astrali = Numbers(np.int8, LIMITS.astralis, "the Enemy's astralis in hand, by kind; concealed as `hand_event`")
    deck_astrali = Numbers(np.int8, LIMITS.astralis, "astralis in the deck, by kind; concealed as `deck_event`")
    void_astrali = Numbers(np.int8, LIMITS.astralis, "astralis in the void, by kind")
    known_astrali = Numbers(np.int8, LIMITS.astralis, "astralis of the hand that the crew knows, by kind")
    unknown = Number(
        np.int8, "cards of the hand that are counted in the deck, in a record concealed for the crew; else 0", high=0
    )
    army_size = Number(np.int8, "astralis in play", high=LIMITS.army)
    army_kind = _kinds("astrali", LIMITS.army, "per slot of the army, in order of entry; -1 empty")
    army_damage = Numbers(np.int16, LIMITS.army, "per slot")
    army_orient = _orients(LIMITS.army, "per slot: 0 ready, 1 tapped, 2 exhausted")
    army_bleed = Numbers(np.int8, LIMITS.army, "per slot: 1 if it bleeds", high=1)
    army_poison = Numbers(np.int8, LIMITS.army, "per slot", high=LIMITS.poison)
    character = _kinds("character", LIMITS.members, "per crew member; -1 absent or not chosen", blank=-1)
    damage = Numbers(np.int16, LIMITS.members, "per crew member", blank=0)
    bleed = Numbers(np.int8, LIMITS.members, "per crew member: 1 if he bleeds", high=1, blank=0)
    poison = Numbers(np.int8, LIMITS.members, "per crew member", high=LIMITS.poison, blank=0)
    euphoria = Numbers(np.int8, LIMITS.members, "per crew member: 1 if euphoric", high=1, blank=0)
    charge = Numbers(np.int8, LIMITS.members, "per crew member: counters on the final action", blank=0)
    orient = _orients(
        (LIMITS.members, LIMITS.slots), "`[member, slot]`: orientation of both weapons and of the assist", blank=0
    )
    found = _kinds(
        "object", (LIMITS.members, LIMITS.weapons), "`[member, weapon]`: object stacked on it, -1 none", blank=-1
    )
    extra_kind = _kinds(
        "astrali", (LIMITS.members, LIMITS.extra), "`[member, place]`: revived astralis, -1 empty", blank=-1
    )
    extra_orient = _orients((LIMITS.members, LIMITS.extra), "`[member, place]`: their orientation", blank=0)
    items = Numbers(np.int8, (LIMITS.members, LIMITS.objects), "`[member, object]`: objects held", blank=0)
    explore_object = Numbers(np.int8, LIMITS.objects, "exploration deck: objects, by kind")
    explore_event = Numbers(np.int8, LIMITS.positives, "exploration deck: positive events, by kind")
    removed_object = Numbers(np.int8, LIMITS.objects, "out of the game: objects, by kind")
    removed_event = Numbers(np.int8, LIMITS.positives, "out of the game: positive events, by kind")
    card = Number(
        np.int16, "number of the card that is resolved, drawn or stacked; 0 none", high=CARDS.size - 1, names=_cards
    )
    pc = Number(np.int8, "of its program: the instruction that runs or asks", high=LIMITS.steps - 1)
    skip_at = Number(np.int8, "where the first of two options ends", high=LIMITS.steps)
    skip_to = Number(np.int8, "where the program goes on from there", high=LIMITS.steps)
    source = index(LIMITS.members, "crew member who plays the card, -1 the Enemy")
    self_code = member_of(Code, "source of the card: 0 to 4 crew member, 5 to 24 slot of the army, 25 boss, -1 none")
    target = member_of(Code, "target of the card, by the same codes")
    sweep = member_of(
        Sweep,
        "targets for which the program runs one after the other: 0 one target, 1 each crew member, 2 each "
        "astrali, 3 each foe",
    )
    sweep_at = Number(np.int8, "the current position, -1 at the boss", low=-1, high=LIMITS.army)
    roll = Number(np.int8, "die of a special area attack", high=DIE)
    roll_stat = Number(np.int8, "the characteristic it is compared with", high=LIMITS.traits)
    after = member_of(
        After,
        "what follows the card: 0 the crew member goes on, 1 the turn ends, 2 the Enemy goes on, 3 the rest of an "
        "action card (R6)",
    )
    left = Number(np.int8, "action cards of the boss still to be tired", high=LIMITS.action_cards)
    receiver = index(LIMITS.members, "crew member who stacks a weapon, -1 none")
    stack_orient = member_of(Orient, "the orientation that it brings")
    picks = Number(np.int8, "BUILD: cards this player has picked", high=ENEMY_DECK)
    cursor = Number(np.int8, "BUILD: last kind picked in the group", high=LIMITS.objects - 1)


STATE = dtype_of(State)
