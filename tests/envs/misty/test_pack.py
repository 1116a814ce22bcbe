"""Card lists: the standard one, what is refused and why, and random ones."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.content import pack as packs
from tests.envs.packs import assert_refused, change, tables, written

MISTY = envs.game("misty")


def record(source):
    return MISTY.content.read_pack(source).records[0]


def test_the_standard_cards():
    pack = record("standard")
    assert pack["deck0"].tolist() == [8, 8, 8, 6, 6, 0, 6, 0, 6, 0, 6, 0]
    assert pack["pts"].tolist() == [1, 1, 1, 2, 1, 1]


def test_provenance_of_the_standard_cards():
    model = MISTY.content.read_pack("standard").model
    assert {card.provenance.copies for card in model.card} == {"reconstructed"}
    sources = {card.name: (card.provenance.kind, card.provenance.dir) for card in model.card}
    assert sources["flor"] == ("rulebook", None)
    assert sources["camion"] == ("derived", "reconstructed")
    assert sources["hoja"] == ("derived", "derived")
    assert model.scoring.flower.provenance == "rulebook"


@pytest.mark.parametrize(("path", "value", "said"), [
    (("card", 0, "copies"), 0, "card.0.copies: Input should be greater than or equal to 1"),
    (("card", 0, "copies"), 12, "17 cards of one kind (casa, estrella, corazon), at most 16"),
    (("card", 0, "copies"), "three", "card.0.copies"), (("card", 0, "copies"), 2.5, "card.0.copies"),
    (("card", 0, "kind"), "stone", "card.0.kind"), (("card", 0, "dir"), "N", "of kind still must not have"),
    (("card", 6, "dir"), None, "of kind arrow must have"), (("card", 6, "dir"), "UP", "card.6.dir"),
    (("card", 6, "provenance", "dir"), None, "provenance.dir: "),
    (("card", 0, "provenance", "kind"), "guessed", "card.0.provenance.kind"), (("card", 0, "name"), "", "card.0.name"),
    (("card", 0, "colour"), "red", "card.0.colour: Extra inputs"),
    (("scoring", "flower", "value"), 10, "scoring.flower.value: Input should be less than or equal to 9"),
    (("scoring", "flower", "value"), -1, "scoring.flower.value"),
    (("scoring", "flower", "provenance"), None, "scoring.flower.provenance: Field required"),
    (("scoring", "pair"), None, "scoring.pair: Field required"), (("meta", "name"), None, "meta.name: Field required"),
])  # fmt: skip
def test_a_bad_pack_is_refused_in_one_line(tmp_path, path, value, said):
    tables_read = tables(MISTY)
    change(tables_read, path, value)
    assert_refused(MISTY, tmp_path, tables_read, said)


def test_too_few_cards_are_refused(tmp_path):
    tables_read = tables(MISTY)
    del tables_read["card"][3]
    assert_refused(MISTY, tmp_path, tables_read, "46 cards in all, at least 48")


def test_an_own_pack_is_played(tmp_path):
    tables_read = tables(MISTY)
    tables_read["card"][3]["copies"] = 2
    state = MISTY.new(4, seed=1, pack=written(tmp_path, tables_read), activation="solve")
    assert state.deck[1] + state.hand[:, 1].sum() == 2


@pytest.mark.parametrize("diagonals", [False, True])
def test_random_packs_are_in_bounds(diagonals):
    seen = set()
    for seed in range(300):
        pack = packs.generate(MISTY.content.package, seed, diagonals=diagonals)
        copies = np.array(pack.copies)
        arrows = copies[4:] if diagonals else copies[4::2]
        assert copies.sum() == 54
        assert 16 <= copies[4:].sum() == arrows.sum() <= 32
        assert 2 <= arrows.min() <= arrows.max() <= 16
        assert 4 <= copies[1] <= 12
        assert 4 <= copies[2] <= 12
        assert 2 <= copies[3] <= 10
        assert 2 <= copies[0] <= 16
        assert 1 <= pack.scoring.flower.value <= 3
        assert 0 <= pack.scoring.pair.value <= 3
        seen.add((tuple(copies), pack.scoring.flower.value, pack.scoring.pair.value))
    assert len(seen) > 290


def test_a_pack_with_diagonal_arrows_is_played(tmp_path):
    pack = packs.generate(MISTY.content.package, 7, diagonals=True)
    file = written(tmp_path, packs.to_toml(pack))
    assert MISTY.content.read_pack(file).model == pack
    state = MISTY.new(4, seed=1, pack=file)
    while not state.done:
        MISTY.step(state, int(MISTY.legal_actions(state)[-1]))
        assert not MISTY.rules.inconsistency(state)
