"""Packs: the standard one, generated ones, and those that are refused."""

import copy

import numpy as np
import pytest

from medianoche.envs.core.content.pack import generate
from medianoche.envs.nocturna.pack import NocturnaPack
from medianoche.envs.nocturna.packs.generate import FAIR, random_win_rate
from tests.envs.nocturna.positions import NOCTURNA
from tests.envs.packs import assert_refused, tables


def test_decks_of_the_standard_pack():
    record = NOCTURNA.content.read_pack("standard").records[0]
    assert record["nm_count"].sum() == 45
    assert record["nm_count"][record["nm_label"] == 0].sum() == 34
    assert record["rw_count"].sum() == 26
    assert record["loc_count"].sum() == 18
    assert record["rw_mate"][:10].tolist() == [-1, 6, 5, 9, -1, -1, 1, -1, 9, -1]
    assert record["fx"][2 * 3].tolist() == [[0, 0, 0], [0, 0, 0]]
    assert record["fx"][0 * 3 + 2].tolist() == [[1, 1, 1], [4, 1, 1]]


def test_provenance_of_what_the_rulebook_shows():
    pack = NOCTURNA.content.read_pack("standard").model
    assert pack.reward[0].provenance["effects"] == "rulebook"
    assert pack.location[0].provenance["reward"] == "rulebook"
    assert pack.nightmare[2].provenance["attack"] == "derived"
    assert pack.boss[0].provenance == "reconstructed"


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [1, 2])
def test_generated_packs_are_fair_and_like_the_standard_one(seed):
    pack = generate(NOCTURNA.content.package, seed)
    assert FAIR[0] <= random_win_rate(pack) <= FAIR[1]
    standard = NOCTURNA.content.read_pack("standard").model
    for row, other in zip(pack.nightmare, standard.nightmare, strict=True):
        assert (row.copies, row.name) == (other.copies, other.name)
        assert abs(row.life - other.life) <= 1
    for row, other in zip(pack.child, standard.child, strict=True):
        assert [text.split()[0] for text in row.skill] == [text.split()[0] for text in other.skill]
    assert pack != standard


def one_row_for_each_card():
    """Every printed card as a row of its own."""
    tables_read = tables(NOCTURNA)
    for table in ("nightmare", "event", "location", "reward"):
        rows = []
        for row in tables_read[table]:
            for number in range(row["copies"]):
                name = row["name"] if number == 0 else f"{row['name']}_{number}"
                rows.append(
                    copy.deepcopy(row) | {"name": name, "title": "", "copies": 1, "provenance": "reconstructed"}
                )
        tables_read[table] = rows
    return tables_read


def test_a_row_for_each_printed_card_fits():
    pack = NocturnaPack.model_validate(one_row_for_each_card())
    record = np.zeros(1, NOCTURNA.declaration.pack_dtype)
    pack.fill(record.view(np.recarray)[0])
    assert record[0]["nm_count"].tolist() == [1] * 45
    assert record[0]["loc_count"].tolist() == [1] * 18


def mostly_events(pack_tables):
    """19 creatures and 26 events."""
    pack_tables["event"][0]["copies"] += 15
    del pack_tables["nightmare"][8:]
    pack_tables["nightmare"][7]["copies"] -= 1


WRONG = [
    ("nightmare and event.copies: 46", lambda t: t["nightmare"][0].update(copies=4)),
    ("nightmare.3.life", lambda t: t["nightmare"][3].update(life=13)),
    ("nightmare.0.copies", lambda t: t["nightmare"][0].update(copies="3")),
    ("no known opcode", lambda t: t["nightmare"][0].update(attack=["bite 3 enemy"])),
    ("is not for this card", lambda t: t["nightmare"][0].update(attack=["charge 1"])),
    ("has scope enemy or enemies, not ally", lambda t: t["child"][2].update(attack=["hit 3 ally"])),
    ("at most 9", lambda t: t["boss"][1].update(attack=["hit 10 enemy"])),
    ("one target only", lambda t: t["child"][2].update(skill=["restore 1 ally", "hit 1 enemy"])),
    ("only for the skill of child 0", lambda t: t["child"][2].update(skill=["cover ally"])),
    ("the only effect on enemies", lambda t: t["child"][1].update(skill=["mark 4 enemy", "hit 1 enemies"])),
    ("may not draw 3", lambda t: t["event"][6].update(effects=["draw 3"])),
    ("not 'opcode amount scope'", lambda t: t["event"][6].update(effects=["draw 2 self now"])),
    ("which is no reward", lambda t: t["reward"][1].update(mate="nada")),
    ("its mate 'manzanilla' does not", lambda t: t["reward"][1].update(mate="manzanilla")),
    ("must be another card", lambda t: t["reward"][1].update(mate="comida_para_conejos")),
    ("a bonus needs a mate", lambda t: t["reward"][5].update(family=["restore 1"])),
    ("chooses more than one target", lambda t: t["reward"][13].update(mate="beso_de_buenas_noches")),
    ("location.0.reward", lambda t: t["location"][0].update(reward=5)),
    ("boss: 5 rows, 6 needed", lambda t: t["boss"].pop()),
    ("are called 'perrera'", lambda t: t["location"][0].update(name="perrera")),
    ("constants.shield_cap", lambda t: t["constants"].update(shield_cap=7)),
    ("provenance: keys must be", lambda t: t["nightmare"][0].update(provenance={"name": "rulebook"})),
    ("nightmare.0.colour", lambda t: t["nightmare"][0].update(colour="red")),
    ("at least 20 needed", mostly_events),
]


@pytest.mark.parametrize(("reason", "change"), WRONG, ids=[reason for reason, _ in WRONG])
def test_bad_packs_are_refused_with_one_line(reason, change, tmp_path):
    tables_read = tables(NOCTURNA)
    change(tables_read)
    assert_refused(NOCTURNA, tmp_path, tables_read, reason)
