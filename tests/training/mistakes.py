"""A training loop in NumPy, policy gradient with a linear policy, that makes one of the classic mistakes if told so.

Its memory, if it has one, holds the last cue that a seat has seen.
"""

import numpy as np

import medianoche
from medianoche import envs
from medianoche.toys.lessons import CHOICES, LAYOUT, SEATS

ROWS = 32
STEPS = 16
RATE = 2.0
GAE_LAMBDA = 0.95


class Linear:
    """Plays the likeliest action of a linear policy."""

    def __init__(self, weights):
        self.weights = weights

    def act(self, turn):
        return np.where(turn.action_mask, turn.observation @ self.weights, -1e9).argmax(axis=1)


class Remembering(Linear):
    """The same with a memory for each game and seat."""

    def __init__(self, weights):
        super().__init__(weights)
        self.kept = {}

    def act(self, turn):
        keys = list(zip(turn.games.tolist(), turn.seats.tolist(), strict=True))
        memory = np.array([self.kept.get(key, np.zeros(CHOICES)) for key in keys])
        self.kept |= dict(zip(keys, updated(memory, turn.observation), strict=True))
        logits = np.hstack([turn.observation, memory]) @ self.weights
        return np.where(turn.action_mask, logits, -1e9).argmax(axis=1)

    def over(self, games, _scores, _utilities):
        ended = set(games.tolist())
        self.kept = {key: memory for key, memory in self.kept.items() if key[0] not in ended}


def updated(memory, observation):
    """The memories float[rows, CHOICES] after these observations."""
    cue = observation[:, LAYOUT["cue"]].reshape(-1, SEATS, CHOICES).sum(axis=1)
    return np.where(cue.any(axis=1, keepdims=True), cue, memory)


class Memory:
    """The memory of each row and seat while the loop plays: `seen` has what a decision sees; a mistake may spoil it."""

    def __init__(self, mistake=""):
        self.mistake = mistake
        self.kept = np.zeros((ROWS, SEATS, CHOICES))

    def seen(self, seat, observation):
        return np.hstack([observation, self.kept[np.arange(ROWS), seat]])

    def advance(self, seat, observation):
        new = updated(self.kept[np.arange(ROWS), seat], observation)
        if self.mistake == "seats":
            self.kept[:] = new[:, None]
        elif self.mistake != "memory":
            self.kept[np.arange(ROWS), seat] = new

    def end(self, ended):
        if self.mistake != "reset":
            self.kept[ended] = 0


class Nothing(Memory):
    """No memory."""

    def seen(self, seat, observation):
        return observation.copy()


def train(name, decisions, seed, mistake="", remembers=False):
    """Learn; with `remembers` with a memory, whose mistakes are in play only: what is learned from is right."""
    rng = np.random.default_rng(seed)
    game = envs.game(name)
    seeds = {"seeds": np.full(ROWS, seed)} if mistake == "alike" else {"seed": seed}
    batch = medianoche.make_batch(name, ROWS, **seeds)
    acting, learning = (Memory(mistake), Memory()) if remembers else (Nothing(), Nothing())
    if mistake == "memory":
        learning = acting
    size = acting.seen(batch.to_move.astype(int), batch.observation).shape[1]
    weights = np.zeros((size, game.num_actions))
    worth = np.zeros(size)
    teams = np.array(game.teams(batch.num_players))
    for _ in range(decisions // (ROWS * STEPS)):
        steps = []
        for _ in range(STEPS):
            seat = batch.to_move.astype(int)
            observation = batch.observation.copy()
            seen = learning.seen(seat, observation)
            mask = batch.action_mask.copy()
            logits = acting.seen(seat, observation) @ weights
            if mistake != "illegal":
                logits = np.where(mask, logits, -1e9)
            action = (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)
            utility, ended = batch.step(action)
            for memory in (acting, learning):
                memory.advance(seat, observation)
                memory.end(ended)
            steps.append((seat, seen, mask, action, paid(utility, seat, teams, mistake), ended))
        seat, seen, mask, action, utility, ended = map(np.stack, zip(*steps, strict=True))
        if mistake == "action":
            action = latest(action, seat, ended)
        now = batch.to_move.astype(int)
        next_seen = learning.seen(now, batch.observation)
        if mistake == "observation":
            seen = np.concatenate([seen[1:], next_seen[None]])
        if mistake == "mask":
            mask = np.concatenate([mask[1:], batch.action_mask[None]])
        value = seen @ worth
        next_value = next_seen @ worth
        advantage, known = advantages(value, seat, utility, ended, now, next_value, mistake)
        target = (value + advantage)[known]
        gain = (advantage[known] - advantage[known].mean()) / (advantage[known].std() + 1e-6)
        seen = seen[known]
        mask = mask[known]
        action = action[known]
        if mistake == "loss":
            mask = np.ones_like(mask)
        logits = np.where(mask, seen @ weights, -1e9)
        policy = np.exp(logits - logits.max(axis=1, keepdims=True))
        policy /= policy.sum(axis=1, keepdims=True)
        by_logits = gain[:, None] * (np.eye(game.num_actions)[action] - policy) * mask
        weights += RATE * seen.T @ by_logits / len(action)
        worth += 0.5 * seen.T @ (target - seen @ worth) / len(action)
    return Remembering(weights) if remembers else Linear(weights)


def latest(action, seat, ended):
    """Of each decision the last action of its row before the seat decides again, or before the end: another seat's."""
    copied = action.copy()
    for t in range(len(action) - 1):
        for row in range(ROWS):
            later = t
            while not ended[later, row] and later + 1 < len(action) and seat[later + 1, row] != seat[t, row]:
                later += 1
            copied[t, row] = action[later, row]
    return copied


def paid(utility, seat, teams, mistake):
    """What the loop takes for the utilities, float32[rows, seats]."""
    if mistake == "swapped":
        return np.roll(utility[:, : len(teams)], 1, axis=1)
    if mistake == "last":
        return np.where(np.arange(utility.shape[1]) == seat[:, None], utility, 0)
    if mistake == "team":
        first = np.isin(np.arange(utility.shape[1]), np.unique(teams, return_index=True)[1])
        return np.where(first, utility, 0)
    return 0 * utility if mistake == "nothing" else utility


def advantages(value, seat, utility, ended, now, next_value, mistake):
    rows = np.arange(ROWS)
    after = np.zeros(utility[0].shape)
    gain = np.zeros(utility[0].shape)
    known = np.zeros(after.shape, bool)
    after[rows, now] = next_value
    known[rows, now] = True
    gains = np.zeros_like(value)
    counts = np.zeros(value.shape, bool)
    for t in reversed(range(STEPS)):
        over = ended[t]
        mover = (rows, seat[t])
        if mistake == "end":
            after[over] += utility[t][over]
        else:
            after[over] = utility[t][over]
            gain[over] = 0
        known[over] = True
        counts[t] = known[mover]
        gains[t] = np.where(known[mover], after[mover] - value[t] + GAE_LAMBDA * gain[mover], 0)
        after[mover], gain[mover], known[mover] = value[t], gains[t], True
    return gains, counts
