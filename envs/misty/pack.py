"""The card list of Misty: from TOML tables to the PACK record."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, StrictInt, StringConstraints, model_validator

from medianoche.envs.core.content.pack import Meta, PackModel, Provenance
from medianoche.envs.misty.state import KINDS, SEATS, WINDOW, Kind

Worth = IntEnum("Worth", "STILL ARROW MONSTER FLOWER SMILE PAIR", start=0)
"""What scores points, in the order of the record's `pts`."""

PACK = np.dtype(
    [
        ("deck0", np.int8, KINDS),  # copies of each kind
        ("pts", np.int8, len(Worth)),  # points of each entry of Worth
    ]
)

KIND_NAMES = {
    "still": Kind.STILL,
    "flower": Kind.FLOWER,
    "smile": Kind.SMILE,
    "monster": Kind.MONSTER,
    "arrow": Kind.ARROW_N,
}
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
MAX_COPIES = 16
MIN_CARDS = WINDOW * SEATS


class Value(PackModel):
    """Points for one thing: 0 to 9."""

    value: StrictInt = Field(ge=0, le=9)
    provenance: Provenance


class Scoring(PackModel):
    """The `[scoring]` table."""

    still: Value
    arrow: Value
    monster: Value
    flower: Value
    smile: Value
    pair: Value


class CardProvenance(PackModel):
    """The provenance of each part of a card's entry."""

    kind: Provenance
    dir: Provenance | None = None
    copies: Provenance


class Card(PackModel):
    """One drawing. Its name and its title, which is shown instead, change no rule: cards of one kind and direction are
    interchangeable."""

    name: Annotated[str, StringConstraints(min_length=1)]
    title: Annotated[str, StringConstraints(max_length=60)] = ""
    kind: Literal["still", "flower", "smile", "monster", "arrow"]
    dir: Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"] | None = None
    copies: StrictInt = Field(ge=1)
    provenance: CardProvenance

    @model_validator(mode="after")
    def direction_of_arrows(self) -> Card:
        """Arrows, and only they, have a direction and its provenance."""
        for where, direction in (("dir", self.dir), ("provenance.dir", self.provenance.dir)):
            if (direction is not None) != (self.kind == "arrow"):
                need = "must have" if self.kind == "arrow" else "must not have"
                raise ValueError(f"{where}: card {self.name!r} of kind {self.kind} {need} one")
        return self

    @property
    def words(self) -> str:
        """What is shown: the title, or the name."""
        return self.title or self.name

    @property
    def kind_id(self) -> int:
        """The kind's number in the state, 0 to 11."""
        return KIND_NAMES[self.kind] + (DIRECTIONS.index(self.dir) if self.dir else 0)


class MistyPack(PackModel):
    """A whole card list."""

    meta: Meta
    scoring: Scoring
    card: tuple[Card, ...]

    @model_validator(mode="after")
    def enough_of_each(self) -> MistyPack:
        """The numbers of copies fit the record and are enough to deal four players a window each."""
        copies = self.copies
        for kind, count in enumerate(copies):
            if count > MAX_COPIES:
                names = ", ".join(self.names(kind))
                raise ValueError(f"card.copies: {count} cards of one kind ({names}), at most {MAX_COPIES} accepted")
        if sum(copies) < MIN_CARDS:
            raise ValueError(f"card.copies: {sum(copies)} cards in all, at least {MIN_CARDS} needed")
        return self

    @property
    def copies(self) -> list[int]:
        """Number of copies of each kind."""
        copies = [0] * KINDS
        for card in self.card:
            copies[card.kind_id] += card.copies
        return copies

    def names(self, kind: int) -> list[str]:
        """The names of the drawings of a kind."""
        return [card.name for card in self.card if card.kind_id == kind]

    def fill(self, record: Any) -> None:
        """Write the copies of each kind and the points into a PACK record."""
        record.deck0[:] = self.copies
        record.pts[:] = [getattr(self.scoring, worth.name.lower()).value for worth in Worth]
