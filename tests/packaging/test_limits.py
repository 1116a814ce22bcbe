"""The limits of the house hold: lengths of files and functions, parameters of kernels, names of bounds and classes."""

import ast
import gc
import subprocess
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE_LINES, FUNCTION_LINES, KERNEL_LINES, KERNEL_PARAMETERS = 450, 60, 50, 10
SIZES = {"LARGEST", "LONGEST", "MOST", "FEWEST", "SMALLEST"}
"""First words that say the size of a bound, but not what it bounds."""
ROOM_PLAN = {
    *("Board", "Boss", "Broken", "Card", "Constants", "Event", "Kind", "News", "Op", "Phase", "Row", "Rules", "State"),
}
"""Classes that several games have, by the plan that all games share."""
ROOMS = (
    "envs/",
    "benchmarks/exploit/",
    "benchmarks/speed/brisca/",
    "benchmarks/speed/connect_four/",
    "src/medianoche/cli/",
)


@cache
def texts():
    """The Python files that git tracks, by name."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.py"], check=True, capture_output=True, text=True).stdout
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in listed.split() if (ROOT / name).is_file()}


def statements(text):
    """Every statement of a module."""
    found = [ast.parse(text)]
    for node in found:  # grows while it is read
        found += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
    return found


@cache
def definitions():
    """The functions, the assigned names and the classes of all files, as tuples that begin with the file's name."""
    functions, names, classes = [], [], []
    gc.disable()  # nothing here is garbage: looking for it would take most of the time
    try:
        for file, text in texts().items():
            for node in statements(text):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    parameters = len(node.args.args) + len(node.args.kwonlyargs)
                    functions.append((file, node.name, node.end_lineno - node.lineno + 1, parameters))
                elif isinstance(node, ast.ClassDef):
                    classes.append((file, node.name))
                elif isinstance(node, ast.Assign | ast.AnnAssign):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    parts = [part for target in targets for part in getattr(target, "elts", [target])]
                    names += [(file, part.id) for part in parts if isinstance(part, ast.Name)]
    finally:
        gc.enable()
    return functions, names, classes


def product(name):
    return not name.startswith(("tests/", "notebooks/", "docs/"))


def test_no_file_is_longer_than_its_limit():
    lines = {name: text.count("\n") for name, text in texts().items()}
    assert {name: count for name, count in lines.items() if count > FILE_LINES} == {}


def test_no_function_is_longer_than_its_limit_and_no_kernel_takes_more_parameters():
    found = {}
    for file, name, lines, parameters in definitions()[0]:
        kernel = "kernels" in Path(file).parts and product(file)
        if lines > (KERNEL_LINES if kernel else FUNCTION_LINES) or (kernel and parameters > KERNEL_PARAMETERS):
            found[f"{file}: {name}"] = f"{lines} lines, {parameters} parameters"
    assert found == {}


def test_a_bound_is_named_by_its_subject_and_not_by_its_size():
    assert {(file, name) for file, name in definitions()[1] if name.split("_")[0] in SIZES} == set()


def test_no_two_classes_have_one_name():
    files = defaultdict(set)
    for file, name in definitions()[2]:
        if product(file) and not file.startswith("training/recipes/"):  # each of these stands alone
            files[name].add(file)
    shared = {name: those for name, those in files.items() if len(those) > 1}
    assert {name: those for name, those in shared.items() if name not in ROOM_PLAN} == {}
    assert {file for those in shared.values() for file in those if not file.startswith(ROOMS)} == set()
