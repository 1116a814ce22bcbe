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
from medianoche.envs.core.errors import PackError, choices

Provenance = Literal["rulebook", "derived", "reconstructed"]
"""Where a value comes from: stated in the rulebook, following from it, or made up because the components are lost."""

PackSource = str | Path | int
"""A pack's name ("standard"), the path of a TOML file, the seed of a generated pack, or "random:SEED" and
"random:SEED:COUNT", a stream of them (see `stream.py`)."""

STREAM = "random:"


class PackModel(BaseModel):
    """Base of all tables of a pack: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

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
    file = importlib.import_module(package).__file__
    return Path(str(file)).parent / "packs"


def names(package: str) -> list[str]:
    """The packs that come with the game in `package`."""
    return sorted(file.stem for file in packs_folder(package).glob("*.toml"))


def is_file(source: PackSource) -> bool:
    """Whether `source` is the path of a file, which is not known but by the user who names it."""
    return not isinstance(source, int) and str(source).endswith(".toml")


def is_stream(source: object) -> bool:
    """Whether `source` asks for a stream of generated packs."""
    return isinstance(source, str) and source.startswith(STREAM) and not is_file(source)


def read(package: str, model: type[PackModel], dtype: np.dtype[Any], source: PackSource) -> Pack:
    """Read, validate and encode the pack `source`; a file of the user's is read anew each time.

    Raises:
        PackError: there is no such pack, or it is not valid; names file, key and reason.
    """
    if is_stream(source):
        raise PackError(f"pack {source!r} is a stream of packs, where one is needed")
    read = _read.__wrapped__ if is_file(source) else _read
    pack: Pack = read(package, model, dtype, source)
    return pack


@lru_cache(maxsize=64, typed=True)
def _read(package: str, model: type[PackModel], dtype: np.dtype[Any], source: PackSource) -> Pack:
    if model is PackModel and source == "standard":  # a game without content
        tables = model()
    elif isinstance(source, int) and not isinstance(source, bool):
        tables = generate(package, source)
    else:
        file = _find(package, str(source))
        given = files.from_toml(files.read(file, PackError), file.name, PackError)
        tables = files.tables_to_model(TypeAdapter(model), given, file.name, PackError)
    records = np.zeros(1, dtype).view(np.recarray)
    tables.fill(records[0])
    records.flags.writeable = False
    return Pack(source, tables, records, hashlib.sha256(records.tobytes()).hexdigest()[:16])


def generate(package: str, seed: int, **options: Any) -> PackModel:
    """A random valid pack of the game in `package`.

    Raises:
        PackError: negative seed, or the game has no generator.
    """
    if seed < 0:
        raise PackError(f"pack seed {seed} is negative; accepted: 0 or more")
    try:
        generator = importlib.import_module(f"{package}.packs.generate")
    except ModuleNotFoundError:
        raise PackError(f"{package.rpartition('.')[2]} has no pack generator") from None
    pack: PackModel = generator.generate(seed, **options)
    return pack


def numbered(names: Iterable[str], first: int = 0) -> dict[str, int]:
    """The number of each name, counted from `first`; the second of a name is called "name 2", and so on."""
    found: dict[str, int] = {}
    seen: Counter[str] = Counter()
    for number, name in enumerate(names, first):
        seen[name] += 1
        found[f"{name} {seen[name]}" if seen[name] > 1 else name] = number
    return found


def to_toml(pack: PackModel) -> str:
    """The pack as the text of a TOML file that `read` accepts."""
    import tomli_w

    return tomli_w.dumps(pack.model_dump(mode="json", exclude_none=True, by_alias=True))


def _find(package: str, source: str) -> Path:
    if is_file(source):
        if not Path(source).is_file():
            raise PackError(f"pack file {source} does not exist")
        return Path(source)
    file = packs_folder(package) / f"{source}.toml"
    if source not in names(package):
        known = choices(names(package))
        others = f"the path of a .toml file, an integer seed, or {STREAM}SEED"
        raise PackError(f"unknown pack {source!r}; accepted: {known}, {others}")
    return file
