"""The wheel holds exactly the files of the tree."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.larger  # `make package` builds and compares a wheel, too


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from the sdist of this tree."""
    return build(tmp_path_factory.mktemp("dist"))


def build(out: Path, *options: str) -> Path:
    """Build in `out`; the wheel."""
    command = [sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", str(out), str(ROOT)]
    built = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert built.returncode == 0, built.stdout
    return next(out.glob("*.whl"))


def test_the_wheel_is_small_and_has_the_same_bytes_from_sdist_and_tree(wheel, tmp_path):
    assert wheel.stat().st_size < 12_000_000
    assert build(tmp_path, "--wheel").read_bytes() == wheel.read_bytes()


def compare(wheel: Path) -> subprocess.CompletedProcess[str]:
    """Run the comparison of `wheel` with the tree."""
    command = [sys.executable, str(Path(__file__).with_name("wheel_files.py")), str(wheel)]
    return subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE)


def test_wheel_from_sdist_holds_the_files_of_the_tree(wheel):
    result = compare(wheel)
    assert result.returncode == 0, result.stdout


def test_a_missing_and_a_strange_file_are_noticed(wheel, tmp_path):
    dropped = "medianoche/training/__init__.py"
    damaged = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(damaged, "w") as target:
        for name in source.namelist():
            if name != dropped:
                target.writestr(name, source.read(name))
        target.writestr("medianoche/envs/__pycache__/rules.pyc", b"")
    result = compare(damaged)
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        f"missing in the wheel: {dropped}",
        "not in the tree: medianoche/envs/__pycache__/rules.pyc",
    ]
