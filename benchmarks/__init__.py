"""Tournaments, ratings, studies, exploitability and speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medianoche.places import later

if TYPE_CHECKING:
    from medianoche.benchmarks.studies.strength import duel
    from medianoche.benchmarks.tournament import Spec, Summary, run_tournament
    from medianoche.benchmarks.tournament.report import Report

__all__ = ["Report", "Spec", "Summary", "duel", "run_tournament"]

LATER = {
    "Report": "benchmarks.tournament.report",
    "Spec": "benchmarks.tournament",
    "Summary": "benchmarks.tournament",
    "duel": "benchmarks.studies.strength",
    "run_tournament": "benchmarks.tournament",
}
"""What is imported when it is first asked for, and its modules."""
__getattr__ = later(__name__, LATER)
