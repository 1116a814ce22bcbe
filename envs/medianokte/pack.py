"""Content packs of Medianokte: characters, bosses, astralis, events and objects, from TOML to the PACK record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from medianoche.envs.core.pack import Meta, PackModel, Provenance
from medianoche.envs.medianokte.kernels import encode
from medianoche.envs.medianokte.kernels.programs import check_astrali, check_owner, parse
from medianoche.envs.medianokte.state import (
    ACTION_CARDS,
    ASTRALIS,
    BOSSES,
    CHARACTERS,
    CREW,
    CREW_DECK,
    CREW_DECK_OBJECTS,
    ENEMY_DECK,
    ENEMY_DECK_ASTRALIS,
    EVENTS,
    OBJECTS,
    POSITIVES,
    Header,
)


def _readable(text: str) -> str:
    parse(text)
    return text


Effect = Annotated[str, AfterValidator(_readable)]
HeaderName = Literal[
    "none", "self", "crew", "mate", "each_crew", "foe", "melee", "astrali", "each_astrali", "each_foe", "boss"
]
Trait = Literal["strength", "dexterity", "will"]
Tired = Literal["tap", "exhaust"]
Dice = Annotated[int, Field(ge=1, le=8)]
Value = Dice | Literal["magic", "special"]
Cost = Annotated[int, Field(ge=0, le=6)]
Copies = Annotated[int, Field(ge=1, le=9)]
Digit = Annotated[int, Field(ge=1, le=9)]
Life = Annotated[int, Field(ge=1, le=16)]
Bonus = Annotated[int, Field(ge=0, le=3)]


class Row(PackModel):
    """A row of any table: one word of provenance for all of it, or one for each key."""

    provenance: Provenance | dict[str, Provenance]

    @model_validator(mode="after")
    def provenance_of_every_key(self) -> Row:
        """A table of provenance names each key of its row."""
        if isinstance(self.provenance, dict):
            keys = self.model_fields_set - {"provenance"}
            if wrong := sorted(keys ^ self.provenance.keys()):
                raise ValueError(f"provenance must name each key of the row once; check {', '.join(wrong)}")
        return self


class Card(PackModel):
    """A named effect: whom it is for and its program."""

    name: str = Field(min_length=1)
    header: HeaderName
    effect: Effect = Field(min_length=1)

    def check(self, crew: bool) -> None:
        """Raise ValueError unless the card makes sense for its side."""
        try:
            check_owner(Header[self.header.upper()], parse(self.effect), crew)
        except ValueError as error:
            raise ValueError(f"{self.name!r}: {error}") from None


class Tiring(Card):
    """A card that tires when it is used."""

    tire: Tired


class Weapon(PackModel):
    """A weapon: an attack value for at least one range."""

    name: str = Field(min_length=1)
    melee: Value | None = None
    distance: Value | None = None
    area: Value | None = None
    tire: Tired
    characteristic: Trait | None = None
    effect: Effect | None = None

    @model_validator(mode="after")
    def special_weapons_have_a_program(self) -> Weapon:
        """As `check_weapon` says."""
        check_weapon(self, f"weapon {self.name!r}")
        return self


class Character(Row):
    """A crew member's character and its set of cards."""

    name: str = Field(min_length=1)
    life: Life
    armour: Digit
    strength: Digit
    dexterity: Digit
    will: Digit
    weapons: list[Weapon] = Field(min_length=2, max_length=2)
    assist: Tiring
    final: Card

    @model_validator(mode="after")
    def cards_are_for_the_crew(self) -> Character:
        """Assist and final action make sense for the crew."""
        self.assist.check(crew=True)
        self.final.check(crew=True)
        return self


class Boss(Row):
    """A final boss (jefe final) and its five action cards."""

    name: str = Field(min_length=1)
    armour: Digit
    strength: Digit
    dexterity: Digit
    will: Digit
    actions: list[Card]

    @model_validator(mode="after")
    def five_actions_for_the_enemy(self) -> Boss:
        """Five action cards that make sense for the Enemy."""
        if len(self.actions) != ACTION_CARDS:
            raise ValueError(f"boss {self.name!r} has {len(self.actions)} action cards; it needs {ACTION_CARDS}")
        for card in self.actions:
            card.check(crew=False)
        return self


class Astrali(Row):
    """A kind of astrali."""

    name: str = Field(min_length=1)
    cost: Cost
    life: Life
    armour: Digit
    attack: Value
    characteristic: Trait | None = None
    effect: Effect | None = None
    strength: Digit
    dexterity: Digit
    will: Digit
    copies: Copies

    @model_validator(mode="after")
    def special_attacks_have_a_program(self) -> Astrali:
        """As `check_special` says; the program serves either side."""
        check_special(self.attack == "special", self, f"astrali {self.name!r}")
        if self.effect:
            try:
                check_astrali(parse(self.effect))
            except ValueError as error:
                raise ValueError(f"astrali {self.name!r}: {error}") from None
        return self


class Event(Row, Card):
    """A negative event, for the Enemy's deck."""

    cost: Cost
    copies: Copies

    @model_validator(mode="after")
    def is_for_the_enemy(self) -> Event:
        """The effect makes sense for the Enemy."""
        self.check(crew=False)
        return self


class Positive(Row, Card):
    """A positive event of the exploration deck; it always affects its finder."""

    header: Literal["self"] = "self"
    cost: Cost
    copies: Copies

    @model_validator(mode="after")
    def is_for_the_crew(self) -> Positive:
        """The effect makes sense for the crew."""
        self.check(crew=True)
        return self


class Modifiers(PackModel):
    """What a permanent object adds."""

    life: Bonus = 0
    armour: Bonus = 0
    strength: Bonus = 0
    dexterity: Bonus = 0
    will: Bonus = 0
    melee: Bonus = 0
    distance: Bonus = 0
    discount: Bonus = 0


WEAPON_KEYS = ("melee", "distance", "area", "tire", "characteristic")


class Object(Row):
    """An object of the exploration deck: a weapon, or a permanent or single-use object."""

    name: str = Field(min_length=1)
    type: Literal["weapon", "permanent", "single-use"]
    cost: Cost
    copies: Copies
    melee: Value | None = None
    distance: Value | None = None
    area: Value | None = None
    tire: Tired | None = None
    characteristic: Trait | None = None
    gives: Modifiers | None = None
    header: HeaderName | None = None
    effect: Effect | None = None

    @model_validator(mode="after")
    def keys_fit_the_type(self) -> Object:
        """Each type of object has its own keys."""
        accepted = {
            "weapon": {*WEAPON_KEYS, "effect"},
            "permanent": {"gives"},
            "single-use": {"header", "effect"},
        }[self.type]
        given = {key for key in (*WEAPON_KEYS, "gives", "header", "effect") if getattr(self, key) is not None}
        if not given <= accepted:
            wrong = ", ".join(sorted(given - accepted))
            raise ValueError(f"object {self.name!r} of type {self.type} cannot have {wrong}")
        if self.type == "weapon":
            if self.tire is None:
                raise ValueError(f"object {self.name!r} of type weapon needs tire")
            check_weapon(self, f"object {self.name!r}")
        elif not accepted <= given:
            raise ValueError(f"object {self.name!r} of type {self.type} needs {', '.join(sorted(accepted - given))}")
        elif self.type == "single-use":
            self.card().check(crew=True)
        elif not any(vars(self.gives).values()):
            raise ValueError(f"object {self.name!r} of type permanent gives nothing")
        return self

    def card(self) -> Card:
        """The effect of a single-use object."""
        return Card.model_validate({"name": self.name, "header": self.header, "effect": self.effect})


class Preset(PackModel):
    """The decks of `decks="preset"`, as lists of kinds: the Enemy's, then one of each crew member."""

    events: list[int]
    astralis: list[int]
    objects: list[list[int]] = Field(min_length=CREW, max_length=CREW)
    positives: list[list[int]] = Field(min_length=CREW, max_length=CREW)
    provenance: Provenance


class Constants(Row):
    """Numbers of the rules."""

    hand_size: int = Field(ge=1, le=20)
    energy_base: int = Field(ge=0, le=20)
    energy_per_crew: int = Field(ge=0, le=20)
    boss_life: int = Field(ge=0, le=40)
    boss_life_per_crew: int = Field(ge=1, le=20)
    final_cost: int = Field(ge=1, le=9)
    charge_cap: int = Field(ge=1, le=15)
    magic_die: list[Annotated[int, Field(ge=0, le=6)]] = Field(min_length=6, max_length=6)
    life_bonus: list[Annotated[int, Field(ge=0, le=9)]] = Field(min_length=CREW, max_length=CREW)

    @model_validator(mode="after")
    def counters_fit(self) -> Constants:
        """The final action can be paid for."""
        if self.final_cost > self.charge_cap:
            raise ValueError("final_cost is greater than charge_cap")
        return self


class MedianoktePack(PackModel):
    """All content of the game."""

    meta: Meta
    constants: Constants
    character: list[Character]
    boss: list[Boss]
    astrali: list[Astrali]
    event: list[Event]
    positive: list[Positive]
    object: list[Object]
    preset: Preset

    @model_validator(mode="after")
    def enough_of_everything(self) -> MedianoktePack:
        """Rows and copies fill every deck and fit the record."""
        for key, least, most in (("character", CREW, CHARACTERS), ("boss", 1, BOSSES)):
            if not least <= len(getattr(self, key)) <= most:
                raise ValueError(f"{key}: {len(getattr(self, key))} rows; accepted: {least} to {most}")
        groups = (
            ("astrali", ENEMY_DECK_ASTRALIS, ASTRALIS),
            ("event", ENEMY_DECK - ENEMY_DECK_ASTRALIS, EVENTS),
            ("object", CREW * CREW_DECK_OBJECTS, OBJECTS),
            ("positive", CREW * (CREW_DECK - CREW_DECK_OBJECTS), POSITIVES),
        )
        for key, least, most in groups:
            rows = getattr(self, key)
            if len(rows) > most:
                raise ValueError(f"{key}: {len(rows)} rows; at most {most}")
            if (copies := sum(row.copies for row in rows)) < least:
                raise ValueError(f"{key}: {copies} copies in all; at least {least}")
        for key in ("character", "boss", *(group[0] for group in groups)):
            names = [row.name for row in getattr(self, key)]
            if len(set(names)) < len(names):
                raise ValueError(f"{key}: two rows have the same name")
        return self

    @model_validator(mode="after")
    def preset_decks_are_decks(self) -> MedianoktePack:
        """The preset decks have their sizes and respect copies."""
        preset = self.preset
        check_deck("preset.astralis", preset.astralis, self.astrali, ENEMY_DECK_ASTRALIS)
        check_deck("preset.events", preset.events, self.event, ENEMY_DECK - ENEMY_DECK_ASTRALIS)
        for key, decks, rows, size in (
            ("preset.objects", preset.objects, self.object, CREW_DECK_OBJECTS),
            ("preset.positives", preset.positives, self.positive, CREW_DECK - CREW_DECK_OBJECTS),
        ):
            for member, deck in enumerate(decks):
                check_deck(f"{key}, crew member {member}", deck, rows, size)
            check_deck(f"{key}, all together", [kind for deck in decks for kind in deck], rows, CREW * size)
        return self

    def fill(self, record: Any) -> None:
        """Write the PACK record."""
        encode.fill(record, self)


# ---- checks


def check_weapon(weapon: Weapon | Object, what: str) -> None:
    """A weapon has a range; a special one has its characteristic and program."""
    values = [weapon.melee, weapon.distance, weapon.area]
    if values == [None] * 3:
        raise ValueError(f"{what} has no attack value: give melee, distance or area")
    check_special("special" in values, weapon, what)
    if weapon.effect:
        try:
            check_owner(Header.NONE, parse(weapon.effect), crew=True)
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None


def check_special(special: bool, row: Weapon | Object | Astrali, what: str) -> None:
    """Exactly special attacks have a characteristic and a program."""
    if special and not (row.characteristic and row.effect):
        raise ValueError(f"{what} has a special attack: it needs characteristic and effect")
    if not special and (row.characteristic or row.effect):
        raise ValueError(f"{what} has no special attack: it cannot have characteristic or effect")


def check_deck(what: str, deck: list[int], rows: list[Any], size: int) -> None:
    """A preset deck has its size and no more of a kind than there are copies."""
    if len(deck) != size:
        raise ValueError(f"{what}: {len(deck)} cards; it needs {size}")
    for kind in deck:
        if not 0 <= kind < len(rows):
            raise ValueError(f"{what}: there is no kind {kind}")
        if deck.count(kind) > rows[kind].copies:
            raise ValueError(f"{what}: {deck.count(kind)} of kind {kind}, which has {rows[kind].copies} copies")
