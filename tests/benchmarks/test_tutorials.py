"""The pages that teach how a game is made: what they show is all of the game's code, and what they say to run works."""

import re
from itertools import islice
from pathlib import Path

import pytest

from medianoche.envs.core import contract
from tests.benchmarks.calls import done, larger

TOYS = Path(__file__).parents[2] / "toys"
LINE_LIMITS = {"connect_four": 130, "brisca": 200}
"""Of code, without blank ones."""
PAGES = {name: (TOYS / name / "README.md").read_text(encoding="utf-8") for name in LINE_LIMITS}
EACH = pytest.mark.parametrize("name", LINE_LIMITS)


def lines(text):
    return [line for line in text.splitlines() if line.strip()]


def blocks(name, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGES[name], re.DOTALL | re.MULTILINE)


@EACH
def test_a_page_teaches_all_of_the_code_in_its_order(name):
    """So `test_contract.py` checks what it teaches."""
    code = lines("".join((TOYS / name / file).read_text(encoding="utf-8") for file in ("__init__.py", "rules.py")))
    assert lines("".join(blocks(name, "python"))) == code
    assert len(code) <= LINE_LIMITS[name]
    assert f"in {LINE_LIMITS[name]} lines" in PAGES[name].partition("\n")[0]
    assert f"{len(code)}\nlines" in PAGES[name] or f"{len(code)} lines" in PAGES[name]


@pytest.mark.parametrize("name", ["connect_four", larger("brisca")])
def test_the_commands_of_a_page_work(name, tmp_path, monkeypatch):
    promises = contract.run
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(contract, "run", lambda game, variants: islice(promises(game, variants), 1, 3))
    commands = lines("".join(blocks(name, "sh")))
    assert any(command.startswith("medianoche check ") for command in commands)
    for command in commands:
        done(command.split()[1:], b"q\n")


@EACH
def test_the_example_of_a_page_runs(name):
    (example,) = blocks(name, "python3")
    exec(compile(example, name, "exec"), {})


def test_the_promises_that_are_named_are_checked():
    named = re.findall(r"^\| `(\w+)`", PAGES["brisca"].partition("## 7. The contract")[2], re.MULTILINE)
    assert len(named) == 6
    assert set(named) <= {check.__name__ for check in contract.CHECKS}
