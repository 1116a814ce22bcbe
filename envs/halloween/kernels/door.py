"""At the door: the question (¿truco o trato?) and the cards that answer it.

Arguments: `mask` is a set of actions, uint64[words]; `action` a number of ACTIONS; `card` an action card, 0 to 16 (its
printed number less 1).
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.kernels.candies import pay, roll_die, throw_half_die
from medianoche.envs.halloween.kernels.hands import mark_cards, use_card
from medianoche.envs.halloween.kernels.treat import draw_treats
from medianoche.envs.halloween.kernels.walking import arrive, owner_at
from medianoche.envs.halloween.state import BASE, CARDS, CHILDREN, PASS_BY_LIMIT, POT, Onward, Op, Phase

# ---- ANSWER


@kernel
def mark_answer(pack, state, mask):
    """Mark the owner's answers. Card 16 leaves no question, card 1 only the treat. Cards of the owner may always be
    played; SEND_HOME only if it names the child at the door (R30-R32)."""
    if state.force_die:
        set_bit(mask, BASE.pay_die)
    else:
        set_bit(mask, BASE.treat)
        if state.treat_only == 0:
            set_bit(mask, BASE.trick)
    cards = 0
    for card in range(CARDS):
        op = pack.action_op[card]
        if state.card_at[card] == state.owner and Op.SEND_HOME <= op < Op.LOSE:
            if op != Op.SEND_HOME or pack.action_arg[card] >> state.child & 1:
                cards |= 1 << card
    mark_cards(mask, cards)


@kernel
def play_at_door(pack, state, card):
    """Play a card against the child at the door. Most cards end the mover's turn (R42); after cards 13 and 15 the child
    walks on."""
    op = pack.action_op[card]
    arg = pack.action_arg[card]
    mover = state.mover
    owner = state.owner
    use_card(state, card)
    note(state, News.PLAYED, owner, card)
    onward = op == Op.PASS_BY or op == Op.ROLL_AGAIN
    if op == Op.SEND_HOME:  # no ability is used (R24), torn children stay out (R32)
        for child in range(CHILDREN):
            if arg >> child & 1 and state.pos[child] >= 0:
                state.pos[child] = state.start[child]
                note(state, News.SENT_HOME, child, state.start[child])
    elif op == Op.TOLL:
        pay(state, mover, owner, arg)
    elif op == Op.POT_GAIN:
        pay(state, POT, owner, arg)
    elif onward:
        if op == Op.ROLL_AGAIN:
            state.roll = roll_die(state)
            note(state, News.ROLLED, mover, state.roll, -1)
        state.fwd = Onward.PASS_BY if op == Op.PASS_BY else Onward.ROLL_AGAIN
        state.owner = -1
        state.steps = 0
        note(state, News.LANDED)
        state.to_move = mover
    state.phase = Phase.FORWARD if onward else Phase.TURN_OVER


@kernel
def play_answer(pack, state, action):
    """The owner of the house answers the child at the door: trick, treat, half a die, or a card."""
    if action == BASE.trick:
        state.true_roll = roll_die(state)
        note(state, News.ROLLED_IN_SECRET, state.owner, state.mover, state.true_roll)
        state.to_move = state.mover
        state.phase = Phase.CLAIM
    elif action == BASE.treat:
        note(state, News.CHOSE_TREAT, state.owner)
        draw_treats(state)
        state.phase = Phase.CONDITIONS
    elif action == BASE.pay_die:
        note(state, News.ROLLED_TO_PAY, state.owner)
        pay(state, state.owner, state.mover, throw_half_die(state, state.owner))
        state.phase = Phase.TURN_OVER
    else:
        play_at_door(pack, state, action - BASE.card)


# ---- FORWARD


@kernel
def play_forward(pack, state, action):
    """Move the child on. At the mover's own house it passes by again with PASS_BY (R43), and its turn ends with
    ROLL_AGAIN (R44)."""
    square = action - BASE.square
    arrive(pack, state, square)
    if owner_at(pack, state, square) != state.mover:
        state.phase = Phase.LAND
    elif state.fwd == Onward.PASS_BY and state.steps + 1 < PASS_BY_LIMIT:
        state.steps += 1
    else:
        state.fwd = 0
        note(state, News.LANDED)
        state.phase = Phase.TURN_OVER
