"""Texts of cards and events agree in grammar, name no side as the reader's, and are in one language."""

import re
from functools import cache

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core import contract
from medianoche.envs.core.show.catalogue import LANGUAGES, SHARED
from tests.envs.repeats import repeated

GAMES = [pytest.param(envs.game(name), id=f"{name}-texts") for name in envs.names()]
PACKS = ("standard", *range(12))
SHARE = repeated(3, len(PACKS), "packs")
LETTERS = r"[^\W\d_]+"
SIDES = {"en": r"\b(foes?|enem(y|ies))\b", "es": r"\b(enemig[oa]s?)\b"}
"""Words that mean another side for each reader; the Enemy of Medianokte is a role, with a capital letter."""
SUBJECTS = {
    "en": {
        True: r"all (standing )?children( of the combat)?|all nightmares of the combat",
        False: r"the same \w+|(a|another) (standing |defeated )?child( of the combat)?|each crew member|each astrali"
        r"|each of the astralis and the boss|an astrali or the boss|a crew member of choice|its owner|the Enemy",
    },
    "es": {
        True: r"todos los Niños( del Combate| en pie)?|todas las Pesadillas del Combate",
        False: r"(el|la) mism[oa] \w+|(un|otro) Niño( del Combate| en pie| derrotado)?|cada tripulante|cada astrali"
        r"|cada uno de los astralis y el jefe final|un astrali o el jefe final|un tripulante a elegir|su dueño"
        r"|el Enemigo",
    },
}
"""Subjects of sentences on cards, by whether they are plural."""
VERBS = {
    "en": {True: "(lose|are|have|get|take|roll|heal|become)", False: "(loses|is|has|gets|takes|rolls|heals|becomes)"},
    "es": {
        True: "(se )?(pierden|quedan|reciben|tiran|curan|ganan|dejan|descansan|roban|pueden|empiezan)",
        False: "(se )?(pierde|queda|recibe|tira|cura|gana|deja|descansa|roba|puede|empieza)",
    },
}
NOT_PLURAL = {"is", "begins", "less", "más", "menos"}
"""Words that end as plurals and may stand behind a number."""
PROPER = {
    "misty": ("card",),
    "nocturna": ("nightmare", "event", "reward", "location", "boss", "child"),
    "medianokte": ("character", "boss", "astrali", "event", "positive", "object"),
    "halloween": ("treat", "child"),
}
"""Tables of a pack whose rows have a name that is the same in all languages."""


@cache
def texts(game, lang, packs):
    """The explanations of all cards and terms in some packs, each once."""
    texts_met = {}
    for number, pack in enumerate(PACKS[:packs]):
        state = game.new(game.players[-1], seed=number, pack=pack)
        for seat in range(2):
            for name, words in game.declaration.glossary(game.view(state, seat, lang)).items():
                texts_met |= {f"{name}: {words}": None}
    return list(texts_met)


@cache
def lines(game, lang, games):
    """The lines of the account of a random game, or of two, one with the options of the last variant, each once."""
    lines_met = {}
    for players, options in ((game.players[-1], {}), (game.players[0], game.declaration.variants[-1]))[:games]:
        state = game.new(players, seed=5, **options)
        rng = np.random.default_rng(5)
        while not state.done:
            moments = game.show.moments(state, int(rng.choice(game.legal_actions(state))))
            lines_met |= dict.fromkeys(game.account(moments, 0, lang))
            state = moments[-1]
    return list(lines_met)


def messages(folder, lang):
    """The text of each message in a folder by name, without names of variables, variants and other messages."""
    source = (folder / "words" / f"{lang}.ftl").read_text(encoding="utf-8")
    messages_read = re.findall(r"^([\w-]+) = (.*(?:\n[ }].*)*)", source, re.MULTILINE)
    return {key: re.sub(r"\$[\w-]+|\[[\w-]+\]|\{ [\w-]+ \}", "", text) for key, text in messages_read}


@SHARE
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_doubled(game, lang, packs):
    told = [
        re.sub(r"\(.*?\)", "", text) for text in texts(game, lang, packs) + lines(game, lang, 2 if packs > 3 else 1)
    ]  # tiles are in brackets
    assert not [text for text in told if re.search(rf"\b({LETTERS}) \1\b", text)]


@SHARE
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_verbs_on_cards_agree_with_their_subjects(game, lang, packs):
    for plural, subject in SUBJECTS[lang].items():
        wrong = re.compile(rf"\b({subject}),? {VERBS[lang][not plural]}\b")
        assert not [text for text in texts(game, lang, packs) if wrong.search(text)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["nocturna", "medianokte"])
def test_no_side_is_named_as_the_readers(name, lang):
    """A sentence is read by both sides: the Master's own nightmares are no foes to him."""
    told = messages(envs.game(name).content.folder, lang)
    wrong = {key: text for key, text in told.items() if re.search(SIDES[lang], text) and not key.startswith("code-")}
    assert set(wrong) <= {"seat-enemy"}


@SHARE
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_one_thing_is_not_plural(game, lang, packs):
    told = texts(game, lang, packs) + lines(game, lang, 2 if packs > 3 else 1)
    plural = re.compile(rf"(?<![-+/.,\d])\b1 ({LETTERS}s)\b|\b1 de tus turnos (tienen)|\b1 of your (turn)\b")
    words_by_text = {text: {word for row in plural.findall(text) for word in row if word} - NOT_PLURAL for text in told}
    assert not [text for text, words in words_by_text.items() if words]


@SHARE
@pytest.mark.parametrize("game", GAMES)
def test_spanish_names_of_seats_have_their_article_in_sentences(game, packs):
    """It is "el cuervo del jugador 2", not "cuervo de jugador 2"."""
    wrong = re.compile(r"\b(de|a) el\b|\b(a|con|de|juega|para|por|y|ha ganado) (jugador|tripulante) \d")
    told = lines(game, "es", 2 if packs > 3 else 1) + texts(game, "es", packs)
    assert not [text for text in told + list(views(game)) if wrong.search(text)]


@SHARE
def test_who_is_healed_heals_in_spanish_with_se(packs):
    """To say "un tripulante cura 2" would mean that it heals others."""
    medianokte = envs.game("medianokte")
    told = texts(medianokte, "es", packs) + lines(medianokte, "es", 1)
    assert any("se cura" in text for text in told)
    assert not [text for text in told if re.search(r"(?<!\bse )(?<!\bte )\bcuran? \d", text)]


def views(game):
    """Lines of positions of a game in Spanish, as two seats see them, and the words of their actions."""
    for state in contract.positions(game, game.players[0], 5, count=12):
        for seat in (0, game.players[0] - 1):
            yield from game.declaration.text(game.view(state, seat, "es")).splitlines()
        yield from (game.describe(state, int(action), "es") for action in game.legal_actions(state))


def words_of(text):
    return set(re.findall(LETTERS, text.lower()))


def own_words(folder, lang):
    """Words that the messages of a folder say."""
    return set().union(*(words_of(text) for text in messages(folder, lang).values()))


def proper(game, packs):
    """Words of the names in some packs."""
    proper_names = {"medianoche"}
    for pack in PACKS[:packs]:
        tables = game.content.pack_of(game.new(pack=pack))
        rows = [row for table in PROPER.get(game.name, ()) for row in getattr(tables, table)]
        while rows:
            row = rows.pop()
            proper_names |= words_of(getattr(row, "words", row.name))
            inner = [getattr(row, key, None) for key in ("weapons", "actions", "assist", "final")]
            rows += [element for part in inner if part for element in (part if isinstance(part, list) else [part])]
    return proper_names


@SHARE
@pytest.mark.parametrize("game", GAMES)
def test_spanish_texts_have_no_english_word(game, packs):
    """Every word is in the Spanish catalogues, or a name of a card."""
    known = own_words(game.content.folder, "es") | own_words(SHARED, "es") | proper(game, packs) | words_of(game.title)
    told = texts(game, "es", packs) + lines(game, "es", 2 if packs > 3 else 1)
    english = {word for text in told for word in words_of(text)} - known
    assert not {word for word in english if len(word) > 2}
