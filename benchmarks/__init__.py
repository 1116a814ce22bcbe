"""Tournaments, ratings, studies, exploitability and speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medianoche.places import later

if TYPE_CHECKING:
    from medianoche.benchmarks.reference.field import FieldTable, Reference
    from medianoche.benchmarks.strength import Evaluator, duel, placed
    from medianoche.benchmarks.tournament import (
        GameResults,
        Hypotheses,
        Schedule,
        Shard,
        Spec,
        Sprt,
        Store,
        Summary,
        TournamentError,
        play_shard,
        run_tournament,
    )
    from medianoche.benchmarks.tournament.intervals import Estimate, Interval, share_interval
    from medianoche.benchmarks.tournament.maximal_lottery import maximal_lottery
    from medianoche.benchmarks.tournament.report import Report

__all__ = [
    "Estimate",
    "Evaluator",
    "FieldTable",
    "GameResults",
    "Hypotheses",
    "Interval",
    "Reference",
    "Report",
    "Schedule",
    "Shard",
    "Spec",
    "Sprt",
    "Store",
    "Summary",
    "TournamentError",
    "duel",
    "maximal_lottery",
    "placed",
    "play_shard",
    "run_tournament",
    "share_interval",
]

LATER = {
    "Estimate": "benchmarks.tournament.intervals",
    "Evaluator": "benchmarks.strength",
    "FieldTable": "benchmarks.reference.field",
    "GameResults": "benchmarks.tournament",
    "Hypotheses": "benchmarks.tournament",
    "Interval": "benchmarks.tournament.intervals",
    "Reference": "benchmarks.reference.field",
    "Report": "benchmarks.tournament.report",
    "Schedule": "benchmarks.tournament",
    "Shard": "benchmarks.tournament",
    "Spec": "benchmarks.tournament",
    "Sprt": "benchmarks.tournament",
    "Store": "benchmarks.tournament",
    "Summary": "benchmarks.tournament",
    "TournamentError": "benchmarks.tournament",
    "duel": "benchmarks.strength",
    "maximal_lottery": "benchmarks.tournament.maximal_lottery",
    "placed": "benchmarks.strength",
    "play_shard": "benchmarks.tournament",
    "run_tournament": "benchmarks.tournament",
    "share_interval": "benchmarks.tournament.intervals",
}
"""What is imported when it is first asked for, and its modules."""
__getattr__ = later(__name__, LATER)
