"""Actors on a Ray cluster of several nodes: what is killed costs its games and nothing else."""

import os
import signal
import sys
from pathlib import Path

import pytest

from medianoche.benchmarks.workers.actors import FleetActors
from tests.training.conftest import opened, train
from tests.training.test_net import IMITATION, SELF_PLAY, always, config_of, unmeasured

CONFIG = config_of({**IMITATION, "rounds": 2}, {**SELF_PLAY, "rounds": 6, "num_steps": 3000})


@pytest.fixture
def nodes():
    """A head and another node, of a processor each."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster as Nodes

    made = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    path = os.pathsep.join(filter(None, sys.path))
    ray.init(made.address, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": path}})
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The network that two processes play for, neither of which is killed."""
    pytest.importorskip("ray")
    return trained(tmp_path_factory.mktemp("whole"), FleetActors(2), lambda progress: None)


def trained(folder, actors, report):
    train(CONFIG, folder, unmeasured, always, report, actors)
    actors.close()
    return opened(CONFIG, folder).algorithm.network.parameters.tobytes()


def playing():
    """Processes of the cluster that play, or have played."""
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                words = (process / "cmdline").read_bytes()
            except OSError:  # it has ended
                continue
            if words.startswith((b"ray::play_elsewhere", b"ray::IDLE")):
                yield int(process.name)


def test_actors_of_a_cluster_that_are_killed_cost_nothing(nodes, whole, tmp_path):
    killed = []

    def report(progress):
        if progress.done in (2, 5):
            for actor in list(playing())[-2:]:
                os.kill(actor, signal.SIGKILL)
                killed.append(actor)

    assert trained(tmp_path, FleetActors(1, nodes.address), report) == whole
    assert killed


def test_a_node_that_is_lost_costs_nothing(nodes, whole, tmp_path):
    def report(progress):
        if progress.done == 3 and len(nodes.worker_nodes) == 1:
            nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)

    assert trained(tmp_path, FleetActors(1, nodes.address), report) == whole
    assert not nodes.worker_nodes
