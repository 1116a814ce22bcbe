"""Every sentence is there in every language, with the same variables, and is used."""

import functools
import re
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.base import ENTRIES
from medianoche.envs.core import contract
from medianoche.envs.core.errors import OptionError
from medianoche.envs.core.show import catalogue as module
from medianoche.envs.core.show.catalogue import (
    LANGUAGE,
    LANGUAGES,
    SECTIONS,
    Catalogue,
    catalogue,
    language,
    option_values,
    strings,
)
from tests.envs.options import others

ROOT = Path(__file__).parents[2]
ALL = [pytest.param(envs.game(name), id=f"{name}-card") for name in envs.names()]
GAMES = [pytest.param(envs.game(name), id=f"{name}-words") for name in envs.names()]
FOLDERS = [ROOT / "envs" / name for name in ("core", *envs.names())]
PAGE = ROOT / "src" / "medianoche" / "ui"
TERMINAL = ROOT / "src" / "medianoche" / "cli"
CATALOGUES = [pytest.param(folder, id=folder.name) for folder in (*FOLDERS, PAGE, TERMINAL)]
FORMS = re.compile(r"-(of|is)$")


@functools.cache
def own_messages(folder, lang):
    return Catalogue((folder / "words" / f"{lang}.ftl",), lang)


@pytest.mark.parametrize("folder", CATALOGUES)
def test_all_languages_have_the_same_messages_with_the_same_variables(folder):
    assert {file.stem for file in (folder / "words").glob("*.ftl")} == set(LANGUAGES)
    english, *others = (own_messages(folder, lang) for lang in LANGUAGES)
    for other in others:
        assert {name for name in other if not is_translation(name)} == set(english)
        for name in english:
            assert variables(other, name) == variables(english, name), name


def is_translation(name):
    """Whether a message of the page translates an option or agent, whose English words are with their declarations."""
    return name.startswith(("option-", "agent-is-"))


def variables(words, name):
    """Names of variables; `$seat`, `$seat-of` and `$seat-is` are one."""
    return {FORMS.sub("", form) for form in words.names(name)}


@pytest.mark.parametrize("folder", CATALOGUES)
def test_no_message_is_given_twice_and_none_cannot_be_read(folder):
    for file in (folder / "words").glob("*.ftl"):
        names = re.findall(r"^([\w-]+) =", text := file.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(set(names)) == len(names)
        assert set(names) == set(own_messages(folder, file.stem)), "a message that Fluent does not understand"
        assert "\t" not in text


def test_messages_of_a_later_file_take_the_place_of_others_also_inside_them(tmp_path):
    first, second = (tmp_path / name for name in ("first.ftl", "second.ftl"))
    thrown = "thrown = { name }: { $n ->\n    [one] one\n   *[other] { $n }\n}"
    first.write_text(f"# A comment.\nname = dice\n{thrown}\nbad = x\n")
    second.write_text("name = coins\n\nown =\n    two\n    lines\nbad = { x\n")
    words = Catalogue((first, second), "en")
    assert words.format("thrown", {"n": 3}) == "coins: 3"
    assert words.format("own", {}) == "two\nlines"
    assert words.format("bad", {}) == "x"  # that of the later file cannot be read
    assert words.names("thrown") == {"n"}
    assert (words.all, "other" in words) == ({"name", "thrown", "bad", "own"}, False)
    with pytest.raises(LookupError):
        words.format("other", {})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_action_has_words_in_every_language(game, lang):
    state = game.new(seed=1)
    assert all(game.describe(state, action, lang).strip() for action in range(game.num_actions))


@pytest.mark.parametrize("game", GAMES)
def test_every_message_of_a_game_is_used(game):
    known = catalogue(game.content.folder)
    source = "".join(path.read_text() for path in game.content.folder.rglob("*.py"))
    kinds = {kind.label for kind in game.declaration.kinds or ()}
    phases = {f"guide-{phase.name.lower().replace('_', '-')}" for phase in game.declaration.phases}
    seats = {f"seat-{agent.rpartition('_')[0] or agent}" for count in game.players for agent in game.agents(count)}
    cards = {f"rules-{name}-{number}" for name in SECTIONS for number in range(1, module.LINES + 1)}
    names_of_things = kinds | phases | cards | seats
    unused = [name for name in known if not is_used(name, source, game.content.folder) and name not in names_of_things]
    assert not unused


def test_every_shared_message_is_used():
    source = "".join(path.read_text() for folder in FOLDERS for path in folder.rglob("*.py"))
    source += (FOLDERS[0] / "show" / "static" / "viewer.js").read_text().replace('say("', 'say("viewer-')
    assert not [name for name in own_messages(FOLDERS[0], "en") if not is_used(name, source, FOLDERS[0])]


@pytest.mark.parametrize("game", GAMES)
def test_no_message_of_a_game_takes_the_place_of_a_shared_one(game):
    assert not set(own_messages(game.content.folder, "en")) & set(own_messages(FOLDERS[0], "en"))


def is_used(name, source, folder):
    """Whether the source has the name, or the beginning of names that it makes, or another message contains it."""
    begins = [name[: match.start() + 1] for match in re.finditer("-", name)]
    return (
        re.search(rf"[\"']{name}[\"']", source)
        or any(re.search(rf"[\"']{begin}{{", source) for begin in begins)
        or any(f'}}{end}"' in source for end in (name[match.start() :] for match in re.finditer("-", name)))
        or re.search(rf"{{ {name} }}", (folder / "words" / "en.ftl").read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_a_language_says_differs_and_hides_as_much(game):
    for number, state in enumerate(contract.positions(game, game.players[-1], 5, count=4)):
        action = int(np.random.default_rng(number).choice(game.legal_actions(state)))
        seat = int(state.to_move)
        texts = []
        for lang in LANGUAGES:
            view = game.view(state, seat, lang)
            again = game.view(known_again(game, state, seat), seat, lang)
            shown = [
                game.declaration.text(view),
                game.declaration.guide(view),
                *game.declaration.glossary(view).values(),
                *game.declaration.steps(view, action),
            ]
            shown += [game.explain(state, action, seat, lang), str(game.draw(state, seat, lang=lang))]
            assert shown[0] == game.declaration.text(again)
            assert shown[1], "the guide says nothing here"
            texts.append(shown)
        assert all(one != other for one, other in zip(texts[0][:2], texts[1][:2], strict=True))
        words = [game.describe(state, int(legal_action), "es") for legal_action in game.legal_actions(state)]
        assert len(set(words)) == len(words)


def known_again(game, state, seat):
    sample = game.copy(state)
    game.determinize(sample, seat, 3)
    return sample


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ALL)
def test_a_rules_card_has_four_sections_and_fits_a_screen(game, lang):
    card = game.declaration.rules_card(lang)
    assert [section.name for section in card] == list(SECTIONS)
    assert sum(1 + len(line) // 76 for section in card for line in section.lines) + 2 * len(card) <= 32


@pytest.mark.parametrize("game", ALL)
def test_numbers_of_rules_in_the_card_and_the_guide_come_from_constants_and_packs(game):
    """Every value of the card and the guide changes a sentence in both languages."""
    import sys

    explain = sys.modules.get(f"{game.content.package}.words.explain") or game._module("words.explain")
    numbers = explain.rule_values(game.content.pack_of(game.new()))
    options = option_values(game.declaration.options_model().model_dump())
    values = numbers | options
    changed = {name: 77 if isinstance(value, int) else "seventy-seven" for name, value in numbers.items()}
    changed |= {name: other(game, name) for name in options}
    for lang in LANGUAGES:
        words = catalogue(game.content.folder, lang)
        needed = set().union(*(words.names(name) for name in words if name.startswith(("rules-", "guide-"))))
        assert needed <= set(values)
        for name in needed:
            rule_messages = [
                rule for rule in words if rule.startswith(("rules-", "guide-")) and name in words.names(rule)
            ]
            some = {name: changed[name]}
            usual = {message: words.format(message, values) for message in rule_messages}
            short = {message: words.format(message, values | SHORT) for message in rule_messages}
            for message in rule_messages:
                assert (
                    words.format(message, values | some) != usual[message]
                    or words.format(message, values | SHORT | some) != short[message]
                )


SHORT = {"variant": "introductory"}
"""Misty's variant, in which its card has other numbers."""


def other(game, name):
    """Another value of an option than its default, as messages use it."""
    key = name.replace("-", "_")
    return option_values({key: others(game, key)[0]})[name]


def test_wishes_for_a_language():
    assert language() == language(None, "") == language("fr-FR,fr") == language("C.UTF-8") == "en"
    assert language("", "es_AR.UTF-8") == language("fr,en;q=0.2,es-MX;q=0.8") == language("ES") == "es"
    assert language("en", "es") == "en"
    misty = envs.game("misty")
    with pytest.raises(OptionError, match="language 'fr' is not accepted; accepted: en, es"):
        misty.describe(misty.new(), 0, "fr")


def test_an_option_that_is_true_is_one_in_messages():
    assert option_values({"max_offers": 3, "flat": True}) == {"max-offers": 3, "flat": 1}
    assert type(option_values({"flat": True})["flat"]) is int


def test_strings_for_a_page_are_templates():
    words = strings(PAGE, "es")
    assert words["choice-number"] == {"by": "count", "one": "{count} elección", "other": "{count} elecciones"}
    assert words["seconds"] == "{count} s"
    assert {name for name in words if not is_translation(name)} == set(strings(PAGE, "en"))


def test_the_page_names_and_explains_every_option_and_agent():
    options = {
        f"option-{game.values[0].name}-{key}".replace("_", "-") for game in ALL for key in fields_of(game.values[0])
    }
    told = {f"agent-is-{name}" for name in ENTRIES} | options | {f"{option}-about" for option in options}
    for lang in LANGUAGES.keys() - {LANGUAGE}:
        assert {name for name in strings(PAGE, lang) if is_translation(name)} == told


def fields_of(game):
    return game.declaration.options_model.model_fields
