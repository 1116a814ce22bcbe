"""Films: what has happened step by step, drawn over the picture of the position that came of it.

    film("window0", ["5>6", "=3"], [
        part(arrow, 0, 1, by=(40, 0)),      # walks to the right in step 0
        part(flower, 0, 2),                 # lies there in steps 0 and 1
        part("<text>+3</text>", 1, 2, rise=True),
    ])

A picture hides its films; `static/walking.js` plays them once. Without it the picture shows the position alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from medianoche.envs.core.show import svg


def film(name: str, steps: Sequence[str], parts: Iterable[str]) -> str:
    """A film over a part of a picture.

    Args:
        name: its name in the picture. A page compares films of the same name in pictures that follow each other.
        steps: a word for each step; a step that the film before has shown is not played again.
        parts: what it shows, each made by `part`.
    """
    words = " ".join(steps)
    return svg.group(*parts, class_="film", data_film=name, data_steps=words, display="none", pointer_events="none")


def part(
    body: str, first: int, end: int, by: tuple[float, float] | None = None, leaves: bool = False, rise: bool = False
) -> str:
    """Something that a film shows from step `first` on, until step `end` begins.

    Args:
        body: what is drawn.
        first, end: its steps.
        by: how far it walks meanwhile, to the right and down; None for something that lies still.
        leaves: whether it fades away as it walks.
        rise: whether it rises and fades, as points do.
    """
    way = by and f"{svg.number(by[0])} {svg.number(by[1])}"
    mood = "leaves" if leaves else "rises" if rise else None
    return svg.group(body, data_during=f"{first} {end}", data_by=way, data_mood=mood)
