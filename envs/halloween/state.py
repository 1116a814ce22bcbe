"""The record of one game, the ranges of its actions and the blocks of its observation."""

from enum import IntEnum
from typing import Any

import numpy as np

from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, index, indices, member_of, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.content.pack import numbered
from medianoche.envs.halloween.numbers import DIE, OUT, TOP_PRICE

SEATS = 5
CHILDREN = 8
COLOURS = 5
SQUARES = 64
CARDS = 17
TREATS = 18
WALK_LIMIT = 2 * DIE  # steps of the longest walk: the highest roll, doubled
QUEUE = 16  # dice that can be fixed in advance
RECORD_LIMIT = 64  # claims or pieces of advice of a seat; eight rounds have fewer, int8 holds twice as many
PASS_BY_LIMIT = 64  # most squares that one PASS_BY sends a child on (R43)
POT = -1  # the common pot as a payer or payee
CARD_PRICE = TOP_PRICE + 1  # `demand` of an action card; lower numbers are candies
UNKNOWN = -2  # in a concealed record: a child card, die, bid, or a card's place, that the player does not know

CHILD_NAMES = ("Montse", "Simoncito", "Jorgito", "David", "Rosa", "Miguelín", "Lucía", "Eduardito")
COLOUR_NAMES = ("red", "green", "yellow", "orange", "blue")

Phase = IntEnum(
    "Phase",
    "COLOUR CHILD MOVE FORWARD ANSWER CLAIM RESPOND DEMAND ACCEPT ADVICE VERDICT FEE TREAT DRAW KEEP NEIGHBOUR TEAR "
    "DEFEND INSIST BID END "
    "ROLL LAND BELIEVED DISBELIEVED CONDITIONS DUEL GREY TAKE CALL_DEFENDERS CALL_BIDDERS OPEN_BIDS TEAR_OFF "
    "CLEAR_TABLE TURN_OVER LAP_OVER TURN SCORE",
    start=0,
)
"""The question to the seat to move; phases above END need no decision, and only `settle` sees them."""

Kind = IntEnum("Kind", "GREY DRAW", start=5)
"""The kind of a square that is not a house; a house has the number of its colour."""

Walk = IntEnum("Walk", "NORMAL DOUBLE HALF REROLL NEAREST", start=0)
"""How a child moves (las habilidades de los niños)."""

Look = IntEnum("Look", "NONE TWO LOOK HOME HOME_LOOK", start=0)
"""How a child draws: two cards, one of two on a draw square, a card at home, one of two at home."""

Op = IntEnum(
    "Op",
    "FREE_CHILD GROUND FREEZE FORCE_DIE SEND_HOME SHUT TOLL PASS_BY POT_GAIN ROLL_AGAIN LOSE GAIN LOSE_DIE GIVE_DIE",
    start=0,
)
"""The effect of an action card: played in one's turn, from FORCE_DIE on while moving, from SEND_HOME on at the
door, from LOSE on when drawn."""

Condition = IntEnum("Condition", "FREE SHOW_RIVAL SHOW_ALL SET NOT_CALLER CALLER PAY DISCARD", start=0)
"""The condition of a treat card, for its bonus."""


class Place(IntEnum):
    """The place of a card that is in no seat's hand."""

    DECK = -1
    USED = 5
    PAIR = 6


class Onward(IntEnum):
    """The reason why a child is sent on, by the number of the card: to the next square, or by a new roll."""

    PASS_BY = 13
    ROLL_AGAIN = 15


Advice = IntEnum("Advice", "TRUE FALSE")
"""What the third says of the claim."""

Stand = IntEnum("Stand", "ASIDE DEFENDS")
"""The decision of a seat when a costume is attacked."""

_CHILD_CODES = numbered(CHILD_NAMES)


def _treats(pack: Any) -> dict[str, int]:
    """Names of the treat cards."""
    return numbered(row.name for row in pack.treat for _ in range(row.copies))


class State(Record):
    """The record of one game."""

    rng = Number(np.uint64, "the generator; 0 when concealed")
    came = Number(np.uint64, "squares from which the moving child may have come, as bits")
    utility = Numbers(np.float32, SEATS, "per seat; set at the end", low=-1, blank=0)
    pack = Number(np.int16, "number of the pack")
    scores = Numbers(np.int16, SEATS, "points; set at the end", low=OUT, blank=0)
    num_players = Number(np.int8, "players", low=4, high=SEATS)
    opt_colours = Number(np.int8, "how colours are given", option="colours")
    opt_candies = Number(np.int8, "whether the others' candies are observed", option="counts")
    tear_cooldown = Number(np.int8, "own turns without tearing after an attempt", option="tear_cooldown")
    dice_queue = Numbers(
        np.int8,
        QUEUE,
        "dice to come, 0 from the first that is left to chance; play leaves it empty, `position` may fill it",
        high=DIE,
    )
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked; -1 at the end")
    done = Number(np.int8, "1 at the end", high=1)
    round_no = Number(np.int8, "lap, from 0")
    starter = Number(np.int8, "the seat that began the lap", high=SEATS - 1)
    slot = Number(np.int8, "turn of the lap, from 0", high=SEATS - 1)
    mover = index(SEATS, "the seat whose turn it is; -1 in COLOUR")
    alive = Numbers(np.int8, SEATS, "1 if in play", high=1, blank=0)
    candies = Numbers(np.int8, SEATS, "candies without stakes", blank=0)
    pot = Number(np.int8, "candies in the common pot")
    colour = indices(COLOURS, SEATS, "-1 not chosen", blank=-1, names=numbered(COLOUR_NAMES))
    secret = indices(CHILDREN, SEATS, "child card of each seat", blank=-1, unknown=UNKNOWN, names=_CHILD_CODES)
    know = Numbers(
        np.int16,
        (SEATS, SEATS),
        "`[a, b]`: children that b's card can be by what a was shown, as bits; unknown where a knows the card and "
        "the seat does not",
        high=2**CHILDREN - 1,
        blank=0,
        unknown=UNKNOWN,
    )
    pos = indices(SQUARES, CHILDREN, "square of each child, -1 torn")
    start = Numbers(np.int8, CHILDREN, "home of each child", high=SQUARES - 1)
    moved = Number(np.int16, "children moved in this lap, as bits", high=2**CHILDREN - 1)
    guard = indices(SEATS, CHILDREN, "per child: the seat that attacked it last, until that seat's next turn; else -1")
    frozen_by = indices(SEATS, CHILDREN, "per child: the seat that froze it, or -1")
    frozen_left = Numbers(np.int8, CHILDREN, "per child: turns of that seat still to begin", high=2)
    skip = Numbers(np.int8, SEATS, "1 if grounded in the next turn", high=1, blank=0)
    cool = Numbers(np.int8, SEATS, "turns until the seat may tear", high=3, blank=0)
    torn = Numbers(np.int8, SEATS, "costumes torn", high=CHILDREN, blank=0)
    card_at = Numbers(
        np.int8,
        CARDS,
        "per action card: the seat that has it, -1 deck, 5 used, 6 in a pair that is looked at",
        low=Place.DECK,
        high=Place.PAIR,
        unknown=UNKNOWN,
        names=Place,
    )
    unseen = Numbers(
        np.int8, SEATS, "cards in hand whose place is unknown, in a concealed record; else 0", high=0, blank=0
    )
    deck = Numbers(
        np.int8,
        CARDS,
        "printed numbers, the top one last, 0 from `deck_n` on",
        high=CARDS,
        unknown=UNKNOWN,
        names=lambda pack: {card.name: card.id for card in pack.action},
    )
    deck_n = Number(np.int8, "cards in the deck", high=CARDS)
    card_seen = Numbers(
        np.int8, CARDS, "per action card: seats that know where it is, as bits; 0 once used", high=2**SEATS - 1
    )
    mix = Numbers(
        np.int8,
        CARDS,
        "per action card: the cards of a hand from which one was given away in secret have the same number, the "
        "lowest printed one among them; else 0",
        high=CARDS,
    )
    mix_seen = Numbers(
        np.int8,
        CARDS,
        "per action card: seats that know which cards its mix holds, but not which of them is where, as bits",
        high=2**SEATS - 1,
    )
    treat_deck = Numbers(
        np.int8,
        TREATS,
        "treat cards, the top one last, 0 from `treat_n` on; in order of their numbers when concealed",
        high=TREATS - 1,
        names=_treats,
    )
    treat_n = Number(np.int8, "treat cards in the deck", high=TREATS)
    child = index(CHILDREN, "the child that moves, -1 before one is chosen", names=_CHILD_CODES)
    roll = Number(np.int8, "its die", high=DIE)
    no_move = Number(np.int8, "1 if grounded in this turn", high=1)
    treat_only = Number(np.int8, "1 if card 1 was played", high=1)
    force_die = Number(np.int8, "1 if card 16 was played", high=1)
    rerolled = Number(np.int8, "1 if the die was rolled again", high=1)
    stuck = Number(np.int8, "1 if no way fits this roll (R12)", high=1)
    attack = Number(np.int8, "1 if on the own colour, where a costume must be torn (R10)", high=1)
    fwd = member_of(Onward, "13 or 15 while card 13 or 15 sends a child on, else 0")
    steps = Number(np.int8, "squares a child was sent by the last card 13", high=PASS_BY_LIMIT)
    draws = Number(np.int8, "cards still to be drawn", high=2)
    amount = Number(np.int8, "candies to be given to a neighbour", high=4)
    owner = index(SEATS, "the owner of the house, or -1")
    third = index(SEATS, "the seat that is consulted, or -1")
    claim = Number(np.int8, "result announced, 0 none", high=DIE)
    true_roll = Number(np.int8, "the die behind the claim, 0 none", high=DIE, unknown=UNKNOWN)
    demand = Number(np.int8, "price of the third: 0 to 2 candies, 3 a card", high=CARD_PRICE)
    advice = member_of(Advice, "0 none, 1 true, 2 false")
    treat_card = indices(TREATS, 2, "of mover and owner: treat card, -1 none", names=_treats)
    treat_apply = Numbers(np.int8, 2, "of mover and owner: whether its condition is met, -1 open", none=-1, high=1)
    target = index(CHILDREN, "the child under attack, or -1", names=_CHILD_CODES)
    stake = Numbers(np.int8, SEATS, "candies laid down", high=SEATS, blank=0)
    defend = Numbers(np.int8, SEATS, "0 not asked, 1 stands aside, 2 defends", high=Stand.DEFENDS, blank=0, names=Stand)
    bid = Numbers(np.int8, SEATS, "candies bid, -1 none", none=-1, blank=-1, unknown=UNKNOWN)
    n_claims = Numbers(np.int8, SEATS, "claims", high=RECORD_LIMIT, blank=0)
    n_checked = Numbers(np.int8, SEATS, "claims of which the die was shown to all", high=RECORD_LIMIT, blank=0)
    n_lies = Numbers(np.int8, SEATS, "of these lies", high=RECORD_LIMIT, blank=0)
    n_advice = Numbers(np.int8, SEATS, "advice that was shown", high=RECORD_LIMIT, blank=0)
    n_false = Numbers(np.int8, SEATS, "of this false", high=RECORD_LIMIT, blank=0)


STATE = dtype_of(State)

ACTIONS = Layout(
    Block("colour", COLOURS, "COLOUR: choose this colour, which is not taken"),
    Block(
        "child",
        CHILDREN,
        "CHILD: move this child; on the board, not frozen, not moved in this lap (or card 1), the mover not grounded; "
        "if the roll is stuck, it has somewhere to go",
    ),
    Block("square", SQUARES, "MOVE, FORWARD: go to this square; a walk of the roll ends there"),
    Block("reroll", 1, "MOVE: roll again; Lucía, once"),
    Block("pass_turn", 1, "CHILD: pass; no child can be chosen"),
    Block(
        "card",
        CARDS,
        "card 1, 2, ...; CHILD (card 1), MOVE (card 16), ANSWER (K cards): play; FEE: give; TREAT, DRAW with a full "
        "hand: discard; KEEP: keep",
    ),
    Block("ground", SEATS - 1, "CHILD, DRAW with a full hand: card 2 against +1, +2, ..., who is in play"),
    Block("freeze", CHILDREN, "CHILD: card 10, this child stays put; not after card 1"),
    Block("trick", 1, "ANSWER: truco; neither after card 1 nor after card 16"),
    Block("treat", 1, "ANSWER: trato; not after card 16"),
    Block("pay_die", 1, "ANSWER: roll and pay half the die; only after card 16"),
    Block("claim", DIE, "CLAIM: announce 1, 2, ..."),
    Block("believe", 1, "RESPOND, VERDICT"),
    Block("disbelieve", 1, "RESPOND, VERDICT"),
    Block("consult", SEATS - 1, "RESPOND: consult +1, +2, ..., who is in play and not the mover"),
    Block(
        "demand",
        CARD_PRICE + 1,
        "DEMAND: ask for nothing, 1, 2, a card; candies if 3 or more are in play; a card if the owner has one and the "
        "third room for it",
    ),
    Block("refuse", 1, "ACCEPT: refuse the price"),
    Block("accept", 1, "ACCEPT: accept the price"),
    Block("say_true", 1, "ADVICE: the claim is true"),
    Block("say_false", 1, "ADVICE: the claim is false"),
    Block("decline", 1, "TREAT: do not meet the condition"),
    Block("meet", 1, "TREAT: meet the condition (a discard is named instead)"),
    Block("no_draw", 1, "DRAW: do not draw"),
    Block("draw", 1, "DRAW: draw; the hand is not full"),
    Block("left", 1, "NEIGHBOUR: give to the left"),
    Block("right", 1, "NEIGHBOUR: give to the right; another seat than the left one"),
    Block("no_tear", 1, "TEAR: leave all costumes alone; not after landing on one's own colour"),
    Block("tear", CHILDREN, "TEAR: tear the costume of this child, on a neighbouring square, not guarded"),
    Block("stand_aside", 1, "DEFEND"),
    Block("defend", 1, "DEFEND"),
    Block("withdraw", 1, "INSIST"),
    Block("insist", 1, "INSIST"),
    Block("bid", 101, "BID: 0, 1, ... candies, up to what one has"),
)
BASE = ACTIONS.at

_ROUND = Layout.named(lap=8, slot=1)
_PLAYER = Layout.named(
    "here alive candies cards skip cool torn stake defends aside claims checked lies advice false_advice"
)
_CHILD = Layout.named("on_board moved frozen guarded moving attacked")
_TURN = Layout(
    Block("roll", 8),
    *Layout.named("no_move treat_only force_die rerolled stuck attack pass_by roll_again draws amount"),
)
_TRICK = Layout.named(claim=8, roll=8, demand=4, true=1, false=1, candies=1)
_TREAT = Layout.named(condition=len(Condition), children=CHILDREN, price=1, bonus=1, met=1, unmet=1)
_COUNTS = Layout.named(deck=1, pot=1, bid=1, has_bid=SEATS)
ROUND, PLAYER, CHILD, TURN, TRICK, TREAT, COUNTS = (
    part.at for part in (_ROUND, _PLAYER, _CHILD, _TURN, _TRICK, _TREAT, _COUNTS)
)
"""Places in the blocks of those names."""

LAYOUT = Layout(
    Block("phase", Phase.END + 1, "phase"),
    Block("seats", (5, SEATS), "slots of to_move, mover, owner, third, starter of the lap"),
    Block("round", _ROUND.size, "lap (8), turn of the lap / 4"),
    Block(
        "players",
        (SEATS, _PLAYER.size),
        'per slot: present, alive, candies / 100 (others 0 with `counts="secret"`), cards / 3, grounded, cooldown / 3, '
        "torn / 8, stake / 10, defends, stood aside; claims, claims shown, lies, advice shown, false advice, each / 20",
    ),
    Block("colours", (SEATS, COLOURS), "per slot"),
    Block(
        "children_of_players",
        (SEATS, CHILDREN),
        "per slot, which children the card can be, by all that p was shown; slot 0 the own child",
    ),
    Block(
        "children",
        (CHILDREN, _CHILD.size),
        "per child: on the board, moved, frozen / 2, guarded, moving now, under attack",
    ),
    Block("positions", (CHILDREN, SQUARES), "per child its square"),
    Block("pumpkins", 1, "Lucía's home is the first pumpkin"),
    Block("board", (8, SQUARES), "planes: houses of slots 0-4, grey, draw squares, start squares"),
    Block(
        "turn",
        _TURN.size,
        "die (8); grounded, card 1, card 16, rerolled, stuck, attack from own colour, sent on by card 13, by card 15, "
        "draws / 2, candies to give / 4",
    ),
    Block("came", SQUARES, "squares the moving child may have come from"),
    Block(
        "trick",
        _TRICK.size,
        "claim (8); the die, if p has seen it (8); price asked (4); says true, says false; candies of the claim / 5",
    ),
    Block(
        "treat",
        (2, _TREAT.size),
        "treat card of M, of O: condition (8: FREE, SHOW_RIVAL, SHOW_ALL, SET, NOT_CALLER, CALLER, PAY, DISCARD), "
        "children of SET (8), price / 2, bonus / 12, met, not met",
    ),
    Block("treat_deck", TREATS, "treat cards still in the deck"),
    Block("own_hand_and_used", (2, CARDS), "cards in the own hand, used cards"),
    Block("known_hands", (SEATS - 1, CARDS), "slots 1-4: cards p knows to be in that hand"),
    Block("known_deck_and_pair", (2, CARDS), "cards p knows to be in the deck, the pair p is looking at"),
    Block("deck_pot_bids", _COUNTS.size, "deck / 17, pot / 100, own bid / 100, per slot has bid"),
    Block(
        "frozen_and_guarded",
        2 * SEATS * CHILDREN + 1,
        "per child slot of who froze it (5), then per child slot of who attacked it (5); `tear_cooldown` / 2",
    ),
)
AT = LAYOUT.at
PER = LAYOUT.per
