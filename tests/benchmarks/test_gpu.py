"""`medianoche bench gpu`, on an emulated device and without any."""

import importlib.util
import re
import sys

import pytest

from medianoche.benchmarks.speed import gpu, legal
from medianoche.envs.core.compile import device
from medianoche.envs.core.compile.jit import DISABLED
from tests.benchmarks.calls import refused
from tests.envs.core.emulated import EmulatedDriver


@pytest.mark.skipif(DISABLED or not device.linking.AVAILABLE, reason="kernels are not compiled")
def test_the_report_compares_and_measures(monkeypatch):
    monkeypatch.setattr(gpu, "CHECKED_ROWS", 64)
    monkeypatch.setattr(gpu, "STEPS", 2)
    monkeypatch.setattr(gpu, "torch_place", lambda driver: None)
    monkeypatch.setitem(sys.modules, "pgx", None)
    lines = []
    measured = gpu.measure([], EmulatedDriver(), [8, 16], 0.001, lines.append)
    game = measured["games"]["connect_four"]
    assert (game["compared"], game["different"]) == (6400, [])
    assert {"masks alone", "batch", "with float32 observations"} <= set(game["rates"]["16"])
    assert game["loops"]["step_checked"]["parameters"] > 10
    page = gpu.report({**measured, "pgx": {"16": {"pgx on H100: scan": 2e6}}})
    assert "6,400 decisions compared with the CPU; different: nothing." in page
    assert "| pgx on H100: scan |" in page.replace("|\n", "|")
    assert " 2.00 M |\n" in page
    assert any("8 rows: masks alone" in line for line in lines)
    for left_out in ("PyTorch is left out: it is not installed", "pgx is left out: pgx or JAX is not installed"):
        assert sum(line.startswith(left_out) for line in lines) == 1


@pytest.mark.skipif(DISABLED or not device.linking.AVAILABLE, reason="kernels are not compiled")
def test_actions_are_checked_in_as_many_calls_as_needed(tmp_path, monkeypatch):
    """On an emulated device: the second call goes on where the first one stopped."""
    pytest.importorskip("torch")
    monkeypatch.setattr(gpu, "LEARNER", {"num_envs": 16, "num_steps": 4, "minibatch_size": 32})
    lines = []
    finished = False
    while not finished:
        finished = legal.search("kuhn", "cpu", EmulatedDriver(), 500, 0, tmp_path, lines.append)
        assert len(lines) < 100
    counts = [int(re.search(r"kuhn: ([\d,]+) of 500 decisions, all legal", line)[1].replace(",", "")) for line in lines]
    assert counts == sorted(set(counts))
    assert counts[-2] < 500 <= counts[-1]


def test_the_profile_of_a_round_is_shown(monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.setattr(gpu, "LEARNER", {"num_envs": 8, "num_steps": 2, "minibatch_size": 8})
    table = gpu.profile("kuhn", "cpu", "cpu")
    assert "Self CPU" in table
    assert "aten::" in table
    machine = {"processor": "x", "cores": 1, "versions": {}}
    games = {"kuhn": {"compared": 1, "different": [], "rates": {}, "beside": {}, "loops": {}, "profile": table}}
    page = gpu.report({"device": "emulated", "machine": machine, "games": games})
    assert f"A round of PPO in torch, by torch.profiler:\n\n```\n{table.rstrip()}\n```" in page


def test_a_difference_is_reported(four, monkeypatch):
    monkeypatch.setattr(gpu, "CHECKED_STEPS", 1)
    batch = gpu.DeviceBatch

    def other(*arguments, seed, **named):
        return batch(*arguments, seed=seed + 1, **named)

    monkeypatch.setattr(gpu, "DeviceBatch", other)
    decisions, differing = gpu.compare(four, EmulatedDriver())
    assert decisions == gpu.CHECKED_ROWS
    assert "field rng of row 0 after step 1" in differing


def test_without_a_gpu_there_is_one_line():
    installed = importlib.util.find_spec("cuda") is not None
    words = r"no NVIDIA driver|this machine has \d+ GPUs" if installed else r"needs cuda-bindings; install: pip install"
    assert re.search(words, refused(["bench", "gpu", "--device", "cuda:99"]))
    refused(["bench", "gpu", "--device", "tpu"], """device = 'tpu'; accepted: "cpu", "cuda" or "cuda:NUMBER"\n""")
