"""What a player sees, and samples of the Enemy's hand for the crew. Order and sizes: LAYOUT in state.py."""

import numpy as np

from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.kernels.attacks import weapon_column
from medianoche.envs.medianokte.kernels.decks import deck_size, explore_size, hand_count, move_to_hand
from medianoche.envs.medianokte.state import (
    ACTION_CARDS,
    ARMOUR,
    ARMY_BLOCK,
    ASTRALIS,
    ATTACK,
    BOSS,
    CARDS,
    CHARACTERS,
    COST,
    CREW,
    CREW_BLOCK,
    EVENTS,
    EXTRA,
    FOE,
    GO_ON,
    LIFE,
    MAGIC,
    OBJECTS,
    POSITIVES,
    PROGRAM,
    SEATS,
    TIRES,
    TRAIT,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import armour, boss_life, characteristic, crew_size, life

CREW_AT, ARMY_AT, BOSS_AT, DECKS_AT, PENDING_AT = 46, 1276, 1956, 1973, 2143
UNSEEN_AT, DISCARD_AT, VOID_AT, EXPLORE_AT = DECKS_AT + 41, DECKS_AT + 81, DECKS_AT + 97, DECKS_AT + 121
THIRD, HALF, TWO, THREE = np.float32(1 / 3), np.float32(0.5), np.float32(2), np.float32(3)
TENTH, FIFTH, SIXTH, EIGHTH, TWENTIETH, THIRTIETH, FIFTIETH = (1 / n for n in (10, 5, 6, 8, 20, 30, 50))
TO_MOVE_AT, PHASE_AT, HIT_AT, OPTIONS_AT = 7, 13, 31, 36


@kernel
def slot_of(state, player, member):
    """Where `player` sees a crew member: relative to oneself in the crew, absolute for the Enemy."""
    if player == 0:
        return member
    crew = crew_size(state)
    return (member - (player - 1) + crew) % crew


@kernel
def clip(value, most):
    """`value` within 0 and `most`."""
    return min(max(value, 0), most)


@kernel
def see_seat(state, player, seat):
    """Place of a seat in a one-hot of the Enemy and the crew slots."""
    return seat if seat <= 0 else 1 + slot_of(state, player, seat - 1)


@kernel
def see_global(state, player, out):
    """Block A: turn, phase, options."""
    out[0] = player == 0
    out[1 + see_seat(state, player, np.int64(state.turn))] = 1
    if state.to_move >= 0:
        out[TO_MOVE_AT + see_seat(state, player, np.int64(state.to_move))] = 1
    out[PHASE_AT + np.int64(state.phase)] = 1
    out[27] = np.int64(state.num_players) * SIXTH
    out[28] = np.int64(state.round_no) / np.int64(state.max_rounds)
    out[29] = min(np.int64(state.energy), 30) * THIRTIETH
    out[30] = np.int64(state.spent)
    if state.last_hit >= 0:
        out[HIT_AT + slot_of(state, player, np.int64(state.last_hit))] = 1
    out[OPTIONS_AT] = np.int64(state.combined)
    out[OPTIONS_AT + 1 + np.int64(state.test_mode)] = 1
    out[OPTIONS_AT + 4] = np.int64(state.ties)
    out[OPTIONS_AT + 5] = np.int64(state.repeat_mode)
    out[OPTIONS_AT + 6 + np.int64(state.decks_mode)] = 1
    out[OPTIONS_AT + 9] = np.int64(state.picks) * THIRTIETH


@kernel
def see_value(value, out, at):
    """An attack value: dice, magic, special."""
    if value >= MAGIC:
        out[at + 1 + value - MAGIC] = 1
    else:
        out[at] = value * EIGHTH


@kernel
def see_weapons(pack, state, member, out, at):
    """The two weapons as they lie, what was found, and the revived astralis."""
    for weapon in range(2):
        here = at + 14 * weapon
        for reach in range(3):
            see_value(weapon_column(pack, state, member, weapon, reach), out, here + 3 * reach)
        out[here + 9] = weapon_column(pack, state, member, weapon, TIRES) * 0.5
        trait = weapon_column(pack, state, member, weapon, TRAIT)
        if trait > 0:
            out[here + 9 + trait] = 1
        kind = np.int64(state.found[member, weapon])
        if kind >= 0:
            out[here + 13] = 1
            out[at + 28 + OBJECTS * weapon + kind] = 1
    at += 28 + 2 * OBJECTS
    for place in range(EXTRA):
        kind = np.int64(state.extra_kind[member, place])
        if kind >= 0:
            here = at + (ASTRALIS + 1) * place
            out[here + kind] = 1
            out[here + ASTRALIS] = np.int64(state.extra_orient[member, place]) * 0.5


@kernel
def see_member(pack, state, member, out, at):
    """Block B: a crew member."""
    limit = life(pack, state, member)
    out[at] = 1
    out[at + 1 + np.int64(state.character[member])] = 1
    at += 1 + CHARACTERS
    out[at] = min(limit, 20) * TWENTIETH
    out[at + 1] = clip(limit - np.int64(state.damage[member]), 20) * TWENTIETH
    out[at + 2] = clip(armour(pack, state, member), 10) * TENTH
    for trait in range(1, 4):
        out[at + 2 + trait] = min(characteristic(pack, state, member, trait), 10) * TENTH
    out[at + 6] = np.int64(state.bleed[member])
    out[at + 7] = min(np.int64(state.poison[member]), 5) * FIFTH
    out[at + 8] = np.int64(state.euphoria[member])
    out[at + 9] = min(np.int64(state.charge[member]), 6) * SIXTH
    for slot in range(3):
        out[at + 10 + slot] = np.int64(state.orient[member, slot]) * 0.5
    see_weapons(pack, state, member, out, at + 13)
    at += 13 + 28 + 2 * OBJECTS + EXTRA * (ASTRALIS + 1)
    for kind in range(OBJECTS):
        out[at + kind] = min(np.float32(state.items[member, kind]), TWO) * HALF


@kernel
def see_astrali(pack, state, slot, out, at):
    """Block C: an astrali of the army."""
    kind = np.int64(state.army_kind[slot])
    out[at] = 1
    out[at + 1] = clip(np.int64(pack.astrali[kind, LIFE]) - np.int64(state.army_damage[slot]), 6) * SIXTH
    out[at + 2] = clip(np.int64(pack.astrali[kind, ARMOUR]) - np.int64(state.army_poison[slot]), 10) * TENTH
    out[at + 3] = np.int64(state.army_orient[slot]) * 0.5
    out[at + 4] = np.int64(state.army_bleed[slot])
    out[at + 5] = min(np.int64(state.army_poison[slot]), 5) * FIFTH
    out[at + 6] = np.int64(pack.astrali[kind, COST]) * SIXTH
    see_value(np.int64(pack.astrali[kind, ATTACK]), out, at + 7)
    out[at + 10 + kind] = 1


@kernel
def see_boss(pack, state, out):
    """Block D: the boss and his action cards."""
    limit, damage = boss_life(pack, state), np.int64(state.boss_damage)
    out[BOSS_AT + np.int64(state.boss)] = 1
    out[BOSS_AT + 4] = clip(limit - damage, 30) * THIRTIETH
    out[BOSS_AT + 5] = min(damage, limit) / limit
    out[BOSS_AT + 6] = clip(armour(pack, state, BOSS), 10) * TENTH
    for trait in range(1, 4):
        out[BOSS_AT + 6 + trait] = characteristic(pack, state, BOSS, trait) * TENTH
    out[BOSS_AT + 10] = np.int64(state.boss_bleed)
    out[BOSS_AT + 11] = min(np.int64(state.boss_poison), 5) * FIFTH
    for card in range(ACTION_CARDS):
        out[BOSS_AT + 12 + card] = np.int64(state.boss_cards[card]) * 0.5


@kernel
def see_hand(state, enemy, out):
    """The hand (the crew: what it knows of it), and what is unseen: the deck with the rest of the hand."""
    for kind in range(EVENTS):
        hand, known = np.float32(state.hand_event[kind]), np.float32(state.known_event[kind])
        seen = hand if enemy else known
        out[DECKS_AT + kind] = min(seen, THREE) * THIRD
        out[UNSEEN_AT + kind] = min(np.float32(state.deck_event[kind]) + (hand - seen), THREE) * THIRD
    for kind in range(ASTRALIS):
        hand, known = np.float32(state.hand_astrali[kind]), np.float32(state.known_astrali[kind])
        seen = hand if enemy else known
        out[DECKS_AT + EVENTS + kind] = min(seen, THREE) * THIRD
        out[UNSEEN_AT + EVENTS + kind] = min(np.float32(state.deck_astrali[kind]) + (hand - seen), THREE) * THIRD
    out[DECKS_AT + EVENTS + ASTRALIS] = min(hand_count(state), 12) / 12


@kernel
def see_decks(state, player, out):
    """Block E: hand, deck and every open pile."""
    see_hand(state, player == 0, out)
    for kind in range(EVENTS):
        out[DISCARD_AT + kind] = min(np.float32(state.discard_event[kind]), THREE) * THIRD
    for kind in range(ASTRALIS):
        out[VOID_AT + kind] = min(np.float32(state.void_astrali[kind]), THREE) * THIRD
    for kind in range(OBJECTS):
        out[EXPLORE_AT + kind] = min(np.float32(state.explore_object[kind]), THREE) * THIRD
    for kind in range(POSITIVES):
        out[EXPLORE_AT + OBJECTS + kind] = min(np.float32(state.explore_event[kind]), THREE) * THIRD
    out[EXPLORE_AT + OBJECTS + POSITIVES] = min(explore_size(state), 50) * FIFTIETH


@kernel
def see_pending(state, player, out):
    """Block F: the card being resolved, drawn or stacked."""
    if state.card == 0:
        return
    out[PENDING_AT + np.int64(state.card)] = 1
    at = PENDING_AT + CARDS
    if state.phase == Phase.STACK:
        out[at + (0 if state.after == GO_ON else 1)] = 1
        out[at + PROGRAM + SEATS + 26 + slot_of(state, player, np.int64(state.receiver))] = 1
        out[at + PROGRAM + SEATS + 26 + CREW] = np.int64(state.stack_orient) * 0.5
    elif state.phase != Phase.DRAWN:
        out[at + np.int64(state.pc)] = 1
        out[at + PROGRAM + see_seat(state, player, np.int64(state.source) + 1)] = 1
        target = np.int64(state.target)
        if target >= 0:
            out[at + PROGRAM + SEATS + (target if target >= FOE else slot_of(state, player, target))] = 1
        out[at + PROGRAM + SEATS + 26 + CREW] = min(np.int64(state.left), 3) / 3


@kernel
def observe(pack, state, player, out):
    for k in range(len(out)):
        out[k] = 0
    see_global(state, player, out)
    for member in range(crew_size(state)):
        if state.character[member] >= 0:
            see_member(pack, state, member, out, CREW_AT + CREW_BLOCK * slot_of(state, player, member))
    for slot in range(np.int64(state.army_size)):
        see_astrali(pack, state, slot, out, ARMY_AT + ARMY_BLOCK * slot)
    if state.boss >= 0:
        see_boss(pack, state, out)
    see_decks(state, player, out)
    see_pending(state, player, out)


@kernel
def determinize(pack, state, player):
    """For the crew, the Enemy's unknown hand cards and his deck are shuffled together; he himself sees all of it."""
    if player == 0:
        return
    unknown = np.int64(0)
    for kind in range(EVENTS):
        count = np.int64(state.hand_event[kind]) - np.int64(state.known_event[kind])
        state.hand_event[kind] = state.known_event[kind]
        state.deck_event[kind] = np.int64(state.deck_event[kind]) + count
        unknown += count
    for kind in range(ASTRALIS):
        count = np.int64(state.hand_astrali[kind]) - np.int64(state.known_astrali[kind])
        state.hand_astrali[kind] = state.known_astrali[kind]
        state.deck_astrali[kind] = np.int64(state.deck_astrali[kind]) + count
        unknown += count
    size = deck_size(state)
    for _ in range(unknown):
        move_to_hand(state, draw(state, size))
        size -= 1
