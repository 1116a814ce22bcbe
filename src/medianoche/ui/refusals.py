"""Errors that a page shows, in its language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from medianoche.agents.base import AgentError
from medianoche.envs.core.errors import GameError, MedianocheError, OptionError, PackError, ReplayError, one_line
from medianoche.envs.core.show.catalogue import LANGUAGE, strings

CAUSES = {
    AgentError: "cause-agent",
    OptionError: "cause-option",
    PackError: "cause-pack",
    ReplayError: "cause-replay",
    GameError: "cause-game",
}
"""The sentence that says in which field the mistake is; its details are in English."""


class RefusedError(Exception):
    """A request that is refused.

    Args:
        status: of HTTP.
        key: of a sentence in the page's catalogue.
        values: of its variables.
    """

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(sentence(key, **values))
        self.status = status
        self.key = key
        self.values = values

    def line(self, lang: str) -> str:
        """The reason in a language, one line."""
        return sentence(self.key, lang, **self.values)


def sentence(key: str, lang: str = LANGUAGE, /, **values: object) -> str:
    """A sentence of the page's catalogue, one line."""
    template: Any = strings(Path(__file__).parent, lang)[key]
    return one_line(re.sub(r"\{([\w-]+)\}", lambda match: str(values[match[1]]), template))


def reason(error: Exception, lang: str) -> str:
    """The line that a page in a language shows of an error."""
    if isinstance(error, RefusedError):
        return error.line(lang)
    key = next((key for kind, key in CAUSES.items() if isinstance(error, kind)), "cause-other")
    return sentence(key, lang, why=error) if isinstance(error, MedianocheError) else str(error)
