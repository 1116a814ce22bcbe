"""What is seen, and what is not."""

import numpy as np
import pytest

from medianoche.envs.nocturna.state import UNKNOWN, Phase
from tests.envs.nocturna.positions import ATTACK, DEFENCE, NOCTURNA, SKILL, base, place, play, position


def seen(state, player, block):
    return NOCTURNA.observe(state, player)[NOCTURNA.layout[block]]


def test_the_table():
    state = base(fatigue=30)
    whole = NOCTURNA.observe(state, 0)[:33]
    expected = np.zeros(33, np.float32)
    expected[[0, 1, 6 + Phase.MASTER_CARD, 21, 24]] = 1
    expected[[22, 23, 31]] = 1 / 12, 1, 0.25
    np.testing.assert_allclose(whole, expected)
    assert seen(play(base(), DEFENCE, SKILL), 0, "is_master") == 1
    state = play(base(), DEFENCE)
    assert seen(state, 1, "acting").tolist() == [0, 1, 0, 0, 0]
    assert seen(state, 3, "acting").tolist() == [0, 0, 0, 1, 0]
    assert seen(state, 0, "acting").tolist() == [0, 1, 0, 0, 0]


def test_children_are_counted_from_the_one_who_looks():
    state = base(insomnia=[4, 8, 12, 16], shield=[3, 0], active=[{}, {8: 1, 9: 1}, {}, {}], hand=[{}, {2: 3}, {}, {}])
    for player in range(5):
        for slot in range(4):
            child = slot if player == 0 else (player - 1 + slot) % 4
            block = seen(state, player, f"child{slot}")
            assert block[0] == 1
            assert block[1 + state.sheet[child]] == 1
            assert block[5] == np.float32(state.insomnia[child] / 21)
    mayla = seen(state, 2, "child0")
    np.testing.assert_allclose(mayla[20:26], [2 / 6, 0, 4 / 6, 0, 0, 0], rtol=1e-6)
    assert mayla[26 + 2] == 1
    assert mayla[52 + 8] == np.float32(1 / 3)


@pytest.mark.parametrize("at", range(4))
def test_a_child_stands_at_its_location(at):
    state = position(loc=[at, -1, -1, -1], check=False)
    assert np.flatnonzero(seen(state, 0, "child0")[14:18]).tolist() == [at]
    assert not seen(state, 0, "child1")[14:18].any()


def test_locations_hide_what_lies_face_down():
    state = position(loc_nm=[place(0, 0), place(), place(3), place()], loc_rw=[place(2, 2), *[place()] * 3])
    master = seen(state, 0, "location0")
    child = seen(state, 1, "location0")
    assert master[:5].tolist() == [0.75, 1, 0.5, 0, 0]
    assert master[5 + 2] == np.float32(2 / 3)
    assert master[31] == 0.5
    assert child[:31].tolist() == master[:31].tolist()
    assert not child[31:].any()


def test_foes_show_their_cards():
    state = base(foe_emp=[1, 0, 0])
    foe = seen(state, 1, "foe0")
    assert foe[0] == 1
    assert foe[1 + 0] == 1
    np.testing.assert_allclose(foe[52:57], [3 / 48, 3 / 48, 0, 0.25, 1])
    attack, defence, skill = foe[57:].reshape(3, 14)
    assert attack[0] == 0.75
    assert defence[1] == 0.25
    assert skill[[0, 3]].tolist() == [0.25, 0.25]
    assert seen(state, 1, "foe2")[57 + 28 + 13] == 1
    assert not seen(state, 1, "foe3").any()


def test_decks_and_pending():
    state = base(mp_hand={16: 1, 0: 1})
    assert seen(state, 0, "own_hand")[16] == np.float32(1 / 3)
    assert not seen(state, 1, "own_hand").any()
    assert seen(state, 0, "unseen_nightmares")[16] == np.float32(1 / 3)
    assert seen(state, 1, "unseen_nightmares")[16] == np.float32(2 / 3)
    assert seen(state, 1, "master_hand_size") == np.float32(2 / 12)
    assert seen(state, 1, "bosses_left").tolist() == [1] * 6
    state = play(base(), SKILL, DEFENCE)
    assert seen(state, 1, "source").tolist() == [0, 0, 1, 0, 0]
    assert seen(state, 1, "actor_foe").tolist() == [1, 0, 0, 0]
    state = position(
        phase=Phase.RETURN, to_move=3, offer_kind=2, offer_from=0, offer_to=2, hand=[{2: 1}, {}, {5: 1}, {}]
    )
    assert seen(state, 3, "offer_to").tolist() == [1, 0, 0, 0]
    assert seen(state, 3, "offer_from").tolist() == [0, 0, 1, 0]
    assert seen(state, 3, "reward")[2] == 1


@pytest.mark.parametrize("card", [ATTACK, DEFENCE, SKILL])
def test_a_committed_card_is_seen_by_the_master_alone(card):
    state = play(base(), card)
    other = play(base(), ATTACK)
    assert seen(state, 0, "own_card")[card - 1] == 1
    for player in range(1, 5):
        assert np.array_equal(NOCTURNA.observe(state, player), NOCTURNA.observe(other, player))
    assert NOCTURNA.legal_actions(state).tolist() == [1, 2, 3]


def hidden_state():
    return position(
        mp_hand={0: 2, 16: 1, 18: 1, 7: 1}, loc_nm=[place(1, 2), place(), place(3), place()], loc_up=[0, 0, 1, 0]
    )


def test_hidden_cards_look_the_same_in_all_places():
    one = hidden_state()
    two = position(
        mp_hand={1: 1, 2: 1, 16: 1, 22: 1, 7: 1}, loc_nm=[place(0, 0), place(), place(3), place()], loc_up=[0, 0, 1, 0]
    )
    for player in range(1, 5):
        assert np.array_equal(NOCTURNA.observe(one, player), NOCTURNA.observe(two, player))
    assert not np.array_equal(NOCTURNA.observe(one, 0), NOCTURNA.observe(two, 0))
    for seed in range(5):
        samples = [NOCTURNA.copy(state) for state in (one, two)]
        for sample in samples:
            NOCTURNA.determinize(sample, 1, seed)
        assert samples[0].tobytes() == samples[1].tobytes()


def test_determinize_varies_all_that_is_hidden_and_nothing_else():
    state = hidden_state()
    hidden = ("rng", "mp_hand", "nm_deck", "loc_nm")
    hands = set()
    buried = set()
    for seed in range(200):
        sample = NOCTURNA.copy(state)
        NOCTURNA.determinize(sample, 2, seed)
        assert NOCTURNA.rules.inconsistency(sample) == ""
        for name in NOCTURNA.declaration.state_dtype.names:
            assert name in hidden or np.array_equal(sample[name], state[name])
        assert sample.mp_hand.sum() == 5
        assert sample.loc_nm[2].tolist() == [3, -1, -1, -1]
        assert (sample.loc_nm[0] >= 0).tolist() == [True, True, False, False]
        assert sample.loc_nm[0, :2].max() < 16
        hands.add(sample.mp_hand.tobytes())
        buried.add(tuple(sample.loc_nm[0, :2]))
    assert len(hands) > 190
    assert len(buried) > 80
    master = NOCTURNA.copy(state)
    NOCTURNA.determinize(master, 0, 7)
    master.rng = state.rng
    assert master.tobytes() == state.tobytes()


def test_determinize_redraws_the_committed_card_uniformly():
    state = play(base(), ATTACK)
    drawn = []
    for seed in range(600):
        sample = NOCTURNA.copy(state)
        NOCTURNA.determinize(sample, 1, seed)
        drawn.append(int(sample.card_master))
    assert all(150 < drawn.count(card) < 250 for card in (ATTACK, DEFENCE, SKILL))


@pytest.mark.compiled
def test_face_down_creatures_are_drawn_before_the_hand():
    """Each creature is as likely to lie face down as its copies say."""
    state = position(mp_hand={0: 3, 1: 2, 2: 2}, loc_nm=[place(4), place(), place(), place()])
    counts = np.zeros(45)
    for seed in range(3000):
        sample = NOCTURNA.copy(state)
        NOCTURNA.determinize(sample, 1, seed)
        counts[sample.loc_nm[0, 0]] += 1
    copies = NOCTURNA.content.read_pack("standard").records[0]["nm_count"][:16].astype(int)
    expected = 3000 * copies / copies.sum()
    assert (np.abs(counts[:16] - expected) < 5 * np.sqrt(expected)).all()
    assert counts[16:].sum() == 0


def test_concealed_cards_are_counted_and_shown_ones_kept():
    state = play(base(mp_hand={0: 2, 16: 1}, loc_nm=[place(0, 1, 2), place(), place(4), place()]), SKILL)
    known = NOCTURNA.copy(state)
    NOCTURNA.conceal(known, 1)
    assert (known.mp_unseen, known.mp_hand.sum(), known.card_master) == (3, 0, UNKNOWN)
    assert known.loc_nm[:3].tolist() == [place(0, 1, 2), place(), place(UNKNOWN)]
    assert known.nm_deck.sum() == state.nm_deck.sum() + 4
    drawn = NOCTURNA.copy(known)
    NOCTURNA.determinize(drawn, 1, 5)
    NOCTURNA.determinize(state, 1, 5)
    assert drawn.tobytes() == state.tobytes()
    master = NOCTURNA.copy(state)
    NOCTURNA.conceal(master, 0)
    master.rng = state.rng
    assert master.tobytes() == state.tobytes()


def test_the_order_of_rewards_and_nightmares_is_seen():
    left, right = (
        position(loc_nm=[place(*cards), *[place()] * 3], loc_rw=[place(*cards), *[place()] * 3], loc_up=[up, 0, 0, 0])
        for cards, up in (((0, 2), 0), ((2, 0), 0))
    )
    for state, cards in ((left, (0, 2)), (right, (2, 0))):
        for player in range(2):
            rewards, nightmares = (seen(state, player, f"{name}_from_left") for name in ("rewards", "nightmares"))
            np.testing.assert_allclose(rewards[:2], [(1 + card) / 26 for card in cards], rtol=1e-6)
            np.testing.assert_allclose(nightmares[:2], [(1 + card) / 45 * (player == 0) for card in cards], rtol=1e-6)
            assert not rewards[2:].any()
            assert not nightmares[2:].any()


def test_which_of_two_equal_rewards_is_shared_out_is_seen():
    looted = {
        "phase": Phase.LOOT, "to_move": 1, "battle": 0, "loc": [0, 0, 1, 1], "loc_rw": [place(2, 2), *[place()] * 3],
    }  # fmt: skip
    first, second = (position(**looted, loot_slot=slot) for slot in range(2))
    assert seen(first, 1, "loot_slot").tolist() == [1, 0, 0, 0]
    assert seen(second, 1, "loot_slot").tolist() == [0, 1, 0, 0]
