"""Camino a Nocturna as data: the record of one game, its phases, its actions and its observation.

Player 0 is the Nightmare Master (Maestro de Pesadillas), player 1 + c is child c (Nino). A child is standing
while its insomnia (Insomnio) is at most 20, else defeated.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from medianoche.envs.core.content.layout import Block, Layout

SEATS, CHILDREN, LOCATIONS, FOES, SLOTS = 5, 4, 4, 4, 4
KINDS = 45  # nightmares and events, at most
REWARDS, PLACES, BOSSES, SHEETS = 26, 18, 6, 4
FOE_KINDS = KINDS + BOSSES  # foe kind KINDS + b is boss b

HAND_START = 5
DEFEATED = 21  # insomnia of a defeated child; more is not stored (R7)
REVIVED = 10  # insomnia of a child that returns after a boss
BOSS_LIFE = 8  # of a boss, for each child
ZONE = 4  # rounds; the last of each is against a boss
LAST_ROUND = 12


class Caps(NamedTuple):
    """Upper bounds. Tokens never run out but for two bottles, one cover and one mark (R5)."""

    insomnia: int = 20  # of a standing child
    shield: int = 6
    charge: int = 4
    power: int = 4
    bottles: int = 2
    hand: int = 12  # the Master's
    crowd: int = 2  # children in a location
    offers: int = 4  # the highest value of the option max_offers; fatigue likewise
    fatigue: int = 120


CAP = Caps()
BOSS_BATTLE = 4  # `battle` of a boss round
LEFT_BEHIND = -2  # `loc` of a defeated child that is not carried (R19)
UNKNOWN = -2  # in a concealed record: a face-down nightmare, the Master's committed card

Op = IntEnum(
    "Op",
    "NONE HIT SHIELD RESTORE STUN BOTTLE EMPOWER CHARGE COVER MARK DRAW DISCARD STRIP SNATCH REVEAL REVIVE "
    "ATTACK_BONUS DEFENCE_BONUS OPENING_SHIELD OPENING_RESTORE STEADY HUSH",
    start=0,
)
"""What an effect of a card does; an effect is (opcode, amount, scope)."""

Scope = IntEnum("Scope", "SELF ENEMY ENEMIES ALLY ALLIES LEAD LOCATION CHILDREN FALLEN CHILD", start=0)
"""The targets of an effect. ENEMY, ALLY, LOCATION, FALLEN and CHILD are chosen by a player."""

Card = IntEnum("Card", "NONE ATTACK DEFENCE SKILL", start=0)
"""An action card (Carta de Accion)."""

Label = IntEnum("Label", "CREATURE PREPARATION COMBAT CONCLUSION", start=0)
"""The phase in which an event is played; CREATURE is a nightmare, not an event."""

Timing = IntEnum("Timing", "INSTANT AFTER_COMBAT PERMANENT", start=0)
"""How long a reward stays on the table."""

Sheet = IntEnum("Sheet", "WILLIAM MAYLA TIMMY KATE", start=0)
"""A child's sheet (Hoja de Nino)."""

Source = IntEnum("Source", "NONE CHILD_CARD FOE_CARD EVENT REWARD", start=0)
"""The card whose list of effects waits for its target."""

Todo = IntEnum("Todo", "CHILD FOE BOTH")
"""Bits of `todo`: the cards of a turn that are still to be resolved."""

Phase = IntEnum(
    "Phase",
    "SHEET PLACE PAY USE RETURN MOVE CARRY MASTER_CARD CHILD_CARD ACTOR TARGET LOOT CONCLUSION RESURRECT END "
    "NEW_ROUND START_USE NEXT_USE NEXT_MOVE NEXT_LOCATION START_COMBAT REVEAL_CARDS NEXT_CARD FIND_TARGET RESOLVE "
    "END_TURN END_COMBAT NEXT_LOOT CLEAN_UP END_ZONE",
    start=0,
)
"""The question to the player to move; phases above END need no decision, and only `settle` sees them."""

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, SEATS),
        ("scores", np.int16, SEATS),  # defeated children now; rounds completed of each child
        ("pack", np.int16),
        ("num_players", np.int8),
        ("rounds_total", np.int8),  # 12, quick 8
        ("sheets_mode", np.int8),  # 0 choose, 1 random, 2 order
        ("actor_mode", np.int8),  # 0 initiative, 1 free
        ("carry_mode", np.int8),  # 0 compulsory, 1 optional
        ("unguarded", np.int8),
        ("boss_mode", np.int8),  # 0 all, 1 standing
        ("max_offers", np.int8),
        ("fatigue", np.int8),  # turns
        ("phase", np.int8),
        ("to_move", np.int8),  # -1 at END
        ("done", np.int8),
        ("round_no", np.int8),  # from 1
        ("sheet", np.int8, CHILDREN),  # -1 none
        ("insomnia", np.int8, CHILDREN),  # 0..21; 21 for children who do not play
        ("shield", np.int8, CHILDREN),
        ("charge", np.int8, CHILDREN),
        ("stun", np.int8, CHILDREN),  # turns that the child will lose
        ("bottle", np.int8, CHILDREN),
        ("covered", np.int8),  # child, -1 none
        ("marked", np.int8),
        ("hand", np.int8, (CHILDREN, REWARDS)),
        ("active", np.int8, (CHILDREN, REWARDS)),
        ("use_done", np.int8, CHILDREN),
        ("offers", np.int8, CHILDREN),
        ("loc", np.int8, CHILDREN),  # 0..3, -1 none yet, -2 left behind
        ("loc_kind", np.int8, LOCATIONS),  # -1 none
        ("loc_rw", np.int8, (LOCATIONS, SLOTS)),  # reward kinds left to right, -1 none
        ("loc_nm", np.int8, (LOCATIONS, SLOTS)),  # nightmare kinds likewise; hidden unless loc_up
        ("loc_up", np.int8, LOCATIONS),
        ("place_cursor", np.int8),  # leftmost location still open for placing
        ("loc_deck", np.int8, PLACES),  # copies of each kind, as in all decks
        ("loc_disc", np.int8, PLACES),
        ("rw_deck", np.int8, REWARDS),
        ("rw_disc", np.int8, REWARDS),
        (
            "nm_deck",
            np.int8,
            KINDS,
        ),  # hidden from the children; in a concealed record, all nightmares that they have not seen
        ("nm_disc", np.int8, KINDS),
        ("mp_hand", np.int8, KINDS),  # the Master's; hidden from the children
        ("mp_unseen", np.int8),  # cards of his hand whose kinds a concealed record hides; else 0
        ("boss_left", np.int8, BOSSES),  # 1 = unused
        ("boss", np.int8),  # of this boss round, -1 none
        ("battle", np.int8),  # location being resolved, 4 boss, -1 none
        ("in_battle", np.int8, CHILDREN),  # entered this combat
        ("foe_kind", np.int8, FOES),  # -1 none
        ("foe_life", np.int8, FOES),  # 0 defeated
        ("foe_max", np.int8, FOES),
        ("foe_shield", np.int8, FOES),
        ("foe_emp", np.int8, FOES),
        ("lead_child", np.int8),  # with the initiative, -1 outside combat
        ("lead_foe", np.int8),
        ("turn", np.int16),  # from 1; 0 outside combat
        ("card_master", np.int8),  # committed this turn, hidden until both are chosen
        ("card_child", np.int8),
        ("last_master", np.int8),  # of the last reveal of this combat
        ("last_child", np.int8),
        ("tie", np.int8),
        ("todo", np.int8),
        ("actor_child", np.int8),  # the child that acts, -1 none
        ("actor_foe", np.int8),
        ("source", np.int8),
        ("target", np.int8),  # child, foe or location chosen; -1 at every question
        ("event_kind", np.int8),  # being played, -1 none
        ("event_cost", np.int8),  # still to pay
        ("resume", np.int8),  # phase after the event
        ("reward_kind", np.int8),  # being used, -1 none
        ("reward_pair", np.int8),  # played together with its mate
        ("offer_kind", np.int8),  # pending exchange, -1 none
        ("offer_from", np.int8),
        ("offer_to", np.int8),
        ("loot_slot", np.int8),  # reward being shared out, -1 none
        ("loot_sum", np.int8),  # provision so far
    ]
)

ACTIONS = Layout(
    Block(
        "decline",
        1,
        "pass: be done, refuse, leave, keep the mark; PLACE, USE, RETURN, LOOT, CONCLUSION, RESURRECT, TARGET of a "
        "mark, CARRY if it is optional",
    ),
    Block("card", 3, "play attack, defence, skill; MASTER_CARD, CHILD_CARD"),
    Block("child", CHILDREN, "relative child i; ACTOR, TARGET, LOOT, RESURRECT"),
    Block("foe", FOES, "foe i; ACTOR, TARGET"),
    Block("location", LOCATIONS, "location i; MOVE, CARRY, TARGET"),
    Block("sheet", SHEETS, "take the sheet of William, Mayla, Timmy, Kate; SHEET"),
    Block("event", KINDS, "play event kind i; PLACE, MASTER_CARD, CONCLUSION, by its label"),
    Block("discard", KINDS, "discard a card of kind i; PAY"),
    Block("place", (KINDS, LOCATIONS), "place a card of kind i // 4 at location i % 4; PLACE"),
    Block("use", REWARDS, "use reward kind i; USE"),
    Block("use_family", REWARDS, "use instant i together with its mate; USE"),
    Block("offer", (REWARDS, CHILDREN), "offer reward i // 4 to relative child i % 4; USE"),
    Block("give", REWARDS, "give reward i in return; RETURN"),
)
BASE = ACTIONS.at

PASSIVES = Op.HUSH - Op.ATTACK_BONUS + 1
NUMBERS_SHOWN = Op.SNATCH - Op.HIT + 1  # opcodes whose amounts are observed for each foe

CHILD_SHOWN = Layout(
    Block("plays", 1, "plays"),
    Block("sheet", SHEETS, "sheet"),
    Block("insomnia", 1, "insomnia / 21"),
    Block("defeated", 1, "defeated"),
    Block("shield", 1, "shield / 6"),
    Block("charge", 1, "charge / 4"),
    Block("stun", 1, "stun / 3"),
    Block("bottle", 1, "bottle / 3"),
    Block("covered", 1, "covered"),
    Block("in_combat", 1, "in combat"),
    Block("lead", 1, "lead"),
    Block("location", LOCATIONS, "location"),
    Block("use_done", 1, "done with rewards"),
    Block("offers", 1, "offers / 4"),
    Block(
        "passives",
        PASSIVES,
        "attack, defence, opening shield, opening restore, steady, hush of rewards on the table / 6",
    ),
    Block("hand", REWARDS, "hand / 3"),
    Block("active", REWARDS, "on the table / 3"),
)
LOCATION_SHOWN = Layout(
    Block("reward", 1, "reward value / 4"),
    Block("nightmare", 1, "nightmare value / 4"),
    Block("count", 1, "nightmares there / 4"),
    Block("up", 1, "face up"),
    Block("battle", 1, "being resolved"),
    Block("rewards", REWARDS, "rewards / 3"),
    Block("nightmares", KINDS, "nightmares / 4, which the children see face up only"),
)
FOE_SHOWN = Layout(
    Block("alive", 1, "alive"),
    Block("kind", FOE_KINDS, "kind, 45 + b for boss b"),
    Block("life", 1, "life / 48"),
    Block("most", 1, "greatest life / 48"),
    Block("shield", 1, "shield / 6"),
    Block("power", 1, "power / 4"),
    Block("lead", 1, "lead"),
    Block(
        "cards",
        (3, NUMBERS_SHOWN + 1),
        "for attack, defence, skill: amounts by opcode 1-13 (/ 4, 1 for an effect without amount), "
        "whether a whole side is meant",
    ),
)


def several(name: str, count: int, inside: Layout) -> list[Block]:
    """`count` blocks of the same content, called `name0`, `name1`, ..."""
    whole = "; ".join(block.meaning + (f" ({block.size})" if block.size > 1 else "") for block in inside)
    return [Block(f"{name}{i}", inside.size, f"like `{name}0`" if i else whole) for i in range(count)]


LAYOUT = Layout(
    Block("is_master", 1, "1 for the Master"),
    Block("acting", SEATS, "Master, child slots"),
    Block("phase", Phase.END + 1, "one-hot"),
    Block("progress", 3, "children / 4, round / 12, rounds of the game / 12"),
    Block("round_in_zone", ZONE, "one-hot"),
    Block("options", 4, "free actor, optional carrying, unguarded rewards, fatigue / 120"),
    Block("master_hand_size", 1, "/ 12"),
    *several("child", CHILDREN, CHILD_SHOWN),
    *several("location", LOCATIONS, LOCATION_SHOWN),
    Block("combat", 5, "going on; boss round; turn / 128; both sides tire; marked"),
    Block("last_cards", (2, 3), "last turn's card of the child, of the Master"),
    Block("own_card", 3, "the Master's committed card, for him alone"),
    *several("foe", FOES, FOE_SHOWN),
    Block("own_hand", KINDS, "the Master's hand (/ 3), for him alone"),
    Block("unseen_nightmares", KINDS, "/ 3; the Master: the deck; children: deck, hand and face-down cards together"),
    Block("nightmare_discards", KINDS, "/ 3"),
    Block("reward_deck", REWARDS, "/ 3"),
    Block("reward_discards", REWARDS, "/ 3"),
    Block("location_deck", PLACES, "/ 3"),
    Block("bosses_left", BOSSES, "not yet met"),
    Block("source", len(Source), "whose list waits for a target: none, child's card, foe's card, event, reward"),
    Block("tie", 1, "this turn's cards were equal"),
    Block("actor_child", CHILDREN, "child slot"),
    Block("actor_foe", FOES, "foe"),
    Block("event", KINDS, "being played"),
    Block("event_cost", 1, "still to pay / 4"),
    Block("reward", REWARDS, "in use, offered or being shared out"),
    Block("offer_from", CHILDREN, "child slot"),
    Block("offer_to", CHILDREN, "child slot"),
    Block("loot_sum", 1, "provision of what was taken / 12"),
    Block("child_to_carry", CHILDREN, "child slot"),
    Block("place_cursor", 1, "leftmost location still open / 3"),
)
AT, PER = LAYOUT.at, LAYOUT.per
