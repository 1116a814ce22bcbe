"""Rows of a content pack: characters, bosses, astralis, events and objects, each checked by itself."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, model_validator

from medianoche.envs.core.content.pack import PackModel, Provenance
from medianoche.envs.medianokte.packs.effects import check_astrali, check_owner, parse
from medianoche.envs.medianokte.state import LIMITS, Header


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
    """A row of any table, with one provenance for the whole row or one for each key."""

    provenance: Provenance | dict[str, Provenance]

    @model_validator(mode="after")
    def provenance_of_every_key(self) -> Row:
        """Check that a table of provenances names each key of its row."""
        if isinstance(self.provenance, dict):
            keys = self.model_fields_set - {"provenance"}
            if wrong := sorted(keys ^ self.provenance.keys()):
                raise ValueError(f"provenance must name each key of the row once; check {', '.join(wrong)}")
        return self


class Card(PackModel):
    """A named effect: its header, which gives its targets, and its program."""

    name: str = Field(min_length=1)
    header: HeaderName
    effect: Effect = Field(min_length=1)

    def check(self, crew: bool) -> None:
        """Raise ValueError unless the card can be played by its side."""
        try:
            check_owner(Header[self.header.upper()], parse(self.effect), crew)
        except ValueError as error:
            raise ValueError(f"{self.name!r}: {error}") from None


class Tiring(Card):
    """A card that taps or exhausts when it is used."""

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
        """Apply `check_weapon`."""
        check_weapon(self, f"weapon {self.name!r}")
        return self


class Traits(Row):
    """A row with a name, armour and characteristics."""

    name: str = Field(min_length=1)
    armour: Digit
    strength: Digit
    dexterity: Digit
    will: Digit


class Character(Traits):
    """A crew member's character and its set of cards."""

    life: Life
    weapons: list[Weapon] = Field(min_length=2, max_length=2)
    assist: Tiring
    final: Card

    @model_validator(mode="after")
    def cards_are_for_the_crew(self) -> Character:
        """Check that the crew can play assist and final action."""
        self.assist.check(crew=True)
        self.final.check(crew=True)
        return self


class Boss(Traits):
    """A final boss (jefe final) and its five action cards."""

    actions: list[Card]

    @model_validator(mode="after")
    def five_actions_for_the_enemy(self) -> Boss:
        """Check that there are five action cards and the Enemy can play them."""
        if len(self.actions) != LIMITS.action_cards:
            raise ValueError(f"boss {self.name!r} has {len(self.actions)} action cards; it needs {LIMITS.action_cards}")
        for card in self.actions:
            card.check(crew=False)
        return self


class Astrali(Traits):
    """A kind of astrali."""

    cost: Cost
    life: Life
    attack: Value
    characteristic: Trait | None = None
    effect: Effect | None = None
    copies: Copies

    @model_validator(mode="after")
    def special_attacks_have_a_program(self) -> Astrali:
        """Apply `check_special`, and check that either side can use the program."""
        check_special(self.attack == "special", self, f"astrali {self.name!r}")
        if self.effect:
            try:
                check_astrali(parse(self.effect))
            except ValueError as error:
                raise ValueError(f"astrali {self.name!r}: {error}") from None
        return self


class Event(Row, Card):
    """A negative event, for the Enemy's deck."""

    for_crew: ClassVar[bool] = False
    cost: Cost
    copies: Copies

    @model_validator(mode="after")
    def is_for_its_side(self) -> Event:
        """Check that the side whose event it is can play the effect."""
        self.check(crew=self.for_crew)
        return self


class Positive(Event):
    """A positive event of the exploration deck; its target is the crew member that finds it."""

    for_crew = True
    header: Literal["self"] = "self"


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
        """Check that the object has the keys of its type and no others."""
        accepted = {"weapon": {*WEAPON_KEYS, "effect"}, "permanent": {"gives"}, "single-use": {"header", "effect"}}[
            self.type
        ]
        keys_given = {key for key in (*WEAPON_KEYS, "gives", "header", "effect") if getattr(self, key) is not None}
        if not keys_given <= accepted:
            wrong = ", ".join(sorted(keys_given - accepted))
            raise ValueError(f"object {self.name!r} of type {self.type} cannot have {wrong}")
        if self.type == "weapon":
            if self.tire is None:
                raise ValueError(f"object {self.name!r} of type weapon needs tire")
            check_weapon(self, f"object {self.name!r}")
        elif not accepted <= keys_given:
            raise ValueError(
                f"object {self.name!r} of type {self.type} needs {', '.join(sorted(accepted - keys_given))}"
            )
        elif self.type == "single-use":
            self.card().check(crew=True)
        elif not any(vars(self.gives).values()):
            raise ValueError(f"object {self.name!r} of type permanent gives nothing")
        return self

    def card(self) -> Card:
        """The effect of a single-use object."""
        return Card.model_validate({"name": self.name, "header": self.header, "effect": self.effect})


# ---- checks


def check_weapon(weapon: Weapon | Object, what: str) -> None:
    """Raise ValueError unless a weapon has a range, and a characteristic and program exactly if it is special."""
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
    """Raise ValueError unless the row has a characteristic and a program exactly if its attack is special."""
    if special and not (row.characteristic and row.effect):
        raise ValueError(f"{what} has a special attack: it needs characteristic and effect")
    if not special and (row.characteristic or row.effect):
        raise ValueError(f"{what} has no special attack: it cannot have characteristic or effect")
