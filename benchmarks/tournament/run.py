"""Play the missing games of a tournament, shard after shard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from medianoche.benchmarks.tournament.play import Shard, play_shard
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.stopping import Rule
from medianoche.benchmarks.tournament.store import Store
from medianoche.benchmarks.workers.fleet import Fleet, InProcess, LocalFleet, RayFleet, Work

Key = tuple[int, int]
"""Games of a shard: the first, and the one after the last."""
FIRST_SHARD = 16
SHARD_LIMIT = 8192
QUICK, LONG = 0.5, 4.0
"""Seconds: shards below QUICK grow, shards above LONG shrink, so that a crash loses little work."""


def run_tournament(
    spec: Spec,
    folder: Path,
    games: int,
    shard: int | None = None,
    report: Callable[[int, int], None] = lambda _played, _asked: None,
    *,
    workers: int = 1,
    ray: str | None = None,
    save_replays: bool = False,
    thoughts: bool = False,
    sprt: Rule | None = None,
    prepare: Callable[[], None] = lambda: None,
    maker: str | None = None,
) -> None:
    """Play the tournament in `folder` until it has `games` games; what is stored already is kept.

    Args:
        spec: the tournament.
        folder: its output folder; created if it does not exist.
        games: how many games in all.
        shard: games to a transaction; None finds a good number by itself. Results do not depend on it.
        report: called with the games stored and the games asked for, at the start and after each shard.
        workers: processes that play; 1 is this process.
        ray: or the address of a Ray cluster, empty for the one that Ray finds or starts here.
        save_replays: keep the actions of the games played now.
        thoughts: keep them with what agents say beside their actions (`Agent.thoughts`).
        sprt: a sequential test, or another rule that stops the tournament as soon as enough is known.
        prepare: called once, when the folder has been accepted and before anything is played.
        maker: see `Store.maker`.

    Raises:
        TournamentError: the folder holds something else, the numbers do not fit, or workers die again and again.
        AgentError: an agent failed; the games before are kept.

    Example:
        >>> from pathlib import Path
        >>> from medianoche.benchmarks import Report, Spec, run_tournament
        >>> spec = Spec.create("misty", ["random", "greedy"], players=2, seed=1)
        >>> run_tournament(spec, Path("results"), games=20)
        >>> [standing.agent for standing in Report.from_folder(Path("results")).table]
        ['greedy', 'random']
    """
    _check(shard, workers, ray)
    with Store.open(folder, spec, games, sprt.setting if sprt else None, maker) as store:
        prepare()
        if sprt:
            sprt.update(store)
        played = store.played
        report(played, games)
        plan = Plan(store.missing(), shard)
        if plan.left == 0 or (sprt and sprt.verdict):
            return
        with closing(_make_fleet(workers, ray)) as fleet:
            for done in _play(plan, spec, save_replays or thoughts, thoughts, fleet):
                store.add(done)
                played += done.stop - done.start
                if sprt:
                    sprt.update(store)
                report(played, games)
                if sprt and sprt.verdict:
                    return


def _check(shard: int | None, workers: int, ray: str | None) -> None:
    if shard is not None and shard < 1:
        raise TournamentError(f"shard={shard} is not accepted; give at least 1")
    if workers < 1 or (workers > 1 and ray is not None):
        raise TournamentError(f"workers={workers} is not accepted; give at least 1, and no other number with Ray")


def _make_fleet(workers: int, ray: str | None) -> Fleet:
    work = Work(play_shard, lambda key: f"games {key[0]} to {key[1] - 1}", TournamentError)
    if ray is not None:
        return RayFleet(work, ray)
    return LocalFleet(work, workers) if workers > 1 else InProcess(work)


def _play(plan: Plan, spec: Spec, record: bool, thoughts: bool, fleet: Fleet) -> Iterator[Shard]:
    """Keep all workers busy; yields each shard once."""
    under_way = 0
    while plan.left or under_way:
        while plan.left and under_way < fleet.slots:
            start, stop = key = plan.next(fleet.slots)
            fleet.submit(key, spec, start, stop, record, thoughts)
            under_way += 1
        for _, done in fleet.finished():
            under_way -= 1
            plan.learn(done)
            yield done


class Plan:
    """Divides the missing games into shards whose size adapts to their duration."""

    def __init__(self, missing: list[range], shard: int | None) -> None:
        self.gaps = missing[::-1]
        self.left = sum(map(len, missing))
        self.fixed = shard
        self.size = shard or FIRST_SHARD

    def next(self, slots: int) -> Key:
        """The next shard; towards the end they get smaller, so that all workers finish together."""
        size = self.size if self.fixed else min(self.size, -(-self.left // slots))
        gap = self.gaps.pop()
        start, stop = gap.start, min(gap.start + size, gap.stop)
        if stop < gap.stop:
            self.gaps.append(range(stop, gap.stop))
        self.left -= stop - start
        return start, stop

    def learn(self, done: Shard) -> None:
        """Adapt the size of later shards to the duration of a finished one."""
        games = done.stop - done.start
        if not self.fixed and games == self.size:
            if done.seconds < QUICK:
                self.size = min(games * 2, SHARD_LIMIT)
            elif done.seconds > LONG:
                self.size = max(games // 2, 1)
