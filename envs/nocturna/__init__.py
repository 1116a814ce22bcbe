"""Camino a Nocturna: one to four children against the Nightmare Master."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from pydantic import Field

from medianoche.envs.core.content.pack import numbered as numbered
from medianoche.envs.core.declaration import Options
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.packaged import PackagedDeclaration
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.pack import NocturnaPack
from medianoche.envs.nocturna.state import State

if TYPE_CHECKING:
    from medianoche.envs.nocturna.duels import BossFights


class NocturnaOptions(Options):
    """Options of Camino a Nocturna besides players and pack."""

    variant: Literal["standard", "quick"] = Field("standard", description="12 rounds with three bosses, or 8 with two")
    sheets: Literal["choose", "random", "order"] = Field(
        "choose", description="children choose their sheets in seat order, or draw them, or have sheet c"
    )
    actor: Literal["initiative", "free"] = Field(
        "initiative",
        description="the one who acts with a winning card: the holder of the initiative, or any that its player picks",
    )
    carry: Literal["compulsory", "optional"] = Field(
        "compulsory", description="whether defeated children must be carried"
    )
    unguarded_rewards: bool = Field(
        False, strict=True, description="rewards of a location without nightmares may be taken"
    )
    boss_life: Literal["all", "standing"] = Field("all", description="which children a boss's life is counted for")
    max_offers: int = Field(2, ge=0, le=4, strict=True, description="exchanges each child may offer in a round")
    fatigue: int = Field(30, ge=10, le=120, strict=True, description="turns of a combat before both sides tire")


class Nocturna(PackagedDeclaration[State]):
    """Camino a Nocturna: one to four children walk through twelve rounds of nightmares that the Master hides and leads.
    They fight with secret attack, defence and skill cards and must defeat three bosses. All children win or lose
    together."""

    name = "nocturna"
    title = "Camino a Nocturna"
    version = 2
    players = (5, 4, 3, 2)
    pack_model = NocturnaPack
    options_model = NocturnaOptions
    headlines = frozenset({"round-over"})
    asides = frozenset({"drew", "location-dealt", "locations-shuffled", "nightmares-shuffled", "rewards-shuffled"})
    ends = frozenset({st.BASE.decline})
    has_points = False
    public_info = True
    simultaneous = ((st.Phase.MASTER_CARD, st.Phase.CHILD_CARD),)
    revealing_phases = frozenset({st.Phase.NEXT_CARD})
    unobserved: ClassVar = {
        "loc_kind": "locations with the same values differ in their names alone",
    }
    variants = (
        {},
        {"variant": "quick", "sheets": "random", "actor": "free", "carry": "optional", "fatigue": 10},
        {"sheets": "order", "unguarded_rewards": True, "boss_life": "standing", "max_offers": 4},
        {"variant": "quick", "actor": "free", "max_offers": 0},
    )

    def max_decisions(self, num_players: int, options: NocturnaOptions) -> int:
        """A bound far above the longest game that was seen; fatigue bounds every combat."""
        return 50_000

    def duels(self) -> BossFights:
        """The boss fights."""
        from medianoche.envs.nocturna.duels import BossFights

        return BossFights()

    def utility_sum(self, num_players: int) -> float | None:
        """Of two seats, one gains what the other loses. The larger a team is, the more it gains in sum."""
        return 0.0 if num_players == 2 else None

    def derive(self, state: State) -> None:
        """Fill in derived fields: the player to move, decks, foes, scores and utilities."""
        from medianoche.envs.nocturna.kernels.invariants import asked
        from medianoche.envs.nocturna.kernels.presence import fallen

        pack = self.game.content.records[state.pack]
        over = state.phase == st.Phase.END
        n = int(state.num_players)
        state.done = over
        state.to_move = -1 if over else uncompiled(asked)(state)
        held = {"nm": state.mp_hand, "rw": (state.hand + state.active).sum(axis=0), "loc": 0}
        lying = {"nm": state.loc_nm, "rw": state.loc_rw, "loc": state.loc_kind}
        for cards, where in lying.items():
            deck = state[f"{cards}_deck"]
            seen = [np.count_nonzero(where == kind) for kind in range(len(deck))]
            deck[:] = pack[f"{cards}_count"] - state[f"{cards}_disc"] - held[cards] - seen
        defeated = int(uncompiled(fallen)(state)).bit_count()
        won = over and defeated < n - 1
        state.scores[0] = defeated
        state.scores[1:n] = state.round_no - 1 + (won or state.phase == st.Phase.RESURRECT)
        if over:
            state.utility[:n] = 1 if won else -1
            state.utility[0] = -state.utility[1]
        else:  # the end clears nothing (R46)
            state.utility[:] = 0
            self._derive_foes(state)

    def _derive_foes(self, state: State) -> None:
        """Fill in the kinds and the first life of the foes: those of the combat's location, or the boss alone. Life
        is full outside a combat."""
        boss_waits = state.boss >= 0 and state.phase != st.Phase.RESURRECT
        boss = [st.KINDS + state.boss if boss_waits else -1] + [-1] * (st.FOES - 1)
        among_nightmares = state.turn > 0 and state.battle != st.BOSS_BATTLE
        state.foe_kind[:] = state.loc_nm[state.battle] if among_nightmares else boss
        for place, kind in enumerate(state.foe_kind):
            if kind < st.KINDS:  # the life of a boss does not follow from its kind alone
                state.foe_max[place] = self.game.content.records[state.pack].foe_life[kind] if kind >= 0 else 0
        if state.turn == 0:
            state.foe_life[:] = state.foe_max

    def info(self, state: State, player: int) -> dict[str, int]:
        """Score (Master: defeated children; child: rounds completed), round, children defeated and standing."""
        children = state.num_players.item() - 1
        return {
            "score": state.scores.item(player),
            "round": state.round_no.item(),
            "defeated_children": state.scores.item(0),
            "standing_children": children - state.scores.item(0),
        }

    def agents(self, num_players: int) -> list[str]:
        """`master`, then `child_0` ..."""
        return ["master", *(f"child_{c}" for c in range(num_players - 1))]

    def teams(self, num_players: int) -> list[int]:
        """The Master against all children."""
        return [0] + [1] * (num_players - 1)

    def roles(self, num_players: int) -> list[int]:
        """The Master, and the children."""
        return self.teams(num_players)
