"""Medianokte: Exploración as data: the record of one game, its phases, actions, cards and observation."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from medianoche.envs.core.layout import Block, Layout
from medianoche.envs.core.jit import Kernels

CREW, SEATS = 5, 6
"""Most crew members; seat 0 is the Enemy (Jugador Enemigo), seat 1 + c is crew member c (tripulación)."""

ARMY, EXTRA = 20, 4
"""Slots of the Enemy's army; places for revived astralis of a crew member."""

CHARACTERS, BOSSES, ASTRALIS, EVENTS, POSITIVES, OBJECTS = 8, 4, 24, 16, 16, 32
"""Capacity of a pack: kinds of each group. An event is a negative one, a positive one is called positive."""

ACTION_CARDS = 5
FOE, BOSS = 5, 25
"""Codes of targets: 0-4 crew member, FOE + slot an astrali of the army, BOSS; -1 none."""

MAGIC, SPECIAL = 9, 10
"""Attack values: 0 none, 1-8 dice, then these two."""

READY, TAPPED, EXHAUSTED = 0, 1, 2
"""Orientation of a card: enderezada, girada, agotada."""

ENEMY_DECK_ASTRALIS, ENEMY_DECK = 20, 30
CREW_DECK_OBJECTS, CREW_DECK = 7, 10
"""Cards that the Enemy and each crew member bring: astralis, then events; objects, then positive events."""

MOST_POISON = 99
DIE, BLEEDING_DIE = 10, 6

ENEMY_WINS, CREW_WINS, NOBODY_WINS = 0, 1, 2


class Phase(IntEnum):
    """What the player to move is asked."""

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


class Act(IntEnum):
    """First action number of each kind."""

    PASS = 0
    CARD = 1  # + action card
    SUMMON = 6  # + astrali
    EVENT = 30  # + event
    STRIKE = 46  # + 5 * slot + crew member
    EXPLORE = 146
    ATTACK = 147  # + 43 * weapon + place; see MELEE_AT ...
    ASSIST = 405
    FINAL = 406
    USE = 407  # + object
    GIVE = 439  # + 5 * object + relative crew member
    GIVE_WEAPON = 599  # + 5 * slot + relative crew member
    TAKE = 609  # + relative crew member
    DISCARD = 614
    RESOLVE = 615
    STACK = 616  # + slot
    TARGET = 618  # + code, crew members relative
    TIRE = 643  # + bits of the slots, 1-7
    PICK = 651  # + action card
    OPTION = 656  # + 0 first, 1 second
    REVIVE = 658  # + astrali
    SUMMON_FREE = 682  # + astrali
    DECLINE = 706
    LOSE = 707  # + object, or 32 + slot
    CHARACTER = 741  # + character
    BOSS = 749  # + boss
    BUILD = 753  # + astrali, 24 + event, 40 + object, 72 + positive


NUM_ACTIONS = 841
PLACES = 43
MELEE_AT, DISTANCE_AT, AREA_AT = 0, 21, 42
"""Places of an attack: melee at slot or (20) the boss, distance the same, all foes."""

BUILD_EVENT, BUILD_OBJECT, BUILD_POSITIVE, BUILD_END = 24, 40, 72, 88
"""First card of each group in BUILD; astralis from 0."""


class Op(IntEnum):
    """Instructions of a card's program: (op, who, a, b)."""

    END = 0
    DAMAGE = 1
    HEAL = 2
    BLEED = 3
    POISON = 4
    EUPHORIA = 5
    TIRE = 6
    REST = 7
    ENERGY = 8
    CHARGE = 9
    DRAW = 10
    DICE = 11
    MAGIC = 12
    TEST = 13
    OPTION = 14
    REVIVE = 15
    SUMMON = 16
    LOSE = 17


class Header(IntEnum):
    """Whom a card is for."""

    NONE = 0
    SELF = 1
    CREW = 2
    MATE = 3
    EACH_CREW = 4
    FOE = 5
    MELEE = 6
    ASTRALI = 7
    EACH_ASTRALI = 8
    EACH_FOE = 9
    BOSS = 10


PROGRAM = 6
"""Instructions of a program at most."""

CHARACTER_CARD, BOSS_CARD, ASTRALI_CARD, EVENT_CARD, POSITIVE_CARD, OBJECT_CARD, CARDS = 1, 33, 53, 77, 93, 109, 141
"""First card number of each group: 4 for each character, 5 for each boss, then one for each kind; 0 is no card."""

WEAPON_1, WEAPON_2, ASSIST, FINAL = range(4)
"""Cards of a character; the first three are also the slots with an orientation."""

MELEE, DISTANCE, AREA, TIRES, TRAIT = range(5)
"""Columns of a weapon: attack value for each range, orientation after the attack, characteristic of a special one."""

COST, LIFE, ARMOUR, ATTACK, TRAITS, ASTRALI_TRAIT, COPIES = 0, 1, 2, 3, 3, 7, 8
"""Columns of an astrali; strength, dexterity and will are TRAITS + 1, + 2, + 3."""

(MOD_LIFE, MOD_ARMOUR, MOD_TRAITS, MOD_MELEE, MOD_DISTANCE, MOD_DISCOUNT, MODS) = (0, 1, 1, 5, 6, 7, 8)
"""Columns of a permanent object's modifiers; characteristic t is MOD_TRAITS + t."""

WEAPON, PERMANENT, SINGLE_USE = range(3)
"""Types of objects."""

GO_ON, TURN_ENDS, ENEMY_GOES_ON, ACTION_CARD_ENDS = range(4)
"""What follows a card (`after`)."""

NO_SWEEP, EACH_CREW, EACH_ASTRALI, EACH_FOE = range(4)
TEST_TARGET, TEST_ATTACKER, TEST_ATTACKER_UNDER = range(3)
PRESET, RANDOM, BUILT = range(3)

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, SEATS),  # set at END
        ("scores", np.int16, SEATS),  # percent of damage: Enemy the worst of the crew, crew the boss
        ("energy", np.uint16),  # the Enemy's reserve
        ("pack", np.uint16),
        ("num_players", np.uint8),
        ("decks_mode", np.uint8),  # option: PRESET, RANDOM, BUILT
        ("characters_mode", np.uint8),  # option: 0 random, 1 choose
        ("combined", np.uint8),  # option: an action card may close a turn with purchases (R5)
        ("test_mode", np.uint8),  # option: TEST_TARGET ... (R20)
        ("ties", np.uint8),  # option: rolling exactly the characteristic passes (R21)
        ("repeat_mode", np.uint8),  # option: 0 game, 1 turn (R9)
        ("max_rounds", np.uint8),  # option
        ("phase", np.uint8),
        ("to_move", np.int8),  # -1 at END
        ("done", np.uint8),
        ("round_no", np.uint8),  # completed rounds
        ("turn", np.int8),  # seat whose turn it is
        ("winner", np.int8),  # -1 none yet, ENEMY_WINS, CREW_WINS, NOBODY_WINS
        ("boss", np.int8),  # -1 until chosen
        ("boss_damage", np.uint8),
        ("boss_bleed", np.uint8),
        ("boss_poison", np.uint8),
        ("boss_cards", np.uint8, ACTION_CARDS),  # orientation
        ("spent", np.uint8),  # something was bought this turn
        ("last_hit", np.int8),  # crew member attacked last, -1 nobody (R9)
        ("hand_event", np.uint8, EVENTS),  # counts by kind; hidden from the crew
        ("deck_event", np.uint8, EVENTS),
        ("discard_event", np.uint8, EVENTS),
        ("known_event", np.uint8, EVENTS),  # what the crew knows of the hand
        ("hand_astrali", np.uint8, ASTRALIS),
        ("deck_astrali", np.uint8, ASTRALIS),
        ("void_astrali", np.uint8, ASTRALIS),
        ("known_astrali", np.uint8, ASTRALIS),
        ("army_size", np.uint8),
        ("army_kind", np.int8, ARMY),  # from the left in order of entry, -1 empty
        ("army_damage", np.uint8, ARMY),
        ("army_orient", np.uint8, ARMY),
        ("army_bleed", np.uint8, ARMY),
        ("army_poison", np.uint8, ARMY),
        ("character", np.int8, CREW),  # -1 absent or not chosen
        ("damage", np.uint8, CREW),
        ("bleed", np.uint8, CREW),
        ("poison", np.uint8, CREW),
        ("euphoria", np.uint8, CREW),
        ("charge", np.uint8, CREW),  # counters on the final action
        ("orient", np.uint8, (CREW, 3)),  # weapon 1, weapon 2, assist
        ("found", np.int8, (CREW, 2)),  # object stacked on each weapon, -1 none
        ("extra_kind", np.int8, (CREW, EXTRA)),  # revived astralis, -1 empty
        ("extra_orient", np.uint8, (CREW, EXTRA)),
        ("items", np.uint8, (CREW, OBJECTS)),  # permanent and single-use objects held
        ("explore_object", np.uint8, OBJECTS),  # exploration deck, counts
        ("explore_event", np.uint8, POSITIVES),
        ("removed_object", np.uint8, OBJECTS),  # out of the game
        ("removed_event", np.uint8, POSITIVES),
        ("card", np.uint8),  # card being resolved, drawn or stacked; 0 none
        ("pc", np.uint8),  # instruction running or asking
        ("skip_at", np.uint8),  # end of an OPTION's first branch ...
        ("skip_to", np.uint8),  # ... and where to go on from there
        ("source", np.int8),  # crew member who plays the card; -1 the Enemy
        ("self_code", np.int8),  # code of S, -1 none
        ("target", np.int8),  # code of T, -1 none
        ("sweep", np.uint8),  # NO_SWEEP ...
        ("sweep_at", np.int8),  # its position; -1 at the boss
        ("roll", np.uint8),  # die of a special area attack
        ("roll_stat", np.uint8),  # and the characteristic it is compared with
        ("after", np.uint8),  # what follows the card: GO_ON ...
        ("left", np.uint8),  # picks left on the boss
        ("receiver", np.int8),  # crew member who stacks a found weapon
        ("stack_orient", np.uint8),  # tiredness that a given weapon brings
        ("picks", np.uint8),  # BUILD: cards picked by this player
        ("cursor", np.uint8),  # BUILD: last kind picked of the group
    ]
)

PACK = np.dtype(
    [
        ("mod_kinds", np.uint64, MODS),  # set of the objects that have each modifier
        ("num_characters", np.uint8),
        ("num_bosses", np.uint8),
        ("char_stats", np.uint8, (CHARACTERS, 5)),  # life, armour, strength, dexterity, will
        ("char_weapon", np.uint8, (CHARACTERS, 2, 5)),  # MELEE DISTANCE AREA TIRES TRAIT
        ("char_tire", np.uint8, CHARACTERS),  # orientation of the assist after use
        ("boss_stats", np.uint8, (BOSSES, 4)),  # armour, strength, dexterity, will
        ("astrali", np.uint8, (ASTRALIS, 9)),  # COST LIFE ARMOUR ATTACK, characteristics, ASTRALI_TRAIT COPIES
        ("event_cost", np.uint8, EVENTS),
        ("event_copies", np.uint8, EVENTS),
        ("positive_cost", np.uint8, POSITIVES),
        ("positive_copies", np.uint8, POSITIVES),
        ("object_cost", np.uint8, OBJECTS),
        ("object_type", np.uint8, OBJECTS),  # WEAPON, PERMANENT, SINGLE_USE
        ("object_copies", np.uint8, OBJECTS),
        ("object_weapon", np.uint8, (OBJECTS, 5)),
        ("object_mod", np.uint8, (OBJECTS, MODS)),
        ("target", np.uint8, CARDS),  # header by card number
        ("program", np.int8, (CARDS, PROGRAM, 4)),  # op, who (0 T, 1 S), two operands
        ("preset_event", np.uint8, EVENTS),
        ("preset_astrali", np.uint8, ASTRALIS),
        ("preset_object", np.uint8, (CREW, OBJECTS)),
        ("preset_positive", np.uint8, (CREW, POSITIVES)),
        ("hand_size", np.uint8),
        ("energy_base", np.uint8),
        ("energy_per_crew", np.uint8),
        ("boss_life", np.uint8),
        ("boss_life_per_crew", np.uint8),
        ("final_cost", np.uint8),
        ("charge_cap", np.uint8),
        ("magic_die", np.uint8, 6),
        ("life_bonus", np.uint8, CREW),  # by crew size
    ]
)

CREW_BLOCK, ARMY_BLOCK = 246, 34
LAYOUT = Layout(
    Block("common", 46),
    *(Block(f"crew_slot{slot}", CREW_BLOCK) for slot in range(CREW)),
    *(Block(f"army_slot{slot}", ARMY_BLOCK) for slot in range(ARMY)),
    Block("boss", 17),
    Block("hand", EVENTS + ASTRALIS + 1),
    Block("unseen", EVENTS + ASTRALIS),
    Block("discard", EVENTS),
    Block("void", ASTRALIS),
    Block("exploration", OBJECTS + POSITIVES + 1),
    Block("pending", CARDS + PROGRAM + SEATS + 26 + CREW + 1),
)
"""Blocks of the observation; crew slots are relative for a crew member (slot 0 oneself), absolute for the Enemy."""

kernel = Kernels(state=STATE, pack=PACK)
