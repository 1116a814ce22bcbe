"""Environments run where only numpy, numba, gymnasium, pettingzoo and pydantic are (docs/guides/systems.md)."""

from tests.processes import printed

PROGRAM = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in "typer click rich matplotlib openskill tomli_w safetensors fluent".split():
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
import medianoche
from medianoche.agents import agent

env = medianoche.make("misty")
env.reset(1)
while not env.terminations[env.agent_selection]:
    env.step(env.sample_legal())
batch = medianoche.make_batch("misty", num_envs=4)
batch.step(batch.sample_legal())
assert batch.observation.any()
for name in ("random", "greedy", "ismcts:4"):
    assert agent(name).name == name
try:
    import typer
except ModuleNotFoundError:
    print("small")
"""


def test_environments_run_without_what_only_commands_need():
    assert printed("-c", PROGRAM).endswith("small\n")
