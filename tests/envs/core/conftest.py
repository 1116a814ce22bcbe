import shutil

import pytest

from medianoche import envs
from medianoche.envs.core.compile import jit


@pytest.fixture(scope="session")
def duel():
    """A small game with hidden information, options and two player counts."""
    return envs.game("tests.toys.duel:Duel")


@pytest.fixture
def cache(tmp_path):
    """A cache folder of compiled code in which there is the core's alone, no game's."""
    core = jit.cache_folder(jit.CORE)
    return shutil.copytree(core, tmp_path / "cache" / core.name).parent
