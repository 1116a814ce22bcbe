"""Compare the files in a wheel with the files in the tree.

python tests/packaging/wheel_files.py dist/medianoche-0.5.0-py3-none-any.whl
"""

import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FACE = ROOT / "src/medianoche"
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
LEFT_OUT = tuple(f"medianoche/{folder}/" for folder in BUILD["wheel"]["exclude"])
FOLDERS = ("agents", "benchmarks", "envs", "toys", "training")


def tree_files() -> set[str]:
    """The files that a wheel of this tree must hold, under their names in the wheel; without caches, and without what
    pyproject.toml excludes."""
    here = {file.name for file in FACE.iterdir() if file.is_file()}
    files = {f"medianoche/{name}" for name in here - set(FOLDERS)}  # without symlinks git writes links as files
    for base, folder in (*((ROOT, folder) for folder in FOLDERS), *((FACE, folder) for folder in ("cli", "ui"))):
        for file in (base / folder).rglob("*"):
            place = file.relative_to(base)
            hidden = any(part.startswith((".", "__pycache__")) for part in place.parts)
            if file.is_file() and not hidden:
                files.add(f"medianoche/{place.as_posix()}")
    return {name for name in files if not name.startswith(LEFT_OUT)}


def wheel_files(wheel: Path) -> set[str]:
    """The files that `wheel` holds, without its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def differences(wheel: Path) -> list[str]:
    """One line for each file that is only in the tree or only in `wheel`."""
    tree = tree_files()
    packed = wheel_files(wheel)
    missing = [f"missing in the wheel: {name}" for name in sorted(tree - packed)]
    return missing + [f"not in the tree: {name}" for name in sorted(packed - tree)]


if __name__ == "__main__":
    differing = differences(Path(sys.argv[1]))
    print("\n".join(differing) or f"the wheel holds the {len(tree_files())} files of the tree")
    sys.exit(bool(differing))
