"""Sphinx configuration of `make docs`. The repository itself is the source folder, so every README is a page."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs import film, pages  # noqa: E402 - the root is on the path now
from medianoche import __version__  # noqa: E402

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "medianoche"
author = "the medianoche authors"
copyright = author  # noqa: A001 - Sphinx calls it so
version = release = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
root_doc = "docs/index"
include_patterns = list(pages.PAGES)
exclude_patterns = [".*", "**/.*", "src", "tests", "build", "dist", "runs", "docs/_build"]
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!medianoche\.).*"),  # names of other libraries: their pages are elsewhere
    ("py:class", r"medianoche\..*\.kernels\..*"),
    ("py:class", r"medianoche\.training\.compiled\.(actor|learner)\..*"),
    ("py:class", r"medianoche\.envs\.core\.content\.fields\.Record"),
    ("py:class", r"medianoche\.envs\.core\.(declaration\.S|files\.printable|show\.(catalogue|events|moments)\..*)"),
    ("py:class", r"medianoche\.benchmarks\.(exploit\.policies|reference\.place|tournament\.intervals)\..*"),
]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
nb_execution_mode = "cache"
nb_execution_cache_path = str(ROOT / pages.BUILT / "notebooks" / pages.fingerprint())
nb_execution_raise_on_error = True
nb_execution_timeout = 1800
nb_output_stderr = "remove"
smartquotes = False  # they make one dash of two

napoleon_use_ivar = True
napoleon_use_rtype = False
autodoc_default_options = {"exclude-members": "model_config"}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_mock_imports = ["tensordict", "torchrl"]  # not installed by make docs

html_theme = "furo"
html_title = f"medianoche {release}"
html_extra_path = ["root"]


def read(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the generated parts to a Markdown page."""
    if (file := Path(app.env.doc2path(page))).suffix == ".md":
        source[0] = pages.finished(file.relative_to(ROOT).as_posix(), source[0])


def to_rst(_app: Sphinx, what: str, _name: str, _of: Any, _options: Any, lines: list[str]) -> None:
    """Rewrite in place what napoleon would misread: several arguments in one line, code in single backticks, stars."""
    text = re.sub(r"^ +\*{0,2}\w+(?:, \*{0,2}\w+)+:", _one_name, "\n".join(lines), flags=re.MULTILINE)
    words = re.split(r"(?<![`:])`([^`]+)`(?!`)", text)
    words[::2] = [re.sub(r"(?<![\w*])\*(?=[*\w])|(?<=\*)\*(?=\w)", r"\\*", part) for part in words[::2]]
    words[1::2] = [
        f"``{code}``" + r"\ " * after[:1].isalnum() for code, after in zip(words[1::2], words[2::2], strict=True)
    ]
    text = "".join(words)
    if what in ("attribute", "data", "property"):  # a first line without a colon, or "kind: meaning" becomes a type
        text = "" if text.startswith("Alias for field number") else f"..\n\n{text}"
    lines[:] = text.split("\n")


def _one_name(names: re.Match[str]) -> str:
    return names[0].replace(", ", ",")


def setup(app: Sphinx) -> None:
    """Connect the functions of this file to the build."""
    app.connect("builder-inited", lambda _app: pages.draw_boards())
    app.connect("builder-inited", lambda _app: film.draw_films(ROOT / pages.BUILT / "boards"))
    app.connect("source-read", read)
    app.connect("autodoc-process-docstring", to_rst, priority=400)  # before napoleon
