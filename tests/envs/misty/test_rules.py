"""The worked examples of the rules and each ruling that a position can show."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.errors import IllegalActionError, OptionError
from medianoche.envs.misty.state import Phase
from tests.envs.examples import Examples, at, examples, then
from tests.envs.misty.windows import DRAWINGS, codes, hands

MISTY = envs.game("misty")
DECK = [8, 8, 8, 6, 6, 0, 6, 0, 6, 0, 6, 0]


def legal(state):
    return MISTY.legal_actions(state).tolist()


def box(drawing):
    lines = drawing.split("/")
    return len(lines), len(lines[0])


def position(advance=True, **fields):
    state = MISTY.position(check=False, **fields)
    if advance:
        MISTY.rules.advance(state)
    return state


def activation(drawing, solve=False, **options):
    """A match that the activation of player 0's window ends, at its first question."""
    height, width = box(drawing)
    return position(
        **{"rounds_to_win": 1, "activation": "solve" if solve else "play", **options},
        phase=Phase.ACT, to_move=0, deal=2, step=0, hand=hands(), pick=[-1] * 4, cell=[-1] * 4,
        act_done=[0, 1], round_points=[0, 0], win=[codes(drawing), codes(".")], bh=[height], bw=[width],
    )  # fmt: skip


def placing(drawing, kind, num_players=2, **options):
    """Every seat has the same window and places the same card; player 0 is asked."""
    height, width = box(drawing) if drawing else (0, 0)
    return position(
        **options, advance=False, num_players=num_players, phase=Phase.PLACE, to_move=0,
        win=[codes(drawing or ".")] * num_players, bh=[height] * num_players, bw=[width] * num_players,
        pick=[kind] * num_players, cell=[-1] * num_players,
    )  # fmt: skip


def round_end(num_players=2, scores=(), round_points=(), **fields):
    """All windows are done: score the round."""
    return position(
        num_players=num_players, scores=scores, phase=Phase.ACT, deal=2, step=0, hand=hands(),
        act_done=[1] * num_players, round_points=round_points, **fields,
    )  # fmt: skip


def drawn(state):
    """The window of player 0 as rows of its box."""
    letters = {code: card for card, code in DRAWINGS.items()}
    return "/".join("".join(letters[cell] for cell in state.win[0, r, : state.bw[0]]) for r in range(state.bh[0]))


def step(state, action):
    MISTY.step(state, action)
    return state


def both_place(action):
    """Both seats place their card there, one after another."""

    def step(state):
        for seat in range(2):
            assert (state.to_move, state.phase) == (seat, Phase.PLACE)
            MISTY.rules.apply(state, action)

    return step


RUN = Examples(
    lambda how=activation, **fields: how(**fields), step, legal=legal, drawn=drawn,
    points=lambda state: state.last_points[0], cards=lambda state: sorted(state.win[0].ravel().tolist())[::-1],
)  # fmt: skip
W2 = ">>FH/HHHH/HOHO"
W5 = "<<<H/HHHH/HHHH"
W6 = "OOOH/OOOO/HOHO"
W10 = ">vH/^<H/FMO"
W13 = "F../.M./..O"
ROUND = at(how=round_end)
PLACE = at(how=placing)
HAND = at(how=position, advance=False)
W14 = HAND | at(num_players=3, phase=Phase.PICK, deal=0, step=0, to_move=0,
                hand=hands({1: 1, 2: 2, 4: 3}, {0: 6}, {3: 2, 6: 2, 10: 2}), pick=[-1] * 4)  # fmt: skip
ROWS = [
    *((f"w1 one of two that face each other is buried: {action}", at(drawing="H><H/FOOM/HHHH"), then(legal=[38, 39]),
       action, then(done=1, points=10, gone_0=1, win_0_1_0=19, win_0_1_3=-1), lambda state, action=action:
       RUN.check(state, **{"win_0_0_2" if action == 38 else "win_0_0_1": 66})) for action in (38, 39)),
    *((f"w2 order decides what is covered: {action}", at(drawing=W2), then(legal=[37, 38]), action, then(points=points))
      for action, points in ((37, 11), (38, 10))),
    ("w3 a covered monster does not eat", at(drawing="vHHH/MFFH/HHOO"), then(points=13, gone_0=0, win_0_1_0=66)),
    ("w4 a third card joins the stack", at(drawing=">H<O/HHHO/^OOH"), then(points=8, win_0_0_1=67, win_0_1_0=66)),
    ("w5 a row of arrows", at(drawing=W5), then(legal=[37, 38, 39])),
    *((f"w5 a row of arrows: {actions}", at(drawing=W5), *actions, then(done=1, points=points, gone_0=gone))
      for actions, points, gone in (((37, 38), 11, 1), ((38,), 10, 0), ((39,), 9, 1), ((37, 39), 9, 1))),
    *((f"w6 smiles side by side: {pairs}, solve {solve}", at(drawing=W6, solve=solve, smile_pairs=pairs),
       then(points=points)) for pairs, points in (("overlapping", 17), ("disjoint", 15)) for solve in (False, True)),
    ("w7 a hungry monster stays", at(drawing="MMHF/HMHH/HHHH"), then(points=11, win_0_0_3=19, win_0_0_1=3)),
    ("w8 a monster eats one flower", at(drawing="MFFF/HHHH/HHHH"), then(points=13, win_0_0_1=19, win_0_0_0=-1)),
    ("w9 smiles one above the other are no pair", at(drawing="OHO/OHO/OHO/OHO"), then(points=12)),
    ("w10 a cycle of arrows", at(drawing=W10), then(legal=[37, 38, 41, 42]), 37, then(legal=[41, 42]), 41,
     then(points=6)),
    ("w10 a cycle of arrows, in another order", at(drawing=W10), 37, 42, then(points=4)),
    *((f"the solver finds the order of {drawing}", at(drawing=drawing, solve=True), then(done=1, points=points))
      for drawing, points in ((W2, 11), (W5, 11), ("OHO/OHO/OHO/OHO", 12), (W10, 6))),
    ("w11 cover, leave, eat", at(drawing="^>HO/MFHH/OOFH"), then(points=10, gone_0=2)),
    ("w12 the second card goes to any neighbour", PLACE | at(drawing="F", kind=4),
     then(legal=[12, 13, 14, 17, 19, 22, 23, 24])),
    *((f"w12 a neighbour at {action}", PLACE | at(drawing="F", kind=4), both_place(action), then(drawn=window))
      for action, window in ((12, "^./.F"), (14, ".^/F."), (23, "F/^"))),
    ("w13 a box grows to one of the two windows", PLACE | at(drawing=W13, kind=4),
     then(legal=[13, 14, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 34, 35]), both_place(13),
     then(drawn="^../F../.M./..O")),
    ("w13 the introductory box does not", PLACE | at(drawing=W13, kind=4, variant="introductory"),
     then(legal=[19, 20, 23, 25, 28, 29])),
    ("w14 forced picks and passing to the left", W14, 1, then(to_move=2, phase=Phase.PICK, pick=[1, 0, -1]), 6,
     then(hand=hands({3: 2, 6: 1, 10: 2}, {2: 2, 4: 3}, {0: 5}).tolist(), phase=Phase.PICK, step=1, to_move=0),
     then(win_0_0_0=1, win_1_0_0=0, win_2_0_0=6)),
    ("w15 a tie of both", ROUND | at(scores=[1, 1], round_points=[9, 9]),
     then(scores=[2, 2], utility=[0, 0], phase=Phase.END, to_move=-1)),
    ("w15 one of two who won the round", ROUND | at(num_players=3, scores=[1, 1, 0], round_points=[8, 5, 8]),
     then(scores=[2, 1, 1], utility=[1, -1, -1])),
    ("w15 ties share rounds", ROUND | at(scores=[0, 0], round_points=[0, 0]),
     then(scores=[1, 1], phase=Phase.PICK, round_no=1, done=0)),
    ("the first card has one place", PLACE | at(drawing="", kind=4), then(legal=[12 + 6])),
    ("a window four high takes no fourth column", PLACE | at(drawing="FFF/F../F../F..", kind=4),
     then(legal=[24, 25, 29, 34])),
    ("a window four wide takes no fourth row", PLACE | at(drawing="FFFF/F...", kind=4),
     then(legal=[13, 14, 15, 16, 24, 25, 26, 28, 29])),
    ("a box is never four by four", PLACE | at(drawing="F.../FFFF/FFFF", kind=4), then(legal=[19, 20, 21])),
    ("a card must touch another", PLACE | at(drawing="F../F../F.F", kind=4, variant="introductory"),
     then(legal=[19, 24, 25, 29])),
    ("a pick stays in the hand until all have picked",
     HAND | at(num_players=2, phase=Phase.PICK, hand=hands({0: 3, 1: 3}, {2: 3, 3: 3})),
     lambda state: MISTY.rules.apply(state, 1), then(hand_0_1=3, to_move=1, pick_0=1),
     lambda state: MISTY.rules.apply(state, 2),
     then(phase=Phase.PLACE, hand_0_1=2, hand_1_2=2, pick=[1, 2])),
    ("an arrow into a cell left by another scores", at(drawing="<<HH/HHHH/HHHH"), 37, then(points=11)),
    ("an arrow onto another does not", at(drawing="<<HH/HHHH/HHHH"), 38, then(points=10)),
    ("two arrows into one empty cell are a stack", at(drawing="HHH/>^</HHH"), then(legal=[41, 42, 43]), 42,
     then(win_0_0_1=66, win_0_1_1=66, points=5)),
    ("an arrow that leaves does not come back on the other side", at(drawing="<HH/HHH/HH."),
     then(gone_0=1, points=7, win_0_0_2=0)),
    ("solve touches no card", at(drawing=W2, solve=True), then(drawn=W2, gone_0=0)),
]  # fmt: skip


@examples(ROWS)
def test_example(row):
    RUN.run(row)


@pytest.mark.parametrize(("scores", "prize"), [((1, 1, 1, 0), -1 / 3), ((1, 1, 1, 1), -1 / 2)])
def test_three_or_four_share_a_match(scores, prize):
    state = round_end(4, scores=scores, round_points=[7, 7, 7, 7])
    assert state.utility.tolist() == pytest.approx([prize if score else -1 for score in scores])
    assert state.utility.sum() == pytest.approx(-2)


# ---- construction

LEFT = ({4: 1}, {1: 1}, {2: 1})
RIGHT = ({2: 1}, {4: 1}, {1: 1})


@pytest.mark.parametrize(
    ("variant", "deals", "drawing", "step"),
    [("standard", (LEFT, RIGHT), "FFFF/FFFF/FF..", 4), ("introductory", (LEFT, RIGHT, LEFT), "F", 1)],
)
def test_hands_pass_to_the_left_then_to_the_right(variant, deals, drawing, step):
    place = 12 + 3 * 5 + 3 if variant == "standard" else 12 + 5 + 2
    for deal, after in enumerate(deals):
        hand = hands({1: 1}, {2: 1}, {4: 1})
        state = placing(drawing, 0, num_players=3, variant=variant, deal=deal, step=step, hand=hand)
        for _ in range(3):
            MISTY.rules.apply(state, place)
        assert np.array_equal(state.hand, hands(*after))
        assert (state.step, state.phase) == (step + 1, Phase.PICK)


def test_the_second_deal_comes_from_the_same_shuffle():
    state = MISTY.new(2, seed=8)
    left = state.deck.copy()
    while state.deal == 0:
        MISTY.step(state, legal(state)[0])
    assert np.array_equal(left - state.hand[:2].sum(axis=0), state.deck)
    assert state.deck.sum() == 30


def test_a_new_round_shuffles_all_cards():
    state = round_end(scores=[0, 0], round_points=[3, 4], gone=[2, 2])
    assert state.hand[:2].sum(axis=1).tolist() == [6, 6]
    assert (state.deck.astype(int) + state.hand.sum(axis=0)).tolist() == DECK
    assert (state.win == -1).all()
    RUN.check(state, gone=[0] * 4, act_done=[0] * 4, round_points=[0] * 4, last_points=[3, 4])


@pytest.mark.compiled
def test_deals_are_uniform():
    batch = envs.make_batch("misty", 4000, num_players=4, seed=5)
    assert batch.states["hand"].sum(axis=(0, 1)) / (4000 * 24) == pytest.approx(np.array(DECK) / 54, abs=0.006)


# ---- activation and options


def test_only_arrows_in_conflict_are_asked_for_and_none_if_solved():
    """In a position made by hand free arrows have not moved yet."""
    fields = {"phase": Phase.ACT, "deal": 2, "hand": hands(), "win": [codes("H><^/FOOM/HHHH")], "bh": [3], "bw": [4]}
    assert legal(position(advance=False, **fields)) == [38, 39]
    assert not legal(position(advance=False, **fields, activation="solve"))


def test_slanted_arrows_leave_and_cover_too():
    fields = {"win": [codes("HHH/HHH/HHH")], "bh": [3], "bw": [3], "phase": Phase.ACT, "deal": 2, "hand": hands()}
    state = position(advance=False, act_done=[0, 1], rounds_to_win=1, **fields)
    state.win[0, 0, 0] = 5
    state.win[0, 2, 2] = 11
    MISTY.rules.advance(state)
    RUN.check(state, gone_0=1, points=6, win_0_1_1=66)


def finished(**options):
    """The states at the end of some random matches; none asks what `never` forbids."""
    batch = envs.make_batch("misty", 60, autoreset=False, seed=0, **options)
    while not batch.done.all():
        assert options.get("activation") != "solve" or (batch.states["phase"] != Phase.ACT).all()
        rows = np.flatnonzero(~batch.done)
        batch.step_rows(rows, batch.sample_legal()[rows])
    return batch.states


@pytest.mark.parametrize(("rounds", "bound"), [(1, 1), (2, 3), (3, 5)])
def test_rounds_to_win(rounds, bound):
    states = finished(rounds_to_win=rounds)
    assert (states["scores"].max(axis=1) == rounds).all()
    assert states["round_no"].max() < bound


def test_a_solved_match_asks_for_no_activation():
    assert finished(activation="solve")["done"].all()


def test_introductory_windows_have_nine_cards():
    state = MISTY.new(3, seed=2, variant="introductory", activation="solve", rounds_to_win=1)
    while not state.done:
        MISTY.step(state, legal(state)[-1])
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
    told = {1: "pick flower", 12: "place at a new top left corner", 38: "activate the truck → at A2"}
    assert {action: MISTY.describe(state, action) for action in told} == told


def test_a_window_is_drawn_with_names():
    state = activation("H><H/FOOM/HHHH")
    text = MISTY.render(state)
    ended = MISTY.render(step(state, 38))
    assert all(words in text for words in (" F  flower", " M  monster"))
    assert "* player 1:" in text
    assert all(words in ended for words in ("[2]", "(M) monster", "utility"))


def test_illegal_actions_are_told_in_words():
    with pytest.raises(IllegalActionError, match=r"place at A1.* is not legal for player_0"):
        MISTY.step(placing("F", 4), 12 + 6)
