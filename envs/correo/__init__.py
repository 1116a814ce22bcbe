"""Correo de Medianoche: lay tiles, put animals on their houses, and let animals carry messages along straight lines."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, StrictBool, StrictInt

from medianoche.envs.core.content.pack import numbered as numbered
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.core.declaration import Options
from medianoche.envs.core.errors import GameError, OptionError
from medianoche.envs.core.kernels import plain, uncompiled
from medianoche.envs.core.packaged import PackagedDeclaration
from medianoche.envs.correo import state as st
from medianoche.envs.correo.pack import CorreoPack
from medianoche.envs.correo.state import State

DECISIONS_PER_PLAYER = 156
"""Upper bound with any pack: 12 times take, place, patch, spell and end; 48 wild houses; 48 messages."""


class CorreoOptions(Options):
    """Options of the game besides the player count and the pack."""

    advanced: StrictBool = Field(False, description="three objective cards score at the end (variante avanzada)")
    start_player: Literal["random"] | StrictInt = Field("random", description="the first seat, or random")
    flat: StrictBool = Field(True, description="all spaces of a tile must lie on the same level (R11)")
    count_destination: StrictBool = Field(True, description="a message scores the receiver's cell too (R30)")


class Correo(PackagedDeclaration[State]):
    """Correo de Medianoche: cover your board with tiles, put animals on their houses, and score by sending animals
    along straight lines to their own kind; twelve turns each, chains of messages score combos."""

    name = "correo"
    title = "Correo de Medianoche"
    players = (2, 1, 3, 4)
    pack_model = CorreoPack
    options_model = CorreoOptions
    asides = frozenset({"drew", "refilled", "turn"})
    ends = frozenset({st.BASE.end_turn})
    public_info = True
    stacks: ClassVar = {"deck": ("deck_n",), "pile": ("pile_n", "pile_known")}
    unobserved: ClassVar = {
        "pile": "the order of tiles that were put back under a pile; pile_houses has their houses",
        "pile_known": "as pile",
        "house": "a house under an animal matters to objectives alone, whose blocks show what counts",
        "placed": "the cells of the tile laid are observed while they matter, to a spell",
    }
    variants = ({}, {"flat": False}, {"count_destination": False}, {"start_player": 0})

    def blank(self, num_players: int, options: CorreoOptions) -> np.ndarray:
        """One state before the deal.

        Raises:
            OptionError: an option does not fit the player count.
        """
        start = options.start_player
        if start != "random" and not 0 <= start < num_players:
            seats = ", ".join(str(seat) for seat in range(num_players))
            raise OptionError(f"correo: option start_player = {start}: accepted: random, {seats}")
        if options.advanced and num_players == 1:
            raise OptionError("correo: option advanced needs at least 2 players (objectives compare players)")
        return super().blank(num_players, options)

    def utility_sum(self, num_players: int) -> float | None:
        """The winners share 2; every seat pays 1. Alone a player gains a share of its points."""
        return 2.0 - num_players if num_players > 1 else None

    def derive(self, state: State) -> None:
        """Compute the player to move, hands, reserves and scores; at the end objective points and utilities, too."""
        from medianoche.envs.correo.kernels.invariants import count_patches
        from medianoche.envs.correo.kernels.scoring import score_game

        pack = self.game.content.records[state.pack]
        n = int(state.num_players)
        seats = range(len(state.spells))
        state.done = state.phase == st.Phase.END
        state.to_move = -1 if state.done else (state.start + state.turn) % n
        for code in range(1, st.WILD_HOUSE):
            state.reserve[code] = int(pack.animals) - np.count_nonzero(state.animal == code)
        state.spell_reserve = pack.spells - state.spells.sum()
        laid = sum(uncompiled(count_patches)(state, seat) for seat in seats)
        state.patch_reserve = pack.patches - state.patches.sum() - laid
        for seat in range(n):
            deck = state.deck[seat, : state.deck_n[seat]]
            for kind in range(st.KINDS):
                seen = state.up[seat, kind] + state.down[seat, kind] + np.count_nonzero(deck == kind)
                state.hand[seat, kind] = pack.card_copies[kind] - seen
        if state.done:
            state.objective_points[:] = 0
            uncompiled(score_game)(pack, state)
        else:
            state.scores[:] = state.track + state.combo + state.spells + state.patches + state.objective_points

    def max_decisions(self, num_players: int, options: CorreoOptions) -> int:
        """An upper bound on the decisions of a game, with any pack."""
        return DECISIONS_PER_PLAYER * num_players

    def symmetries(self, pack: Any) -> Symmetries:
        """The symmetries of the board; see `correo.symmetries`."""
        from medianoche.envs.correo.symmetries import symmetries

        return symmetries(pack)

    def info(self, state: State, player: int) -> dict[str, int]:
        """The score and its parts."""
        return {
            "score": state.scores.item(player),
            "track": state.track.item(player),
            "combo": state.combo.item(player),
            "tokens": state.spells.item(player) + state.patches.item(player),
            "objective_points": state.objective_points.item(player),
        }

    def best_chain(self, state: State, seat: int) -> tuple[int, int]:
        """The best chain of messages that a seat's board allows this turn; spells and patches are not considered.

        Returns:
            points: message and combo points still to come; messages already delivered count for the combo.
            action: the first message of such a chain, the lowest on ties; the end of the turn if there is no pair.

        Raises:
            GameError: there is no such seat, or more than a million sets of animals could leave its board.
        """
        from medianoche.envs.correo.kernels.solver import best_chain

        pack = plain(self.game.content.records[state.pack])
        seat = self.game.rules._check_player(state, seat)
        points, action, proven = best_chain(pack, plain(state), seat)
        if not proven:
            animals = int(np.count_nonzero(state.animal[seat]))
            raise GameError(
                f"correo: {animals} animals on the board of seat {seat} have too many chains to find the best"
            )
        return int(points), int(action)

    def objective_counts(self, state: State, seat: int) -> list[int]:
        """Number of a seat's visible houses that count for each objective card in play."""
        from medianoche.envs.correo.kernels.scoring import visible_houses

        pack = plain(self.game.content.records[state.pack])
        state = plain(state)
        return [int(visible_houses(pack, state, seat, int(card))) for card in state.objectives if card != st.NONE]
