"""Libraries that a browser does not have and that rules, texts and sessions only name: numba, gymnasium and others.
Every name in them exists; decorators return what they are given. To be imported before the suite."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

LIBRARIES = {"numba", "llvmlite", "gymnasium", "pettingzoo", "safetensors"}


class AbsentName:
    """Stands for any class, type or value of them."""

    def __init__(self, *given: Any, **named: Any) -> None: ...

    def __init_subclass__(cls, **named: Any) -> None: ...

    def __class_getitem__(cls, _: Any) -> Any:
        return cls

    def __call__(self, *given: Any, **named: Any) -> Any:
        alone = len(given) == 1 and not named
        return given[0] if alone and callable(given[0]) else AbsentName()

    def __getattr__(self, name: str) -> Any:
        return _named(name)

    def __getitem__(self, _: Any) -> AbsentName:
        return self

    def __iter__(self) -> Any:
        return iter(())

    def __or__(self, _: Any) -> Any:
        return AbsentName

    __ror__ = __or__


def _named(name: str) -> Any:
    """What stands for a name: classes begin with a capital letter."""
    if name.startswith("__"):
        raise AttributeError(name)
    if not name[:1].isupper():
        return AbsentName()
    return type(name, (Exception if name.endswith("Error") else AbsentName,), {})


def _decorator(*given: Any, **_: Any) -> Any:
    return given[0] if given and callable(given[0]) else lambda function: function


KNOWN: dict[str, Any] = {
    "numba.config": SimpleNamespace(DISABLE_JIT=1, reload_config=lambda: None),
    "numba.core.types.Type": AbsentName,
    "numba.from_dtype": lambda _: AbsentName(),
    "numba.typeof": lambda _: AbsentName(),
    "numba.__version__": "0",
    "llvmlite.__version__": "0",
    "numba.extending.overload": lambda *_, **__: lambda function: function,
    "numba.extending.register_jitable": _decorator,
    "numba.extending.intrinsic": _decorator,
}
"""What is asked for more than its name."""


class Absent(ModuleType):
    """A library that is not there."""

    __path__: list[str] = []  # noqa: RUF012 - as of a package

    def __getattr__(self, name: str) -> Any:
        found = KNOWN.get(f"{self.__name__}.{name}")
        if found is None:
            found = _named(name)
        setattr(self, name, found)
        return found


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the libraries that are not there, and everything in them."""

    def find_spec(self, name: str, *_: Any) -> Any:
        """The modules of LIBRARIES."""
        return (
            importlib.machinery.ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in LIBRARIES else None
        )

    def create_module(self, spec: Any) -> ModuleType:
        """An empty module."""
        made = Absent(spec.name)
        made.__file__ = spec.name
        return made

    def exec_module(self, _: ModuleType) -> None:
        """AbsentName is run."""


sys.meta_path.insert(0, Finder())
