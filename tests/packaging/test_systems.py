"""The suite without what macOS and Windows lack, and names of files that Windows refuses."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from multiprocessing import resource_tracker
from pathlib import Path

import pytest

from medianoche.agents.base import agent
from medianoche.envs import game
from medianoche.places import NETWORKS
from tests.benchmarks.calls import Called

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN = set('<>:"/\\|?*')
RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(10))}
"""Characters and names that Windows does not allow as names of files."""


def test_a_checkout_without_links_is_imported(tmp_path):
    """On Windows git leaves a small file of text where a link should be."""
    for folder in ("envs", "toys", "agents", "training", "benchmarks"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    package = tmp_path / "src/medianoche"
    package.mkdir(parents=True)
    for file in (ROOT / "src/medianoche").iterdir():
        text = str(file.readlink()) if file.is_symlink() else file.read_text() if file.is_file() else None
        if text is not None:
            (package / file.name).write_text(text)
    for folder in ("cli", "ui"):
        (package / folder).symlink_to(ROOT / "src/medianoche" / folder)
    code = """
import medianoche
from medianoche.places import NETWORKS
from medianoche.cli import app
networks = [len(list(folder.glob("*.safetensors"))) for folder in (NETWORKS, NETWORKS / "ppo")]
print(medianoche.__file__, medianoche.envs.__file__, *networks)
print(medianoche.envs.game("misty").new().num_players)
"""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, check=True, text=True, stdout=subprocess.PIPE)
    package_at, games_at, networks, policies, players = ran.stdout.split()
    assert package_at == str(package / "__init__.py")
    assert games_at == str(tmp_path / "envs/__init__.py")
    assert int(networks) == int(policies) > 0
    assert players == "2"


def test_a_system_without_affinity_and_signal_masks(monkeypatch):
    """macOS and Windows lack both."""
    from medianoche.benchmarks.workers.pool import Task, WorkerPool
    from medianoche.envs.core.play import threads

    resource_tracker.ensure_running()  # Python starts it in its own way
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.delattr(signal, "pthread_sigmask")
    assert threads.cores() == (os.cpu_count() or 1)
    with closing(WorkerPool(1)) as pool:
        pool.submit(Task(max, (2, 5)))
        assert pool.finished() == [(Task(max, (2, 5)), 5)]


def test_programs_as_agents_are_refused_where_there_are_no_groups_of_processes(monkeypatch):
    from medianoche.agents import link

    monkeypatch.setattr(link.os, "name", "nt")
    with pytest.raises(link.LinkError, match=r"^programs as agents need Linux or macOS$"):
        link.Link(["cat"])


BOT = """
class First:
    def act(self, turn):
        return turn.action_mask.argmax(axis=1)
"""


def test_agents_may_lie_on_a_drive_with_a_letter(tmp_path, monkeypatch):
    """On Windows a path may contain a colon, which also separates the parts of an agent's string."""
    monkeypatch.chdir(tmp_path)
    shutil.copyfile(NETWORKS / "misty.safetensors", r"C:\runs\net.safetensors")
    shutil.copyfile(NETWORKS / "ppo" / "misty.safetensors", r"C:\runs\ppo.safetensors")
    Path(r"C:\my bots\first.py").write_text(BOT, encoding="utf-8")
    misty = game("misty")
    for text, file in [
        (r"net:C:\runs\net.safetensors", r"C:\runs\net.safetensors"),
        (r"net:C:\runs\net.safetensors:64", r"C:\runs\net.safetensors"),
        (r"net:C:\runs\net.safetensors:sample", r"C:\runs\net.safetensors"),
        (r"ppo:C:\runs\ppo.safetensors:sample", r"C:\runs\ppo.safetensors"),
    ]:
        assert agent(text).source(misty) == Path(file)
    assert type(agent(r"C:\my bots\first.py:First")).__name__ == "First"


def test_files_have_names_that_every_system_allows(tmp_path):
    out = tmp_path / "out"
    bot = tmp_path / "my bot.py"
    bot.write_text(BOT, encoding="utf-8")
    played = ["tournament", "kuhn", "--agents", "random", "ismcts:2:greedy", f"{bot}:First"]
    played += ["--games", "6", "--save-replays"]
    for words in (
        [*played, "--out", str(out / "games")],
        ["export", str(out / "games"), "--out", str(out / "exported")],
        ["export", str(out / "games"), "--trajectories", "--out", str(out / "trajectories")],
        ["play", "kuhn", "--save", str(out / "game.json")],
    ):
        called = Called(words, b"q\n")
        assert called.code == 0, called.err
    written = [path.relative_to(out) for path in out.rglob("*")]
    assert len(written) > 20
    for path in written:
        assert not FORBIDDEN.intersection(path.name), path
        assert path.name == path.name.rstrip(" ."), path
        assert path.name.partition(".")[0].upper() not in RESERVED, path
    assert len({str(path).casefold() for path in written}) == len(written)
