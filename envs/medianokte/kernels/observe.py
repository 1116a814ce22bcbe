"""The observation of a player, concealed records, and samples of the Enemy's hand for the crew.

Arguments: `out` is the observation, float32[observation_size], zero before; most of its numbers are from 0 to 1. `at`
is the place in it at which a block begins. `player` sees: 0 the Enemy, 1 to 5 the crew. `member` is a crew member, 0 to
4, `slot` an army slot, 0 to 19.
"""

import numpy as np

from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.kernels.bits import ZERO
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte import observation as obs
from medianoche.envs.medianokte import state as st
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.attacks import weapon_column
from medianoche.envs.medianokte.kernels.decks import count_deck, count_exploration, count_hand, move_to_hand
from medianoche.envs.medianokte.kernels.effects import can_summon, instruction
from medianoche.envs.medianokte.kernels.stats import armour, boss_life, characteristic, crew_size, life

BODY = Layout(*obs.BODY_BLOCKS).at
TABLE, SEAT, SLOT, BOSS_AT, CARD_AT, WEAPON_AT = (
    layout.at
    for layout in (
        obs.COMMON_BLOCK,
        obs.MEMBER_BLOCK,
        obs.ASTRALI_BLOCK,
        obs.BOSS_BLOCK,
        obs.PENDING_BLOCK,
        obs.WEAPON_BLOCK,
    )
)
SEAT_SIZE = obs.MEMBER_BLOCK.size
SLOT_SIZE = obs.ASTRALI_BLOCK.size
PER_SEAT = obs.MEMBER_BLOCK.per
PER_WEAPON = obs.WEAPON_BLOCK.per
ASTRALIS_AT = st.LIMITS.events
"""Where astralis begin in the blocks of the hand and of unseen cards."""
HALF = np.float32(0.5)
THIRD = np.float32(1 / 3)
TWO = np.float32(2)
THREE = np.float32(3)
FIFTH, SIXTH, EIGHTH, TENTH, TWENTIETH, THIRTIETH, FIFTIETH = (1 / n for n in (5, 6, 8, 10, 20, 30, 50))


@kernel
def slot_of(state, player, member):
    """The slot, 0 to 4, in which `player` sees a crew member: relative to the player in the crew, absolute for the
    Enemy (player 0)."""
    if player == 0:
        return member
    crew = crew_size(state)
    return (member - (player - 1) + crew) % crew


@kernel
def seat_of(state, player, seat):
    """The place, 0 to 5, of a seat in a one-hot vector of the Enemy and the crew slots; -1 for seat -1."""
    return seat if seat <= 0 else 1 + slot_of(state, player, seat - 1)


@kernel
def clip(value, most):
    """`value` within 0 and `most`."""
    return min(max(value, 0), most)


@kernel
def write_common(state, player, out):
    """Write turn, phase and options."""
    at = obs.AT.common
    out[at + TABLE.enemy] = player == 0
    out[at + TABLE.turn + seat_of(state, player, state.turn)] = 1
    if state.to_move >= 0:
        out[at + TABLE.to_move + seat_of(state, player, state.to_move)] = 1
    out[at + TABLE.phase + state.phase] = 1
    out[at + TABLE.players] = state.num_players * SIXTH
    out[at + TABLE.round] = state.round_no / state.max_rounds
    out[at + TABLE.energy] = min(state.energy, 30) * THIRTIETH
    out[at + TABLE.spent] = state.spent
    if state.last_hit >= 0:
        out[at + TABLE.struck + slot_of(state, player, state.last_hit)] = 1
    out[at + TABLE.combined] = state.combined
    out[at + TABLE.test + state.test_mode] = 1
    out[at + TABLE.ties] = state.ties
    out[at + TABLE.repeat] = state.repeat_mode
    out[at + TABLE.decks + state.decks_mode] = 1
    out[at + TABLE.picks] = state.picks * THIRTIETH


@kernel
def write_value(value, out, at):
    """Write an attack value (see Attack) to out[at], out[at + 1] or out[at + 2]: dice / 8, or 1 for magic, for
    special."""
    if value >= st.Attack.MAGIC:
        out[at + 1 + value - st.Attack.MAGIC] = 1
    else:
        out[at] = value * EIGHTH


@kernel
def write_weapons(pack, state, member, out, at):
    """Write the two weapons, the found weapons that cover them, and the revived astralis."""
    for weapon in range(st.LIMITS.weapons):
        here = at + SEAT.weapon + PER_SEAT.weapon * weapon
        for reach in range(st.LIMITS.ranges):
            value = weapon_column(pack, state, member, weapon, reach)
            write_value(value, out, here + WEAPON_AT.value + PER_WEAPON.value * reach)
        out[here + WEAPON_AT.tires] = weapon_column(pack, state, member, weapon, st.Weapon.TIRES) * 0.5
        trait = weapon_column(pack, state, member, weapon, st.Weapon.TRAIT)
        if trait > 0:
            out[here + WEAPON_AT.trait + trait - 1] = 1
        kind = state.found[member, weapon]
        if kind >= 0:
            out[here + WEAPON_AT.found] = 1
            out[at + SEAT.found + PER_SEAT.found * weapon + kind] = 1
    for place in range(st.LIMITS.extra):
        kind = state.extra_kind[member, place]
        if kind >= 0:
            here = at + SEAT.extra + PER_SEAT.extra * place
            out[here + kind] = 1
            out[here + st.LIMITS.astralis] = state.extra_orient[member, place] * 0.5


@kernel
def write_body(pack, state, code, bleed, poison, out, at):
    """Write BODY_BLOCKS of a crew member or the boss, `code` (see Code), which begin at place `at` of `out`: shares of
    10 for armour and characteristics, `bleed` 0 or 1, `poison` / 5, at most 1."""
    out[at + BODY.armour] = clip(armour(pack, state, code), 10) * TENTH
    for trait in range(st.LIMITS.traits):
        out[at + BODY.traits + trait] = min(characteristic(pack, state, code, 1 + trait), 10) * TENTH
    out[at + BODY.bleed] = bleed
    out[at + BODY.poison] = min(poison, 5) * FIFTH


@kernel
def write_member(pack, state, member, out, at):
    """Write a crew member."""
    limit = life(pack, state, member)
    out[at + SEAT.present] = 1
    out[at + SEAT.character + state.character[member]] = 1
    out[at + SEAT.life] = min(limit, 20) * TWENTIETH
    out[at + SEAT.left] = clip(limit - state.damage[member], 20) * TWENTIETH
    write_body(pack, state, member, state.bleed[member], state.poison[member], out, at + SEAT.armour)
    out[at + SEAT.euphoria] = state.euphoria[member]
    out[at + SEAT.charge] = min(state.charge[member], 6) * SIXTH
    for slot in range(st.LIMITS.slots):
        out[at + SEAT.orient + slot] = state.orient[member, slot] * 0.5
    write_weapons(pack, state, member, out, at)
    for kind in range(st.LIMITS.objects):
        out[at + SEAT.items + kind] = min(np.float32(state.items[member, kind]), TWO) * HALF  # 32 bits: vector code


@kernel
def write_astrali(pack, state, slot, out, at):
    """Write an astrali of the army."""
    kind = state.army_kind[slot]
    out[at + SLOT.present] = 1
    out[at + SLOT.left] = clip(pack.astrali[kind, st.Astrali.LIFE] - state.army_damage[slot], 6) * SIXTH
    out[at + SLOT.armour] = clip(armour(pack, state, st.Code.FOE + slot), 10) * TENTH
    out[at + SLOT.orient] = state.army_orient[slot] * 0.5
    out[at + SLOT.bleed] = state.army_bleed[slot]
    out[at + SLOT.poison] = min(state.army_poison[slot], 5) * FIFTH
    out[at + SLOT.cost] = pack.astrali[kind, st.Astrali.COST] * SIXTH
    write_value(pack.astrali[kind, st.Astrali.ATTACK], out, at + SLOT.value)
    out[at + SLOT.kind + kind] = 1


@kernel
def write_boss(pack, state, out):
    """Write the boss and its action cards."""
    at = obs.AT.boss
    limit = boss_life(pack, state)
    damage = state.boss_damage
    out[at + BOSS_AT.kind + state.boss] = 1
    out[at + BOSS_AT.left] = clip(limit - damage, 30) * THIRTIETH
    out[at + BOSS_AT.share] = min(damage, limit) / limit
    write_body(pack, state, st.Code.BOSS, state.boss_bleed, state.boss_poison, out, at + BOSS_AT.armour)
    for card in range(st.LIMITS.action_cards):
        out[at + BOSS_AT.cards + card] = state.boss_cards[card] * 0.5


@kernel
def write_hand(state, enemy, out):
    """Write the hand, for the crew the cards that it knows, and the unseen cards: the deck and the rest of the hand.
    `enemy`: whether the Enemy sees. Numbers of cards are divided by 3, at most 1."""
    for kind in range(st.LIMITS.events):
        hand = np.float32(state.hand_event[kind])
        known = np.float32(state.known_event[kind])
        seen = hand if enemy else known
        out[obs.AT.hand + kind] = min(seen, THREE) * THIRD
        out[obs.AT.unseen + kind] = min(np.float32(state.deck_event[kind]) + (hand - seen), THREE) * THIRD
    for kind in range(st.LIMITS.astralis):
        hand = np.float32(state.hand_astrali[kind])
        known = np.float32(state.known_astrali[kind])
        seen = hand if enemy else known
        out[obs.AT.hand + ASTRALIS_AT + kind] = min(seen, THREE) * THIRD
        out[obs.AT.unseen + ASTRALIS_AT + kind] = (
            min(np.float32(state.deck_astrali[kind]) + (hand - seen), THREE) * THIRD
        )
    out[obs.AT.hand + st.LIMITS.events + st.LIMITS.astralis] = min(count_hand(state), 12) / 12


@kernel
def write_piles(state, out):
    """Write the open piles."""
    for kind in range(st.LIMITS.events):
        out[obs.AT.discard + kind] = min(np.float32(state.discard_event[kind]), THREE) * THIRD
    for kind in range(st.LIMITS.astralis):
        out[obs.AT.void + kind] = min(np.float32(state.void_astrali[kind]), THREE) * THIRD
    for kind in range(st.LIMITS.objects):
        out[obs.AT.exploration + kind] = min(np.float32(state.explore_object[kind]), THREE) * THIRD
    for kind in range(st.LIMITS.positives):
        out[obs.AT.exploration + st.LIMITS.objects + kind] = min(np.float32(state.explore_event[kind]), THREE) * THIRD
    out[obs.AT.exploration + st.LIMITS.objects + st.LIMITS.positives] = min(count_exploration(state), 50) * FIFTIETH


@kernel
def write_pending(state, player, out):
    """Write the card being resolved, drawn or stacked."""
    at = obs.AT.pending
    if state.card == 0:
        return
    out[at + CARD_AT.card + state.card] = 1
    if state.phase == st.Phase.STACK:
        out[at + CARD_AT.step + (state.after != st.After.CREW_GOES_ON)] = 1
        out[at + CARD_AT.receiver + slot_of(state, player, state.receiver)] = 1
        out[at + CARD_AT.left] = state.stack_orient * 0.5
    elif state.phase != st.Phase.DRAWN:
        out[at + CARD_AT.step + state.pc] = 1
        out[at + CARD_AT.source + seat_of(state, player, state.source + 1)] = 1
        target = state.target
        if target >= 0:
            out[at + CARD_AT.target + (target if target >= st.Code.FOE else slot_of(state, player, target))] = 1
        out[at + CARD_AT.left] = min(state.left, 3) / 3


@kernel
def observe(pack, state, player, out):
    """Write the observation of `player`, a seat from 0, to `out`, float32[observation_size]; it is set to zero
    first."""
    out[:] = 0
    write_common(state, player, out)
    for member in range(crew_size(state)):
        if state.character[member] >= 0:
            write_member(pack, state, member, out, obs.AT.crew_slot0 + SEAT_SIZE * slot_of(state, player, member))
    for slot in range(state.army_size):
        write_astrali(pack, state, slot, out, obs.AT.army_slot0 + SLOT_SIZE * slot)
    if state.boss >= 0:
        write_boss(pack, state, out)
    write_hand(state, player == 0, out)
    write_piles(state, out)
    write_pending(state, player, out)


@kernel
def conceal_hand(state):
    """Leave in the Enemy's hand the cards that the crew knows, count the others in the deck, and add their number to
    `unknown`."""
    for kind in range(st.LIMITS.events):
        count = state.hand_event[kind] - state.known_event[kind]
        state.hand_event[kind] -= count
        state.deck_event[kind] += count
        state.unknown += count
    for kind in range(st.LIMITS.astralis):
        count = state.hand_astrali[kind] - state.known_astrali[kind]
        state.hand_astrali[kind] -= count
        state.deck_astrali[kind] += count
        state.unknown += count


@kernel
def conceal(pack, state, player):
    """Overwrite all fields of `state` that `player`, a seat from 0, does not know."""
    if player > 0:
        conceal_hand(state)
    state.rng = ZERO


@kernel
def determinize(pack, state, player):
    """For the crew, draw the unknown cards of the Enemy's hand anew from hand and deck; the Enemy sees both.

    If the Enemy is asked which astrali to summon, the hand holds a fitting one: other hands are drawn again (R61).
    """
    while player > 0:
        conceal_hand(state)
        size = count_deck(state)
        for _ in range(state.unknown):
            move_to_hand(state, draw(state, size))
            size -= 1
        state.unknown = 0
        _, _, cost, _ = instruction(pack, state)
        if state.phase != st.Phase.SUMMON or can_summon(pack, state, cost):
            return
