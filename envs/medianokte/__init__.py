"""Medianokte: Exploración, asymmetric mode: the Enemy, who runs the ship, against a crew of one to five."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from medianoche.envs.core.content.pack import numbered as numbered
from medianoche.envs.core.declaration import Options
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.packaged import PackagedDeclaration
from medianoche.envs.medianokte import state as st
from medianoche.envs.medianokte.pack import MedianoktePack
from medianoche.envs.medianokte.state import State


class MedianokteOptions(Options):
    """Options of the game besides the player count and the pack."""

    decks: Literal["preset", "random", "build"] = Field(
        "preset", description="Decks of the pack, drawn from all copies, or built card by card."
    )
    characters: Literal["random", "choose"] = Field(
        "random", description="Boss and characters by chance, or chosen one after another."
    )
    combined: bool = Field(False, strict=True, description="Whether an action card may close a turn with purchases.")
    test: Literal["target", "attacker", "attacker_under"] = Field(
        "target",
        description="Special attacks roll higher than the target's characteristic, the attacker's, or under it.",
    )
    ties: bool = Field(
        False, strict=True, description="Whether rolling exactly the characteristic is rolling under it."
    )
    repeat: Literal["game", "turn"] = Field(
        "game", description="How long the crew member struck last may not be struck again."
    )
    max_rounds: int = Field(
        100, ge=10, le=250, strict=True, description="Rounds after which the game ends without a winner."
    )


class Medianokte(PackagedDeclaration[State]):
    """Medianokte: one player is the Enemy, who runs the ship with a boss, five action cards and an army of astralis;
    the others are a crew who explore, share what they find and must bring the boss down before one of them falls."""

    name = "medianokte"
    title = "Medianokte: Exploración"
    version = 1
    players = (4, 2, 3, 5, 6)
    pack_model = MedianoktePack
    options_model = MedianokteOptions
    asides = frozenset({"drew", "reshuffled"})
    ends = frozenset({st.BASE.end_turn})
    has_points = False
    public_info = True
    unobserved: ClassVar = {
        "events": "up to 12 in a turn (R60); the mask shows when no more are allowed",
        "known_event": "what the crew knows of the hand, which the Enemy does not observe",
        "known_astrali": "as known_event",
        "removed_object": "cards out of the game do nothing any more",
        "removed_event": "as removed_object",
        "cursor": "it bounds the cards that may be picked, which the mask shows",
        "self_code": "which of several astralis of a kind acts; the card is observed",
        "charge": "more than 6 are observed as 6",
        "poison": "more than 5 are observed as 5",
        "army_poison": "as poison",
        "boss_poison": "as poison",
    }
    variants = (
        {},
        {"decks": "random", "combined": True, "test": "attacker", "repeat": "turn"},
        {"decks": "build", "characters": "choose", "test": "attacker_under", "ties": True},
    )

    def max_decisions(self, num_players: int, options: MedianokteOptions) -> int:
        """An upper bound on the decisions of a game; gifts could be many in one turn."""
        return 400 * options.max_rounds + 200

    def utility_sum(self, num_players: int) -> float | None:
        """Of two seats, one gains what the other loses. The larger a team is, the more it gains in sum."""
        return 0.0 if num_players == 2 else None

    def derive(self, state: State) -> None:
        """Compute the player to move, the size of the army, what is left of preset decks, scores and utilities."""
        from medianoche.envs.medianokte.kernels.card_counts import count_allowed, count_cards
        from medianoche.envs.medianokte.kernels.ends import refresh_scores

        pack = self.game.content.records[state.pack]
        phase = state.phase
        state.done = phase == st.Phase.END
        if phase <= st.Phase.DRAWN:
            state.to_move = state.turn
        else:
            asked = state.receiver if phase == st.Phase.STACK else state.source
            state.to_move = -1 if state.done else 1 + asked
        state.army_size = np.count_nonzero(state.army_kind != -1)
        if state.decks_mode == st.Decks.PRESET and phase != st.Phase.CHOOSE:
            counts, allowed = np.zeros((2, st.GROUPS.size), np.int64)
            uncompiled(count_cards)(state, counts)
            uncompiled(count_allowed)(pack, state, allowed)
            for group, numbers in st.GROUPS.slices().items():
                state[st.DECKS_BUILT[group]][:] += (allowed - counts)[numbers].astype(np.int8)
        if not state.done:
            state.winner = st.Winner.NONE
        uncompiled(refresh_scores)(pack, state)
        state.utility[:] = 0
        if state.winner in (st.Winner.ENEMY, st.Winner.CREW):
            state.utility[: state.num_players] = -1 if state.winner == st.Winner.ENEMY else 1
            state.utility[0] *= -1

    def agents(self, num_players: int) -> list[str]:
        """`enemy`, then `crew_0` ... clockwise."""
        return ["enemy", *(f"crew_{member}" for member in range(num_players - 1))]

    def teams(self, num_players: int) -> list[int]:
        """The team of each seat: the Enemy alone against the whole crew."""
        return [0, *[1] * (num_players - 1)]

    def roles(self, num_players: int) -> list[int]:
        """The role of each seat: the Enemy, or the crew."""
        return self.teams(num_players)
