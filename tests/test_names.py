"""What users name is imported from `medianoche` or one folder below and documented, with examples; Game is small."""

import doctest
import importlib
import re
from pathlib import Path

import pytest
from pydantic import TypeAdapter

import medianoche
from docs import pages
from medianoche import agents, benchmarks, envs, places, training
from medianoche.agents.network import NetHeader
from medianoche.benchmarks import Report, Summary
from medianoche.envs.core import game as core_game
from medianoche.envs.core import packaged
from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.declaration import Declaration
from medianoche.envs.core.packaged import PackagedDeclaration
from medianoche.envs.core.play.match import Match, Replay
from medianoche.toys import SmallGame
from medianoche.training import NetConfig
from tests.toys.nim import Nim

ROOT = Path(__file__).resolve().parents[1]
FACES = (medianoche, envs, agents, training, benchmarks)
NAMES = [(face, name) for face in FACES for name in face.__all__ if not name.startswith("_")]
REFERENCE = "".join(
    pages.finished(page, (ROOT / page).read_text(encoding="utf-8"))
    for page in (f"docs/reference/{name}.md" for name in ("agents", "games", "tournaments", "training"))
)
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / "concepts").glob("*.md"),
    *(ROOT / "docs" / "guides").glob("*.md"),
    *(ROOT / "notebooks").glob("*.ipynb"),
]
EXAMPLES = [
    medianoche.make,
    envs.make_batch,
    medianoche.Game,
    medianoche.Batch,
    medianoche.AEC,
    medianoche.Turn,
    medianoche.Match,
    agents.Network,
    training.train,
    benchmarks.run_tournament,
]
"""The public face: what every user meets."""


def home_of(face, name):
    """The module that defines a name of a package."""
    if name in getattr(face, "LATER", {}):
        return f"medianoche.{face.LATER[name]}"
    return getattr(face, name).__module__


@pytest.mark.parametrize(("face", "name"), NAMES, ids=lambda member: getattr(member, "__name__", member))
def test_a_short_name_is_there_and_in_the_reference(face, name):
    try:
        assert getattr(face, name)
    except ImportError:  # of an extra
        assert name in face.LATER
    first = medianoche if name in medianoche.__all__ else face
    listed = rf"^\.\. auto\w+:: {re.escape(first.__name__)}\.{name}$"
    assert len(re.findall(listed, REFERENCE, re.MULTILINE)) == 1, f"{name} is on no page, or on two"


def test_pages_import_short_names():
    long = {(home_of(face, name), name) for face, name in NAMES}
    for page in PAGES:
        for module, names in re.findall(r"from (medianoche[\w.]*) import ([\w, ]+)", page.read_text(encoding="utf-8")):
            long_names = [name for name in re.findall(r"\w+", names) if (module, name) in long]
            assert not long_names or module.count(".") < 2, f"{page.name}: {long_names} of {module}"


@pytest.mark.parametrize("what", EXAMPLES, ids=lambda member: member.__name__)
def test_the_public_face_has_an_example_that_runs(what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (test, *_) = doctest.DocTestFinder(recurse=False).find(what, what.__name__)
    assert test.examples, "no example"
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


GAMES = [*envs.names(), *places.YARDSTICKS, *places.TOYS]
NIM = "tests.toys.nim:Nim"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_shows_few_names_and_is_of_few_classes(name):
    game = envs.game(name)
    shown = [shown_name for shown_name in dir(game) if not shown_name.startswith("_")]
    assert len(shown) <= 40, shown
    assert len(type(game).__mro__) <= 5
    assert game.declaration is not game
    assert not isinstance(game, Declaration)


def test_the_parts_of_a_game_are_small():
    game = envs.game("misty")
    for part in (game.rules, game.content, game.show):
        shown = [name for name in dir(part) if not name.startswith("_")]
        assert len(shown) <= 18, shown


def test_old_attributes_of_a_game_go_on_with_a_warning():
    game = envs.game(NIM)
    with pytest.warns(
        DeprecationWarning, match=r"^game\.declared is game\.declaration now; the old name goes with 0\.6$"
    ):
        declared = game.declared
    assert declared is game.declaration
    moved = [name for name in dir(Declaration) if not name.startswith("_") and name not in dir(game)]
    moved += ["state_dtype", "phases"]
    for name in moved:
        with pytest.warns(DeprecationWarning, match=rf"^game\.{name} is game\.declaration\.{name} now"):
            old = getattr(game, name)
        new = getattr(game.declaration, name)
        assert old is new or old == new
    assert "state_dtype" not in dir(game)
    with pytest.raises(AttributeError, match="'Game' object has no attribute 'pack'"):
        _ = game.pack


def test_methods_of_a_declaration_reach_the_game_by_the_old_names_with_a_warning():
    declaration = envs.game(NIM).declaration
    for name in ("content", "rules", "position", "observe", "legal_actions"):
        with pytest.warns(DeprecationWarning, match=rf"^Nim: self\.{name} is self\.game\.{name} now; the old name"):
            old = getattr(declaration, name)
        assert old == getattr(declaration.game, name)
    with pytest.raises(AttributeError, match="'Nim' object has no attribute 'pack'"):
        _ = declaration.pack


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        (envs, "DeclaredGame", Declaration),
        (envs, "PackagedGame", PackagedDeclaration),
        (core_game, "DeclaredGame", Declaration),
        (packaged, "PackagedGame", PackagedDeclaration),
    ],
)
def test_old_names_of_classes_go_on_with_a_warning(module, old, new):
    with pytest.warns(DeprecationWarning, match=rf"{old} is {new.__name__} now; the old name goes with 0\.6") as caught:
        assert getattr(module, old) is new
    assert caught[0].filename == __file__
    assert old not in module.__dict__.get("__all__", [])


@pytest.mark.parametrize(
    ("owner", "now"),
    [
        (Match, "from_state"),
        (Replay, "from_env"),
        (Report, "from_folder"),
        (Summary, "from_store"),
        (NetConfig, "from_tables"),
        (Layout, "named"),
    ],
)
def test_classes_that_were_made_with_of_go_on_with_a_warning(owner, now):
    line = rf"^{owner.__name__}\.of is {now} now; the old name goes with 0\.6$"
    with pytest.warns(DeprecationWarning, match=line) as caught:
        assert owner.of == getattr(owner, now)
    assert caught[0].filename == __file__


@pytest.mark.parametrize("old", places.MOVED)
def test_toys_go_on_where_they_were_with_a_warning(old):
    new = importlib.import_module(places.MOVED[old])
    classes = [name for name, value in vars(new).items() if isinstance(value, type) and issubclass(value, SmallGame)]
    for name in {*classes} & {"Kuhn", "Leduc", "SmallGame", "Base", "ConnectFour", "Brisca", "DarkHex"}:
        with pytest.warns(DeprecationWarning, match=rf"^{old} is {new.__name__} now; the old name goes with 0\.6$"):
            assert getattr(importlib.import_module(old), name) is getattr(new, name)
        if name != "SmallGame":
            with pytest.warns(DeprecationWarning, match=rf"^{old}:{name} is {new.__name__}:{name} now; the old name"):
                assert envs.game(f"{old}:{name}") is envs.game(f"{new.__name__}:{name}")


def test_files_may_name_a_toy_by_its_old_place():
    old = "medianoche.benchmarks.speed.connect_four:ConnectFour"
    four = envs.game("connect_four")
    header = {**vars(NetHeader.made_for(four)), "game": old}
    assert TypeAdapter(NetHeader).validate_python(header).difference(four) == ""


def test_a_declaration_may_use_the_names_of_a_game():
    class Hiding(Nim):
        def show(self):
            return "mine"

    game = medianoche.Game(Hiding)
    assert game.declaration.show() == "mine"
    assert game.show.moments(game.new(seed=1), 0)
