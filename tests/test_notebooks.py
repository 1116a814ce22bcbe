"""The notebooks run from beginning to end, on small sizes: in this process, and in one of Jupyter."""

import ast
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from unittest import mock

import gymnasium
import nbformat
import pytest
from nbclient import NotebookClient
from pettingzoo.env_registry.registration import aec_registry

from medianoche.envs.core import contract, registry
from tests.waiting import LONG

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
SMALL = {
    "01_first_steps": "ROWS, STEPS = 32, 50",
    "02_train_an_opponent": "DECISIONS, CHUNKS, GAMES = 5000, 1, 20",
    "03_tournament_and_ratings": "GAMES, SIMULATIONS = 24, 10",
    "04_add_a_game": "GAMES, SIMULATIONS = 24, 20",
    "05_a_network_from_nothing": "ROUNDS, DECISIONS, GAMES = 6, 1000, 20",
}
NEEDS_TORCH = {"02_train_an_opponent"}


def small(name):
    """A notebook with small parameters."""
    if name in NEEDS_TORCH and not (find_spec("torch") and find_spec("sb3_contrib")):
        pytest.skip("needs the extra train")
    book = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    (parameters,) = [cell for cell in book.cells if "parameters" in cell.metadata.get("tags", [])]
    parameters.source = SMALL[name]
    return book


def cells(book):
    return [cell for cell in book.cells if cell.cell_type == "code"]


def test_every_notebook_is_run():
    assert sorted(file.stem for file in NOTEBOOKS.glob("*.ipynb")) == sorted(SMALL)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SMALL)
def test_the_cells_of_a_notebook_run_and_show_what_they_end_with(name, tmp_path, monkeypatch):
    promises = contract.run
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(contract, "run", lambda game, *_: islice(promises(game), 1, 3))  # all: test_contract.py
    names = {"__name__": name}
    with mock.patch.dict(registry._entries), mock.patch.dict(aec_registry), mock.patch.dict(gymnasium.registry):
        for cell in cells(small(name)):
            tree = ast.parse(cell.source)
            shown = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, name, "exec"), names)
            if shown:
                value = eval(compile(ast.Expression(shown.value), name, "eval"), names)
                assert value is None or getattr(value, "_repr_svg_", getattr(value, "_repr_html_", value.__repr__))()


# Running a notebook is done by libraries that open sockets and loops and warn of one another.
@pytest.mark.larger
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_runs_in_jupyter(name, tmp_path):
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(small(name), timeout=LONG, startup_timeout=LONG, resources=resources).execute()


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_keeps_small_outputs(name):
    file = NOTEBOOKS / f"{name}.ipynb"
    outputs = [output for cell in cells(nbformat.read(file, as_version=4)) for output in cell.outputs]
    assert outputs
    assert {output.output_type for output in outputs} <= {"stream", "execute_result", "display_data"}  # no error
    assert file.stat().st_size < 60_000
