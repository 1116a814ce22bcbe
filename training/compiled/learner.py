"""The compiled learner: gradients of transitions, shared by threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from medianoche.agents.network import Network, aligned
from medianoche.training.compiled.config import SelfPlayStage, Stage
from medianoche.training.compiled.kernels import learning
from medianoche.training.compiled.kernels.transitions import Transitions
from medianoche.training.compiled.optimiser import Optimiser
from medianoche.training.run import RARITY_LIMIT, annealed


class LossMeans(NamedTuple):
    """Means over the last epoch of an update."""

    policy_loss: float
    value_loss: float
    entropy: float
    approx_kl: float  #: From the policy that played (an estimate of the Kullback-Leibler divergence)
    clipfrac: float  #: Share of the decisions that the clipped objective holds back
    agreed: float  #: Share of the decisions whose most probable action is that of the policy targets
    likeliest: float  #: Probability of the most probable action
    epochs: int
    kinds: dict[tuple[int, int], tuple[int, float, float]]
    """By role and phase: number of decisions, mean entropy, mean probability of the most probable action."""

    @classmethod
    def from_sums(cls, sums: np.ndarray, epochs: int) -> LossMeans:
        """The means from the sums of `learning.add_gradient`, float64[roles, phases, SUMS], over `epochs` epochs."""
        kinds = {
            (int(role), int(phase)): (
                int(n := sums[role, phase, learning.POLICIES]),
                float(sums[role, phase, learning.ENTROPY] / n),
                float(sums[role, phase, learning.LIKELIEST] / n),
            )
            for role, phase in np.argwhere(sums[..., learning.POLICIES] > 0)
        }
        sums = sums.sum(axis=(0, 1))
        decisions = max(sums[learning.POLICIES], 1.0)
        transitions = max(sums[learning.TRANSITION_COUNT], 1.0)
        means = sums / decisions
        return cls(
            float(means[learning.POLICY_LOSS]),
            float(sums[learning.VALUE_LOSS] / transitions),
            float(means[learning.ENTROPY]),
            float(means[learning.APPROX_KL]),
            float(means[learning.CLIPFRAC]),
            float(means[learning.AGREED]),
            float(means[learning.LIKELIEST]),
            epochs,
            kinds,
        )

    def figures(self, names: Mapping[tuple[int, int], str]) -> dict[str, float]:
        """The figures for the log: the means, and those of every kind of decision by its name."""
        figures_by_name = self._asdict()
        kinds = figures_by_name.pop("kinds")
        for name, (count, entropy, likeliest) in ((names[kind], kinds[kind]) for kind in kinds if kind in names):
            figures_by_name |= {f"decisions/{name}": count, f"entropy/{name}": entropy, f"likeliest/{name}": likeliest}
        return figures_by_name


class Learner:
    """A network and its optimiser.

    Args:
        network: changed in place.
        threads: see Optimiser.
    """

    def __init__(self, network: Network, threads: int) -> None:
        self.network = network
        self.optimiser = Optimiser(network.parameters, threads)

    def learn(
        self,
        transitions: Sequence[Transitions],
        players: int | Sequence[int],
        rng: np.random.Generator,
        stage: Stage,
        done: float = 0.0,
        magnet: np.ndarray | None = None,
    ) -> LossMeans:
        """Update the network with `transitions` in random order and with the settings of `stage`.

        Args:
            transitions: at least one for each thread, which share them.
            players: seats with a player, one number for all of `transitions` or one for each.
            rng: shuffles the transitions.
            stage: in self-play the policy learns by PPO's clipped objective, else it learns the policy targets.
            done: share of the stage that is done, which decides the learning rate and the entropy's weight.
            magnet: float32[parameters], a network that the policy shall stay near; its probabilities are written to
                the policy targets.
        """
        ppo = stage if isinstance(stage, SelfPlayStage) else None
        counts = [int(columns.size[0]) for columns in transitions]
        ent_coef, scale, mean = weights_of(transitions, self.network.header.roles, ppo, done)
        settings = learning.LossSettings(
            clip_coef=np.float32(ppo.clip_coef if ppo else 0.0),
            ent_coef=ent_coef,
            magnet=np.float32(ppo.magnet if ppo and magnet is not None else 0.0),
            vf_coef=np.float32(stage.vf_coef),
            policy_coef=np.float32(stage.policy_coef),
            advantage_scale=scale,
            advantage_mean=mean,
            num_players=0,
            supervised=ppo is None or ppo.mirror_step > 0,
            mirror=ppo is not None and ppo.mirror_step > 0,
        )
        if ppo and ppo.mirror_step:
            parameters = self.network.parameters
            step = np.float32(ppo.mirror_step)
            self._write_targets(learning.write_mirror_targets, parameters, transitions, settings, step)
        if settings.magnet and magnet is not None:
            self._write_targets(learning.write_magnet, aligned(magnet), transitions)
        seats = [players] * len(counts) if isinstance(players, int) else players
        each_settings = [settings._replace(num_players=players) for players in seats]
        rate = annealed(stage.learning_rate, stage.anneal_lr, done)
        batches = max(1, sum(counts) // stage.minibatch_size)
        means = LossMeans.from_sums(np.zeros((*ent_coef.shape, learning.SUMS)), 0)
        for number in range(1, stage.update_epochs + 1):
            sums = np.zeros((len(self.optimiser.gradients), *ent_coef.shape, learning.SUMS))
            orders = [rng.permutation(count) for count in counts]
            for batch in range(batches):
                cuts = [(count * batch // batches, count * (batch + 1) // batches) for count in counts]
                self._add_gradients(transitions, orders, cuts, each_settings, sums)
                self.optimiser.step(rate, stage.max_grad_norm, stage.adam_eps)
            means = LossMeans.from_sums(sums.sum(axis=0), number)
            if ppo and 0 < ppo.target_kl < means.approx_kl:
                break
        return means

    def _write_targets(
        self, kernel: Any, parameters: np.ndarray, transitions: Sequence[Transitions], *further: Any
    ) -> None:
        """Let `kernel` write the policy targets of all transitions, from the network `parameters`."""
        parts = len(self.optimiser.gradients)

        def write(part: int) -> None:
            for columns in transitions[part::parts]:
                kernel(parameters, self.network.header.sizes, columns, *further, 0, int(columns.size[0]))

        self.optimiser.for_all_parts(write)

    def _add_gradients(
        self,
        transitions: Sequence[Transitions],
        orders: list[np.ndarray],
        cuts: list[tuple[int, int]],
        settings: Sequence[learning.LossSettings],
        sums: np.ndarray,
    ) -> None:
        """Add the gradient of a batch, orders[i][begin:end] of each transitions[i], to the gradients of the threads."""
        weight = np.float32(1.0 / max(sum(end - begin for begin, end in cuts), 1))
        gradients = self.optimiser.gradients
        network = self.network

        def add(part: int) -> None:
            for place in range(part, len(transitions), len(gradients)):
                batch = (transitions[place], orders[place], settings[place], weight, sums[part], *cuts[place])
                learning.add_gradient(network.parameters, gradients[part], network.header.sizes, *batch)

        self.optimiser.for_all_parts(add)


def rarity_of(counts: np.ndarray) -> np.ndarray:
    """float64[roles, phases]: how many times rarer a kind of decision is than the most frequent one of its role, from 1
    to RARITY_LIMIT.

    A choice that is made once a game is a small share of the loss: after few rounds it is nearly without chance, and no
    longer explored. So its entropy and its advantages are weighted by powers of this; 0 is no weight, and 1 gives all
    kinds equal sums, as the inverse frequencies that Cui et al., "Class-Balanced Loss Based on Effective Number of
    Samples", 2019, begin with.

    Args:
        counts: int64[roles, phases], decisions of each kind.
    """
    return np.clip(counts.max(axis=1, keepdims=True) / np.maximum(counts, 1), 1.0, RARITY_LIMIT)


def weights_of(
    transitions: Sequence[Transitions], roles: int, ppo: SelfPlayStage | None, done: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers of LossSettings by kind of decision, float32[roles, phases] each: `ent_coef`, which is 0 outside of
    self-play, `advantage_scale` and `advantage_mean`."""
    columns = ((played.role, played.phase, played.choice, played.advantages) for played in transitions)
    sizes = [int(played.size[0]) for played in transitions]
    role, phase, choice, advantages = (
        np.concatenate([values[:size] for values, size in zip(column, sizes, strict=True)])
        for column in zip(*columns, strict=True)
    )
    shape = (roles, int(phase.max()) + 1)
    has_choice = choice >= 0
    ent_coef = np.zeros(shape)
    scale = np.ones(shape)
    mean = np.zeros(shape)
    if ppo:
        per_role = ppo.norm_adv_per_role
        for group in range(roles) if per_role else [slice(None)]:
            of_group = advantages[has_choice & (role == group)] if per_role else advantages[has_choice]
            if of_group.size:
                scale[group], mean[group] = 1.0 / (float(of_group.std()) + 1e-6), of_group.mean()
        counts = np.zeros(shape, np.int64)
        np.add.at(counts, (role[has_choice], phase[has_choice]), 1)
        rarity = rarity_of(counts)
        ent_coef[:] = annealed(ppo.ent_coef, ppo.anneal_ent, done) * rarity**ppo.rarity_ent
        scale *= rarity**ppo.rarity_adv
    return ent_coef.astype(np.float32), scale.astype(np.float32), mean.astype(np.float32)
