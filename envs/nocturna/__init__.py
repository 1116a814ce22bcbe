"""Camino a Nocturna: one to four children against the Nightmare Master."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from medianoche.envs.core.game import Game, Options, State
from medianoche.envs.nocturna.pack import PACK, NocturnaPack
from medianoche.envs.nocturna.render import describe, render
from medianoche.envs.nocturna.state import ACTIONS, LAYOUT, STATE, Phase

VARIANT = {"standard": 12, "quick": 8}
SHEETS = ("choose", "random", "order")
ACTOR = ("initiative", "free")
CARRY = ("compulsory", "optional")
BOSS_LIFE = ("all", "standing")


class NocturnaOptions(Options):
    """What can be agreed on before a game."""

    variant: Literal["standard", "quick"] = Field("standard", description="12 rounds with three bosses, or 8 with two")
    sheets: Literal["choose", "random", "order"] = Field(
        "choose", description="children choose their sheets in seat order, or draw them, or have sheet c"
    )
    actor: Literal["initiative", "free"] = Field(
        "initiative", description="who acts with a winning card: the holder of the initiative, or whom its player picks"
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


class Nocturna(Game):
    """Camino a Nocturna: one to four children, who share their fate, walk through twelve rounds of nightmares that the
    Master hides and leads, fight them with secret attack, defence and skill cards, and must defeat three bosses."""

    name = "nocturna"
    title = "Camino a Nocturna"
    players = (5, 4, 3, 2)
    state_dtype = STATE
    pack_dtype = PACK
    pack_model = NocturnaPack
    options_model = NocturnaOptions
    phases = Phase
    layout = LAYOUT
    public_info = True
    actions = ACTIONS
    variants = (
        {},
        {"variant": "quick", "sheets": "random", "actor": "free", "carry": "optional", "fatigue": 10},
        {"sheets": "order", "unguarded_rewards": True, "boss_life": "standing", "max_offers": 4},
        {"variant": "quick", "actor": "free", "max_offers": 0},
    )

    def max_decisions(self, num_players: int, options: NocturnaOptions) -> int:
        """Far above any game that was seen; fatigue bounds every combat."""
        return 50_000

    def configure(self, state: State, options: NocturnaOptions) -> None:
        """Write the option fields of a zeroed state."""
        state.rounds_total = VARIANT[options.variant]
        state.sheets_mode = SHEETS.index(options.sheets)
        state.actor_mode = ACTOR.index(options.actor)
        state.carry_mode = CARRY.index(options.carry)
        state.unguarded = options.unguarded_rewards
        state.boss_mode = BOSS_LIFE.index(options.boss_life)
        state.max_offers = options.max_offers
        state.fatigue = options.fatigue

    def options_of(self, state: State) -> dict[str, Any]:
        """The options `state` is played with."""
        return {
            "variant": next(name for name, rounds in VARIANT.items() if rounds == state.rounds_total),
            "sheets": SHEETS[state.sheets_mode],
            "actor": ACTOR[state.actor_mode],
            "carry": CARRY[state.carry_mode],
            "unguarded_rewards": bool(state.unguarded),
            "boss_life": BOSS_LIFE[state.boss_mode],
            "max_offers": int(state.max_offers),
            "fatigue": int(state.fatigue),
        }

    def describe(self, state: State, action: int) -> str:
        """`action` in words, e.g. "place muneca rota at location 2 perrera"."""
        return describe(self.pack_of(state), state, action)

    def render(self, state: State) -> str:
        """The whole position as text, the Master's hand included."""
        return render(self.pack_of(state), state)

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
