"""Packs as files, for tests of those that are refused."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from medianoche.envs.core.errors import PackError


def change(tables: Any, path: Sequence[str | int], value: Any) -> None:
    """Set one entry of the tables, or delete it for None."""
    *parents, last = path
    for part in parents:
        tables = tables[part]
    if value is None:
        del tables[last]
    else:
        tables[last] = value


def text(game: Any) -> str:
    """The standard pack as text."""
    return (game.content.folder / "packs" / "standard.toml").read_text(encoding="utf-8")


def tables(game: Any) -> Any:
    """The standard pack as tables."""
    return tomllib.loads(text(game))


def written(folder: Path, content: Any, name: str = "bad.toml") -> str:
    """The path of a file with this text or these tables."""
    file = folder / name
    file.write_text(content if isinstance(content, str) else tomli_w.dumps(content), encoding="utf-8")
    return str(file)


def replaced(game: Any, *changes: tuple[str, str]) -> str:
    """The text of the standard pack with some words replaced, each once."""
    pack_text = text(game)
    for old, new in changes:
        assert old in pack_text, old
        pack_text = pack_text.replace(old, new, 1)
    return pack_text


def assert_refused(game: Any, folder: Path, content: Any, reason: str) -> None:
    """Check that the pack is refused in one line that names the file and the reason."""
    with pytest.raises(PackError) as refused:
        game.content.read_pack(written(folder, content))
    assert reason in str(refused.value)
    assert str(refused.value).startswith("bad.toml: ")
    assert "\n" not in str(refused.value)
