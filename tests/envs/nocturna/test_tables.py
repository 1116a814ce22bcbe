"""The standard pack, card by card, against the tables of the contract (`cards.md`)."""

from pathlib import Path

import pytest

from medianoche.envs.nocturna.pack import parse
from tests.envs.nocturna.positions import NOCTURNA

PACK = NOCTURNA.content.read_pack("standard").model
TIMINGS = {"I": "instant", "A": "after_combat", "P": "permanent"}


def tables():
    """The rows of each table, without its head."""
    found = {}
    for section in Path(__file__).with_name("cards.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")][2:]
        found[section.split()[0]] = [[cell.strip() for cell in row] for row in rows]
    return found


TABLES = tables()


def listed(cell):
    """A cell's effects as the record holds them."""
    return [parse(text.strip().lower()) for text in cell.split(",") if text.strip() not in ("", "-")]


def held(texts):
    """A pack's effects likewise."""
    return [parse(text) for text in texts]


def family(cell):
    """Mate and bonus of the cell `(6) ATTACK_BONUS 1`."""
    number, _, effects = cell.removeprefix("(").partition(")")
    return (PACK.reward[int(number)].name if number else None), listed(effects)


def cards(row):
    return [held(row.attack), held(row.defence), held(row.skill)]


@pytest.mark.parametrize("table", TABLES)
def test_every_card_has_its_row(table):
    rows = getattr(PACK, table)
    assert [row.name for row in rows] == [row[1] for row in TABLES[table]]
    first = len(PACK.nightmare) if table == "event" else 0
    assert [int(row[0]) for row in TABLES[table]] == list(range(first, first + len(rows)))


@pytest.mark.parametrize("number", range(len(TABLES["nightmare"])))
def test_nightmare(number):
    card, row = PACK.nightmare[number], TABLES["nightmare"][number]
    assert [card.copies, card.life, *cards(card)] == [int(row[2]), int(row[3]), *map(listed, row[4:])]


@pytest.mark.parametrize("number", range(len(TABLES["event"])))
def test_event(number):
    card, row = PACK.event[number], TABLES["event"][number]
    assert [card.copies, card.label, card.cost] == [int(row[2]), row[3].lower(), int(row[4])]
    assert held(card.effects) == listed(row[5])


@pytest.mark.parametrize("number", range(len(TABLES["reward"])))
def test_reward(number):
    card, row = PACK.reward[number], TABLES["reward"][number]
    assert [card.copies, card.timing, card.provision] == [int(row[2]), TIMINGS[row[3]], int(row[4])]
    assert held(card.effects) == listed(row[5])
    assert (card.mate, held(card.family)) == family(row[6])


@pytest.mark.parametrize("number", range(len(TABLES["location"])))
def test_location(number):
    card, row = PACK.location[number], TABLES["location"][number]
    assert [f"{card.reward}/{card.nightmares}", card.copies] == [row[2], int(row[3])]


@pytest.mark.parametrize(("table", "number"), [(t, k) for t in ("boss", "child") for k in range(len(TABLES[t]))])
def test_boss_and_child(table, number):
    card, row = getattr(PACK, table)[number], TABLES[table][number]
    assert cards(card) == [listed(cell) for cell in row[2:]]
