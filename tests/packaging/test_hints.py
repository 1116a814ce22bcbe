"""The documented examples pass mypy's strict mode with the type hints of the suite."""

import re
import shutil
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.larger  # mypy reads the whole suite; `make lint` has done so, without the examples
SETTINGS = """
[mypy]
strict = true
[mypy-torch.*,IPython.*,jax.*,matplotlib.*,onnx.*]
follow_imports = skip
"""
"""No hint of the suite has a type of these libraries, which would take most of the time."""
WRONG = """
from typing import Any
import medianoche
from medianoche import envs

medianoche.make_batch("misty", 4, seed="x")
envs.make_batch("misty", "4")
medianoche.make_batch("misty", 4, autoreset="no")
medianoche.make_batch("misty", 4, device="cuda", seeds="x", threads=None)
medianoche.make_batch("misty", 4, num_player=2)
medianoche.make("misty", num_player=2)
medianoche.make_batch("misty", 4, rounds_to_win=9)
reveal_type(medianoche.make_batch("misty", 4, seed=1, threads=2, rounds_to_win=1))
medianoche.make("misty", 3, smile_pairs="disjoint")
lives: dict[str, Any] = {"lives": 3}
medianoche.make_batch("my_game:MyGame", 4, **lives)
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What mypy says of the examples, and of wrong.py."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "mypy.ini").write_text(SETTINGS)
    (folder / "wrong.py").write_text(WRONG)
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    for number, example in enumerate(examples):
        (folder / f"example_{number}.py").write_text(example)
    for bot in (ROOT / "agents/bots").glob("*.py"):
        shutil.copy(bot, folder)
    for name in ("connect_four", "brisca"):
        (folder / name).mkdir()
        for file in (ROOT / "benchmarks/speed" / name).glob("*.py"):  # the pages say: copy the folder
            text = file.read_text(encoding="utf-8")
            (folder / name / file.name).write_text(text.replace(f"medianoche.benchmarks.speed.{name}", name))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        answer, complaints, _ = api.run(["--config-file=mypy.ini", f"--cache-dir={ROOT}/.mypy_cache/examples", "."])
    assert not complaints
    assert f"(checked {len(list(folder.rglob('*.py')))} source files)" in answer
    return answer.splitlines()


def test_a_game_and_bots_of_ones_own_pass_strict_mypy(said):
    assert [line for line in said if ": error:" in line and not line.startswith("wrong.py")] == []


def test_mypy_finds_wrong_arguments_of_make_batch(said):
    assert {int(line.split(":")[1]) for line in said if line.startswith("wrong.py") and ": error:" in line} == {
        6,
        7,
        8,
        9,
        10,
        11,
        12,
    }
    assert any('Revealed type is "medianoche.envs.core.play.batch.Batch"' in line for line in said)
