"""What is secret stays so: an observation does not depend on what its player may not know."""

import numpy as np
import pytest

from medianoche.envs.core import contract
from medianoche.envs.core.compile.plain import plain
from medianoche.envs.halloween.kernels.hands import mix_hand, use_card
from medianoche.envs.halloween.state import BASE, LAYOUT, UNKNOWN, Phase
from tests.envs.examples import at, examples
from tests.envs.halloween import table


def seen(state, player):
    return table.GAME.observe(state, player)


def block(state, player, name):
    return seen(state, player)[LAYOUT[name]]


def who_sees_a_difference(one, two):
    return [player for player in range(one.num_players) if not np.array_equal(seen(one, player), seen(two, player))]


CLAIM = table.claim(8)
CARDS = [[255 if b != a else 1 << c for b in range(5)] for a, c in enumerate((0, 1, 2, 5, 4))]
LUCIA = (table.child(6), table.square(10), BASE.draw)
MIGUELIN = (table.child(5), table.square(35), BASE.draw)
MANY = [25, 10, 15, 15, 15]
FEW = [10, 25, 15, 15, 15]
SECRET = {"options": {"counts": "secret"}}
FIGHT = *MIGUELIN[:1], table.square(47), table.tear(3), BASE.defend, BASE.stand_aside, BASE.defend, BASE.stand_aside


def dice(*actions):
    """Seat 0 throws a 3 or an 8 for its trick."""
    return [at(dice=[1, die]) for die in (3, 8)], [[table.child(0), table.square(1), BASE.trick, *actions]] * 2


def pair(*, kept=(), **fields):
    """Miguelín looks at two cards."""
    return [at(dice=[2], deck_top=[9, 11], **fields)] * 2, [[*MIGUELIN, table.card(number)] for number in kept]


# (sentence, two positions, the actions from each, the seats that see a difference)
DIFFERENCES = [
    *((f"only the child and a paid witness see the die: {number}", *dice(*actions), who)
      for number, (actions, who) in enumerate((
          ([], [0]), ([CLAIM], [0]), ([CLAIM, table.consult(2)], [0]),
          ([CLAIM, table.consult(2), table.demand(2)], [0]),
          ([CLAIM, table.consult(2), table.demand(2), BASE.accept], [0, 3]),
          ([CLAIM, table.consult(2), table.demand(0)], [0, 3]),
          ([CLAIM, table.consult(2), table.demand(0), BASE.say_true], [0, 3]),
          ([CLAIM, table.consult(2), table.demand(2), BASE.refuse], [0])))),
    ("a die that was not shown stays unknown", *dice(table.claim(5), BASE.believe), []),
    ("hands are seen by their owners", [at(hands={2: [9]}), at(hands={2: [14]})], [[], []], [2]),
    ("child cards are seen by their owners", [at(), at(secret=[0, 1, 2, 5, 4], know=CARDS)], [[], []], [3]),
    ("the drawn card is hidden", [at(dice=[2], pos={6: 16}, deck_top=[number]) for number in (9, 14)], [LUCIA] * 2,
     [0]),
    ("a pair is hidden", [at(dice=[2], deck_top=top) for top in ([9, 11], [14, 12])], [MIGUELIN] * 2, [0]),
    ("which of two cards was kept is hidden", *pair(kept=(9, 11)), [0]),
    *((f"bids are sealed until all are made: {before}", [at(dice=[2], round_no=2, pos={3: 48})] * 2,
       [[*FIGHT, BASE.insist, *map(table.bid, [*before, candies])] for candies in (0, 9)], [len(before)])
      for before in ([], [4])),
    ("candies are seen", [at(candies=MANY), at(candies=FEW)], [[], []], [0, 1, 2, 3, 4]),
    ("candies can be secret", [at(candies=MANY, **SECRET), at(candies=FEW, **SECRET)], [[], []], [0, 1]),
]  # fmt: skip


@examples(DIFFERENCES)
def test_who_sees_a_difference(row):
    _, starts, actions, who = row
    states = [table.play(table.lay(**start), *action) for start, action in zip(starts, actions, strict=True)]
    assert who_sees_a_difference(*states) == who


def test_who_looked_at_cards_observes_them():
    looking = table.play(table.lay(dice=[2], deck_top=[9, 11]), *MIGUELIN)
    assert block(looking, 0, "known_deck_and_pair")[17:].nonzero()[0].tolist() == [8, 10]
    kept = table.play(looking, table.card(9))
    assert block(kept, 0, "known_deck_and_pair").nonzero()[0].tolist() == [10]


def test_which_card_was_given_is_hidden_from_the_others():
    seen_by_four = [0b10010 if number in (9, 14) else 0 for number in range(1, 18)]
    state = table.trick(5, says=5, hands={1: [9, 14]}, card_seen=seen_by_four)
    state = table.verdict(table.consulted(state, 1, 3, True), True)
    assert table.phase(state) == Phase.FEE
    after_gift = table.play(state, table.card(9))
    assert who_sees_a_difference(after_gift, table.play(state, table.card(14))) == [1, 2]
    assert block(after_gift, 1, "known_hands").nonzero()[0].tolist() == [8]
    assert block(after_gift, 4, "known_hands").nonzero()[0].tolist() == []


def known_hand(*numbers, seats):
    """`card_seen` where these seats know these cards."""
    return [seats if number in numbers else 0 for number in range(1, 18)]


def card_given(first, numbers=(9, 14), watchers=0b10000):
    """Seat 1 has given card `first` of its hand to seat 2; the watchers knew all of the hand."""
    seen = known_hand(*numbers, seats=watchers | 0b10)
    state = table.trick(5, says=5, hands={1: numbers}, card_seen=seen)
    return table.play(table.verdict(table.consulted(state, 1, 3, True), True), table.card(first))


def places(state, *numbers):
    return tuple(int(state.card_at[number - 1]) for number in numbers)


def test_who_knew_a_hand_knows_that_one_of_its_cards_was_given():
    after_gift = card_given(9)
    assert {places(s, 9, 14) for s in samples(after_gift, 4)} == {(2, 1), (1, 2)}
    assert {places(s, 9) for s in samples(after_gift, 2)} == {(2,)}
    assert (-1, -1) in {places(s, 9, 14) for s in samples(after_gift, 3)}
    three = card_given(13, numbers=(9, 13, 14))
    assert {places(s, 9, 13, 14) for s in samples(three, 4)} == {(2, 1, 1), (1, 2, 1), (1, 1, 2)}
    assert who_sees_a_difference(after_gift, card_given(14)) == [1, 2]
    known = [table.GAME.copy(state) for state in (after_gift, card_given(14))]
    for state in known:
        table.GAME.conceal(state, 4)
    assert contract.same(*known)


def test_a_card_that_is_seen_tells_where_the_other_one_is():
    after_gift = card_given(9)
    use_card(plain(after_gift), 8)
    assert table.known_by(after_gift, 14) == [1, 4]
    three = card_given(13, numbers=(9, 13, 14))
    use_card(plain(three), 8)
    assert {places(s, 13, 14) for s in samples(three, 4)} == {(2, 1), (1, 2)}
    assert table.known_by(three, 14) == [1]


def test_a_hand_of_which_only_a_part_was_known_is_forgotten():
    seen = known_hand(9, seats=0b10010)
    seen[13] = 0b10
    state = table.trick(5, says=5, hands={1: [9, 14]}, card_seen=seen)
    state = table.play(table.verdict(table.consulted(state, 1, 3, True), True), table.card(9))
    assert len({places(s, 9) for s in samples(state, 4)}) > 2


def test_a_card_mixed_twice_is_forgotten():
    after_gift = card_given(9)
    assert table.known_by(after_gift, 9) == [1, 2]
    assert after_gift.mix[8] == after_gift.mix[13] != 0
    mix_hand(plain(after_gift), 1 << 8 | 1 << 4, 0b00101)  # seat 2 gives one of cards 9 and 5 to seat 0
    assert (after_gift.mix[8], after_gift.mix[13], after_gift.mix_seen[8], after_gift.mix_seen[13]) == (0, 0, 0, 0)
    assert table.known_by(after_gift, 9) == [2]
    assert len({places(s, 9) for s in samples(after_gift, 4)}) > 2


# ---- what a player knows


def test_a_concealed_record_names_nothing_hidden():
    state = table.trick(5, says=8, hands={0: [10], 1: [9, 14], 2: [13]})
    known = table.GAME.copy(state)
    table.GAME.conceal(known, 1)
    assert known.true_roll == UNKNOWN
    assert known.secret.tolist() == [UNKNOWN, 1, UNKNOWN, UNKNOWN, UNKNOWN]
    assert known.unseen.tolist() == [1, 0, 1, 0, 0]
    assert known.card_at.tolist() == [1 if number in (9, 14) else UNKNOWN for number in range(1, 18)]
    assert known.treat_deck.tolist() == sorted(state.treat_deck.tolist())
    assert set(known.deck[: known.deck_n].tolist()) == {UNKNOWN}
    assert "child ?, cards ?" in table.GAME.render(known)
    assert "the die shows ?, announced 8" in table.GAME.render(known)
    assert "secret[0] = -2" in table.GAME.rules.inconsistency(known)


def test_what_was_returned_or_shown_is_kept_when_concealed():
    state = table.play(
        table.lay(dice=[2], deck_top=[9, 11]), table.child(5), table.square(35), BASE.draw, table.card(11)
    )
    known = table.GAME.copy(state)
    table.GAME.conceal(known, 0)
    assert (known.deck[0], known.card_at[8], known.card_at[10]) == (9, -1, 0)
    know = [[1 << a if a == b else 255 for b in range(5)] for a in range(5)]
    know[0][3] = 8
    state = table.lay(know=know)
    table.GAME.conceal(state, 0)
    assert state.secret.tolist() == [0, UNKNOWN, UNKNOWN, 3, UNKNOWN]
    assert (state.know[3, 3], state.know[2, 2]) == (8, UNKNOWN)


def test_secret_candies_are_not_told_before_the_end():
    assert "candies" not in table.GAME.info(table.lay(options={"counts": "secret"}), 0)
    assert table.GAME.info(table.lay(), 0)["candies"] == 15


def test_children_known_to_be_elsewhere_are_left_out():
    know = [[1 if a == 0 else 255, 2 if a in (0, 1) else 255, 255, 255, 255] for a in range(5)]
    for a in range(5):
        know[a][a] = 1 << a
    state = table.lay(know=know)
    cards = block(state, 0, "children_of_players").reshape(5, 8)
    assert cards[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert cards[1].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
    assert cards[2].tolist() == [0, 0, 1, 1, 1, 1, 1, 1]


def test_numbers_of_the_observation_are_where_the_table_says():
    state = table.trick(5, says=8, hands={0: [10], 1: [9]}, tear_cooldown=2)
    assert block(state, 1, "phase").nonzero()[0].tolist() == [Phase.RESPOND]
    assert block(state, 1, "seats").nonzero()[0].tolist() == [0, 9, 10, 24]
    assert block(state, 1, "round")[0] == 1
    assert block(state, 1, "players")[:3].tolist() == pytest.approx([1, 1, 0.15])
    assert block(state, 1, "colours")[:5].tolist() == [0, 1, 0, 0, 0]
    assert block(state, 1, "positions")[1] == 1
    assert block(state, 1, "board")[:64].nonzero()[0].tolist() == [1, 9, 24, 29, 37, 38]
    trick_block = block(state, 1, "trick")
    owner = block(state, 0, "trick")
    assert trick_block[:8].nonzero()[0].tolist() == [7]
    assert trick_block[8:16].sum() == 0
    assert owner[8:16].nonzero()[0].tolist() == [4]
    assert trick_block[22] == 1
    assert block(state, 1, "own_hand_and_used").nonzero()[0].tolist() == [8]
    assert block(state, 1, "deck_pot_bids")[:3].tolist() == pytest.approx([15 / 17, 0.25, 0])
    assert block(state, 1, "frozen_and_guarded")[-1] == 1


# ---- samples


def samples(state, player, count=200):
    for seed in range(count):
        sample = table.GAME.copy(state)
        table.GAME.determinize(sample, player, seed)
        yield sample


def test_samples_vary_all_that_is_hidden_and_keep_what_was_shown():
    seen_by = [0] * 17
    seen_by[8] = 0b00010
    seen_by[9] = 0b00001
    seen_by[13] = 0b00011
    know = [[1 << a if a == b else 255 for b in range(5)] for a in range(5)]
    for a in range(5):
        know[a][2] = 4 if a == 2 else 0b1100
    know[0][4] = 16
    state = table.trick(5, says=8, hands={0: [10], 1: [9, 14]}, card_seen=seen_by, know=know)
    for_two = list(samples(state, 0))
    assert {int(s.secret[4]) for s in for_two} == {4}
    assert {int(s.secret[2]) for s in for_two} == {2, 3}
    assert {int(s.secret[1]) for s in for_two} == {1, 2, 3, 5, 6, 7}
    assert {int(s.true_roll) for s in for_two} == {5}
    assert all(s.card_at[13] == 1 and s.card_at[9] == 0 for s in for_two)
    others = {next(n for n in table.hand(s, 1) if n != 14) for s in for_two}
    assert others == {1, 2, 4, 9, 11, 12, 13, 15, 16, 17}
    assert {int(s.true_roll) for s in samples(state, 1)} == set(range(1, 9))
    assert len({s.treat_deck.tobytes() for s in for_two}) > 150


def test_who_was_shown_a_card_is_shown_the_sampled_one():
    know = [[1 << a if a == b else 255 for b in range(5)] for a in range(5)]
    know[1][3] = 8
    for sample in samples(table.lay(know=know), 0, 40):
        assert sample.know[1, 3] == 1 << int(sample.secret[3]) == sample.know[3, 3]
        assert not table.GAME.rules.inconsistency(sample)


def test_cards_known_in_the_deck_keep_their_place():
    state = table.play(
        table.lay(dice=[2], deck_top=[9, 11]), table.child(5), table.square(35), BASE.draw, table.card(11)
    )
    assert {int(s.deck[0]) for s in samples(state, 0)} == {9}
    assert len({int(s.deck[0]) for s in samples(state, 1)}) > 8
    assert {len(table.hand(s, 0)) for s in samples(state, 1)} == {1}


def test_a_pair_that_another_looks_at_is_sampled():
    state = table.play(table.lay(dice=[2], deck_top=[9, 3]), table.child(5), table.square(35), BASE.draw)
    pairs = {tuple(np.flatnonzero(s.card_at == 6).tolist()) for s in samples(state, 1)}
    assert len(pairs) > 60
    assert {tuple(np.flatnonzero(s.card_at == 6).tolist()) for s in samples(state, 0)} == {(2, 8)}


def test_sealed_bids_are_sampled():
    state = table.play(
        table.lay(dice=[2], round_no=2, pos={3: 48}), table.child(5), table.square(47), table.tear(3), BASE.defend
    )
    state = table.play(state, BASE.stand_aside, BASE.stand_aside, BASE.stand_aside, BASE.insist, table.bid(4))
    assert {int(s.bid[0]) for s in samples(state, 1)} == set(range(15))
    assert {int(s.bid[0]) for s in samples(state, 0, 5)} == {4}


def test_being_asked_is_evidence_where_it_binds_r59():
    girls = table.play(table.knock(treat_top=[8, 0]), BASE.treat)
    assert girls.to_move == 0
    assert {int(s.secret[0]) for s in samples(girls, 1)} == {0, 4, 6}
    one_way = table.play(table.lay(dice=[1], hands={0: [16]}, pos={3: 1}), table.child(3))
    assert table.phase(one_way) == Phase.MOVE
    assert {int(s.card_at[15]) for s in samples(one_way, 1)} == {0}


def test_samples_are_sound_and_hold_no_trace():
    for number, state in enumerate(contract.positions(table.GAME, 5, seed=31, count=60)):
        for player in range(5):
            one, two = (next(iter(samples(state, player, 1))) for _ in range(2))
            table.GAME.determinize(one, player, number + 7)
            assert not table.GAME.rules.inconsistency(one)
            assert len(table.GAME.legal_actions(one)) > 1
            table.GAME.determinize(one, player, number)
            table.GAME.determinize(two, player, number)
            assert contract.same(one, two)


def test_who_is_asked_without_a_reason_keeps_what_it_has():
    state = table.lay(dice=[1], hands={0: [9, 14]}, used=[16], pos={3: 1})
    table.GAME.rules.apply(state, table.child(3))
    assert table.GAME.legal_actions(state).tolist() == [table.square(0)]
    for sample in samples(state, 1, 20):
        assert (table.hand(sample, 0), sample.secret[0]) == ([9, 14], 0)
        assert not table.GAME.rules.inconsistency(sample)
    assert len({int(sample.secret[2]) for sample in samples(state, 1, 40)}) > 3
