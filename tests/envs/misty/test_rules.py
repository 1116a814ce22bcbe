"""The worked examples of the rules and each ruling that a position can show."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.errors import IllegalActionError, OptionError
from medianoche.envs.misty.state import Phase
from tests.envs.misty.windows import DRAWINGS, codes, hands

MISTY = envs.game("misty")


def box(drawing):
    lines = drawing.split("/")
    return len(lines), len(lines[0])


def position(**fields):
    return MISTY.position(check=False, **fields)


def activation(drawing, solve=False, windows=1, **options):
    """A match that the activation of player 0's window ends, at its first question."""
    height, width = box(drawing)
    state = position(
        **{"rounds_to_win": 1, "activation": "solve" if solve else "play", **options},
        phase=Phase.ACT,
        to_move=0,
        deal=2,
        step=0,
        hand=np.zeros((4, 12), int),
        pick=[-1] * 4,
        cell=[-1] * 4,
        act_done=[0, 1],
        round_points=[0, 0],
        win=[codes(drawing), codes(".")],
        bh=[height],
        bw=[width],
    )
    MISTY.advance(state)
    return state


def play(drawing, *actions, **options):
    state = activation(drawing, **options)
    for action in actions:
        MISTY.step(state, action)
    assert state.done
    return state


def points(drawing, *actions, **options):
    """Player 0's points after these activations."""
    return int(play(drawing, *actions, **options).last_points[0])


def solved(drawing, **options):
    return points(drawing, solve=True, **options)


def asked(drawing):
    return MISTY.legal_actions(activation(drawing)).tolist()


def placing(drawing, kind, num_players=2, **options):
    """Every seat has the same window and places the same card; player 0 is asked."""
    height, width = box(drawing) if drawing else (0, 0)
    return position(
        **options,
        num_players=num_players,
        phase=Phase.PLACE,
        to_move=0,
        win=[codes(drawing or ".")] * num_players,
        bh=[height] * num_players,
        bw=[width] * num_players,
        pick=[kind] * num_players,
        cell=[-1] * num_players,
    )


def placed(drawing, kind, action):
    """The window after all seats have placed the card by `action`, as rows of its box."""
    state = placing(drawing, kind)
    for seat in range(2):
        assert state.to_move == seat
        assert state.phase == Phase.PLACE
        assert state.bh[0] == box(drawing)[0]
        MISTY.apply(state, action)
    return "/".join(drawn(state.win[0, r, : state.bw[0]]) for r in range(state.bh[0]))


def drawn(row):
    return "".join(next(card for card, code in DRAWINGS.items() if code == cell) for cell in row)


def round_end(num_players=2, scores=(), round_points=(), **fields):
    """All windows are done: score the round."""
    n_deals = 3 if fields.get("variant") == "introductory" else 2
    state = position(
        num_players=num_players,
        scores=scores,
        phase=Phase.ACT,
        deal=n_deals,
        step=0,
        hand=np.zeros((4, 12), int),
        act_done=[1] * num_players,
        round_points=round_points,
        **fields,
    )
    MISTY.advance(state)
    return state


# ---- worked examples


@pytest.mark.parametrize("action", [38, 39])
def test_w1_one_of_two_that_face_each_other_is_buried(action):
    assert asked("H><H/FOOM/HHHH") == [38, 39]
    state = play("H><H/FOOM/HHHH", action)
    assert state.last_points[0] == 10
    assert state.gone[0] == 1
    assert state.win[0, 1, 0] == 19
    assert state.win[0, 1, 3] == -1
    assert sorted(state.win[0, 0, 1:3].tolist()) == [-1, 66]


def test_w2_order_decides_what_is_covered():
    window = ">>FH/HHHH/HOHO"
    assert asked(window) == [37, 38]
    assert points(window, 37) == 11
    assert points(window, 38) == 10
    assert solved(window) == 11


def test_w3_a_covered_monster_does_not_eat():
    state = play("vHHH/MFFH/HHOO")
    assert (state.last_points[0], state.gone[0], state.win[0, 1, 0]) == (13, 0, 66)


def test_w4_a_third_card_joins_the_stack():
    state = play(">H<O/HHHO/^OOH")
    assert (state.last_points[0], state.win[0, 0, 1], state.win[0, 1, 0]) == (8, 67, 66)


def test_w5_a_row_of_arrows():
    window = "<<<H/HHHH/HHHH"
    assert asked(window) == [37, 38, 39]
    one_out = play(window, 37, 38)
    assert (one_out.last_points[0], one_out.gone[0]) == (11, 1)
    none_out = play(window, 38)
    assert (none_out.last_points[0], none_out.gone[0]) == (10, 0)
    assert points(window, 39) == 9
    assert points(window, 37, 39) == 9
    assert solved(window) == 11


def test_w6_smiles_side_by_side():
    window = "OOOH/OOOO/HOHO"
    for solve in (False, True):
        assert points(window, solve=solve) == 17
        assert points(window, solve=solve, smile_pairs="disjoint") == 15


def test_w7_a_hungry_monster_stays():
    state = play("MMHF/HMHH/HHHH")
    assert (state.last_points[0], state.win[0, 0, 3], state.win[0, 0, 1]) == (11, 19, 3)


def test_w8_a_monster_eats_one_flower():
    state = play("MFFF/HHHH/HHHH")
    assert (state.last_points[0], state.win[0, 0, 1], state.win[0, 0, 0]) == (13, 19, -1)


def test_w9_smiles_one_above_the_other_are_no_pair():
    assert points("OHO/OHO/OHO/OHO") == 12
    assert solved("OHO/OHO/OHO/OHO") == 12


def test_w10_a_cycle_of_arrows():
    window = ">vH/^<H/FMO"
    assert asked(window) == [37, 38, 41, 42]
    state = activation(window)
    MISTY.step(state, 37)
    assert MISTY.legal_actions(state).tolist() == [41, 42]
    assert points(window, 37, 41) == 6
    assert points(window, 37, 42) == 4
    assert solved(window) == 6


def test_w11_cover_leave_eat():
    state = play("^>HO/MFHH/OOFH")
    assert state.last_points[0] == 10
    assert state.gone[0] == 2


def test_w12_the_second_card_goes_to_any_neighbour():
    assert MISTY.legal_actions(placing("F", 4)).tolist() == [12, 13, 14, 17, 19, 22, 23, 24]
    assert placed("F", 4, 12) == "^./.F"
    assert placed("F", 4, 14) == ".^/F."
    assert placed("F", 4, 23) == "F/^"


def test_w13_a_box_grows_to_one_of_the_two_windows():
    window = "F../.M./..O"
    legal = MISTY.legal_actions(placing(window, 4)).tolist()
    assert legal == [13, 14, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 34, 35]
    assert placed(window, 4, 13) == "^../F../.M./..O"
    introductory = placing(window, 4, variant="introductory")
    assert MISTY.legal_actions(introductory).tolist() == [19, 20, 23, 25, 28, 29]


def test_w14_forced_picks_and_passing_to_the_left():
    dealt = hands({1: 1, 2: 2, 4: 3}, {0: 6}, {3: 2, 6: 2, 10: 2})
    state = position(num_players=3, phase=Phase.PICK, deal=0, step=0, to_move=0, hand=dealt, pick=[-1] * 4)
    MISTY.step(state, 1)
    assert (state.to_move, state.phase) == (2, Phase.PICK)
    assert state.pick[:3].tolist() == [1, 0, -1]
    MISTY.step(state, 6)
    passed = hands({3: 2, 6: 1, 10: 2}, {2: 2, 4: 3}, {0: 5})
    assert np.array_equal(state.hand, passed)
    assert state.win[:3, 0, 0].tolist() == [1, 0, 6]
    assert (state.phase, state.step, state.to_move) == (Phase.PICK, 1, 0)


def test_w15_ties_share_rounds_and_matches():
    both = round_end(scores=[1, 1], round_points=[9, 9])
    assert (both.scores[:2].tolist(), both.utility[:2].tolist()) == ([2, 2], [0, 0])
    assert both.phase == Phase.END
    assert both.to_move == -1
    one = round_end(3, scores=[1, 1, 0], round_points=[8, 5, 8])
    assert (one.scores[:3].tolist(), one.utility[:3].tolist()) == ([2, 1, 1], [1, -1, -1])
    going = round_end(scores=[0, 0], round_points=[0, 0])
    assert going.scores[:2].tolist() == [1, 1]
    assert (going.phase, going.round_no, going.done) == (Phase.PICK, 1, 0)


@pytest.mark.parametrize(("scores", "prize"), [((1, 1, 1, 0), -1 / 3), ((1, 1, 1, 1), -1 / 2)])
def test_three_or_four_share_a_match(scores, prize):
    state = round_end(4, scores=scores, round_points=[7, 7, 7, 7])
    expected = [prize if score else -1 for score in scores]
    assert state.utility.tolist() == pytest.approx(expected)
    assert state.utility.sum() == pytest.approx(-2)


# ---- construction


def test_hands_pass_to_the_left_then_to_the_right():
    for deal, after in ((0, ({4: 1}, {1: 1}, {2: 1})), (1, ({2: 1}, {4: 1}, {1: 1}))):
        state = placing("FFFF/FFFF/FF..", 0, num_players=3, deal=deal, step=4, hand=hands({1: 1}, {2: 1}, {4: 1}))
        for _ in range(3):
            MISTY.apply(state, 12 + 3 * 5 + 3)
        assert np.array_equal(state.hand, hands(*after))
        assert (state.step, state.phase) == (5, Phase.PICK)


def test_the_introductory_deals_pass_left_right_left():
    left, right = ({4: 1}, {1: 1}, {2: 1}), ({2: 1}, {4: 1}, {1: 1})
    for deal, after in ((0, left), (1, right), (2, left)):
        hand = hands({1: 1}, {2: 1}, {4: 1})
        state = placing("F", 0, num_players=3, variant="introductory", deal=deal, step=1, hand=hand)
        for _ in range(3):
            MISTY.apply(state, 12 + 5 + 2)
        assert np.array_equal(state.hand, hands(*after))


def test_a_pick_stays_in_the_hand_until_all_have_picked():
    state = position(num_players=2, phase=Phase.PICK, hand=hands({0: 3, 1: 3}, {2: 3, 3: 3}))
    MISTY.apply(state, 1)
    assert state.hand[0, 1] == 3
    assert (state.to_move, state.pick[0]) == (1, 1)
    MISTY.apply(state, 2)
    assert state.phase == Phase.PLACE
    assert (state.hand[0, 1], state.hand[1, 2]) == (2, 2)
    assert state.pick[:2].tolist() == [1, 2]


def test_the_first_card_has_one_place():
    assert MISTY.legal_actions(placing("", 4)).tolist() == [12 + 6]


def test_a_window_four_high_takes_no_fourth_column_and_the_other_way_round():
    assert MISTY.legal_actions(placing("FFF/F../F../F..", 4)).tolist() == [24, 25, 29, 34]
    assert MISTY.legal_actions(placing("FFFF/F...", 4)).tolist() == [13, 14, 15, 16, 24, 25, 26, 28, 29]


def test_a_box_is_never_four_by_four():
    assert MISTY.legal_actions(placing("F.../FFFF/FFFF", 4)).tolist() == [19, 20, 21]


def test_a_card_must_touch_another():
    assert MISTY.legal_actions(placing("F../F../F.F", 4, variant="introductory")).tolist() == [19, 24, 25, 29]


def test_the_second_deal_comes_from_the_same_shuffle():
    state = MISTY.new(2, seed=8)
    left = state.deck.copy()
    while state.deal == 0:
        MISTY.step(state, int(MISTY.legal_actions(state)[0]))
    assert np.array_equal(left - state.hand[:2].sum(axis=0), state.deck)
    assert state.deck.sum() == 30


def test_a_new_round_shuffles_all_cards():
    state = round_end(scores=[0, 0], round_points=[3, 4], gone=[2, 2])
    assert state.hand[:2].sum(axis=1).tolist() == [6, 6]
    assert (state.deck.astype(int) + state.hand.sum(axis=0)).tolist() == [8, 8, 8, 6, 6, 0, 6, 0, 6, 0, 6, 0]
    assert (state.win == -1).all()
    assert state.gone.tolist() == state.act_done.tolist() == state.round_points.tolist() == [0] * 4
    assert state.last_points[:2].tolist() == [3, 4]


@pytest.mark.compiled
def test_deals_are_uniform():
    batch = envs.make_batch("misty", 4000, num_players=4, seed=5)
    seen = batch.states["hand"].sum(axis=(0, 1)) / (4000 * 24)
    assert seen == pytest.approx(np.array([8, 8, 8, 6, 6, 0, 6, 0, 6, 0, 6, 0]) / 54, abs=0.006)


# ---- activation


def test_an_arrow_into_a_cell_left_by_another_scores():
    assert points("<<HH/HHHH/HHHH", 37) == 11
    assert points("<<HH/HHHH/HHHH", 38) == 10


def test_two_arrows_into_one_empty_cell_are_a_stack():
    assert asked("HHH/>^</HHH") == [41, 42, 43]
    state = play("HHH/>^</HHH", 42)
    assert state.win[0, 0, 1] == state.win[0, 1, 1] == 66
    assert state.last_points[0] == 5


def test_an_arrow_that_leaves_does_not_come_back_on_the_other_side():
    state = play("<HH/HHH/HH.")
    assert (state.gone[0], state.last_points[0]) == (1, 7)
    assert state.win[0, 0, 2] == 0


def test_only_arrows_in_conflict_are_asked_for_and_none_if_solved():
    """In a position made by hand free arrows have not moved yet."""
    fields = {"phase": Phase.ACT, "deal": 2, "hand": hands(), "win": [codes("H><^/FOOM/HHHH")], "bh": [3], "bw": [4]}
    assert MISTY.legal_actions(position(**fields)).tolist() == [38, 39]
    assert not MISTY.legal_actions(position(**fields, activation="solve")).tolist()


def test_slanted_arrows_leave_and_cover_too():
    state = position(win=[codes("HHH/HHH/HHH")], bh=[3], bw=[3], phase=Phase.ACT, deal=2, hand=hands(), act_done=[0, 1])
    state.win[0, 0, 0], state.win[0, 2, 2] = 5, 11
    state.rounds_to_win = 1
    MISTY.advance(state)
    assert (state.gone[0], state.last_points[0]) == (1, 6)
    assert state.win[0, 1, 1] == 66


# ---- options


def test_solve_touches_no_card():
    state = play(">>FH/HHHH/HOHO", solve=True)
    assert np.array_equal(state.win[0], codes(">>FH/HHHH/HOHO"))
    assert state.gone[0] == 0


def test_a_solved_match_asks_for_no_activation():
    batch = envs.make_batch("misty", 100, activation="solve", autoreset=False, seed=0)
    while not batch.done.all():
        assert (batch.states["phase"] != Phase.ACT).all()
        rows = np.flatnonzero(~batch.done)
        batch.step_rows(rows, batch.sample_legal()[rows])


@pytest.mark.parametrize(("rounds", "bound"), [(1, 1), (2, 3), (3, 5)])
def test_rounds_to_win(rounds, bound):
    batch = envs.make_batch("misty", 60, rounds_to_win=rounds, autoreset=False, seed=0)
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        batch.step_rows(rows, batch.sample_legal()[rows])
    assert (batch.states["scores"].max(axis=1) == rounds).all()
    assert batch.states["round_no"].max() < bound


def test_introductory_windows_have_nine_cards():
    state = MISTY.new(3, seed=2, variant="introductory", activation="solve", rounds_to_win=1)
    while not state.done:
        MISTY.step(state, int(MISTY.legal_actions(state)[-1]))
    assert (state.win[:3, :3, :3] >= 0).all()
    assert (state.win[:3, 3, :] == -1).all()
    assert state.deck.sum() == 54 - 27


@pytest.mark.parametrize("options", [{"variant": "easy"}, {"rounds_to_win": 4}, {"obs_memory": 2}, {"tiles": 3}])
def test_bad_options_are_refused(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        MISTY.new(**options)


# ---- words


def test_descriptions_name_card_and_place():
    state = activation("H><H/FOOM/HHHH")
    assert MISTY.describe(state, 1) == "pick flower"
    assert MISTY.describe(state, 12) == "place at row 0, column 0"
    assert MISTY.describe(state, 38) == "activate the arrow E at row 1, column 2"


def test_a_window_is_drawn_with_names():
    text = MISTY.render(activation("H><H/FOOM/HHHH"))
    assert " F  flower" in text
    assert " M  monster" in text
    assert "*" in text.split("player 1:")[0]
    ended = MISTY.render(play("H><H/FOOM/HHHH", 38))
    assert "[2]" in ended
    assert "(M) monster" in ended
    assert "utility" in ended


def test_illegal_actions_are_told_in_words():
    state = placing("F", 4)
    with pytest.raises(IllegalActionError, match=r"place at row 1, column 1.* is not legal for player_0"):
        MISTY.step(state, 12 + 6)
