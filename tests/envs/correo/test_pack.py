"""Content packs: their contents, and the error line for each invalid value."""

from collections import Counter
from itertools import combinations

import pytest

from medianoche.envs.core.content.pack import generate
from tests.envs import packs
from tests.envs.correo.boards import CORREO, legal
from tests.envs.packs import assert_refused, replaced, text, written


def test_standard_pack_has_the_rulebooks_numbers():
    pack = CORREO.content.read_pack("standard").model
    copies = Counter()
    for pile in pack.pile:
        copies[pile.shape] = sum(face.copies for face in pile.faces)
    assert sum(copies[shape] for shape in "IOTSL") == 40
    assert {copies[shape] for shape in "IOTSL"} == {8}
    assert (copies["I3"] + copies["V3"], copies["D"]) == (16, 16)
    assert (pack.supply.animals * 5, pack.supply.spells, pack.supply.patches) == (80, 16, 16)
    assert sum(pack.cards.copies) == 12
    assert pack.cards.copies[5] == 2
    assert len(pack.objective) == 15


def test_standard_faces_are_balanced():
    pack = CORREO.content.read_pack("standard").model
    pairs = Counter()
    colours = Counter()
    for pile in pack.pile:
        if pile.shape in "IOTSL":
            for face in pile.faces:
                houses = sorted(face.face.replace(".", ""))
                assert len(set(houses)) == len(houses) == 2
                pairs["".join(houses)] += 1
                colours.update(houses)
    assert pairs == {"".join(sorted(pair)): 4 for pair in combinations("rgmcb", 2)}
    assert colours == dict.fromkeys("rgmcb", 16)


def test_tile_ids_follow_the_piles():
    record = CORREO.content.read_pack("standard").records[0]
    assert record["num_tiles"] == 48
    assert record["tile_house"][32].tolist() == [1, 0, 0, 2]
    assert record["tile_pile"][[0, 8, 40, 41, 42, 47]].tolist() == [0, 1, 5, 6, 7, 7]
    assert record["tile_copies"][[0, 40, 42, 47]].tolist() == [1, 8, 3, 1]


def test_objectives_have_the_names_of_the_contract():
    for source in ("standard", "patio", 3):
        names = [card.name for card in CORREO.content.read_pack(source).model.objective if card.type == "colour"]
        assert names == ["frogs", "cats", "mice", "crows", "owls"]


def test_every_table_says_where_it_comes_from():
    tables = packs.tables(CORREO)
    single = [tables[name] for name in ("board", "supply", "cards", "solo")]
    for table in [*single, *tables["pile"], *tables["objective"]]:
        assert table["provenance"] in ("rulebook", "derived", "reconstructed")


def test_generated_packs_may_be_big():
    assert generate("medianoche.envs.correo", 1, big=True).board.size == 8


@pytest.mark.parametrize("size", [4, 8])
def test_other_board_sizes_are_playable(size, tmp_path):
    lines = replaced(CORREO, ("size = 6", f"size = {size}")).replace("[1, 4]", "[1]")
    file = written(tmp_path, lines.replace("[0, 5]", f"[0, {size - 1}]").replace("[2, 3]", "[1, 2]"))
    state = CORREO.new(2, 3, file)
    assert {action - 837 for action in legal(state) if action >= 837} == {
        8 * r + c for r in range(size) for c in range(size)
    }
    batch = CORREO.batch(50, pack=file, autoreset=False, seed=0)
    while not batch.done.all():
        rows = (~batch.done).nonzero()[0]
        batch.step_rows(rows, batch.sample_legal()[rows])
    assert not batch.states.height[:, :, size:].any()
    assert not batch.states.height[:, :, :, size:].any()
    assert batch.states.height[:, :2, :size, :size].any()


BAD = {
    "unknown shape": ('shape = "V3"', 'shape = "V4"', "pile.6.shape: Input should be 'I', 'O'"),
    "shape twice": ('shape = "V3"', 'shape = "I3"', "pile: shapes must be I, O, T, S, L, I3, V3, D, each once"),
    "odd board": ("size = 6", "size = 5", "board.size: Input should be 4, 6 or 8"),
    "line off the board": ("highlight_rows = [1, 4]", "highlight_rows = [1, 6]", "highlight_rows must be different"),
    "line twice": ("highlight_cols = [1, 4]", "highlight_cols = [4, 4]", "highlight_cols must be different"),
    "no animals": ("animals = 16", "animals = 0", "supply.animals: Input should be greater"),
    "few spells": ("spells = 16", "spells = 3", "supply.spells"),
    "few patches": ("patches = 16", "patches = 3", "supply.patches"),
    "thirteen cards": ("[2, 2, 2, 2, 2, 2]", "[3, 2, 2, 2, 2, 2]", "12 in all"),
    "missing card": ("[2, 2, 2, 2, 2, 2]", "[4, 0, 2, 2, 2, 2]", "at least 1 of each kind"),
    "no par": ("par = 90", "par = 0", "solo.par"),
    "unknown house": ('face = "r..g"', 'face = "x..g"', "face 'x..g' has letters other than .rgmcb"),
    "short face": ('face = "r..g"', 'face = "r.g"', "face 'r.g' of shape I must have 4 letters"),
    "too few tiles": ("copies = 8", "copies = 7", "pile I3 has 7 tiles; it needs 8"),
    "no provenance": ('provenance = "derived"', "", "provenance: Field required"),
    "unknown provenance": ('provenance = "derived"', 'provenance = "guess"', "provenance"),
    "unknown key": ("par = 90", "par = 90\nbonus = 1", "solo.bonus: Extra inputs are not permitted"),
    "unknown type": ('type = "zone"', 'type = "corner"', "objective.9.type"),
    "colour without colour": ('colour = "frog"\n', "", "'frogs' of type colour needs colour and nothing else"),
    "unknown colour": ('colour = "frog"', 'colour = "toad"', "objective.0.colour"),
    "row off the board": ("rows = [0, 5]", "rows = [0, 6]", "objective 'outer rows': rows must be different"),
    "no rows": ("rows = [0, 5]", "rows = []", "objective 'outer rows': rows must not be empty"),
    "quadrant twice": ('quadrants = ["NW", "NE"]', 'quadrants = ["NW", "NW"]', "'top half': quadrants"),
    "unknown quadrant": ('quadrants = ["NW", "NE"]', 'quadrants = ["NW", "up"]', "objective.9.quadrants"),
    "one type missing": ('type = "lines"\nrows', 'type = "zone"\nrows', "of type zone needs quadrants"),
    "not TOML": ("[meta]", "[meta", "not a TOML file"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_packs_are_refused_in_one_line(name, tmp_path):
    old, new, reason = BAD[name]
    assert_refused(CORREO, tmp_path, replaced(CORREO, (old, new)), reason)


def test_objectives_of_a_type_are_one_to_six(tmp_path):
    extra = '\n[[objective]]\nname = "one"\ntype = "zone"\nquadrants = ["NW"]\nprovenance = "derived"\n'
    assert_refused(CORREO, tmp_path, text(CORREO) + extra, "7 of type zone; accepted: 1 to 6")


def test_more_than_72_faces_are_refused():
    pack = generate("medianoche.envs.correo", 1).model_dump()
    letters = [a + b for a in ".rgmcb*" for b in ".rgmcb*"]
    for pile in pack["pile"]:
        spaces = {"I3": 3, "V3": 3, "D": 2}.get(pile["shape"], 4)
        count = 16 if pile["shape"] == "D" else 8
        pile["faces"] = [{"face": face.ljust(spaces, "."), "copies": 1} for face in letters[:count]]
    model = CORREO.declaration.pack_model
    assert model.model_validate(pack)
    pack["pile"][7]["faces"] = [{"face": "..", "copies": 1} for _ in range(16)]
    assert len(model.model_validate(pack).faces()) == 72
