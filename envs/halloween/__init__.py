"""La noche de Halloween: the env page is the README of this folder."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from medianoche.envs.core.game import Game, Options, State
from medianoche.envs.halloween import render
from medianoche.envs.halloween.pack import PACK, HalloweenPack
from medianoche.envs.halloween.state import ACTIONS, LAYOUT, STATE, Phase

COLOURS = ("choose", "random")
COUNTS = ("recall", "secret")
MOST_DECISIONS = {4: 600, 5: 800}


class HalloweenOptions(Options):
    """Options of La noche de Halloween beside players and pack."""

    colours: Literal["choose", "random"] = Field(
        "choose", description="whether players choose their colours in seat order or get them by chance"
    )
    counts: Literal["recall", "secret"] = Field(
        "recall",
        description="whether the other players' candies are observed; a player who counts knows them",
    )
    tear_cooldown: Literal[0, 1, 2] = Field(1, description="own turns without tearing after an attempt")


class Halloween(Game):
    """La noche de Halloween: everybody owns houses of a colour and walks any of eight children to the others' doors.

    Trick is a hidden die and a claim, which a witness may be paid to check, and may lie about; treat is a duel of cards
    and dice. From the third lap costumes are torn in fights with sealed bids, and each player has a secret child to
    keep on the street. Most points after eight laps win.
    """

    name = "halloween"
    title = "La noche de Halloween"
    players = (5, 4)
    state_dtype = STATE
    pack_dtype = PACK
    pack_model = HalloweenPack
    options_model = HalloweenOptions
    phases = Phase
    actions = ACTIONS
    layout = LAYOUT
    public_info = True
    secret_phases = frozenset({Phase.BID})
    variants = ({}, {"colours": "random", "counts": "secret", "tear_cooldown": 0}, {"tear_cooldown": 2})

    def max_decisions(self, num_players: int, options: Any) -> int:
        """At most 17 a turn with five players, 15 with four, and a few for each action card."""
        return MOST_DECISIONS[num_players]

    def configure(self, state: State, options: HalloweenOptions) -> None:
        """Write the option fields."""
        state.opt_colours = COLOURS.index(options.colours)
        state.opt_candies = COUNTS.index(options.counts)
        state.tear_cooldown = options.tear_cooldown

    def options_of(self, state: State) -> dict[str, Any]:
        """The options as values."""
        return {
            "colours": COLOURS[state.opt_colours],
            "counts": COUNTS[state.opt_candies],
            "tear_cooldown": int(state.tear_cooldown),
        }

    def describe(self, state: State, action: int) -> str:
        """The action in words."""
        return render.describe(self.records[state.pack], state, action)

    def render(self, state: State) -> str:
        """The streets, the players and the turn as text."""
        return render.table(self.records[state.pack], state)

    def info(self, state: State, player: int) -> dict[str, int]:
        """Score (0 until the end), candies (if they are secret, at the end), costumes torn, still in play."""
        found = {
            "score": state.scores.item(player),
            "torn": state.torn.item(player),
            "alive": state.alive.item(player),
        }
        if state.done or not state.opt_candies:
            found["candies"] = state.candies.item(player)
        return found
