"""Import a bot's file. Modules beside it belong to this bot alone, so two bots may each have a `helper.py`.

The folder of a bot becomes a package of its own in `sys.modules`, and the bot's modules have an `__import__` that looks
into the folder first. `importlib.import_module("helper")` does not.
"""

from __future__ import annotations

import builtins
import importlib.util
import sys
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

PREFIX = "medianoche_bot_"
_numbers = count()


class _Loader(SourceFileLoader):
    """Loads a bot's module from its text as it is now, without bytecode of an earlier one."""

    def path_stats(self, path: str) -> Mapping[str, Any]:
        raise OSError(f"no bytecode for {path}")

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = vars(builtins) | {"__import__": _import}
        super().exec_module(module)


class _Finder:
    """Finds the modules of the packages that are bots' folders."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if path and name.startswith(PREFIX) else None
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.name, spec.loader.path)
        return spec


def load(file: Path) -> ModuleType:
    """Execute a bot's file as a module, anew at each call. Its own exceptions pass."""
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
    package = ModuleType(f"{PREFIX}{next(_numbers)}")
    package.__path__ = [str(file.parent.absolute())]
    name = f"{package.__name__}.{file.stem.replace('.', '_')}"
    loader = _Loader(name, str(file.absolute()))
    spec = importlib.util.spec_from_file_location(name, file.absolute(), loader=loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    sys.modules |= {package.__name__: package, name: module}
    try:
        loader.exec_module(module)
    except BaseException:
        _forget(package.__name__)
        raise
    return module


def keep_for(agent: object, module: ModuleType) -> None:
    """Remove the modules of a bot from `sys.modules` when `agent` is no more."""
    with suppress(TypeError):  # with __slots__ it may have no weak references
        weakref.finalize(agent, _forget, _package(vars(module)))


def beside(folder: str, top: str) -> ModuleSpec | None:
    """The spec of the module or package `top` beside a bot in `folder`; None if it is not beside the bot.

    Never beside it are the standard library, the suite, and packages that define a game, whose classes exist once.
    """
    from medianoche.envs.core.declaration import Declaration

    if top in sys.stdlib_module_names or top in {kind.__module__.partition(".")[0] for kind in _below(Declaration)}:
        return None

    # A folder without `__init__.py` has no origin. It counts only if no other package has its name.
    spec = PathFinder.find_spec(top, [folder])
    return spec if spec and (spec.origin or importlib.util.find_spec(top) is None) else None


def _below(kind: type) -> set[type]:
    """The classes derived from `kind`, at any depth, and itself."""
    return {kind}.union(*map(_below, kind.__subclasses__()))


def _import(
    name: str,
    globals: Mapping[str, Any] | None = None,  # noqa: A002 - these are the names of __import__
    locals: Mapping[str, Any] | None = None,  # noqa: A002
    fromlist: Sequence[str] = (),
    level: int = 0,
) -> ModuleType:
    """`__import__` of a bot's modules: the bot's folder is searched first."""
    package = _package(globals or {})
    top = name.partition(".")[0]
    if level == 0 and (folder := getattr(sys.modules.get(package), "__path__", None)):
        module_name = f"{package}.{top}"
        if module_name in sys.modules or beside(folder[0], top):
            module = builtins.__import__(f"{package}.{name}", globals, locals, fromlist, 0)
            return module if fromlist else sys.modules[module_name]
    return builtins.__import__(name, globals, locals, fromlist, level)


def _package(names: Mapping[str, Any]) -> str:
    return str(names.get("__name__", "")).partition(".")[0]


def _forget(package: str) -> None:
    for name in [name for name in list(sys.modules) if name.partition(".")[0] == package]:
        del sys.modules[name]
