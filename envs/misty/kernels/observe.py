"""The observation of each player, and the hidden part of a record: `conceal` removes it, `determinize` draws it.

Arguments: `out` is the observation, float32[observation_size], zero before. `player` sees, `seat` is seen, both 0 to 3;
`slot` is the seat's distance from the player, 0 the player itself.
"""

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.core.kernels.rng import draw, draw_weighted
from medianoche.envs.core.kernels.seats import around
from medianoche.envs.core.kernels.sparse import accumulate
from medianoche.envs.misty import state as st
from medianoche.envs.misty.kernels import kernel
from medianoche.envs.misty.kernels.rules import deal_cards, has_committed, placements
from medianoche.envs.misty.numbers import SHORT_HAND

AT = st.LAYOUT.at
PER = st.LAYOUT.per
POINT_SCALE = 24
COPY_SCALE = 16
VALUE_SCALE = 9


@kernel
def is_known(state, player, seat):
    """Whether `player` has held the cards that `seat` holds now (R34)."""
    n = state.num_players
    away = player - seat if state.deal & 1 else seat - player
    return around(away + n, n) <= state.step


@kernel
def write_window(state, seat, slot, out):
    """Write the blocks `windows` and `boxes` of one seat. `slot` is the seat's place in the observation, from 0; the
    numbers are from 0 to 1."""
    base = AT.windows + slot * PER.windows
    height, width = state.bh[seat], state.bw[seat]
    filled = 0
    for row in range(height):
        for col in range(width):
            code = state.win[seat, row, col]
            if code < 0:
                continue
            filled += 1
            at = base + st.SIDE * row + col
            if code >= st.STACK:
                out[at + st.CELLS * st.Plane.STACK] = 1
                continue
            if code >= st.MOVED:
                out[at + st.CELLS * st.Plane.MOVED] = 1
            kind = code % st.MOVED
            if kind < st.Kind.ARROW_N:
                out[at + st.CELLS * kind] = 1
                continue
            down = st.ROW_STEP[kind - st.Kind.ARROW_N]
            right = st.COL_STEP[kind - st.Kind.ARROW_N]
            if down:
                out[at + st.CELLS * (st.Plane.SOUTH if down > 0 else st.Plane.NORTH)] = 1
            if right:
                out[at + st.CELLS * (st.Plane.EAST if right > 0 else st.Plane.WEST)] = 1
    base = AT.boxes + slot * PER.boxes
    out[base] = height / st.SIDE
    out[base + 1] = width / st.SIDE
    out[base + 2] = filled / st.WINDOW
    for f in range(2):
        out[base + 3 + f] = height <= state.frame_h[f] and width <= state.frame_w[f]


@kernel
def write_hands(state, player, out):
    """Write hands and the cards whose places `player` does not know. Numbers of cards are divided by the hand size, or
    by 16."""
    n = state.num_players
    share = 1 / state.hand_size
    for kind in range(st.KINDS):
        out[AT.own_hand + kind] = state.hand[player, kind] * share
    if state.obs_memory == 0:
        return
    for kind in range(st.KINDS):
        out[AT.unseen_pool + kind] = state.deck[kind] / COPY_SCALE
    if state.phase > st.Phase.PLACE:
        return
    for slot in range(1, n):
        seat = around(player + slot, n)
        base = AT.known_hands + (slot - 1) * PER.known_hands
        known = is_known(state, player, seat)
        out[base] = known
        for kind in range(st.KINDS):
            count = state.hand[seat, kind]
            if known:
                out[base + 1 + kind] = count * share
            elif count:
                accumulate(out, AT.known_hands, AT.unseen_pool + kind, count / COPY_SCALE)


@kernel
def write_seat(state, seat, slot, out):
    """Write the public facts of one seat besides its window and hand."""
    out[AT.seats + slot] = 1
    out[AT.scores + slot] = min(state.scores[seat] / state.rounds_to_win, 1.0)
    out[AT.committed + slot] = has_committed(state, seat)
    if state.phase == st.Phase.PLACE and state.pick[seat] >= 0:
        out[AT.revealed_picks + slot * PER.revealed_picks + state.pick[seat]] = 1
    elif state.phase >= st.Phase.ACT:
        out[AT.round_points + slot] = min(state.round_points[seat] / POINT_SCALE, 1.0)


@kernel
def write_table(pack, state, player, out):
    """Write turn, phase, deal, round, options and pack."""
    n = state.num_players
    if state.to_move >= 0:
        out[AT.to_move + around(state.to_move - player + n, n)] = 1
    out[AT.phase + state.phase] = 1
    if state.phase <= st.Phase.PLACE:
        out[AT.deal + state.deal] = 1
        out[AT.deal + 3] = state.step / (state.hand_size - 1)
        out[AT.deal + 4] = -1 if state.deal & 1 else 1
    if state.phase == st.Phase.PICK and state.pick[player] >= 0:
        out[AT.own_pick + state.pick[player]] = 1
    last_round = n * (state.rounds_to_win - 1)
    if last_round:
        out[AT.scores + st.SEATS] = state.round_no / last_round
    out[AT.options] = state.hand_size == SHORT_HAND
    out[AT.options + 1] = state.smile_mode
    out[AT.options + 2] = state.activation
    for kind in range(st.KINDS):
        out[AT.deck + kind] = pack.deck0[kind] / COPY_SCALE
    for worth in range(len(pack.pts)):
        out[AT.points + worth] = pack.pts[worth] / VALUE_SCALE


@kernel
def observe(pack, state, player, out):
    """Write the observation of `player`, a seat from 0, to `out`, float32[observation_size]; it is set to zero
    first."""
    out[:] = 0
    for slot in range(state.num_players):
        seat = around(player + slot, state.num_players)
        write_window(state, seat, slot, out)
        write_seat(state, seat, slot, out)
    write_hands(state, player, out)
    write_table(pack, state, player, out)


# ---- hidden information: hands never held, secret picks and placements; none in ACT and END


@kernel
def conceal_hands(state, player):
    """Move the hands that `player` has never held into the deck, which then holds all cards that it has not seen."""
    for seat in range(state.num_players):
        if not is_known(state, player, seat):
            for kind in range(st.KINDS):
                state.deck[kind] += state.hand[seat, kind]
                state.hand[seat, kind] = 0


@kernel
def conceal(pack, state, player):
    """Overwrite all fields of `state` that `player`, a seat from 0, does not know."""
    state.rng = 0
    if state.phase >= st.Phase.ACT:
        return
    conceal_hands(state, player)
    for seat in range(state.num_players):
        if seat != player and has_committed(state, seat):
            if state.phase == st.Phase.PICK:
                state.pick[seat] = st.UNKNOWN
            else:
                state.cell[seat] = st.UNKNOWN


@kernel
def determinize(pack, state, player):
    """Deal everything hidden from `player`, a seat from 0, again; `state.rng` holds a fresh seed."""
    if state.phase >= st.Phase.ACT:
        return
    conceal_hands(state, player)
    for seat in range(state.num_players):
        if not is_known(state, player, seat):
            deal_cards(state, seat, state.hand_size - state.step - (state.phase == st.Phase.PLACE))
    for seat in range(state.num_players):
        if seat != player and has_committed(state, seat):
            if state.phase == st.Phase.PICK:  # sample a pick from the hand
                state.pick[seat] = draw_weighted(state, state.hand[seat], state.hand_size - state.step)
            else:  # sample a legal place
                codes = placements(state, seat)
                for _ in range(draw(state, popcount(codes))):
                    codes &= codes - 1
                state.cell[seat] = lowest_bit(codes)
