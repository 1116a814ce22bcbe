"""Kernels without the compiler (NUMBA_DISABLE_JIT=1) compute with views of arrays."""

from tests.processes import printed

WORKSPACE = """
import numpy as np
from medianoche.agents.kernels.network import Size, workspace
from medianoche.envs.core.compile.plain import plain
sizes = np.full(Size.HIDDEN + 2, 2)
sizes[Size.HIDDEN :] = 3, 4
print(len(workspace(plain(sizes)).hidden))
"""


def test_a_network_has_a_workspace_without_the_compiler():
    assert printed("-c", WORKSPACE, NUMBA_DISABLE_JIT="1").split() == ["7"]
