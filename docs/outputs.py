"""The outputs that the notebooks keep: `python -m docs.outputs [NOTEBOOK]...` runs them and writes what is small.

The site shows these outputs; `tests/test_notebooks.py` runs the cells at smaller numbers.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
LIMIT = 40_000
"""How many characters a kept output has at most, in one form (text, HTML, SVG)."""


def run(file: Path) -> None:
    """Run a notebook in a folder that is removed, and write it with its small outputs."""
    book = nbformat.read(file, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        NotebookClient(book, timeout=None, coalesce_streams=True, resources=resources).execute()
    for cell in book.cells:
        cell.metadata.pop("execution", None)  # times
        if cell.cell_type == "code":
            cell.outputs = [small for output in cell.outputs if (small := kept(output))]
    nbformat.write(book, file)


def kept(output: nbformat.NotebookNode) -> nbformat.NotebookNode | None:
    """An output without forms that are too long, and without names of temporary folders; None if nothing is left."""
    if output.output_type == "stream":
        output.text = plain(output.text)
        return output if output.name == "stdout" and len(output.text) <= LIMIT else None
    output.data = {kind: plain(text) for kind, text in output.data.items() if len(text) <= LIMIT}
    return output if output.data else None


def plain(text: str) -> str:
    """`text` with temporary folders as `/tmp`."""
    return re.sub(rf"{tempfile.gettempdir()}/tmp\w+", "/tmp", text)


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(file.stem for file in FOLDER.glob("*.ipynb")):
        run(FOLDER / f"{name}.ipynb")
