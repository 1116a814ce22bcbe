"""Fingerprints of agents: a text that changes when what decides an agent's choices changes.

Of a bot these are the files below its folder that it imports, opens, or names in its code. Python tells which files it
opens (`hearing.py`); libraries that open files in C or Rust (safetensors, ONNX Runtime, torch.jit) do not, so a file
also counts if the code names it. All files of known kinds of weights count

- below a folder that the bot lists, or opens to look in;
- below the bot's folder if it starts a process, whose files are not heard;
- below the bot's folder, of the kinds that a library of SILENT reads, if the bot imports this library and no file of
  these kinds is known otherwise.

What the bot opens later, in its games, is too late: one line on stderr says so. A bot may say itself what it is by a
method `fingerprint()`.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib.machinery import all_suffixes
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import medianoche
from medianoche.agents import loading
from medianoche.agents.base import Agent, AgentError, agent, blamed, bot_of, provider
from medianoche.agents.hearing import FOREIGN, Heard, recording, watch
from medianoche.agents.seating import ask_alone
from medianoche.envs.core.game import Game
from medianoche.envs.core.play.turn import Turn

DIGITS = 16
"""Hexadecimal digits of a hash."""
OWN_LENGTH = 200
"""Length of an agent's own fingerprint, at most."""
NAME_LENGTH = 255
"""Longer texts in a bot's code are no names of files."""
CODE = tuple(all_suffixes())
TORCH = {".pt", ".pth", ".ckpt", ".bin", ".safetensors"}
SILENT = {
    "safetensors": {".safetensors"},
    "onnxruntime": {".onnx", ".ort"},
    "torch": TORCH,
    "transformers": TORCH | {".msgpack"},
    "tensorflow": {".keras", ".h5", ".pb", ".tflite", ".index", ".ckpt"},
    "keras": {".keras", ".h5"},
    "llama_cpp": {".gguf"},
    "lightgbm": {".txt", ".lgb"},
    "xgboost": {".json", ".ubj", ".xgb"},
    "ctypes": {".bin", ".dat", ".nnue", ".so", ".dll", ".dylib"},
    "cffi": {".bin", ".dat", ".nnue", ".so", ".dll", ".dylib"},
    "multiprocessing": set[str](),  # every kind
}
"""Libraries that read files unheard, and the kinds of files with weights that they read."""
KINDS = frozenset(
    {".npy", ".npz", ".pkl", ".pickle", ".joblib", ".hdf5", ".flax", ".zip"}.union(*SILENT.values()) - {".txt"}
)
"""Kinds of files that hold weights, books or tables; texts are notes or logs more often."""
FILE_LIMIT = 100_000
"""Files that are looked at in a search for weights, at most."""


def fingerprint(text: str, game: Game, **settings: Any) -> str:
    """A text that changes when the agent changes.

    It is the agent's own answer if it has a method `fingerprint()`; else a hash of the files of a bot (see the module)
    or of a network's file, for an agent of an installed package after the package's name and version. It is empty for
    other agents of the suite, whose version says what they are. A bot is made and asked for one decision in each seat.

    Args:
        text: the agent's string.
        game: what it plays.
        settings: num_players, pack and options of the games, as for `Game.batch`.

    Raises:
        AgentError: there is no such agent, it has no network for `game`, or its own fingerprint is not a line of text.
    """
    file = Path(bot["file"]).absolute() if (bot := bot_of(text)) else None
    package = provider(text)
    if file is None and package is None:
        return _stated_fingerprint(agent(text), text, game)
    key = f"{file} {text} {game.content.location} {settings}"
    if (known := _known.get(key)) and known.hash == _hash(known.folder, known.files | _weights(known.searches)):
        return known.answer
    turn = first_decisions(game, **settings)  # before the recording: it may read the game's pack
    with recording() as heard:
        made = agent(text)
        if told := _stated_fingerprint(made, text, game):
            return told
        with suppress(AgentError):  # it will fail in its games
            ask_alone(made, turn, {})
    if not (place := file or _module_of(made)):
        return package or ""
    folder = file.parent if file else Path(sys.modules[type(made).__module__.partition(".")[0]].__path__[0])
    heard.read |= known.files if known else set()  # modules that stay loaded do not open their files again
    files, searches = _files_of(folder, place, heard, game)
    mark = _hash(folder, files | _weights(searches))
    _known[key] = _Known(folder, files, searches, mark, " ".join(filter(None, [package, mark])))
    watch(folder, text, partial(_counts, _known[key], heard, game))
    return _known[key].answer


class _Known(NamedTuple):
    """A fingerprint that was found: of an agent that is slow to make, it is found once while its files stay."""

    folder: Path
    files: set[Path]
    searches: set[_Search]
    hash: str
    answer: str


class _Search(NamedTuple):
    """A folder below which all files of some kinds count."""

    folder: Path
    kinds: frozenset[str]


_known: dict[str, _Known] = {}


def hash_of(file: Path) -> str:
    """16 hexadecimal digits of a file's sha256. Raises AgentError if it cannot be read."""
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()[:DIGITS]
    except OSError as error:
        raise AgentError(f"{file}: {error.strerror}") from None


def hash_of_all(paths: list[Path]) -> str:
    """`hash_of` one file; of several the 16 first digits of a hash of theirs, in this order."""
    marks = [hash_of(path) for path in paths]
    return marks[0] if len(marks) == 1 else hashlib.sha256(" ".join(marks).encode()).hexdigest()[:DIGITS]


def first_decisions(game: Game, **settings: Any) -> Turn:
    """A decision of each seat that has one, in a game dealt from seed 0: a row for each seat."""
    batch = game.batch(1, seeds=[0], **settings)
    seats = np.arange(batch.num_players)
    batch = game.batch(len(seats), seeds=np.zeros(len(seats), np.uint64), **settings)
    for _ in range(game.declaration.max_decisions(batch.num_players, batch.options)):
        waiting = np.flatnonzero(batch.to_move != seats)
        if not len(waiting):
            break
        batch.step_rows(waiting, batch.sample_legal()[waiting])
    return batch.turn(seats, seats.astype(np.uint64))


def _stated_fingerprint(made: Agent, text: str, game: Game) -> str:
    """The fingerprint of the agent `made` as far as its own methods state it; `text` is its agent string.

    That is the line that `fingerprint()` returns, else the hash of the files that `sources(game)` or `source(game)`
    name; "" without these methods. Raises AgentError if one of them fails.
    """
    with blamed(text):
        if fingerprint_method := getattr(made, "fingerprint", None):
            stated = fingerprint_method()
            if not isinstance(stated, str) or not stated.isprintable() or not 0 < len(stated) <= OWN_LENGTH:
                raise AgentError(f"{text}: fingerprint() must return a line of 1 to {OWN_LENGTH} printable characters")
            return stated
        if sources := getattr(made, "sources", None):
            return hash_of_all(sources(game))
        if source := getattr(made, "source", None):
            return hash_of(source(game))
    return ""


def _module_of(made: Agent) -> Path | None:
    """The file of an agent's class if its package is a folder."""
    top = sys.modules.get(type(made).__module__.partition(".")[0])
    return Path(inspect.getfile(type(made))) if hasattr(top, "__path__") and getattr(top, "__file__", None) else None


# ---- which files


def _files_of(folder: Path, file: Path, heard: Heard, game: Game) -> tuple[set[Path], set[_Search]]:
    """The files below `folder` that belong to the bot in `file`, and where all weights do."""
    known = set[Path]()
    waiting = [file]
    named = set[Path]()
    libraries = set[str]()
    while waiting:
        if (module := waiting.pop()) not in known:
            known.add(module)
            imported, texts = _mentioned(module)
            modules = {path for name in imported | texts for path in _modules(folder, module, name)}
            waiting += [path for path in modules if _is_own(path, folder, game)]
            named |= _named(folder, module, texts)
            libraries |= {name.partition(".")[0] for name in imported}
    read, written, searched = (_below(folder, paths) for paths in (heard.read, heard.written, heard.searched))
    data = {path for path in read | (named - written) if path.suffix not in CODE}
    sought = {path for path in data if path.is_file() or path in read - written}  # that a file is missing counts, too
    files = known | {path for path in sought if _is_own(path, folder, game)}
    return files, _searches(folder, searched, heard.started, libraries, files, game)


def _searches(
    folder: Path, searched: set[Path], started: bool, libraries: set[str], files: set[Path], game: Game
) -> set[_Search]:
    """The folders in which all files of some kinds count, since the bot may choose among them without being heard."""
    searches = {_Search(path, KINDS) for path in searched if _is_own(path, folder, game)}
    if started or any(folder.is_relative_to(path) for path in searched):
        searches.add(_Search(folder, KINDS))
    for library in libraries & SILENT.keys():
        kinds = frozenset(SILENT[library] or KINDS)
        if not any(file.suffix in kinds for file in files):
            searches.add(_Search(folder, kinds))
    return searches


def _weights(searches: set[_Search]) -> set[Path]:
    """The files of the kinds that count below the folders that were searched, but for hidden and foreign ones."""
    weights = set[Path]()
    for search in searches:
        files = islice(_walk(search.folder), FILE_LIMIT)
        weights |= {file for file in files if file.suffix.lower() in search.kinds and file.is_file()}
    return weights


def _walk(folder: Path) -> Iterator[Path]:
    """The files below a folder, in order, without those that are no bot's."""
    for parent, folders, names in os.walk(folder):
        inner = sorted(name for name in folders if not name.startswith(".") and name not in FOREIGN)
        folders[:] = [name for name in inner if not Path(parent, name, "pyvenv.cfg").exists()]
        yield from (Path(parent, name) for name in sorted(names) if not name.startswith("."))


def _below(folder: Path, paths: set[Path]) -> set[Path]:
    """`paths`, those below `folder` as they are called there."""
    real = Path(os.path.realpath(folder))
    return {folder / path.relative_to(real) if path.is_relative_to(real) else path for path in paths}


def _counts(known: _Known, heard: Heard, game: Game, path: Path | None) -> bool:
    """Whether a path that a bot opens or searches while it plays is in its fingerprint, or need not be; None: what a
    process reads that it starts."""
    if path is None:
        return _Search(known.folder, KINDS) in known.searches
    (path,) = _below(known.folder, {path})
    if not _is_own(path, known.folder, game) or path.suffix in CODE or path in known.files | heard.written:
        return True
    return any(
        path.is_relative_to(search.folder) and (path.is_dir() or path.suffix.lower() in search.kinds)
        for search in known.searches
    )


def _hash(folder: Path, files: set[Path]) -> str:
    """16 digits of the contents and the names of files below `folder`."""
    digest = hashlib.sha256()
    for path in sorted(files):
        mark = hash_of(path) if path.is_file() else ""
        digest.update(f"{path.relative_to(folder).as_posix()}\0{mark}\0".encode())
    return digest.hexdigest()[:DIGITS]


def _is_own(path: Path, folder: Path, game: Game) -> bool:
    """Whether a file is below `folder`, and not the suite's, the game's or of an environment of Python there."""
    if not path.is_relative_to(folder):
        return False
    if any(part.startswith(".") or part in FOREIGN for part in path.relative_to(folder).parts):
        return False
    others = [Path(sys.prefix), *map(Path, medianoche.__path__), Path(game.content.folder)]
    return not any(path.is_relative_to(other) for other in others if other != folder and other.is_relative_to(folder))


def _mentioned(file: Path) -> tuple[set[str], set[str]]:
    """The names of modules that a file of Python imports (".name" if relative), and the short texts in it."""
    imported = set[str]()
    texts = set[str]()
    if file.suffix != ".py":
        return imported, texts
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return imported, texts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            joined = module if module.endswith(".") else f"{module}."
            imported |= {module, *(f"{joined}{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and 0 < len(node.value) <= NAME_LENGTH:
            texts |= {node.value} if node.value.isprintable() else set()
    return imported, texts


def _modules(folder: Path, importer: Path, name: str) -> Iterator[Path]:
    """The files of a module and of the packages that it is in, as `importer` in a bot's `folder` imports it."""
    inner = name.lstrip(".")
    parts = inner.split(".") if inner else []
    if not all(part.isidentifier() for part in parts):
        return
    if level := len(name) - len(inner):
        root = importer.parents[min(level, len(importer.parents)) - 1]
    elif loading.beside(str(folder), parts[0]):
        root = folder
    else:
        spec = None
        with suppress(ImportError, ValueError):
            spec = importlib.util.find_spec(parts[0]) if parts[0] not in sys.stdlib_module_names else None
        if spec is None or not spec.origin:
            return
        root = Path(spec.origin).parents[1 if spec.submodule_search_locations else 0]
    for depth in range(len(parts) + 1):
        place = root.joinpath(*parts[:depth])
        candidates = [place / "__init__.py"] + [place.with_name(place.name + suffix) for suffix in CODE if depth]
        yield from (path for path in candidates if (depth or level) and path.is_file())


def _named(folder: Path, module: Path, texts: set[str]) -> set[Path]:
    """The files that texts in a module name: beside it, in the bot's folder, and in folders there that texts name."""
    roots = {folder, module.parent}
    roots |= {root / text for root in roots for text in texts if os.path.isdir(root / text)}  # noqa: PTH112 - long names
    endings = {text for text in texts if text.startswith(".") and text[1:].isalnum()}
    paths = {root / text for root in roots for text in texts} | {module.with_suffix(ending) for ending in endings}
    return {Path(os.path.normpath(path)) for path in paths if os.path.isfile(path)}  # noqa: PTH113
