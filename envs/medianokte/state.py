"""Medianokte: Exploración as data: the record of one game, its phases, cards, actions and observation."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from medianoche.envs.core.content.layout import Block, Layout


class Most(NamedTuple):
    """How many there are at most."""

    members: int = 5  # of the crew (tripulación): seat 1 + c is crew member c; seat 0 is the Enemy (Jugador Enemigo)
    seats: int = 6
    army: int = 20  # slots of the Enemy's army
    extra: int = 4  # places for revived astralis of a crew member
    characters: int = 8  # kinds in a pack, of each group
    bosses: int = 4
    astralis: int = 24
    events: int = 16  # negative ones
    positives: int = 16  # positive events
    objects: int = 32
    action_cards: int = 5
    slots: int = 3  # cards of a crew member that have an orientation
    weapons: int = 2  # the first of them
    ranges: int = 3
    traits: int = 3  # characteristics
    steps: int = 6  # instructions of a program
    poison: int = 99
    played: int = 12  # events that the Enemy plays in one turn (R60)


MOST = Most()

ENEMY_ASTRALIS, ENEMY_DECK = 20, 30
CREW_OBJECTS, CREW_DECK = 7, 10
"""Cards that the Enemy and each crew member bring: astralis, then events; objects, then positive events."""

DIE, BLEEDING_DIE = 10, 6


class Phase(IntEnum):
    """What the player to move is asked; after END what happens by itself, in which no game waits."""

    CHOOSE = 0  # a boss, a character
    BUILD = 1  # a card of the own deck
    ENEMY = 2  # the Enemy's turn
    CREW = 3  # a crew member's turn
    DRAWN = 4  # what to do with the card drawn by exploring
    STACK = 5  # which basic weapon a found weapon covers
    TARGET = 6  # whom a card is for
    TIRE = 7  # which cards of a crew member tire
    CARD = 8  # which action card of the boss tires
    OPTION = 9  # which of two effects
    REVIVE = 10  # which astrali comes back as a weapon
    SUMMON = 11  # which astrali enters for free
    LOSE = 12  # which object a crew member loses
    END = 13
    DECKS = 14  # everybody has a boss or a character
    DEAL = 15  # the decks are made
    ENEMY_TURN = 16  # the Enemy's turn begins
    HEADER = 17  # a card is played, for whoever its header says
    PROGRAM = 18  # its instructions are followed
    NEXT = 19  # they are over, for one target
    CARD_OVER = 20
    TURN_OVER = 21


class Code(IntEnum):
    """Whom something is about: 0-4 crew member, FOE + slot an astrali of the army, BOSS."""

    NOBODY = -1
    FOE = 5
    BOSS = 25


Orient = IntEnum("Orient", "READY TAPPED EXHAUSTED", start=0)
"""Orientation of a card: enderezada, girada, agotada."""

Slot = IntEnum("Slot", "WEAPON_1 WEAPON_2 ASSIST FINAL", start=0)
"""Cards of a character; the first three have an orientation."""


class Attack(IntEnum):
    """Attack values: 1-8 are dice."""

    NONE = 0
    MAGIC = 9
    SPECIAL = 10


Weapon = IntEnum("Weapon", "MELEE DISTANCE AREA TIRES TRAIT", start=0)
"""Columns of a weapon: attack value for each range, orientation after the attack, characteristic of a special one."""

Astrali = IntEnum("Astrali", "COST LIFE ARMOUR ATTACK STRENGTH DEXTERITY WILL TRAIT COPIES", start=0)
"""Columns of an astrali; TRAIT is the characteristic of its special attack."""

Stat = IntEnum("Stat", "LIFE ARMOUR STRENGTH DEXTERITY WILL MELEE DISTANCE DISCOUNT", start=0)
"""Columns of a character (the first five) and of what an object adds; a boss has those from ARMOUR to WILL.

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
"""Columns of an instruction: operation, whom it acts on (0 target, 1 source), two operands."""

Header = IntEnum("Header", "NONE SELF CREW MATE EACH_CREW FOE MELEE ASTRALI EACH_ASTRALI EACH_FOE BOSS", start=0)
"""Whom a card is for."""

Sweep = IntEnum("Sweep", "NONE EACH_CREW EACH_ASTRALI EACH_FOE", start=0)
"""For whom one after the other a program runs."""

After = IntEnum("After", "CREW_GOES_ON TURN_ENDS ENEMY_GOES_ON ACTION_CARD_ENDS", start=0)
"""What follows a card."""

Winner = IntEnum("Winner", "NONE ENEMY CREW NOBODY", start=-1)
"""Who has won."""

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
    Block("character", (MOST.characters, len(Slot))),
    Block("boss", (MOST.bosses, MOST.action_cards)),
    Block("astrali", MOST.astralis),
    Block("event", MOST.events),
    Block("positive", MOST.positives),
    Block("object", MOST.objects),
)
"""Card numbers."""
CARD = CARDS.at

GROUPS = Layout(
    Block("astrali", MOST.astralis),
    Block("event", MOST.events),
    Block("object", MOST.objects),
    Block("positive", MOST.positives),
)
"""Numbers of the cards that decks are made of, as BUILD names them."""
GROUP = GROUPS.at
STARTS = np.array([*GROUP, GROUPS.size])
FULL = np.array([ENEMY_ASTRALIS, ENEMY_DECK, CREW_OBJECTS, CREW_DECK])
"""Where each group begins and ends, and how many cards its builder has picked when it is full."""

PLACES = Layout(Block("melee", MOST.army + 1), Block("distance", MOST.army + 1), Block("area", 1))
"""Places of an attack: an army slot, or after the last the boss; all foes."""
PLACE = PLACES.at

ACTIONS = Layout(
    Block("end_turn", 1, "end the turn; ENEMY, CREW"),
    Block("card", MOST.action_cards, "action card; ENEMY, ready, nothing bought this turn (or `combined`)"),
    Block("summon", MOST.astralis, "summon this astrali; ENEMY, in hand, can be paid"),
    Block("event", MOST.events, "event; ENEMY, in hand, can be paid, has a target, at most 12 a turn"),
    Block(
        "strike",
        (MOST.army, MOST.members),
        "strike with a slot at a crew member; ENEMY, ready, 1 energy, not struck last",
    ),
    Block("explore", 1, "explore; CREW"),
    Block(
        "attack",
        (MOST.weapons + MOST.extra, PLACES.size),
        (
            "attack with a weapon (0, 1; 2-5 revived astralis) at a place: 0-19 melee at a slot, 20 at the boss, 21-40 "
            "distance at a slot, 41 at the boss, 42 area; CREW, ready, has the range"
        ),
    ),
    Block("assist", 1, "assist; CREW, ready, has a target"),
    Block("final", 1, "final action; CREW, 3 counters, has a target"),
    Block("use", MOST.objects, "use an object; CREW, held, single-use, has a target"),
    Block("give", (MOST.objects, MOST.members), "an object for a relative crew member; CREW, held, not needed to live"),
    Block("give_weapon", (MOST.weapons, MOST.members), "the found weapon of a slot for a relative crew member; CREW"),
    Block("take", MOST.members, "the drawn object for a relative crew member; DRAWN"),
    Block("discard", 1, "discard what was drawn; DRAWN"),
    Block("resolve", 1, "resolve the drawn event; DRAWN"),
    Block("stack", MOST.weapons, "stack the found weapon on this one; STACK"),
    Block("target", Code.BOSS + 1, "target: 0-4 relative crew member, 5-24 army slot, 25 boss; TARGET"),
    Block("tire", 7, "tire the slots in the bits of 1 more than the number (1, 2 weapons, 4 assist); TIRE"),
    Block("pick", MOST.action_cards, "tire this action card; CARD"),
    Block("option", 2, "first or second effect; OPTION"),
    Block("revive", MOST.astralis, "revive this astrali; REVIVE"),
    Block("summon_free", MOST.astralis, "summon this astrali for free; SUMMON"),
    Block("decline", 1, "summon nobody; SUMMON"),
    Block("lose", MOST.objects + MOST.weapons, "remove an object, or (32, 33) a found weapon; LOSE"),
    Block("character", MOST.characters, "play this character; CHOOSE, not taken"),
    Block("boss", MOST.bosses, "play this boss; CHOOSE"),
    Block("build", GROUPS.size, "to the deck: astrali 0-23, event 24-39, object 40-71, positive event 72-87; BUILD"),
)
BASE = ACTIONS.at

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, MOST.seats),  # set at END
        ("scores", np.int16, MOST.seats),  # percent of damage: Enemy the worst of the crew, crew the boss
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
        ("boss_cards", np.int8, MOST.action_cards),  # orientation
        ("spent", np.int8),  # something was bought this turn
        ("events", np.int8),  # events played this turn (R60)
        ("last_hit", np.int8),  # crew member attacked last, -1 nobody (R9)
        ("hand_event", np.int8, MOST.events),  # counts by kind; hidden from the crew
        ("deck_event", np.int8, MOST.events),
        ("discard_event", np.int8, MOST.events),
        ("known_event", np.int8, MOST.events),  # what the crew knows of the hand
        ("hand_astrali", np.int8, MOST.astralis),
        ("deck_astrali", np.int8, MOST.astralis),
        ("void_astrali", np.int8, MOST.astralis),
        ("known_astrali", np.int8, MOST.astralis),
        ("unknown", np.int8),  # cards of the hand that are counted in the deck: 0 unless concealed
        ("army_size", np.int8),
        ("army_kind", np.int8, MOST.army),  # from the left in order of entry, -1 empty
        ("army_damage", np.int16, MOST.army),
        ("army_orient", np.int8, MOST.army),
        ("army_bleed", np.int8, MOST.army),
        ("army_poison", np.int8, MOST.army),
        ("character", np.int8, MOST.members),  # -1 absent or not chosen
        ("damage", np.int16, MOST.members),
        ("bleed", np.int8, MOST.members),
        ("poison", np.int8, MOST.members),
        ("euphoria", np.int8, MOST.members),
        ("charge", np.int8, MOST.members),  # counters on the final action
        ("orient", np.int8, (MOST.members, MOST.slots)),
        ("found", np.int8, (MOST.members, MOST.weapons)),  # object stacked on each weapon, -1 none
        ("extra_kind", np.int8, (MOST.members, MOST.extra)),  # revived astralis, -1 empty
        ("extra_orient", np.int8, (MOST.members, MOST.extra)),
        ("items", np.int8, (MOST.members, MOST.objects)),  # permanent and single-use objects held
        ("explore_object", np.int8, MOST.objects),  # exploration deck, counts
        ("explore_event", np.int8, MOST.positives),
        ("removed_object", np.int8, MOST.objects),  # out of the game
        ("removed_event", np.int8, MOST.positives),
        ("card", np.int16),  # number of the card being resolved, drawn or stacked; 0 none
        ("pc", np.int8),  # instruction running or asking
        ("skip_at", np.int8),  # end of an OPTION's first branch ...
        ("skip_to", np.int8),  # ... and where to go on from there
        ("source", np.int8),  # crew member who plays the card; -1 the Enemy
        ("self_code", np.int8),  # Code of S
        ("target", np.int8),  # Code of T
        ("sweep", np.int8),  # Sweep
        ("sweep_at", np.int8),  # its position; -1 at the boss
        ("roll", np.int8),  # die of a special area attack
        ("roll_stat", np.int8),  # and the characteristic it is compared with
        ("after", np.int8),  # After
        ("left", np.int8),  # picks left on the boss
        ("receiver", np.int8),  # crew member who stacks a found weapon
        ("stack_orient", np.int8),  # tiredness that a given weapon brings
        ("picks", np.int8),  # BUILD: cards picked by this player
        ("cursor", np.int8),  # BUILD: last kind picked of the group
    ]
)

# ---- the observation: blocks, and what is in them


def _parts(layout: Layout) -> str:
    sizes = (block.shape if isinstance(block.shape, tuple) else (block.shape,) for block in layout)
    numbers = ("" if size == (1,) else " x ".join(map(str, size)) + " " for size in sizes)
    return "; ".join(number + block.meaning for number, block in zip(numbers, layout, strict=True))


COMMON_BLOCK = Layout(
    Block("enemy", 1, "is Enemy"),
    Block("turn", MOST.seats, "turn (Enemy, crew slots)"),
    Block("to_move", MOST.seats, "to move (the same)"),
    Block("phase", Phase.END + 1, "phase"),
    Block("players", 1, "players / 6"),
    Block("round", 1, "round / `max_rounds`"),
    Block("energy", 1, "energy / 30"),
    Block("spent", 1, "has bought"),
    Block("struck", MOST.members, "struck last"),
    Block("combined", 1, "`combined`"),
    Block("test", len(Test), "`test`"),
    Block("ties", 1, "`ties`"),
    Block("repeat", 1, "`repeat`"),
    Block("decks", len(Decks), "`decks`"),
    Block("picks", 1, "picks / 30"),
)
WEAPON_BLOCK = Layout(
    Block("value", (MOST.ranges, 3), "of each range dice / 8, magic, special"),
    Block("tires", 1, "tires / 2"),
    Block("trait", MOST.traits, "characteristic"),
    Block("found", 1, "found"),
)
MEMBER_BLOCK = Layout(
    Block("present", 1, "present"),
    Block("character", MOST.characters, "character"),
    Block("life", 1, "life / 20"),
    Block("left", 1, "life left / 20"),
    Block("armour", 1, "armour / 10"),
    Block("traits", MOST.traits, "strength, dexterity, will / 10"),
    Block("bleed", 1, "bleeding"),
    Block("poison", 1, "poison / 5"),
    Block("euphoria", 1, "euphoria"),
    Block("charge", 1, "counters / 6"),
    Block("orient", MOST.slots, "orientation / 2"),
    Block("weapon", (MOST.weapons, WEAPON_BLOCK.size), f"weapons as they lie ({_parts(WEAPON_BLOCK)})"),
    Block("found", (MOST.weapons, MOST.objects), "kind found"),
    Block("extra", (MOST.extra, MOST.astralis + 1), "revived astralis (24 kind; orientation / 2)"),
    Block("items", MOST.objects, "objects / 2"),
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
    Block("kind", MOST.astralis, "kind"),
)
BOSS_BLOCK = Layout(
    Block("kind", MOST.bosses, "kind"),
    Block("left", 1, "life left / 30"),
    Block("share", 1, "share of damage"),
    Block("armour", 1, "armour / 10"),
    Block("traits", MOST.traits, "strength, dexterity, will / 10"),
    Block("bleed", 1, "bleeding"),
    Block("poison", 1, "poison / 5"),
    Block("cards", MOST.action_cards, "orientation / 2 of the action cards"),
)
PENDING_BLOCK = Layout(
    Block("card", CARDS.size, "card being resolved, drawn or stacked, by number"),
    Block("step", MOST.steps, "its instruction (of a found weapon: 0 given, 1 drawn)"),
    Block("source", MOST.seats, "who plays it (Enemy, crew slots)"),
    Block("target", Code.BOSS + 1, "target (crew slots, army, boss)"),
    Block("receiver", MOST.members, "who gets the found weapon"),
    Block("left", 1, "picks left / 3, or tiredness of the weapon / 2"),
)


LAYOUT = Layout(
    Block("common", COMMON_BLOCK.size, _parts(COMMON_BLOCK)),
    Block("crew_slot0", MEMBER_BLOCK.size, _parts(MEMBER_BLOCK)),
    *(Block(f"crew_slot{slot}", MEMBER_BLOCK.size, "the same") for slot in range(1, MOST.members)),
    Block("army_slot0", ASTRALI_BLOCK.size, _parts(ASTRALI_BLOCK)),
    *(Block(f"army_slot{slot}", ASTRALI_BLOCK.size, "the same") for slot in range(1, MOST.army)),
    Block("boss", BOSS_BLOCK.size, _parts(BOSS_BLOCK)),
    Block(
        "hand",
        MOST.events + MOST.astralis + 1,
        "the Enemy's hand (for the crew: what it knows of it): 16 events, 24 astralis, / 3; size of the hand / 12",
    ),
    Block(
        "unseen", MOST.events + MOST.astralis, "the deck (for the crew: and unknown hand): 16 events, 24 astralis, / 3"
    ),
    Block("discard", MOST.events, "events / 3"),
    Block("void", MOST.astralis, "astralis / 3"),
    Block("exploration", MOST.objects + MOST.positives + 1, "32 objects, 16 positive events, / 3; cards left / 50"),
    Block("pending", PENDING_BLOCK.size, _parts(PENDING_BLOCK)),
)
"""Blocks of the observation; crew slots are relative for a crew member (slot 0 oneself), absolute for the Enemy."""
AT = LAYOUT.at
