"""Install a wheel in an empty environment and run it in an empty folder and beside a clone named `medianoche`.

python tests/packaging/wheel_runs.py dist/medianoche-0.5.0-py3-none-any.whl
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def run(*command: str | Path, cwd: Path) -> str:
    """The output of `command`, run in `cwd` without this process's Python path."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=cwd, env=env, check=True, text=True, stdout=subprocess.PIPE).stdout


def clone(folder: Path) -> Path:
    """A new `folder` that holds a copy of the tree named `medianoche`."""
    skipped = shutil.ignore_patterns(".git", ".venv", "__pycache__", "dist", ".*_cache")
    shutil.copytree(ROOT, folder / "medianoche", symlinks=True, ignore=skipped)
    return folder


def check(wheel: Path, scratch: Path) -> None:
    """Run the wheel's commands from an empty folder and from one with a clone in it."""
    empty = scratch / "empty"
    empty.mkdir()
    venv.create(scratch / "venv", with_pip=True)
    scripts = scratch / "venv" / SCRIPTS
    python = scripts / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=empty)
    for folder in (empty, clone(scratch / "beside_a_clone")):
        origin = Path(run(python, "-c", "import medianoche; print(medianoche.__file__)", cwd=folder).strip())
        if scratch / "venv" not in origin.parents:
            sys.exit(f"in {folder.name}: medianoche was imported from {origin}, not from the wheel")
        games = run(scripts / "medianoche", "games", cwd=folder)
        if not games.strip() or run(python, "-m", "medianoche", "games", cwd=folder) != games:
            sys.exit(f"in {folder.name}: `medianoche games` and `python -m medianoche games` differ or say nothing")
    print("the wheel runs from an empty environment, with and without a clone beside it")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        check(Path(sys.argv[1]).resolve(), Path(name).resolve())
