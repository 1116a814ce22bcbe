"""Sphinx configuration of `make docs`. The repository itself is the source folder, so every README is a page."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from sphinx.addnodes import desc_annotation  # noqa: E402
from sphinx.domains.python._object import PyTypedField  # noqa: E402

from docs import arguments, pages  # noqa: E402 - the root is on the path now
from medianoche import __version__  # noqa: E402

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "medianoche"
author = "the medianoche authors"
copyright = author  # noqa: A001 - Sphinx calls it so
version = release = __version__

extensions = [
    *("myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon", "sphinx.ext.viewcode"),
]
root_doc = "docs/index"
include_patterns = list(pages.PAGES)
exclude_patterns = [".*", "**/.*", "src", "tests", "build", "dist", "runs", "docs/_build"]
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!medianoche\.).*"),  # names of other libraries: their pages are elsewhere
    ("py:class", r"medianoche\..*\.kernels\..*"),
    ("py:class", r"medianoche\.training\.compiled\.(actor|learner)\..*"),
    ("py:class", r"medianoche\.envs\.core\.content\.fields\.Record"),
    (
        "py:class",
        r"medianoche\.envs\.core\.(declaration\.S|contents\.G|files\.printable|show\.(catalogue|events|moments)\..*)",
    ),
    (
        "py:class",
        r"medianoche\.envs\.core\.(registry\.now_called|play\.(aec|device_batch|dlpack|positions)\..*|show\.(figures|repeating)\..*)",
    ),
    ("py:class", r"medianoche\.agents\.duels\.Solved"),
    (
        "py:class",
        r"medianoche\.benchmarks\.(exploit\.(gauge|policies)|reference\.(field|place)|tournament\.(forfeits|intervals|play))\..*",
    ),
]
suppress_warnings = ["ref.python"]  # an alias of types is found by its name in the package and in its own module

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # notebooks keep their outputs: docs/outputs.py
smartquotes = False  # they make one dash of two

napoleon_use_ivar = True
napoleon_use_rtype = False
autodoc_default_options = {"exclude-members": "model_config"}
autodoc_member_order = "bysource"
autosummary_generate = False
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_mock_imports = ["tensordict", "torchrl"]  # not installed by make docs

html_theme = "furo"
html_title = f"medianoche {release}"
html_extra_path = ["root"]
html_search_scorer = str(ROOT / "docs/scorer.js")


def read(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the generated parts to a Markdown page."""
    if (file := Path(app.env.doc2path(page))).suffix == ".md":
        source[0] = pages.finished(file.relative_to(ROOT).as_posix(), source[0])


def to_rst(_app: Sphinx, what: str, _name: str, of: Any, _options: Any, lines: list[str]) -> None:
    """Rewrite in place what napoleon would misread: several arguments in one line, code in single backticks, stars."""
    if what == "data" and lines[:1] == (inspect.getdoc(type(of)) or "").split("\n")[:1]:  # of `dict`, not of this one
        lines.clear()
    text = re.sub(r"^ +\*{0,2}[a-z]\w*(?:, \*{0,2}\w+)+:", _one_name, "\n".join(lines), flags=re.MULTILINE)
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


def hidden(_app: Sphinx, what: str, name: str, *_of: Any) -> bool | None:
    """Whether autodoc leaves a member out: constants of modules; None where it decides itself."""
    return True if what == "module" and name.isupper() else None


def short(_app: Sphinx, _what: str, _name: str, _of: Any, _options: Any, signature: str, *_: Any) -> Any:
    """What stands for a signature that is too long to read, as of a configuration with all its defaults."""
    return ("(...)", None) if signature and len(signature) > 600 else None


def without_paths(_app: Sphinx, _domain: str, _kind: str, content: Any) -> None:
    """Remove values that are paths of this machine."""
    for value in list(content.parent.findall(desc_annotation)):
        if str(ROOT) in value.astext():
            value.parent.remove(value)


def setup(app: Sphinx) -> None:
    """Connect the functions of this file to the build."""
    app.connect("builder-inited", lambda _app: pages.draw_boards())
    app.connect("source-read", read)
    app.connect("autodoc-process-docstring", to_rst, priority=400)  # before napoleon
    app.connect("autodoc-skip-member", hidden)
    app.connect("autodoc-process-signature", short)
    app.connect("object-description-transform", without_paths)
    PyTypedField.make_field = arguments.table  # type: ignore[method-assign]
