"""What the rule that both sides tire (R34) does to boss fights of Camino a Nocturna, and what other rules would do.

After `fatigue` turns of a combat both sides lose a point a turn. A Master who always defends waits for this: against a
lone William or Kate with 13 points of insomnia he wins for certain. So this study solves the last fight of a lone child
exactly, for every child, every boss, several values of `fatigue`, other *forms* of the rule, and other *cards* in place
of those that no rulebook gives. It says what the fight is worth, how long it takes, and which cards an equilibrium
plays.

Two further commands play: `team` plays last fights of several children by the values of the agent `nash`; `games` plays
whole games of the agent `net`, and counts rewards and nightmares.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from medianoche.agents import agent, ask
from medianoche.agents.duels import DuelRules, DuelValues, draw
from medianoche.agents.nash import shipped_values
from medianoche.benchmarks import Estimate, share_interval
from medianoche.benchmarks.studies.study import markdown
from medianoche.benchmarks.studies.tiring_forms import (
    CARDS,
    DECIDED,
    DECKS,
    FATIGUE,
    FORMS,
    GAME,
    RULES,
    STARTS,
    LoneFight,
    Play,
    TiringForm,
    figures_of,
)
from medianoche.envs.core import files
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.nocturna.state import BASE, BOSS_BATTLE, BOSSES, SHEETS, Fight, Phase, Sheet
from medianoche.training.compiled.backups import BackupSettings, NashBackups, consistency
from medianoche.training.compiled.duel_games import met

NEARLY = 0.95
"""A position is decided if a network's value of it is at least this or at most minus this."""
PACK = GAME.content.records[0]
LEARNED = 1500
"""Half of the fights of a sweep by which values of another form are learned."""
BACKUPS = BackupSettings(batches=40, learning_rate=2e-3, last=1000)
"""Settings of such a sweep."""


# ---- tables


def percents(parts: np.ndarray, total: float) -> str:
    """Parts of a total, in percent, in words."""
    return ", ".join(f"{100 * part / total:.0f}" for part in parts) if total else "none"


class FightFigures(NamedTuple):
    """The figures of several fights, from files: a row for each."""

    values: np.ndarray  #: float64[fights, fatigue, insomnia]
    play: Play  #: of `fatigue` and STARTS, in two dimensions

    @classmethod
    def together(cls, fights: Sequence[dict[str, Any]], lengths: int) -> FightFigures:
        """From what `figures_of` returns, with so many values of `fatigue`."""
        shape = (len(fights), lengths, len(STARTS))
        parts = []
        for name in Play._fields:
            numbers = np.array([figures[name] for figures in fights])
            sides = name in ("cards", "likeliest")
            parts.append(numbers.reshape(len(fights), *(2,) * sides, *shape[1:], *(len(CARDS),) * (name == "cards")))
        return cls(np.array([figures["values"] for figures in fights]), Play(*parts))

    def row(self, place: int) -> list[str]:
        """The cells of a row of the table, for one value of `fatigue`: means."""
        values = self.values[:, place]
        begun = values[:, list(STARTS)]
        turns, beyond, late, counted = (numbers[:, place] for numbers in self.play[:4])
        cards = self.play.cards[:, :, place].sum(axis=(0, 2))
        likeliest = self.play.likeliest[:, :, place].sum(axis=(0, 2))
        lost = 100 * (values >= DECIDED).mean()
        won = 100 * (values <= -DECIDED).mean()
        cells = [f"{begun.mean():+.2f}", f"{np.abs(begun).mean():.2f}", f"{lost:.0f}, {won:.0f}%"]
        cells += [f"{turns.mean():.1f}", f"{100 * late.mean():.0f}%", f"{100 * beyond.sum() / turns.sum():.0f}%"]
        cells.append(f"{100 * counted.sum() / turns.sum():.0f}%")
        return [*cells, *(percents(part, counted.sum()) for part in (*cards, likeliest))]


PLAYED = ("turns", "late fights", "late turns", "open turns", "Master: attack, defence, skill", "child", "likeliest")
HEADINGS = ("mean value", "distance from 0", "starts lost, won", *PLAYED)


# ---- the commands

app = typer.Typer(help=__doc__, add_completion=False, rich_markup_mode=None, no_args_is_help=True)


def numbers_in(text: str, least: int, most: int) -> list[int]:
    """The numbers of a list with commas; raises typer.BadParameter if it has another one than from `least` to
    `most`."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and least <= int(word) <= most for word in words):
        raise typer.BadParameter(f"{text!r} is no list of numbers from {least} to {most}, as {least},{most}")
    return [int(word) for word in words]


def known(names: list[str] | None, accepted: Mapping[str, object], default: list[str]) -> list[str]:
    """Names of `accepted`; raises typer.BadParameter for another one."""
    for name in names or ():
        if name not in accepted:
            raise typer.BadParameter(f"unknown {name!r}; accepted: {', '.join(accepted)}")
    return names or default


Seed = Annotated[int, typer.Option(help="Of everything that is drawn.")]


@app.command()
def lone(
    deck: Annotated[list[str] | None, typer.Option(help=f"{', '.join(DECKS)}. Can be repeated.")] = None,
    form: Annotated[list[str] | None, typer.Option(help=f"{', '.join(FORMS)}. Can be repeated.")] = None,
    fatigue: Annotated[str, typer.Option(help="Values of the option.")] = ",".join(map(str, FATIGUE)),
    sheets: Annotated[str, typer.Option(help="Children: 0 William, 1 Mayla, 2 Timmy, 3 Kate.")] = "0,1,2,3",
    bosses: Annotated[str, typer.Option(help="Bosses, from 0.")] = "0,1,2,3,4,5",
    out: Annotated[Path, typer.Option(help="Folder of the results.")] = Path("runs/tiring"),
) -> None:
    """Solve the last fights of a lone child exactly. Stopped at any moment, the same command goes on.

    Example: python -m medianoche.benchmarks.studies.tiring lone --form rule --form boss --fatigue 15,30
    """
    lengths = numbers_in(fatigue, 1, 120)
    chosen = numbers_in(sheets, 0, SHEETS - 1)
    foes = numbers_in(bosses, 0, BOSSES - 1)
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    values = []
    for cards, name in product(known(deck, DECKS, ["standard"]), known(form, FORMS, list(FORMS))):
        by_fight = {}
        for sheet, boss in product(chosen, foes):
            file = out / f"{cards}-{name}-{sheet}-{boss}-{'-'.join(map(str, lengths))}.json"
            if not file.exists():
                files.write(file, json.dumps(figures_of(LoneFight(cards, name, sheet, boss), lengths)))
                typer.echo(f"{cards}, {name}, {Sheet(sheet).name.lower()}, boss {boss}", err=True)
            by_fight[sheet, boss] = json.loads(file.read_text())
        together = FightFigures.together(list(by_fight.values()), len(lengths))
        for place, length in enumerate(lengths):
            rows.append([cards, name, str(length), *together.row(place)])
            for sheet in chosen:
                mean_values = np.mean([by_fight[sheet, boss]["values"][place] for boss in foes], axis=0)
                cells = [f"{mean_values[insomnia]:+.2f}" for insomnia in STARTS]
                values.append([cards, name, str(length), Sheet(sheet).name.capitalize(), *cells])
    typer.echo("\n".join(markdown(("cards", "form", "fatigue", *HEADINGS), rows)))
    headings = ("cards", "form", "fatigue", "child", *(f"insomnia {insomnia}" for insomnia in STARTS))
    typer.echo("\n".join(["", *markdown(headings, values)]))


# ---- play with more children


class Fights(NamedTuple):
    """Figures of fights that were played, a number for each fight."""

    results: np.ndarray  #: the Master's
    turns: np.ndarray
    beyond: np.ndarray  #: turns in which both sides tire
    cards: np.ndarray  #: float64[2, n, 3]: cards of both sides in turns that are not decided, by the equilibria
    likeliest: np.ndarray  #: float64[2, n]: the sums of their greatest probabilities
    counted: np.ndarray  #: how many such turns there were


def played_by(values: DuelValues, rules: DuelRules, starts: np.ndarray, rng: np.random.Generator) -> Fights:
    """Play last fights by the equilibria of `values`."""
    count = len(starts)
    results, turns, beyond, counted = (np.zeros(count) for _ in range(4))
    cards = np.zeros((2, count, len(CARDS)))
    likeliest = np.zeros((2, count))
    rows = np.arange(count)
    positions = starts
    while len(rows):
        solved = values.solve(rules, PACK, positions)
        turns[rows] += 1
        beyond[rows] += positions["turn"] > positions["fatigue"]
        matters = (np.abs(solved.values) < NEARLY) & (solved.picks[:, 1] >= 0)
        counted[rows] += matters
        for side in range(2):
            mixes = solved.mixes[:, side] * matters[:, None]
            cards[side, rows] += mixes
            likeliest[side, rows] += mixes.max(axis=1)
        drawn = [draw(solved.mixes[:, side], rng.random(len(rows))) for side in range(2)]
        pairs = drawn[0] * len(CARDS) + drawn[1]
        positions = solved.after[solved.picks[np.arange(len(rows)), pairs]]
        over = positions["result"] != Fight.OPEN
        results[rows[over]] = rules.results(positions[over])
        rows = rows[~over]
        positions = positions[~over]
    return Fights(results, turns, beyond, cards, likeliest, counted)


def part_of(happened: np.ndarray) -> Estimate:
    """The share of the games in which something happened, bool[n]."""
    share, low, high = share_interval(happened.astype(float), np.ones(len(happened)))
    return Estimate(float(share), float(low), float(high))


def row_of(fights: Fights) -> list[str]:
    """The cells of a row: the Master's result, turns, late fights and turns, and cards."""
    late = part_of(fights.beyond > 0).words(".0%")
    cells = [Estimate.mean(fights.results).words("+.2f"), f"{fights.turns.mean():.1f}", late]
    cells.append(f"{100 * fights.beyond.sum() / fights.turns.sum():.0f}%")
    total = fights.counted.sum()
    cells.append(f"{100 * total / fights.turns.sum():.0f}%")
    return [*cells, *(percents(part, total) for part in (*fights.cards.sum(axis=1), fights.likeliest.sum(axis=1)))]


def learn(values: DuelValues, rules: DuelRules, starts: np.ndarray, rounds: int, rng: np.random.Generator) -> None:
    """Change values to those of a form, by Nash backups in the last fight; half of the fights begin with `starts`."""
    learner = NashBackups(values, rules, PACK, 0, rng)
    half = len(starts)
    for number in range(rounds):
        begun = np.concatenate([starts, rules.started(PACK, rng, starts, half)])
        drawn = rules.drawn(PACK, rng, 5 * half, 0, (int(starts["children"][0]) + 1,))
        figures = learner.sweep(np.concatenate([learner.played(begun), drawn]), BACKUPS)
        words = ", ".join(f"{name} {figures[name]:.3f}" for name in ("residual", "drift", "fit"))
        typer.echo(f"round {number + 1} of {rounds}: {words}", err=True)


@app.command()
def team(
    form: Annotated[list[str] | None, typer.Option(help="rule, boss, defence, loser. Can be repeated.")] = None,
    fatigue: Annotated[str, typer.Option(help="Values of the option, at most 30.")] = "10,15,20,30",
    players: Annotated[int, typer.Option(min=2, max=5, help="Number of players.")] = 5,
    games: Annotated[int, typer.Option(min=1, help="Games that show where last fights begin.")] = 150,
    count: Annotated[int, typer.Option("--fights", min=2, help="Fights for each value.")] = 2000,
    rounds: Annotated[int, typer.Option(min=0, help="Sweeps of Nash backups for another form than R34.")] = 2,
    seed: Seed = 9,
) -> None:
    """Play last fights of a team by the values of the agent nash.

    A position with so many turns before both sides tire is worth the same, whatever `fatigue` was. So these values,
    which were learned with 30, hold for all smaller ones. For another form than R34 they learn before. Fights begin as
    those in games of net:plain.

    Example: python -m medianoche.benchmarks.studies.tiring team --form rule --fatigue 10,30 --fights 500
    """
    lengths = numbers_in(fatigue, 1, 30)
    forms = known(form, {name: words for name, words in FORMS.items() if name != "double"}, ["rule"])
    rng = np.random.default_rng(seed)
    plain = agent("net:plain")
    positions = met(GAME, RULES, (plain, plain), players, games, rng).positions
    starts = positions[(positions["turn"] == 1) & (positions["left"] == 0)]
    begin = starts[rng.integers(len(starts), size=count)]
    rows = []
    for name in forms:
        rules: Any = TiringForm(name)
        values = DuelValues.load(shipped_values(GAME))
        if name != "rule":
            learn(values, rules, starts[rng.integers(len(starts), size=LEARNED)], rounds, rng)
        for length in lengths:
            fights = begin.copy()
            fights["fatigue"] = length
            drift = Estimate.mean(consistency(values, rules, PACK, fights, rng)[1])
            cells = row_of(played_by(values, rules, fights, rng))
            rows.append([name, str(length), *cells, drift.words("+.2f")])
            typer.echo(f"{name}, fatigue {length}", err=True)
    headings = ("form", "fatigue", "Master's result", *PLAYED, "sum of backup - value")
    typer.echo("\n".join(markdown(headings, rows)))


class Games(NamedTuple):
    """What happened in whole games, a number for each game."""

    won: np.ndarray  #: whether the Master wins
    used: np.ndarray  #: rewards that the children used
    taken: np.ndarray  #: rewards that they took
    placed: np.ndarray  #: nightmares that the Master placed
    duels: np.ndarray  #: turns of boss fights
    beyond: np.ndarray  #: those in which both sides tire


def games_of(name: str, fatigue: int, players: int, games: int, seed: int) -> Games:
    """Games of an agent against itself."""
    batch = GAME.batch(games, num_players=players, seed=seed, autoreset=False, fatigue=fatigue)
    used, taken, placed, duels, beyond = (np.zeros(games) for _ in range(5))
    playing = agent(name)
    rng = np.random.default_rng(seed)
    rows = np.flatnonzero(~batch.done)
    while len(rows):
        states = batch.states[rows]
        actions = ask(playing, batch.turn(rows, mix(rng.integers(2**63, size=len(rows)).astype(np.uint64)), rows))
        used[rows] += (actions >= BASE.use) & (actions < BASE.offer)
        taken[rows] += (states["phase"] == Phase.LOOT) & (actions != BASE.decline)
        placed[rows] += (actions >= BASE.place) & (actions < BASE.use)
        fought = (states["phase"] == Phase.MASTER_CARD) & (states["battle"] == BOSS_BATTLE)
        fought &= (actions >= BASE.card) & (actions < BASE.child)
        duels[rows] += fought
        beyond[rows] += fought & (states["turn"] > states["fatigue"])
        batch.step_rows(rows, actions)
        rows = rows[~batch.done[rows]]
    return Games(batch.utility[:, 0] > 0, used, taken, placed, duels, beyond)


@app.command("games")
def whole_games(
    fatigue: Annotated[str, typer.Option(help="Values of the option.")] = ",".join(map(str, FATIGUE)),
    player: Annotated[str, typer.Option(help="The agent that plays all roles.")] = "net",
    players: Annotated[int, typer.Option(min=2, max=5, help="Number of players.")] = 5,
    games: Annotated[int, typer.Option(min=2, help="Games for each value.")] = 300,
    seed: Seed = 9,
) -> None:
    """Play whole games of an agent against itself, and count rewards and nightmares.

    The networks learned with a value of 30, so other values show habits, not equilibria.

    Example: python -m medianoche.benchmarks.studies.tiring games --fatigue 10,30 --games 100
    """
    rows = []
    for n in numbers_in(fatigue, 10, 120):
        counted = games_of(player, n, players, games, seed)
        cells = [str(n), part_of(counted.won).words(".0%")]
        several = (counted.placed, counted.taken, counted.used, counted.duels)
        cells += [Estimate.mean(numbers).words(".1f") for numbers in several]
        rows.append([*cells, f"{100 * counted.beyond.sum() / counted.duels.sum():.0f}%"])
        typer.echo(f"fatigue {n}", err=True)
    headings = ("fatigue", "Master wins", "nightmares placed", "rewards taken", "rewards used", "turns of boss fights")
    typer.echo("\n".join(markdown((*headings, "late turns"), rows)))


if __name__ == "__main__":
    app()
