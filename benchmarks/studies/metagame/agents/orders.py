"""Networks of Camino a Nocturna whose children take their sheets in a given order, as agents for other commands.

Which sheets the children take is their first choice, and a network nearly always takes the same ones. So a Master may
be strong against a known team, and weak against the same team with other sheets. An example: the Master of `net`
against the children of `net:plain`, which take the sheets of Mayla, Timmy, Kate, William:

    python -m medianoche.benchmarks.studies.fights net \
        --against benchmarks/studies/metagame/agents/orders.py:PlainFromMayla --games 300
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from medianoche import Turn
from medianoche.agents import agent, ask
from medianoche.envs.nocturna.state import BASE, SHEETS, Sheet

KEPT = Path(__file__).parent
"""Networks that were known before."""
FROM_MAYLA = Sheet.MAYLA, Sheet.TIMMY, Sheet.KATE, Sheet.WILLIAM
FROM_KATE = Sheet.KATE, Sheet.TIMMY, Sheet.WILLIAM, Sheet.MAYLA


class Ordered:
    """Takes the sheets of the children in an order; all other decisions are those of another agent.

    Attributes:
        whole: the other agent.
        order: the sheet that each child takes, the first child's first. If another child has it already, the other
            agent chooses.
    """

    whole = "net:plain"
    order = FROM_MAYLA

    def __init__(self) -> None:
        self._whole = agent(self.whole)

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        actions = np.array(ask(self._whole, turn))
        first = BASE.sheet
        choosing = np.flatnonzero(turn.action_mask[:, first : first + SHEETS].any(axis=1))
        wanted = first + np.array(self.order)[turn.seats[choosing] - 1]
        free = turn.action_mask[choosing, wanted] != 0
        actions[choosing[free]] = wanted[free]
        return actions


class PlainFromMayla(Ordered):
    """`net:plain` with the sheets of Mayla, Timmy, Kate, William."""


class PlainFromKate(Ordered):
    """`net:plain` with the sheets of Kate, Timmy, William, Mayla."""

    order = FROM_KATE


class OlderFromMayla(Ordered):
    """The network of 0.3 with the sheets of Mayla, Timmy, Kate, William."""

    whole = f"net:{KEPT / 'net-0.3.safetensors'}"


class OlderFromKate(Ordered):
    """The network of 0.3 with the sheets of Kate, Timmy, William, Mayla."""

    whole = f"net:{KEPT / 'net-0.3.safetensors'}"
    order = FROM_KATE


class LeagueFromMayla(Ordered):
    """`nocturna-pfsp` with the sheets of Mayla, Timmy, Kate, William."""

    whole = f"net:{KEPT / 'nocturna-pfsp.safetensors'}"


class LeagueFromKate(Ordered):
    """`nocturna-pfsp` with the sheets of Kate, Timmy, William, Mayla."""

    whole = f"net:{KEPT / 'nocturna-pfsp.safetensors'}"
    order = FROM_KATE
