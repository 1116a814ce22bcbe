"""`medianoche train` and `medianoche baselines`, as people call them."""

import re

import numpy as np
import pytest
from typer.testing import CliRunner

from medianoche import envs
from medianoche.agents import policy
from medianoche.benchmarks.commands import train as command
from medianoche.benchmarks.commands.app import app
from medianoche.training.config import TrainingError
from tests.training.conftest import YARDSTICK


def invoke(*words):
    result = CliRunner().invoke(app, [str(word) for word in words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_without_torch_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(TrainingError, match=r"training needs torch, .*; install: pip install 'medianoche\[train\]'"):
        command.require_torch()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
def test_a_training_leaves_a_policy_and_its_rating(tmp_path, small):
    pytest.importorskip("torch")
    pytest.importorskip("sb3_contrib")
    config, out = tmp_path / "small.toml", tmp_path / "run"
    config.write_text(small().to_toml())
    words = [
        "train",
        YARDSTICK,
        "--learner",
        "ppo",
        "--config",
        config,
        "--out",
        out,
        "--from",
        "greedy",
        "--decisions",
        500,
    ]
    text = invoke(*words)
    assert "decisions/s: environment" in text
    assert re.search(r"measured: random \d+%, greedy \d+%", text)
    assert "| # | agent | Elo |" in (out / "ratings.md").read_text()
    assert "ppo:" in (out / "ratings.md").read_text()
    assert "against greedy" in (out / "curve.svg").read_text()
    before = (out / "checkpoint.safetensors").read_bytes()
    invoke(*words)
    assert (out / "checkpoint.safetensors").read_bytes() == before


def test_a_baseline_is_published_measured_and_told_of(tmp_path, small, monkeypatch):
    from medianoche.benchmarks import baselines

    for module in (policy, baselines):
        monkeypatch.setattr(module, "BASELINES", tmp_path / "baselines")
    run = tmp_path / "run"
    run.mkdir()
    (run / "config.toml").write_text(small().to_toml())
    with pytest.raises(TrainingError, match="is not finished"):
        baselines.publish(run)
    chance = np.random.default_rng(0)
    network = policy.Network([chance.normal(size=(84, 7))], [np.zeros(7)])
    network.save(run / "policy.safetensors", policy.Header.of(envs.game(YARDSTICK), 1_234_567))
    (run / "curve.svg").write_text("<svg/>")
    page = tmp_path / "BASELINES.md"
    words = ["baselines", "--add", run, "--games", 10, "--opponents", "random", "greedy"]
    invoke(*words, "--out", tmp_path / "games", "--page", page)
    text = page.read_text()
    number = r"\d+\.\d% \(\d+\.\d% to \d+\.\d%\)"
    line = rf"\| `connect_four` \| \d+ \(\d+ to \d+\) \| {number} \| {number} \| 10 \| 1,234,567 \| 0\.00 MB \|"
    assert re.search(line, text)
    assert "baselines/connect_four.svg" in text
    assert str(tmp_path) not in text
