"""What has happened, what is known and what it looks like, for one seat."""

import re

import numpy as np
import pytest

from medianoche.envs.misty.words.text import counted
from tests.envs.misty.test_rules import MISTY, activation, placing


def account(state, action, seat=None):
    return MISTY.account(MISTY.show.moments(state, action), seat)


def test_a_round_is_told_card_by_card() -> None:
    state = MISTY.new(2, seed=5, rounds_to_win=1)
    rng = np.random.default_rng(1)
    lines = []
    while not state.done:
        moments = MISTY.show.moments(state, int(rng.choice(MISTY.legal_actions(state))))
        lines += MISTY.account(moments, 0)
        state = moments[-1]
    text = "\n".join(lines)
    assert len(re.findall("^all picks are revealed: you .*, player 2 ", text, re.MULTILINE)) == 12
    spot = r"([A-D]\d|a new (top row, column \d|left column, row [A-D]|top left corner))"
    assert len(re.findall(rf"^you placed .* at {spot}$", text, re.MULTILINE)) == 12
    assert len(re.findall(r"^you placed .* at a new top row, ", text, re.MULTILINE)) > 0
    assert len(re.findall(rf"^player 2 placed .* at {spot}$", text, re.MULTILINE)) == 12
    assert text.count("hands went to the left") == text.count("hands went to the right") == 5
    assert text.count("round 1, deal 2: 6 cards each") == 1
    assert "player 2 got" not in text
    for owner, points in zip(("your", "player 2's"), state.round_points.tolist(), strict=False):
        assert text.count(f"{owner} window is worth {points} points: ") == 1
    assert lines[-1].startswith("the match is over; won by ")


def test_a_secret_pick_is_told_only_to_its_player() -> None:
    state = MISTY.new(3, seed=1)
    kind = int(MISTY.legal_actions(state)[0])
    known = MISTY.copy(state)
    MISTY.rules.apply(known, kind)
    assert MISTY.show.tell(state, kind, 1) == ["player 1 picked a card"]
    assert MISTY.show.tell(state, kind, 0) == [f"you picked {MISTY.describe(state, kind).removeprefix('pick ')}"]
    assert "has picked a card (?)" in MISTY.render(known, 1)
    assert "has picked" not in MISTY.render(state, 1)
    backs = [MISTY.draw(known, seat).count('"#misty-back"') for seat in range(3)]
    assert backs == [2, 3, 3]  # two hands; and the pick


def test_a_chosen_place_is_secret_until_all_have_chosen() -> None:
    state = placing("FH/.O", 4)
    action = int(MISTY.legal_actions(state)[0])
    apart = MISTY.copy(state)
    MISTY.rules.apply(apart, action)
    assert MISTY.show.tell(state, action, 1) == ["player 1 chose a place"]
    assert "somewhere (?)" in MISTY.render(apart, 1)
    assert MISTY.show.tell(state, action, 0) == [f"you chose {MISTY.describe(state, action).removeprefix('place at ')}"]


@pytest.mark.parametrize(
    ("drawing", "action", "told"),
    [
        (
            "H><H/FOOM/HHHH",
            38,
            [
                "your truck → at A2 moves to A3, onto the tractor ←",
                "your monster at B4 ate the flower at B1",
                "your window is worth 10 points: 2 smiles 2, 1 pair of smiles 1, 1 monster 1, 6 other cards 6",
                "round 1 is over: you 10 points, player 2 0 points; won by you",
                "the match is over; won by you",
            ],
        ),
        (
            ">>FH/HHHH/HOHO",
            38,
            [
                "your truck → at A2 moves to A3, onto the flower",
                "your truck → at A1 moves to A2",
                "your window is worth 10 points: 2 smiles 2, 1 arrow 1, 7 other cards 7",
                "round 1 is over: you 10 points, player 2 0 points; won by you",
                "the match is over; won by you",
            ],
        ),
        ("<<<H/HHHH/HHHH", 37, ["your tractor ← at A1 leaves the window"]),
    ],
)
def test_activation_is_told_move_by_move(drawing, action, told) -> None:
    assert account(activation(drawing), action, 0) == told


def test_points_are_told_with_their_reasons_in_every_option() -> None:
    kinds = {"options": {}, "disjoint": {"smile_pairs": "disjoint"}}
    lines = {name: account(activation("OOO/><H/HHH", **options), 41, 0) for name, options in kinds.items()}
    assert "2 pairs of smiles 2" in "".join(lines["options"])
    assert "1 pair of smiles 1" in "".join(lines["disjoint"])


def test_known_hands_are_shown_and_unknown_ones_counted() -> None:
    state = MISTY.new(3, seed=4)
    assert MISTY.render(state, 0).count("hand: 6 unknown") == 2
    rng = np.random.default_rng(0)
    while state.step < 1:
        MISTY.step(state, int(rng.choice(MISTY.legal_actions(state))))
    text = MISTY.render(state, 0)
    assert text.count("unknown") == 1  # the hand passed on is known, that of player 3 is not
    pool = re.search("not seen: (.*)", text)[1]
    unseen = state.deck + state.hand[2]
    assert pool == counted(MISTY.view(state), unseen.tolist())


def test_last_changes_are_marked_where_the_box_has_grown() -> None:
    state = placing("FH/.O", 4)
    action = 12  # above and left of the box, which moves there
    after = MISTY.copy(state)
    MISTY.step(after, action)
    MISTY.step(after, action)
    assert MISTY.draw(after, 0, before=state).count('class="new"') == 2
    assert MISTY.draw(after, 0).count('class="new"') == 0
    assert MISTY.draw(state, 0, before=state).count('class="new"') == 0


def test_cards_are_explained_with_their_worth() -> None:
    state = MISTY.new()
    assert MISTY.explain(state, "flower").startswith("flower: worth 2, unless a monster eats it")
    assert MISTY.explain(state, "Balloon").startswith("balloon: counts as rocket ↑: when activated, moves one place up")
    assert MISTY.explain(state, "globo", lang="es").startswith("globo: cuenta como cohete ↑: ")
    clash = activation("H><H/FOOM/HHHH")
    assert MISTY.explain(clash, 38).endswith("moves to A3, onto the tractor ←")
