"""Sentences in several languages, read from catalogues in Fluent's format (https://projectfluent.org).

`words/en.ftl` and `words/es.ftl` in a game's folder hold its sentences, those in `envs/core/words` what all games
share; in code a sentence is `view.say("hand", count=3)`. A message on an event may use, for its field `seat` that holds
a seat: `$seat`, its name ("you", "player 1"); `$seat-of`, the possessive ("your", "player 1's"); `$seat-is`, one of
you, other and nobody, for a selection. Other fields are numbers, "unknown" if the seat does not know the value, or what
the game's `words/tell.py` makes of them:

    FIELDS   words of the field with this name: function of the Telling and the value
    DERIVED  values that are no field, by name: function of the Telling
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from medianoche.envs.core.errors import OptionError, choices, shown

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

LANGUAGE = "en"
"""The language of the library where none is named."""
LANGUAGES = {"en": "English", "es": "español"}
"""The languages of all catalogues, with their own names."""
SHARED = Path(__file__).parents[1]
SECTIONS, LINES = ("goal", "turn", "end", "scoring"), 9
"""Sections of a rules card, and the most lines of one."""
_SENTENCES = 50_000
_ENTRY = re.compile(r"^(?=[a-zA-Z#-])", re.MULTILINE)
"""The beginning of a message or of a comment."""
_NAME = re.compile(r"([a-zA-Z][\w-]*) *=")
_CONTAINED = re.compile(r"\{\s*([a-zA-Z][\w-]*)\s*[}.]")
"""A message in another one."""


def language(*wished: str | None) -> str:
    """The first language of `LANGUAGES` among wishes in the order of preference, else English.

    A wish is a language, a locale or what a browser sends: "es", "es_AR.UTF-8", "fr,es-MX;q=0.8,en;q=0.5". Parts of one
    wish are taken in the order of their q; empty wishes are skipped.
    """
    for wish in wished:
        ranked = []
        for part in (wish or "").split(","):
            tag, _, weight = part.strip().partition(";q=")
            share = float(weight) if weight.replace(".", "", 1).isdecimal() else 1.0
            ranked.append((-share, re.split("[-_.@]", tag)[0].lower()))
        for _, code in sorted(ranked, key=lambda item: item[0]):
            if code in LANGUAGES:
                return code
    return LANGUAGE


class Catalogue:
    """Messages of some files by name.

    Attributes:
        language: the language of the files.
    """

    def __init__(self, files: tuple[Path, ...], language: str) -> None:
        self.language = language
        self._own: set[str] = set()
        self._texts: dict[str, list[str]] = {}  # of each message, that of the last file last
        for file in files:
            texts = dict(_texts_in(file.read_text(encoding="utf-8")))
            self._own = set(texts)
            for name, text in texts.items():
                self._texts.setdefault(name, []).append(text)
        self._parsed: set[str] = set()
        self._names: dict[str, frozenset[str]] = {}
        self._templates: dict[str, str | dict[str, str]] = {}
        self._cached = lru_cache(_SENTENCES)(self._format)

    @cached_property
    def _bundle(self) -> FluentBundle:
        """The messages that have been parsed: a page needs few of them at first, and parsing takes long."""
        from fluent.runtime import FluentBundle

        return FluentBundle([self.language], use_isolating=False)

    def _parse(self, *names: str) -> None:
        """Parse messages, and those that they contain, unless that was done."""
        if self._parsed.issuperset(names):
            return

        from fluent.syntax import FluentParser, ast

        parser = FluentParser(with_spans=False)
        left = list(names)
        entries: dict[str, Any] = {}
        while left:
            name = left.pop()
            if name in entries or name in self._parsed:
                continue
            entries[name] = None
            for text in reversed(self._texts.get(name, [])):
                entry = parser.parse_entry(text)
                if not isinstance(entry, ast.Junk):
                    entries[name] = entry
                    left += _CONTAINED.findall(text)
                    break
        self._bundle.add_resource(ast.Resource(list(filter(None, entries.values()))))
        self._parsed |= set(entries)

    def _message(self, name: str) -> Any:
        """A message. Raises LookupError if there is none."""
        self._parse(name)
        return self._bundle.get_message(name)

    def __contains__(self, name: str) -> bool:
        self._parse(name)
        return bool(self._bundle.has_message(name))

    def __iter__(self) -> Iterator[str]:
        """Names of the messages of the last file."""
        self._parse(*self._own)
        return (name for name in sorted(self._own) if name in self)

    @property
    def all(self) -> frozenset[str]:
        """Names of the messages of all files."""
        self._parse(*self._texts)
        return frozenset(name for name in self._texts if name in self)

    def names(self, name: str) -> frozenset[str]:
        """Names of the variables that a message needs, also in other messages that it contains."""
        if name not in self._names:
            self._names[name] = frozenset(self._found(self._message(name).value))
        return self._names[name]

    def _found(self, part: Any) -> set[str]:
        from fluent.runtime import resolver

        if isinstance(part, resolver.VariableReference):
            return {part.id.name}
        if isinstance(part, resolver.MessageReference | resolver.TermReference):
            inner = self._message(part.id.name).value
            return self._found(inner)
        parts = [*getattr(part, "elements", ()), *getattr(part, "variants", ())]
        parts += [getattr(part, name) for name in ("selector", "value", "expression") if hasattr(part, name)]
        return set().union(*(self._found(part) for part in parts if not isinstance(part, str)))

    def format(self, name: str, values: Mapping[str, Any]) -> str:
        """The message with these values of its variables.

        Raises:
            LookupError, ReferenceError, ValueError: the message does not exist, or needs a variable that is not given.
        """
        return self._cached(name, tuple(values.items()))

    def _format(self, name: str, values: tuple[tuple[str, Any], ...]) -> str:
        pattern = self._message(name).value
        assert pattern is not None
        text, errors = self._bundle.format_pattern(pattern, dict(values))
        if errors:
            raise errors[0]
        return contracted(str(text)) if self.language == "es" else str(text)

    def templates(self) -> dict[str, str | dict[str, str]]:
        """All messages of the last file for code in another language, by name.

        A message is text with `{name}` for each variable, or, if it selects, {"by": variable, variant: text, ...}: the
        variants are values, plural categories ("one") and "other".
        """
        if not self._templates:
            self._templates = {name: self._template(self._message(name).value) for name in self}
        return dict(self._templates)

    def _template(self, pattern: Any) -> str | dict[str, str]:
        from fluent.runtime import resolver

        texts: dict[str, str] = {"": ""}
        by = ""
        for part in getattr(pattern, "elements", [pattern]):
            inner = getattr(part, "expression", part)
            if isinstance(inner, resolver.SelectExpression):
                assert not by, "one selection in a message"
                by = _plain(inner.selector)[1:-1]
                before = texts[""]
                texts = {_key(variant): before + str(self._template(variant.value)) for variant in inner.variants}
                continue
            text = _plain(inner)
            if isinstance(inner, resolver.MessageReference):
                text = str(self._template(self._message(inner.id.name).value))
            texts = {key: value + text for key, value in texts.items()}
        return {"by": by, **texts} if by else texts[""]


def _texts_in(source: str) -> Iterator[tuple[str, str]]:
    """The messages of a file by name, each as Fluent's text. All but the first lines of a message are indented."""
    for part in _ENTRY.split(source):
        if named := _NAME.match(part):
            yield named[1], part


def contracted(text: str) -> str:
    """Spanish words with "del" and "al" for "de el" and "a el"; "El" with a capital belongs to a name."""
    return re.sub(r"\b([Dd]e|[Aa]) el\b", r"\1l", text)


def _key(variant: Any) -> str:
    return "other" if variant.default else str(getattr(variant.key, "name", getattr(variant.key, "value", "")))


def _plain(part: Any) -> str:
    """Text, a string or a variable as text of a template."""
    if hasattr(part, "id"):
        return f"{{{part.id.name}}}"
    return str(getattr(part, "value", part))


def catalogue(folder: Path, language: str = LANGUAGE) -> Catalogue:
    """The sentences in `folder`/words, after those that all games share; a folder without words has only these. A
    sentence that a language does not have is English.

    Raises:
        OptionError: there is no such language.
    """
    if not isinstance(language, str) or language not in LANGUAGES:  # type: ignore[redundant-expr]
        raise OptionError(f"language {shown(language)} is not accepted; accepted: {choices(LANGUAGES)}")
    return _catalogue(folder, language)


@cache
def _catalogue(folder: Path, language: str) -> Catalogue:
    languages = dict.fromkeys((LANGUAGE, language))
    files = [root / "words" / f"{code}.ftl" for root in dict.fromkeys((SHARED, folder)) for code in languages]
    return Catalogue(tuple(file for file in files if file.is_file()), language)


def strings(folder: Path, language: str = LANGUAGE) -> dict[str, str | dict[str, str]]:
    """The messages in `folder`/words for a page: `Catalogue.templates`.

    Raises:
        OptionError: there is no such language.
    """
    return catalogue(folder, language).templates()


def option_values(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as messages use them: `$max-offers`, 1 for true; a word may select a variant."""
    return {name.replace("_", "-"): int(value) if isinstance(value, bool) else value for name, value in options.items()}


class Section(NamedTuple):
    """A section of a rules card.

    Attributes:
        name: goal, turn, end or scoring.
        title: its heading.
        lines: its sentences, one or more.
    """

    name: str
    title: str
    lines: list[str]


def rules_card(words: Catalogue, values: Mapping[str, Any]) -> list[Section]:
    """The rules card of a game, one screen, from the messages `rules-turn-1`, `rules-turn-2` and so on of its
    catalogue, with these values of their variables; sections without messages are left out."""
    sections = []
    for name in SECTIONS:
        messages = [
            message for message in (f"rules-{name}-{number}" for number in range(1, LINES + 1)) if message in words
        ]
        lines = [
            words.format(message, {key: values[key] for key in sorted(words.names(message))}) for message in messages
        ]
        sections += [Section(name, words.format(f"rules-{name}-title", {}), lines)] if lines else []
    return sections
