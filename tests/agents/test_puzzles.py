"""Puzzles: positions in which one choice is much better than all others, how they are made, and their files."""

import json
from dataclasses import replace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.base import AgentError
from medianoche.agents.judging import judge
from medianoche.agents.puzzles import LEAST_LEAD, PUZZLES_OF_A_GAME, PuzzlePlan, as_text, chosen, puzzles_of_games, read
from medianoche.envs.core.errors import GameError, MedianocheError
from tests.cli.running import invoke

FOUR = "medianoche.toys.connect_four:ConnectFour"
"""A game without a network, full of threats."""


def plan_of(**asked):
    """A plan that takes a second."""
    plan = {"game": envs.game(FOUR), "agent": "ismcts:50", "judge": "ismcts:400", "games": 6, "seed": 3}
    return PuzzlePlan(**(plan | asked))


@pytest.fixture(scope="module")
def made():
    """All puzzles of a few games."""
    return [puzzle for part in puzzles_of_games(plan_of()) for puzzle in part]


def test_the_answer_of_a_puzzle_leads_and_is_not_obvious(made):
    assert len(made) >= 3
    for puzzle in made:
        match = puzzle.match()
        solution = puzzle.solution
        assert solution.seat == match.to_move
        assert solution.values == pytest.approx(judge(agent("ismcts:400"), match.turn()).values, abs=1e-3)
        others = [value for action, value in solution.values.items() if action != solution.answer]
        assert solution.values[solution.answer] - max(others) >= LEAST_LEAD - 0.001
        assert len(others) >= 2
        assert int(agent("greedy").act(match.turn())[0]) != solution.answer


def test_the_line_goes_on_to_the_next_choice_of_the_seat(made):
    for puzzle in made:
        match = puzzle.match()
        line = puzzle.solution.line
        assert line[0] == puzzle.solution.answer
        movers = []
        for action in line:
            movers.append(match.to_move)
            match.push(action)
        assert puzzle.solution.seat not in movers[1:]
        assert match.to_move in (puzzle.solution.seat, -1)


def test_the_same_plan_makes_the_same_puzzles_and_another_seed_others(made):
    again = [puzzle for part in puzzles_of_games(plan_of()) for puzzle in part]
    assert as_text(again) == as_text(made)
    other = [puzzle for part in puzzles_of_games(plan_of(seed=4)) for puzzle in part]
    assert as_text(other) != as_text(made)


def test_those_with_the_greatest_leads_are_kept(made):
    doubled = made * 3
    kept = chosen(doubled, 4)
    leads = [puzzle.solution.lead for puzzle in kept]
    assert leads == sorted(leads, reverse=True)
    assert leads[0] == max(puzzle.solution.lead for puzzle in made)
    seeds = [puzzle.replay.seed for puzzle in chosen(doubled, 100)]
    assert max(map(seeds.count, seeds)) == PUZZLES_OF_A_GAME


def test_a_file_is_read_as_it_was_written(made, tmp_path):
    file = tmp_path / "four.json"
    file.write_text(as_text(made), encoding="utf-8")
    assert read(file, FOUR) == made
    with pytest.raises(MedianocheError, match="name one of your own yourself"):
        read(file)


def changed(file, change):
    """Change what a file of puzzles holds."""
    content = json.loads(file.read_text(encoding="utf-8"))
    change(content)
    file.write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda content: content.update(format=2), "has format 2; accepted: 1"),
        (lambda content: content.update(puzzles=[]), "puzzles: List should have at least 1 item"),
        (lambda content: content["puzzles"][0]["solution"].pop("answer"), "puzzles.0.solution.answer: Field required"),
        (lambda content: content["puzzles"][0]["solution"].update(more=1), "more: Unexpected keyword argument"),
        (lambda content: content["puzzles"][0]["replay"].update(seed=-1), "puzzles.0.replay.seed"),
        (lambda content: content["puzzles"][0]["replay"].update(format=9), "a replay of format 9"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(made, tmp_path, change, line):
    file = tmp_path / "four.json"
    file.write_text(as_text(made), encoding="utf-8")
    changed(file, change)
    with pytest.raises(GameError) as refused:
        read(file, FOUR)
    assert line in str(refused.value)
    assert str(refused.value).startswith(str(file))
    assert "\n" not in str(refused.value)


def test_no_file_and_no_json_are_refused(tmp_path):
    with pytest.raises(GameError, match="No such file"):
        read(tmp_path / "none.json")
    (tmp_path / "cut.json").write_text('{"format": 1, "puz', encoding="utf-8")
    with pytest.raises(GameError, match=r"cut\.json is no file of puzzles: Invalid JSON"):
        read(tmp_path / "cut.json")


def test_an_answer_that_does_not_fit_its_position_is_refused(made):
    puzzle = made[0]
    solution = puzzle.solution
    worst = min(solution.values, key=solution.values.get)
    fewer = {action: value for action, value in solution.values.items() if action != worst}
    wrong = {
        "seat 1, to move is seat 0" if solution.seat == 0 else "seat 0, to move is seat 1": {"seat": 1 - solution.seat},
        "others are legal": {"values": fewer},
        "has not the greatest value": {"answer": worst},
        "does not begin with its answer": {"line": [worst]},
        "action 999 is not legal": {"line": [solution.answer, 999]},
    }
    for words, fields in wrong.items():
        with pytest.raises(MedianocheError, match=words):
            replace(puzzle, solution=replace(solution, **fields)).match()


@pytest.mark.parametrize("who", ["random", "greedy"])
def test_an_agent_without_values_is_refused(who):
    with pytest.raises(AgentError, match=f"{who} gives no values of choices; accepted: searches such as net:64"):
        plan_of(judge=who).check()


# ---- the command


def test_the_command_writes_a_file_that_is_the_same_again(tmp_path):
    files = [tmp_path / name for name in ("one.json", "two.json")]
    words = ("--games", "6", "--seed", "3", "--count", "2", "--agent", "ismcts:50", "--judge", "ismcts:400")
    outputs = [invoke("puzzles", FOUR, *words, "--out", file) for file in files]
    assert "puzzles in 6 games, 2 are kept; their answers lead by" in outputs[0]
    assert f"written: {files[0]}" in outputs[0]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(read(files[0], FOUR)) == 2


def test_the_command_says_that_there_is_none(tmp_path):
    file = tmp_path / "none.json"
    output = invoke("puzzles", "tests.toys.coin:Coin", "--games", "1", "--agent", "ismcts:9", "--judge", "ismcts:9",
                    "--out", file)  # fmt: skip
    assert "no puzzle in 1 games, no file is written" in output
    assert not file.exists()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("chess",), "unknown game 'chess'"),
        (("misty", "--judge", "greedy"), "greedy gives no values of choices"),
        (("misty", "--agent", "net:nowhere.safetensors:64"), "nowhere.safetensors"),
        (("misty", "--players", "9"), "accepted"),
        (("misty", "--option", "rounds"), "write key=value"),
        (("misty", "--seed", "-1"), "seed -1 is not accepted"),
    ],
)
def test_wrong_input_is_refused_by_the_command(words, line):
    with pytest.raises(MedianocheError, match=line) as refused:
        invoke("puzzles", *words)
    assert "\n" not in str(refused.value)


def test_values_have_at_most_three_decimals(made):
    values = np.array([value for puzzle in made for value in puzzle.solution.values.values()])
    assert np.array_equal(values, values.round(3))
