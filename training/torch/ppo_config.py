"""The configuration of PPO in torch; `configs/ppo` has a file for some games."""

from __future__ import annotations

from pathlib import Path

from pydantic import NonNegativeFloat, PositiveFloat

from medianoche.agents.network import Share
from medianoche.training.settings import Anneal, Count, Rows, SelfPlayConfig


class PPOConfig(SelfPlayConfig):
    """Everything that decides a training."""

    folder = Path(__file__).parent / "configs" / "ppo"
    learner = "torch"
    free = ("evaluation.final_games", "checked")
    margin: Share = 0.3  #: Weight of the margin of scores, against the utility, in the advantages
    num_envs: Rows = 512  #: Games side by side, of all parts together
    num_steps: Count = 64  #: Decisions of a row in a round
    learning_rate: PositiveFloat = 1e-3
    anneal_lr: Anneal = 0.05  #: To which share of itself the learning rate falls; true: to 0
    update_epochs: Count = 3  #: Over the decisions of a round
    minibatch_size: Count = 2048
    clip_coef: PositiveFloat = 0.2
    gae_lambda: Share = 0.95  #: Lambda of the advantages and value targets
    ent_coef: NonNegativeFloat = 0.02  #: Weight, in units of the advantages' standard deviation
    anneal_ent: Anneal = 1.0  #: To which share of itself this weight falls
    rarity_ent: NonNegativeFloat = 0.0
    """Power of the rarity of a kind of decision (phase and role) by which its entropy weighs more. The rarity is how
    many times more often the most frequent kind of the same role was met so far. 0: all kinds weigh the same."""
    rarity_adv: NonNegativeFloat = 0.0  #: The same for its advantages
    magnet: NonNegativeFloat = 0.0  #: Weight of the policy's divergence from the magnet, a copy of former weights
    magnet_every: Count = 20  #: Rounds from one copy to the next
    vf_coef: NonNegativeFloat = 0.5  #: Weight of the values in the loss
    max_grad_norm: PositiveFloat = 0.5
    adam_eps: PositiveFloat = 1e-7  #: Adam's epsilon
    average_last: Share = 0.0  #: Last share of the training over which weights are averaged, to be measured
    snapshots: Share = 0.1  #: Share of the rows in which one team learns and a former network plays the others
    snapshot_every: Count = 25  #: Rounds from one snapshot to the next
    snapshots_kept: Count = 8  #: Snapshots kept, the latest
    symmetries: bool = False
    """Whether networks see each decision, and act, in a random image of it under the symmetries that the game declares
    (data augmentation)."""
    bf16: bool = False  #: Whether products are computed in bfloat16; for GPUs
    checked: bool = False
    """Whether games on a GPU wait after each step, to find an illegal action at once, not at the end of the round. This
    is slower. Games on the CPU always do it. An illegal action is recorded in a file in the training's folder."""
    compile: bool = False  #: Whether torch.compile compiles the network; for GPUs, and long trainings

    def games(self) -> tuple[int, dict[str, float]]:
        """See `SelfPlayConfig`."""
        return self.num_envs, {"itself": 1 - self.snapshots, "former networks": self.snapshots}
