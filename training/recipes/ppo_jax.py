"""PPO in self-play with JAX: read this file from top to bottom, copy it, change it. Needs `pip install jax optax`.

    python -m medianoche.training.recipes.ppo_jax --game misty --decisions 3000000 --out runs/recipes/ppo_jax

The batch stays in NumPy; `jax.jit` compiles the network and the update. Shapes must not change from call to call, so
decisions that nothing follows stay in the arrays with the weight 0. Whole games inside `jax.lax.scan` are not
possible: the rules are compiled by Numba, which XLA cannot call. What several players change is told in `ppo.py`.

The same command goes on after a stop, from the checkpoint that is written every minute: on a processor with the same
final weights as without the stop, unless `opponent` is an agent that remembers its games. In Python,
`train(..., resume=True)` does so.

Sources: Schulman et al., "Proximal Policy Optimization Algorithms", 2017; Lu et al., "PureJaxRL", 2022.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

import medianoche
from medianoche.agents import Agent, Network, agent, ask
from medianoche.agents.network import NetHeader
from medianoche.agents.seating import show_rows, step_with
from medianoche.envs.core.errors import MedianocheError
from medianoche.training import Checkpoint, Log, command_line, measure

HIDDEN = (256, 128)


@dataclass
class Args:
    """The options of the command line."""

    game: str = "misty"  # a game's name, or `module:Class` for one of your own
    decisions: int = 3_000_000  # the learner's, in all
    seed: int = 1  # of all random choices
    players: int = 0  # their number; 0: the game's default
    out: str = "runs/recipes/ppo_jax"  # the folder: policy.safetensors, log.jsonl, log.csv, logs for TensorBoard
    opponent: str = "greedy"  # any agent's string
    opponent_share: float = 0.1  # of the rows, against `opponent`
    former_share: float = 0.2  # of the rows, against former networks; in the others the network plays itself
    snapshot_every: int = 10  # updates between two former networks
    gamma: float = 1.0  # the discount from a seat's decision to its next one; 1: none, since results come at the end
    cuda: bool = False  # the network on a GPU; the games stay on the processor
    track: bool = False  # write to Weights & Biases, too: WANDB_PROJECT, WANDB_ENTITY and WANDB_MODE say where
    num_envs: int = 256  # games at once, the rows
    num_steps: int = 64  # decisions in each row between two updates
    learning_rate: float = 1e-3  # of Adam, at the beginning; it falls to 0
    gae_lambda: float = 0.95  # 1: advantages by results, 0: by the value of the next decision
    minibatch_size: int = 2048  # decisions of a step of the optimizer
    update_epochs: int = 3  # of each rollout
    clip_coef: float = 0.2  # how far an action's probability moves in an update, as a share
    ent_coef: float = 0.02  # weight of the entropy
    vf_coef: float = 1.0  # weight of the values' loss, half the squared error
    max_grad_norm: float = 0.5  # longer gradients are scaled to this
    evaluate_every: int = 40  # updates between two evaluations
    evaluate_games: int = 200  # against each opponent


def new_weights(key: jax.Array, game: medianoche.Game) -> list[tuple[jax.Array, jax.Array]]:
    """Layers of a new network, weights and biases: the hidden ones, then policy and value heads for each role."""
    roles = game.rules.num_roles
    sizes = (game.observation_size, *HIDDEN)
    shapes = [(inputs, outputs, 2**0.5) for inputs, outputs in zip(sizes, HIDDEN, strict=False)]
    shapes += [(HIDDEN[-1], roles * game.num_actions, 0.01), (HIDDEN[-1], roles, 1.0)]
    keys = jax.random.split(key, len(shapes))
    orthogonal = [jax.nn.initializers.orthogonal(scale) for *_, scale in shapes]
    return [(make(k, shape[:2]), jnp.zeros(shape[1])) for make, k, shape in zip(orthogonal, keys, shapes, strict=True)]


def forward(weights: Any, obs: Any, mask: Any, role: Any) -> tuple[jax.Array, jax.Array]:
    """Logarithms of the probabilities, float32[n, num_actions], and values, float32[n], of n decisions."""
    last = obs
    rows = jnp.arange(len(obs))
    for weight, bias in weights[:-2]:
        last = jax.nn.relu(last @ weight + bias)
    logits, values = (last @ weight + bias for weight, bias in weights[-2:])
    logits = logits.reshape(len(obs), -1, mask.shape[1])[rows, role]
    return jax.nn.log_softmax(jnp.where(mask, logits, -1e9)), jnp.tanh(values[rows, role])


@jax.jit
def choose(weights: Any, key: jax.Array, obs: Any, mask: Any, role: Any) -> tuple[jax.Array, jax.Array, jax.Array]:
    """An action of each row, the logarithm of its probability, and the values."""
    policy, value = forward(weights, obs, mask, role)
    action = jax.random.categorical(key, policy)
    return action, jnp.take_along_axis(policy, action[:, None], 1)[:, 0], value


def save(weights: Any, game: medianoche.Game, file: Path, decisions: int) -> None:
    """Write a network file of the suite: `medianoche tournament GAME --agents net:FILE greedy` plays it."""
    header = NetHeader.made_for(game, hidden=HIDDEN, decisions=decisions)
    network = Network(header, np.zeros_like(Network.new(header).parameters))
    layers = network.layers()
    arrays = [(np.asarray(weight), np.asarray(bias)) for weight, bias in weights]
    for number, (weight, bias) in enumerate(arrays[:-2], 1):
        layers[f"hidden_{number}"][:] = weight
        layers[f"hidden_{number}_bias"][:] = bias
    (policy, policy_bias), (value, value_bias) = arrays[-2:]
    layers["policy"][:] = policy.T.reshape(layers["policy"].shape)
    layers["policy_bias"][:] = policy_bias.reshape(layers["policy_bias"].shape)
    layers["value"][:, 0] = value.T
    layers["value_bias"][:, 0] = value_bias
    network.save(file)


def leaves(tree: Any) -> list[np.ndarray]:
    """The arrays of a tree, in order."""
    return [np.asarray(leaf) for leaf in jax.tree.leaves(tree)]


def with_leaves(tree: Any, arrays: list[np.ndarray]) -> Any:
    """A tree of the same form with these arrays."""
    return jax.tree.unflatten(jax.tree.structure(tree), [jnp.asarray(array) for array in arrays])


class Opponents:
    """The players of all seats: the learner's network, former networks, and an agent.

    Attributes:
        team: int[num_envs], the learner's team; -1 where it plays all seats.
        former: int[num_envs], the number of the former network that plays the other teams; -1: the agent does.
        seats: bool[num_envs, seats], those of the agent, which `step_with` and `show_rows` show its games.
    """

    def __init__(self, args: Args, batch: medianoche.Batch, weights: Any, rng: np.random.Generator) -> None:
        self.batch, self.chance, self.agent = batch, rng, agent(args.opponent)
        self.teams = np.array(batch.game.teams(batch.num_players))
        shares = round(args.opponent_share * args.num_envs), round(args.former_share * args.num_envs)
        # first the agent's rows, then former networks'
        self.first = shares[0]
        self.mixed = sum(shares)
        self.drawn = 0
        (self.team, self.former), self.snapshots = np.full((2, args.num_envs), -1), [weights]
        self.deal(np.ones(args.num_envs, bool))

    def draw(self, kept: list[Any]) -> None:
        """Draw the former network that new games are against; `kept` are networks that become former ones."""
        self.snapshots += kept
        self.drawn = self.chance.integers(len(self.snapshots))

    def deal(self, new: np.ndarray) -> None:
        """New games begin in the rows where `new`, bool[num_envs]."""
        rows = np.flatnonzero(new[: self.mixed])
        self.team[rows] = self.chance.integers(self.teams.max() + 1, size=len(rows))
        self.former[rows[rows >= self.first]] = self.drawn
        self.show(rows)

    def show(self, rows: np.ndarray) -> None:
        """Show the agent, if it remembers games, those that begin in `rows`."""
        self.seats = (self.teams != self.team[:, None]) & (np.arange(len(self.team)) < self.first)[:, None]
        show_rows(self.agent, self.batch, rows, self.seats[rows], self.chance, self.batch.games[rows])

    def state_dict(self) -> dict[str, Any]:
        """The state that `load_state_dict` restores."""
        snapshots = [leaves(former) for former in self.snapshots]
        return {"team": self.team, "former": self.former, "drawn": int(self.drawn), "snapshots": snapshots}

    def load_state_dict(self, kept: dict[str, Any]) -> None:
        """Go on as `state_dict` says. To an agent that remembers, the games of now begin here."""
        self.team = kept["team"]
        self.former = kept["former"]
        self.drawn = kept["drawn"]
        self.snapshots = [with_leaves(self.snapshots[0], former) for former in kept["snapshots"]]
        self.show(np.arange(self.mixed))

    def learns(self, seat: np.ndarray) -> np.ndarray:
        """bool[num_envs]: whether the learner decides for `seat`, int[num_envs]."""
        return (self.team < 0) | (self.teams[seat] == self.team)

    def answer(self, action: np.ndarray, learns: np.ndarray, key: jax.Array, *seen: Any) -> np.ndarray:
        """The actions of all rows: the learner's where it decides, elsewhere the opponents'. `seen` as in `forward`."""
        theirs = np.flatnonzero(~learns)
        action = action.copy()
        for number in np.unique(self.former[theirs]):
            rows = theirs[self.former[theirs] == number]
            if number < 0:
                seeds = self.chance.integers(2**64, size=len(rows), dtype=np.uint64)
                action[rows] = ask(self.agent, self.batch.turn(rows, seeds))
            else:
                some = slice(self.first, self.mixed)  # always as many rows, since shapes must not change
                drawn = np.asarray(choose(self.snapshots[number], key, *(column[some] for column in seen))[0])
                action[rows] = drawn[rows - self.first]
        return action


def gae(args: Args, value: np.ndarray, seat: np.ndarray, learns: np.ndarray, utility: np.ndarray, ended: np.ndarray,
        next_value: np.ndarray, next_seat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Advantages, float32[steps, envs], and which of them are known, bool. All rewards are final.

    Args:
        args: the options.
        value, seat, learns, utility, ended: of each step, in the order of play; utility is float32[steps, envs, seats].
        next_value, next_seat: float32[envs] and int[envs], of the decisions after the last step.
    """
    rows = np.arange(value.shape[1])
    seats = utility.shape[2]
    after = np.zeros((len(rows), seats), np.float32)  # of each seat, the value of its next decision, or its utility
    lastgaelam = np.zeros_like(after)
    asked = np.zeros(after.shape, bool)
    after[rows, next_seat] = args.gamma * next_value
    asked[rows, next_seat] = True
    advantages = np.zeros_like(value)
    known = np.zeros(value.shape, bool)
    for t in reversed(range(len(value))):
        over = ended[t]
        mover = (rows, seat[t])
        after[over] = utility[t][over]
        lastgaelam[over] = 0.0
        asked[over] = True
        known[t] = asked[mover] & learns[t]
        delta = after[mover] - value[t]
        advantages[t] = np.where(known[t], delta + args.gamma * args.gae_lambda * lastgaelam[mover], 0.0)
        after[mover] = args.gamma * value[t]
        lastgaelam[mover] = advantages[t]
        asked[mover] = True
    return advantages, known


class Rollout(NamedTuple):
    """The n decisions of a rollout."""

    obs: Any  # float32[n, observation_size]
    mask: Any  # bool[n, num_actions]
    role: Any  # int64[n]
    action: Any  # int64[n]
    logprob: Any  # float32[n]
    advantage: Any  # float32[n]
    target: Any  # float32[n], of the values
    known: Any  # float32[n], 1 where the learner decided and what follows is known


def loss_of(weights: Any, args: Args, mb: Rollout) -> tuple[jax.Array, dict[str, jax.Array]]:
    """PPO's clipped objective, the error of the values, and the entropy; means over the decisions that are known."""
    policy, value = forward(weights, mb.obs, mb.mask, mb.role)
    logratio = jnp.take_along_axis(policy, mb.action[:, None], 1)[:, 0] - mb.logprob
    ratio = jnp.exp(logratio)
    clipped = jnp.clip(ratio, 1 - args.clip_coef, 1 + args.clip_coef)
    loss_terms = {
        "policy_loss": -jnp.minimum(ratio * mb.advantage, clipped * mb.advantage),
        "value_loss": (value - mb.target) ** 2,
        "entropy": -(jnp.exp(policy) * policy).sum(axis=1),
        "kl": ratio - 1 - logratio,
    }
    losses = {name: (loss * mb.known).sum() / jnp.maximum(mb.known.sum(), 1) for name, loss in loss_terms.items()}
    total = losses["policy_loss"] + args.vf_coef / 2 * losses["value_loss"] - args.ent_coef * losses["entropy"]
    return total, losses


def updater(args: Args, optimizer: optax.GradientTransformation) -> Any:
    """The compiled update: some epochs over a rollout, in random order."""

    @jax.jit
    def update(weights: Any, state: Any, key: jax.Array, b: Rollout) -> Any:
        count = b.known.sum()
        mean = (b.advantage * b.known).sum() / count
        std = jnp.sqrt(((b.advantage - mean) ** 2 * b.known).sum() / count)
        b = b._replace(advantage=(b.advantage - mean) / (std + 1e-8))

        def step(carried: Any, rows: jax.Array) -> Any:
            weights, state = carried
            grads, losses = jax.grad(loss_of, has_aux=True)(weights, args, Rollout(*(column[rows] for column in b)))
            changes, state = optimizer.update(grads, state)
            return (optax.apply_updates(weights, changes), state), losses

        n = len(b.known)
        orders = [jax.random.permutation(order_key, n) for order_key in jax.random.split(key, args.update_epochs)]
        minibatches = jnp.concatenate(orders).reshape(-1, min(args.minibatch_size, n))
        (weights, state), losses = jax.lax.scan(step, (weights, state), minibatches)
        return weights, state, {name: loss[-1] for name, loss in losses.items()}

    return update


def use_device(args: Args) -> None:
    """Let JAX compute where the options say. Raises MedianocheError if there is no GPU, but one is wanted."""
    try:
        jax.config.update("jax_default_device", jax.devices("cuda" if args.cuda else "cpu")[0])
    except RuntimeError:
        raise MedianocheError("--cuda: JAX finds no GPU here; leave it out") from None


def train(game: str, decisions: int, seed: int, resume: bool = False, **others: Any) -> Agent:
    """Learn, and return the agent. With `resume` the training goes on from the checkpoint in `out`. All other arguments
    are fields of `Args`."""
    args = Args(game, decisions, seed, **others)
    use_device(args)
    key = jax.random.key(args.seed)
    rng = np.random.default_rng(args.seed)
    batch = medianoche.make_batch(args.game, args.num_envs, num_players=args.players or None, seed=args.seed)
    roles = np.array(batch.game.roles(batch.num_players))
    weights = new_weights(key, batch.game)
    minibatches = args.update_epochs * -(-args.num_envs * args.num_steps // args.minibatch_size)
    falling = optax.linear_schedule(
        args.learning_rate, 0.0, minibatches * args.decisions // (args.num_envs * args.num_steps)
    )
    optimizer = optax.chain(optax.clip_by_global_norm(args.max_grad_norm), optax.adam(falling, eps=1e-5))
    state = optimizer.init(weights)
    update = updater(args, optimizer)
    opponents = Opponents(args, batch, weights, rng)
    file = Path(args.out) / "policy.safetensors"
    checkpoint = Checkpoint(file.parent, vars(args), batch.game, resume)
    parts = {"batch": batch, "opponents": opponents, "rng": rng}
    kept = checkpoint.restore(parts)
    log = Log(file.parent, kept.get("done", -1), ["wandb"] * args.track, vars(args))
    done = first = kept.get("done", 0)
    number = kept.get("number", 0)
    if kept:
        weights = with_leaves(weights, kept["weights"])
        state = with_leaves(state, kept["optimizer"])
        key = jax.random.wrap_key_data(jnp.asarray(kept["key"][0]))
    began = time.perf_counter()

    def look() -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # copies: the next step overwrites the views
        return batch.observation.copy(), batch.action_mask != 0, roles[batch.to_move]

    while True:
        over = done >= args.decisions
        if number != kept.get("number") and (number % args.evaluate_every == 0 or over):
            save(weights, batch.game, file, done)
            print(measure(args, log, done, f"net:{file}"))
        if over or checkpoint.due():
            trees = {"weights": weights, "optimizer": state, "key": jax.random.key_data(key)}
            checkpoint.save(parts, done=done, number=number, **{name: leaves(tree) for name, tree in trees.items()})
        if over:
            log.close()
            return agent(f"net:{file}")
        key, learning, *playing = jax.random.split(key, 2 + args.num_steps)
        steps = []
        for now in playing:
            seat = batch.to_move.astype(int)
            seen = look()
            action, logprob, value = map(np.asarray, choose(weights, now, *seen))
            learns = opponents.learns(seat)
            answers = opponents.answer(action, learns, now, *seen)
            utility, ended = step_with(opponents.agent, batch, answers, opponents.seats, rng)
            opponents.deal(ended)
            steps.append((*seen, action, logprob, value, seat, learns, utility, ended))
        *columns, value, seat, learns, utility, ended = map(np.stack, zip(*steps, strict=True))
        next_value = np.asarray(choose(weights, learning, *look())[2])
        advantage, known = gae(args, value, seat, learns, utility, ended, next_value, batch.to_move)
        columns += [advantage, value + advantage, known.astype(np.float32)]
        b = Rollout(*(column.reshape(-1, *column.shape[2:]) for column in columns))
        weights, state, losses = update(weights, state, learning, b)
        number = number + 1
        done = done + int(known.sum())
        opponents.draw([weights] if number % args.snapshot_every == 0 else [])
        rate = (done - first) / (time.perf_counter() - began)
        losses = {name: float(loss) for name, loss in losses.items()}
        log.write(done, {**losses, "decisions_per_second": rate})
        print(f"{done} decisions, {rate:.0f} a second,", *(f"{name} {value:.3f}" for name, value in losses.items()))


if __name__ == "__main__":
    command_line(train, Args, __doc__)
