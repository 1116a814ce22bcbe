"""Numbers of rules stand in one place: a changed one changes the words of its game."""

import importlib
import re
from pathlib import Path

import pytest

from medianoche import envs
from medianoche.envs.core import contract
from medianoche.envs.core.show.catalogue import LANGUAGES

GAMES = [envs.game(name) for name in envs.names()]


def constants(game):
    """The numbers of a game as (name, field of a NamedTuple or ""), by the module that holds them."""
    numbers = importlib.import_module(f"{game.content.package}.numbers")
    for name, value in vars(numbers).items():
        if name.isupper():
            fields = getattr(value, "_fields", ("",))
            yield from ((numbers, name, field) for field in fields)


CASES = [
    pytest.param(game, *constant, id=f"{game.name}-{'.'.join(filter(None, constant[1:]))}")
    for game in GAMES
    for constant in constants(game)
]


def other(value):
    """Another value of a constant."""
    return tuple(map(other, value)) if isinstance(value, tuple) else value + 13


def words(game):
    """What the game explains: the rules card, the guide of a first game and the glossary."""
    view = game.view(next(contract.positions(game, game.players[-1], 7, count=1)))
    told = [line for lang in LANGUAGES for section in game.declaration.rules_card(lang) for line in section.lines]
    return told + [f"{name}: {text}" for name, text in game.declaration.glossary(view).items()]


@pytest.mark.parametrize(("game", "numbers", "name", "field"), CASES)
def test_a_changed_number_changes_the_words(game, numbers, name, field, monkeypatch):
    before = words(game)
    value = getattr(numbers, name)
    new = value._replace(**{field: other(getattr(value, field))}) if field else other(value)
    monkeypatch.setattr(numbers, name, new)
    assert words(game) != before


@pytest.mark.parametrize("game", [pytest.param(game, id=f"{game.name}-once") for game in GAMES])
def test_a_constant_with_the_name_of_a_number_stands_in_no_other_file(game):
    names = "|".join({name for _, name, _ in constants(game)})
    for path in Path(game.content.folder).rglob("*.py"):
        if path.name != "numbers.py":
            assert not re.search(rf"^(?:{names}) = -?\d", path.read_text(encoding="utf-8"), re.MULTILINE), path
