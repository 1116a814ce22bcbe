"""Forms of the rule that both sides tire (R34 of Camino a Nocturna), other cards, and fights solved with them.

Arguments: `fatigue` are turns before both sides tire, `pack` is a record of the game's cards. Values and results are
the Master's, from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from medianoche import envs
from medianoche.agents.duels import CHUNK, Solved, rules_of, solve
from medianoche.envs.nocturna.duels import BossFights
from medianoche.envs.nocturna.kernels.fight import child_acts
from medianoche.envs.nocturna.numbers import BOSS_LIFE, CAP
from medianoche.envs.nocturna.opcodes import FATIGUE_STOPS, Op, parse
from medianoche.envs.nocturna.pack import CHILD_LISTS
from medianoche.envs.nocturna.state import BOSSES, DEFEATED, FIGHT, KINDS, SHEETS, Card, Fight, Sheet

GAME = envs.game("nocturna")
RULES = rules_of(GAME)
FATIGUE = (10, 15, 20, 30, 45, 60)
STARTS = (0, 5, 10, 13, 16)
"""Insomnia with which the fights begin that are played."""
PATIENCE = 1 - 1e-6
"""A result is worth so much less with each turn: who wins for certain wins soon, who loses for certain holds out."""
DECIDED = 0.99
"""A position is decided if the Master's value is at least this or at most minus this."""
NEARLY = 0.95
"""The same for values of a network."""
FAINT = 1e-9
"""So small a part of the fights is no longer followed."""
LEFT = 1e-9
"""So few of the fights that go on are no longer followed."""
CARDS = ("attack", "defence", "skill")


# ---- rules and cards


PAIRS = tuple((master, child) for master in range(1, 4) for child in range(1, 4))
LOST = tuple((master, int(Card.NONE)) for master in range(1, 4))
"""Pairs of cards of a turn that the child loses."""


class Form(NamedTuple):
    """A form of R34."""

    words: str
    points: np.ndarray  #: int64[12, 2]: what child and boss lose in a tired turn, by PAIRS and LOST


def form_of(words: str, points: Callable[[int, int], tuple[int, int]]) -> Form:
    """A form from a function of the Master's and the child's card."""
    return Form(words, np.array([points(*pair) for pair in (*PAIRS, *LOST)]))


def of_defenders(master: int, child: int) -> tuple[int, int]:
    """A point of each side that defended, of both if neither did."""
    neither = Card.DEFENCE not in (master, child)
    return int(neither or child == Card.DEFENCE), int(neither or master == Card.DEFENCE)


def of_losers(master: int, child: int) -> tuple[int, int]:
    """A point of the side whose card is not resolved, of both if the cards are equal."""
    return int(master == child or not child_acts(master, child)), int(child_acts(master, child))


FORMS = {
    "rule": form_of("R34: both sides lose 1", lambda *_: (1, 1)),
    "double": form_of("both sides lose 2", lambda *_: (2, 2)),
    "boss": form_of("only the boss loses 1", lambda *_: (0, 1)),
    "defence": form_of("a side that defends loses 1; if neither does, both do", of_defenders),
    "loser": form_of("the side that loses the turn loses 1; with equal cards both do", of_losers),
}
SKILL = 2
DEFENCE = 1
DECKS: dict[str, tuple[str, dict[int, Sequence[str]]]] = {
    "standard": ("the standard pack", {}),
    "strikes": (
        "skills of William and Kate hit for 1",
        {
            CHILD_LISTS + 3 * Sheet.WILLIAM + SKILL: ("cover ally", "hit 1 enemy"),
            CHILD_LISTS + 3 * Sheet.KATE + SKILL: ("charge 2", "hit 1 enemy"),
        },
    ),
    "rests": (
        "skills of William and Kate restore 1",
        {
            CHILD_LISTS + 3 * Sheet.WILLIAM + SKILL: ("cover ally", "restore 1"),
            CHILD_LISTS + 3 * Sheet.KATE + SKILL: ("charge 2", "restore 1"),
        },
    ),
    "shields": (
        "the defence of bosses shields 2",
        {3 * (KINDS + boss) + DEFENCE: ("shield 2",) for boss in range(BOSSES)},
    ),
}
"""Cards by name: in words, and the lists of effects that differ from the standard pack's, by their rows."""


def pack_with(deck: str) -> Any:
    """The standard pack's record with the cards of DECKS."""
    record = GAME.content.records[0].copy()
    for row, effects in DECKS[deck][1].items():
        record["fx"][row] = 0
        for slot, text in enumerate(effects):
            record["fx"][row, slot] = parse(text)
    return record


def without_help(pack: Any) -> Any:
    """A pack in which nothing shields or restores, as where both sides tire."""
    record = pack.copy()
    record["fx"][np.isin(record["fx"][..., 0], FATIGUE_STOPS)] = 0
    return record


# ---- fights of a lone child


class Turns(NamedTuple):
    """What can follow each position, see `DuelRules.spread`."""

    firsts: np.ndarray
    sides: np.ndarray
    after: np.ndarray  #: int64: numbers of the positions that follow, -1 where the fight is over
    results: np.ndarray  #: float64: the Master's results there, else 0

    def of(self, rows: np.ndarray) -> Turns:
        """What can follow the positions `rows`, numbered anew."""
        wide = self.firsts[rows, -1] - self.firsts[rows, 0]
        begin = np.cumsum(wide) - wide
        kept = np.arange(wide.sum()) + np.repeat(self.firsts[rows, 0] - begin, wide)
        firsts = self.firsts[rows] - self.firsts[rows, :1] + begin[:, None]
        return Turns(firsts, self.sides[rows], self.after[kept], self.results[kept])


def amount_of(pack: Any, rows: range, op: Op) -> int:
    """The greatest amount of an effect in some lists; 0 if none has it."""
    effects = pack["fx"][rows.start : rows.stop]
    return int(np.where(effects[..., 0] == op, effects[..., 1], 0).max())


def sums(amount: int, cap: int) -> list[int]:
    """0 and all sums of `amount`, at most `cap`."""
    return sorted({min(times * amount, cap) for times in range(cap + 1)})


def tire(positions: np.ndarray, points: np.ndarray) -> None:
    """Take the points of both sides, int64[n, 2], from those fights that go on; the child's defeat counts first."""
    on = positions["result"] == Fight.OPEN
    positions["insomnia"][on, 0] += points[on, 0].astype(np.int8)
    positions["life"][on] -= points[on, 1].astype(np.int8)
    positions["result"][on & (positions["life"] <= 0)] = Fight.WON
    positions["result"][on & (positions["insomnia"][:, 0] >= DEFEATED)] = Fight.LOST


def pairs_of(firsts: np.ndarray) -> np.ndarray:
    """int64: the pair of cards, a place in PAIRS and LOST, before each of the positions that follow some others."""
    wide = np.diff(firsts)
    pairs = np.tile(np.arange(len(PAIRS)), (len(firsts), 1))
    lost = wide[:, 1] == 0  # the child's only column is the first one
    pairs[lost, ::3] = len(PAIRS) + np.arange(len(LOST))
    return np.repeat(pairs.ravel(), wide.ravel())


class Play(NamedTuple):
    """Figures of play by equilibria, a number for each first position: means over chance.

    Cards are counted in turns that are not decided, if both sides choose one.
    """

    turns: np.ndarray  #: turns of a fight
    beyond: np.ndarray  #: those in which both sides tire
    late: np.ndarray  #: the share of the fights that have such turns
    counted: np.ndarray  #: turns of which cards are counted
    cards: np.ndarray  #: float64[2, n, 3]: cards of the Master, of the child, in these turns
    likeliest: np.ndarray  #: float64[2, n]: the sums of their greatest probabilities

    @classmethod
    def nothing(cls, count: int) -> Play:
        """Zeros."""
        turns, beyond, late, counted = (np.zeros(count) for _ in range(4))
        return cls(turns, beyond, late, counted, np.zeros((2, count, len(CARDS))), np.zeros((2, count)))


class LoneFight:
    """All positions of the last fight of a lone child, and what follows each; a game of two players.

    Args:
        deck: a name of DECKS.
        form: a name of FORMS.
        sheet: the child.
        boss: from 0.
        life: the boss's life at the start.
    """

    def __init__(self, deck: str, form: str, sheet: int, boss: int, life: int = BOSS_LIFE) -> None:
        pack = pack_with(deck)
        of_child = range(CHILD_LISTS + 3 * sheet, CHILD_LISTS + 3 * sheet + 3)
        of_boss = range(3 * (KINDS + boss), 3 * (KINDS + boss) + 3)
        self.numbers: dict[str, list[int]] = {
            "life": list(range(1, life + 1)),
            "foe_shield": list(range(CAP.shield + 1)),
            "power": sums(amount_of(pack, of_boss, Op.EMPOWER), CAP.power),
            "marked": [0, 1] if amount_of(pack, of_child, Op.MARK) else [0],
            "insomnia": list(range(DEFEATED)),
            "shield": list(range(CAP.shield + 1)),
            "charge": sums(amount_of(pack, of_child, Op.CHARGE), CAP.charge),
            "stun": list(range(amount_of(pack, of_boss, Op.STUN) + 1)),
            "bottle": list(range(amount_of(pack, of_boss, Op.BOTTLE) + 1)),
        }
        self.positions = self.all_positions(sheet, boss, life)
        self.fresh = self.turns(pack)
        self.tired = self.turns(without_help(pack), FORMS[form].points)

    def all_positions(self, sheet: int, boss: int, life: int) -> np.ndarray:
        """FIGHT[n], numbered as by `number`."""
        grid = np.meshgrid(*self.numbers.values(), indexing="ij")
        fights = np.zeros(grid[0].size, FIGHT)
        fights["children"] = 1
        fights["boss"] = boss
        fights["most"] = life
        fights["fatigue"] = 30
        fights["turn"] = 1  # positions are told apart by the turn in `values`, not here
        fights["covered"] = -1
        fights["insomnia"] = DEFEATED
        fights["sheet"] = [sheet, *(other for other in range(SHEETS) if other != sheet)]
        for name, values in zip(self.numbers, grid, strict=True):
            place = fights[name][:, 0] if fights[name].ndim == 2 else fights[name]
            place[:] = values.ravel()
        return fights

    def number(self, fights: np.ndarray) -> np.ndarray:
        """int64[n]: the numbers of positions."""
        numbers = np.zeros(len(fights), np.int64)
        for name, values in self.numbers.items():
            places = np.zeros(values[-1] + 1, np.int64)
            places[values] = np.arange(len(values))
            column = fights[name][:, 0] if fights[name].ndim == 2 else fights[name]
            numbers = numbers * len(values) + places[column]
        return numbers

    def turns(self, pack: Any, points: np.ndarray | None = None) -> Turns:
        """What follows each position; `points` are those of a form, None before both sides tire."""
        firsts, sides, after, results = [], [], [], []
        count = 0
        for start in range(0, len(self.positions), CHUNK):
            following, first, side = RULES.spread(pack, self.positions[start : start + CHUNK])
            if points is not None:
                tire(following, points[pairs_of(first)])
            over = following["result"] != Fight.OPEN
            numbers = np.full(len(following), -1)
            numbers[~over] = self.number(following[~over])
            firsts.append(first + count)
            sides.append(side)
            after.append(numbers)
            results.append(np.where(over, RULES.results(following), 0.0))
            count += len(following)
        return Turns(*(np.concatenate(parts) for parts in (firsts, sides, after, results)))

    def starts(self, insomnia: Sequence[int]) -> np.ndarray:
        """Numbers of the first positions with so much insomnia."""
        fights = np.zeros(len(insomnia), FIGHT)
        fights["life"] = self.numbers["life"][-1]
        fights["insomnia"][:, 0] = insomnia
        return self.number(fights)

    def solved(self, turns: Turns, ahead: np.ndarray) -> Solved:
        """Equilibria of positions, by the values `ahead` of all positions a turn later."""
        results = np.where(turns.after < 0, turns.results, ahead[turns.after])
        return solve(RULES, turns.after, turns.firsts, turns.sides, results)

    def values(self, longest: int) -> np.ndarray:
        """float64[longest + 1, n]: the Master's values of all positions, by the turns before both sides tire."""
        tables = np.zeros((longest + 1, len(self.positions)))
        for _ in range(self.numbers["life"][-1] + DEFEATED):  # each tired turn takes a point at least
            before = tables[0].copy()
            tables[0] = PATIENCE * self.solved(self.tired, before).values
            if (tables[0] == before).all():
                break
        for rest in range(1, longest + 1):
            tables[rest] = PATIENCE * self.solved(self.fresh, tables[rest - 1]).values
        return tables

    def played(self, tables: np.ndarray, begun: Sequence[tuple[int, int]]) -> Play:
        """Play by equilibria from first positions, each with a value of `fatigue` and an insomnia."""
        count = len(begun)
        lengths = np.array([fatigue for fatigue, _ in begun])
        numbers = self.starts([insomnia for _, insomnia in begun])
        figures = Play.nothing(count)
        rows = np.zeros(0, np.int64)
        mass = np.zeros((0, count))
        rest = int(lengths.max())
        while rest or mass.sum() > LEFT:
            new = np.flatnonzero((lengths == rest) & (rest > 0))
            rows, mass = together(np.append(rows, numbers[new]), np.concatenate([mass, np.eye(count)[new]]))
            turns = (self.fresh if rest else self.tired).of(rows)
            solved = self.solved(turns, tables[max(rest - 1, 0)])
            figures.turns[:] += mass.sum(axis=0)
            if rest == 0:
                figures.beyond[:] += mass.sum(axis=0)
            matters = (np.abs(tables[rest, rows]) < DECIDED) & (solved.picks[:, 1] >= 0)
            figures.counted[:] += mass[matters].sum(axis=0)
            for side in range(2):
                figures.cards[side] += mass[matters].T @ solved.mixes[matters, side]
                figures.likeliest[side] += mass[matters].T @ solved.mixes[matters, side].max(axis=1)
            rows, mass = moved(mass, solved)
            if rest == 1:
                figures.late[:] += mass.sum(axis=0)
            rest = max(rest - 1, 0)
        return figures


def together(rows: np.ndarray, mass: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same mass with each row once."""
    distinct, places = np.unique(rows, return_inverse=True)
    return distinct, np.stack([np.bincount(places, column, len(distinct)) for column in mass.T], axis=1)


def moved(mass: np.ndarray, solved: Solved) -> tuple[np.ndarray, np.ndarray]:
    """The positions in which fights are a turn later, those that go on, and how many of them."""
    chances = (solved.mixes[:, 0, :, None] * solved.mixes[:, 1, None, :]).reshape(len(mass), len(PAIRS))
    to = np.where(solved.picks >= 0, solved.after[solved.picks], -1)
    on = (to >= 0) & (mass.sum(axis=1)[:, None] * chances > FAINT)
    begun, pairs = np.nonzero(on)
    return together(to[begun, pairs], mass[begun] * chances[begun, pairs][:, None])


def figures_of(fight: LoneFight, fatigue: Sequence[int]) -> dict[str, Any]:
    """The figures of a fight: values by `fatigue` and insomnia, and those of Play by `fatigue` and STARTS."""
    tables = fight.values(max(fatigue))
    play = fight.played(tables, list(product(fatigue, STARTS)))
    figures = {name: numbers.tolist() for name, numbers in play._asdict().items()}
    return {"values": tables[list(fatigue)][:, fight.starts(range(DEFEATED))].tolist(), **figures}


# ---- fights of several children


class TiringForm(BossFights):
    """Last fights with another form of R34, one in which no side loses more than 1 a turn.

    Args:
        form: a name of FORMS.
    """

    def __init__(self, form: str) -> None:
        self.points = FORMS[form].points

    def spread(self, pack: Any, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """See `DuelRules.spread`."""
        after, firsts, sides = super().spread(pack, positions)
        late = np.flatnonzero(positions["turn"] > positions["fatigue"])
        if len(late):
            places = np.flatnonzero(np.repeat(np.isin(np.arange(len(positions)), late), firsts[:, -1] - firsts[:, 0]))
            points = self.points[pairs_of(firsts[late])]
            for whose, alike in (((0, 1), self.only_boss), ((1, 0), self.only_child)):
                chosen = (points == whose).all(axis=1)
                after[places[chosen]] = alike(pack, positions[late])[chosen]
        return after, firsts, sides

    def only_boss(self, pack: Any, positions: np.ndarray) -> np.ndarray:
        """All positions that follow tired ones if the boss alone loses 1."""
        fights = positions.copy()
        fights["fatigue"] = fights["turn"] + 1
        after = super().spread(without_help(pack), fights)[0]
        on = after["result"] == Fight.OPEN
        after["life"][on] -= 1
        after["result"][on & (after["life"] == 0)] = Fight.WON
        after["fatigue"] -= 2
        after["turn"] = after["fatigue"] + 1
        return after

    def only_child(self, pack: Any, positions: np.ndarray) -> np.ndarray:
        """All positions that follow tired ones if the lead child alone loses 1; its card must not hit the boss."""
        fights = positions.copy()
        fights["life"] += 1
        return super().spread(pack, fights)[0]
