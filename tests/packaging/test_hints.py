"""The documented examples pass mypy's strict mode with the type hints of the suite."""

import re
import shutil
from pathlib import Path

from mypy import api

ROOT = Path(__file__).resolve().parents[2]


def test_a_game_and_bots_of_ones_own_pass_strict_mypy(tmp_path, monkeypatch):
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    for number, example in enumerate(examples):
        (tmp_path / f"example_{number}.py").write_text(example)
    for bot in (ROOT / "agents/bots").glob("*.py"):
        shutil.copy(bot, tmp_path)
    for name in ("connect_four", "brisca"):
        (tmp_path / name).mkdir()
        for file in (ROOT / "benchmarks/speed" / name).glob("*.py"):  # the pages say: copy the folder
            text = file.read_text(encoding="utf-8")
            (tmp_path / name / file.name).write_text(text.replace(f"medianoche.benchmarks.speed.{name}", name))
    monkeypatch.chdir(tmp_path)
    said, complaints, code = api.run(["--strict", "--config-file=", "."])
    assert (said.partition(":")[0], complaints, code) == ("Success", "", 0), said


WRONG = """
import medianoche
from medianoche import envs

medianoche.make_batch("misty", 4, seed="x")
envs.make_batch("misty", "4")
medianoche.make_batch("misty", 4, autoreset="no")
medianoche.make_batch("misty", 4, device="cuda", seeds="x", threads=None)
reveal_type(medianoche.make_batch("misty", 4, seed=1, threads=2, rounds_to_win=1))
"""


def test_mypy_finds_wrong_arguments_of_make_batch(tmp_path, monkeypatch):
    (tmp_path / "wrong.py").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    said, _, _ = api.run(["--config-file=", "wrong.py"])
    lines = {int(line.split(":")[1]) for line in said.splitlines() if ": error:" in line}
    assert lines == {5, 6, 7, 8}, said
    assert 'Revealed type is "medianoche.envs.core.play.batch.Batch"' in said
