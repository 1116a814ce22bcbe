"""A forfeit in words: who failed, at which decision, why, and what the seats are given for it."""

from __future__ import annotations

from collections.abc import Sequence

from medianoche.envs.core.play.forfeit import Forfeit
from medianoche.envs.core.show.catalogue import LANGUAGE, SHARED, catalogue

EVERYBODY = -1
"""Instead of a seat: what all seats may know."""


def forfeit_in_words(forfeit: Forfeit, agents: Sequence[str], lang: str = LANGUAGE, seat: int | None = None) -> str:
    """A forfeit in a sentence, as `seat` may know it.

    Only the failing seat is told the action and the details, since they can show what that seat knew. No seat is told
    the number of the decision, since it shows how often the other seats have decided.

    Args:
        forfeit: the forfeit.
        agents: the names of the seats.
        lang: language of the sentence; the details are in English.
        seat: the seat that reads it, or EVERYBODY; None: tell all that is known.
    """
    why = failure(forfeit, lang)
    if seat in (None, forfeit.seat):
        number = "" if forfeit.action is None else f" {forfeit.action}"
        why = f"{why}{number} ({forfeit.detail})"
    values = {"seat": agents[forfeit.seat], "failure": why}
    if seat is None:
        return catalogue(SHARED, lang).format("forfeit-at", {**values, "decision": str(forfeit.decision)})
    return catalogue(SHARED, lang).format("forfeit", values)


def failure(forfeit: Forfeit, lang: str = LANGUAGE) -> str:
    """The kind of failure in words."""
    name = "unknown" if forfeit.failure is None else forfeit.failure.name.lower().replace("_", "-")
    return catalogue(SHARED, lang).format(f"failure-{name}", {})


def utilities(forfeit: Forfeit, agents: Sequence[str], teams: Sequence[int], lang: str = LANGUAGE) -> str:
    """The utilities of the seats in words; `teams` are those of the seats."""
    pairs = zip(agents, forfeit.utilities(teams), strict=True)
    listed = ", ".join(f"{agent} {utility:+g}" for agent, utility in pairs)
    return catalogue(SHARED, lang).format("forfeit-utilities", {"utilities": listed})
