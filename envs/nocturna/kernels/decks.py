"""Decks, discards and hands: counts per kind, drawn lazily, uniformly over the cards left (R2)."""

import numpy as np

from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.nocturna.state import BOSSES, HAND_CAP, KINDS, PLACES, REWARDS, kernel


@kernel
def draw_nightmare(state):
    """A card off the nightmare deck, which is refilled from its discards when it is empty (R3); -1 if there is none."""
    total = np.int64(0)
    for kind in range(KINDS):
        total += np.int64(state.nm_deck[kind])
    if total == 0:
        for kind in range(KINDS):
            state.nm_deck[kind] = state.nm_disc[kind]
            total += np.int64(state.nm_disc[kind])
            state.nm_disc[kind] = 0
        if total == 0:
            return np.int64(-1)
    k = draw(state, total)
    kind = np.int64(0)
    while k >= np.int64(state.nm_deck[kind]):
        k -= np.int64(state.nm_deck[kind])
        kind += 1
    state.nm_deck[kind] -= 1
    return kind


@kernel
def draw_reward(state):
    """A card off the reward deck, likewise."""
    total = np.int64(0)
    for kind in range(REWARDS):
        total += np.int64(state.rw_deck[kind])
    if total == 0:
        for kind in range(REWARDS):
            state.rw_deck[kind] = state.rw_disc[kind]
            total += np.int64(state.rw_disc[kind])
            state.rw_disc[kind] = 0
        if total == 0:
            return np.int64(-1)
    k = draw(state, total)
    kind = np.int64(0)
    while k >= np.int64(state.rw_deck[kind]):
        k -= np.int64(state.rw_deck[kind])
        kind += 1
    state.rw_deck[kind] -= 1
    return kind


@kernel
def draw_location(state):
    """A card off the location deck, likewise; there are more than can lie on the board."""
    total = np.int64(0)
    for kind in range(PLACES):
        total += np.int64(state.loc_deck[kind])
    if total == 0:
        for kind in range(PLACES):
            state.loc_deck[kind] = state.loc_disc[kind]
            total += np.int64(state.loc_disc[kind])
            state.loc_disc[kind] = 0
    k = draw(state, total)
    kind = np.int64(0)
    while k >= np.int64(state.loc_deck[kind]):
        k -= np.int64(state.loc_deck[kind])
        kind += 1
    state.loc_deck[kind] -= 1
    return kind


@kernel
def draw_boss(state):
    """An unused boss sheet (R40)."""
    total = np.int64(0)
    for b in range(BOSSES):
        total += np.int64(state.boss_left[b])
    k = draw(state, total)
    boss = np.int64(0)
    while k >= np.int64(state.boss_left[boss]):
        k -= np.int64(state.boss_left[boss])
        boss += 1
    state.boss_left[boss] = 0
    return boss


@kernel
def hand_size(state):
    """Cards in the Master's hand."""
    total = np.int64(0)
    for kind in range(KINDS):
        total += np.int64(state.mp_hand[kind])
    return total


@kernel
def draw_hand(state, amount):
    """The Master draws; cards beyond 12 in hand are not drawn (R39)."""
    for _ in range(min(amount, HAND_CAP - hand_size(state))):
        kind = draw_nightmare(state)
        if kind < 0:
            return
        state.mp_hand[kind] += 1


@kernel
def lose_cards(state, amount):
    """The Master discards `amount` random cards of his hand."""
    total = hand_size(state)
    for _ in range(min(amount, total)):
        k = draw(state, total)
        kind = np.int64(0)
        while k >= np.int64(state.mp_hand[kind]):
            k -= np.int64(state.mp_hand[kind])
            kind += 1
        state.mp_hand[kind] -= 1
        state.nm_disc[kind] += 1
        total -= 1


@kernel
def snatch_cards(state, child, amount):
    """`child` discards `amount` random cards of its hand."""
    total = np.int64(0)
    for kind in range(REWARDS):
        total += np.int64(state.hand[child, kind])
    for _ in range(min(amount, total)):
        k = draw(state, total)
        kind = np.int64(0)
        while k >= np.int64(state.hand[child, kind]):
            k -= np.int64(state.hand[child, kind])
            kind += 1
        state.hand[child, kind] -= 1
        state.rw_disc[kind] += 1
        total -= 1


@kernel
def discard_active(pack, state, timing):
    """All rewards of one timing leave the table, also those of defeated children (R16)."""
    for kind in range(REWARDS):
        if np.int64(pack.rw_timing[kind]) == timing:
            for child in range(np.int64(state.num_players) - 1):
                state.rw_disc[kind] += state.active[child, kind]
                state.active[child, kind] = 0
