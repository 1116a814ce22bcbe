"""The screenshots of the page in `docs/guides/play.md`: each game in a window, and three pages of a phone side by side.

`python -m docs.screens [GAME ...] [phone]`, without a name all of them; it takes some minutes. It needs a browser and
the libraries of `tests/ui/requirements.txt` (`make test-ui` installs them). The same code shows the same positions; the
players' clocks and the puzzle of the day differ.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER = Path(__file__).parents[1] / "benchmarks/pictures"
SEED = "7"
"""Of every game."""
WINDOW = 1366, 768
PHONE = 390, 844
SHOWN = 744
"""Height of a phone in the picture of three, in pixels."""
GROUND = "#2a2c4a"
COLOURS = 256
QUIET = 2500
"""Milliseconds after the last choice in which things move to their places."""


class Shot(NamedTuple):
    """A position: who sits where, and how many choices the person has made, as the game's own policy makes them."""

    seats: list[str]
    choices: int


SHOTS = {
    "correo": Shot(["you", "greedy"], 12),
    "misty": Shot(["you", "greedy"], 20),
    "halloween": Shot(["you", *["greedy"] * 4], 9),
    "nocturna": Shot(["greedy", "you", *["greedy"] * 3], 10),
    "medianokte": Shot(["greedy", "you", "greedy", "greedy"], 14),
}
"""What the picture of each game shows."""
ON_PHONES = ("correo", "nocturna")
"""The games beside the lobby in the picture of phones."""


def reached(server: Any, game: str) -> str:
    """Deal the game and make the person's choices; returns the token of the person's seat."""
    seats, choices = SHOTS[game]
    _, tokens = server.new(game=game, seats=seats, seed=SEED)
    token = next(filter(None, tokens))
    for number in range(choices):
        server.until("asked", token)
        match = server.table(token).at(seats.index("you"))
        server.choose(token, match.game.heuristic(match.state, seed=number))
    server.until("asked", token)
    return str(token)


def screenshot(context: Any, address: str, until: str) -> Image:
    """The page at an address, once it shows an element that the selector `until` finds."""
    from PIL.Image import open as image_of

    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(until)
    page.wait_for_timeout(QUIET)
    data = page.screenshot()
    page.close()
    return image_of(io.BytesIO(data)).convert("RGB")


def side_by_side(phones: list[Image]) -> Image:
    """One picture of the size of a window with some of phones, at equal distances."""
    from PIL.Image import new

    width, height = WINDOW
    whole = new("RGB", WINDOW, GROUND)
    shown = [phone.resize((SHOWN * PHONE[0] // PHONE[1], SHOWN)) for phone in phones]
    gap = (width - sum(phone.width for phone in shown)) / (len(shown) + 1)
    for number, phone in enumerate(shown):
        whole.paste(phone, (round(gap + number * (gap + phone.width)), (height - SHOWN) // 2))
    return whole


def save(image: Image, name: str) -> None:
    """Write a picture with few colours, so that it is small."""
    image.quantize(COLOURS).save(FOLDER / f"ui-{name}.png", optimize=True)


def main(names: list[str]) -> None:
    """Draw the pictures of these names."""
    from tests.ui.driving import BROWSER, PATIENCE, SCREENS, sync_api
    from tests.ui.pages import serving

    board = "#board svg"
    window = {"viewport": dict(zip(("width", "height"), WINDOW, strict=True))}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])

        def opened(**how: Any) -> Any:
            context = browser.new_context(color_scheme="dark", locale="en-GB", **how)
            context.set_default_timeout(PATIENCE)
            return context

        for name in names:
            if name != "phone":
                token = reached(server, name)
                save(screenshot(opened(**window), f"{server.address}/#{token}", board), name)
                continue
            phone = opened(**SCREENS["phone"], device_scale_factor=2)
            phones = [screenshot(phone, f"{server.address}/#{server.owner}", ".card")]
            tokens = [reached(server, game) for game in ON_PHONES]
            phones += [screenshot(phone, f"{server.address}/#{token}", board) for token in tokens]
            save(side_by_side(phones), name)
        browser.close()


if __name__ == "__main__":  # python -m docs.screens
    known = [*SHOTS, "phone"]
    asked = sys.argv[1:] or known
    if unknown := sorted(set(asked) - set(known)):
        sys.exit(f"unknown picture {unknown[0]!r}; accepted: {', '.join(known)}")
    main(asked)
