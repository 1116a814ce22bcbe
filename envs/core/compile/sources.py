"""The source files on which the code of a game depends: its kernels, and all modules that they import, at any depth.

A *home* is where kernels are: the folder of a game (or of core, the agents, the learners), the file of a game in one
file, or the name of a module that has no file, as a notebook's `__main__`.

Imports are read from the text of the files, wherever they stand in it and whatever their form; nothing is imported for
it. Modules of Python and of installed packages are left out, but for those of the package of a home. So is what the
modules of `envs/core` import: its `compile` and `kernels` belong to every game, and what kernels get from the others
are values. Modules imported by `importlib` cannot be seen here. `content.py` covers all these: it hashes the functions
and values that are compiled.
"""

from __future__ import annotations

import hashlib
import re
import sys
import sysconfig
from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from medianoche.envs.core.compile.telling import ask_to_restart

CORE = Path(__file__).parents[1]
SUITE = CORE.parents[1]
KERNELS = "kernels"
"""The folder of a game (or of core, or of the agents) that holds its kernels."""

_SPACE = r"(?:[ \t\f]|\\\r?\n)"
IMPORT = re.compile(
    rf"\b(?:from\b((?:[\w.]|{_SPACE})+?)(?<!\w))?import\b"
    rf"(?:{_SPACE}*\(((?:[^()#]|#[^\n]*)*)\)|((?:[^\n\\;#]|\\\r?\n)*))"
)
"""An import: the module after `from`, and the names after `import`, with or without parentheses."""
STANDARD = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")]
LIBRARIES = {"llvmlite", "numba", "numpy"}
SITES = {"site-packages", "dist-packages"}
"""Names of folders that hold installed packages."""

_read: dict[Path, tuple[tuple[int, int], bytes]] = {}
"""Of each source file that this process has read: time and size, and a hash of its content."""


def home_of(module: str) -> Path:
    """The home of the kernels in `module`, which is being imported or has been."""
    file = getattr(sys.modules.get(module), "__file__", None)
    parent = module.rpartition(".")[0]
    if not file:
        return Path(module)
    if Path(file).stem != "__init__" and not parent:
        return Path(file)
    folder = Path(file).parent
    return folder.parent if folder.name == KERNELS else folder


def kernel_files(home: Path) -> list[Path]:
    """The files of kernels of a home; all files of a small game that has no folder of kernels."""
    if not home.is_dir():
        return [home] if home.is_file() else []
    inner = home / KERNELS
    return sorted((inner if inner.is_dir() else home).glob("*.py"))


def sources(*homes: Path) -> list[Path]:
    """The files on which the code of kernels in `homes` depends."""
    kernels = [*CORE.glob("compile/*.py"), *(file for home in {CORE, *homes} for file in kernel_files(home))]
    return _reached(kernels, {"", *map(_distribution, (CORE, *homes))})


@cache
def sources_hash(*homes: Path) -> str:
    """Hash of `sources`: 64 hexadecimal digits, the same wherever the files are. It is computed once in a process."""
    return _hash(sources(*homes))


@cache
def code_hash(module: str) -> str:
    """Hash of the files of a game in `module` that is not the suite's, and of those that they import, but for tests: 64
    hexadecimal digits; "" for a game in no file."""
    home = home_of(module)
    file = Path(getattr(sys.modules[module], "__file__", None) or module)
    reached = _reached([file, *kernel_files(home)], {"", _distribution(home)})
    author_files = [file for file in reached if not file.is_relative_to(SUITE) and not file.name.startswith("test_")]
    return _hash(author_files) if author_files else ""


def _reached(left: list[Path], distributions: set[str]) -> list[Path]:
    """The files `left` and those that they import, at any depth, in the distributions `distributions`."""
    reached = set[Path]()
    while left:
        file = left.pop()
        if file not in reached and file.is_file() and _distribution(file) in distributions:
            reached.add(file)
            left += _imported(file)
    return sorted(reached)


def _hash(files: list[Path]) -> str:
    digests = sorted((file.name, _digest(file)) for file in files)
    return hashlib.sha256(repr(digests).encode()).hexdigest()


def tell_edits() -> None:
    """Say which source files have changed since this process read them."""
    for file, (stamp, known) in list(_read.items()):  # a copy: another thread may be reading files
        if _stamp(file) != stamp and _digest(file) != known:
            ask_to_restart(f"{file} has been edited")


@cache
def is_versioned(top: str) -> bool:
    """Whether the package `top` is part of Python, or a library whose version is in the names of caches."""
    if top in LIBRARIES or top not in sys.stdlib_module_names:
        return top in LIBRARIES
    spec = _top(top)
    return not spec or not spec.has_location or any(map(Path(str(spec.origin)).is_relative_to, STANDARD))


def _digest(file: Path) -> bytes:
    stamp = _stamp(file)
    digest = hashlib.sha256(file.read_bytes() if file.is_file() else b"").digest()
    _read[file] = stamp, digest
    return digest


def _stamp(file: Path) -> tuple[int, int]:
    try:
        about = file.stat()
    except OSError:
        return 0, 0
    return about.st_mtime_ns, about.st_size


@cache
def _imported(file: Path) -> list[Path]:
    """The files of the modules that `file` imports; of Python, NumPy, numba and core none."""
    imported: list[Path] = []
    text = "" if file.is_relative_to(CORE) or file.suffix != ".py" else file.read_text("utf-8", errors="replace")
    for origin, inside, after in IMPORT.findall(text):
        source = "".join(origin.replace("\\", " ").split())
        names = [part.split()[0] for part in re.sub(r"#.*|\\", " ", inside or after).split(",") if part.strip()]
        if not source:
            imported += [module for name in names for module, _ in _located(name.split("."))]
            continue
        inner = source.lstrip(".")
        level = len(source) - len(source.lstrip("."))
        here = file.parents[min(level, len(file.parents)) - 1]
        start = [str(here)] if level else None
        way = [(here / "__init__.py", [str(here)])]
        for package, path in (_located(inner.split("."), start) if inner else way)[-1:]:
            modules = [module for name in names for module, _ in (_located([name], path) if path else [])]
            imported += modules if len(modules) == len(names) else [package, *modules]
            imported += [module for folder in path if "*" in names for module in Path(folder).glob("*.py")]
    return imported


def _located(parts: list[str], path: list[str] | None = None) -> list[tuple[Path, list[str]]]:
    """The file of each of `parts` (a package's name and names of modules in it), and the folders in which its modules
    are; nothing if there is no such module. `path` None searches Python's own path."""
    if path is None and is_versioned(parts[0]):
        return []
    locations: list[tuple[Path, list[str]]] = []
    for part in parts:
        spec = _top(part) if path is None else PathFinder.find_spec(part, path)
        path = list(getattr(spec, "submodule_search_locations", None) or ())
        file = Path(spec.origin) if spec and spec.has_location and spec.origin else None
        if not file and not path:
            return []
        locations.append((file or Path(path[0]) / "__init__.py", path))  # a namespace has no such file
    return locations


def _top(name: str) -> Any:
    """The spec of a module outside packages, which is not imported for it."""
    with suppress(ImportError, ValueError):
        return find_spec(name)
    return None


def _distribution(file: Path) -> str:
    """The folder of the installed package that `file` is in; "" if it is in none."""
    for folder in file.parents:
        if folder.name in SITES:
            return file.relative_to(folder).parts[0]
    return ""
