"""Check the types of the page's JavaScript with TypeScript: `make lint` runs it where node is installed.

    python tests/packaging/javascript.py

`tsconfig.json` beside it lists the files. TypeScript reads their code and their JSDoc comments. If there is no
node, or npm cannot install TypeScript, one line says that JavaScript is not checked.
"""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TYPESCRIPT = "typescript@5.9.3"
FOLDER = Path(sys.prefix) / TYPESCRIPT
"""Where TypeScript is installed: in the developer's environment."""
COMPILER = FOLDER / "node_modules" / "typescript" / "bin" / "tsc"


def missing() -> str:
    """Why JavaScript cannot be checked on this machine; "" if it can. Installs TypeScript if it is not there yet."""
    npm = shutil.which("npm")
    if not shutil.which("node"):
        return "node is not installed"
    if COMPILER.is_file():
        return ""
    if not npm:
        return f"npm, which installs {TYPESCRIPT}, is not on PATH"
    words = [npm, "install", "--silent", "--no-fund", "--no-audit", "--prefix", FOLDER, TYPESCRIPT]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    return "" if done.returncode == 0 and COMPILER.is_file() else f"npm could not install {TYPESCRIPT}"


def main() -> int:
    if reason := missing():
        print(f"JavaScript is not checked: {reason}")
        return 0
    return subprocess.run(["node", COMPILER, "--project", HERE / "tsconfig.json"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
