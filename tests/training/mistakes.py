"""A training loop in NumPy, policy gradient with a linear policy, that makes one of the classic mistakes if told so."""

import numpy as np

import medianoche
from medianoche import envs

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


def train(name, decisions, seed, mistake=""):
    rng = np.random.default_rng(seed)
    game = envs.game(name)
    seeds = {"seeds": np.full(ROWS, seed)} if mistake == "alike" else {"seed": seed}
    batch = medianoche.make_batch(name, ROWS, **seeds)
    weights = np.zeros((game.observation_size, game.num_actions))
    worth = np.zeros(game.observation_size)
    teams = np.array(game.teams(batch.num_players))
    for _ in range(decisions // (ROWS * STEPS)):
        steps = []
        for _ in range(STEPS):
            seat = batch.to_move.astype(int)
            seen = batch.observation.copy()
            mask = batch.action_mask.copy()
            logits = seen @ weights
            if mistake != "illegal":
                logits = np.where(mask, logits, -1e9)
            action = (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)
            utility, ended = batch.step(action)
            steps.append((seat, seen, mask, action, paid(utility, seat, teams, mistake), ended))
        seat, seen, mask, action, utility, ended = map(np.stack, zip(*steps, strict=True))
        now = batch.to_move.astype(int)
        next_seen = batch.observation
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
        logits = np.where(mask, seen @ weights, -1e9)
        policy = np.exp(logits - logits.max(axis=1, keepdims=True))
        policy /= policy.sum(axis=1, keepdims=True)
        by_logits = gain[:, None] * (np.eye(game.num_actions)[action] - policy) * mask
        weights += RATE * seen.T @ by_logits / len(action)
        worth += 0.5 * seen.T @ (target - seen @ worth) / len(action)
    return Linear(weights)


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
    found = np.zeros_like(value)
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
        found[t] = np.where(known[mover], after[mover] - value[t] + GAE_LAMBDA * gain[mover], 0)
        after[mover], gain[mover], known[mover] = value[t], found[t], True
    return found, counts
