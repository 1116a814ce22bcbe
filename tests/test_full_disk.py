"""A full disk: a file that a command writes anew keeps its former content, and nothing else is left behind."""

import errno
import io
from pathlib import Path

import pytest

from medianoche.envs.core import files
from tests.benchmarks.calls import Called

FULL = OSError(errno.ENOSPC, "No space left on device")


class Full(io.FileIO):
    """A file on a full disk: it is opened and made empty, and nothing can be written."""

    def write(self, data):
        raise FULL


@pytest.fixture
def full(monkeypatch):
    """A function after which nothing more can be written below a folder."""

    def fill(folder):
        real = Path.open

        def opening(path, mode="r", *words, **settings):
            if "w" in mode and path.is_relative_to(folder):
                stream = Full(path, "w")
                return (
                    stream if "b" in mode else io.TextIOWrapper(io.BufferedWriter(stream), "utf-8", write_through=True)
                )
            return real(path, mode, *words, **settings)

        monkeypatch.setattr(Path, "open", opening)

    return fill


def test_a_full_disk_keeps_what_a_command_wrote_before(tmp_path, full):
    file = tmp_path / "written.toml"
    file.write_text("before")
    full(tmp_path)
    called = Called(["leaderboard", "--page", file])
    assert called.code == 2
    assert "No space left on device" in called.err
    assert len(called.err.splitlines()) == 1
    assert file.read_text() == "before"
    assert not list(tmp_path.glob("*.new"))


def test_what_is_written_with_another_library_is_replaced_as_a_whole(tmp_path):
    file = tmp_path / "picture.svg"
    file.write_text("before")

    def write():
        with files.replacing(file) as new:
            new.write_text("hal")
            raise FULL

    with pytest.raises(OSError, match="No space left") as error:
        write()
    assert error.value.filename == str(file)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"]
