"""What holds in every reachable position about a combat and about the card, offer or reward being resolved.

Each check returns 0 or the number of the sentence that is broken (see `broken`).
"""

from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.broken import Broken
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.presence import able_fighters, fighters, foes
from medianoche.envs.nocturna.kernels.targets import candidates, choice
from medianoche.envs.nocturna.kernels.turns import loses_turn
from medianoche.envs.nocturna.numbers import CAP, ZONE


@kernel
def check_idle(state):
    """Outside a combat, all fields of a combat are idle."""
    idle = state.covered == -1 and state.lead_child == -1 and state.lead_foe == -1 and state.marked == 0
    idle = idle and state.last_master == 0 and state.last_child == 0
    for child in range(st.CHILDREN):
        states = state.shield[child] + state.stun[child] + state.bottle[child]
        idle = idle and states == 0 and state.in_battle[child] == 0
    boss_waits = state.boss >= 0 and state.phase != st.Phase.RESURRECT
    for j in range(st.FOES):
        extra = state.foe_shield[j] + state.foe_emp[j]
        waits = j == 0 and boss_waits
        wanted = st.KINDS + state.boss if waits else -1
        idle = idle and extra == 0 and state.foe_kind[j] == wanted
        idle = idle and state.foe_life[j] == state.foe_max[j] and (state.foe_life[j] > 0) == waits
    place = state.battle
    looting = state.phase == st.Phase.LOOT
    idle = idle and (place >= 0) == looting and place < st.LOCATIONS
    return 0 if idle else Broken.IN_COMBAT


@kernel
def check_fighters(state):
    """The children in a combat, and the children and foes that hold the initiative."""
    place = state.battle
    child = state.lead_child
    foe = state.lead_foe
    if place < 0 or (place == st.BOSS_BATTLE) != (state.round_no % ZONE == 0):
        return Broken.FIGHTERS
    if not 0 <= child < state.num_players - 1 or foe < 0:
        return Broken.FIGHTERS
    for other in range(st.CHILDREN):
        is_present = place == st.BOSS_BATTLE or state.loc[other] == place
        stands = state.insomnia[other] <= CAP.insomnia
        if (state.in_battle[other] and not is_present) or (stands and is_present and state.in_battle[other] == 0):
            return Broken.FIGHTERS
    phase = state.phase
    ready = phase in (st.Phase.MASTER_CARD, st.Phase.CHILD_CARD, st.Phase.ACTOR)
    if state.in_battle[child] == 0 or (ready and state.insomnia[child] > CAP.insomnia):
        return Broken.FIGHTERS
    if state.foe_kind[foe] < 0 or (ready and state.foe_life[foe] == 0):
        return Broken.FIGHTERS
    covered = state.covered
    if covered < 0:
        return 0
    for other in range(st.CHILDREN):  # William covers another child, and both are in the combat (R31)
        guards = other != covered and state.sheet[other] == st.Sheet.WILLIAM
        if guards and fighters(state) >> other & 1 and fighters(state) >> covered & 1:
            return 0
    return Broken.FIGHTERS


@kernel
def check_foes(pack, state):
    """The foes of a combat are the nightmares of its location, or the boss."""
    place = state.battle
    alive = 0
    for j in range(st.FOES):
        wanted = -1
        if place != st.BOSS_BATTLE:
            wanted = state.loc_nm[place, j]
        elif j == 0:
            wanted = st.KINDS + state.boss
        life = state.foe_life[j]
        most = state.foe_max[j]
        if state.foe_kind[j] != wanted or life > most or (wanted == -1) != (most == 0):
            return Broken.FOE_STATE
        if 0 <= wanted < st.KINDS and most != pack.foe_life[wanted]:
            return Broken.FOE_STATE
        if (life == 0 and state.foe_shield[j]) or (wanted == -1 and state.foe_emp[j]):
            return Broken.FOE_STATE
        alive += life > 0
    if alive == 0 and not (state.tie and state.phase == st.Phase.TARGET):  # in a tie the foe's card is resolved later
        return Broken.OVERDUE
    return 0


@kernel
def check_combat(pack, state):
    """All fields of a combat, or that they are idle if there is none."""
    phase = state.phase
    if state.turn == 0:
        if phase in (st.Phase.MASTER_CARD, st.Phase.CHILD_CARD, st.Phase.ACTOR):
            return Broken.IN_COMBAT
        return check_idle(state)
    ours = phase == st.Phase.TARGET and state.source != st.Source.REWARD
    if not (ours or phase in (st.Phase.PAY, st.Phase.MASTER_CARD, st.Phase.CHILD_CARD, st.Phase.ACTOR)):
        return Broken.IN_COMBAT
    fault = check_fighters(state)
    return fault or check_foes(pack, state)


@kernel
def check_committed(state):
    """The action cards of this turn, and the child and foe that act with them."""
    phase = state.phase
    source = state.source
    todo = state.todo
    master = state.card_master
    child = state.card_child
    revealed = phase == st.Phase.ACTOR or (phase == st.Phase.TARGET and 0 < source <= st.Source.FOE_CARD)
    if (master > 0) != (phase == st.Phase.CHILD_CARD or revealed) or (child > 0 and not revealed):
        return Broken.COMMITTED
    if (phase == st.Phase.CHILD_CARD or child) and loses_turn(state):
        return Broken.COMMITTED
    if not revealed:
        idle = todo == 0 and state.tie == 0 and state.actor_child == -1 and state.actor_foe == -1
        return 0 if idle else Broken.COMMITTED
    if state.tie != (master == child) or (child == 0 and not loses_turn(state)):
        return Broken.COMMITTED
    if state.last_master != master or state.last_child != child:
        return Broken.COMMITTED
    wins = child > 0 and (child - master + 3) % 3 == 1
    left = st.Todo.BOTH if state.tie else (st.Todo.CHILD if wins else st.Todo.FOE)
    if todo != (st.Todo.FOE if source == st.Source.FOE_CARD else left):
        return Broken.COMMITTED
    if phase == st.Phase.ACTOR:
        chosen = state.actor_mode == 0 or state.tie or state.actor_child != -1 or state.actor_foe != -1
        return Broken.COMMITTED if chosen else 0
    actor = state.actor_child
    foe = state.actor_foe
    if (actor != -1) != (left != st.Todo.FOE) or (foe != -1) != (left != st.Todo.CHILD):
        return Broken.COMMITTED
    if actor >= 0 and not able_fighters(state) >> actor & 1:
        return Broken.COMMITTED
    if foe >= 0 and not (foes(state) >> foe & 1 or state.tie):
        return Broken.COMMITTED
    if state.actor_mode and not state.tie:  # R22
        return 0
    leads = (actor == -1 or actor == state.lead_child) and (foe == -1 or foe == state.lead_foe)
    return 0 if leads else Broken.COMMITTED


@kernel
def check_event(pack, state):
    """The event being played, which already lies on the discards (R10)."""
    kind = state.event_kind
    cost = state.event_cost
    phase = state.phase
    if (kind >= 0) != (state.source == st.Source.EVENT):
        return Broken.PENDING
    if (cost > 0) != (phase == st.Phase.PAY) or cost > hand_size(state):
        return Broken.PENDING
    if kind < 0:
        return Broken.PENDING if state.resume else 0
    label = pack.nm_label[kind]
    resume = state.resume
    known = resume == st.Phase.PLACE and label == st.Label.PREPARATION
    known = known or (resume == st.Phase.MASTER_CARD and label == st.Label.COMBAT)
    known = known or (resume == st.Phase.CONCLUSION and label == st.Label.CONCLUSION)
    played = state.nm_disc[kind] > 0 and cost <= pack.nm_cost[kind] and (state.turn > 0) == (label == st.Label.COMBAT)
    return 0 if known and played else Broken.PENDING


@kernel
def check_reward(pack, state):
    """The reward being used, offered or shared out."""
    kind = state.reward_kind
    pair = state.reward_pair
    offer = state.offer_kind
    slot = state.loot_slot
    if (kind >= 0) != (state.source == st.Source.REWARD) or pair > (kind >= 0):
        return Broken.PENDING
    if kind >= 0 and (pack.rw_timing[kind] != st.Timing.INSTANT or state.rw_disc[kind] == 0):
        return Broken.PENDING
    if pair and (pack.rw_mate[kind] < 0 or pack.rw_timing[pack.rw_mate[kind]] != st.Timing.INSTANT):
        return Broken.PENDING
    giver = state.offer_from
    receiver = state.offer_to
    offered = state.phase == st.Phase.RETURN
    if not offered and (offer != -1 or giver != -1 or receiver != -1):
        return Broken.PENDING
    if offered and (min(offer, giver, receiver) < 0 or giver == receiver):
        return Broken.PENDING
    if offered and (max(giver, receiver) + 1 >= state.num_players or state.hand[giver, offer] == 0):
        return Broken.PENDING
    if state.phase != st.Phase.LOOT:
        return Broken.PENDING if slot != -1 or state.loot_sum else 0
    return Broken.PENDING if slot < 0 or state.loc_rw[state.battle, slot] < 0 else 0


@kernel
def check_pending(pack, state):
    """The effects that wait for a payment or a target; a player asked for a target has at least one to choose."""
    source = state.source
    aims = state.phase == st.Phase.TARGET
    if state.target != -1:
        return Broken.PENDING
    if (aims and source == 0) or (source > 0 and not aims and state.phase != st.Phase.PAY):
        return Broken.PENDING
    fault = check_event(pack, state)
    fault = fault or check_reward(pack, state)
    if fault == 0 and aims and candidates(state, choice(pack, state)) == 0:
        return Broken.PENDING
    return fault
