"""The deck of action cards: drawing, looking at two, and the cards that are played when drawn.

Arguments: `card` is an action card, 0 to 16 (its printed number less 1). `mask` is a set of actions, uint64[words];
`action` a number of ACTIONS.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.kernels.candies import pay, throw_half_die
from medianoche.envs.halloween.kernels.choosing import mark_ground, play_ground
from medianoche.envs.halloween.kernels.hands import cards_at, cards_of, count_cards, mark_cards, use_card
from medianoche.envs.halloween.state import BASE, CARDS, POT, Kind, Look, Op, Phase, Place


@kernel
def pop_card(state):
    """Take the top card from the deck, which is not empty, and return it, 0 to 16: its printed number less 1."""
    state.deck_n -= 1
    card = state.deck[state.deck_n] - 1
    state.deck[state.deck_n] = 0
    return card


@kernel
def receive_card(pack, state, card):
    """The mover has drawn `card`: it enters the hand, or it is played at once (R22)."""
    seat = state.mover
    op = pack.action_op[card]
    arg = pack.action_arg[card]
    state.phase = Phase.GREY
    if op < Op.LOSE:
        state.card_at[card] = seat
        state.card_seen[card] |= 1 << seat
        note(state, News.DREW, seat, card)
        return
    use_card(state, card)
    note(state, News.OPENED, seat, card)
    if op == Op.LOSE:
        pay(state, seat, POT, arg)
    elif op == Op.GAIN:
        pay(state, POT, seat, arg)
    elif op == Op.LOSE_DIE:
        pay(state, seat, POT, throw_half_die(state, seat))
    else:
        state.amount = throw_half_die(state, seat)
        note(state, News.OWES, seat, state.amount)
        state.phase = Phase.NEIGHBOUR


@kernel
def take_card(pack, state):
    """Draw a card, or look at two if the child's ability allows that (R21)."""
    state.draws -= 1
    at_draw_square = pack.kind[state.pos[state.child]] == Kind.DRAW
    looks = pack.child_draw[state.child] == (Look.LOOK if at_draw_square else Look.HOME_LOOK)
    if looks and state.deck_n >= 2:
        for _ in range(2):
            state.card_at[pop_card(state)] = Place.PAIR
        note(state, News.LOOKED, state.mover, cards_at(state, Place.PAIR))
        state.phase = Phase.KEEP
        return
    receive_card(pack, state, pop_card(state))


# ---- DRAW


@kernel
def mark_draw(pack, state, mask):
    """Mark drawing and not drawing (R19). With a full hand, drawing means to use a card face up before the new one is
    seen (R20)."""
    hand = cards_at(state, state.mover)
    set_bit(mask, BASE.no_draw)
    if count_cards(hand) < pack.hand_limit:
        set_bit(mask, BASE.draw)
        return
    mark_cards(mask, hand)
    if cards_of(pack, state, state.mover, Op.GROUND):
        mark_ground(state, mask)


@kernel
def play_draw(pack, state, action):
    """Use a card to make room and draw (R20), or decline; if card 2 ends the game, nothing is drawn (R28)."""
    if action == BASE.no_draw:
        state.draws = 0
        note(state, News.DECLINED, state.mover)
    elif action < BASE.ground:
        use_card(state, action - BASE.card)
        note(state, News.DISCARDED, state.mover, action - BASE.card)
    elif action != BASE.draw:
        play_ground(pack, state, action)
    state.phase = Phase.GREY if action == BASE.no_draw else Phase.TAKE


# ---- KEEP


@kernel
def play_keep(pack, state, action):
    """Keep one of two cards; the other goes face down under the deck, and only the mover knows both (R21). If one of
    the two is played when drawn, seats that knew its place see whether it was kept."""
    kept = action - BASE.card
    returned = 0
    for card in range(CARDS):
        if state.card_at[card] == Place.PAIR and card != kept:
            returned = card
    if pack.action_op[kept] < Op.LOSE:
        open_pair = pack.action_op[returned] >= Op.LOSE
        state.card_seen[kept] = state.card_seen[kept] & state.card_seen[returned] if open_pair else 0
        if not open_pair:
            state.card_seen[returned] = 0
    state.card_seen[returned] |= 1 << state.mover
    state.card_at[returned] = Place.DECK
    for i in range(state.deck_n, 0, -1):
        state.deck[i] = state.deck[i - 1]
    state.deck[0] = returned + 1
    state.deck_n += 1
    note(state, News.PUT_BACK, state.mover, returned)
    receive_card(pack, state, kept)


# ---- NEIGHBOUR


@kernel
def neighbour(state, way):
    """The nearest living seat to the left (way 1) or right (way -1) of the mover (R22)."""
    n = state.num_players
    seat = (state.mover + way) % n
    while state.alive[seat] == 0:
        seat = (seat + way) % n
    return seat


@kernel
def mark_neighbour(state, mask):
    """Mark the left neighbour, and the right one if it is another seat."""
    set_bit(mask, BASE.left)
    if neighbour(state, 1) != neighbour(state, -1):
        set_bit(mask, BASE.right)


@kernel
def play_neighbour(state, action):
    """The mover gives `state.amount` candies to the neighbour chosen."""
    pay(state, state.mover, neighbour(state, 1 if action == BASE.left else -1), state.amount)
    state.amount = 0
    state.phase = Phase.GREY
