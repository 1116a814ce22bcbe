"""Positions that play could not reach are refused with a reason; words for positions and actions."""

import re

import pytest

from medianoche.envs.core import contract
from medianoche.envs.core.errors import PositionError
from medianoche.envs.halloween.state import ACTIONS, BASE, Phase
from tests.envs.halloween.table import GAME, START, child, claim, consult, knock, lay, play, square, tear, trick


@pytest.mark.parametrize(("fields", "reason"), [
    ({"phase": 20, "done": 0}, "done 1 in 20 alone"), ({"phase": 28}, "phase = 28; accepted: 0 to 20"),
    ({"to_move": 5}, "to_move = 5; accepted: -1 to 4"), ({"to_move": 2}, "the one that the phase asks"),
    ({"round_no": 8}, "round_no"), ({"starter": 5}, "starter = 5; accepted: 0 to 4"), ({"mover": 1}, "the mover is"),
    ({"alive": [2]}, "alive[0] = 2; accepted: 0 or 1"), ({"pot": 24}, "all candies of the game"),
    ({"candies": [0, 15, 15, 15, 15], "alive": [1] * 5}, "without candies is out"),
    ({"alive": [1, 0, 0, 0, 1], "candies": [15, 0, 0, 0, 15]}, "three players"),
    ({"colour": [0, 0, 2, 3, 4]}, "colours are different"), ({"colour": [-1, 1, 2, 3, 4]}, "colours are different"),
    ({"secret": [0, 0, 2, 3, 4]}, "child cards"), ({"know": [[2]]}, "know holds"),
    ({"pos": [51, 39, 14, 36, 25, 45, 16, 34]}, "on a square of the board"),
    ({"start": [11, 39, 14, 36, 25, 45, 16, 16]}, "start squares"), ({"torn": [1]}, "number of torn costumes"),
    ({"torn": [1], "pos": [-1, *START[1:]]}, "know the card of a child without costume"),
    ({"guard": [5]}, "guard[0] = 5; accepted: -1 to 4"), ({"frozen_by": [1]}, "frozen_by"),
    ({"cool": [3]}, "cool is at most"), ({"moved": 1}, "at most one child has moved"),
    ({"card_at": [7]}, "card_at[0] = 7; accepted: -1 to 6"),
    ({"hands": {0: [1, 2, 4, 9]}}, "a hand is within its limit"), ({"hands": {0: [3]}}, "a hand is within its limit"),
    ({"deck_n": 16}, "deck holds"), ({"hands": {0: [9]}, "card_seen": [0] * 17}, "card_seen"),
    ({"hands": {0: [9]}, "mix_seen": [1]}, "mix_seen holds"), ({"mix": [1]}, "mix_seen holds"),
    ({"unseen": [1]}, "unseen[0] = 1; accepted: 0"), ({"card_at": [6, 6]}, "two cards in the phase KEEP"),
    ({"treat_n": 17}, "treat_deck"), ({"treat_deck": [0] * 18}, "treat_deck"),
    ({"treat_only": 2}, "treat_only = 2; accepted: 0 or 1"), ({"fwd": 13}, "flags of the turn"),
    ({"child": 1}, "child is a child"), ({"roll": 4}, "roll is 1 to 8"), ({"came": 1}, "came holds"),
    ({"owner": 1}, "owner is"), ({"third": 1}, "third is"), ({"claim": 1}, "claim and true_roll"),
    ({"advice": 1}, "demand and advice"), ({"treat_card": [1]}, "treat_card"), ({"target": 1}, "target is"),
    ({"stake": [1], "candies": [14, 15, 15, 15, 15]}, "stakes are"), ({"bid": [1]}, "defenders bid in BID"),
    ({"draws": 1}, "draws and amount"), ({"n_lies": [1]}, "public record"), ({"dice": [9]}, "dice_queue"),
    ({"dice": [1, 0, 1]}, "dice_queue"), ({"scores": [1]}, "scores and utility"),
])  # fmt: skip
def test_impossible_positions_are_refused(fields, reason):
    with pytest.raises(PositionError) as caught:
        lay(**fields)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


NEVER_NEGATIVE = (
    *("done", "round_no", "slot", "alive", "candies", "pot", "moved", "frozen_left", "skip", "cool", "torn", "deck_n"),
    *("card_seen", "deck", "treat_deck", "treat_n", "roll", "no_move", "treat_only", "force_die", "rerolled", "stuck"),
    *("attack", "fwd", "steps", "draws", "amount", "claim", "true_roll", "demand", "advice", "stake", "defend", "know"),
    *("n_claims", "n_checked", "n_lies", "n_advice", "n_false", "dice_queue", "phase", "tear_cooldown", "start"),
)


@pytest.mark.parametrize("name", NEVER_NEGATIVE)
def test_numbers_below_zero_are_refused(name):
    state = lay()
    state[name] = -1
    assert GAME.rules.inconsistency(state)


def changed(state, **fields):
    """Why the state with other fields is unsound."""
    for name, value in fields.items():
        state[name] = value
    return GAME.rules.inconsistency(state)


def test_impossible_turns_are_refused():
    door = trick(5, says=5)
    assert GAME.rules.inconsistency(door) == ""
    assert "owner is" in changed(GAME.copy(door), owner=2)
    assert "came holds" in changed(GAME.copy(door), came=1 << 30)
    assert "claim and true_roll" in changed(GAME.copy(door), true_roll=0)
    refusal = changed(GAME.copy(door), pos=[2, *START[1:]], came=1 << 3)
    assert "rests on a house of its mover" in refusal
    asked = play(door, consult(1))
    assert "third is" in changed(GAME.copy(asked), third=1)
    fight = play(lay(dice=[2], round_no=2, pos={3: 48}), child(5), square(47), tear(3))
    assert "from the allowed lap on" in changed(GAME.copy(fight), round_no=1)
    assert "target is" in changed(GAME.copy(fight), target=4)
    treat = play(knock(3, 4, treat_top=[5, 6]), BASE.treat)
    assert "treat_card" in changed(GAME.copy(treat), treat_apply=[0, 0])
    assert "public record" in changed(GAME.copy(door), n_checked=door.n_claims)
    walking = play(lay(dice=[2]), child(5))
    assert walking.phase == Phase.MOVE
    assert "at most one child has moved" in changed(GAME.copy(walking), moved=1)


def test_what_was_shown_is_known_to_one_or_to_all():
    def known(others, seat=4, alone=0):
        """All seats know `others` of a seat, and seat 0 what it saw `alone`."""
        know = lay().know.tolist()
        for other in range(5):
            know[other][seat] = 1 << seat if seat == other else others
        know[0][seat] = alone or others
        return know

    assert lay(know=known(0b1110000, alone=1 << 4)).know[0, 4] == 16
    with pytest.raises(PositionError, match="were shown to one seat or to all"):
        lay(know=known(255, alone=0b1110000))
    gone = {"torn": [1], "pos": [*START[:7], -1]}
    derived = GAME.position(5, colours="random", secret=range(5), **gone)
    assert (derived.know[:, 4] == [127, 127, 127, 127, 16]).all()
    with pytest.raises(PositionError, match="were shown to one seat or to all"):
        lay(**gone, know=[[1 << seat if seat == other else 255 for seat in range(5)] for other in range(5)])


AT_THE_END = (
    *("came", "child", "roll", "no_move", "treat_only", "force_die", "rerolled", "stuck", "attack", "fwd", "steps"),
    *("draws", "amount", "owner", "third", "claim", "true_roll", "demand", "advice", "target", "stake", "defend",
      "bid"),
    *("treat_card", "treat_apply", "scores", "utility"),
)  # fmt: skip


@pytest.mark.parametrize("name", AT_THE_END)
def test_the_last_turn_and_the_result_are_those_of_a_game(name):
    state = GAME.new(seed=3)
    number = 0
    while not state.done:
        number += 1
        GAME.step(state, int(GAME.legal_actions(state)[number % len(GAME.legal_actions(state))]))
    assert not GAME.rules.inconsistency(state)
    for value in (2**60, 2**63) if name == "came" else (110, -9):
        other = GAME.copy(state)
        other[name] = value
        assert GAME.rules.inconsistency(other)


def test_every_reason_is_a_sentence_of_its_own():
    assert len(set(GAME.rules.reasons)) == len(GAME.rules.reasons) < 256
    assert all(len(reason) < 120 for reason in GAME.rules.reasons)


# ---- words


def test_every_action_has_words():
    state = lay()
    assert all(GAME.describe(state, action) for action in range(ACTIONS.size))
    with pytest.raises(ValueError, match="no action 253"):
        GAME.describe(state, ACTIONS.size)
    held = lay(hands={0: [9]})
    assert GAME.describe(held, 87) == "play The door stays shut (card 9: do not open)"
    assert GAME.view(held, 0, "es").describe(87) == "jugar la carta «La puerta no se abre» (9: no abras la puerta)"
    assert GAME.describe(state, 98) == "ground player 4 with a card"


def test_a_position_can_be_played_from_its_picture():
    text = GAME.render(play(knock(3, hands={0: [2], 1: [13]}), BASE.trick, claim(8)))
    assert "turn of player 2: believe or not" in text
    assert re.search(r"^1O +2G +3R +4\. +5B +6D", text, re.MULTILINE)
    assert re.search(r"^ +Mo$", text, re.MULTILINE)
    assert "trick: the die shows 3, announced 8" in text
    assert "* player 2 (green): 15 candies, child Simoncito, cards 13" in text
    assert "card 13 (the child goes on to the next square)" in text


def test_every_phase_is_rendered():
    seen = set()
    for state in contract.positions(GAME, 5, seed=8, count=400):
        seen.add(Phase(int(state.phase)))
        assert GAME.render(state).count("\n") > 20
    assert len(seen) > 15


@pytest.mark.parametrize("field", ["n_claims", "n_advice"])
def test_a_public_record_leaves_room_for_the_rest_of_the_game(field):
    state = GAME.new(4, 1)
    assert GAME.rules.inconsistency(state) == ""
    state[field][3] = 127
    assert GAME.rules.inconsistency(state)
