"""The end of a card and of a turn, and the beginning of the Enemy's turn."""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.decks import count_hand, draw_cards
from medianoche.envs.medianokte.kernels.effects import rest_action_cards
from medianoche.envs.medianokte.kernels.ends import clear_pending, end_game
from medianoche.envs.medianokte.kernels.stats import crew_size
from medianoche.envs.medianokte.kernels.wounds import hurt, kind_of
from medianoche.envs.medianokte.numbers import BLEEDING_DAMAGE, BLEEDING_DIE, BLEEDS_UP_TO
from medianoche.envs.medianokte.state import LIMITS, After, Code, Orient, Phase, Repeat, Winner


@kernel
def refresh_action_cards(state):
    """While no action card is ready, all action cards rest one step (R7)."""
    while True:
        for card in range(LIMITS.action_cards):
            if state.boss_cards[card] == Orient.READY:
                return
        rest_action_cards(state)


@kernel
def finish_card(pack, state):
    """CARD_OVER: go on as `after` says. After an action card the Enemy draws up to the hand size, then the army rests
    (R6)."""
    after = state.after
    note(state, News.RESOLVED)
    clear_pending(state)
    state.phase = Phase.TURN_OVER
    if after == After.ACTION_CARD_ENDS:
        draw_cards(state, pack.hand_size - count_hand(state))
        for slot in range(state.army_size):
            if state.army_orient[slot] > Orient.READY:
                state.army_orient[slot] -= 1
                note(state, News.ASTRALI_IS, Code.FOE + slot, state.army_kind[slot], state.army_orient[slot])
        refresh_action_cards(state)
    elif after != After.TURN_ENDS:
        state.to_move = state.turn
        state.phase = Phase.CREW if after == After.CREW_GOES_ON else Phase.ENEMY


@kernel
def stops_bleeding(pack, state, code):
    """Roll for the bleeding (desangramiento) of `code`: low faces are damage without a counter for a killer, the
    highest one ends it; returns whether it stops (R27). `code` is a target, see Code."""
    die = 1 + draw(state, BLEEDING_DIE)
    note(state, News.ROLLED_FOR_BLEEDING, code, kind_of(state, code), die)
    if die <= BLEEDS_UP_TO:
        note(state, News.BLED, code, kind_of(state, code))
        hurt(pack, state, code, BLEEDING_DAMAGE, -1)
    if die == BLEEDING_DIE:
        note(state, News.BLEEDING, code, kind_of(state, code), 0)
    return die == BLEEDING_DIE


@kernel
def bleed_enemy(pack, state):
    """Roll for bleeding of the boss, then of the astralis from the last slot to the first."""
    if state.boss_bleed and stops_bleeding(pack, state, Code.BOSS):
        state.boss_bleed = 0
    if state.done:
        return
    for slot in range(state.army_size - 1, -1, -1):
        if state.army_bleed[slot] and stops_bleeding(pack, state, Code.FOE + slot):
            state.army_bleed[slot] = 0


@kernel
def end_turn(pack, state):
    """TURN_OVER: roll for bleeding, go to the next seat; after the last crew member count a round (R27, R28)."""
    seat = state.turn
    note(state, News.TURN_OVER, seat)
    if seat == 0:
        bleed_enemy(pack, state)
    elif state.bleed[seat - 1] and stops_bleeding(pack, state, seat - 1):
        state.bleed[seat - 1] = 0
    if state.done:
        return
    state.turn = seat + 1 if seat < crew_size(state) else 0
    state.to_move = state.turn
    if state.turn > 0:
        note(state, News.TURN_BEGINS, state.turn)
        state.phase = Phase.CREW
        return
    state.round_no += 1
    state.phase = Phase.ENEMY_TURN
    if state.round_no == state.max_rounds:
        end_game(state, Winner.NOBODY)


@kernel
def begin_enemy_turn(state):
    """ENEMY_TURN: reset action cards and purchases; forget who was struck last if the rules say so (R7, R9, R60)."""
    refresh_action_cards(state)
    state.spent = 0
    state.events = 0
    note(state, News.ENEMY_TURN, 0, state.round_no + 1)
    if state.num_players == 2 or state.repeat_mode == Repeat.TURN:
        state.last_hit = -1
    state.phase = Phase.ENEMY
