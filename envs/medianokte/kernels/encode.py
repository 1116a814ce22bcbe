"""A validated pack as the PACK record that the kernels read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from medianoche.envs.medianokte.kernels.programs import TIRED, TRAITS, parse
from medianoche.envs.medianokte.state import (
    ACTION_CARDS,
    ASTRALI_CARD,
    BOSS_CARD,
    CHARACTER_CARD,
    CREW,
    EVENT_CARD,
    MAGIC,
    OBJECT_CARD,
    POSITIVE_CARD,
    SPECIAL,
    Header,
)

if TYPE_CHECKING:
    from medianoche.envs.medianokte.pack import Astrali, Card, Character, MedianoktePack, Object, Preset, Weapon

TYPES = ("weapon", "permanent", "single-use")
MODIFIERS = ("life", "armour", "strength", "dexterity", "will", "melee", "distance", "discount")
CONSTANTS = (
    "hand_size",
    "energy_base",
    "energy_per_crew",
    "boss_life",
    "boss_life_per_crew",
    "final_cost",
    "charge_cap",
    "magic_die",
    "life_bonus",
)
VALUES = {"magic": MAGIC, "special": SPECIAL}


def fill(record: Any, pack: MedianoktePack) -> None:
    """Write the whole pack into a zeroed record."""
    for name in CONSTANTS:
        record[name] = getattr(pack.constants, name)
    record.num_characters, record.num_bosses = len(pack.character), len(pack.boss)
    for k, character in enumerate(pack.character):
        fill_character(record, k, character)
    for k, boss in enumerate(pack.boss):
        record.boss_stats[k] = boss.armour, boss.strength, boss.dexterity, boss.will
        for i, card in enumerate(boss.actions):
            write_card(record, BOSS_CARD + ACTION_CARDS * k + i, card)
    for k, astrali in enumerate(pack.astrali):
        fill_astrali(record, k, astrali)
    for k, event in enumerate(pack.event):
        record.event_cost[k], record.event_copies[k] = event.cost, event.copies
        write_card(record, EVENT_CARD + k, event)
    for k, positive in enumerate(pack.positive):
        record.positive_cost[k], record.positive_copies[k] = positive.cost, positive.copies
        write_card(record, POSITIVE_CARD + k, positive)
    for k, found in enumerate(pack.object):
        fill_object(record, k, found)
    fill_preset(record, pack.preset)


def write_program(record: Any, number: int, effect: str | None) -> None:
    """The program of card `number`."""
    for at, step in enumerate(parse(effect or "")):
        record.program[number, at] = step


def write_card(record: Any, number: int, card: Card) -> None:
    """Header and program of card `number`."""
    record.target[number] = Header[card.header.upper()]
    write_program(record, number, card.effect)


def encoded(value: int | str | None) -> int:
    """An attack value as a number."""
    return VALUES[value] if isinstance(value, str) else value or 0


def trait_number(name: str | None) -> int:
    """1 strength, 2 dexterity, 3 will; 0 none."""
    return TRAITS.index(name) + 1 if name else 0


def weapon_row(weapon: Weapon | Object) -> tuple[int, ...]:
    """MELEE DISTANCE AREA TIRES TRAIT."""
    values = (encoded(weapon.melee), encoded(weapon.distance), encoded(weapon.area))
    return *values, TIRED.index(str(weapon.tire)) + 1, trait_number(weapon.characteristic)


def fill_character(record: Any, k: int, character: Character) -> None:
    """A character and its four cards."""
    record.char_stats[k] = [getattr(character, name) for name in MODIFIERS[:5]]
    first = CHARACTER_CARD + 4 * k
    for i, weapon in enumerate(character.weapons):
        record.char_weapon[k, i] = weapon_row(weapon)
        write_program(record, first + i, weapon.effect)
    record.char_tire[k] = TIRED.index(character.assist.tire) + 1
    write_card(record, first + 2, character.assist)
    write_card(record, first + 3, character.final)


def fill_astrali(record: Any, k: int, astrali: Astrali) -> None:
    """A kind of astrali."""
    traits = astrali.strength, astrali.dexterity, astrali.will, trait_number(astrali.characteristic)
    record.astrali[k] = astrali.cost, astrali.life, astrali.armour, encoded(astrali.attack), *traits, astrali.copies
    write_program(record, ASTRALI_CARD + k, astrali.effect)


def fill_object(record: Any, k: int, found: Object) -> None:
    """A kind of object."""
    record.object_cost[k], record.object_copies[k] = found.cost, found.copies
    record.object_type[k] = TYPES.index(found.type)
    if found.type == "weapon":
        record.object_weapon[k] = weapon_row(found)
        write_program(record, OBJECT_CARD + k, found.effect)
    elif found.gives:
        for column, name in enumerate(MODIFIERS):
            if given := getattr(found.gives, name):
                record.object_mod[k, column] = given
                record.mod_kinds[column] |= 1 << k
    else:
        write_card(record, OBJECT_CARD + k, found.card())


def fill_preset(record: Any, preset: Preset) -> None:
    """The preset decks as counts."""
    for kind in preset.events:
        record.preset_event[kind] += 1
    for kind in preset.astralis:
        record.preset_astrali[kind] += 1
    for member in range(CREW):
        for kind in preset.objects[member]:
            record.preset_object[member, kind] += 1
        for kind in preset.positives[member]:
            record.preset_positive[member, kind] += 1
