"""The rules of La noche de Halloween: preparation, and the kernels that core calls. Each phase has its own module.

Arguments: `mask` is a set of actions, uint64[words]: `mark_x` adds to it; `action` is a legal one, a number of ACTIONS.
`phase` is one of Phase; `first` the lower action of two. `colour` is 0 to 4.
"""

from medianoche.envs.core.kernels.bits import clear_bits, count_bits, set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import choosing, costume, door, drawing, hands, kernel, laps, treat, trick
from medianoche.envs.halloween.kernels.candies import shuffle
from medianoche.envs.halloween.kernels.landing import draw_or_tear, land
from medianoche.envs.halloween.kernels.walking import forward_squares
from medianoche.envs.halloween.numbers import DIE
from medianoche.envs.halloween.state import BASE, CARDS, CHILDREN, COLOURS, SEATS, Phase, Place

ALL_CHILDREN = (1 << CHILDREN) - 1

# ---- preparation


@kernel
def deal_child_cards(state):
    """Deal each seat a secret child card, before colours are chosen (R4); the other cards stay unseen."""
    n = state.num_players
    left = ALL_CHILDREN
    for seat in range(n):
        skipped = draw(state, CHILDREN - seat)
        child = 0
        while left >> child & 1 == 0 or skipped:
            skipped -= left >> child & 1
            child += 1
        left &= ~(1 << child)
        state.secret[seat] = child
        for other in range(n):
            state.know[other, seat] = ALL_CHILDREN
        state.know[seat, seat] = 1 << child


@kernel
def place_children(pack, state):
    """Put every child on its start square; a coin decides which pumpkin is whose start (R5)."""
    pumpkin = draw(state, 2)
    for child in range(CHILDREN):
        square = pack.start[child]
        if square < 0:
            square = pack.pumpkin[pumpkin]
            pumpkin = 1 - pumpkin
        state.start[child] = square
        state.pos[child] = square
        state.guard[child] = -1
        state.frozen_by[child] = -1


@kernel
def shuffle_cards(state):
    """Put all action cards face down into the deck, in random order."""
    for card in range(CARDS):
        state.card_at[card] = Place.DECK
    shuffle(state, state.deck, 1)  # printed numbers
    state.deck_n = CARDS


@kernel
def is_taken(state, colour):
    """Whether a seat has this colour."""
    for seat in range(state.num_players):
        if state.colour[seat] == colour:
            return True
    return False


@kernel
def reset(pack, state):
    """Deal a new game into `state`, which is zero but for the generator, the pack, the players and the options."""
    n = state.num_players
    state.mover = -1
    laps.clear_choices(state)

    for seat in range(SEATS):
        state.colour[seat] = -1
        state.secret[seat] = -1
    for seat in range(n):
        state.alive[seat] = 1
        state.candies[seat] = pack.candies0[n]
    state.pot = pack.total - n * pack.candies0[n]

    deal_child_cards(state)
    place_children(pack, state)
    shuffle_cards(state)
    treat.shuffle_treats(state)

    if state.opt_colours:  # colours are drawn; otherwise the first question is COLOUR, phase 0
        for seat in range(n):
            colour = draw(state, COLOURS)
            while is_taken(state, colour):
                colour = draw(state, COLOURS)
            state.colour[seat] = colour
        state.phase = Phase.TURN
        settle(pack, state)


# ---- COLOUR


@kernel
def mark_colour(state, mask):
    """COLOUR: mark each colour that no seat has."""
    for colour in range(COLOURS):
        if not is_taken(state, colour):
            set_bit(mask, BASE.colour + colour)


@kernel
def play_colour(state, action):
    """A seat chooses its colour, in the order of seats (R4); after the last one the youngest begins (R2)."""
    state.colour[state.to_move] = action - BASE.colour
    note(state, News.COLOURED, state.to_move, action - BASE.colour)
    state.to_move += 1
    if state.to_move == state.num_players:
        note(state, News.LAP, state.starter, state.round_no + 1)
        state.phase = Phase.TURN


# ---- the kernels that core calls


@kernel
def settle(pack, state):
    """Do all that needs no decision (dice, payments, who is asked next) until a player is asked or the game is over."""
    while True:
        just_out = laps.put_out_players(state)
        phase = state.phase
        if phase <= Phase.END:
            return
        if phase == Phase.ROLL:
            choosing.roll_for_child(pack, state)
        elif phase == Phase.LAND:
            land(pack, state)
        elif phase == Phase.BELIEVED or phase == Phase.DISBELIEVED:
            trick.pay_for_trick(pack, state)
        elif phase == Phase.CONDITIONS:
            treat.ask_condition(pack, state)
        elif phase == Phase.DUEL:
            treat.duel(pack, state)
        elif phase == Phase.GREY:
            draw_or_tear(pack, state)
        elif phase == Phase.TAKE:
            drawing.take_card(pack, state)
        elif phase == Phase.CALL_DEFENDERS:
            costume.call_defenders(pack, state)
        elif phase == Phase.CALL_BIDDERS:
            costume.call_bidders(state)
        elif phase == Phase.OPEN_BIDS:
            costume.open_bids(state)
        elif phase == Phase.TEAR_OFF:
            costume.tear_off(state)
        elif phase == Phase.CLEAR_TABLE:
            costume.clear_table(state)
        elif phase == Phase.TURN_OVER:
            state.slot += 1
            state.phase = Phase.TURN if state.slot < state.num_players else Phase.LAP_OVER
        elif phase == Phase.LAP_OVER:
            laps.pass_turn_card(pack, state)
        elif phase == Phase.TURN:
            laps.reach_slot(state)
        else:
            laps.finish(state, just_out)


@kernel
def mark_two(mask, first):
    """Mark the two answers of a yes-no question."""
    set_bit(mask, first)
    set_bit(mask, first + 1)


@kernel
def mark_answers(phase, mask):
    """Mark the two answers in the phases that ask a yes-no question."""
    if phase == Phase.ACCEPT:
        mark_two(mask, BASE.refuse)
    elif phase == Phase.ADVICE:
        mark_two(mask, BASE.say_true)
    elif phase == Phase.VERDICT:
        mark_two(mask, BASE.believe)
    elif phase == Phase.DEFEND:
        mark_two(mask, BASE.stand_aside)
    elif phase == Phase.INSIST:
        mark_two(mask, BASE.withdraw)


@kernel
def legal_mask(pack, state, mask):
    """Mark the legal actions and return their number. Core plays a single legal action itself (R59)."""
    clear_bits(mask)
    phase = state.phase
    if phase == Phase.COLOUR:
        mark_colour(state, mask)
    elif phase == Phase.CHILD:
        choosing.mark_child(pack, state, mask)
    elif phase == Phase.MOVE:
        choosing.mark_move(pack, state, mask)
    elif phase == Phase.FORWARD:
        choosing.mark_squares(mask, forward_squares(pack, state))
    elif phase == Phase.ANSWER:
        door.mark_answer(pack, state, mask)
    elif phase == Phase.CLAIM:  # the mover may announce any result (R33)
        for claim in range(DIE):
            set_bit(mask, BASE.claim + claim)
    elif phase == Phase.RESPOND:
        trick.mark_respond(state, mask)
    elif phase == Phase.DEMAND:
        trick.mark_demand(pack, state, mask)
    elif phase == Phase.FEE:
        hands.mark_cards(mask, hands.cards_at(state, state.owner))
    elif phase == Phase.TREAT:
        treat.mark_treat(pack, state, mask)
    elif phase == Phase.DRAW:
        drawing.mark_draw(pack, state, mask)
    elif phase == Phase.KEEP:
        hands.mark_cards(mask, hands.cards_at(state, Place.PAIR))
    elif phase == Phase.NEIGHBOUR:
        drawing.mark_neighbour(state, mask)
    elif phase == Phase.TEAR:
        costume.mark_tear(pack, state, mask)
    elif phase == Phase.BID:
        for bid in range(state.candies[state.to_move] + 1):
            set_bit(mask, BASE.bid + bid)
    else:
        mark_answers(phase, mask)
    return count_bits(mask)


@kernel
def apply(pack, state, action):
    """Play `action`, a legal one, of the seat to move, up to the next question or the end of the game."""
    phase = state.phase
    if phase == Phase.COLOUR:
        play_colour(state, action)
    elif phase == Phase.CHILD:
        choosing.play_child(pack, state, action)
    elif phase == Phase.MOVE:
        choosing.play_move(pack, state, action)
    elif phase == Phase.FORWARD:
        door.play_forward(pack, state, action)
    elif phase == Phase.ANSWER:
        door.play_answer(pack, state, action)
    elif phase == Phase.CLAIM:
        trick.play_claim(state, action)
    elif phase == Phase.RESPOND or phase == Phase.VERDICT:
        trick.play_respond(state, action)
    elif phase == Phase.DEMAND:
        trick.play_demand(state, action)
    elif phase == Phase.ACCEPT:
        trick.play_accept(state, action)
    elif phase == Phase.ADVICE:
        trick.play_advice(state, action)
    elif phase == Phase.FEE:
        trick.play_fee(state, action)
    elif phase == Phase.TREAT:
        treat.play_treat(pack, state, action)
    elif phase == Phase.DRAW:
        drawing.play_draw(pack, state, action)
    elif phase == Phase.KEEP:
        drawing.play_keep(pack, state, action)
    elif phase == Phase.NEIGHBOUR:
        drawing.play_neighbour(state, action)
    elif phase == Phase.TEAR:
        costume.play_tear(state, action)
    elif phase == Phase.DEFEND:
        costume.play_defend(state, action)
    elif phase == Phase.INSIST:
        note(state, News.INSISTED, state.mover, action != BASE.withdraw)
        state.phase = Phase.CLEAR_TABLE if action == BASE.withdraw else Phase.CALL_BIDDERS
    else:
        state.bid[state.to_move] = action - BASE.bid
        note(state, News.BID, state.to_move, action - BASE.bid)
        state.phase = Phase.CALL_BIDDERS
    settle(pack, state)
