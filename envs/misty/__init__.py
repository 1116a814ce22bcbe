"""Misty: draft cards into a window, then move its arrows and feed its monsters. README.md is the page of this game."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from medianoche.envs.core.declaration import Options
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.packaged import PackagedDeclaration
from medianoche.envs.misty import numbers as nm
from medianoche.envs.misty.pack import MistyPack
from medianoche.envs.misty.state import ACTIONS as ACTIONS
from medianoche.envs.misty.state import KINDS, MOVED, SEATS, STACK, Phase
from medianoche.envs.misty.state import LAYOUT as LAYOUT
from medianoche.envs.misty.state import STATE as STATE
from medianoche.envs.misty.state import State as State


class MistyOptions(Options):
    """Options of a match."""

    variant: Literal["standard", "introductory"] = Field(
        "standard",
        description=f"{nm.DEALS} deals of {nm.HAND} cards, windows {nm.FRAME[0]}x{nm.FRAME[1]} or upright; "
        f"introductory: {nm.SHORT_DEALS} deals of {nm.SHORT_HAND}, windows {nm.SHORT_FRAME[0]}x{nm.SHORT_FRAME[1]}",
    )
    activation: Literal["play", "solve"] = Field(
        "play", description="solve: windows are activated automatically, for the most points"
    )
    rounds_to_win: Literal[1, 2, 3] = Field(2, description="rounds that win the match")
    smile_pairs: Literal["overlapping", "disjoint"] = Field(
        "overlapping", description="three smiles in a row are two pairs; disjoint: one"
    )
    obs_memory: bool = Field(True, strict=True, description="false: the observation omits hands held before")


class Misty(PackagedDeclaration[State]):
    """Misty: all players pick a card in secret, place it in a window of twelve and pass the hand on. Then the arrows of
    each window move and cover what they land on, and monsters eat flowers. The first to win two rounds wins the match.
    """

    name = "misty"
    title = "Misty"
    players = (2, 3, 4)
    pack_model = MistyPack
    options_model = MistyOptions
    simultaneous = ((Phase.PICK,), (Phase.PLACE,))
    public_info = True
    unobserved: ClassVar = {
        "last_points": "points of rounds that are over decide nothing any more",
        "points_total": "as last_points",
        "gone": "cards that left a window or were eaten decide nothing any more: all come back in the next round",
        "win (sizes of stacks)": "a stack neither moves nor counts again, however many cards it has (R14-R17)",
        "hand (of others, with obs_memory=false)": "the option leaves out what could be remembered (R34)",
        "deck (with obs_memory=false)": "as hand",
    }
    headlines = frozenset({"round-over", "match-over"})
    retold: ClassVar = {"picked": ("revealed", "placed"), "chose": ("placed",), "revealed": ("placed",)}
    variants = (
        {},
        {"variant": "introductory", "rounds_to_win": 1, "obs_memory": False},
        {"activation": "solve", "rounds_to_win": 3, "smile_pairs": "disjoint"},
    )

    def leave_out(self, state: State, seat: int) -> None:
        """Sizes of stacks; with `obs_memory=False` also hands that the seat has held, and the cards that are left."""
        state.win[state.win >= STACK] = STACK
        if not state.obs_memory:
            state.hand[np.arange(SEATS) != seat] = 0
            state.deck[:] = 0

    def max_decisions(self, num_players: int, options: MistyOptions) -> int:
        """A bound. Each player has per round at most a pick and a placement for each card except forced ones, and 11
        activations (introductory variant 8). Each round has a winner, so a match has at most players x (rounds_to_win -
        1) + 1 rounds (R32)."""
        introductory = options.variant == "introductory"
        solve = options.activation == "solve"
        per_player = (13 if solve else 21) if introductory else (20 if solve else 31)
        return per_player * num_players * (num_players * (options.rounds_to_win - 1) + 1)

    def utility_sum(self, num_players: int) -> float | None:
        """The winners share 2; every seat pays 1."""
        return 2.0 - num_players

    def derive(self, state: State) -> None:
        """Fill in derived fields: boxes, the deck while no card is lost, finished activations, the player to move,
        points, utilities."""
        from medianoche.envs.misty.kernels.rules import has_committed

        state.done = state.phase == Phase.END
        if state.phase >= Phase.ACT:
            state.deal = state.n_deals
            state.step = 0
            state.hand[:] = 0
            state.pick[:] = -1
            state.cell[:] = -1
            state.act_done[: state.num_players] |= state.done
        for seat in range(state.num_players):
            self._derive_window(state, seat)
        if state.phase <= Phase.PLACE or (state.win[: state.num_players].max() < MOVED and not state.gone.any()):
            shown = np.append(state.win[: state.num_players], state.pick if state.phase == Phase.PLACE else [])
            seen = [np.count_nonzero(shown == kind) for kind in range(KINDS)]
            state.deck[:] = self.game.content.records[state.pack].deck0 - state.hand.sum(axis=0) - seen
        waiting = [seat for seat in range(state.num_players) if not uncompiled(has_committed)(state, seat)]
        state.to_move = -1 if state.done or not waiting else waiting[0]
        self._derive_match(state)

    def _derive_window(self, state: State, seat: int) -> None:
        """The box around the cards while no card has moved; the number of cards gone; points."""
        from medianoche.envs.misty.kernels.activation import window_points
        from medianoche.envs.misty.kernels.solver import solve

        window = state.win[seat]
        pack = self.game.content.records[state.pack]
        filled = window >= 0
        whole = state.hand_size * state.n_deals
        if state.phase <= Phase.PLACE or np.count_nonzero(filled) == whole:
            state.bh[seat], state.bw[seat] = (np.max(np.nonzero(filled)[axis] + 1, initial=0) for axis in range(2))
        if state.phase >= Phase.ACT:
            state.gone[seat] = whole - np.where(window >= STACK, window - STACK, filled).sum()
        points = uncompiled(solve if state.activation else window_points)
        state.round_points[seat] = points(pack, state, seat) if state.act_done[seat] else 0

    def _derive_match(self, state: State) -> None:
        """The rounds won by the last round, and the utilities."""
        n = state.num_players
        rounds = state.round_no + state.done
        if state.done:
            state.last_points[:] = state.round_points
        if rounds <= 1:
            state.last_points[:] *= rounds
            state.points_total[:] = state.last_points
            state.scores[:n] = (state.last_points[:n] == state.last_points[:n].max()) * rounds
        winners = state.scores[:n] == state.rounds_to_win
        state.utility[:n] = np.where(winners, 2 / max(int(winners.sum()), 1) - 1, -1) if state.done else 0

    def info(self, state: State, player: int) -> dict[str, int]:
        """Rounds won, points of the last round and of all finished ones, and the round, from 0."""
        return {
            "score": state.scores.item(player),
            "last_points": state.last_points.item(player),
            "points_total": state.points_total.item(player),
            "round": state.round_no.item(),
        }
