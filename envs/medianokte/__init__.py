"""Medianokte: Exploración, asymmetric mode: the Enemy, who runs the ship, against a crew of one to five."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from medianoche.envs.core.game import Game, Options, State
from medianoche.envs.core.plain import plain
from medianoche.envs.medianokte.pack import PACK, MedianoktePack
from medianoche.envs.medianokte.render import describe, render
from medianoche.envs.medianokte.state import ACTIONS, LAYOUT, STATE, Casting, Decks, Phase, Repeat, Test


class MedianokteOptions(Options):
    """What can be set besides players and pack."""

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


class Medianokte(Game):
    """Medianokte: one player is the Enemy, who runs the ship with a boss, five action cards and an army of astralis;
    the others are a crew who explore, share what they find and must bring the boss down before one of them falls."""

    name = "medianokte"
    title = "Medianokte: Exploración"
    players = (4, 2, 3, 5, 6)
    state_dtype = STATE
    pack_dtype = PACK
    pack_model = MedianoktePack
    options_model = MedianokteOptions
    phases = Phase
    layout = LAYOUT
    public_info = True
    actions = ACTIONS
    variants = (
        {},
        {"decks": "random", "combined": True, "test": "attacker", "repeat": "turn"},
        {"decks": "build", "characters": "choose", "test": "attacker_under", "ties": True},
    )

    def max_decisions(self, num_players: int, options: MedianokteOptions) -> int:
        """A generous bound: gifts are what could grow."""
        return 400 * options.max_rounds + 200

    def configure(self, state: State, options: MedianokteOptions) -> None:
        """Write the option fields of a zeroed state."""
        state.decks_mode = Decks[options.decks.upper()]
        state.characters_mode = Casting[options.characters.upper()]
        state.combined = options.combined
        state.test_mode = Test[options.test.upper()]
        state.ties = options.ties
        state.repeat_mode = Repeat[options.repeat.upper()]
        state.max_rounds = options.max_rounds

    def options_of(self, state: State) -> dict[str, Any]:
        """The options `state` is played with."""
        return {
            "decks": Decks(state.decks_mode).name.lower(),
            "characters": Casting(state.characters_mode).name.lower(),
            "combined": bool(state.combined),
            "test": Test(state.test_mode).name.lower(),
            "ties": bool(state.ties),
            "repeat": Repeat(state.repeat_mode).name.lower(),
            "max_rounds": int(state.max_rounds),
        }

    def derive(self, state: State) -> None:
        """The scores follow from the damage."""
        from medianoche.envs.medianokte.kernels.ends import refresh_scores

        refresh_scores(plain(self.records[state.pack]), plain(state))

    def agents(self, num_players: int) -> list[str]:
        """`enemy`, then `crew_0` ... clockwise."""
        return ["enemy", *(f"crew_{member}" for member in range(num_players - 1))]

    def teams(self, num_players: int) -> list[int]:
        """The Enemy alone against the whole crew."""
        return [0, *[1] * (num_players - 1)]

    def roles(self, num_players: int) -> list[int]:
        """The Enemy, and the crew."""
        return self.teams(num_players)

    def describe(self, state: State, action: int) -> str:
        """`action` in words, with the names of the pack."""
        return describe(self.pack_of(state), state, int(action))

    def render(self, state: State) -> str:
        """The whole table as text."""
        return render(self.pack_of(state), state)
