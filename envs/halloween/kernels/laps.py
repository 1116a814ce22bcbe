"""Turns and laps: the order of turns (R1, R3), players who are out, and the end of the game."""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import ZERO, kernel
from medianoche.envs.halloween.kernels.hands import use_card
from medianoche.envs.halloween.numbers import LOST_PLAYERS, OUT, OWN_CHILD_STAYS, OWN_CHILD_TORN, TORN_BY_YOU
from medianoche.envs.halloween.state import CARDS, CHILDREN, SEATS, Phase

MORE_THAN_ALL_CANDIES = 256


@kernel
def clear_choices(state):
    """Write -1 into the fields that name a child, a seat or a card of this turn."""
    state.child = -1
    state.owner = -1
    state.third = -1
    state.target = -1
    for role in range(2):
        state.treat_card[role] = -1
        state.treat_apply[role] = -1
    for seat in range(SEATS):
        state.bid[seat] = -1


@kernel
def clear_turn(state):
    """Clear all fields of the last turn."""
    clear_choices(state)
    state.came = ZERO
    state.roll = 0
    state.no_move = 0
    state.treat_only = 0
    state.force_die = 0
    state.rerolled = 0
    state.stuck = 0
    state.attack = 0
    state.fwd = 0
    state.steps = 0
    state.draws = 0
    state.amount = 0
    state.claim = 0
    state.true_roll = 0
    state.demand = 0
    state.advice = 0
    for seat in range(SEATS):
        state.stake[seat] = 0
        state.defend[seat] = 0


@kernel
def reach_slot(state):
    """Begin the turn of the seat at this slot. Guards, freezes and cooldowns that wait for it end even if it is out
    (R45, R48, R49). If it is in play, the mover chooses a child unless he was grounded (R16, R46)."""
    seat = (state.starter + state.slot) % state.num_players
    state.mover = seat
    if state.cool[seat]:
        state.cool[seat] -= 1
    for child in range(CHILDREN):
        if state.guard[child] == seat:
            state.guard[child] = -1
        if state.frozen_by[child] == seat:
            state.frozen_left[child] -= 1
            if state.frozen_left[child] == 0:
                state.frozen_by[child] = -1
    note(state, News.TURN, seat, state.alive[seat], state.skip[seat])
    if state.alive[seat] == 0:
        state.phase = Phase.TURN_OVER
        return
    clear_turn(state)
    state.no_move = state.skip[seat]
    state.skip[seat] = 0
    state.to_move = seat
    state.phase = Phase.CHILD


@kernel
def pass_turn_card(pack, state):
    """End a lap: all children can be moved again, and the next living seat starts (R2, R3)."""
    state.slot = 0
    state.moved = 0
    state.round_no += 1
    if state.round_no >= pack.rounds:
        state.phase = Phase.SCORE
        return
    state.starter = (state.starter + 1) % state.num_players
    while state.alive[state.starter] == 0:
        state.starter = (state.starter + 1) % state.num_players
    note(state, News.LAP, state.starter, state.round_no + 1)
    state.phase = Phase.TURN


@kernel
def put_out_players(state):
    """Players without candies are out, unless stakes lie on the table (R26-R28). Returns the bit set of those who are
    out now. Bit i is seat i, 0 to 4."""
    n = state.num_players
    just_out = 0
    lost = 0
    for seat in range(SEATS):  # without a branch, because this runs after every event
        just_out |= (state.alive[seat] & (state.candies[seat] == 0)) << seat
    if just_out == 0:
        return 0
    for seat in range(n):
        if state.stake[seat]:
            return 0
    for seat in range(n):
        if just_out >> seat & 1:
            state.alive[seat] = 0
            note(state, News.OUT, seat)
            for card in range(CARDS):
                if state.card_at[card] == seat:
                    use_card(state, card)
                    note(state, News.DISCARDED, seat, card)
        lost += state.alive[seat] == 0
    if lost >= LOST_PLAYERS:
        state.phase = Phase.SCORE
    elif state.phase == Phase.FEE:  # the card is due even if the mover is out (R27, R41)
        if state.alive[state.owner] == 0 or state.alive[state.third] == 0:
            state.phase = Phase.TURN_OVER
    elif state.alive[state.mover] == 0:
        state.phase = Phase.TURN_OVER
    return just_out


@kernel
def finish(state, just_out):
    """Score the game: points decide, then candies (R57). If no player is left, the seats of `just_out` (bits), which
    the last settlement put out, share the win (R58)."""
    n = state.num_players
    best = OUT * MORE_THAN_ALL_CANDIES
    winners = 0
    shared = 0
    for seat in range(n):
        if state.alive[seat] == 0:
            state.scores[seat] = OUT
            continue
        bonus = OWN_CHILD_STAYS if state.pos[state.secret[seat]] >= 0 else OWN_CHILD_TORN
        state.scores[seat] = state.candies[seat] + TORN_BY_YOU * state.torn[seat] + bonus
        rank = state.scores[seat] * MORE_THAN_ALL_CANDIES + state.candies[seat]
        if rank > best:
            best = rank
            winners = 0
            shared = 0
        if rank == best:
            winners |= 1 << seat
            shared += 1
    if shared == 0:
        winners = just_out
        for seat in range(n):
            shared += winners >> seat & 1
    for seat in range(n):
        state.utility[seat] = 2.0 / shared - 1.0 if winners >> seat & 1 else -1.0
        note(state, News.TOTAL, seat, state.scores[seat])
    note(state, News.GAME_OVER)
    state.phase = Phase.END
    state.to_move = -1
    state.done = 1
