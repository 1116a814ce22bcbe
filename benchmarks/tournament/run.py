"""Play what is missing of a tournament, shard after shard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from medianoche.benchmarks.tournament.play import play_shard
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.store import Store

FIRST, LARGEST = 64, 8192
QUICK, LONG = 0.5, 4.0
"""Seconds: shards grow while they are quicker and shrink when they take longer: little is lost in a crash."""


def run_tournament(
    spec: Spec,
    folder: Path,
    games: int,
    shard: int | None = None,
    report: Callable[[int, int], None] | None = None,
) -> None:
    """Play the tournament in `folder` until it has `games` games; what is stored already is kept.

    Args:
        spec: the tournament.
        folder: its output folder; created if it does not exist.
        games: how many games in all.
        shard: games to a transaction; None finds a good number by itself. Results do not depend on it.
        report: called with the games stored and the games asked for, at the start and after each shard.

    Raises:
        TournamentError: the folder holds something else, or the numbers do not fit.
        AgentError: an agent failed; the games before are kept.
    """
    if shard is not None and shard < 1:
        raise TournamentError(f"shard={shard} is not accepted; give at least 1")
    size = shard or FIRST
    with Store.open(folder, spec, games) as store:
        played = store.played
        if report:
            report(played, games)
        for gap in store.missing():
            start = gap.start
            while start < gap.stop:
                done = play_shard(spec, start, min(start + size, gap.stop))
                store.add(done)
                start = done.stop
                played += done.stop - done.start
                size = shard or _next_size(size, done.seconds)
                if report:
                    report(played, games)


def _next_size(size: int, seconds: float) -> int:
    if seconds < QUICK:
        return min(size * 2, LARGEST)
    return max(size // 2, 1) if seconds > LONG else size
