"""Names of bounds and classes follow the house's rules; packed assignments are counted."""

import ast
import gc
import subprocess
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tests.packaging.names import refused
from tests.packaging.packing import packed

ROOT = Path(__file__).resolve().parents[2]
SIZES = {"LARGEST", "LONGEST", "MOST", "FEWEST", "SMALLEST"}
"""First words that say the size of a bound, but not what it bounds."""
PLANNED_NAMES = {
    *("Board", "Boss", "Broken", "Card", "Constants", "Event", "Kind", "News", "Op", "Phase", "Row", "Rules", "State"),
}
"""Classes that several games have, by the plan that all games share."""
FOLDERS_ALIKE = (
    "envs/",
    "toys/",
)


@cache
def texts():
    """The Python files that git tracks, by name."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.py"], check=True, capture_output=True, text=True).stdout
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in listed.split() if (ROOT / name).is_file()}


def statements(text):
    """Every statement of a module."""
    nodes = [ast.parse(text)]
    for node in nodes:  # grows while it is read
        nodes += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
    return nodes


@cache
def definitions():
    """The assigned names and the classes of all files, as pairs that begin with the file's name."""
    names = []
    classes = []
    gc.disable()  # nothing here is garbage: looking for it would take most of the time
    try:
        for file, text in texts().items():
            for node in statements(text):
                if isinstance(node, ast.ClassDef):
                    classes.append((file, node.name))
                elif isinstance(node, ast.Assign | ast.AnnAssign):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    parts = [part for target in targets for part in getattr(target, "elts", [target])]
                    names += [(file, part.id) for part in parts if isinstance(part, ast.Name)]
    finally:
        gc.enable()
    return names, classes


def product(name):
    return not name.startswith(("tests/", "notebooks/", "docs/"))


def test_a_bound_is_named_by_its_subject_and_not_by_its_size():
    assert {(file, name) for file, name in definitions()[0] if name.split("_")[0] in SIZES} == set()


def test_no_two_classes_have_one_name():
    files = defaultdict(set)
    for file, name in definitions()[1]:
        if product(file) and not file.startswith("training/recipes/"):  # each of these stands alone
            files[name].add(file)
    shared = {name: those for name, those in files.items() if len(those) > 1}
    assert {name: those for name, those in shared.items() if name not in PLANNED_NAMES} == {}
    assert {file for those in shared.values() for file in those if not file.startswith(FOLDERS_ALIKE)} == set()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a, b = 1, 2", [1]),
        ("a, b = b, a", []),
        ("a, b = pair()", []),
        ("a = b = 0", []),
        ("x = 0\nx.a, x.b = 1, 2", [2]),
    ],
)
def test_packed_assignments_are_found(text, lines):
    assert list(packed(text)) == lines


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("found = 1", ["found"]),
        ("for each in rows:\n    pass", ["each"]),
        ("def room(given):\n    return given", ["room", "given"]),
        ("gains = [own for own in rows if (there := own)]", ["own", "there"]),
        ("gains = row.found + call(given=1)", []),
    ],
)
def test_names_that_do_not_say_what_they_hold_are_found(text, names):
    assert sorted(name for _, name in refused(text)) == sorted(names)
