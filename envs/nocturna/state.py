"""Camino a Nocturna as data: the record of one game, its phases, its actions and its observation.

Player 0 is the Nightmare Master (Maestro de Pesadillas), player 1 + c is child c (Nino). A child is standing
while its insomnia (Insomnio) is at most 20, else defeated.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from medianoche.envs.core.layout import Block, Layout
from medianoche.envs.core.jit import Kernels

SEATS, CHILDREN, LOCATIONS, FOES, SLOTS = 5, 4, 4, 4, 4
KINDS = 45  # nightmares and events, at most
REWARDS, PLACES, BOSSES, SHEETS = 26, 18, 6, 4
FOE_KINDS = KINDS + BOSSES  # foe kind KINDS + b is boss b

SHIELD_CAP, CHARGE_CAP, EMPOWER_CAP = 6, 4, 4
HAND_CAP, HAND_START = 12, 5
INSOMNIA_MAX, DEFEATED = 20, 21  # insomnia is stored capped at DEFEATED (R7)
REVIVED = 10  # insomnia of a child that returns after a boss
BOSS_LIFE = 8  # for each child
BOTTLES = 2
ZONE = 4  # rounds; the last of each is against a boss

WILLIAM, MAYLA, TIMMY, KATE = range(SHEETS)
ATTACK, DEFENCE, SKILL = 1, 2, 3  # action cards; 0 is none
CREATURE, PREPARATION, COMBAT, CONCLUSION = range(4)  # labels of nightmare cards
INSTANT, AFTER_COMBAT, PERMANENT = range(3)  # timings of rewards
CHILD_CARD_SOURCE, FOE_CARD_SOURCE, EVENT_SOURCE, REWARD_SOURCE = 1, 2, 3, 4  # whose list waits for a target
MASTER_TODO, CHILD_TODO = 2, 1  # bits of `todo`
BOSS_BATTLE = 4  # `battle` of a boss round
LEFT_BEHIND = -2  # `loc` of a defeated child whom nobody carries


class Op(IntEnum):
    """What an effect of a card does; an effect is (opcode, amount, scope)."""

    NONE = 0
    HIT = 1
    SHIELD = 2
    RESTORE = 3
    STUN = 4
    BOTTLE = 5
    EMPOWER = 6
    CHARGE = 7
    COVER = 8
    MARK = 9
    DRAW = 10
    DISCARD = 11
    STRIP = 12
    SNATCH = 13
    REVEAL = 14
    REVIVE = 15
    ATTACK_BONUS = 16
    DEFENCE_BONUS = 17
    OPENING_SHIELD = 18
    OPENING_RESTORE = 19
    STEADY = 20
    HUSH = 21


(
    NONE,
    HIT,
    SHIELD,
    RESTORE,
    STUN,
    BOTTLE,
    EMPOWER,
    CHARGE,
    COVER,
    MARK,
    DRAW,
    DISCARD,
    STRIP,
    SNATCH,
    REVEAL,
    REVIVE,
    ATTACK_BONUS,
    DEFENCE_BONUS,
    OPENING_SHIELD,
    OPENING_RESTORE,
    STEADY,
    HUSH,
) = range(len(Op))


class Scope(IntEnum):
    """Whom an effect concerns. ENEMY, ALLY, LOCATION, FALLEN and CHILD are chosen."""

    SELF = 0
    ENEMY = 1
    ENEMIES = 2
    ALLY = 3
    ALLIES = 4
    LEAD = 5
    LOCATION = 6
    CHILDREN = 7
    FALLEN = 8
    CHILD = 9


SELF, ENEMY, ENEMIES, ALLY, ALLIES, LEAD, ON_LOCATION, ALL_CHILDREN, FALLEN, ON_CHILD = range(len(Scope))
CHOOSING = (ENEMY, ALLY, ON_LOCATION, FALLEN, ON_CHILD)


class Phase(IntEnum):
    """What the player to move is asked."""

    SHEET = 0
    PLACE = 1
    PAY = 2
    USE = 3
    RETURN = 4
    MOVE = 5
    CARRY = 6
    MASTER_CARD = 7
    CHILD_CARD = 8
    ACTOR = 9
    TARGET = 10
    LOOT = 11
    CONCLUSION = 12
    RESURRECT = 13
    END = 14


(SHEET, PLACE, PAY, USE, RETURN, MOVE, CARRY, MASTER_CARD, CHILD_CARD, ACTOR, TARGET, LOOT) = range(12)
CONCLUSION_EVENTS, RESURRECT, END = 12, 13, 14

# What happens by itself: values of `phase` above END, which only `settle` sees.
(
    NEW_ROUND,
    START_USE,
    NEXT_USE,
    NEXT_MOVE,
    NEXT_LOCATION,
    START_COMBAT,
    REVEAL_CARDS,
    NEXT_CARD,
    PLAY_EFFECTS,
    RESOLVE,
    END_TURN,
    END_COMBAT,
    NEXT_LOOT,
    CLEAN_UP,
    END_ZONE,
) = range(END + 1, END + 16)

# Lists of effects, rows of `fx`: 3 for each foe kind (an event's is at action 0), 3 for each sheet, 1 for
# each reward, 1 for each reward's Familia bonus.
CHILD_LISTS = 3 * FOE_KINDS
REWARD_LISTS = CHILD_LISTS + 3 * SHEETS
FAMILY_LISTS = REWARD_LISTS + REWARDS
LISTS = FAMILY_LISTS + REWARDS
EFFECTS = 2  # of a list, at most

PACK = np.dtype(
    [
        ("fx", np.int8, (LISTS, EFFECTS, 3)),  # opcode, amount, scope
        ("rw_mate", np.int8, REWARDS),  # reward kind of the Familia, -1 none
        ("foe_life", np.uint8, KINDS),
        ("nm_count", np.uint8, KINDS),  # copies
        ("nm_label", np.uint8, KINDS),  # 0 creature, 1 Preparation, 2 Combat, 3 Conclusion
        ("nm_cost", np.uint8, KINDS),
        ("rw_count", np.uint8, REWARDS),
        ("rw_timing", np.uint8, REWARDS),  # 0 instant, 1 until after combat, 2 permanent
        ("rw_provision", np.uint8, REWARDS),
        ("loc_count", np.uint8, PLACES),
        ("loc_reward", np.uint8, PLACES),
        ("loc_nightmares", np.uint8, PLACES),
    ]
)

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, SEATS),
        ("scores", np.int16, SEATS),  # defeated children now; rounds completed of each child
        ("pack", np.uint16),
        ("num_players", np.uint8),
        ("rounds_total", np.uint8),  # 12, quick 8
        ("sheets_mode", np.uint8),  # 0 choose, 1 random, 2 order
        ("actor_mode", np.uint8),  # 0 initiative, 1 free
        ("carry_mode", np.uint8),  # 0 compulsory, 1 optional
        ("unguarded", np.uint8),
        ("boss_mode", np.uint8),  # 0 all, 1 standing
        ("max_offers", np.uint8),
        ("fatigue", np.uint8),  # turns
        ("phase", np.uint8),
        ("to_move", np.int8),  # -1 at END
        ("done", np.uint8),
        ("round_no", np.uint8),  # from 1
        ("sheet", np.int8, CHILDREN),  # -1 none
        ("insomnia", np.uint8, CHILDREN),  # 0..21; 21 for children who do not play
        ("shield", np.uint8, CHILDREN),
        ("charge", np.uint8, CHILDREN),
        ("stun", np.uint8, CHILDREN),  # turns to lose
        ("bottle", np.uint8, CHILDREN),
        ("covered", np.int8),  # child, -1 none
        ("marked", np.uint8),
        ("hand", np.uint8, (CHILDREN, REWARDS)),
        ("active", np.uint8, (CHILDREN, REWARDS)),
        ("use_done", np.uint8, CHILDREN),
        ("offers", np.uint8, CHILDREN),
        ("loc", np.int8, CHILDREN),  # 0..3, -1 none yet, -2 left behind
        ("loc_kind", np.int8, LOCATIONS),  # -1 none
        ("loc_rw", np.int8, (LOCATIONS, SLOTS)),  # reward kinds left to right, -1 none
        ("loc_nm", np.int8, (LOCATIONS, SLOTS)),  # nightmare kinds likewise; hidden unless loc_up
        ("loc_up", np.uint8, LOCATIONS),
        ("place_cursor", np.uint8),  # leftmost location still open for placing
        ("loc_deck", np.uint8, PLACES),  # copies of each kind, as in all decks
        ("loc_disc", np.uint8, PLACES),
        ("rw_deck", np.uint8, REWARDS),
        ("rw_disc", np.uint8, REWARDS),
        ("nm_deck", np.uint8, KINDS),  # hidden from the children
        ("nm_disc", np.uint8, KINDS),
        ("mp_hand", np.uint8, KINDS),  # the Master's; hidden from the children
        ("boss_left", np.uint8, BOSSES),  # 1 = unused
        ("boss", np.int8),  # of this boss round, -1 none
        ("battle", np.int8),  # location being resolved, 4 boss, -1 none
        ("in_battle", np.uint8, CHILDREN),  # entered this combat
        ("foe_kind", np.int8, FOES),  # -1 none
        ("foe_life", np.uint8, FOES),  # 0 defeated
        ("foe_max", np.uint8, FOES),
        ("foe_shield", np.uint8, FOES),
        ("foe_emp", np.uint8, FOES),
        ("lead_child", np.int8),  # with the initiative, -1 outside combat
        ("lead_foe", np.int8),
        ("turn", np.uint8),  # from 1; 0 outside combat
        ("card_master", np.uint8),  # committed this turn, hidden until both are in
        ("card_child", np.uint8),
        ("last_master", np.uint8),  # of the last reveal of this combat
        ("last_child", np.uint8),
        ("tie", np.uint8),
        ("todo", np.uint8),  # bit 0 the child's card is to be resolved, bit 1 the foe's
        ("actor_child", np.int8),  # who acts, -1 nobody
        ("actor_foe", np.int8),
        ("source", np.uint8),  # list waiting for its target: 1 child's card, 2 foe's card, 3 event, 4 reward
        ("target", np.int8),  # child, foe or location chosen; -1 whenever somebody is asked
        ("event_kind", np.int8),  # being played, -1 none
        ("event_cost", np.uint8),  # still to pay
        ("resume", np.uint8),  # phase after the event
        ("reward_kind", np.int8),  # being used, -1 none
        ("reward_pair", np.uint8),  # played together with its mate
        ("offer_kind", np.int8),  # pending exchange, -1 none
        ("offer_from", np.int8),
        ("offer_to", np.int8),
        ("loot_slot", np.int8),  # being assigned, -1 none
        ("loot_sum", np.uint8),  # provision so far
    ]
)

PASS = 0
CARD = 0  # + 1 attack, 2 defence, 3 skill
CHILD = 4  # + relative child
FOE = 8
LOCATION = 12
CHOOSE_SHEET = 16
EVENT = 20  # + kind
DISCARD_CARD = 65  # + kind
PLACE_CARD = 110  # + 4 * kind + location
USE_REWARD = 290  # + reward
USE_FAMILY = 316
OFFER = 342  # + 4 * reward + relative child
RETURN_REWARD = 446  # + reward
NUM_ACTIONS = 472

PASSIVES = 6  # opcodes ATTACK_BONUS..HUSH
NUMBERS_SHOWN = 13  # opcodes HIT..SNATCH, whose amounts a foe shows

LAYOUT = Layout(
    Block("is_master", 1),
    Block("acting", SEATS),
    Block("phase", len(Phase)),
    Block("progress", 3),
    Block("round_in_zone", ZONE),
    Block("options", 4),
    Block("master_hand_size", 1),
    *(Block(f"child{slot}", 26 + 2 * REWARDS) for slot in range(CHILDREN)),
    *(Block(f"location{place}", 5 + REWARDS + KINDS) for place in range(LOCATIONS)),
    Block("combat", 5),
    Block("last_cards", 6),
    Block("own_card", 3),
    *(Block(f"foe{j}", 6 + FOE_KINDS + 3 * (NUMBERS_SHOWN + 1)) for j in range(FOES)),
    Block("own_hand", KINDS),
    Block("unseen_nightmares", KINDS),
    Block("nightmare_discards", KINDS),
    Block("reward_deck", REWARDS),
    Block("reward_discards", REWARDS),
    Block("location_deck", PLACES),
    Block("bosses_left", BOSSES),
    Block("source", 5),
    Block("tie", 1),
    Block("actor_child", CHILDREN),
    Block("actor_foe", FOES),
    Block("event", KINDS),
    Block("event_cost", 1),
    Block("reward", REWARDS),
    Block("offer_from", CHILDREN),
    Block("offer_to", CHILDREN),
    Block("loot_sum", 1),
    Block("child_to_carry", CHILDREN),
    Block("place_cursor", 1),
)

kernel = Kernels(state=STATE, pack=PACK)
