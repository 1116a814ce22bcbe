"""Every registered game keeps every promise of the core, with every player count."""

import functools
import re
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medianoche import envs
from medianoche.envs.core import contract
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.core.game import Game
from medianoche.envs.core.play.aec import AEC
from medianoche.envs.core.show import events
from medianoche.toys.connect_four import ConnectFour
from tests.envs.repeats import row
from tests.toys.endless import Endless

YARDSTICK = "medianoche.toys.connect_four:ConnectFour"
HIDING = "medianoche.toys.brisca:Brisca"
DUEL = "tests.toys.duel:Duel"
BIDS = "tests.toys.goofspiel:Goofspiel"
SMALL = ["kuhn", "leduc", "liars_dice", "strong_wing", "phantom_tic_tac_toe", "abrupt_dark_hex"]
GAMES = [*envs.names(), YARDSTICK, HIDING, DUEL, BIDS, *SMALL]
TABLES = [
    row(count in (min(counts), max(counts)), name, count)
    for name in GAMES
    for counts in [envs.game(name).players]
    for count in counts
]
SEEDS = 8
GAMES_EACH = 100


AT_THE_LARGEST = (
    contract.hidden.words_and_pictures_are_of_one_seat,
    contract.hidden.conceal_leaves_what_is_known,
    contract.observations.what_a_seat_knows_is_observed,
)
AT_THE_LAST = contract.environments.plain_python_plays_the_same, contract.environments.pettingzoo_accepts_it
"""Dear checks: they are quick at one table of a game (the last, where pictures are rendered), the others at two."""


def checked():
    """(game, player count, check) of the contract."""
    for table in TABLES:
        name, count = table.values
        counts = envs.game(name).players
        for check in contract.CHECKS:
            one = counts[-1] if check in AT_THE_LAST else max(counts) if check in AT_THE_LARGEST else count
            marks = [*table.marks, *[pytest.mark.larger] * (count != one)]
            yield pytest.param(name, count, check, id=f"{name}-{count}-{check.__name__}", marks=marks)


@pytest.mark.parametrize(("name", "num_players", "check"), list(checked()))
def test_contract(name, num_players, check):
    if check is contract.environments.plain_python_plays_the_same and num_players == envs.game(name).players[-1]:
        play_plainly([name] if name in envs.names() else [YARDSTICK, HIDING, DUEL, BIDS, *SMALL])
    check(envs.game(name), num_players)


def play_plainly(names):
    """Play these games in plain Python, each at its last table: in one process, whose start takes most of the time."""
    tables = [contract.environments.plain_table(game, game.players[-1]) for game in map(envs.game, names)]
    if not contract.environments.PLAYED.keys() >= {*tables}:
        contract.environments.play_plainly(tables)


@pytest.mark.parametrize(("name", "num_players"), TABLES)
@pytest.mark.larger
def test_random_play_is_sound_from_any_seed(name, num_players):
    @settings(max_examples=SEEDS, deadline=None, derandomize=True)
    @given(st.integers(0, 2**64 - 1))
    def play(seed):
        contract.rules.random_play_is_sound(envs.game(name), num_players, GAMES_EACH, seed)

    play()


@pytest.mark.parametrize(("name", "num_players"), TABLES)
def test_play_does_not_depend_on_options_given_in_vain(name, num_players):
    game = envs.game(name)
    for options in game.declaration.variants:
        state = game.new(num_players, seed=4, **options)
        spelled_out = game.content.options(options).model_dump()
        assert contract.same(state, game.new(num_players, seed=4, **spelled_out))
        assert game.content.options_of(state) == spelled_out


# ---- the checks themselves: a game that breaks a promise is found out


class Spoiled(ConnectFour):
    """Connect Four with one promise broken by each test."""


@functools.cache
def spoiled():
    return Game(Spoiled)


def turned_both_ways():
    """A rotation of Connect Four's columns, as if it undid itself."""
    game = spoiled()
    seen = np.arange(game.observation_size)
    actions = np.arange(game.num_actions)
    key = np.zeros_like(seen)
    names = np.stack([actions, np.roll(actions, 1)])[:, None]
    return Symmetries(np.stack([seen, seen]), names, np.array([0, 1]), key, np.zeros(1, int))


# (what Connect Four does wrong; the check that finds it; how it is told)
BROKEN = {
    "a wrong bound": ({"max_decisions": lambda *_: 10}, "rules.random_play_is_sound", "more than 10 decisions"),
    "words for two actions": ({"action_words": lambda *_: "drop"},
                              "rules.every_legal_action_applies", "described alike"),
    "nothing hidden that varies": ({"hidden_information": True}, "hidden.nobody_peeks", "varied 0 times"),
    "an exception that is no field": ({"unobserved": {"plies": "a slip"}},
                                      "observations.what_a_seat_knows_is_observed", "names what is no field"),
    "a symmetry that is undone by another": ({"symmetries": lambda *_: turned_both_ways()},
                                             "observations.symmetries_are_a_group", "symmetry 1 has another inverse"),
    "a derivation that changes play": ({"derive": lambda self, state: state["scores"].fill(7)},
                                       "rules.positions_are_what_they_are", "derive changes a state of play"),
    "a restore without a look": ({"rules.inconsistency": lambda *_: ""}, "refusals.damaged_states_are_refused",
                                 "restore accepts an unsound state"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", BROKEN)
def test_a_broken_promise_is_found(wrong, monkeypatch):
    changes, check, words = BROKEN[wrong]
    for name, value in changes.items():
        part, _, last = name.rpartition(".")
        monkeypatch.setattr(type(getattr(spoiled(), part)) if part else Spoiled, last, value)
    with pytest.raises(contract.BrokenPromiseError, match=words):
        attrgetter(check)(contract)(spoiled(), 2)


def test_a_bid_that_is_seen_at_once_is_found():
    with pytest.raises(contract.BrokenPromiseError, match="player 1 sees what 0 chose in secret"):
        contract.hidden.secrets_are_kept(envs.game(BIDS), 2, open=True)


def test_an_unsound_state_is_found_on_the_way():
    game = envs.game(YARDSTICK)
    batch = game.batch(9, autoreset=False, seed=0)
    counts = np.zeros(9, np.int64)
    batch._states[6].ply = 3
    arguments = batch.records, batch._states, batch._masks, batch.seeds, counts
    broken_row = game.rules.loops.play_soundly(*arguments, 42, 0, 9)
    assert divmod(broken_row, 256)[0] == 6
    assert game.rules.reasons[broken_row % 256 - 1]
    assert (counts[:6] > 0).all()
    assert not counts[6:].any()
    batch._masks[7] = 1  # one legal action
    assert divmod(game.rules.loops.play_soundly(*arguments, 42, 7, 9), 256) == (7, 253)


def test_many_games_are_of_every_kind():
    game = envs.game("misty")
    kinds = {(count, *options.items()) for count in game.players for options in game.declaration.variants}
    parts = list(contract.play_at_scale(game, 100))
    assert len({part.kind for part in parts}) == len(kinds) == len(parts)
    assert sum(part.games for part in parts) >= 100
    assert not any(part.wrong for part in parts)


def test_what_no_observation_shows_is_found(monkeypatch):
    kuhn = envs.game("kuhn")
    contract.observations.what_a_seat_knows_is_observed(kuhn, 2)
    monkeypatch.setattr(type(kuhn.declaration), "unobserved", {})
    with pytest.raises(contract.BrokenPromiseError, match="not observed in phase FIRST: kind 0 or 1"):
        contract.observations.what_a_seat_knows_is_observed(kuhn, 2)


VARIED = [
    pytest.param(name, number, marks=[pytest.mark.larger] * (name not in ("misty", "halloween")))
    for name in envs.names()
    for number in range(1, len(envs.game(name).declaration.variants))
]


@pytest.mark.parametrize(("name", "number"), VARIED)
def test_what_a_seat_knows_is_observed_with_every_option(name, number):
    game = envs.game(name)
    check = contract.observations.what_a_seat_knows_is_observed
    for num_players in (min(game.players), max(game.players)):
        check(game, num_players, count=20, seed=1, **game.declaration.variants[number])


def test_a_part_of_a_field_is_left_out_by_its_declaration(monkeypatch):
    halloween = envs.game("halloween")
    monkeypatch.setattr(type(halloween.declaration), "leave_out", lambda self, state, seat: None)
    with pytest.raises(contract.BrokenPromiseError, match=r"not observed in phase \w+: candies "):
        contract.observations.what_a_seat_knows_is_observed(halloween, 5, 20, 1, counts="secret")


def test_an_info_that_shows_what_is_hidden_is_found(monkeypatch):
    duel = envs.game(DUEL)
    contract.hidden.infos_are_what_an_agent_knows(duel, 3)
    monkeypatch.setattr(type(duel.declaration), "public_info", True)
    with pytest.raises(contract.BrokenPromiseError, match="shows what is hidden"):
        contract.hidden.infos_are_what_an_agent_knows(duel, 3)


def test_a_state_outside_its_space_is_found(monkeypatch):
    monkeypatch.setattr(AEC, "state", lambda self: np.zeros(1))
    with pytest.raises(contract.BrokenPromiseError, match="not in state_space"):
        contract.hidden.infos_are_what_an_agent_knows(envs.game(DUEL), 3)


def test_run_reports_instead_of_raising(monkeypatch):
    monkeypatch.setattr(Spoiled, "teams", lambda self, n: [0])
    monkeypatch.setattr(contract, "CHECKS", (contract.rules.sizes_agree,))
    assert list(contract.run(spoiled())) == [("sizes agree", 2, "BrokenPromiseError: agents, teams and players differ")]


ENDLESS = {
    "Fraction": (
        "more than 6 decisions",
        "rules.apply stores 0.5 in an integer .*rules.py, line 23: state.flip",
    ),
    "Forced": ("10000 forced moves in a row", "after many forced moves"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_game_that_does_not_end_fails_and_the_check_ends(name):
    results = [(promise, wrong) for promise, _, wrong in contract.run(envs.game(f"tests.toys.endless:{name}")) if wrong]
    promises, reasons = zip(*results, strict=True)
    assert promises == ("random play is sound", "plain python plays the same", "the other promises")
    for reason, words in zip(reasons, (*ENDLESS[name], "not tried"), strict=True):
        assert re.search(words, reason), reason
        assert "\n" not in reason


class Short(Endless):
    """A game that takes more decisions than it says, in the eyes of checks that play one game to its end."""

    def max_decisions(self, num_players, options):
        return 2


@pytest.mark.parametrize("check", ["environments.play_is_reproducible", "environments.copies_go_on_alike",
                                   "rules.reset_is_complete", "rules.heuristic_is_fair"])  # fmt: skip
def test_a_check_ends_with_a_game_that_does_not(check):
    with pytest.raises(contract.BrokenPromiseError, match="a game takes more than 2 decisions"):
        attrgetter(check)(contract)(Game(Short), 2)


def test_options_are_checked_one_value_at_a_time():
    duel = envs.game(DUEL)
    assert contract.option_sets(duel) == [{}, {"kinds": 2, "open": True}, {"kinds": 3}]
    assert contract.option_sets(envs.game("halloween"))[1]["counts"] == "secret"


def test_variants_are_tried_with_each_check_that_takes_options(monkeypatch):
    tried = []

    def with_options(game, num_players, **options):
        tried.append(options)

    def without(game, num_players):
        tried.append("default")

    monkeypatch.setattr(contract, "CHECKS", (with_options, without))
    told = [promise for promise, count, _ in contract.run(envs.game(DUEL), variants=True) if count == 2]
    assert tried[:4] == [{}, "default", {"kinds": 2, "open": True}, {"kinds": 3}]
    assert told == ["with options", "without", "with options, kinds 2, open True", "with options, kinds 3"]


def test_options_that_a_player_count_refuses_are_not_tried_there(monkeypatch):
    tried = []

    def takes_options(game, num_players, **options):
        tried.append((num_players, options))

    monkeypatch.setattr(contract, "CHECKS", (takes_options,))
    correo = envs.game("correo")
    results = list(contract.run(correo, variants=True))
    assert not [wrong for _, _, wrong in results if wrong]
    assert [count for count, options in tried if options.get("advanced")] == [2, 3, 4]
    refusals = [(promise, count) for promise, count, _ in results if promise.startswith("refuses advanced")]
    assert refusals == [
        ("refuses advanced True: correo: option advanced needs at least 2 players (objectives compare players)", 1)
    ]


def test_options_that_every_player_count_refuses_are_wrong(monkeypatch):
    monkeypatch.setattr(contract, "CHECKS", ())
    monkeypatch.setattr(contract, "option_sets", lambda game: [{}, {"start_player": 9}])
    results = [(promise, wrong) for promise, _, wrong in contract.run(envs.game("correo"), variants=True) if wrong]
    assert results == [("start_player 9 can be played", "every player count refuses it")]


def test_plain_python_plays_with_the_player_counts_that_accept_the_options():
    contract.environments.plain_python_plays_the_same(envs.game("correo"), 2, advanced=True)


def test_positions_come_from_all_stretches_of_a_game():
    plies = {int(state.ply) for state in contract.positions(envs.game(YARDSTICK), 2, count=60)}
    assert max(plies) > 15
    assert min(plies) < 5
    assert np.mean(list(plies)) > 5


@pytest.mark.compiled
def test_an_event_that_shows_what_is_hidden_is_found(monkeypatch):
    def leaks(note, _seat):
        return dict(zip((field.name for field in note.kind.fields), note.values, strict=True))

    monkeypatch.setattr(events.Note, "known", leaks)
    with pytest.raises(contract.BrokenPromiseError, match="the events show a seat what it does not know"):
        contract.hidden.words_and_pictures_are_of_one_seat(envs.game("misty"), 3)
