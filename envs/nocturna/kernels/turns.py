"""A turn of combat (Turno de Combate): two secret action cards are chosen, revealed and resolved.

Arguments: `action` is a legal one, a number of ACTIONS; `bits` is a set of children, bit i for child i, 0 to 3.
"""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.nocturna.events import News
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.effects import add_insomnia, guard_of, resolve_list
from medianoche.envs.nocturna.kernels.preparation import announce_event
from medianoche.envs.nocturna.kernels.presence import child_meant, fighters, foes, is_tired, lowest, standing
from medianoche.envs.nocturna.kernels.targets import INSTANT_LISTS, candidates, choice, list_in_play, reward_list
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.state import BASE, DEFEATED, Card, Phase, Source, Todo


@kernel
def finish(state, children_win):
    """End the game for the children (`children_win` 1) or the Master (0), with utilities 1 and -1; no other field is
    cleared."""
    for seat in range(state.num_players):
        state.utility[seat] = 1 if (seat > 0) == (children_win > 0) else -1
    state.phase = Phase.END
    state.done = 1
    state.to_move = -1
    note(state, News.GAME_OVER, children_win)


# ---- choosing


@kernel
def loses_turn(state):
    """Whether the child with the initiative is stunned or bottled (R30)."""
    child = state.lead_child
    return state.stun[child] > 0 or state.bottle[child] > 0


@kernel
def play_master_card(pack, state, action):
    """The Master commits an action card, or plays an event first."""
    if action >= BASE.event:
        announce_event(pack, state, action - BASE.event)
        return
    state.card_master = Card.ATTACK + action - BASE.card  # R35
    note(state, News.CHOSE, 0, state.card_master)
    if loses_turn(state):
        state.phase = Phase.REVEAL_CARDS
    else:
        state.phase = Phase.CHILD_CARD
        state.to_move = 1 + state.lead_child


@kernel
def reveal_cards(state):
    """Attack 1 beats skill 3, skill beats defence 2, defence beats attack. Only the winning card is resolved; in a tie
    both are."""
    master = state.card_master
    child = state.card_child
    state.last_master = master
    state.last_child = child
    note(state, News.REVEALED, 0, 1 + state.lead_child, master, child)
    state.tie = master == child
    state.phase = Phase.NEXT_CARD
    if master == child:
        state.todo = Todo.BOTH
    elif child > 0 and (child - master + 3) % 3 == 1:  # 1 beats 3, 3 beats 2, 2 beats 1
        state.todo = Todo.CHILD
    else:
        state.todo = Todo.FOE
    if state.actor_mode and master != child:  # the winning side picks who acts (R22)
        state.phase = Phase.ACTOR
        state.to_move = 1 + state.lead_child if state.todo == Todo.CHILD else 0
        return
    if state.todo & Todo.CHILD:
        state.actor_child = state.lead_child
    if state.todo & Todo.FOE:
        state.actor_foe = state.lead_foe


@kernel
def play_actor(state, action):
    """Choose the child or foe that acts with the winning card."""
    if action >= BASE.foe:
        state.actor_foe = action - BASE.foe
        note(state, News.FOE_CHOSEN, state.actor_foe, state.foe_kind[state.actor_foe])
    else:
        state.actor_child = child_meant(state, action)
        note(state, News.CHILD_CHOSEN, 1 + state.actor_child)
    state.phase = Phase.NEXT_CARD


# ---- resolving


@kernel
def next_card(state):
    """Resolve the child's card first, then the foe's (R24)."""
    state.phase = Phase.FIND_TARGET
    note(state, News.CARD_PLAYED, 1 + state.actor_child)
    if state.todo & Todo.CHILD:
        state.source = Source.CHILD_CARD
    elif state.todo:
        state.source = Source.FOE_CARD
    else:
        state.phase = Phase.END_TURN


@kernel
def find_target(pack, state):
    """Ask the player of a card for its target, if there is one to choose."""
    state.phase = Phase.RESOLVE
    if candidates(state, choice(pack, state)):
        state.phase = Phase.TARGET
        if state.source == Source.CHILD_CARD:
            state.to_move = 1 + state.lead_child
        elif state.source != Source.REWARD:
            state.to_move = 0


@kernel
def play_target(state, action):
    """Choose a child, a foe or a location; Mayla may keep her mark instead (R32)."""
    if action >= BASE.location:
        state.target = action - BASE.location
    elif action >= BASE.foe:
        state.target = action - BASE.foe
    elif action >= BASE.child:
        state.target = child_meant(state, action)
    note(state, News.AIMED, state.to_move)
    state.phase = Phase.RESOLVE


@kernel
def after(bits, one):
    """The next member of a bit set after `one`, cyclically: a number from 0, `one` itself if it is the only member."""
    return lowest(bits & (-2 << one) or bits)


@kernel
def finish_event(state):
    """Return to the phase in which the event was played; the event may have ended the combat or defeated the lead child
    (R25)."""
    phase = state.resume
    state.event_kind = -1
    state.resume = 0
    state.phase = phase
    state.to_move = 0
    if state.turn == 0:
        return
    if fighters(state) == 0:
        state.phase = Phase.END_COMBAT
    elif state.insomnia[state.lead_child] > CAP.insomnia:
        state.lead_child = after(fighters(state), state.lead_child)
        note(state, News.LED, 1 + state.lead_child)


@kernel
def resolve(pack, state):
    """Apply all lists of the card in play, without effect or not (R26), and go to the next phase."""
    # 1. Apply the effects.
    source = state.source
    if source == Source.CHILD_CARD:
        note(state, News.CHILD_ACTS, 1 + state.actor_child, state.sheet[state.actor_child], state.card_child)
    elif source == Source.FOE_CARD:
        note(state, News.FOE_ACTS, state.actor_foe, state.foe_kind[state.actor_foe], state.card_master)
    elif source == Source.REWARD:
        note(state, News.REWARD_ACTS, state.reward_kind)
    else:
        note(state, News.EVENT_ACTS, state.event_kind)
    if source == Source.REWARD:
        for k in range(INSTANT_LISTS):
            row = reward_list(pack, state, state.to_move - 1, state.reward_kind, state.reward_pair, k)
            if row >= 0:
                resolve_list(pack, state, row)
    else:
        if source == Source.FOE_CARD and state.card_master != Card.DEFENCE:  # William takes the hit (R31)
            guard = guard_of(state, state.target)
            if guard != state.target:
                state.target = guard
                note(state, News.UNCOVERED, 1 + state.covered)
                state.covered = -1
        resolve_list(pack, state, list_in_play(pack, state))
    if source == Source.CHILD_CARD and state.card_child == Card.ATTACK:
        if state.charge[state.actor_child]:
            note(state, News.CHARGE, 1 + state.actor_child, state.charge[state.actor_child], 0)
        state.charge[state.actor_child] = 0  # an attack uses up all charges (R29)
    note(state, News.RESOLVED, source)
    # 2. All children defeated: the Master wins at once, even if no foe is left (R6).
    if standing(state) == 0:
        finish(state, 0)
        return
    # 3. Go on with the other card, with the phase of the event, or with the use of rewards.
    state.source = Source.NONE
    state.target = -1
    if source <= Source.FOE_CARD:
        state.todo = state.todo & Todo.FOE if source == Source.CHILD_CARD else 0
        state.phase = Phase.NEXT_CARD
    elif source == Source.EVENT:
        finish_event(state)
    else:
        state.reward_kind = -1
        state.reward_pair = 0
        state.phase = Phase.NEXT_USE


@kernel
def end_turn(state):
    """Count down lost turns, tire both sides (R34), and move both initiative markers on (R23)."""
    child = state.lead_child
    foe = state.lead_foe
    if state.card_child == Card.NONE:
        if state.stun[child]:
            note(state, News.STUN, 1 + child, state.stun[child], state.stun[child] - 1)
        if state.bottle[child]:
            note(state, News.BOTTLE, 1 + child, state.bottle[child], state.bottle[child] - 1)
        state.stun[child] = max(state.stun[child] - 1, 0)
        state.bottle[child] = max(state.bottle[child] - 1, 0)
    # Fatigue: 1 insomnia for the lead child, 1 life from the lead foe, past their shields.
    if is_tired(state) and fighters(state) and foes(state):
        note(state, News.TIRED)
        if state.insomnia[child] < DEFEATED:
            add_insomnia(state, child, 1)
        if state.foe_life[foe]:
            note(state, News.FOE_LIFE, foe, state.foe_kind[foe], state.foe_life[foe], state.foe_life[foe] - 1)
        state.foe_life[foe] = max(state.foe_life[foe] - 1, 0)  # the lead foe may have been defeated in this turn
        if state.foe_life[foe] == 0:
            state.foe_shield[foe] = 0
    if standing(state) == 0:
        finish(state, 0)
        return
    note(state, News.TURN_OVER, state.turn)
    state.card_master = 0
    state.card_child = 0
    state.tie = 0
    state.actor_child = -1
    state.actor_foe = -1
    if fighters(state) == 0 or foes(state) == 0:
        state.phase = Phase.END_COMBAT
        return
    # The next turn belongs to the next child and the next foe that are not defeated.
    state.lead_child = after(fighters(state), child)
    state.lead_foe = after(foes(state), foe)
    state.turn += 1
    note(state, News.LEADERS, state.turn, 1 + state.lead_child, state.lead_foe, state.foe_kind[state.lead_foe])
    state.phase = Phase.MASTER_CARD
    state.to_move = 0
