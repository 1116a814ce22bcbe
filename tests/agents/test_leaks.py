"""The audit of leaks: it finds nothing in a sound game, and each leak that is planted."""

import pytest

from medianoche import envs
from medianoche.agents import messages
from medianoche.agents.leaks import audit, difference
from tests.cli.running import invoke

PAIRS = 24


@pytest.fixture
def duel():
    """A game of this test's own, on which leaks are planted."""
    return type(envs.game("tests.toys.duel:Duel"))(type(envs.game("tests.toys.duel:Duel").declaration))


def hidden(game, state, seat):
    """The card of the next seat, which `seat` does not know."""
    return int(state.card[(seat + 1) % int(state.num_players)])


def in_observation(game, monkeypatch):
    observe = game.observe

    def leaking(state, seat):
        seen = observe(state, seat)
        seen[-1] = hidden(game, state, seat)
        return seen

    monkeypatch.setattr(game, "observe", leaking)


def in_mask(game, monkeypatch):
    legal = game.legal_actions
    monkeypatch.setattr(
        game, "legal_actions", lambda state: legal(state)[hidden(game, state, int(state.to_move)) % 2 :]
    )


def in_words(game, monkeypatch):
    render = game.render
    monkeypatch.setattr(
        game,
        "render",
        lambda state, seat=None, lang="en": render(state, seat, lang) + f"\n{hidden(game, state, seat or 0)}",
    )


def in_picture(game, monkeypatch):
    draw = game.draw
    monkeypatch.setattr(
        game,
        "draw",
        lambda state, seat=None, **more: f"{draw(state, seat, **more)}<!-- {hidden(game, state, seat)} -->",
    )


def in_info(game, monkeypatch):
    monkeypatch.setattr(type(game.declaration), "public_info", True)
    monkeypatch.setattr(game, "info", lambda state, seat: {"score": hidden(game, state, seat)})


def in_a_message(game, monkeypatch):
    decision = messages.decision

    def leaking(turn, row, view, *rest, **numbers):
        return decision(turn, row, view, *rest, **numbers | {"id": hidden(game, turn._states[row], view.seat)})

    monkeypatch.setattr(messages, "decision", leaking)


def in_an_account(game, monkeypatch):
    monkeypatch.setattr(game, "account", lambda moments, seat, lang: [str(moments[0].card.tolist())])


@pytest.mark.parametrize(
    ("plant", "place"),
    [
        (None, None),
        (in_observation, "observation"),
        (in_mask, "mask"),
        (in_words, "words"),
        (in_picture, "picture"),
        (in_info, "info"),
        (in_a_message, "exec: message"),
        (in_an_account, "account"),
    ],
)
def test_the_audit_finds_what_is_planted_and_nothing_else(duel, monkeypatch, plant, place):
    if plant:
        plant(duel, monkeypatch)
    leaks = audit(duel, PAIRS, 3)
    lines = list(leaks.lines())
    assert {"observation", "mask", "words", "picture", "exec: message", "account", "info"} <= {
        line[0] for line in lines
    }
    assert leaks.pairs == PAIRS
    differ = {name for name, _, count, _ in lines if count}
    if plant is None:
        assert not differ
        return
    assert place in differ
    assert differ <= {place, "words of actions", "saved game of a seat", "exec: message"} or plant is in_mask
    first = leaks.first[place]
    assert first.startswith("pair ")
    assert " and " in first


def test_pairs_that_are_the_same_position_twice_are_dealt_anew_and_else_counted(duel, monkeypatch):
    assert audit(duel, PAIRS, 3).alike < PAIRS // 2
    monkeypatch.setattr(duel, "determinize", lambda state, *_: setattr(state, "rng", 1))
    leaks = audit(duel, PAIRS, 3)
    assert (leaks.alike, leaks.pairs) == (PAIRS, PAIRS)


@pytest.mark.parametrize("name", ["misty", "correo"])
def test_games_of_the_suite_leak_nothing(name):
    leaks = audit(envs.game(name), 9)
    assert not leaks.differ
    assert min(leaks.compared.values()) >= 1


@pytest.mark.larger
@pytest.mark.parametrize("name", envs.names())
def test_no_game_leaks_in_many_pairs(name):
    for players in envs.game(name).players:
        assert not audit(envs.game(name), 60, players).differ


def test_a_difference_is_told_where_it_begins():
    assert difference([1, 2, 3], [1, 5, 3]) == "number 1: 2 and 5"
    assert difference(b"ab", b"ac") == "byte 1: 98 and 99"
    assert difference("seen", "seem") == "'seen' and 'seem'"


def test_the_command_prints_each_place_and_ends_with_an_error_if_something_differs(monkeypatch):
    said = invoke("check", "kuhn", "--leaks", "12")
    assert "observation" in said
    assert "0 of 12 pairs were dealt alike" in said
    game = envs.game("kuhn")
    monkeypatch.setattr(game, "render", lambda state, *_: str(state.tobytes()))
    with pytest.raises(AssertionError, match="words"):  # `invoke` demands exit code 0
        invoke("check", "kuhn", "--leaks", "12")
