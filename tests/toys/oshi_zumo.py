"""Oshi-Zumo as duels: both sides bid coins in secret at the same time, and the higher bid pushes the wrestler.

Source of the game as a yardstick: Buro, "Solving the Oshi-Zumo game", 2003. Its values are exact by backward induction,
since every bid costs at least a coin.
"""

from itertools import product

import numpy as np

COINS = 4
REACH = 1  # places on each side of the middle
POSITION = np.dtype([("coins", np.int8, 2), ("place", np.int8), ("bonus", np.int8)])


class OshiZumo:
    """A position: coins of both sides, and the wrestler's place, which is good for the first side if it is above 0."""

    dtype = POSITION
    pair = (COINS, COINS)
    inputs = 2 * (COINS + 1) + 2 * REACH + 1
    ladders = ((0, COINS + 1), (COINS + 1, COINS + 1), (2 * COINS + 2, 2 * REACH + 1))
    repeats = ((0, COINS + 1), COINS + 1)
    networks = ("all",)
    played = 1
    turns = entries = 0

    def all(self):
        """All positions in which somebody has coins."""
        coins = product(range(COINS + 1), range(COINS + 1), range(-REACH, REACH + 1))
        coins_of_positions = [(a, b, place) for a, b, place in coins if a + b]
        made = np.zeros(len(coins_of_positions), POSITION)
        made["coins"] = [(a, b) for a, b, _ in coins_of_positions]
        made["place"] = [place for *_, place in coins_of_positions]
        return made

    def spread(self, pack, positions):
        """See `DuelRules.spread`. A side with coins bids 1 or more, choice k is k + 1 coins; one without bids 0."""
        after = []
        firsts = np.zeros((len(positions), COINS * COINS + 1), np.int64)
        for i, position in enumerate(positions):
            coins = position["coins"].astype(int)
            for cell, bids in enumerate(product(range(1, COINS + 1), repeat=2)):
                firsts[i, cell] = len(after)
                if all(bid <= max(held, 1) for bid, held in zip(bids, coins, strict=True)):
                    paid = np.minimum(bids, coins)
                    made = position.copy()
                    made["coins"] = coins - paid
                    made["place"] += np.sign(paid[0] - paid[1])
                    after.append(made)
            firsts[i, -1] = len(after)
        return np.array(after), firsts, np.zeros((len(positions), COINS * COINS), np.int8)

    def see(self, positions):
        """See `DuelRules.see`."""
        columns = [
            positions["coins"][:, 0],
            COINS + 1 + positions["coins"][:, 1],
            2 * COINS + 2 + REACH + np.clip(positions["place"], -REACH, REACH),
        ]
        indices = np.stack(columns, axis=1).astype(np.uint16).ravel()
        return indices, np.ones(len(indices), np.float32), np.arange(0, len(indices) + 1, 3)

    def network_of(self, positions):
        """See `DuelRules.network_of`."""
        over = (np.abs(positions["place"]) > REACH) | (positions["coins"].sum(axis=1) == 0)
        return np.where(over, -1, 0)

    def results(self, positions):
        """See `DuelRules.results`."""
        return np.sign(positions["place"]).astype(np.float64)

    def distance(self, positions):
        """See `DuelRules.distance`."""
        return positions["coins"].sum(axis=1).astype(np.int64)
