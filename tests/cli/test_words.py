"""The terminal's words: two languages, 80 columns, few lines a question, rules cards, lessons."""

import re
from pathlib import Path

import pytest
from rich.console import Console

from medianoche import envs
from medianoche.cli import wording
from medianoche.envs.core.errors import OptionError
from medianoche.envs.core.show.catalogue import LANGUAGES, Catalogue
from tests.cli.test_cli import invoke

FOLDER = Path(wording.__file__).parent


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def test_every_message_of_the_terminal_is_used():
    source = "".join(path.read_text() for path in FOLDER.glob("*.py"))
    assert not [name for name in Catalogue((FOLDER / "words" / "en.ftl",), "en") if f'"{name}"' not in source]


@pytest.mark.parametrize("name", ["misty", "halloween", "correo"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_fits_80_columns_and_24_lines(name, lang, monkeypatch):
    questions = []
    printed = []
    answers = iter(["1"] * 12)

    def read(console, prompt):
        questions.append([*printed, *prompt.splitlines()])
        printed.clear()
        return next(answers, "q")

    monkeypatch.setattr(Console, "input", read)
    write = Console.print
    monkeypatch.setattr(
        Console,
        "print",
        lambda self, *what, **how: (printed.extend(str(part) for part in what or [""]), write(self, *what, **how)),
    )
    invoke("play", name, "--against", "random", "--seed", 3, "--lang", lang, "--learn")
    assert len(questions) == 13
    for lines in questions[1:]:  # the first one begins with who plays
        assert len(lines) <= 24
        assert all(len(line) <= 80 for line in lines)


def test_lessons_can_be_left(monkeypatch):
    answers = iter(["l", "1", "q"])
    monkeypatch.setattr(Console, "input", lambda console, prompt: next(answers))
    text = invoke("play", "misty", "--learn", "--seed", 3)
    assert text.count("Pick a card for your window") == 1
    assert "No more lessons" in text


def test_the_language_is_the_option_the_variable_or_that_of_the_terminal(monkeypatch):
    for name in ("MEDIANOCHE_LANG", *wording.LOCALES):
        monkeypatch.delenv(name, raising=False)
    assert "Goal" in invoke("rules", "misty")
    monkeypatch.setenv("LANG", "es_AR.UTF-8")
    assert "Objetivo" in invoke("rules", "misty")
    monkeypatch.setenv("MEDIANOCHE_LANG", "en")
    assert "Goal" in invoke("rules", "misty")
    assert "Objetivo" in invoke("rules", "misty", "--lang", "es")
    with pytest.raises(OptionError, match="language 'fr' is not accepted; accepted: en, es"):
        invoke("rules", "misty", "--lang", "fr")


def test_lines_are_broken_between_words():
    words = "  " + "palabra " * 30
    lines = wording.fitted(words, 80)
    assert all(len(line) <= 80 for line in lines)
    assert re.findall(r"\w+", "\n".join(lines)) == ["palabra"] * 30
    assert wording.fitted("a  b\n\nc", 80) == ["a  b", "", "c"]


def test_a_replay_is_printed_in_spanish(tmp_path):
    env = envs.game("misty").aec(variant="introductory", rounds_to_win=1)
    env.reset(1)
    while not env.record.done:
        env.step(env.sample_legal())
    env.replay().save(tmp_path / "game.json")
    text = invoke("replay", "game.json", "--lang", "es", "--html", "game.html")
    assert "game.html" in text
    assert '<html lang="es">' in (tmp_path / "game.html").read_text(encoding="utf-8")
    assert "elegir flor" in invoke("replay", "game.json", "--lang", "es")
