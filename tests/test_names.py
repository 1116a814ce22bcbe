"""What users name is imported from `medianoche` or one folder below and documented, with examples; Game is small."""

import doctest
import re
import warnings
from pathlib import Path

import pytest

import medianoche
from docs import pages
from medianoche import agents, benchmarks, envs, training
from medianoche.envs.core import doors
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.game import DeclaredGame
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


@pytest.mark.parametrize(("face", "name"), NAMES, ids=lambda each: getattr(each, "__name__", each))
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
            found = [name for name in re.findall(r"\w+", names) if (module, name) in long]
            assert not found or module.count(".") < 2, f"{page.name}: {found} of {module}"


@pytest.mark.parametrize("what", EXAMPLES, ids=lambda each: each.__name__)
def test_the_public_face_has_an_example_that_runs(what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (test, *_) = doctest.DocTestFinder(recurse=False).find(what, what.__name__)
    assert test.examples, "no example"
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_a_game_has_few_names_and_old_ones_go_on_with_a_warning():
    declared = {"actions", "layout", "name", "players", "title"}
    assert len({name for name in dir(medianoche.Game) if name[0] != "_"} | declared) <= 30
    game = envs.game("tests.toys.nim:Nim")
    for name, place in doors.MOVED.items():
        part, _, now = place.partition(".")
        with pytest.warns(DeprecationWarning, match=rf"game\.{name} is game\.{part}\.{now} now"):
            old = getattr(game, name)
        new = getattr(getattr(game, part), now)
        assert old is new or old == new
    with pytest.raises(AttributeError, match="no attribute 'pack'"):
        _ = game.pack


def test_a_class_whose_base_is_game_is_still_a_game():
    with pytest.warns(DeprecationWarning, match="Old: the base of a game of your own is DeclaredGame now"):

        class Old(medianoche.Game):
            name = "old"
            title = "Old"
            players = (2,)
            state_dtype = Nim.state_dtype
            phases = Nim.phases
            layout = Nim.layout
            actions = Nim.actions

    assert issubclass(Old, DeclaredGame)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Old().declared.teams(2) == [0, 1]


def test_a_class_that_hides_a_part_is_refused_in_one_line():
    with pytest.raises(GameError, match=r"^Hiding: show is a part of every game; choose another name$"):

        class Hiding(Nim):
            def show(self): ...
