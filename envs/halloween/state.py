"""The record of one game, the ranges of its actions and the blocks of its observation."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.content.layout import Block, Layout

SEATS, CHILDREN, COLOURS, SQUARES, CARDS, TREATS = 5, 8, 5, 64, 17, 18
WALK_LIMIT = 16  # steps of the longest walk: a roll of 8, doubled
QUEUE = 16  # dice that can be fixed in advance
LOST_PLAYERS = 3  # players without candies that end the game
RECORD_LIMIT = 64  # claims or pieces of advice of a seat; eight rounds have fewer, int8 holds twice as many
PASS_BY_LIMIT = 64  # most squares that one PASS_BY sends a child on (R43)
POT = -1  # the common pot as a payer or payee
CARD_PRICE = 3  # `demand` of an action card; 0 to 2 are candies
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

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("came", np.uint64),  # squares the moving child may have come from
        ("utility", np.float32, SEATS),
        ("pack", np.int16),
        ("scores", np.int16, SEATS),
        ("num_players", np.int8),
        ("opt_colours", np.int8),  # 1 random
        ("opt_candies", np.int8),  # 1 secret
        ("tear_cooldown", np.int8),
        ("dice_queue", np.int8, QUEUE),  # dice to come; 0 marks the end of the queue, after which dice are random
        ("phase", np.int8),
        ("to_move", np.int8),  # -1 at the end
        ("done", np.int8),
        ("round_no", np.int8),  # lap, from 0
        ("starter", np.int8),  # seat that started the lap
        ("slot", np.int8),  # turn of the lap, 0..n-1
        ("mover", np.int8),  # -1 in COLOUR
        ("alive", np.int8, SEATS),
        ("candies", np.int8, SEATS),  # without stakes
        ("pot", np.int8),
        ("colour", np.int8, SEATS),  # -1 not chosen
        ("secret", np.int8, SEATS),  # child card
        ("know", np.int16, (SEATS, SEATS)),  # [a, b] children that b's card can be, from what a was shown
        ("pos", np.int8, CHILDREN),  # square, -1 torn
        ("start", np.int8, CHILDREN),
        ("moved", np.int16),  # children moved in this lap
        ("guard", np.int8, CHILDREN),  # last attacker until his next turn, else -1
        ("frozen_by", np.int8, CHILDREN),
        ("frozen_left", np.int8, CHILDREN),  # turns of that seat still to begin
        ("skip", np.int8, SEATS),  # grounded in the next turn
        ("cool", np.int8, SEATS),  # turns until tearing is legal
        ("torn", np.int8, SEATS),  # costumes torn
        ("card_at", np.int8, CARDS),  # seat or Place
        ("unseen", np.int8, SEATS),  # cards in hand whose place is UNKNOWN, in a concealed record
        ("deck", np.int8, CARDS),  # printed numbers, top last; 0 from deck_n on
        ("deck_n", np.int8),
        ("card_seen", np.int8, CARDS),  # seats that know where an unused card is
        ("mix", np.int8, CARDS),  # one hand when a card of it was given away: its lowest printed number, else 0
        ("mix_seen", np.int8, CARDS),  # seats that know the cards of that mix, but not which of them is where
        ("treat_deck", np.int8, TREATS),  # top last; 0 from treat_n on
        ("treat_n", np.int8),
        # fields of one turn, cleared when the next begins
        ("child", np.int8),
        ("roll", np.int8),
        ("no_move", np.int8),
        ("treat_only", np.int8),
        ("force_die", np.int8),
        ("rerolled", np.int8),
        ("stuck", np.int8),
        ("attack", np.int8),
        ("fwd", np.int8),  # Onward, else 0
        ("steps", np.int8),  # squares a child was sent on by the last PASS_BY
        ("draws", np.int8),
        ("amount", np.int8),
        ("owner", np.int8),
        ("third", np.int8),
        ("claim", np.int8),
        ("true_roll", np.int8),
        ("demand", np.int8),
        ("advice", np.int8),  # Advice, 0 none
        ("treat_card", np.int8, 2),  # of mover and owner
        ("treat_apply", np.int8, 2),  # -1 open
        ("target", np.int8),
        ("stake", np.int8, SEATS),
        ("defend", np.int8, SEATS),  # Stand, 0 not asked
        ("bid", np.int8, SEATS),  # -1 none
        # public record of each seat
        ("n_claims", np.int8, SEATS),
        ("n_checked", np.int8, SEATS),  # claims of which the die was shown
        ("n_lies", np.int8, SEATS),
        ("n_advice", np.int8, SEATS),
        ("n_false", np.int8, SEATS),
    ]
)

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
    Block("claim", 8, "CLAIM: announce 1, 2, ..."),
    Block("believe", 1, "RESPOND, VERDICT"),
    Block("disbelieve", 1, "RESPOND, VERDICT"),
    Block("consult", SEATS - 1, "RESPOND: consult +1, +2, ..., who is in play and not the mover"),
    Block(
        "demand",
        4,
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

_ROUND = Layout.of(lap=8, slot=1)
_PLAYER = Layout.of(
    "here alive candies cards skip cool torn stake defends aside claims checked lies advice false_advice"
)
_CHILD = Layout.of("on_board moved frozen guarded moving attacked")
_TURN = Layout(
    Block("roll", 8), *Layout.of("no_move treat_only force_die rerolled stuck attack pass_by roll_again draws amount")
)
_TRICK = Layout.of(claim=8, roll=8, demand=4, true=1, false=1, candies=1)
_TREAT = Layout.of(condition=len(Condition), children=CHILDREN, price=1, bonus=1, met=1, unmet=1)
_COUNTS = Layout.of(deck=1, pot=1, bid=1, has_bid=SEATS)
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
AT, PER = LAYOUT.at, LAYOUT.per
