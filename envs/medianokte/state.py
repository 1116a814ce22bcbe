"""Data of Medianokte: Exploración: the record of one game, its phases, cards, actions and observation."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from medianoche.envs.core.content.layout import Block, Layout


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
    action_cards: int = 5
    slots: int = 3  # cards of a crew member that have an orientation: weapons, then the assist
    weapons: int = 2
    ranges: int = 3
    traits: int = 3  # characteristics
    steps: int = 6  # instructions of a program
    poison: int = 99
    played: int = 12  # events that the Enemy plays in one turn (R60)


LIMITS = Limits()

ENEMY_ASTRALIS, ENEMY_DECK = 20, 30
CREW_OBJECTS, CREW_DECK = 7, 10
"""Deck sizes: 20 astralis of the 30 cards of the Enemy, 7 objects of the 10 cards of each crew member."""

DIE, BLEEDING_DIE = 10, 6


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
    Block("event", LIMITS.events, "event; ENEMY, in hand, can be paid, has a target, at most 12 a turn"),
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

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, LIMITS.seats),  # set at END
        ("scores", np.int16, LIMITS.seats),  # percent of damage: Enemy the worst of the crew, crew the boss
        ("energy", np.int32),  # the Enemy's reserve
        ("pack", np.int16),
        ("num_players", np.int8),
        ("decks_mode", np.int8),  # option: Decks
        ("characters_mode", np.int8),  # option: Casting
        ("combined", np.int8),  # option: an action card may close a turn with purchases (R5)
        ("test_mode", np.int8),  # option: Test (R20)
        ("ties", np.int8),  # option: rolling exactly the characteristic passes (R21)
        ("repeat_mode", np.int8),  # option: Repeat (R9)
        ("max_rounds", np.int16),  # option
        ("phase", np.int8),
        ("to_move", np.int8),  # -1 at END
        ("done", np.int8),
        ("round_no", np.int16),  # completed rounds
        ("turn", np.int8),  # seat whose turn it is
        ("winner", np.int8),  # Winner
        ("boss", np.int8),  # -1 until chosen
        ("boss_damage", np.int16),
        ("boss_bleed", np.int8),
        ("boss_poison", np.int8),
        ("boss_cards", np.int8, LIMITS.action_cards),  # orientation
        ("spent", np.int8),  # the Enemy has spent energy this turn
        ("events", np.int8),  # events played this turn (R60)
        ("last_hit", np.int8),  # crew member struck last, -1 none (R9)
        ("hand_event", np.int8, LIMITS.events),  # counts by kind; hidden from the crew
        ("deck_event", np.int8, LIMITS.events),
        ("discard_event", np.int8, LIMITS.events),
        ("known_event", np.int8, LIMITS.events),  # cards of the hand that the crew knows
        ("hand_astrali", np.int8, LIMITS.astralis),
        ("deck_astrali", np.int8, LIMITS.astralis),
        ("void_astrali", np.int8, LIMITS.astralis),
        ("known_astrali", np.int8, LIMITS.astralis),
        ("unknown", np.int8),  # cards of the hand that are counted in the deck; 0 unless concealed
        ("army_size", np.int8),
        ("army_kind", np.int8, LIMITS.army),  # from the left in order of entry, -1 empty
        ("army_damage", np.int16, LIMITS.army),
        ("army_orient", np.int8, LIMITS.army),
        ("army_bleed", np.int8, LIMITS.army),
        ("army_poison", np.int8, LIMITS.army),
        ("character", np.int8, LIMITS.members),  # -1 absent or not chosen
        ("damage", np.int16, LIMITS.members),
        ("bleed", np.int8, LIMITS.members),
        ("poison", np.int8, LIMITS.members),
        ("euphoria", np.int8, LIMITS.members),
        ("charge", np.int8, LIMITS.members),  # counters on the final action
        ("orient", np.int8, (LIMITS.members, LIMITS.slots)),
        ("found", np.int8, (LIMITS.members, LIMITS.weapons)),  # object stacked on each weapon, -1 none
        ("extra_kind", np.int8, (LIMITS.members, LIMITS.extra)),  # revived astralis, -1 empty
        ("extra_orient", np.int8, (LIMITS.members, LIMITS.extra)),
        ("items", np.int8, (LIMITS.members, LIMITS.objects)),  # permanent and single-use objects held
        ("explore_object", np.int8, LIMITS.objects),  # exploration deck, counts
        ("explore_event", np.int8, LIMITS.positives),
        ("removed_object", np.int8, LIMITS.objects),  # out of the game
        ("removed_event", np.int8, LIMITS.positives),
        ("card", np.int16),  # number of the card being resolved, drawn or stacked; 0 none
        ("pc", np.int8),  # instruction running or asking
        ("skip_at", np.int8),  # end of an OPTION's first branch ...
        ("skip_to", np.int8),  # ... and where to go on from there
        ("source", np.int8),  # crew member who plays the card; -1 the Enemy
        ("self_code", np.int8),  # Code of the source of the card
        ("target", np.int8),  # Code of the target of the card
        ("sweep", np.int8),  # Sweep
        ("sweep_at", np.int8),  # its position; -1 at the boss
        ("roll", np.int8),  # die of a special area attack
        ("roll_stat", np.int8),  # the characteristic it is compared with
        ("after", np.int8),  # After
        ("left", np.int8),  # action cards of the boss that must still tire
        ("receiver", np.int8),  # crew member who stacks a found weapon
        ("stack_orient", np.int8),  # orientation that a given weapon brings
        ("picks", np.int8),  # BUILD: cards picked by this player
        ("cursor", np.int8),  # BUILD: last kind picked of the group
    ]
)

# ---- the observation: its blocks and their parts


def _parts(layout: Layout) -> str:
    sizes = (block.shape if isinstance(block.shape, tuple) else (block.shape,) for block in layout)
    numbers = ("" if size == (1,) else " x ".join(map(str, size)) + " " for size in sizes)
    return "; ".join(number + block.meaning for number, block in zip(numbers, layout, strict=True))


COMMON_BLOCK = Layout(
    Block("enemy", 1, "is Enemy"),
    Block("turn", LIMITS.seats, "turn (Enemy, crew slots)"),
    Block("to_move", LIMITS.seats, "to move (the same)"),
    Block("phase", Phase.END + 1, "phase"),
    Block("players", 1, "players / 6"),
    Block("round", 1, "round / `max_rounds`"),
    Block("energy", 1, "energy / 30"),
    Block("spent", 1, "has bought"),
    Block("struck", LIMITS.members, "struck last"),
    Block("combined", 1, "`combined`"),
    Block("test", len(Test), "`test`"),
    Block("ties", 1, "`ties`"),
    Block("repeat", 1, "`repeat`"),
    Block("decks", len(Decks), "`decks`"),
    Block("picks", 1, "picks / 30"),
)
WEAPON_BLOCK = Layout(
    Block("value", (LIMITS.ranges, 3), "of each range dice / 8, magic, special"),
    Block("tires", 1, "tires / 2"),
    Block("trait", LIMITS.traits, "characteristic"),
    Block("found", 1, "found"),
)
BODY_BLOCKS = (
    Block("armour", 1, "armour / 10"),
    Block("traits", LIMITS.traits, "strength, dexterity, will / 10"),
    Block("bleed", 1, "bleeding"),
    Block("poison", 1, "poison / 5"),
)
MEMBER_BLOCK = Layout(
    Block("present", 1, "present"),
    Block("character", LIMITS.characters, "character"),
    Block("life", 1, "life / 20"),
    Block("left", 1, "life left / 20"),
    *BODY_BLOCKS,
    Block("euphoria", 1, "euphoria"),
    Block("charge", 1, "counters / 6"),
    Block("orient", LIMITS.slots, "orientation / 2"),
    Block("weapon", (LIMITS.weapons, WEAPON_BLOCK.size), f"weapons as they lie ({_parts(WEAPON_BLOCK)})"),
    Block("found", (LIMITS.weapons, LIMITS.objects), "kind found"),
    Block("extra", (LIMITS.extra, LIMITS.astralis + 1), "revived astralis (24 kind; orientation / 2)"),
    Block("items", LIMITS.objects, "objects / 2"),
)
ASTRALI_BLOCK = Layout(
    Block("present", 1, "present"),
    Block("left", 1, "life left / 6"),
    Block("armour", 1, "armour / 10"),
    Block("orient", 1, "orientation / 2"),
    Block("bleed", 1, "bleeding"),
    Block("poison", 1, "poison / 5"),
    Block("cost", 1, "cost / 6"),
    Block("value", 3, "dice / 8, magic, special"),
    Block("kind", LIMITS.astralis, "kind"),
)
BOSS_BLOCK = Layout(
    Block("kind", LIMITS.bosses, "kind"),
    Block("left", 1, "life left / 30"),
    Block("share", 1, "share of damage"),
    *BODY_BLOCKS,
    Block("cards", LIMITS.action_cards, "orientation / 2 of the action cards"),
)
PENDING_BLOCK = Layout(
    Block("card", CARDS.size, "card being resolved, drawn or stacked, by number"),
    Block("step", LIMITS.steps, "its instruction (of a found weapon: 0 given, 1 drawn)"),
    Block("source", LIMITS.seats, "who plays it (Enemy, crew slots)"),
    Block("target", Code.BOSS + 1, "target (crew slots, army, boss)"),
    Block("receiver", LIMITS.members, "who gets the found weapon"),
    Block("left", 1, "picks left / 3, or tiredness of the weapon / 2"),
)


LAYOUT = Layout(
    Block("common", COMMON_BLOCK.size, _parts(COMMON_BLOCK)),
    Block("crew_slot0", MEMBER_BLOCK.size, _parts(MEMBER_BLOCK)),
    *(Block(f"crew_slot{slot}", MEMBER_BLOCK.size, "the same") for slot in range(1, LIMITS.members)),
    Block("army_slot0", ASTRALI_BLOCK.size, _parts(ASTRALI_BLOCK)),
    *(Block(f"army_slot{slot}", ASTRALI_BLOCK.size, "the same") for slot in range(1, LIMITS.army)),
    Block("boss", BOSS_BLOCK.size, _parts(BOSS_BLOCK)),
    Block(
        "hand",
        LIMITS.events + LIMITS.astralis + 1,
        "the Enemy's hand (for the crew: what it knows of it): 16 events, 24 astralis, / 3; size of the hand / 12",
    ),
    Block(
        "unseen",
        LIMITS.events + LIMITS.astralis,
        "the deck (for the crew: and unknown hand): 16 events, 24 astralis, / 3",
    ),
    Block("discard", LIMITS.events, "events / 3"),
    Block("void", LIMITS.astralis, "astralis / 3"),
    Block("exploration", LIMITS.objects + LIMITS.positives + 1, "32 objects, 16 positive events, / 3; cards left / 50"),
    Block("pending", PENDING_BLOCK.size, _parts(PENDING_BLOCK)),
)
"""Blocks of the observation. Crew slots are relative for a crew member, whose own slot is 0, and absolute for the
Enemy."""
AT = LAYOUT.at
