"""The adapters for verifiers and OpenEnv, with stub models."""

import asyncio
import re
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

from medianoche.training.adapters.text_seat import tasks


def test_openenv_plays_a_game_behind_its_server():
    pytest.importorskip("openenv.core")
    from fastapi.testclient import TestClient

    from medianoche.training.adapters.openenv import ModelAnswer, SeatEnvironment, serve

    env = SeatEnvironment(tasks(["leduc"], 4, ["greedy", "random"]), iter([2, 3]).__next__)
    assert env.reset().prompt.startswith("You play Leduc")
    seen = env.step(ModelAnswer(text="I think", cut_off=True))
    assert (seen.cut_off, seen.illegal, seen.done) == (1, 0, False)
    while not seen.done:
        seen = env.step(ModelAnswer(text="ACTION: 2"))
    assert -1 <= seen.reward <= 1
    assert env.step(ModelAnswer(text="ACTION: 2")).done
    assert env.state.step_count > 2
    with TestClient(serve(["leduc"], count=10)) as client, client.websocket_connect("/ws") as socket:
        socket.send_json({"type": "reset", "data": {"seed": 3, "opponent": "exec:rm"}})
        frame = socket.receive_json()["data"]
        while not frame["done"]:
            assert "Leduc" in frame["observation"]["prompt"]
            socket.send_json({"type": "step", "data": {"text": "ACTION: 2"}})
            frame = socket.receive_json()["data"]
        assert frame["observation"]["legal"] > 0


def test_openenv_plays_several_seats_of_one_game():
    pytest.importorskip("openenv.core")
    from fastapi.testclient import TestClient

    from medianoche.training.adapters.openenv import ModelAnswer, ModelAnswers, TableEnvironment, serve

    env = TableEnvironment(tasks(["misty"], 4, ["greedy"], learners=0), iter([2, 3]).__next__)
    seen = env.reset()
    assert set(seen.prompts) == {0, 1}
    seen = env.step(ModelAnswers(answers={0: ModelAnswer(text="ACTION: 1"), 7: ModelAnswer(text="ACTION: 1")}))
    assert set(seen.prompts) == {1}
    while not seen.done:
        seen = env.step(ModelAnswers(answers={seat: ModelAnswer(text="ACTION: 1") for seat in seen.prompts}))
    assert set(seen.rewards) == {0, 1}
    assert sum(seen.rewards.values()) == 0
    assert seen.counts[0]["legal"] > 0
    assert env.step(ModelAnswers(answers={0: ModelAnswer(text="ACTION: 1")})).done
    app = serve(["leduc"], count=10, learners=2)
    with TestClient(app) as client, client.websocket_connect("/ws") as socket:
        socket.send_json({"type": "reset", "data": {"seed": 3}})
        frame = socket.receive_json()["data"]
        while not frame["done"]:
            answers = {seat: {"text": "ACTION: 2"} for seat in frame["observation"]["prompts"]}
            socket.send_json({"type": "step", "data": {"answers": answers}})
            frame = socket.receive_json()["data"]
        assert set(frame["observation"]["rewards"]) == {"0", "1"}


class Stub:
    """Stands for verifiers' agent: answers, each with a reason why it ended, then nothing more."""

    def __init__(self, answers):
        self.answers = list(answers)
        self.asked = []
        self.trace = SimpleNamespace(calls=[], rewards={}, metrics={})
        self.trace.record_reward = self.trace.rewards.__setitem__
        self.trace.record_metric = self.trace.metrics.__setitem__
        self.trace.record_metrics = self.trace.metrics.update

    @asynccontextmanager
    async def interaction(self, task):
        yield self

    async def turn(self, said):
        self.asked.append(said)
        if not self.answers:
            return SimpleNamespace(terminated=True, last_reply="")
        text, reason = self.answers.pop(0)
        self.trace.calls.append(SimpleNamespace(error=None, finish_reason=reason))
        return SimpleNamespace(terminated=False, last_reply=text)


def test_verifiers_asks_counts_and_rewards():
    vf = pytest.importorskip("verifiers.v1")
    from medianoche.training.adapters.verifiers import GamesConfig, GamesEnv, GamesTaskset

    taskset = GamesTaskset(GamesConfig(id="seats", games=["leduc"], count=6, opponents=["greedy"], skins=True))
    assert isinstance(taskset, vf.Taskset)
    task = list(taskset)[1]
    assert task.data.idx == 1
    env = GamesEnv.__new__(GamesEnv)
    answers = [("Let me", "length"), ("ACTION: 99", "stop"), *[("ACTION: 2", "stop")] * 20]
    stub = Stub(answers)
    asyncio.run(env.run(task, SimpleNamespace(player=stub)))
    assert not re.search("leduc", stub.asked[0], re.IGNORECASE)
    assert -1 <= stub.trace.rewards["utility"] <= 1
    failures = {"illegal": 1.0, "not_understood": 0.0, "cut_off": 1.0, "lost": 0.0, "unfinished": 0.0}
    assert stub.trace.metrics == {"legal": float(len(stub.asked) - 2), **failures}
    silent = Stub([])
    asyncio.run(env.run(task, SimpleNamespace(player=silent)))
    assert (silent.trace.rewards["utility"], silent.trace.metrics["unfinished"]) == (-1.0, 1.0)


def test_verifiers_asks_several_seats_of_one_game():
    pytest.importorskip("verifiers.v1")
    from medianoche.training.adapters.verifiers import GamesConfig, GamesEnv, GamesTaskset

    taskset = GamesTaskset(GamesConfig(id="seats", games=["misty"], count=2, opponents=["greedy"], learners=0))
    task = list(taskset)[1]
    env = GamesEnv.__new__(GamesEnv)
    stubs = {f"seat_{seat}": Stub([("ACTION: 1", "stop")] * 200) for seat in range(2)}
    asyncio.run(env.run(task, SimpleNamespace(**stubs)))
    rewards = [stub.trace.rewards["utility"] for stub in stubs.values()]
    assert sum(rewards) == 0
    assert all(stub.trace.metrics["legal"] == len(stub.asked) for stub in stubs.values())
    assert "as player 1" in stubs["seat_1"].asked[0].splitlines()[0]
    quiet = {"seat_0": Stub([]), "seat_1": Stub([("ACTION: 1", "stop")] * 200)}
    asyncio.run(env.run(task, SimpleNamespace(**quiet)))
    assert [stub.trace.rewards["utility"] for stub in quiet.values()] == [-1.0, 1.0]
    assert [stub.trace.metrics["unfinished"] for stub in quiet.values()] == [1.0, 0.0]


def test_each_seat_is_a_role_of_verifiers():
    vf = pytest.importorskip("verifiers.v1")
    from medianoche.training.adapters.verifiers import GamesEnvConfig

    roles = [name for name, field in GamesEnvConfig.model_fields.items() if isinstance(field.default, vf.AgentConfig)]
    assert roles == ["player", *(f"seat_{seat}" for seat in range(6))]
