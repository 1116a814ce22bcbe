"""Estimated values of cards outside the current turn of combat, for the heuristic, in 1/100 point of insomnia.

Arguments: `kind` is a nightmare card, 0 to 44, or a reward, 0 to 25. `child` is 0 to 3, `place` a location, 0 to 3 from
the left.
"""

from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.evaluation import FAR, POINT, list_worth
from medianoche.envs.nocturna.kernels.presence import fallen, fighters, lowest, standing
from medianoche.envs.nocturna.kernels.targets import INSTANT_LISTS, choice_in, reward_list
from medianoche.envs.nocturna.opcodes import Op, Scope
from medianoche.envs.nocturna.pack import EFFECTS, REWARD_LISTS
from medianoche.envs.nocturna.state import SLOTS, Source

# of a nightmare card to the Master
LIFE_STRENGTH = 40  # a point of its life
HIT_STRENGTH = 30  # a point of a hit on one child
WIDE_HIT_STRENGTH = 45  # a point of a hit on all children
STUN_STRENGTH = 60  # a turn lost
OTHER_STRENGTH = 20  # a point of any other effect
# of a reward to the children
REVIVAL = 1500
CARD_GONE = 150  # a card that the Master discards
STRONG_PASSIVE = 250
PASSIVE = 120
REVEALED = 300  # it shows cards
ANY_REWARD = 150  # added for each reward
PROVISION = 40  # subtracted for each card that the Master draws


@kernel
def card_strength(pack, kind):
    """Value of a nightmare card (kind 0 to 44) to the Master, in 1/100 point of insomnia: its life and the amounts of
    its effects."""
    strength = LIFE_STRENGTH * pack.foe_life[kind]
    for card in range(3):
        for slot in range(EFFECTS):
            op = pack.fx[3 * kind + card, slot, 0]
            amount = pack.fx[3 * kind + card, slot, 1]
            wide = pack.fx[3 * kind + card, slot, 2] == Scope.ENEMIES
            if op == Op.HIT:
                strength += amount * (WIDE_HIT_STRENGTH if wide else HIT_STRENGTH)
            elif op == Op.STUN or op == Op.BOTTLE:
                strength += STUN_STRENGTH * amount
            elif op != Op.NONE:
                strength += OTHER_STRENGTH * amount
    return strength


@kernel
def event_worth(pack, state, kind):
    """Value of playing event `kind`, 0 to 44, now to the Master, in 1/100 point of insomnia, with its best target; at
    least 0 if it has a target to choose.

    `pack.fx` has three lists of effects for each kind; an event has the first one only.
    """
    row = 3 * kind
    scope = choice_in(pack, state.marked, row)
    if scope == 0:
        return list_worth(pack, state, Source.EVENT, row, 0, -1, -1)
    targets = fighters(state) if scope == Scope.ENEMY else standing(state)
    best = 0
    while targets:
        best = max(best, list_worth(pack, state, Source.EVENT, row, 0, -1, lowest(targets)))
        targets &= targets - 1
    return best


@kernel
def on_receiver(state, op, amount, child):
    """Value of one effect of a reward on `child`, 0 to 3, to the children, in 1/100 point of insomnia; below 0 if it
    harms. An effect on no single child has none here."""
    if op == Op.RESTORE:
        return min(amount, state.insomnia[child]) * POINT
    if op == Op.REVIVE:
        return REVIVAL
    return 0


@kernel
def on_game(state, op, amount):
    """Value of an effect of a reward on cards, or of a passive one, to the children, in 1/100 point of insomnia."""
    if op == Op.DISCARD:
        return CARD_GONE * min(amount, hand_size(state))
    if op == Op.ATTACK_BONUS or op == Op.OPENING_RESTORE:
        return STRONG_PASSIVE * amount
    if op == Op.DEFENCE_BONUS or op == Op.OPENING_SHIELD or op == Op.HUSH or op == Op.STEADY:
        return PASSIVE * amount
    return REVEALED if op == Op.REVEAL else 0


@kernel
def reward_worth(pack, state, child, kind):
    """Value of a reward, kind 0 to 25, in the hand of `child`, 0 to 3, to the children: in 1/100 point of insomnia.
    An effect counts with its best receiver."""
    worth = 0
    for slot in range(EFFECTS):
        op = pack.fx[REWARD_LISTS + kind, slot, 0]
        amount = pack.fx[REWARD_LISTS + kind, slot, 1]
        scope = pack.fx[REWARD_LISTS + kind, slot, 2]
        if op == Op.NONE:
            continue
        worth += on_game(state, op, amount)
        receivers = fallen(state) if scope == Scope.FALLEN else standing(state)
        if scope == Scope.SELF:
            receivers &= 1 << child
        best = -FAR if receivers else 0
        while receivers:
            value = on_receiver(state, op, amount, lowest(receivers))
            receivers &= receivers - 1
            if scope == Scope.CHILDREN:
                worth += value
                best = 0
            else:
                best = max(best, value)
        worth += best
    return worth


@kernel
def receiver_worth(pack, state, child):
    """Value of the reward in play for `child`, 0 to 3, if it is chosen: in 1/100 point of insomnia, to the children."""
    worth = 0
    for k in range(INSTANT_LISTS):
        row = reward_list(pack, state, state.to_move - 1, state.reward_kind, state.reward_pair, k)
        for slot in range(EFFECTS if row >= 0 else 0):
            scope = pack.fx[row, slot, 2]
            if scope == Scope.CHILD or scope == Scope.FALLEN:
                worth += on_receiver(state, pack.fx[row, slot, 0], pack.fx[row, slot, 1], child)
    return worth


@kernel
def loot_worth(pack, state, place):
    """Value of a location's rewards to the children, less the cards that the Master draws for them; at least 0. The
    unit is 1/100 point of insomnia; `place` is 0 to 3."""
    worth = 0
    for slot in range(SLOTS):
        kind = state.loc_rw[place, slot]
        if kind >= 0:
            worth += ANY_REWARD - PROVISION * pack.rw_provision[kind]
            worth += reward_worth(pack, state, 0, kind) // 2
    return max(worth, 0)
