"""What holds in every position of Camino a Nocturna that play can reach.

Each check returns 0 or the number of the sentence that is broken (see `broken`).
"""

from medianoche.envs.core.kernels.counts import count_in, count_of
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.kernels import combat_invariants, kernel, presence
from medianoche.envs.nocturna.kernels.broken import Broken
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.numbers import BOSS_LIFE, CAP, ZONE


@kernel
def check_turn(state):
    """Round and boss."""
    number = state.round_no
    boss = state.boss
    left = 0
    if number > state.rounds_total or (boss >= 0) != (number % ZONE == 0):
        return Broken.ROUND
    if state.place_cursor > 0 and number % ZONE == 0:
        return Broken.CARDS_THERE
    for b in range(st.BOSSES):
        if b == boss and state.boss_left[b]:
            return Broken.ROUND
        left += state.boss_left[b]
    return 0 if left == st.BOSSES - number // ZONE else Broken.ROUND


@kernel
def asked(state):
    """The seat that the phase asks; 0 is the Master, 1 + c child c."""
    phase = state.phase
    source = state.source
    using = phase == st.Phase.USE or (phase == st.Phase.TARGET and source == st.Source.REWARD)
    if using or phase in (st.Phase.MOVE, st.Phase.CARRY, st.Phase.LOOT, st.Phase.RESURRECT):
        waiting = presence.standing_at(state, state.battle) if phase == st.Phase.LOOT else presence.standing(state)
        for child in range(st.CHILDREN):
            if (using and state.use_done[child]) or (phase == st.Phase.MOVE and state.loc[child] != -1):
                waiting &= ~(1 << child)
        return presence.lowest(waiting) + 1
    if phase == st.Phase.SHEET:
        seat = 1
        while seat < state.num_players and state.sheet[seat - 1] >= 0:
            seat += 1
        return seat
    if phase == st.Phase.RETURN:
        return state.offer_to + 1
    fights = phase == st.Phase.CHILD_CARD or (phase == st.Phase.ACTOR and state.todo == st.Todo.CHILD)
    fights = fights or (phase == st.Phase.TARGET and source == st.Source.CHILD_CARD)
    return state.lead_child + 1 if fights else 0


@kernel
def check_children(state):
    """Tokens and sheet of each child."""
    bottled = 0
    sheets = 0
    for child in range(state.num_players - 1):
        sheet = state.sheet[child]
        bottle = state.bottle[child]
        tokens = state.shield[child] + state.charge[child] + state.stun[child] + bottle
        if state.insomnia[child] == st.DEFEATED and tokens:
            return Broken.CHILD_STATE
        bottled += bottle > 0
        if state.offers[child] > state.max_offers:
            return Broken.TABLE
        if sheet == -1 and state.phase != st.Phase.SHEET:
            return Broken.SHEET_CARDS
        if sheet >= 0:
            chosen_early = state.phase == st.Phase.SHEET and child >= state.to_move - 1  # children choose by seat
            if chosen_early or sheets >> sheet & 1:
                return Broken.SHEET_CARDS
            sheets |= 1 << sheet
    return Broken.CHILD_STATE if bottled > CAP.bottles else 0


@kernel
def check_cards(pack, state):
    """Every card of the pack is in exactly one place."""
    for kind in range(st.KINDS):
        cards = state.nm_deck[kind] + state.nm_disc[kind] + state.mp_hand[kind] + count_in(state.loc_nm, kind)
        if cards != pack.nm_count[kind]:
            return Broken.NIGHTMARE_CARDS
    for kind in range(st.REWARDS):
        cards = state.rw_deck[kind] + state.rw_disc[kind] + count_in(state.loc_rw, kind)
        for child in range(st.CHILDREN):
            if state.active[child, kind] and pack.rw_timing[kind] == st.Timing.INSTANT:
                return Broken.TABLE
            cards += state.hand[child, kind] + state.active[child, kind]
        if cards != pack.rw_count[kind]:
            return Broken.REWARD_CARDS
    for kind in range(st.PLACES):
        if state.loc_deck[kind] + state.loc_disc[kind] + count_of(state.loc_kind, kind) != pack.loc_count[kind]:
            return Broken.LOCATION_CARDS
    return Broken.HAND if hand_size(state) > CAP.hand else 0


@kernel
def check_location(pack, state, place):
    """One location, `place` 0 to 3, its nightmares, its rewards and its children."""
    kind = state.loc_kind[place]
    normal = state.round_no % ZONE != 0
    if (kind >= 0) != (normal and state.phase != st.Phase.SHEET) or (kind < 0 and state.loc_up[place]):
        return Broken.BOARD
    most_nightmares = 0
    most_rewards = 0
    if kind >= 0:
        most_nightmares = pack.loc_nightmares[kind]
        most_rewards = pack.loc_reward[kind]
    if st.Phase.PLACE in (state.phase, state.resume) and place > state.place_cursor:
        most_nightmares = 0
    count = presence.nightmares_at(state, place)
    if count > most_nightmares:
        return Broken.CARDS_THERE
    for slot in range(st.SLOTS):
        nightmare = state.loc_nm[place, slot]
        reward = state.loc_rw[place, slot]
        if (nightmare >= 0) != (slot < count):
            return Broken.CARDS_THERE
        if nightmare >= 0 and pack.nm_label[nightmare] != st.Label.CREATURE:
            return Broken.CARDS_THERE
        if reward >= 0 and slot >= most_rewards:
            return Broken.CARDS_THERE
    company = presence.size(presence.standing_at(state, place))
    crowded = presence.children_at(state, place) > CAP.crowd and (state.carry_mode or company > CAP.crowd)  # R19
    return Broken.WHEREABOUTS if crowded else 0


@kernel
def check_moves(state):
    """Standing children move in order, then defeated ones are carried in order, and every child can still get a place
    (R18 to R20)."""
    able = presence.standing(state)
    occupied = 0
    waiting = 0
    for group in (able, presence.fallen(state)):
        for child in range(state.num_players - 1):
            if group >> child & 1:
                if waiting and state.loc[child] != -1:
                    return Broken.WHEREABOUTS
                waiting += state.loc[child] == -1
        if group == able:
            for place in range(st.LOCATIONS):
                occupied += presence.standing_at(state, place) > 0
            if (waiting > 0) != (state.phase == st.Phase.MOVE):
                return Broken.WHEREABOUTS
            n = state.num_players - 1
            if state.carry_mode == 0 and 2 * presence.size(able) >= n and 2 * (occupied + waiting) < n:
                return Broken.WHEREABOUTS
    return 0


@kernel
def check_whereabouts(state):
    """The locations of children that each phase allows."""
    phase = state.phase
    still = phase < st.Phase.MOVE
    if (
        phase == st.Phase.PAY or phase == st.Phase.TARGET or phase == st.Phase.END
    ):  # an event may be played before children move
        still = state.resume == st.Phase.PLACE or state.source == st.Source.REWARD
    still = still or state.round_no % ZONE == 0
    if phase == st.Phase.MOVE or phase == st.Phase.CARRY:
        fault = check_moves(state)
        if fault:
            return fault
    for child in range(st.CHILDREN):
        place = state.loc[child]
        if still and place != -1:
            return Broken.WHEREABOUTS
        if place == st.LEFT_BEHIND and (state.carry_mode == 0 or state.insomnia[child] <= CAP.insomnia):
            return Broken.WHEREABOUTS
        moving = still or phase == st.Phase.MOVE or phase == st.Phase.CARRY
        if not moving and place == -1 and child + 1 < state.num_players:
            return Broken.WHEREABOUTS
    if phase == st.Phase.CARRY and presence.to_carry(state) == 0:
        return Broken.WHEREABOUTS
    return 0


@kernel
def check_scores(state):
    """Scores and utilities."""
    n = state.num_players - 1
    defeated = presence.size(presence.fallen(state))
    completed = state.round_no - 1
    over = state.phase == st.Phase.END
    won = over and defeated < n
    if state.phase == st.Phase.RESURRECT or won:
        completed += 1
    if state.scores[0] != defeated:
        return Broken.SCORES
    for seat in range(1, n + 1):
        if state.scores[seat] != completed:
            return Broken.SCORES
    for seat in range(n + 1):
        prize = 0
        if over:
            prize = 1 if (seat > 0) == won else -1
        if state.utility[seat] != prize:
            return Broken.UTILITY
    if defeated == n and not over:
        return Broken.OVERDUE
    return 0


@kernel
def check_boss(state):
    """The boss's full life (R40)."""
    if state.boss < 0 or state.phase == st.Phase.RESURRECT:
        return 0
    children = state.num_players - 1
    most = state.foe_max[0]
    least = BOSS_LIFE if state.boss_mode else BOSS_LIFE * children
    return 0 if most % BOSS_LIFE == 0 and least <= most <= BOSS_LIFE * children else Broken.FOE_STATE


@kernel
def check_course(state):
    """The course of a combat: nightmares are face up (R21), only Mayla marks (R32), and each tired turn has cost a
    child 1 insomnia and a foe 1 life that nothing restores (R34)."""
    if state.turn == 0:
        return 0
    if state.battle != st.BOSS_BATTLE and state.loc_up[state.battle] == 0:
        return Broken.FIGHTERS
    mayla = 0
    awake = 0
    lost = 0
    for child in range(st.CHILDREN):
        if state.in_battle[child]:
            mayla |= state.sheet[child] == st.Sheet.MAYLA
            awake += state.insomnia[child]
    for j in range(st.FOES):
        lost += state.foe_max[j] - state.foe_life[j]
    if state.marked and not mayla:
        return Broken.FIGHTERS
    return Broken.FOE_STATE if state.turn - 1 - state.fatigue > min(awake, lost) else 0


@kernel
def check_last_turn(state, fought):
    """The cards of the last turn if the last child was defeated in it (`fought`); else no card is left."""
    master = state.card_master
    child = state.card_child
    foe = state.actor_foe
    if state.actor_child >= state.num_players - 1:
        return Broken.COMMITTED
    if not fought:
        idle = master == 0 and child == 0 and state.tie == 0 and state.todo == 0
        return 0 if idle and state.actor_child == -1 and foe == -1 else Broken.COMMITTED
    if master == 0 or master != state.last_master or child != state.last_child or state.tie != (master == child):
        return Broken.COMMITTED
    return 0 if state.todo == (st.Todo.FOE if state.source == st.Source.FOE_CARD else 0) else Broken.COMMITTED


@kernel
def check_end(pack, state):
    """The end of the game, where no field is cleared: the last boss fell, or the last child was defeated by a foe, an
    event or fatigue (R46)."""
    fault = combat_invariants.check_fighters(state) if state.turn else combat_invariants.check_idle(state)
    if fault == 0 and state.turn:
        fault = combat_invariants.check_foes(pack, state)
    if fault and fault != Broken.OVERDUE:  # the last foe may have been defeated as well
        return fault
    source = state.source
    won = presence.size(presence.fallen(state)) < state.num_players - 1
    if won and (state.turn == 0 or presence.foes(state) or state.round_no != state.rounds_total):
        return Broken.OVERDUE
    fought = state.turn > 0 and not won and source != st.Source.EVENT
    by_card = source == st.Source.NONE or (source == st.Source.FOE_CARD and fought)
    if not (source == st.Source.EVENT and not won) and not (by_card and (fought or won)):
        return Broken.PENDING
    if state.target >= state.num_players - 1 or (source == st.Source.NONE and state.target != -1):
        return Broken.PENDING
    fault = check_last_turn(state, fought)
    fault = fault or combat_invariants.check_event(pack, state)
    return fault or combat_invariants.check_reward(pack, state)


@kernel
def inconsistency(pack, state):
    """The number, from 1, of the first broken sentence of Broken; 0 if the position is sound."""
    fault = check_turn(state) or check_children(state) or check_cards(pack, state)
    for place in range(st.LOCATIONS):
        fault = fault or check_location(pack, state, place)
    fault = fault or check_whereabouts(state) or check_scores(state)
    over = state.phase == st.Phase.END
    if fault == 0:
        fault = check_end(pack, state) if over else combat_invariants.check_combat(pack, state)
    fault = fault or check_boss(state) or check_course(state)
    if over:
        return fault
    fault = fault or combat_invariants.check_committed(state) or combat_invariants.check_pending(pack, state)
    return fault or (0 if asked(state) == state.to_move else Broken.MOVER)
