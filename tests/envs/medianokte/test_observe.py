"""The observation, what is hidden from the crew, and samples of it."""

import numpy as np
import pytest

from medianoche.envs.core import contract
from tests.envs.medianokte.numbers import KAPITANA, KAZADOR, MEKANIKO, NIGROMANTE
from tests.envs.medianokte.table import GAME, board, crew, play

OFFSETS = dict(
    zip((b.name for b in GAME.layout), np.cumsum([0, *(b.size for b in GAME.layout)]).tolist(), strict=False)
)
SIZES = {block.name: block.size for block in GAME.layout}
K = KAZADOR
P = KAPITANA
N = NIGROMANTE
M = MEKANIKO


def block(state, player, name):
    return GAME.observe(state, player)[OFFSETS[name] : OFFSETS[name] + SIZES[name]]


def test_global_block():
    state = board(4, 1, [K, P, M], 2, energy=15, round_no=25, last_hit=0, test="attacker", ties=True)
    mine = block(state, 2, "common")
    enemys = block(state, 0, "common")
    assert (mine[0], enemys[0]) == (0, 1)
    assert np.flatnonzero(mine[1:7]).tolist() == np.flatnonzero(mine[7:13]).tolist() == [1]  # oneself
    assert np.flatnonzero(enemys[1:7]).tolist() == [2]  # crew member 1
    assert np.flatnonzero(mine[13:27]).tolist() == [3]
    assert np.allclose(mine[27:31], [4 / 6, 0.25, 0.5, 0])
    assert np.flatnonzero(mine[31:36]).tolist() == [2]  # crew member 0 is two clockwise from 1
    assert np.flatnonzero(enemys[31:36]).tolist() == [0]
    assert mine[36:46].tolist() == [0, 0, 1, 0, 1, 0, 1, 0, 0, 0]


def test_crew_block():
    state = board(
        3, 0, [N, K], 1, damage=[4], poison=[2], bleed=[1], euphoria=[1], charge=[3], orient=[[0, 2, 1]],
        found=[[7, -1]], extra_kind=[[12]], extra_orient=[[1]], items={(0, 12): 1, (0, 13): 1, (0, 14): 3},
    )  # fmt: skip
    seen = block(state, 1, "crew_slot0")
    assert seen[0] == 1
    assert np.flatnonzero(seen[1:9]).tolist() == [N]
    expected = [12 / 20, 8 / 20, 4 / 10, 0.3, 0.5, 1, 1, 2 / 5, 1, 0.5, 0, 1, 0.5]
    assert np.allclose(seen[9:22], expected)
    weapon = [4 / 8, 0, 0, 2 / 8, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 1]
    assert np.allclose(seen[22:36], weapon)
    assert np.allclose(seen[36:50], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5, 0, 0, 0, 0])
    assert np.flatnonzero(seen[50:114]).tolist() == [7]
    assert np.flatnonzero(seen[114:214]).tolist() == [12, 24]
    assert seen[114 + 24] == 0.5
    assert {k: float(v) for k, v in enumerate(seen[214:246]) if v} == {12: 0.5, 13: 0.5, 14: 1}
    assert np.array_equal(seen, block(state, 2, "crew_slot1"))
    assert not block(state, 1, "crew_slot2").any()


def test_special_weapons_show_their_characteristic():
    seen = block(crew(), 1, "crew_slot0")
    assert np.allclose(seen[36:50], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0.5, 0, 1, 0, 0])


def test_army_and_boss_blocks():
    state = board(
        3, 1, [K, P], 1, army=[(8, 0, 1), (3, 0, 0), (15, 2, 2)], army_bleed=[0, 1], army_poison=[3],
        boss_damage=5, boss_poison=1, boss_bleed=1, boss_cards=[0, 1, 2, 0, 0],
    )  # fmt: skip
    seen = block(state, 1, "army_slot0")
    assert np.allclose(seen[:10], [1, 1 / 6, 4 / 10, 0.5, 0, 3 / 5, 2 / 6, 0, 1, 0])
    assert np.flatnonzero(seen[10:]).tolist() == [8]
    assert np.allclose(block(state, 1, "army_slot1")[:10], [1, 1 / 6, 0.4, 0, 1, 0, 1 / 6, 0, 0, 1])
    assert np.allclose(block(state, 1, "army_slot2")[:10], [1, 1 / 6, 0.6, 1, 0, 0, 4 / 6, 0.5, 0, 0])
    assert not block(state, 1, "army_slot3").any()
    boss = [0, 1, 0, 0, 10 / 30, 5 / 15, 0.4, 0.6, 0.4, 0.5, 1, 0.2, 0, 0.5, 1, 0, 0]
    assert np.allclose(block(state, 1, "boss"), boss)


def test_decks_block():
    state = crew(hand_event={0: 2}, known_event={0: 1}, hand_astrali={4: 1}, void_astrali={5: 1})
    state.discard_event[3] = 1
    hand = block(state, 0, "hand")
    known = block(state, 1, "hand")
    assert (hand[0], hand[16 + 4], hand[40]) == (np.float32(2 / 3), np.float32(1 / 3), 0.25)
    assert (known[0], known[16 + 4], known[40]) == (np.float32(1 / 3), 0, 0.25)
    deck = block(state, 0, "unseen")
    unseen = block(state, 1, "unseen")
    assert np.isclose(unseen[0] - deck[0], 1 / 3)
    assert np.isclose(unseen[20] - deck[20], 1 / 3)
    assert np.flatnonzero(block(state, 1, "discard")).tolist() == [3]
    assert np.flatnonzero(block(state, 1, "void")).tolist() == [5]
    seen = block(state, 1, "exploration")
    assert np.allclose(seen[:32] * 3, state.explore_object)
    assert np.isclose(seen[48], 20 / 50)


def test_pending_block():
    asked = play(board(3, 0, [P, K], 1), 405, 619)
    for player, source, target in ((0, 1, 1), (1, 1, 1), (2, 2, 0)):
        seen = block(asked, player, "pending")
        assert np.flatnonzero(seen[:141]).tolist() == [1 + 4 * P + 2]
        assert np.flatnonzero(seen[141:147]).tolist() == [0]
        assert np.flatnonzero(seen[147:153]).tolist() == [source]
        assert np.flatnonzero(seen[153:179]).tolist() == [target]
        assert not seen[179:].any()
    drawn = board(3, 0, [P, K], 1, phase=4, card=112)
    assert np.flatnonzero(block(drawn, 1, "pending")).tolist() == [112]
    stacked = block(play(drawn, 610), 2, "pending")
    assert np.flatnonzero(stacked).tolist() == [112, 142, 179]
    state_given = board(3, 0, [P, K], 1, found=[[3, -1]], orient=[[2, 0, 0]])
    stacked = block(play(state_given, 600), 1, "pending")
    assert np.flatnonzero(stacked).tolist() == [112, 141, 180, 184]
    assert stacked[184] == 1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_crew_sees_the_same_but_for_the_rotation_of_its_slots(players):
    crew = players - 1
    for state in contract.positions(GAME, players, seed=players, count=15):
        first = GAME.observe(state, 1)
        for member in range(1, crew):
            seen = GAME.observe(state, 1 + member)
            same = slice(OFFSETS["army_slot0"], OFFSETS["pending"])
            assert np.array_equal(seen[same], first[same])
            for other in range(crew):
                slot = (other - member) % crew
                name = f"crew_slot{slot}"
                assert np.array_equal(block(state, 1 + member, name), block(state, 1, f"crew_slot{other}"))


def test_swapping_unknown_cards_changes_nothing_for_the_crew():
    swapped = 0
    for state in contract.positions(GAME, 4, seed=9, count=30):
        unknown = np.flatnonzero(state.hand_astrali > state.known_astrali)
        deck = np.flatnonzero(state.deck_event)
        if len(unknown) and len(deck):
            swapped += 1
            other = GAME.copy(state)
            other.hand_astrali[unknown[0]] -= 1
            other.deck_astrali[unknown[0]] += 1
            other.hand_event[deck[0]] += 1
            other.deck_event[deck[0]] -= 1
            for player in range(1, 4):
                assert np.array_equal(GAME.observe(other, player), GAME.observe(state, player))
            assert not np.array_equal(GAME.observe(other, 0), GAME.observe(state, 0))
            one = GAME.copy(state)
            two = GAME.copy(other)
            GAME.determinize(one, 1, seed=4)
            GAME.determinize(two, 1, seed=4)
            assert contract.same(one, two)
    assert swapped > 10


@pytest.mark.compiled
def test_samples_keep_what_is_known_and_draw_the_rest_uniformly():
    state = crew(hand_astrali={12: 1, 0: 1}, known_astrali={12: 1}, hand_event={0: 1}, deck_astrali={4: 1},
        deck_event={5: 1}
    )  # fmt: skip
    drawn = np.zeros(4)
    for seed in range(4000):
        sample = GAME.copy(state)
        GAME.determinize(sample, 2, seed=seed)
        assert sample.hand_astrali[12] == 1
        held = [sample.hand_astrali[0], sample.hand_astrali[4], sample.hand_event[0], sample.hand_event[5]]
        assert sum(held) == 2
        assert sample.deck_event.sum() + sample.deck_astrali.sum() == 2
        drawn += held
    assert np.allclose(drawn / 4000, 0.5, atol=0.03)


def test_the_enemy_knows_everything_but_the_future():
    state = GAME.new(4, seed=5)
    sample = GAME.copy(state)
    GAME.determinize(sample, 0, seed=1)
    assert sample.rng != state.rng
    sample.rng = state.rng
    assert contract.same(sample, state)
