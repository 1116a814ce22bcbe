"""What has happened, what is known and what it looks like, for one seat."""

import re

import pytest

from medianoche.envs.core.show.events import PUBLIC
from medianoche.envs.halloween.state import BASE, CARDS, CHILD_NAMES, TREATS, Phase
from tests.envs.halloween import table


def account(state, *actions, seat=None):
    """What is told of these choices, to one seat."""
    lines, state = [], table.GAME.copy(state)
    for action in actions:
        moments = table.GAME.moments(state, action)
        lines += table.GAME.account(moments, seat)
        state = moments[-1]
    return lines


def test_a_walk_to_a_door_is_told() -> None:
    assert account(table.lay(dice=[1]), table.child(0), table.square(1), seat=1) == [
        "player 1 chose Montse",
        "player 1 rolled 1: Montse may walk 1 or 2",
        "Montse went from square 12 to square 2, your house",
        "Montse knocked: trick or treat, you?",
    ]


def test_a_lie_is_found_out() -> None:
    state = table.knock(3, 6, 2)
    told = [
        "player 2 chose truco (trick); player 1 rolled in secret", "player 1 announced 8, worth 5 candies",
        "player 2 did not believe player 1", "the die is shown: 3; player 1 lied", "player 1 rolled 6",
        "player 2 rolled 2", "player 1 paid 4 candies to player 2 for the lie, by the difference of two dice",
    ]  # fmt: skip
    moves = BASE.trick, table.claim(8), BASE.disbelieve
    assert account(state, *moves, seat=2) == [*told, "it is player 2's turn"]
    assert account(state, *moves, seat=0)[0] == "player 2 chose truco (trick); you rolled in secret: 3"


def test_a_believed_claim_keeps_the_die_secret() -> None:
    assert account(table.knock(3), BASE.trick, table.claim(8), BASE.believe, seat=1) == [
        "you chose truco (trick); player 1 rolled in secret", "player 1 announced 8, worth 5 candies",
        "you believed player 1", "you paid 5 candies to player 1 for the claim", "it is your turn",
    ]  # fmt: skip


def test_a_witness_looks_and_lies() -> None:
    state = table.play(table.trick(3, says=8), table.consult(2), table.demand(2), BASE.accept)
    assert "the die shows 3, announced 8" in table.GAME.render(state, 3)
    assert "the die shows ?, announced 8" in table.GAME.render(state, 1)
    told = account(state, BASE.say_true, BASE.believe, seat=1)
    assert told == [
        "player 4 said that the claim is true", "you believed player 1", "the die is shown: 3; player 1 lied",
        "player 4 lied about it", "you paid 5 candies to player 1 for the claim",
        "player 4 paid 1 candy to the pot for the advice", "it is your turn",
    ]  # fmt: skip
    asked = account(table.trick(3, says=8), table.consult(2), table.demand(2), BASE.accept, seat=3)
    assert asked == [
        "player 2 consulted you",
        "you asked for 2 candies",
        "player 2 accepted the price",
        "you looked: the die shows 3",
    ]


def test_a_treat_shows_a_child_to_the_rival_alone() -> None:
    state = table.knock(7, 5, treat_top=[5, 6])
    moves = BASE.treat, BASE.meet, BASE.meet
    assert account(state, *moves, seat=0) == [
        "player 2 chose trato (treat)", "you drew a treat card: show your child to the other player: +6",
        "player 2 drew a treat card: show your child to the other player: +4",
        "you showed player 2 your child card: Montse", "you got the bonus +6",
        "player 2 showed you the child card: Simoncito", "player 2 got the bonus +4", "you rolled 7",
        "player 2 rolled 5", "player 2 paid 4 candies to you by the difference of the totals", "it is player 2's turn",
    ]  # fmt: skip
    after = table.play(state, *moves)
    assert "player 2 (green): 11 candies, child Simoncito" in table.GAME.render(after, 0)
    assert "child known to player 2" in table.GAME.render(after, 0)
    assert "player 2 (green): 11 candies, child ?" in table.GAME.render(after, 2)


def test_a_fight_is_told_and_bids_are_sealed() -> None:
    start = table.lay(dice=[2], round_no=2, pos={3: 48})
    state = table.play(
        start, table.child(5), table.square(47), table.tear(3), BASE.defend, BASE.stand_aside, BASE.defend,
        BASE.stand_aside,
    )  # fmt: skip
    assert account(table.play(start, table.child(5), table.square(47)), table.tear(3), BASE.defend, seat=1) == [
        "player 1 attacked the costume of David: stake 1 candy",
        "you defended: stake 2 candies",
    ]
    assert account(state, BASE.insist, table.bid(4), seat=1) == ["player 1 insisted", "player 1 bid in secret"]
    assert "bid ?" in table.GAME.render(table.play(state, BASE.insist, table.bid(4)), 1)
    assert account(state, BASE.insist, table.bid(4), table.bid(3), table.bid(2), seat=1) == [
        "player 1 insisted", "player 1 bid in secret", "you bid 3", "player 4 bid in secret",
        "the bids are opened: player 1 4, you 3, player 4 2", "player 1 paid 4 candies to the pot for the highest bid",
        "David's costume is torn, and the child goes home: it was player 4's child",
        "player 1's stake goes to the pot: 1 candy", "your stake goes to the pot: 2 candies",
        "player 4's stake goes to the pot: 3 candies", "it is your turn",
    ]  # fmt: skip
    saved, equal = (account(state, BASE.insist, *map(table.bid, bids))[4] for bids in ((4, 3, 5), (4, 4, 1)))
    assert saved == "the bids are opened: player 1 4, player 2 3, player 4 5; David is saved by player 4"
    assert equal.endswith("; they are equal, and neither side pays its bid")
    assert account(state, BASE.withdraw)[0] == "player 1 withdrew"


def test_a_costume_without_defenders() -> None:
    state = table.play(
        table.lay(dice=[2], round_no=2, pos={3: 48}), table.child(5), table.square(47), table.tear(3),
        *[BASE.stand_aside] * 3,
    )  # fmt: skip
    assert account(state, BASE.stand_aside) == [
        "player 5 stood aside",
        "player 1 paid 2 candies to the pot as no player defends",
        "David's costume is torn, and the child goes home: it was player 4's child",
        "player 1's stake goes to the pot: 1 candy",
        "it is player 2's turn",
    ]


def test_cards_drawn_are_told_to_who_draws() -> None:
    state = table.play(table.lay(dice=[2], deck_top=[9], pos={6: 16}), table.child(6), table.square(10))
    assert account(state, BASE.draw, seat=0)[0] == "you drew card 9 (do not open)"
    assert account(state, BASE.draw, seat=1)[0] == "player 1 drew an action card"
    after = table.play(state, BASE.draw)
    assert "player 1 (red): 15 candies, child ?, cards ?" in table.GAME.render(after, 1)
    assert table.GAME.draw(after, 1).count('"#halloween-front"') == 1  # the own child card
    assert table.GAME.draw(after, 0).count('"#halloween-front"') == 2


def test_two_cards_are_looked_at_and_one_is_kept() -> None:
    state = table.play(table.lay(dice=[2], deck_top=[9, 11]), table.child(5), table.square(35))
    looked = "looked at card 9 (do not open) and card 11 (the caller pays you 3)"
    assert account(state, BASE.draw, table.card(11), seat=0)[:3] == [
        f"you {looked}",
        "you put card 9 (do not open) under the deck",
        "you drew card 11 (the caller pays you 3)",
    ]
    assert account(state, BASE.draw, table.card(11), seat=2)[:3] == [
        "player 1 looked at two cards",
        "player 1 put one of them under the deck",
        "player 1 drew an action card",
    ]
    assert "deck, its top first: ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? 9" in table.GAME.render(
        table.play(state, BASE.draw, table.card(11)), 0
    )


def test_cards_of_a_turn_are_told() -> None:
    assert account(table.lay(hands={0: [2]}), table.ground(2))[:3] == [
        "player 1 played card 2 (a player pays 2 and sits out a turn)",
        "player 3 will sit out the next turn",
        "player 3 paid 2 candies to the pot",
    ]
    assert account(table.lay(hands={0: [10]}), table.freeze(4))[:2] == [
        "player 1 played card 10 (a child stays put for 2 turns, you do not move)",
        "Rosa stays put for 2 turns of player 1",
    ]


def test_the_end_is_told_with_its_reasons() -> None:
    fields = {"candies": [12, 20, 9, 14, 10], "torn": [1, 0, 2, 0, 0]}
    pos = [11, -1, 14, 36, 25, -1, -1, 34]
    fields["know"] = [[1 << b if a == b or b == 1 else 255 for b in range(5)] for a in range(5)]
    state = table.lay(
        round_no=7, starter=2, slot=4, mover=1, to_move=1, hands={1: [10]}, pos=pos, check=False, **fields
    )
    assert account(state, table.freeze(0))[-6:] == [
        "player 1: 19 points (12 candies, 2 for costumes, own child on the street +5)",
        "player 2: 10 points (20 candies, own child torn -10)",
        "player 3: 18 points (9 candies, 4 for costumes, own child on the street +5)",
        "player 4: 19 points (14 candies, own child on the street +5)",
        "player 5: 15 points (10 candies, own child on the street +5)",
        "the game is over; won by player 4",
    ]


def test_secret_counts_are_not_shown_to_others() -> None:
    state = table.lay(options={"counts": "secret"})
    assert table.GAME.render(state, 0).count("15 candies") == 1
    assert table.GAME.render(state, 0).count("? candies") == 4
    assert table.GAME.render(state).count("15 candies") == 5


def test_squares_and_children_are_where_they_are_drawn() -> None:
    state = table.lay(dice=[1])
    svg = table.GAME.draw(state, 0)
    assert all(svg.count(f'href="#halloween-child{number}"') == 1 for number in range(8))
    assert svg.count('href="#halloween-own0"') == 7  # six houses, and the colour of the seat
    assert svg.count('href="#halloween-house1"') == 7
    assert svg.count('href="#halloween-draw"') == 7
    moved = table.play(state, table.child(0), table.square(1))
    assert table.GAME.draw(moved, 0, before=state).count('class="new"') == 1
    assert table.GAME.draw(moved, 0).count('class="new"') == 0
    assert svg.count('class="hit"') == 8


def test_everything_has_words() -> None:
    state = table.lay()
    words = table.GAME.glossary(table.GAME.view(state))
    names = [f"card {number + 1}" for number in range(CARDS)] + [f"treat card {n + 1}" for n in range(TREATS)]
    assert {*names, *CHILD_NAMES, "red house", "draw square", "bid", "consult"} <= set(words)
    assert table.GAME.explain(state, "card 11") == (
        "card 11: when a child knocks at your door: the caller pays you 3, and the turn ends; one card, used once"
    )
    assert table.GAME.explain(state, "treat card 6").startswith(
        "treat card 6: Secreto al oído: show your child to the other player; if met, it adds 6 to the die"
    )
    assert table.GAME.explain(state, "david") == "David: walks half the roll, rounded up; its start square is 37"
    at_door = table.trick(3, says=8)
    assert table.GAME.explain(at_door, BASE.believe, 1).startswith(
        "believe. the announced 8 costs 5 candies. pay the candies"
    )
    assert (
        table.GAME.explain(table.play(table.lay(dice=[1]), table.child(0)), table.square(1), 0)
        == "go to square 2. the house of player 2: trick or treat?"
    )


@pytest.mark.parametrize("action", range(BASE.bid + 1))
def test_every_action_is_explained(action) -> None:
    for state in (table.lay(), table.trick(3, says=8)):
        assert table.GAME.explain(state, action, int(state.to_move))
    assert Phase(int(table.lay().phase)) == Phase.CHILD


SPOT, SIZE = r"translate\(([-\d.]+) ([-\d.]+)\)", r"scale\(([\d.]+)\)"
SQUARE = rf'<use href="#halloween-(?:house|own|grey|draw)\d?" transform="{SPOT}(?: {SIZE})?"'
CHILD = rf'<g transform="{SPOT}"><use href="#halloween-child\d" transform="translate\(0 0\) {SIZE}"'


@pytest.mark.parametrize("together", range(1, 9))
def test_a_square_and_the_children_on_it_are_seen_whole(together) -> None:
    state = table.lay()
    where = 6
    state.pos[:] = [where] * together + [-1] * (len(CHILD_NAMES) - together)
    picture = table.GAME.draw(state, 0, only="board")
    squares, children = (re.findall(pattern, picture) for pattern in (SQUARE, CHILD))
    boxes = [(float(x), float(y), 13 * float(size or 1)) for x, y, size in [squares[where], squares[where + 1]]]
    boxes += [(float(x), float(y), 11 * float(size)) for x, y, size in children if float(size) != 0.7]  # those torn
    assert len(boxes) == 2 + together
    for number, (x, y, half) in enumerate(boxes):
        for left, top, other in boxes[:number]:
            assert max(abs(x - left), abs(y - top)) > half + other - 0.2


def test_a_spectator_sees_no_secret_candies() -> None:
    state = table.GAME.new(4, seed=3, counts="secret")
    state.candies[:4] = 91, 92, 93, 94
    words = table.GAME.render(state, PUBLIC)
    assert not re.search(r"\b9[1-4]\b", words)
    assert all(re.search(rf"\b{number}\b", table.GAME.render(state)) for number in (91, 92, 93, 94))
