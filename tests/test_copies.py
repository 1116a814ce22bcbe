"""`copy.copy` of every public object: stepping the copy leaves the original as it was, and both go on alike."""

import copy
import importlib
import inspect

import numpy as np
import pytest

from medianoche import envs, make, make_batch
from medianoche.agents import agent
from medianoche.agents.engine.engine import Engine
from medianoche.agents.network import NetHeader, Network
from medianoche.agents.seating import Player, Seating
from medianoche.benchmarks.tournament import GameResults, Hypotheses, Spec, Sprt, Store, Summary
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.play.match import Match
from medianoche.training.adapters.text_seat import Reply, SeatTask, TextGame, TextSeat
from medianoche.training.compiled.config import NetConfig
from medianoche.training.compiled.train import StagedAlgorithm
from medianoche.training.league import FixedOpponents
from medianoche.training.logs import Log
from medianoche.training.matches import Matches

NIM = "tests.toys.nim:Nim"
PACKAGES = ("", ".envs", ".agents", ".training", ".benchmarks", ".benchmarks.tournament")
UNCHANGING = {
    "Agent": "a protocol",
    "AgentEntry": "a tuple",
    "BaseGame": "there is one object of a game",
    "Block": "a tuple",
    "Declaration": "the base of what games declare",
    "Checkpoint": "what it writes is in its folder",
    "DealResults": "a tuple",
    "DeviceBatch": "its records are on a device, see test_device.py",
    "DuelValues": "a stage of a training that changes its arrays makes them itself",
    "Estimate": "a tuple",
    "Evaluator": "what it measures follows from files and seeds",
    "GameResults": "a tuple",
    "FieldTable": "frozen",
    "Game": "there is one object of a game, see test_a_game_is_one_object",
    "Hypotheses": "frozen",
    "ImitationStage": "a configuration",
    "Interval": "a tuple",
    "Lapse": "a tuple",
    "Layout": "made once",
    "NetConfig": "frozen",
    "NetHeader": "frozen",
    "Network": "see test_a_network_has_weights_of_its_own",
    "NetworkAlgorithm": "the base of trainings, see StagedAlgorithm",
    "NetworkConfig": "a configuration",
    "Options": "frozen",
    "PackagedDeclaration": "the base of what games declare",
    "Rate": "a tuple",
    "Reference": "frozen",
    "Replay": "frozen; it plays nothing itself",
    "Report": "frozen",
    "Samples": "a tuple",
    "Schedule": "a function of its numbers, made once for a tournament",
    "SelfPlayStage": "a configuration",
    "Shard": "frozen",
    "Spec": "frozen",
    "TrainingConfig": "a configuration",
    "TrainingProgress": "a tuple",
    "Turn": "read-only arrays",
}
"""Public classes whose objects do not change as they are used."""


def public():
    """All public classes but errors, by name."""
    public_names = {}
    for package in PACKAGES:
        module = importlib.import_module(f"medianoche{package}")
        for name in module.__all__:
            if not (package == ".training" and name in ("SeatsEnv", "make_sb3_vec_env")):  # they need torch
                public_names[name] = getattr(module, name)
    classes = {name: member for name, member in public_names.items() if inspect.isclass(member)}
    return {name for name, member in classes.items() if not issubclass(member, MedianocheError)} | {"SeatsEnv"}


def first_legal(mask):
    return np.asarray(mask).argmax(-1)


def of_an_aec():
    env = make("misty")
    env.reset(seed=1)
    return env, lambda env: env.step(int(first_legal(env.last()[0]["action_mask"]))), lambda env: env.state_bytes()


def of_an_undealt_aec():
    return make("misty"), lambda env: env.reset(seed=3), lambda env: (type(env).__name__, env.agents[:])


def of_a_batch():
    batch = make_batch("misty", 3, seed=1)
    return batch, lambda copied: copied.step(first_legal(copied.action_mask)), lambda copied: copied.states.tobytes()


def of_a_batch_with_events():
    batch = make_batch("misty", 2, seed=1, events=True)
    batch.step(first_legal(batch.action_mask))
    look = lambda copied: (copied.states.tobytes(), copied.events.tobytes())  # noqa: E731
    return batch, lambda copied: copied.step(first_legal(copied.action_mask)), look


def of_a_match():
    match = Match("misty", seed=1)
    match.push(match.legal_actions[0])
    look = lambda copied: (copied.state.tobytes(), copied.actions, copied.legal_actions)  # noqa: E731
    return match, lambda copied: copied.push(copied.legal_actions[-1]), look


def of_matches():
    matches = Matches(envs.game("misty"), 3, FixedOpponents(["greedy", "ismcts:20"]), seed=1)
    matches.reset()
    look = lambda copied: (copied.batch.states.tobytes(), copied.who.tolist(), copied.rewards.tolist())  # noqa: E731
    return matches, lambda copied: copied.step(first_legal(copied.action_mask)), look


def of_a_seat():
    from medianoche.training import SeatEnv

    env = SeatEnv("misty")
    env.reset(seed=1)
    return (
        env,
        lambda env: env.step(int(first_legal(env.action_masks()))),
        lambda env: env.matches.batch.states.tobytes(),
    )


def of_seats():
    from medianoche.training import SeatVectorEnv

    env = SeatVectorEnv("misty", 3)
    env.reset(seed=1)
    look = lambda env: env.matches.batch.states.tobytes()  # noqa: E731
    return env, lambda env: env.step(first_legal(env.matches.action_mask)), look


def of_torchrl():
    pytest.importorskip("torchrl")
    from medianoche.training import SeatsEnv

    env = SeatsEnv("misty", 3, seed=1)
    kept = {"now": env.reset()}

    def step(env):
        action = kept["now"].clone()
        action["action"] = action["action_mask"].int().argmax(-1)
        env.step(action)

    return env, step, lambda env: env.matches.batch.states.tobytes()


def of_sb3():
    pytest.importorskip("stable_baselines3")
    from medianoche.training import make_sb3_vec_env

    env = make_sb3_vec_env("misty", 2, seed=1)
    env.reset()
    step = lambda env: env.step(first_legal(env.env_method("action_masks")))  # noqa: E731
    return env, step, lambda env: [part.batch.states.tobytes() for part in env.parts]


def of_a_player():
    class Counting:
        seen = 0

        def act(self, turn):
            return turn.random_actions()

        def watch(self, views):
            self.seen += len(views)

    match = Match("misty", seed=1)
    return Player(Counting(), [match.to_move]), lambda player: player.act(match), lambda player: player.agent.seen


def of_a_seating():
    match = Match("misty", seed=1)
    act = lambda seating: seating.act(match, "mmd:5", [match.to_move])  # noqa: E731
    return Seating(), act, lambda seating: len(seating.players)


def spec():
    return Spec.create("misty", ["greedy", "random"], players=2, seed=1)


def of_a_summary():
    seats = np.array([[0, 1]])
    block = GameResults(np.arange(1), np.arange(1), seats, np.array([[3, 4]]), np.array([[-1.0, 1.0]]), np.array([9]))
    return (
        Summary(spec(), 4, 2),
        lambda copied: copied.add(block),
        lambda copied: (copied.games, copied.points.tobytes()),
    )


def of_a_test():
    def use(test):
        test.counts[0] += 1

    return Sprt.from_spec(spec(), Hypotheses(0.0, 10.0)), use, lambda test: test.deals


def of_a_training():
    stage = {"kind": "self-play", "rounds": 3, "num_steps": 64, "minibatch_size": 32}
    settings = {"game": NIM, "hidden": (8,), "margin": 0.0, "scale": 1.0, "threads": 1, "stages": (stage,)}
    config = NetConfig.from_tables("small", {**settings, "evaluation": {"every": 0.5, "games": 10}})
    play = lambda algorithm: algorithm.round()  # noqa: E731
    return StagedAlgorithm(config), play, lambda algorithm: algorithm.network.parameters.tobytes()


def answer_first(game):
    """Answer all questions of a game in words."""
    game.answer({seat: Reply("ACTION: 1") for seat in game.asked})


def of_a_text_game():
    look = lambda game: (game.match.actions, game.prompts, game.thoughts, game.counts)  # noqa: E731
    return TextGame(SeatTask("leduc", seed=3, also=(1,))), answer_first, look


def of_a_text_seat():
    seat = TextSeat(SeatTask("misty", seed=1, opponent="greedy"))
    look = lambda seat: (seat.match.actions, seat.prompt, dict(seat.counts))  # noqa: E731
    return seat, lambda seat: seat.answer("ACTION: 1"), look


MADE = {
    "AEC": of_an_aec,
    "AEC, undealt": of_an_undealt_aec,
    "Batch": of_a_batch,
    "Batch, with events": of_a_batch_with_events,
    "Match": of_a_match,
    "Matches": of_matches,
    "Player": of_a_player,
    "SeatEnv": of_a_seat,
    "SeatVectorEnv": of_seats,
    "Seating": of_a_seating,
    "SeatsEnv": of_torchrl,
    "SelfPlayVecEnv": of_sb3,
    "Sprt": of_a_test,
    "StagedAlgorithm": of_a_training,
    "Summary": of_a_summary,
    "TextGame": of_a_text_game,
    "TextSeat": of_a_text_seat,
}
"""Makes an object, a function that uses it, and one that tells how it stands."""
ELSEWHERE = {"Log", "NashAgent", "NetAgent", "SearchAgent", "Store"}
"""Public classes with a test of their own below."""


def test_every_public_class_is_here():
    assert public() == {name for name in MADE if name in public()} | ELSEWHERE | UNCHANGING.keys() & public()
    assert UNCHANGING.keys() <= public()


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_is_independent(name, copied):
    made, use, look = MADE[name]()
    before = look(made)
    other = copied(made)
    assert type(other) is type(made)
    assert look(other) == before
    use(other)
    after = look(other)
    assert look(made) == before
    assert after != before
    use(made)
    assert look(made) == after
    assert look(other) == after


@pytest.mark.parametrize(
    ("name", "game"),
    [(name, "misty") for name in ("random", "greedy", "net", "ppo", "ismcts:20", "flat:20", "mmd:4")]
    + [("nash", "nocturna")],
)
def test_a_copy_of_an_agent_shares_nothing_that_changes(name, game):
    who = agent(name)
    turn = make_batch(game, 2, seed=1).turn(np.arange(2), np.arange(2, dtype=np.uint64))
    chosen = who.act(turn).tolist()
    other = copy.copy(who)
    shared = {key for key, value in vars(who).items() if value is vars(other).get(key)}
    assert not [key for key in shared if isinstance(vars(who)[key], dict | list | set | np.ndarray)]
    assert other.act(turn).tolist() == chosen


def test_a_network_has_weights_of_its_own():
    network = Network.new(NetHeader.made_for(envs.game("misty"), hidden=(8,)), seed=1)
    before = network.parameters.tobytes()
    copy.copy(network).parameters[:] = 0
    assert network.parameters.tobytes() == before


def test_a_game_is_one_object():
    game = envs.game("misty")
    assert copy.copy(game) is game


def test_an_open_file_is_not_copied(tmp_path):
    with Store.open(tmp_path, spec(), 4) as store:
        for copied in (copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="holds its file open"):
                copied(store)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_what_holds_a_lock_is_not_copied(copied):
    """An engine, the tables of the MCP server, and a table: a copy would play in the original."""
    pytest.importorskip("mcp")
    from medianoche.agents.engine.mcp_server import TableTools

    tools = TableTools(seed=1)
    tools.new_game("leduc", opponents="random")
    (table,) = tools._tables.values()
    for made in (Engine(envs.game("leduc"), print), tools, table):
        with pytest.raises(TypeError, match=rf"objects of {type(made).__name__} cannot be copied; "):
            copied(made)


def test_a_log_is_not_copied(tmp_path):
    log = Log(tmp_path, 0)
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="a log holds the files of its training"):
            copied(log)
    log.write(1, {"a": 1.0})
    log.close()
