"""Camino a Nocturna as data: the record of one game, its phases, its actions and its observation.

Player 0 is the Nightmare Master (Maestro de Pesadillas), player 1 + c is child c (Nino). A child is standing
while its insomnia (Insomnio) is at most 20, else defeated.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np

from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, index, indices, member_of, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.content.pack import numbered
from medianoche.envs.nocturna.numbers import CAP, LAST_ROUND, QUICK_ROUNDS, ZONE
from medianoche.envs.nocturna.opcodes import NUMBERS_SHOWN, PASSIVES

SEATS = 5
CHILDREN = 4
LOCATIONS = 4
FOES = 4
SLOTS = 4
KINDS = 45  # nightmares and events, at most
REWARDS = 26
PLACES = 18
BOSSES = 6
SHEETS = 4
FOE_KINDS = KINDS + BOSSES  # foe kind KINDS + b is boss b

DEFEATED = CAP.insomnia + 1  # insomnia of a defeated child; more is not stored (R7)
# the highest values of the options max_offers and fatigue
OFFER_LIMIT = 4
FATIGUE_LIMIT = 120
BOSS_BATTLE = 4  # `battle` of a boss round
LEFT_BEHIND = -2  # `loc` of a defeated child that is not carried (R19)
UNKNOWN = -2  # in a concealed record: a face-down nightmare, the Master's committed card

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


def _named(*tables: str) -> Callable[[Any], dict[str, int]]:
    """Numbers of the cards in these tables of the pack, by name."""
    return lambda pack: numbered(row.name for table in tables for row in getattr(pack, table))


def _foes(pack: Any) -> dict[str, int]:
    """Numbers of nightmares and of bosses as foes."""
    return _named("nightmare", "event")(pack) | numbered((row.name for row in pack.boss), KINDS)


class State(Record):
    """The record of one game."""

    rng = Number(np.uint64, "the generator; 0 when concealed")
    utility = Numbers(np.float32, SEATS, "per seat; set at the end", low=-1, blank=0)
    scores = Numbers(np.int16, SEATS, "of the Master: defeated children; of each child: rounds completed", blank=0)
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=2, high=SEATS)
    rounds_total = Number(
        np.int8, "rounds of the game", option="variant", codes={"standard": LAST_ROUND, "quick": QUICK_ROUNDS}
    )
    sheets_mode = Number(np.int8, "how children get their sheets", option="sheets")
    actor_mode = Number(np.int8, "who acts with a winning card (R22)", option="actor")
    carry_mode = Number(np.int8, "whether defeated children must be carried (R19)", option="carry")
    unguarded = Number(np.int8, "whether rewards without nightmares may be taken", option="unguarded_rewards")
    boss_mode = Number(np.int8, "which children a boss's life is counted for (R40)", option="boss_life")
    max_offers = Number(np.int8, "exchanges each child may offer in a round", option="max_offers")
    fatigue = Number(np.int8, "turns of a combat before both sides tire (R34)", option="fatigue")
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked; -1 at the end")
    done = Number(np.int8, "1 at the end", high=1)
    round_no = Number(np.int8, "round, from 1", low=1, high=LAST_ROUND)
    sheet = indices(SHEETS, CHILDREN, "per child: 0 William, 1 Mayla, 2 Timmy, 3 Kate, -1 none", blank=-1, names=Sheet)
    insomnia = Numbers(
        np.int8, CHILDREN, "per child: 0 to 20, 21 if defeated or if it does not play", high=DEFEATED, blank=DEFEATED
    )
    shield = Numbers(np.int8, CHILDREN, "per child", high=CAP.shield, blank=0)
    charge = Numbers(np.int8, CHILDREN, "per child", high=CAP.charge, blank=0)
    stun = Numbers(np.int8, CHILDREN, "per child: turns to lose", blank=0)
    bottle = Numbers(np.int8, CHILDREN, "per child: turns in a bottle", blank=0)
    covered = index(CHILDREN, "the child that is covered, -1 none")
    marked = Number(np.int8, "1 while Mayla has marked", high=1)
    hand = Numbers(np.int8, (CHILDREN, REWARDS), "`[child, kind]`: rewards in hand", blank=0)
    active = Numbers(np.int8, (CHILDREN, REWARDS), "`[child, kind]`: rewards on the table", blank=0)
    use_done = Numbers(np.int8, CHILDREN, "per child: 1 once it is done with using rewards", high=1, blank=0)
    offers = Numbers(np.int8, CHILDREN, "per child: exchanges offered in this round", high=OFFER_LIMIT, blank=0)
    loc = Numbers(
        np.int8,
        CHILDREN,
        "location of each child; -1 none yet, -2 left behind",
        low=LEFT_BEHIND,
        high=LOCATIONS - 1,
        blank=-1,
    )
    loc_kind = indices(PLACES, LOCATIONS, "kind of each location; -1 none", names=_named("location"))
    loc_rw = indices(
        REWARDS,
        (LOCATIONS, SLOTS),
        "`[location, place]`: kinds of rewards from the left, -1 none",
        names=_named("reward"),
    )
    loc_nm = indices(
        KINDS,
        (LOCATIONS, SLOTS),
        "`[location, place]`: kinds of nightmares from the left, -1 none; face-down ones unknown to children",
        unknown=UNKNOWN,
        names=_named("nightmare", "event"),
    )
    loc_up = Numbers(np.int8, LOCATIONS, "1 where the nightmares lie face up", high=1)
    place_cursor = Number(np.int8, "leftmost location where nightmares may still be placed", high=LOCATIONS - 1)
    loc_deck = Numbers(np.int8, PLACES, "deck of locations, by kind")
    loc_disc = Numbers(np.int8, PLACES, "discard of locations, by kind")
    rw_deck = Numbers(np.int8, REWARDS, "deck of rewards, by kind")
    rw_disc = Numbers(np.int8, REWARDS, "discard of rewards, by kind")
    nm_deck = Numbers(
        np.int8, KINDS, "deck of nightmares, by kind; concealed for a child also those in the hand and face down"
    )
    nm_disc = Numbers(np.int8, KINDS, "discard of nightmares, by kind")
    mp_hand = Numbers(np.int8, KINDS, "the Master's hand, by kind; empty when concealed for a child")
    mp_unseen = Number(np.int8, "cards of the Master's hand in a record that is concealed for a child; else 0", high=0)
    boss_left = Numbers(np.int8, BOSSES, "1 for each boss that has not come yet", high=1)
    boss = index(BOSSES, "of this boss round, -1 none", names=_named("boss"))
    battle = Number(np.int8, "location that is resolved, 4 boss, -1 none", none=-1, high=BOSS_BATTLE)
    in_battle = Numbers(np.int8, CHILDREN, "1 for each child in this combat", high=1, blank=0)
    foe_kind = indices(
        FOE_KINDS, FOES, "per foe: kind of nightmare, or 45 and the number of the boss; -1 none", names=_foes
    )
    foe_life = Numbers(np.int8, FOES, "per foe: life, 0 defeated")
    foe_max = Numbers(np.int8, FOES, "per foe: life at first")
    foe_shield = Numbers(np.int8, FOES, "per foe", high=CAP.shield)
    foe_emp = Numbers(np.int8, FOES, "per foe: what its attacks gain", high=CAP.power)
    lead_child = index(CHILDREN, "the child that has the initiative; -1 outside combat")
    lead_foe = index(FOES, "the foe that has the initiative; -1 outside combat")
    turn = Number(np.int16, "of this combat, from 1; 0 outside")
    card_master = member_of(
        Card,
        "chosen in this turn: 0 none, 1 attack, 2 defence, 3 skill; unknown to children until both are chosen",
        unknown=UNKNOWN,
    )
    card_child = member_of(Card, "the same of the child")
    last_master = member_of(Card, "card of the last reveal of this combat, 0 none")
    last_child = member_of(Card, "the same of the child")
    tie = Number(np.int8, "1 if the cards of this turn were equal", high=1)
    todo = member_of(Todo, "cards of this turn still to be resolved: 1 the child's, 2 the foe's, 3 both")
    actor_child = index(CHILDREN, "the child that acts, -1 none")
    actor_foe = index(FOES, "the foe that acts, -1 none")
    source = member_of(
        Source, "whose effects wait for a target: 0 none, 1 the child's card, 2 the foe's, 3 an event, 4 a reward"
    )
    target = index(CHILDREN, "child, foe or location that was chosen; -1 at every question")
    event_kind = index(KINDS, "event being played, -1 none", names=_named("nightmare", "event"))
    event_cost = Number(np.int8, "its cost still to pay")
    resume = Number(np.int8, "the phase that comes after it", high=Phase.END, names=Phase)
    reward_kind = index(REWARDS, "reward being used, -1 none", names=_named("reward"))
    reward_pair = Number(np.int8, "1 if it is used together with its mate", high=1)
    offer_kind = index(REWARDS, "reward on offer, -1 none", names=_named("reward"))
    offer_from = index(CHILDREN, "child that offers it, -1 none")
    offer_to = index(CHILDREN, "child that it is offered to, -1 none")
    loot_slot = index(SLOTS, "reward of the location being shared out, -1 none")
    loot_sum = Number(np.int8, "provision of what was taken")


STATE = dtype_of(State)

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
    Block("loot_slot", SLOTS, "place of the reward being shared out"),
    Block("rewards_from_left", (LOCATIONS, SLOTS), "per location, the reward at each place: (1 + kind) / 26, 0 none"),
    Block(
        "nightmares_from_left", (LOCATIONS, SLOTS), "the same of nightmares, / 45; the children see face-up ones only"
    ),
)
AT = LAYOUT.at
PER = LAYOUT.per

Fight = IntEnum("Fight", "LOST OPEN WON", start=-1)
"""The result of a boss fight to the children."""

FIGHT = np.dtype(
    [
        ("children", np.int8),  # in the game, defeated ones included
        ("left", np.int8),  # boss fights of the game after this one
        ("boss", np.int8),
        ("life", np.int8),
        ("most", np.int8),  # the boss's life at first
        ("foe_shield", np.int8),
        ("power", np.int8),
        ("blow", np.int8),  # damage of the boss's attack, without its power
        ("lead", np.int8),  # the child that has the initiative
        ("turn", np.int16),  # from 1; fatigue + 1 stands for all later ones
        ("fatigue", np.int16),
        ("covered", np.int8),
        ("marked", np.int8),
        ("result", np.int8),  # see Fight
        ("cards", np.int8),  # in the Master's hand
        ("rewards", np.int8),  # of the children, in hand and on the table
        ("sheet", np.int8, CHILDREN),
        ("insomnia", np.int8, CHILDREN),
        ("shield", np.int8, CHILDREN),
        ("charge", np.int8, CHILDREN),
        ("stun", np.int8, CHILDREN),
        ("bottle", np.int8, CHILDREN),
        # sums of the rewards on the table before each child
        ("attack_bonus", np.int8, CHILDREN),
        ("defence_bonus", np.int8, CHILDREN),
        ("steady", np.int8, CHILDREN),
    ]
)
"""A boss fight without the rest of the game; its fields are those of State, where nothing is said. Written by
`kernels.fight.read_fight`."""
