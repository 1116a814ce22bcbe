"""The language of the terminal: which it is, its sentences, and lines that fit its width."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from medianoche.envs.core.show.catalogue import catalogue, language

if TYPE_CHECKING:
    from rich.console import Console

Say = Callable[..., str]
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the terminal's language, the first that is set counts."""


def spoken(lang: str | None) -> str:
    """The language to print: `lang`, of --lang or MEDIANOCHE_LANG, else that of the terminal.

    Raises:
        OptionError: there is no such language.
    """
    if lang is None:
        return language(next((os.environ[name] for name in LOCALES if os.environ.get(name)), ""))
    return catalogue(Path(__file__).parent, re.split("[-_.@]", lang)[0].lower()).language


def sayer(lang: str) -> Say:
    """Function that returns a message of the terminal's catalogue with values: `say("choices", count=2)`."""
    words = catalogue(Path(__file__).parent, lang)
    return lambda message, **values: words.format(message, values)


def fitted(text: str, width: int) -> list[str]:
    """The lines of `text` without broken words: a longer line goes on below, indented."""
    lines = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())] + "    "
        wrap = partial(textwrap.wrap, width=width, subsequent_indent=indent, break_long_words=False)
        lines += [line] if len(line) <= width else wrap(line, break_on_hyphens=False)
    return lines


def show(console: Console, text: str, style: str | None = None) -> None:
    """Print text that fits the width of the terminal."""
    for line in fitted(text, console.width):
        console.print(line, style=style, soft_wrap=True)
