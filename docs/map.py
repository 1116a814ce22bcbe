"""A line for every file of code, from its docstring, for docs/reference/map.md; `python -m docs.map` prints them."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("envs", "toys", "agents", "training", "benchmarks", "src/medianoche")


def sources() -> list[Path]:
    """The files of code, folder by folder, as paths from the root."""
    files = {file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")}
    here = [file.relative_to(ROOT) for file in files if not any(part.is_symlink() for part in file.parents)]
    return sorted(here, key=lambda file: (file.parts[:-1], file.name != "__init__.py", file.name))


@cache
def sentence(file: Path) -> str:
    """The first sentence of the docstring of `file`."""
    text = ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8"))) or ""
    return " ".join(re.split(r"(?<=\.)\s|\n\n", text, maxsplit=1)[0].split()).rstrip(".")


def text() -> str:
    """The map, as Markdown: a heading and a list for each folder."""
    lines: list[str] = []
    folder = None
    for file in sources():
        if file.parent != folder:
            folder = file.parent
            lines += ["", f"**`{folder.as_posix()}/`**", ""]
        lines.append(f"- `{file.name}`: {sentence(file)}")
    return "\n".join([*lines[1:], ""])


if __name__ == "__main__":
    sys.stdout.write(text())
