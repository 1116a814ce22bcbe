"""The exact solver of the activation against a plain search over all orders, on random windows."""

import random
from typing import Any

import pytest

from medianoche.envs import game
from medianoche.envs.core.compile.plain import plain
from tests.envs.misty.reference import ACT, STANDARD_PTS, Window, reachable_points
from tests.envs.repeats import repeated

MISTY = game("misty")
SHAPES = ((3, 3), (3, 4), (4, 3))
ORTHOGONAL = (4, 6, 8, 10)
ALL_EIGHT = tuple(range(4, 12))
MIRRORED = {  # kinds after a reflection, left to right and upside down
    "left_right": (0, 1, 2, 3, 4, 11, 10, 9, 8, 7, 6, 5),
    "up_down": (0, 1, 2, 3, 8, 7, 6, 5, 4, 11, 10, 9),
}


def random_window(rng: random.Random, arrows: int) -> Window:
    """A complete window with that many arrows, of which some may have been activated already."""
    height, width = rng.choice(SHAPES)
    size = height * width
    directions = rng.choice((ORTHOGONAL, ALL_EIGHT))
    kinds = [rng.choice(directions) for _ in range(min(arrows, size))]
    kinds += rng.choices(range(4), weights=rng.choice(((2, 3, 3, 2), (1, 1, 6, 1), (1, 4, 1, 4))), k=size - len(kinds))
    rng.shuffle(kinds)
    rows = [kinds[row * width : (row + 1) * width] for row in range(height)]
    window = Window.from_codes(rows, height, width)
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        if pending := window.pending():
            window = window.activated(rng.choice(pending))
    return window


def random_pts(rng: random.Random) -> tuple[int, ...]:
    """Points of the standard pack, of a generated one, or anything that a pack may say."""
    generated = (1, 1, 1, rng.randint(1, 3), 1, rng.randint(0, 3))
    return rng.choice((STANDARD_PTS, generated, tuple(rng.randint(0, 9) for _ in range(6))))


class Table:
    """One real state in which seat 0 is about to activate any window, alone at the table."""

    def __init__(self) -> None:
        self.records = MISTY.content.read_pack("standard").records.copy()
        self.state = MISTY.position(
            check=False, rounds_to_win=1, phase=ACT, to_move=0, deal=2, step=0, hand=[[0] * 12] * 2,
            pick=[-1, -1], cell=[-1, -1], act_done=[0, 1], round_points=[0, 0], win=[[[-1] * 4] * 4] * 2,
        )  # fmt: skip

    def put(self, window: Window, pts: tuple[int, ...] = STANDARD_PTS, disjoint: bool = False) -> None:
        self.state.win[0] = window.codes()
        self.state.bh[0], self.state.bw[0] = window.box[2:]
        self.state.gone[0] = window.gone
        self.state.smile_mode = disjoint
        self.records["pts"][0] = pts

    def solve(self) -> int:
        from medianoche.envs.misty.kernels.solver import solve

        return int(solve(plain(self.records[0]), plain(self.state), 0))

    def follow_advice(self) -> int:
        """The points of seat 0 when the real game is played as the solver advises."""
        from medianoche.envs.misty.kernels.solver import best_act

        state = MISTY.copy(self.state)
        MISTY.rules.advance(state)
        while not state.done:
            MISTY.step(state, int(best_act(plain(self.records[0]), plain(state))))
        return int(state.last_points[0])


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


WINDOWS = {0: 100, 2: 900, 4: 2000, 5: 2000, 6: 2000, 7: 1500, 8: 600, 9: 200, 10: 100, 11: 50, 12: 50}
"""How many random ones with a number of arrows are searched."""


@repeated(10, 1, "part")
@pytest.mark.parametrize("arrows", WINDOWS)
def test_solver_finds_the_best_order(table: Table, arrows: int, part: int) -> None:
    rng = random.Random(arrows)
    for _ in range(WINDOWS[arrows] // part):
        window = random_window(rng, arrows)
        pts = random_pts(rng)
        disjoint = rng.random() < 0.5
        table.put(window, pts, disjoint)
        assert table.solve() == max(reachable_points(window, pts, disjoint)), (window.codes(), pts, disjoint)


@pytest.mark.parametrize(
    "drawing",
    [">>>v/^v<v/^<<<", "<<<</<<<</<<<<", ">>>>/>>>>/>>>>", ">v>v/^<^</>>>>", ">>>v/v<<</>>>^", "^>v/<^>/v<^/>v<"],
)
def test_solver_finds_the_best_order_of_twelve_arrows(table: Table, drawing: str) -> None:
    window = Window.drawn(drawing)
    table.put(window)
    assert table.solve() == max(reachable_points(window))


@repeated(40, 400)
@pytest.mark.parametrize("arrows", [4, 5, 6, 7, 8])
def test_free_moves_never_change_what_can_be_reached(arrows: int, count: int) -> None:
    rng = random.Random(100 + arrows)
    for _ in range(count):
        window = random_window(rng, arrows)
        assert reachable_points(window) == reachable_points(window.closed()), window.codes()


@repeated(60, 300)
@pytest.mark.parametrize("arrows", [3, 5, 7, 9, 12])
def test_following_the_advice_reaches_the_value(table: Table, arrows: int, count: int) -> None:
    rng = random.Random(200 + arrows)
    for _ in range(count):
        window = random_window(rng, arrows)
        table.put(window, disjoint=rng.random() < 0.5)
        assert table.follow_advice() == table.solve(), window.codes()


def mirrored(window: Window, axis: str) -> Window:
    height, width = window.box[2:]
    rows = [row[:width] for row in window.codes()[:height]]
    rows = [row[::-1] for row in rows] if axis == "left_right" else rows[::-1]
    turned = [[turned_code(code, MIRRORED[axis]) for code in row] for row in rows]
    return Window.from_codes(turned, height, width, window.gone)


def turned_code(code: int, kinds: tuple[int, ...]) -> int:
    return code if code < 0 or code >= 64 else code - code % 16 + kinds[code % 16]


@repeated(100, 500)
@pytest.mark.parametrize("axis", MIRRORED)
def test_mirroring_a_window_keeps_its_value(table: Table, axis: str, count: int) -> None:
    rng = random.Random(axis)
    for _ in range(count):
        window = random_window(rng, rng.randint(0, 12))
        pts = random_pts(rng)
        disjoint = rng.random() < 0.5
        table.put(window, pts, disjoint)
        value = table.solve()
        table.put(mirrored(window, axis), pts, disjoint)
        assert table.solve() == value, window.codes()
    few = [random_window(rng, 5) for _ in range(count // 12)]
    assert all(reachable_points(window) == reachable_points(mirrored(window, axis)) for window in few)


@pytest.mark.parametrize(("drawing", "points"), [
    ("H><H/FOOM/HHHH", {10}), (">>FH/HHHH/HOHO", {10, 11}), ("vHHH/MFFH/HHOO", {13}), (">H<O/HHHO/^OOH", {8}),
    ("<<<H/HHHH/HHHH", {9, 10, 11}), ("OOOH/OOOO/HOHO", {17}), ("MMHF/HMHH/HHHH", {11}), (">vH/^<H/FMO", {4, 6}),
    ("^>HO/MFHH/OOFH", {10}),
])  # fmt: skip
def test_windows_worked_out_by_hand(table: Table, drawing: str, points: set[int]) -> None:
    window: Any = Window.drawn(drawing)
    assert reachable_points(window) == points
    table.put(window)
    assert table.solve() == max(points)
