"""A game as one self-contained page, which opens from a file without a network."""

from __future__ import annotations

import base64
import html
import json
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from importlib.resources import files
from string import Template
from typing import Any

from medianoche.envs.core import arrays
from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.play.replay import GameRecord
from medianoche.envs.core.show.catalogue import LANGUAGE, SHARED, catalogue
from medianoche.envs.core.show.episode import Storyboard

PAGE_BYTES = 500_000
"""Size limit of a page; a longer game leaves out positions, and the page says so."""
SAMPLE = 24
"""Positions of a long view from which the size of a page is estimated."""
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
    watch: Callable[[int, int], None] | None = None,
    lang: str = LANGUAGE,
) -> Page:
    """The page of a game with all views, or with that of one seat.

    Args:
        replay: the game.
        seat: the seat whose view the page shows; the page then holds nothing that this seat did not know.
        names, lang: see `episode`.
        watch: called with how many positions are drawn, and how many will be.

    Raises:
        OptionError: there is no such language.
        ReplayError: the replay cannot be played, or there is no such seat.
    """
    if seat is not None:
        seat = arrays.integer(seat, "seat", ReplayError)
    catalogue(SHARED, lang)  # refuses what is no language
    return page(Storyboard(replay, None if seat is None else [seat], {lang: names}), watch)


def page(board: Storyboard, watch: Callable[[int, int], None] | None = None) -> Page:
    """The page of a game, with as many of its positions as the size limit allows; `watch` as in `show`."""
    work = drawing(board)
    while True:
        try:
            done, whole = next(work)
        except StopIteration as made:
            return Page(made.value)
        if watch:
            watch(done, whole)


def drawing(board: Storyboard, **also: Any) -> Generator[tuple[int, int], None, Page]:
    """Draw a game, and return its page, with as many of its positions as the size limit allows. Yields how many are
    drawn, and how many will be. `also` is more of the episode: `values`."""
    for _ in board.play():
        yield 0, board.count(1)
    made: dict[int, str] = {}
    sizes: dict[int, int] = {}
    every = -(-board.length // SAMPLE)
    while every:
        for done, whole in board.draw(every):
            yield done, whole if made else board.count(1)  # after the sample it is known how many there will be
        made[every] = _page(board.episode(every) | also)
        sizes[every] = len(made[every].encode())
        every = _next(sizes, board)
    return Page(made[min(every for every, size in sizes.items() if size <= PAGE_BYTES)])


def _next(sizes: Mapping[int, int], board: Storyboard) -> int:
    """The next trial: one position in how many a page could have. The trials end with 0, when a page keeps the limit
    and the page with the next more positions does not. `sizes` are the bytes of the pages of earlier trials."""
    small = [every for every, size in sizes.items() if size <= PAGE_BYTES]
    if not small:
        return max(sizes) + 1
    best = min(small)
    left = range(max((every for every in sizes if every < best), default=0) + 1, best)
    fitting = [every for every in left if _estimate(every, sizes, board) <= PAGE_BYTES]
    return [*fitting[:1], *left[-1:], 0][0]


def _estimate(every: int, sizes: Mapping[int, int], board: Storyboard) -> float:
    """About how many bytes the page with every `every`-th position has, rather too many: a line through the two largest
    trials, or through the only one and nothing."""
    counts = [0, *(board.count(trial) for trial in sorted(sizes, reverse=True))]
    bytes_of = [0, *(sizes[trial] for trial in sorted(sizes, reverse=True))]
    slope = (bytes_of[-1] - bytes_of[-2]) / max(counts[-1] - counts[-2], 1)
    return bytes_of[-1] + slope * (board.count(every) - counts[-1])


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
