"""ptxas, the assembler of GPUs, from the wheel `nvidia-cuda-nvcc` or on PATH; registers and spills of each loop."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

FOLDERS = [*(f"{folder}/nvidia/cu13/bin" for folder in sys.path), os.environ.get("PATH", "")]
ASSEMBLER = shutil.which("ptxas", path=os.pathsep.join(FOLDERS))
ARCHITECTURE = "sm_90"
"""Of the recorded bounds."""
BOUNDS = tomllib.loads(Path(__file__).with_name("registers.toml").read_text(encoding="utf-8"))
"""By game and loop: the most registers of a thread, and the most bytes that it may spill."""


def assert_complete(ptx, name):
    """Check that only the entry is visible from outside, that nothing is missing, and that no two operations on floats
    became one, which rounds once instead of twice."""
    assert re.findall(r"\.visible.*", ptx) == [f".visible .entry {name}("]
    assert not re.search(r"\.extern|fma\.|llvm", ptx)


def assembled(ptx, architecture, folder):
    """The registers of a thread and the bytes that it spills."""
    file = Path(folder) / "code.ptx"
    file.write_text(ptx, encoding="utf-8")
    made = [ASSEMBLER, f"-arch={architecture}", "-v", file, "-o", file.with_suffix(".cubin")]
    ran = subprocess.run(made, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    registers = max(map(int, re.findall(r"Used (\d+) registers", ran.stderr)))
    return registers, sum(map(int, re.findall(r"(\d+) bytes spill stores", ran.stderr)))


def exceeding(game, loop, ptx, folder):
    """What ptxas says of a loop, in words, and a list with a line if that is above its bounds or it has none."""
    figures = assembled(ptx, ARCHITECTURE, folder)
    bounds = BOUNDS.get(game, {}).get(loop)
    words = "{} registers, {} bytes spilled".format
    if bounds is None:
        return words(*figures), [f"{game} {loop}: {words(*figures)}; no bound recorded"]
    above = figures[0] > bounds[0] or figures[1] > bounds[1]
    return words(*figures), [f"{game} {loop}: {words(*figures)}; recorded: {words(*bounds)}"] * above
