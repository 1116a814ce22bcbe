"""One plan for all games: files, tables on the pages, rulings in the code, kernels without casts, signed records."""

import ast
import re
from pathlib import Path
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from numba import from_dtype, int64

from docs import tables
from medianoche import envs
from medianoche.envs.core.compile.jit import DISABLED, Kernel
from medianoche.envs.core.content.fields import fields_of
from medianoche.envs.core.show.catalogue import catalogue
from medianoche.envs.options import SuiteOptions
from medianoche.places import YARDSTICKS

ENVS = Path(__file__).parents[2] / "envs"
GAMES = [pytest.param(envs.game(name), id=f"{name}-house") for name in envs.names()]
WORDS = {"__init__.py", "text.py", "tell.py", "explain.py"}
FRONT = {"__init__.py", "state.py", "numbers.py", "pack.py", "draw.py", "README.md", "packs", "kernels", "words"}
SOME = {"duels.py", "events.py", "observation.py", "opcodes.py", "symmetries.py", "walking.py", "ways.py"}
"""Files of some games."""
KERNELS = {"__init__.py", "rules.py", "observe.py", "heuristic.py", "invariants.py"}
SHARED_VERBS = re.compile(r"^def (apply|legal|allow|see|show|observe)_", re.MULTILINE)


def kernels(game):
    return sorted((game.content.folder / "kernels").glob("*.py"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game):
    here = {path.name for path in game.content.folder.iterdir()} - {"__pycache__"}
    assert here - SOME == FRONT
    words = {path.name for path in (game.content.folder / "words").glob("*.py")}
    assert words - {"aims.py", "odds.py", "suspicion.py"} == WORDS
    assert {path.name for path in kernels(game)} >= KERNELS


@pytest.mark.parametrize("game", [game for game in GAMES if game.values[0].declaration.kinds])
def test_every_kind_of_event_is_noted_and_has_a_sentence(game):
    noted = "".join(path.read_text() for path in kernels(game))
    sentences = catalogue(game.content.folder)
    for kind in game.declaration.kinds:
        assert f"News.{kind.name}," in noted.replace(")", ",")
        assert kind.label in sentences or kind.changes


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_the_tables_of_the_code(game):
    assert tables.text(game) == tables.page(game).read_text(), "python docs/tables.py writes the tables anew"
    assert all(block.meaning for block in (*game.actions, *game.layout))


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_the_record_has_a_meaning(game):
    assert list(fields_of(game.declaration.record)) == list(game.declaration.state_dtype.names)
    assert all(field.meaning for field in fields_of(game.declaration.record).values())


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_in_the_code_or_needs_none(game):
    section = (game.content.folder / "README.md").read_text().split("## Rulings")[1].split("\n## ")[0]
    rulings, _, rest = section.partition("No code needs")
    listed = numbers(rulings)
    needless = numbers(rest)
    told = set()
    for path in (
        *kernels(game),
        *(game.content.folder / f"{name}.py" for name in ("state", "numbers", "pack", "__init__")),
    ):
        told |= numbers(path.read_text())
    assert listed, "the page lists no ruling"
    assert told <= listed, "the code names rulings that the page does not list"
    assert listed - told == needless


def numbers(text):
    """Rulings named in `text`: R7, and all from R7 to R9 for "R7-R9"."""
    names = set()
    for first, last in re.findall(r"\bR(\d+)\b(?:-R(\d+)\b)?", text):
        names |= set(range(int(first), int(last or first) + 1))
    return names


@pytest.mark.parametrize("game", GAMES)
def test_no_field_is_negated_or_made_absolute_as_it_is(game):
    """Of small integers -x and abs(x) are small, too, and the least has no opposite; 0 - x is computed in 64 bits."""
    for path in kernels(game):
        for node in ast.walk(ast.parse(path.read_text())):
            negated = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else None
            absolute = node.args[0] if isinstance(node, ast.Call) and ast.unparse(node.func) == "abs" else None
            for value in (negated, absolute):
                assert value is None or not re.match(r"(state|pack)\b[\w.\[\], ]*$", ast.unparse(value)), (
                    path,
                    node.lineno,
                )


def test_kernels_are_almost_free_of_casts():
    assert sum(path.read_text().count("np.int64(") for path in ENVS.rglob("*.py")) <= 60


@pytest.mark.parametrize("game", GAMES)
def test_imports_are_a_small_part_of_a_room(game):
    sources = [*game.content.folder.glob("*.py"), *game.content.folder.glob("words/*.py"), *kernels(game)]
    lines = [line for path in sources for line in path.read_text().splitlines()]
    text = "\n".join(lines)
    imports = re.findall(r"^(?:from [\w.]+ )?import (?:\([^)]*\)|.*)$", text, re.MULTILINE)
    share = sum(lines_of_imports.count("\n") + 1 for lines_of_imports in imports) / len(lines)
    assert share <= 0.08, f"{share:.1%} of the lines"


@pytest.mark.parametrize("game", GAMES)
def test_verbs_are_those_of_the_vocabulary(game):
    verbs_met = [(path.name, verb) for path in kernels(game) for verb in SHARED_VERBS.findall(path.read_text())]
    assert not [name for name in verbs_met if name != ("rules.py", "legal")]


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32])
def test_arithmetic_with_the_extremes_of_a_field_is_exact(dtype, tmp_path):
    """The integers of records are all of these types (the contract says so)."""
    record = np.dtype([("one", dtype), ("many", dtype, 3)])
    compute = Kernel(arithmetic, {"state": from_dtype(record), "results": int64[::1]}, Path(__file__).parent)
    for one in (np.iinfo(dtype).min, -1, 0, 1, np.iinfo(dtype).max):
        for two in (np.iinfo(dtype).min, -1, 1, np.iinfo(dtype).max):
            states = np.zeros(1, record).view(np.recarray)
            results = np.zeros(12, np.int64)
            expected = [0] * 12
            states[0].one = one
            states[0].many[2] = two
            compute(states[0], results)
            arithmetic(Exact(one, [0, 0, two]), expected)
            assert results.tolist() == expected


class Exact:
    def __init__(self, one, many):
        self.one = one
        self.many = many


def arithmetic(state, results):
    one = state.one
    two = state.many[2]
    results[0] = state.one + state.many[2]
    results[1] = state.one - state.many[2]
    results[2] = state.one * state.many[2]
    results[3] = 0 - state.one  # the type of -x is that of x
    results[4] = ~state.one
    results[5] = one - 1 - two
    results[6] = (state.one - state.many[2]) // 3
    results[7] = (state.one + state.many[2]) % 7
    results[8] = max(state.one, state.many[2]) + 1
    results[9] = 1 << (state.one & 31)
    results[10] = state.one << 3 | 1
    total = state.one
    for _ in range(5):
        total += state.many[2]
    results[11] = total


def test_type_checkers_know_the_options_of_all_games():
    known = get_type_hints(SuiteOptions)
    accepted = dict[str, set]()
    for name in [*envs.names(), *YARDSTICKS]:
        for option, field in envs.game(name).declaration.options_model.model_fields.items():
            accepted.setdefault(option, set()).update(kinds_of(field.annotation))
    assert {option: kinds_of(kind) for option, kind in known.items()} == accepted


def kinds_of(annotation):
    """The values of a Literal and the types that an annotation accepts."""
    if get_origin(annotation) is Annotated:
        return kinds_of(get_args(annotation)[0])
    if get_origin(annotation) is Literal:
        return set(get_args(annotation))
    parts = get_args(annotation)
    return set().union(*map(kinds_of, parts)) if parts else {annotation}
