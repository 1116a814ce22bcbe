"""Every public function, given a wrong value for each of its parameters: one line of the suite, or what it says."""

import inspect
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

import medianoche
from medianoche import Match, envs
from medianoche.envs.core import registry
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.play.aec import AEC
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.play.views import Views
from tests.envs.core.fuzz import Hostile

ROWS = 3
GAMES = ["tests.toys.duel:Duel", "misty"]


WRONG = {
    "None": None, "a word": "x", "bytes": b"abc", "-1": -1, "huge": 2**70, "1.5": 1.5, "nan": float("nan"),
    "True": True, "nothing": [], "a dict": {"x": 1}, "numbers": (1, 2), "no array": np.array([]),
    "an array": np.zeros(ROWS), "a table": np.zeros((2, 2), np.int64), "a class": int, "hostile": Hostile(),
    "a mixed list": [1, "x"],
}  # fmt: skip
UNTRIED = {
    "batch": "its arguments are those of `Batch`, which are tried scene",
    "admitted": "it is given what `load` was given",
    **dict.fromkeys(("count", "index"), "they are those of `collections.abc.Sequence`"),
    "aec": "its arguments are those of `AEC`, which are tried scene",
    "of": "the name of another method in 0.4",
}
"""Public methods that are not called here, and why."""


def names_of(thing):
    """The names of its public functions and methods, but those that only other classes define."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        members = inspect.getmembers(type(thing), callable)
    return [name for name, member in members if name[0] != "_" and not inspect.isclass(member) and name not in UNTRIED]


@pytest.fixture(scope="module", params=GAMES)
def scene(request):
    """A game, what it is played in, and a right value for each parameter by its name."""
    game = envs.game(request.param)
    players = game.players[0]
    env = game.aec(num_players=players)
    batch = game.batch(ROWS, seed=1)
    state = game.new(players, seed=1)
    env.reset(1)
    rows = np.arange(ROWS)
    view = game.view(state, 0)
    turn = batch.turn(rows, rows, rows)
    action = int(game.legal_actions(state)[0])
    canvas = SimpleNamespace(width=720)
    right = {
        "state": state, "before": state, "view": view, "canvas": canvas, "num_players": players,
        "options": game.content.options({}), "chosen": {}, "pack": game.content.pack_of(state), "source": "standard",
        "sources": ["standard"], "seed": 1, "player": 0, "seat": 0, "action": action, "number": action,
        "actions": batch.sample_legal(), "legal": [action], "lang": "en", "what": action,
        "fields": {}, "groups": [[action]],
        "moments": game.show.moments(state, action), "rows": rows, "row": 0, "seeds": rows.astype(np.uint64),
        "seats": np.zeros(ROWS, np.int64), "places": rows, "count": 2, "agent": env.possible_agents[0],
        "game": request.param, "name": "x", "path": "nowhere.json", "num_envs": 2, "value": state, "location": "x:Y",
        "events": None,
    }  # fmt: skip
    return SimpleNamespace(game=game, env=env, batch=batch, turn=turn, right=right)


def tried(call, right, names=None):
    """Call with each wrong value in the place of each parameter, or of `names`; what is not one line of the suite.
    `right` has a value for every parameter that needs one."""
    parameters = [] if names else inspect.signature(call).parameters.values()
    kinds = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
    tried_parameters = [parameter for parameter in parameters if parameter.kind not in kinds]
    named = names or [parameter.name for parameter in tried_parameters]
    needed = {
        parameter.name: right[parameter.name] for parameter in tried_parameters if parameter.default is parameter.empty
    }
    for name in named:
        for words, wrong in WRONG.items():
            try:
                with np.errstate(all="ignore"):
                    call(**{**needed, name: wrong})
            except MedianocheError as error:
                if "\n" in str(error) or len(str(error)) > 1000:
                    yield f"{name} = {words}: {error}"
            except OSError:
                if name != "path":
                    yield f"{name} = {words}: OSError"
            except Exception as error:  # noqa: BLE001
                yield f"{name} = {words}: {type(error).__name__}: {str(error)[:90]}"


def bare(things, right):
    """What the public methods of `things` raise that is not one line of the suite."""
    return [
        f"{type(thing).__name__}.{name}, {said}"
        for thing in things
        for name in names_of(thing)
        for said in tried(getattr(thing, name), right)
    ]


def test_a_game(scene):
    game = scene.game
    assert bare([game, game.rules, game.content, game.show], scene.right) == []


def test_an_environment(scene):
    assert bare([scene.env], scene.right) == []


def test_batches_and_turns(scene):
    right = {**scene.right, "states": scene.batch.states, "kept": scene.batch.state_dict()}
    assert bare([scene.batch, scene.turn], right) == []


def test_views_and_moments(scene):
    rows = scene.right["rows"]
    views = Views(scene.batch, rows, scene.right["seats"], rows - rows - 1, rows.astype(np.uint64), rows)
    assert bare([views, scene.right["moments"]], scene.right) == []


def test_what_environments_are_made_with(scene):
    for kind, make in ((Batch, partial(scene.game.batch, 2)), (AEC, scene.game.aec)):
        parameters = inspect.signature(kind).parameters
        names = [name for name in parameters if name not in ("game", "options", "num_envs")]
        assert [f"{kind.__name__}: {said}" for said in tried(make, {}, names)] == []
    assert [f"Batch: {said}" for said in tried(scene.game.batch, {}, ["num_envs"])] == []


def test_layouts():
    layout = Layout(Block("hand", (2, 3)), Block("deck", 4))
    assert bare([layout], {"name": "hand"}) == []


def test_replays(scene, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # "a word" is the name of a file
    replay = scene.env.replay()
    right = {"path": tmp_path / "game.json", "source": "x", "env": scene.env, "match": Match(scene.game, seed=1)}
    assert bare([replay], right) == []


def test_finding_and_making_games(scene):
    right = {**scene.right, "name": scene.right["game"]}
    for call in (envs.game, medianoche.make, medianoche.make_batch, registry.is_known, registry.name_of):
        assert [f"{call.__name__}: {said}" for said in tried(call, right)] == []
