"""Content packs of Camino a Nocturna: cards whose effects (`opcodes.py`) are data, from TOML to the PACK record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, StrictInt, model_validator

from medianoche.envs.core.content.pack import Meta, PackModel, Provenance
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.opcodes import (
    CHILD_EFFECTS,
    COMBAT_EVENT_EFFECTS,
    EVENT_EFFECTS,
    FOE_EFFECTS,
    INSTANT_EFFECTS,
    PASSIVE_EFFECTS,
    Op,
    Scope,
    Scopes,
    check,
    choices,
    parse,
)

# Lists of effects, rows of `fx`: 3 for each foe kind (an event's is at action 0), 3 for each sheet, 1 for
# each reward, 1 for each reward's Familia bonus.
CHILD_LISTS = 3 * st.FOE_KINDS
REWARD_LISTS = CHILD_LISTS + 3 * st.SHEETS
FAMILY_LISTS = REWARD_LISTS + st.REWARDS
LISTS = FAMILY_LISTS + st.REWARDS
EFFECTS = 2  # of a list, at most

PACK = np.dtype(
    [
        ("fx", np.int8, (LISTS, EFFECTS, 3)),  # opcode, amount, scope
        ("rw_mate", np.int8, st.REWARDS),  # reward kind of the Familia, -1 none
        ("foe_life", np.int8, st.KINDS),
        ("nm_count", np.int8, st.KINDS),  # copies; creatures first, then events
        ("nm_label", np.int8, st.KINDS),
        ("nm_cost", np.int8, st.KINDS),
        ("rw_count", np.int8, st.REWARDS),
        ("rw_timing", np.int8, st.REWARDS),
        ("rw_provision", np.int8, st.REWARDS),
        ("loc_count", np.int8, st.PLACES),
        ("loc_reward", np.int8, st.PLACES),
        ("loc_nightmares", np.int8, st.PLACES),
    ]
)

LABELS = ("preparation", "combat", "conclusion")
TIMINGS = ("instant", "after_combat", "permanent")
CARDS = {"nightmare and event": 45, "reward": 26, "location": 18}
MIN_CREATURES = 20

Effects = Annotated[tuple[str, ...], Field(max_length=EFFECTS)]
Count = Annotated[StrictInt, Field(ge=1, le=45)]
Worth = Annotated[StrictInt, Field(ge=0, le=4)]


class Row(PackModel):
    """What every card has: a name that identifies it, optionally a title that is shown instead, and its provenance (one
    word for the card, or one for each key)."""

    name: Annotated[str, Field(min_length=1)]
    title: Annotated[str, Field(max_length=60)] = ""
    provenance: Provenance | dict[str, Provenance]

    @model_validator(mode="after")
    def provenance_of_every_key(self) -> Row:
        """A provenance table names every key that is given."""
        if isinstance(self.provenance, dict):
            keys = self.model_fields_set - {"provenance", "title"}
            if set(self.provenance) != keys:
                raise ValueError(f"provenance: keys must be {', '.join(sorted(keys))}")
        return self

    @property
    def words(self) -> str:
        """What is shown: the title, or the name with spaces."""
        return self.title or self.name.replace("_", " ")


class Constants(PackModel):
    """Numbers of the rulebook, for the reader; no other values are accepted."""

    shield_cap: Literal[6]
    hand_cap: Literal[12]
    hand_start: Literal[5]
    insomnia_max: Literal[20]
    revive: Literal[10]
    boss_life: Literal[8]
    bottle_cap: Literal[2]
    boss_rounds: tuple[Literal[4], Literal[8], Literal[12]]
    charge_cap: Literal[4]
    empower_cap: Literal[4]
    provenance: dict[str, Provenance]


class Fighter(Row):
    """The effects of three action cards."""

    accepted: ClassVar[Scopes]
    """The opcodes and scopes that the effects may have."""
    attack: Effects
    defence: Effects
    skill: Effects

    @model_validator(mode="after")
    def effects_are_accepted(self) -> Fighter:
        """Check the effects of the three cards."""
        for card in ("attack", "defence", "skill"):
            check(getattr(self, card), self.accepted, card)
        return self


class Foe(Fighter):
    """A nightmare (Pesadilla) or boss (Jefe)."""

    accepted = FOE_EFFECTS


class Nightmare(Foe):
    """A creature."""

    copies: Count
    life: Annotated[StrictInt, Field(ge=1, le=12)]


class Event(Row):
    """A card that the Master plays by discarding `cost` others."""

    copies: Count
    label: Literal["preparation", "combat", "conclusion"]
    cost: Worth
    effects: Effects

    @model_validator(mode="after")
    def effects_of_events(self) -> Event:
        """Effects fit the label, and every event makes the hand smaller, so that no game lasts for ever."""
        check(self.effects, COMBAT_EVENT_EFFECTS if self.label == "combat" else EVENT_EFFECTS, "effects")
        drawn = sum(parse(text).amount for text in self.effects if parse(text).op == Op.DRAW)
        if drawn > self.cost:
            raise ValueError(f"effects: an event of cost {self.cost} may not draw {drawn} cards")
        return self


class Reward(Row):
    """A reward (Recompensa). `family` is its bonus with the card `mate` (Familia)."""

    copies: Annotated[StrictInt, Field(ge=1, le=26)]
    timing: Literal["instant", "after_combat", "permanent"]
    provision: Annotated[StrictInt, Field(ge=0, le=6)]
    effects: Effects
    mate: str | None = None
    family: Effects = ()

    @model_validator(mode="after")
    def effects_of_rewards(self) -> Reward:
        """Effects fit the timing."""
        accepted = INSTANT_EFFECTS if self.timing == "instant" else PASSIVE_EFFECTS
        check(self.effects, accepted, "effects")
        check(self.family, accepted, "family")
        if self.family and self.mate is None:
            raise ValueError("family: a bonus needs a mate")
        if self.mate == self.name:
            raise ValueError("mate: must be another card")
        return self


class Location(Row):
    """A location (Ubicacion): how many rewards it shows and how many nightmares it may hold."""

    copies: Annotated[StrictInt, Field(ge=1, le=18)]
    reward: Worth
    nightmares: Worth


class Boss(Foe):
    """A boss; its life is 8 for each child."""


class Child(Fighter):
    """A child's sheet (Hoja de Nino)."""

    accepted = CHILD_EFFECTS


class NocturnaPack(PackModel):
    """All content of the game."""

    meta: Meta
    constants: Constants
    nightmare: tuple[Nightmare, ...]
    event: tuple[Event, ...]
    reward: tuple[Reward, ...]
    location: tuple[Location, ...]
    boss: tuple[Boss, ...]
    child: tuple[Child, ...]

    @model_validator(mode="after")
    def decks_have_their_numbers(self) -> NocturnaPack:
        """The decks have the rulebook's numbers of cards."""
        totals = {
            "nightmare and event": sum(row.copies for row in self.nightmare) + sum(row.copies for row in self.event),
            "reward": sum(row.copies for row in self.reward),
            "location": sum(row.copies for row in self.location),
        }
        for deck, wanted in CARDS.items():
            if totals[deck] != wanted:
                raise ValueError(f"{deck}.copies: {totals[deck]} cards in all, {wanted} needed")
        creatures = sum(row.copies for row in self.nightmare)
        if creatures < MIN_CREATURES:
            raise ValueError(f"nightmare.copies: {creatures} creatures, at least {MIN_CREATURES} needed")
        for name, rows, count in (("boss", self.boss, st.BOSSES), ("child", self.child, st.SHEETS)):
            if len(rows) != count:
                raise ValueError(f"{name}: {len(rows)} rows, {count} needed")
        return self

    @model_validator(mode="after")
    def names_are_unique(self) -> NocturnaPack:
        """No two cards have the same name."""
        decks = ((*self.nightmare, *self.event, *self.boss), self.reward, self.location, self.child)
        for deck in decks:
            name, times = Counter(word for row in deck for word in {row.name, row.words}).most_common(1)[0]
            if times > 1:
                raise ValueError(f"name: {times} cards are called {name!r}; names must differ")
        return self

    @model_validator(mode="after")
    def special_skills_have_their_sheets(self) -> NocturnaPack:
        """Only William covers, only Mayla marks."""
        for number, sheet in enumerate(self.child):
            for card in ("attack", "defence", "skill"):
                effects = [parse(text) for text in getattr(sheet, card)]
                for op, owner in ((Op.COVER, st.Sheet.WILLIAM), (Op.MARK, st.Sheet.MAYLA)):
                    if any(effect.op == op for effect in effects) and (number, card) != (owner, "skill"):
                        where = f"child.{number}.{card}"
                        raise ValueError(f"{where}: {op.name.lower()} is only for the skill of child {int(owner)}")
                aimed = [effect for effect in effects if effect.scope in (Scope.ENEMY, Scope.ENEMIES)]
                if any(effect.op == Op.MARK for effect in effects) and len(aimed) > 1:
                    raise ValueError(f"child.{number}.{card}: mark must be the only effect on enemies")
        return self

    @model_validator(mode="after")
    def mates_fit(self) -> NocturnaPack:
        """The mate of each Familia card exists, and both can be played together."""
        known = {row.name: row for row in self.reward}
        for row in self.reward:
            if row.mate is None:
                continue
            mate = known.get(row.mate)
            if mate is None:
                raise ValueError(f"reward.mate: {row.name!r} names {row.mate!r}, which is no reward")
            if row.timing != "instant" and mate.timing == "instant":
                raise ValueError(f"reward.mate: {row.name!r} stays on the table, its mate {row.mate!r} does not")
            played = [*row.effects, *row.family]
            if mate.timing == "instant":
                played += [*mate.effects, *mate.family]
            if len(choices(played)) > 1:
                raise ValueError(f"reward.family: {row.name!r} with {row.mate!r} chooses more than one target")
        return self

    def foe_words(self, kind: int) -> str:
        """What is shown for a nightmare, event or boss kind."""
        if kind >= st.KINDS:
            return self.boss[kind - st.KINDS].words
        return (*self.nightmare, *self.event)[kind].words

    def fill(self, record: Any) -> None:
        """Write the pack into a zeroed PACK record."""
        for kind, nightmare in enumerate(self.nightmare):
            record.nm_count[kind] = nightmare.copies
            record.foe_life[kind] = nightmare.life
            fill_cards(record, 3 * kind, nightmare)
        for kind, event in enumerate(self.event, len(self.nightmare)):
            record.nm_count[kind] = event.copies
            record.nm_cost[kind] = event.cost
            record.nm_label[kind] = st.Label.PREPARATION + LABELS.index(event.label)
            fill_list(record, 3 * kind, event.effects)
        for number, boss in enumerate(self.boss):
            fill_cards(record, 3 * (st.KINDS + number), boss)
        for number, sheet in enumerate(self.child):
            fill_cards(record, CHILD_LISTS + 3 * number, sheet)
        for kind, place in enumerate(self.location):
            record.loc_count[kind] = place.copies
            record.loc_reward[kind] = place.reward
            record.loc_nightmares[kind] = place.nightmares
        self.fill_rewards(record)

    def fill_rewards(self, record: Any) -> None:
        """Write the tables of rewards."""
        names = [row.name for row in self.reward]
        record.rw_mate[:] = -1
        for kind, reward in enumerate(self.reward):
            record.rw_count[kind] = reward.copies
            record.rw_provision[kind] = reward.provision
            record.rw_timing[kind] = st.Timing.INSTANT + TIMINGS.index(reward.timing)
            fill_list(record, REWARD_LISTS + kind, reward.effects)
            fill_list(record, FAMILY_LISTS + kind, reward.family)
            if reward.mate is not None:
                record.rw_mate[kind] = names.index(reward.mate)


def fill_cards(record: Any, first: int, row: Foe | Child) -> None:
    """Write the three lists of a foe or child into rows `first` to `first` + 2 of `fx`."""
    for number, effects in enumerate((row.attack, row.defence, row.skill)):
        fill_list(record, first + number, effects)


def fill_list(record: Any, number: int, effects: Sequence[str]) -> None:
    """Write one list of effects."""
    for slot, text in enumerate(effects):
        record.fx[number, slot] = parse(text)
