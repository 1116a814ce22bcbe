"""What the README shows works, and what exists is in it."""

import re
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=[text.strip().splitlines()[0] for text in EXAMPLES])
def test_an_example_runs(example):
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})


def test_the_example_agent_plays(tmp_path):
    (bot,) = [text for text in EXAMPLES if "class Cautious" in text]
    (tmp_path / "my_bot.py").write_text(bot)
    batch = envs.make_batch("misty", 5)
    turn = batch.turn(np.arange(5), np.arange(5, dtype=np.uint64))
    assert agent(f"{tmp_path}/my_bot.py:Cautious").act(turn).tolist() == [int(np.argmax(m)) for m in turn.action_mask]


def test_every_game_is_in_the_table():
    assert re.findall(r"^\| \[`(\w+)`\]", README, re.MULTILINE) == envs.names()


def test_links_lead_somewhere():
    for target in re.findall(r"\]\((?!http)([^)]+)\)", README):
        assert (ROOT / target).exists(), target
