"""A whole game as an SVG file that moves: the moving picture of the README."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from docs.pages import played
from medianoche import envs
from medianoche.envs.core.game import Game

SVG = "http://www.w3.org/2000/svg"
MOTION = """.frame{{visibility:hidden;animation:frame {whole:g}s step-end infinite}}\
@keyframes frame{{0%{{visibility:visible}}{share:.4g}%{{visibility:hidden}}}}\
@media(prefers-reduced-motion:reduce){{.frame{{animation:none}}.frame:last-of-type{{visibility:visible}}}}"""
"""Shows one frame after the other; who wants no motion sees the last one."""
BEGINNING = 0.4
"""The share of the game that is over in the frame that is shown first: the board is not empty there."""


def boards(game: Game, frames: int) -> Iterator[str]:
    """Pictures of the board alone, `frames` of them at equal distances, in a game of the hand-written policy."""
    states = list(played(game))
    for number in range(frames):
        state = states[round(number * (len(states) - 1) / (frames - 1))]
        yield game.draw(state, -1, width=720, only="board").themed("light")


def film(name: str, frames: int = 24, seconds: float = 1.0) -> str:
    """The text of an SVG file that plays a game again and again, each of its `frames` for so many seconds."""
    ET.register_namespace("", SVG)
    pictures = [ET.fromstring(text) for text in boards(envs.game(name), frames)]
    whole = ET.Element(f"{{{SVG}}}svg", pictures[0].attrib | {"aria-label": f"{name}: a whole game"})
    style = ET.SubElement(whole, f"{{{SVG}}}style")
    style.text = (pictures[0].findtext(f"{{{SVG}}}style") or "") + MOTION.format(
        whole=frames * seconds, share=100 / frames
    )
    shared = ET.SubElement(whole, f"{{{SVG}}}defs")
    known: set[str] = set()
    for number, picture in enumerate(pictures):
        frame = ET.SubElement(whole, f"{{{SVG}}}g", {"class": "frame"})
        frame.set("style", f"animation-delay:{(number - round(BEGINNING * frames)) % frames * seconds:g}s")
        for part in picture:
            if part.tag == f"{{{SVG}}}defs":
                shared.extend(element for element in part if element.get("id") not in known)
                known |= {element.get("id", "") for element in part}
            elif part.tag != f"{{{SVG}}}style":
                frame.append(part)
    return ET.tostring(whole, encoding="unicode")


if __name__ == "__main__":  # python -m docs.film
    file = Path(__file__).parents[1] / "benchmarks/pictures/game.svg"
    file.write_text(film("correo"), encoding="utf-8")
