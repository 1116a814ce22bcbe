"""A game as one self-contained page, which opens from a file without a network."""

from __future__ import annotations

import base64
import html
import json
import zlib
from collections.abc import Callable, Sequence
from importlib.resources import files
from string import Template
from typing import Any

from medianoche.envs.core import arrays
from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.play.replay import GameRecord
from medianoche.envs.core.show.catalogue import LANGUAGE, SHARED, catalogue
from medianoche.envs.core.show.episode import episode, thinned

PAGE_BYTES = 500_000
"""Size limit of a page; a longer game leaves out positions, and the page says so."""
SCRIPTS = ("walking.js", "motion.js", "viewer.js")
"""What a page runs, in this order."""
HEIGHT = 720
"""Height of the frame in a notebook, in pixels."""
PAGE = Template("""<!doctype html>
<html lang="$lang">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>body { margin: 0 }
$css</style>
</head>
<body>
<main id="game"><p>$unpacking</p></main>
<script id="episode" type="text/plain">$packed</script>
<script>
$js
const root = document.getElementById("game");
medianocheUnpack(document.getElementById("episode").textContent)
  .then(episode => medianocheViewer(root, medianocheSpeak(episode, navigator.languages), {seat: $seat}))
  .catch(error => { root.textContent = error.message; });
</script>
</body>
</html>
""")


class Page(str):
    """A page as HTML; notebooks show it in a frame."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{HEIGHT}px;border:0"
        return f'<iframe srcdoc="{html.escape(self)}" style="{style}" title="a game"></iframe>'


def show(
    replay: GameRecord,
    seat: int | None = None,
    names: Sequence[str] = (),
    watch: Callable[[int], None] | None = None,
    lang: str = LANGUAGE,
) -> Page:
    """The page of a game with all views, or with that of one seat.

    Args:
        replay: the game.
        seat: the seat whose view the page shows; the page then holds nothing that this seat did not know.
        names, watch, lang: see `episode`.

    Raises:
        ReplayError: the replay cannot be played, or there is no such seat.
    """
    if seat is not None:
        seat = arrays.integer(seat, "seat", ReplayError)
    return page(episode(replay, None if seat is None else [seat], names, watch, lang))


def page(whole: dict[str, Any]) -> Page:
    """The page of an episode, with as many of its positions as the size limit allows."""
    every = 1
    while len((made := _page(thinned(whole, every))).encode()) > PAGE_BYTES:
        every += 1
    return Page(made)


def _page(shown: dict[str, Any]) -> str:
    text = json.dumps(shown, separators=(",", ":"), ensure_ascii=False)
    static = files(__package__).joinpath("static")
    words = catalogue(SHARED, shown["lang"])
    return PAGE.substitute(
        lang=shown["lang"],
        title=html.escape(words.format("replay-title", {"title": shown["title"]})),
        unpacking=words.format("replay-unpacking", {}),
        css=static.joinpath("viewer.css").read_text(encoding="utf-8"),
        js="".join(static.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS),
        packed=base64.b64encode(zlib.compress(text.encode(), 9)).decode(),
        seat=json.dumps(shown["views"][0]["seat"]),
    )
