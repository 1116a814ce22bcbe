"""Tournaments: schedule -> play (by workers) -> store -> summary -> ratings -> report.

A tournament is a `Spec`. Game number g is the same game on every machine and in every run, so games can be played in
any order, in any shards, by any worker, and again.
"""

from medianoche.benchmarks.tournament.play import Shard, play_shard
from medianoche.benchmarks.tournament.run import run_tournament
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.sprt import Hypotheses, Sprt
from medianoche.benchmarks.tournament.store import GameResults, Store
from medianoche.benchmarks.tournament.summary import Summary

__all__ = [
    "Hypotheses",
    "GameResults",
    "Schedule",
    "Shard",
    "Spec",
    "Sprt",
    "Store",
    "Summary",
    "TournamentError",
    "play_shard",
    "run_tournament",
]
