"""Configurations of the compiled learner: a list of stages, in one TOML file a game in `configs/`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, NonNegativeFloat, PositiveFloat, model_validator

from medianoche.agents.network import Share, Widths
from medianoche.envs.core.files import Word
from medianoche.training.settings import (
    Anneal,
    Count,
    CountOrNone,
    Decisions,
    NetworkConfig,
    Rows,
    Settings,
    Simulations,
    ThreadCount,
    TrainingError,
    differing,
)


class Stage(Settings):
    """Settings of every stage. Give one of `minutes`, `total_decisions` and `rounds`."""

    minutes: PositiveFloat | None = None
    """On this machine: the speed of the first rounds decides how many rounds the stage has."""
    total_decisions: Decisions | None = (
        None  #: To learn from: those of the first rounds decide how many rounds there are
    )
    rounds: Count | None = None  #: Rounds of playing and learning, the same on every machine
    learning_rate: PositiveFloat = 1e-3  #: At the start of the stage
    anneal_lr: Anneal = 0.05  #: To which share of itself the learning rate falls in the stage; true: to 0
    update_epochs: Count = 2  #: Passes over the transitions of a round
    minibatch_size: Count = 1024
    policy_coef: NonNegativeFloat = 1.0  #: Weight of the policy in the loss; 0: only the values learn
    vf_coef: NonNegativeFloat = 0.5  #: Weight of the values in the loss
    max_grad_norm: NonNegativeFloat = 0.5  #: Length to which a longer gradient is cut; 0: never
    adam_eps: PositiveFloat = 1e-7  #: Adam's epsilon; PPO's implementations have 1e-5
    average_last: Share = 0.0
    """Last share of the stage over which weights are averaged: the mean is measured, and the next stage begins from it.
    Where networks beat each other in a cycle, the mean does better against other agents than the last weights."""

    symmetries: bool = False
    """Whether the network learns each decision from a random image of it under the symmetries that the game declares
    (data augmentation); in self-play it also acts in this image."""

    @model_validator(mode="after")
    def _one_length(self) -> Self:
        if [self.minutes, self.total_decisions, self.rounds].count(None) != 2:
            raise ValueError("give one of minutes, total_decisions and rounds")
        return self


class ImitationStage(Stage):
    """Supervised learning of an agent's actions, in games that the agent and the network play."""

    kind: Literal["imitation"] = "imitation"
    agent: Word = "greedy"
    games: Rows = 256  #: Games of a round
    student_share: Share = 0.5
    """Share of the decisions, from the second round on, in which the network plays and the agent only labels."""
    max_grad_norm: NonNegativeFloat = 0.0


class SelfPlayStage(Stage):
    """Proximal policy optimization on whole games against itself, a snapshot, the heuristic or uniform chance."""

    kind: Literal["self-play"] = "self-play"
    num_steps: Count = 40_000  #: Transitions of a round, about
    update_epochs: Count = 3
    minibatch_size: Count = 2048
    clip_coef: PositiveFloat = 0.2
    ent_coef: NonNegativeFloat = 0.02
    """Weight of the entropy at the start of the stage, in units of the advantages' standard deviation."""
    anneal_ent: Anneal = 1.0
    """To which share of itself this weight falls in the stage."""
    rarity_ent: NonNegativeFloat = 0.0
    """Power of the rarity of a kind of decision (phase and role) by which its entropy weighs more. The rarity is how
    many times more often the most frequent kind of the same role was met in the round. 0: all kinds weigh the same."""
    rarity_adv: NonNegativeFloat = 0.0  #: The same for its advantages
    norm_adv_per_role: bool = False  #: Whether advantages are normalised for each role, not for all together
    magnet: NonNegativeFloat = 0.0
    """Weight of the policy's divergence from the magnet, a copy of former weights; 0: no magnet."""
    magnet_every: Count = 20
    """Rounds from one move of the magnet to the next."""
    magnet_pace: Annotated[float, Field(gt=0, le=1)] = 1.0
    """How far the magnet's weights move towards the network's: 1 replaces them."""
    members: CountOrNone = 0
    """Copies of the weights that are taken during the stage at equal distances, for the average policy; 0: none."""
    members_from: Annotated[float, Field(ge=0, lt=1)] = 0.5
    """Share of the copies so far, the first ones, that the average policy leaves out."""
    gae_lambda: Share = 0.95
    """Lambda of the value targets and advantages: 1 takes the results of games alone; the lower, the more the targets
    rest on the network's own values at later decisions."""
    critic: bool = False
    """Whether advantages come from a critic that sees the whole state, with `gae_lambda` as lambda. It costs about as
    much as the network itself and takes variance out of the advantages."""
    critic_learning_rate: PositiveFloat = 1e-3
    """The critic's learning rate."""
    mirror_step: NonNegativeFloat = 0.0
    """Step of mirror descent along the critic's values of all legal actions, whose result the policy learns; so it also
    learns of actions that it hardly ever plays. 0: PPO's clipped objective."""
    epsilon: Share = 0.0
    """Share of the decisions of one team, in turn, whose action is drawn uniformly from the legal ones, so the critic
    learns the values of actions that the policy hardly ever plays; the policy learns this team's decisions alone. Needs
    `mirror_step`."""
    target_kl: NonNegativeFloat = 0.03
    """No further pass once the divergence from the policy that played is larger; 0: no limit."""
    value_only_share: Share = 0.0
    """Probability that the observation after a player's action, without a decision, also teaches the values."""
    snapshots: Share = 0.1
    """Share of the games in which one team learns and a snapshot, a former network, plays the others."""
    exploiter_every: CountOrNone = 0
    """Rounds from one exploiter to the next; 0: none. An exploiter is a copy of the network that learns against the
    present network, which stays as it is. It joins the snapshots, so the network then learns to beat it."""
    exploiter_rounds: Count = 10  #: Rounds that an exploiter learns
    exploiter_restart: Count = 1
    """Exploiters from one that begins with the present network's weights to the next; each of the others goes on from
    the weights of the exploiter before it, so it has learned from more games. 1: all begin anew."""
    exploiter_ent_coef: NonNegativeFloat = 0.02  #: Weight of its entropy
    heuristic: Share = 0.0  #: Share of the games in which the heuristic plays the others
    random: Share = 0.0
    """Share of the games in which uniform chance plays the others, so that the network also meets bad players."""
    snapshot_every: Count = 25  #: Rounds from one snapshot to the next
    snapshots_kept: Count = 8  #: Snapshots and exploiters kept, the latest
    power: NonNegativeFloat = 0.0
    """Snapshots and the learner's team are drawn in proportion to (1 - the win rate) ** power; 0: all alike."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.snapshots + self.heuristic + self.random > 1:
            raise ValueError("snapshots, heuristic and random are shares of the same games, together at most 1")
        if self.mirror_step and (self.magnet or not self.critic):
            raise ValueError("mirror_step needs critic = true and takes no magnet")
        if self.epsilon and not self.mirror_step:
            raise ValueError("epsilon needs mirror_step")
        return self


class ExpertStage(Stage):
    """Expert iteration: a search guided by the network plays; the network learns its policy and values."""

    kind: Literal["expert"] = "expert"
    games: Rows = 128  #: Games of a round
    simulations: Simulations = 64  #: Simulations of a decision that teaches the policy
    fast_simulations: Simulations = 16  #: Simulations of any other decision
    policy_target_share: Share = 0.25  #: Share of the decisions that teach the policy
    policy_phases: tuple[Word, ...] = ()
    """Phases, such as `["take"]`, in which the network searches and learns its policy from the search. In the other
    phases it plays without a search, and its policy is held: the target is the policy with which the stage began. So
    the values of these phases come from results alone. Empty: all phases are searched."""
    agreeing: bool = False
    """Whether each decision that teaches the policy is searched twice, with two seeds. The target is then the mean of
    both searches, and has no weight where they choose different actions."""
    search_value_weight: Share = (
        0.5  #: Weight of the search's value, against the result of the game, in the value target
    )
    window: Count = 4  #: Latest rounds whose transitions are learned from
    update_epochs: Count = 1
    learning_rate: PositiveFloat = 5e-4


class NashBackupStage(Stage):
    """Values of duels, positions in which two sides choose at the same time, by Nash backups: see `backups.py`. The
    network of the training stays as it is; what it meets in its games is a part of the positions."""

    kind: Literal["nash-backup"] = "nash-backup"
    network: Word = ""
    """Which network of values learns, by the name that the game gives it; empty: the first. One that is nearer to the
    end comes first, since the others learn from its values."""
    met: Count = 240
    """Games of the network, the heuristic and the agent `nash` in a round, in which positions are met, or from which
    ends of duels are made."""
    games: Count = 9000
    """Duels of a round, in which equilibria of the values so far and biased players play; for a network of ends, ends
    of duels from which the network of the training plays on."""
    drawn: CountOrNone = 30_000  #: Positions of a round that are drawn by chance
    batches: Count = 90  #: Minibatches after each level of a sweep
    settle: Count = 1500  #: Minibatches at the end of a sweep, with fixed targets
    turns: Annotated[int, Field(ge=1, le=2)] = 1  #: Turns ahead of the targets
    policy_coef: NonNegativeFloat = 0.0


AnyStage = Annotated[ImitationStage | SelfPlayStage | ExpertStage | NashBackupStage, Field(discriminator="kind")]


class NetConfig(NetworkConfig):
    """Everything that decides a training of the compiled learner."""

    folder = Path(__file__).parent / "configs"
    learner = "net"
    margin: Share = 0.3  #: Weight of the margin of scores, against the utility, in the advantages of self-play
    threads: ThreadCount = 2  #: Threads that play and learn. Results repeat exactly with the same number.
    stages: tuple[AnyStage, ...] = (ImitationStage(minutes=2), SelfPlayStage(minutes=28))
    duel_hidden: Widths = (128, 64)  #: Widths of the hidden layers of networks of values of duels
    duel_start: Word = ""  #: The file of values from which stages of Nash backups begin; empty: random weights
    fixed_snapshots: tuple[Word, ...] = ()
    """Networks, files or `shipped`, that play as snapshots from the first round to the last."""

    @property
    def minutes(self) -> float:
        """Minutes of all stages together. Rounded to a microminute, so that shares of 0.6 sum to 0.6."""
        return round(sum(stage.minutes or 0.0 for stage in self.stages), 6)

    def phases(self, stage: ExpertStage) -> tuple[int, ...]:
        """The numbers of `stage.policy_phases`. Raises TrainingError if the game has no phase of such a name."""
        return self.phases_named("policy_phases", stage.policy_phases)

    def within(self, minutes: float | None = None, decisions: int | None = None) -> Self:
        """The same training in so many minutes or decisions, divided among the stages as their minutes are; other
        stages stay. Where no stage has minutes, divided as the rounds or decisions that all of them have. Without both
        it is unchanged."""
        if not (length := decisions or minutes):
            return self
        kinds = ("minutes",) if self.minutes else ("rounds", "total_decisions")
        lengths = [[getattr(stage, kind) for stage in self.stages] for kind in kinds]
        shares = next((part for part in lengths if self.minutes or None not in part), None)
        if shares is None:
            option = "--decisions" if decisions else "--minutes"
            raise TrainingError(f"{option}: some stages of this configuration have rounds, others decisions")
        total = sum(share or 0 for share in shares)
        stages = []
        for stage, share in zip(self.stages, shares, strict=True):
            part = length * (share or 0) / total
            limits = {"total_decisions": max(1, round(part))} if decisions else {"minutes": part}
            changes = {"minutes": None, "rounds": None, "total_decisions": None, **limits}
            stages.append(stage.model_copy(update=changes) if share else stage)
        return self.model_copy(update={"stages": tuple(stages)})

    def difference(self, other: NetConfig) -> str:
        """How `other` differs, in words; empty if it does not."""
        mine, its = ({"minutes": config.minutes, **config.model_dump(mode="json")} for config in (self, other))
        free = ["evaluation.final_games"]
        if self.minutes != other.minutes and len(self.stages) == len(other.stages):  # the stages' minutes follow
            free += [f"stages.{number}.minutes" for number in range(len(self.stages))]
        return differing(mine, its, tuple(free))
