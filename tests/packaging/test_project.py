"""Facts that pyproject.toml and the package state."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import medianoche
from tests.processes import printed

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"matplotlib", "numba", "openskill", "ray", "sb3_contrib", "stable_baselines3", "torch"}


@pytest.mark.parametrize("module", ["medianoche", "medianoche.envs", "medianoche.cli.main"])
def test_import_loads_no_heavy_library(module):
    assert HEAVY.intersection(printed("-c", f"import sys, {module}; print(*sys.modules)").split()) == set()


@pytest.mark.parametrize("folder", ["agents", "benchmarks", "envs", "toys", "training"])
def test_package_leads_to_the_folder_by_a_relative_link(folder):
    assert (ROOT / "src/medianoche" / folder).readlink() == Path("../..") / folder


def test_version_is_the_same_everywhere():
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    latest = re.search(r"^## ([\d.]+) \(\d", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert cited is not None
    assert latest is not None
    assert {medianoche.__version__} == {cited[1], latest[1]}


def test_the_pythons_are_those_that_are_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    classified = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    tested = re.findall(r'"(3\.\d+)"', (ROOT / ".github/workflows/tests.yml").read_text().partition("matrix:")[2])
    assert sorted(set(tested)) == classified
    assert project["requires-python"] == f">={classified[0]}"


def test_dependencies_have_a_lower_bound_and_no_upper_bound():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    for requirement in [*project["dependencies"], *(line for extra in extras for line in extra)]:
        assert re.fullmatch(r"[\w.-]+(\[\w+\])?>=[\d.]+(; sys_platform == 'linux')?", requirement), requirement


def test_another_version_of_pettingzoo_is_told_by_name(tmp_path):
    (tmp_path / "pettingzoo").mkdir()
    (tmp_path / "pettingzoo/__init__.py").write_text("__version__ = '1.26.0'\nclass AECEnv: pass\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    said = printed("-c", "try:\n import medianoche\nexcept ImportError as error:\n print(error)", PYTHONPATH=path)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = next(line for line in project["dependencies"] if line.startswith("pettingzoo>="))
    version = needed.partition(">=")[2]
    known = f"medianoche needs pettingzoo {version} or newer, pettingzoo 1.26.0 is installed"
    assert said == f"{known}; pip install '{needed}'\n"


def test_no_module_imports_itself_through_others():
    graph = pytest.importorskip("grimp").build_graph("medianoche", cache_dir=None)
    TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}).prepare()


@pytest.mark.parametrize(
    ("folder", "above"),
    [
        ("envs", ["agents", "toys", "training", "benchmarks"]),
        ("agents", ["toys", "training", "benchmarks"]),
        ("toys", ["agents", "training", "benchmarks"]),
        ("training", ["benchmarks"]),
    ],
)
def test_no_arrow_upward_hides_in_a_string(folder, above):
    """import-linter checks imports; this test checks names of modules and folders in strings."""
    words = re.compile(rf"""["'/.]({"|".join(above)})\b(?=["'/.:])""")
    for file in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value:
                assert not words.search(repr(node.value)), f"{file.relative_to(ROOT)}:{node.lineno}: {node.value}"


def test_files_that_the_makefile_names_are_there():
    named = set(re.findall(r"(?<![\w.-])(?:tests|envs)/[\w./-]+\w", (ROOT / "Makefile").read_text()))
    assert "tests/training" in named
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_the_nightly_run_tests_the_newest_versions_of_other_libraries():
    nightly = (ROOT / ".github/workflows/nightly.yml").read_text()
    targets = re.findall(r"test-\w+", re.search(r"target: \[(.*)\]", nightly)[1])
    assert targets == ["test-interop", "test-kaggle", "test-llm"]
    assert 'make "$TARGET" NEWEST=1' in nightly

    def commands(*words):
        return subprocess.run(["make", "-n", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert "torch==" in commands("test-interop")
    for target in targets:
        newest = commands(target, "NEWEST=1")
        assert "install --upgrade" in newest
        assert "s/==.*//" in newest or "tests/interop/requirements.txt" not in newest
        assert not re.search(r"\w==\d", newest)


def test_the_page_of_other_libraries_names_the_versions_that_make_installs():
    page = (ROOT / "docs/guides/libraries.md").read_text(encoding="utf-8").partition("## Versions that were run")[2]
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| ")][1:]
    versions = {
        name.strip().lower(): version.strip()
        for names, numbers in rows
        if numbers.count(",") == names.count(",")
        for name, version in zip(names.split(","), numbers.split(","), strict=True)
    }
    spelled = {"open-spiel": "openspiel", "datasets": "hugging face's datasets"}
    pinned = dict(line.split("==") for line in (ROOT / "tests/interop/requirements.txt").read_text().splitlines()[1:])
    drawing = {"moviepy", "resvg-py"}
    for name, version in pinned.items():
        library = name.partition("[")[0]
        if library not in drawing:
            assert versions[spelled.get(library, library)] == version
    kaggle = re.search(r"kaggle-environments\$\(if \$\(NEWEST\),,==([\d.]+)\)", (ROOT / "Makefile").read_text())[1]
    assert f"| Kaggle's environments | {kaggle}, with" in page
