"""Language models that learn: a seat in words, its answers, tasks and skins; with stub models."""

import re
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.benchmarks import studies
from medianoche.envs.core.errors import OptionError
from medianoche.envs.core.play.early import turn_ahead
from medianoche.envs.core.play.match import Match, Replay
from medianoche.training.adapters import text_seat
from medianoche.training.adapters.text_seat import HELD_OUT, LEVELS, Reply, SeatTask, Skin, TextGame, TextSeat, tasks

CHOICES = re.compile(r"^(\d+)\. ", re.MULTILINE)


def question(seat):
    """What a seat is asked."""
    return seat.table._questions[seat.seat]


def played(seat, choose=min):
    """The prompts of a game in which a stub answers."""
    prompts = []
    while not seat.done:
        prompts.append(seat.prompt)
        listed = seat.prompt.partition("Your choices:")[2].partition("What these things do:")[0]
        seat.answer(f"Hm.\nACTION: {choose(map(int, CHOICES.findall(listed)))}")
    return prompts


def test_a_stub_plays_a_game_to_its_end():
    seat = TextSeat(SeatTask("leduc", seed=3, seat=1, opponent="greedy"))
    prompts = played(seat)
    assert seat.reward == seat.match.returns[1]
    assert seat.counts == {"legal": len(prompts)}
    assert all("ACTION: n" in prompt for prompt in prompts)
    with pytest.raises(OptionError, match="over"):
        seat.answer("ACTION: 1")


def test_answers_that_were_cut_off_are_counted_apart_from_illegal_ones():
    seat = TextSeat(SeatTask("leduc", seed=3), tries=3)
    first = seat.prompt
    assert "cut off" in seat.answer("Let me think. First", cut_off=True)
    assert "no choice of the list" in seat.answer("ACTION: 99", cut_off=True)
    assert seat.prompt == first
    seat.answer("ACTION: 1", cut_off=True)
    assert seat.counts == {"cut_off": 1, "illegal": 1, "legal": 1}
    if not seat.done:
        for _ in range(3):
            seat.answer("No.")
        assert (seat.done, seat.reward, seat.counts["lost"]) == (True, -1.0, 1)


@pytest.mark.parametrize(
    ("answer", "counted"),
    [("ACTION: 99", "illegal"), ("ACTION: 4.5", "illegal"), ("ACTION: 10000000", "illegal"), ("No.", "not_understood")],
)
def test_answers_without_a_choice_are_counted_apart_from_choices_that_there_are_not(answer, counted):
    seat = TextSeat(SeatTask("leduc", seed=3))
    seat.answer(answer)
    assert seat.counts == {counted: 1}


@pytest.mark.parametrize("answer", ["ACTION: #1", "**ACTION:** `1`", "Action: (1)", "ACTION: {words}"])
def test_a_choice_is_understood_in_usual_forms(answer):
    seat = TextSeat(SeatTask("leduc", seed=3))
    first = question(seat).choices[0]
    seat.answer(answer.format(words=question(seat).words[0]))
    assert seat.counts == {"legal": 1}
    assert seat.match.actions[0] == first


def test_without_a_list_an_action_is_named_in_words():
    seat = TextSeat(SeatTask("misty", seed=3, opponent="random", listed=False))
    assert "Your choices" not in seat.prompt
    assert "Kinds of actions" in seat.prompt
    assert "not a legal action" in seat.answer("ACTION: 1")
    assert "an action in words" in seat.answer("Let me think", cut_off=True)
    while not seat.done:
        seat.answer(f"ACTION: {question(seat).words[0]}")
    assert (seat.counts["illegal"], seat.counts["cut_off"], seat.counts["lost"]) == (1, 1, 0)
    assert seat.reward == seat.match.returns[0]
    assert {task.listed for task in tasks(["misty"], 3, listed=False)} == {False}


def test_a_seat_that_does_not_exist_and_tasks_of_no_game_are_refused():
    with pytest.raises(OptionError, match="seat 2 is not accepted"):
        TextSeat(SeatTask("leduc", seat=2))
    with pytest.raises(OptionError, match="tries = 0 is not accepted; accepted: 1 or more"):
        TextSeat(SeatTask("leduc"), tries=0)
    with pytest.raises(OptionError, match="tasks need a game at least"):
        tasks([], 3)


# ---- several seats


def finish(game, order=sorted, said="ACTION: 1"):
    """Play a game of several seats to its end: seats that are asked at the same time answer in some order."""
    while not game.done:
        asked = game.asked
        for seat in order(asked):
            if seat in game.asked:
                game.answer({seat: Reply(said)})


def test_several_seats_answer_and_each_has_its_reward_and_counts():
    game = TextGame(SeatTask("leduc", seed=3, also=(1,)))
    assert (game.seats, game.others) == ([0, 1], None)
    assert set(game.asked) == {0}
    game.answer({0: Reply("Hm.")})
    finish(game)
    assert [game.rewards[0], game.rewards[1]] == game.match.returns
    assert sum(game.rewards.values()) == 0
    assert game.counts[0]["not_understood"] == 1
    assert game.counts[1]["not_understood"] == 0
    assert game.counts[0]["legal"] + game.counts[1]["legal"] == len(game.match.actions)


def bids():
    """A position of Halloween in which all four children bid at the same time, from a random game."""
    halloween = envs.game("halloween")
    rng = np.random.default_rng(0)
    state = halloween.new(4, seed=0)
    while not all(turn_ahead(Match.from_state(halloween, state), seat) for seat in {*range(4)} - {state.to_move}):
        halloween.step(state, int(rng.choice(halloween.legal_actions(state))))
    assert state.phase == halloween.declaration.phases.BID
    return state


@pytest.mark.parametrize(("name", "players"), [("misty", 3), ("nocturna", 3), ("halloween", 4)])
def test_seats_that_choose_at_the_same_time_are_asked_together(name, players, monkeypatch):
    if name == "halloween":
        state = bids()
        monkeypatch.setattr(text_seat, "deal", lambda game, *_: Match.from_state(game, game.copy(state)))
        assert set(TextGame(SeatTask(name, players=players, also=(1, 2, 3))).asked) == {0, 1, 2, 3}
    together = 0
    ended = []
    for order in (sorted, lambda seats: sorted(seats, reverse=True)):
        game = TextGame(SeatTask(name, seed=2, players=players, also=tuple(range(1, players))))
        while not game.done and len(game.match.actions) < 60:
            asked = game.asked
            together += len(asked) > 1
            for seat in order(asked):
                if (now := game.asked.get(seat)) is not None:
                    assert now == asked[seat]  # the others' answers say nothing to it
                    game.answer({seat: Reply("ACTION: 2")})
                    if game.asked.get(seat) == now:
                        game.answer({seat: Reply("ACTION: 1")})
        ended.append(game.match.actions[:40])
    assert together
    assert ended[0] == ended[1]


def test_what_a_model_thinks_and_chooses_is_told_to_no_other_seat():
    game = TextGame(SeatTask("misty", seed=2, also=(1,)))
    assert set(game.asked) == {0, 1}
    before = game.prompts[1]
    game.answer({0: Reply("I plan a trap: sesquipedalian.\nACTION: 1")})
    assert game.prompts == {1: before}
    while not game.done:
        assert "sesquipedalian" not in "".join(game.asked.values())
        game.answer({seat: Reply("sesquipedalian\nACTION: 1") for seat in game.asked})


def test_a_seat_that_answers_no_more_loses_and_the_others_win():
    game = TextGame(SeatTask("misty", seed=2, players=3, also=(2,)), tries=2)
    for _ in range(2):
        game.answer({2: Reply("No.")})
    assert (game.done, game.rewards, game.asked) == (True, {0: 1.0, 2: -1.0}, {})
    assert (game.counts[2]["lost"], game.counts[0]["lost"]) == (1, 0)
    with pytest.raises(OptionError, match="over"):
        game.answer({0: Reply("ACTION: 1")})


def test_a_seat_that_is_not_asked_and_one_that_does_not_exist_are_refused():
    game = TextGame(SeatTask("leduc", seed=3, also=(1,)))
    with pytest.raises(OptionError, match="seat 1 is not asked; asked: 0"):
        game.answer({1: Reply("ACTION: 1")})
    with pytest.raises(OptionError, match="seat 4 is not accepted; accepted: 0 to 1"):
        TextGame(SeatTask("leduc", also=(4,)))
    with pytest.raises(OptionError, match="TextGame plays several seats"):
        TextSeat(SeatTask("leduc", also=(1,)))
    with pytest.raises(OptionError, match="learners = 3 is not accepted; accepted: 0 "):
        tasks(["leduc"], 1, learners=3)


def test_tasks_of_several_seats():
    assert [(task.seat, task.also) for task in tasks(["leduc"], 2, learners=0)] == [(0, (1,)), (1, (0,))]
    assert tasks(["leduc"], 1)[0].also == ()


def test_a_skin_tells_the_same_game_in_other_words():
    plain, skinned, again = (TextSeat(SeatTask("misty", 3, 1, "greedy", skin=skin)) for skin in (None, 5, 5))
    while not skinned.done:
        assert skinned.prompt == again.prompt
        assert sorted(question(skinned).choices) == sorted(question(plain).choices)
        names = r"\b((misty|flower|smile|monster|house|window|rocket|truck|tractor|arrow|leaf)s?|leaves)\b"
        assert not re.search(names, re.sub(r"\bleaves the\b", "", skinned.prompt), re.IGNORECASE)
        assert skinned.prompt.count("\n") == plain.prompt.count("\n")
        assert ("What has happened" in plain.prompt) == bool(plain.match.actions)
        action = min(question(plain).choices)
        for seat in (plain, skinned, again):
            seat.answer(f"ACTION: {question(seat).choices.index(action) + 1}")
    assert plain.match.actions == skinned.match.actions
    assert plain.reward == skinned.reward


def test_names_that_are_broken_between_lines_are_renamed_and_plurals_too():
    skin = Skin(["mouse", "arrow N", "Coro de Espíritus"], 1)
    mouse, arrow, choir = (skin.names[name] for name in ("mouse", "arrow n", "coro de espíritus"))
    text = skin.tell("3 mice, Mouse, 2 arrows N, 2 Coro de\n   Espíritus, housemouse")
    assert text == f"3 {mouse}s, {mouse.capitalize()}, 2 {arrow}s, 2 {choir.capitalize()}, housemouse"
    assert Skin([], 1).tell("as it was") == "as it was"


def test_names_that_begin_with_a_short_word_and_arrows_that_turn_are_things():
    glossary = dict.fromkeys(["rocket ↑", "Lo de Debajo", "NW", "end the turn", "loot", "end house"], "")
    deeds = {"actions": [{"name": "end_turn"}], "names": {"phase": {"LOOT": 3}}}
    names = Skin.from_task(
        SeatTask("misty", skin=1), {**deeds, "title": "Misty", "agents": [], "glossary": glossary}
    ).names
    assert {"rocket", "rockets", "lo de debajo", "end house"} < set(names)
    assert not {"nw", "end the turn", "loot"} & set(names)


def test_tasks_are_a_curriculum_and_evaluation_has_other_packs():
    seat_tasks = tasks(["misty", "leduc"], 20, generated=True, skins=True)
    assert [task.opponent for task in seat_tasks[::2]] == [name for name in LEVELS for _ in range(2)]
    assert [task.opponent for task in seat_tasks[1::2]] == ["random"] * 5 + ["greedy"] * 5
    assert [task.seat for task in seat_tasks[:4]] == [0, 0, 1, 1]
    held = tasks(["misty"], 10, generated=True, skins=True, held_out=True)
    assert not {task.pack for task in seat_tasks} & {task.pack for task in held}
    assert min(task.skin for task in held) == HELD_OUT
    assert len({task.opponent for task in held[:5]}) == 5


def test_the_page_shows_loops_that_run(capsys, tmp_path, monkeypatch):
    page = (Path(studies.__path__[0]) / "language_models.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    one, several = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(one, {})
    assert capsys.readouterr().out.count("'legal'") == 2
    exec(several, {})
    assert capsys.readouterr().out.count("'legal'") == 2
    replay = Replay.load(tmp_path / "game.json")
    assert set(replay.thoughts.values()) == {"ACTION: 1"}
    assert len(replay.thoughts) == len(replay.actions)
