"""Every message that Python or JavaScript names is in the catalogues, with the values that it needs."""

import re
from pathlib import Path

import pytest

from medianoche import envs
from medianoche.envs.core.show.catalogue import LANGUAGES, catalogue
from tests.envs.sayings import ANY, SAYERS, Module, Package, matching

ROOT = Path(__file__).parents[2]
SOURCES = {
    **{name: ROOT / "envs" / name for name in envs.names()},
    "core": ROOT / "envs" / "core",
    "ui": ROOT / "src" / "medianoche" / "ui",
    "cli": ROOT / "src" / "medianoche" / "cli",
}
SILENT = {"kernels", "compile", "first_game"}
"""Folders whose functions `say` are others."""
LEAST = {"core": 15, "ui": 30, "cli": 30}
"""So many calls are read in a folder, at least; in a game's:"""
OF_A_GAME = 40
FREE = {
    "halloween": {"words_of", "extra_streets", "turn_lines"},
    "medianokte": {"describe"},
    "core": {"preview", "events", "event", "each", "guide", "agents"},
    "ui": {"line", "reason", "__init__", "problem"},
}
"""Functions whose message no tree tells; games come to all of them in `test_explanations.py`."""
UNUSED = {"nocturna": {"about-nothing"}}
"""Messages for members of an enum that the function is never called with: an action card is chosen."""
STATIC = [*sorted((SOURCES["ui"] / "static").glob("*.js")), SOURCES["core"] / "show" / "static" / "viewer.js"]


def package(name):
    """The modules of a folder that say something."""
    folder = SOURCES[name]
    start = f"medianoche.envs.{name}" if folder.parent.name == "envs" else f"medianoche.{name}"
    files = [file for file in sorted(folder.rglob("*.py")) if not SILENT & {*file.relative_to(folder).parts}]
    said = [file for file in files if any(f"{sayer}(" in file.read_text(encoding="utf-8") for sayer in SAYERS)]
    parts = [(file, ".".join(file.relative_to(folder).with_suffix("").parts)) for file in said]
    return Package([Module(file, f"{start}.{part}".removesuffix(".__init__")) for file, part in parts])


def check(words, saying, message):
    """What is wrong with a message that a call may be given; "" if nothing is."""
    if message == ANY:
        return "nothing tells which message it is"
    if ANY in message:
        return "" if matching(message, words.all) else "no message is like it"
    if message not in words.all:
        return "no such message"
    if saying.given is None or len(saying.names) > 1:
        return ""
    needed = words.names(message)
    missing = {value_name for value_name in needed if not {value_name, value_name.removesuffix("-is")} & saying.given}
    more = saying.given - {value_name.removesuffix("-is") for value_name in needed}
    return "".join([f"without {missing}" * bool(missing), f"not needed: {more}" * bool(more)])


@pytest.mark.parametrize("name", SOURCES)
def test_every_message_in_python_is_in_the_catalogues_with_its_values(name):
    sayings = list(package(name).sayings())
    assert len(sayings) >= LEAST.get(name, OF_A_GAME)
    for lang in LANGUAGES:
        words = catalogue(SOURCES[name], lang)
        for saying in sayings:
            free = saying.function in FREE.get(name, ())
            wrong = {
                message: check(words, saying, message) for message in saying.names - UNUSED.get(name, set()) if not free
            }
            assert not any(wrong.values()), (lang, saying.file, saying.function, wrong)


@pytest.mark.parametrize("name", FREE)
def test_functions_that_say_what_no_tree_tells_are_all_there(name):
    assert FREE[name] <= {
        saying.function for saying in package(name).sayings() if any(ANY in message for message in saying.names)
    }


# ---- JavaScript


def calls(text):
    """The arguments of each call of `say`, as text: the key and the rest."""
    for start in re.finditer(r"\bsay\(", text):
        depth, comma, place = 1, -1, start.end()
        while depth:
            depth += (text[place] in "([{") - (text[place] in ")]}")
            comma = place if depth == 1 and text[place] == "," and comma < 0 else comma
            place += 1
        whole = text[start.end() : place - 1]
        cut = comma - start.end() if comma >= 0 else len(whole)
        yield whole[:cut], whole[cut + 1 :]


def keys(expression):
    """The keys that an expression of JavaScript may be, with ANY for what it puts in."""
    told = re.sub(r'[!=]==? *"[^"]*"', "", expression)
    told = re.sub(r"\?\?=[^,;]*", "", told)
    texts = re.findall(r'"([^"]*)"', re.sub(r"`[^`]*`", "", told))
    for template in re.findall(r"`((?:[^`$]|\$\{[^}]*\})*)`", told):
        inner = [re.findall(r'"([^"]*)"', template_part) for template_part in re.findall(r"\$\{([^}]*)\}", template)]
        shapes = [""]
        for part, choices in zip(re.split(r"\$\{[^}]*\}", template), [*inner, [""]], strict=True):
            shapes = [shape + part + choice for shape in shapes for choice in choices or [ANY]]
        texts += shapes
    return texts


def test_calls_of_javascript_are_read():
    text = 'say(a === "x" ? "one" : "two", { count: f(1, 2), name }); say(`luck-${lost ? "cost" : "gave"}`); '
    text += "say(`is-${x}`)"
    read = [(keys(key), values) for key, values in calls(text)]
    assert read == [
        (["one", "two"], " { count: f(1, 2), name }"), (["luck-cost", "luck-gave"], ""), ([f"is-{ANY}"], "")
    ]  # fmt: skip


@pytest.mark.parametrize("file", STATIC, ids=lambda file: file.stem)
def test_every_message_in_javascript_is_in_the_catalogues_with_its_values(file):
    viewer = file.stem == "viewer"
    for lang in LANGUAGES:
        words = catalogue(SOURCES["core" if viewer else "ui"], lang)
        for key, values in calls(file.read_text(encoding="utf-8")):
            value_names = set(re.findall(r"([\w-]+)(?=\s*[:,}])", values.partition("{")[2]))
            for shape in (f"viewer-{found_key}" if viewer else found_key for found_key in keys(key)):
                messages = matching(shape, words.all) if ANY in shape else {shape}
                assert messages, (key, lang)
                for message in messages:
                    assert message in words, (message, lang)
                    assert words.names(message) <= value_names or shape != message, (message, lang)


def test_every_message_of_the_page_is_used():
    words = catalogue(SOURCES["ui"])
    static = "".join(file.read_text(encoding="utf-8") for file in [*STATIC, *SOURCES["ui"].rglob("*.html")])
    python = "".join(file.read_text(encoding="utf-8") for file in SOURCES["ui"].glob("*.py"))
    made = {message_key for key, _ in calls(static) for message_key in keys(key)}
    optional = {"fact-", "score-", "standing-", "option-", "about-", "agent-is-", "working-", "level-"}
    for name in words:
        used = name in made or any(ANY in message and matching(message, {name}) for message in made)
        written = f'"{name}"' in static + python or any(name.startswith(beginning) for beginning in optional)
        assert used or written, name
