"""Content packs: TOML files of cards, tiles and boards, validated, then one read-only record for the kernels."""

from __future__ import annotations

import hashlib
import importlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from medianoche.envs.core import files
from medianoche.envs.core.errors import PackError, choices, meant, shown

Provenance = Literal["rulebook", "derived", "reconstructed"]
"""Where a value comes from: stated in the rulebook, following from it, or made up because the components are lost."""

PackSource = str | Path | int
"""A pack's name ("standard"), the path of a TOML file, the seed of a generated pack, or "random:SEED" and
"random:SEED:COUNT", a stream of them (see `stream.py`)."""

STREAM = "random:"
SEED_LIMIT = 2**63 - 1
ACCEPTED = f"the path of a .toml file, an integer seed, or {STREAM}SEED"


class PackModel(BaseModel):
    """Base of all tables of a pack: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)  # a validator is made at first use

    def fill(self, record: Any) -> None:
        """Write the whole pack into `record`, a zeroed record of the game's PACK dtype (nothing, by default)."""


class Meta(PackModel):
    """The `[meta]` table of every pack."""

    name: str = Field(min_length=1)
    version: int | str


@dataclass(frozen=True)
class Pack:
    """A pack that has been read.

    Attributes:
        source: what was asked for.
        model: the validated tables.
        records: the pack as an array of one read-only record.
        hash: 16 hexadecimal digits that tell whether two packs play the same.
    """

    source: PackSource
    model: Any
    records: np.ndarray
    hash: str


def packs_folder(package: str) -> Path:
    """The folder of the packs that come with the game in `package`."""
    file = getattr(importlib.import_module(package), "__file__", None)  # a notebook has none
    return Path(file or package).parent / "packs"


def names(package: str) -> list[str]:
    """The packs that come with the game in `package`."""
    return sorted(file.stem for file in packs_folder(package).glob("*.toml"))


def is_file(source: PackSource) -> bool:
    """Whether `source` is the path of a file, which is not known but by the user who names it."""
    return not isinstance(source, int) and str(source).endswith(".toml")


def is_stream(source: object) -> bool:
    """Whether `source` asks for a stream of generated packs."""
    return isinstance(source, str) and source.startswith(STREAM) and not is_file(source)


def source_of(source: Any) -> PackSource:
    """The source by which a pack was asked for, with Python's integers for NumPy's. Raises PackError if `source` names
    no pack."""
    if isinstance(source, str | Path) or (isinstance(source, int | np.integer) and not isinstance(source, bool)):
        return int(source) if isinstance(source, np.integer) else source
    raise PackError(f"pack {shown(source)} is not accepted; accepted: a name, {ACCEPTED}")


def read(package: str, model: type[PackModel], dtype: np.dtype[Any], source: PackSource) -> Pack:
    """Read, validate and encode the pack `source`; a file of the user's is read anew each time.

    Raises:
        PackError: there is no such pack, or it is not valid; names file, key and reason.
    """
    source = source_of(source)
    if is_stream(source):
        raise PackError(f"pack {source!r} is a stream of packs, where one is needed")
    return _read(package, model, dtype, source, files.read(Path(str(source)), PackError) if is_file(source) else b"")


@lru_cache(maxsize=64, typed=True)
def _read(package: str, model: type[PackModel], dtype: np.dtype[Any], source: PackSource, text: bytes) -> Pack:
    """The pack `source`, whose file of the user's holds `text`."""
    if model is PackModel and source == "standard":  # a game without content
        tables = model()
    elif isinstance(source, int):
        tables = generate(package, source)
    else:
        file = Path(source) if is_file(source) else _shipped(package, str(source))
        parsed = files.from_toml(text or files.read(file, PackError), file.name, PackError)
        tables = files.tables_to_model(TypeAdapter(model), parsed, file.name, PackError)
    records = np.zeros(1, dtype)
    tables.fill(records.view(np.recarray)[0])
    content = records.tobytes()
    return Pack(source, tables, read_only(content, dtype), hashlib.sha256(content).hexdigest()[:16])


def read_only(content: bytes, dtype: np.dtype[Any]) -> np.ndarray:
    """Records over the memory of `content`, which NumPy lets nothing write to."""
    return np.frombuffer(content, dtype).view(np.recarray)


def generate(package: str, seed: int, **options: Any) -> PackModel:
    """A random valid pack of the game in `package`.

    Raises:
        PackError: a seed out of range, or the game has no generator.
    """
    if not 0 <= seed <= SEED_LIMIT:
        raise PackError(f"pack seed {shown(seed)} is not accepted; accepted: 0 to {SEED_LIMIT}")
    try:
        generator = importlib.import_module(f"{package}.packs.generate")
    except ModuleNotFoundError:
        raise PackError("this game has no pack generator") from None
    return generator.generate(seed, **options)


def numbered(names: Iterable[str], first: int = 0) -> dict[str, int]:
    """The number of each name, counted from `first`; the second of a name is called "name 2", and so on."""
    numbers_by_name: dict[str, int] = {}
    seen: Counter[str] = Counter()
    for number, name in enumerate(names, first):
        seen[name] += 1
        numbers_by_name[f"{name} {seen[name]}" if seen[name] > 1 else name] = number
    return numbers_by_name


def to_toml(pack: PackModel) -> str:
    """The pack as the text of a TOML file that `read` accepts, with the keys that it was made with."""
    import tomli_w

    return tomli_w.dumps(pack.model_dump(mode="json", exclude_none=True, exclude_unset=True, by_alias=True))


def _shipped(package: str, name: str) -> Path:
    if name not in (known := names(package)):
        raise PackError(f"unknown pack {shown(name)}{meant(name, known)}; accepted: {choices(known)}, {ACCEPTED}")
    return packs_folder(package) / f"{name}.toml"
