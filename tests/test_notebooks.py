"""The notebooks run from beginning to end, on small sizes."""

from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

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


def test_every_notebook_is_run():
    assert sorted(file.stem for file in NOTEBOOKS.glob("*.ipynb")) == sorted(SMALL)


# Running a notebook is done by libraries that open sockets and loops and warn of one another.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_runs(name, tmp_path):
    if name in NEEDS_TORCH and not (find_spec("torch") and find_spec("sb3_contrib")):
        pytest.skip("needs the extra train")
    book = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    (parameters,) = [cell for cell in book.cells if "parameters" in cell.metadata.get("tags", [])]
    parameters.source = SMALL[name]
    NotebookClient(book, timeout=LONG, startup_timeout=LONG, resources={"metadata": {"path": str(tmp_path)}}).execute()


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_is_kept_without_outputs(name):
    book = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    assert all(not cell.outputs and cell.execution_count is None for cell in book.cells if cell.cell_type == "code")
