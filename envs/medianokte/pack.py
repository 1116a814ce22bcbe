"""Content packs of Medianokte: the PACK record, and the model that validates a TOML file and fills the record."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from medianoche.envs.core.content.pack import Meta, PackModel, Provenance
from medianoche.envs.medianokte import state as st
from medianoche.envs.medianokte.numbers import CREW_DECK, CREW_OBJECTS, ENEMY_ASTRALIS, ENEMY_DECK
from medianoche.envs.medianokte.packs import cards
from medianoche.envs.medianokte.packs.effects import TIRED, TRAITS, parse

NUMBERS = (
    "hand_size",
    "energy_base",
    "energy_per_crew",
    "boss_life",
    "boss_life_per_crew",
    "final_cost",
    "charge_cap",
)
"""Fields of `Constants` that are one number."""
PACK = np.dtype(
    [
        ("mod_kinds", np.uint64, len(st.Stat)),  # bits of the kinds of objects that have each modifier
        ("num_characters", np.int8),
        ("num_bosses", np.int8),
        ("char_stats", np.int8, (st.LIMITS.characters, 5)),  # life, armour, strength, dexterity, will
        ("char_weapon", np.int8, (st.LIMITS.characters, st.LIMITS.weapons, len(st.Weapon))),
        ("char_tire", np.int8, st.LIMITS.characters),  # orientation of the assist after use
        ("boss_stats", np.int8, (st.LIMITS.bosses, 4)),  # armour, strength, dexterity, will
        ("astrali", np.int8, (st.LIMITS.astralis, len(st.Astrali))),
        ("event_cost", np.int8, st.LIMITS.events),
        ("event_copies", np.int8, st.LIMITS.events),
        ("positive_cost", np.int8, st.LIMITS.positives),
        ("positive_copies", np.int8, st.LIMITS.positives),
        ("object_cost", np.int8, st.LIMITS.objects),
        ("object_type", np.int8, st.LIMITS.objects),  # Type
        ("object_copies", np.int8, st.LIMITS.objects),
        ("object_weapon", np.int8, (st.LIMITS.objects, len(st.Weapon))),
        ("object_mod", np.int8, (st.LIMITS.objects, len(st.Stat))),
        ("target", np.int8, st.CARDS.size),  # Header by card number
        ("program", np.int8, (st.CARDS.size, st.LIMITS.steps, len(st.Step))),  # Step
        ("preset_event", np.int8, st.LIMITS.events),
        ("preset_astrali", np.int8, st.LIMITS.astralis),
        ("preset_object", np.int8, (st.LIMITS.members, st.LIMITS.objects)),
        ("preset_positive", np.int8, (st.LIMITS.members, st.LIMITS.positives)),
        *((name, np.int8) for name in NUMBERS),
        ("magic_die", np.int8, 6),
        ("life_bonus", np.int8, st.LIMITS.members),  # by crew size
    ]
)

STATS = tuple(stat.name.lower() for stat in st.Stat)


class Preset(PackModel):
    """The decks of `decks="preset"`, as lists of kinds: the Enemy's, then one of each crew member."""

    events: list[int]
    astralis: list[int]
    objects: list[list[int]] = Field(min_length=st.LIMITS.members, max_length=st.LIMITS.members)
    positives: list[list[int]] = Field(min_length=st.LIMITS.members, max_length=st.LIMITS.members)
    provenance: Provenance


class Constants(cards.Row):
    """Numbers of the rules."""

    hand_size: int = Field(ge=1, le=20)
    energy_base: int = Field(ge=0, le=20)
    energy_per_crew: int = Field(ge=0, le=20)
    boss_life: int = Field(ge=0, le=40)
    boss_life_per_crew: int = Field(ge=1, le=20)
    final_cost: int = Field(ge=1, le=9)
    charge_cap: int = Field(ge=1, le=15)
    magic_die: list[Annotated[int, Field(ge=0, le=6)]] = Field(min_length=6, max_length=6)
    life_bonus: list[Annotated[int, Field(ge=0, le=9)]] = Field(
        min_length=st.LIMITS.members, max_length=st.LIMITS.members
    )

    @model_validator(mode="after")
    def counters_fit(self) -> Constants:
        """Check that a crew member can hold the counters that the final action costs."""
        if self.final_cost > self.charge_cap:
            raise ValueError("final_cost is greater than charge_cap")
        return self


class MedianoktePack(PackModel):
    """All content of the game."""

    meta: Meta
    constants: Constants
    character: list[cards.Character]
    boss: list[cards.Boss]
    astrali: list[cards.Astrali]
    event: list[cards.Event]
    positive: list[cards.Positive]
    object: list[cards.Object]
    preset: Preset

    @model_validator(mode="after")
    def enough_of_everything(self) -> MedianoktePack:
        """Check that rows and copies fill every deck and fit the record, and that names differ."""
        for key, least, most in (("character", st.LIMITS.members, st.LIMITS.characters), ("boss", 1, st.LIMITS.bosses)):
            if not least <= len(getattr(self, key)) <= most:
                raise ValueError(f"{key}: {len(getattr(self, key))} rows; accepted: {least} to {most}")
        groups = (
            ("astrali", ENEMY_ASTRALIS, st.LIMITS.astralis),
            ("event", ENEMY_DECK - ENEMY_ASTRALIS, st.LIMITS.events),
            ("object", st.LIMITS.members * CREW_OBJECTS, st.LIMITS.objects),
            ("positive", st.LIMITS.members * (CREW_DECK - CREW_OBJECTS), st.LIMITS.positives),
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
        """Check the sizes of the preset decks and their numbers of copies."""
        preset = self.preset
        check_deck("preset.astralis", preset.astralis, self.astrali, ENEMY_ASTRALIS)
        check_deck("preset.events", preset.events, self.event, ENEMY_DECK - ENEMY_ASTRALIS)
        for key, decks, rows, size in (
            ("preset.objects", preset.objects, self.object, CREW_OBJECTS),
            ("preset.positives", preset.positives, self.positive, CREW_DECK - CREW_OBJECTS),
        ):
            for member, deck in enumerate(decks):
                check_deck(f"{key}, crew member {member}", deck, rows, size)
            check_deck(
                f"{key}, all together", [kind for deck in decks for kind in deck], rows, st.LIMITS.members * size
            )
        return self

    def fill(self, record: Any) -> None:
        """Write the whole pack into a zeroed PACK record."""
        for name in Constants.model_fields:
            if name != "provenance":
                record[name] = getattr(self.constants, name)
        record.num_characters = len(self.character)
        record.num_bosses = len(self.boss)
        for k, character in enumerate(self.character):
            fill_character(record, k, character)
        for k, boss in enumerate(self.boss):
            record.boss_stats[k] = boss.armour, boss.strength, boss.dexterity, boss.will
            for i, card in enumerate(boss.actions):
                write_card(record, st.CARD.boss + st.LIMITS.action_cards * k + i, card)
        for k, astrali in enumerate(self.astrali):
            fill_astrali(record, k, astrali)
        for k, event in enumerate(self.event):
            record.event_cost[k] = event.cost
            record.event_copies[k] = event.copies
            write_card(record, st.CARD.event + k, event)
        for k, positive in enumerate(self.positive):
            record.positive_cost[k] = positive.cost
            record.positive_copies[k] = positive.copies
            write_card(record, st.CARD.positive + k, positive)
        for k, row in enumerate(self.object):
            fill_object(record, k, row)
        fill_preset(record, self.preset)


def check_deck(what: str, deck: list[int], rows: list[Any], size: int) -> None:
    """Raise ValueError unless a preset deck has its size and at most the copies that exist of each kind."""
    if len(deck) != size:
        raise ValueError(f"{what}: {len(deck)} cards; it needs {size}")
    for kind in deck:
        if not 0 <= kind < len(rows):
            raise ValueError(f"{what}: there is no kind {kind}")
        if deck.count(kind) > rows[kind].copies:
            raise ValueError(f"{what}: {deck.count(kind)} of kind {kind}, which has {rows[kind].copies} copies")


# ---- the record


def write_program(record: Any, number: int, effect: str | None) -> None:
    """Write the program of card `number`."""
    for at, step in enumerate(parse(effect or "")):
        record.program[number, at] = step


def write_card(record: Any, number: int, card: cards.Card) -> None:
    """Write header and program of card `number`."""
    record.target[number] = st.Header[card.header.upper()]
    write_program(record, number, card.effect)


def encoded(value: int | str | None) -> int:
    """An attack value as a number."""
    return st.Attack[value.upper()] if isinstance(value, str) else value or 0


def trait_number(name: str | None) -> int:
    """1 strength, 2 dexterity, 3 will; 0 none."""
    return TRAITS.index(name) + 1 if name else 0


def weapon_row(weapon: cards.Weapon | cards.Object) -> tuple[int, ...]:
    """The columns of a weapon."""
    values = (encoded(weapon.melee), encoded(weapon.distance), encoded(weapon.area))
    return *values, TIRED.index(str(weapon.tire)) + 1, trait_number(weapon.characteristic)


def fill_character(record: Any, k: int, character: cards.Character) -> None:
    """Write a character and its four cards."""
    record.char_stats[k] = [getattr(character, name) for name in STATS[: st.Stat.WILL + 1]]
    first = st.CARD.character + st.CARDS.per.character * k
    for i, weapon in enumerate(character.weapons):
        record.char_weapon[k, i] = weapon_row(weapon)
        write_program(record, first + i, weapon.effect)
    record.char_tire[k] = TIRED.index(character.assist.tire) + 1
    write_card(record, first + st.Slot.ASSIST, character.assist)
    write_card(record, first + st.Slot.FINAL, character.final)


def fill_astrali(record: Any, k: int, astrali: cards.Astrali) -> None:
    """Write a kind of astrali."""
    traits = astrali.strength, astrali.dexterity, astrali.will, trait_number(astrali.characteristic)
    record.astrali[k] = astrali.cost, astrali.life, astrali.armour, encoded(astrali.attack), *traits, astrali.copies
    write_program(record, st.CARD.astrali + k, astrali.effect)


def fill_object(record: Any, k: int, row: cards.Object) -> None:
    """Write a kind of object."""
    record.object_cost[k] = row.cost
    record.object_copies[k] = row.copies
    record.object_type[k] = st.Type[row.type.replace("-", "_").upper()]
    if row.type == "weapon":
        record.object_weapon[k] = weapon_row(row)
        write_program(record, st.CARD.object + k, row.effect)
    elif row.gives:
        for column, name in enumerate(STATS):
            if modifier := getattr(row.gives, name):
                record.object_mod[k, column] = modifier
                record.mod_kinds[column] |= 1 << k
    else:
        write_card(record, st.CARD.object + k, row.card())


def fill_preset(record: Any, preset: Preset) -> None:
    """Write the preset decks as counts by kind."""
    for kind in preset.events:
        record.preset_event[kind] += 1
    for kind in preset.astralis:
        record.preset_astrali[kind] += 1
    for member in range(st.LIMITS.members):
        for kind in preset.objects[member]:
            record.preset_object[member, kind] += 1
        for kind in preset.positives[member]:
            record.preset_positive[member, kind] += 1
