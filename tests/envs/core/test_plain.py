"""Kernels without the compiler (NUMBA_DISABLE_JIT=1) compute with views of arrays."""

import os
import subprocess
import sys

WORKSPACE = """
import numpy as np
from medianoche.agents.kernels.network import Size, workspace
from medianoche.envs.core.compile.plain import plain
sizes = np.full(Size.HIDDEN + 2, 2)
sizes[Size.HIDDEN :] = 3, 4
print(len(workspace(plain(sizes)).hidden))
"""


def test_a_network_has_a_workspace_without_the_compiler():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", WORKSPACE]
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == ["7"], ran.stderr
