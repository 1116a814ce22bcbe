"""agents/bots: the page, the schema, and the bot that asks a language model."""

import json
import re
import shlex
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent, ask, bots, messages
from medianoche.agents.bots import prompt, telemetry

BOTS = Path(bots.__path__[0])
PAGE = (BOTS / "README.md").read_text(encoding="utf-8")
SCHEMA = json.loads((BOTS / "schema.json").read_text(encoding="utf-8"))
PARTS = set(messages.Part.__args__)
WRAPPER = f"exec:60s:{sys.executable} {BOTS / 'prompt.py'}"


def said(name="misty", players=3):
    """A `game` and a `decision` with all parts, from the middle of a game."""
    game = envs.game(name)
    row = np.zeros(1, np.int64)
    batch = game.batch(1, num_players=players, seed=4, autoreset=False)
    seat = int(batch.to_move[0])
    heard = []
    while not heard or batch.to_move[0] != seat:
        action = batch.sample_legal()
        heard += game.show.events(batch.states[0], action[0], seat)
        batch.step_rows(row, action)
    turn = batch.turn(row, row.astype(np.uint64))
    view = game.view(batch.states[0], seat)
    lines = (
        messages.game_of(0, game, view.record, list(PARTS)),
        messages.decision(turn, 0, view, heard, list(PARTS), id=3, game=0, match=1),
    )
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", ["misty", "nocturna"])
def test_the_schema_fits_what_is_said(name):
    check = jsonschema.Draft202012Validator(SCHEMA)
    messages_said = [messages.hello(2.5), messages.end(4, np.array([3, -1]), np.array([1, -1], np.float32))]
    for message in [*map(json.loads, messages_said), *said(name)]:
        check.validate(message)
        kind = SCHEMA["$defs"][message["type"]]
        assert set(message) <= set(kind["properties"])
    for message in (messages.Ready("ready", 1), messages.Action("action", 3, -1)):
        check.validate(asdict(message))
        assert set(asdict(message)) == set(SCHEMA["$defs"][message.type]["properties"])
    assert set(SCHEMA["$defs"]["ready"]["properties"]["wants"]["items"]["enum"]) == PARTS
    assert not check.is_valid({"type": "ready", "protocol": 3})


def test_the_page_names_everything_and_examples_stay_short():
    for kind in SCHEMA["oneOf"]:
        message = kind["$ref"].rpartition("/")[2]
        assert f"`{message}`" in PAGE
        for key in SCHEMA["$defs"][message]["properties"]:
            assert re.search(rf"[`\"]{key}[`\"]", PAGE), (message, key)
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (BOTS / target.partition("#")[0]).exists()
    assert f"at most {2**16:,} bytes" in PAGE
    example = (BOTS / "bot.py").read_text()
    assert len(example.splitlines()) <= 30
    assert "medianoche" not in re.sub(r'""".*?"""', "", example, flags=re.DOTALL)


def test_a_prompt_holds_events_position_choices_and_effects():
    game, decision = said()
    text = prompt.prompt(game, decision)
    assert text.startswith("You play Misty as player ")
    assert decision["text"] in text
    assert decision["news"]
    for news in decision["news"]:
        assert f"- {news}" in text
    for number, (words, effects) in enumerate(zip(decision["words"], decision["effects"], strict=True), 1):
        assert f"\n{number}. {'. '.join([words, *effects])}\n" in text
    known = [name for name in game["glossary"] if f"\n- {name}: " in text]
    assert known
    assert all(name in text.partition("What these things do:")[0] for name in known)


def test_the_last_choice_in_an_answer_counts_and_one_without_a_choice_is_asked_for_again():
    game, decision = said()
    assert prompt.choose(game, decision, lambda _: "ACTION: 1? No.\n**Action: 2**\n") == decision["legal"][1]
    answers = iter(["hm", "ACTION: 999", "ACTION: 1"])
    asked = []
    assert prompt.choose(game, decision, lambda text: asked.append(text) or next(answers)) == decision["legal"][0]
    assert "named no choice" not in asked[0]
    assert asked[2].count("named no choice") == 2
    with pytest.raises(ValueError, match="named no choice"):
        prompt.choose(game, decision, lambda text: "ACTION: 0")


CHOICES = ["pick flower", "bid 4 candies", "4 moons", "4", "Place the owl (top left).", "pick smile"]
"""Choices 1 to 6; the words of the fourth are a number."""
ANSWERS = {
    "ACTION: 6": 6,
    "I think.\n\nACTION:6\n": 6,
    "action: 6.": 6,
    "**ACTION: 6**": 6,
    "**ACTION:** 6": 6,
    "*Action*: _6_": 6,
    "`ACTION: 6`": 6,
    "Action: `6`": 6,
    "ACTION: #6": 6,
    "ACTION: **#6**": 6,
    "ACTION: (6)": 6,
    "ACTION: [6]": 6,
    "ACTION: <6>": 6,
    'ACTION: "6"': 6,
    "ACTION = 6": 6,
    "ACTION:\n6": 6,
    "ACTION: n = 6": 6,
    "ACTION: option 6": 6,
    "ACTION: No. 6": 6,
    "ACTION: 6. pick smile": 6,
    "ACTION: 6) pick smile, since it pays": 6,
    "ACTION: 6 (pick smile)": 6,
    "ACTION: 6 - the best": 6,
    "ACTION: 6, as 2 is worse": 6,
    "Final action: 6": 6,
    "ACTION: 1? No.\nACTION: 6": 6,
    "ACTION: 6. I end with a line ACTION: n, as told.": 6,
    "ACTION: pick smile": 6,
    "ACTION: **Pick  Smile.**": 6,
    'Action: "pick flower"': 1,
    "ACTION: place the owl (top left)": 5,
    "ACTION: bid 4 candies": 2,
    "ACTION: 4 moons": 3,
    "ACTION: 4": 4,  # a number alone is the number of the list
    "ACTION: 0": 0,
    "ACTION: 7": 0,
    "ACTION: -6": 0,
    "ACTION: 6.5": 0,
    "ACTION: 6/5": 0,
    "ACTION: 5-6": 0,
    "ACTION: 5 or 6": 0,
    "ACTION: 6th": 0,
    "ACTION: 10000000": 0,
    "ACTION: 1" + "0" * 5000: 0,
    "ACTION: 6\nNo, ACTION: 99": 0,
    "ACTION 6": 6,
    "I think.\n**ACTION #6**\n": 6,
    "Then action 3 is bad.\nACTION: 6": 6,
    "ACTION: 6, because action 3 is bad": 6,
    "<action>6</action>": 6,
    "ACTION: <action> pick smile </action>": 6,
    '{"thought": "a smile", "action": 6}': 6,
    '```json\n{"action": "pick smile", "why": "it is mine"}\n```': 6,
    "{'action': 99}": 0,
    '{"action": 6.5}': 0,
    '{"action": null}': None,
    "So \\boxed{6}": 6,
    "\\boxed{\\text{pick smile}}": 6,
    "ACTION: \\boxed{7}": 0,
    "x = \\boxed{y}": None,
    "ACTION: 6 pick smile, for it is mine": 6,
    "ACTION: 2. pick smile": None,  # the words are those of choice 6
    "ACTION: 2. Pick smile, for it is mine": None,
    "ACTION: 4 candies": None,  # a part of choice 2
    "ACTION: pick": None,
    "ACTION: fly to the moon": None,
    "ACTION: n": None,
    "ACTION:": None,
    "REACTION: 6": None,
    "6": None,
    "": None,
}
"""The number of the choice that an answer names; 0 for one that there is not, None if it names none."""


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer[:40])
def test_usual_forms_of_answers_are_read(answer):
    number = ANSWERS[answer]
    assert prompt.read_answer(answer, CHOICES) == (number is not None, (number or 0) - 1)


def test_without_the_list_numbers_are_no_choices():
    assert prompt.read_answer("ACTION: 6", CHOICES, listed=False) == (True, -1)
    assert prompt.read_answer("ACTION: 4", CHOICES, listed=False) == (True, 3)  # its words
    assert prompt.read_answer("Action: *pick smile*", CHOICES, listed=False) == (True, 5)
    assert prompt.read_answer("nothing", CHOICES, listed=False) == (False, -1)


@pytest.mark.parametrize("how", ["", "--parallel 3 "])
def test_a_command_that_answers_prompts_plays(tmp_path, how):
    stub = f"cat >> {shlex.quote(str(tmp_path / 'prompts'))}; echo 'I think so. ACTION: 1'"
    who = agent(f"{WRAPPER} {how}sh -c {shlex.quote(stub)}")
    batch = envs.make_batch("misty", 4, seed=0)
    turn = batch.turn(np.arange(4), np.arange(4, dtype=np.uint64))
    assert ask(who, turn).tolist() == turn.action_mask.argmax(axis=1).tolist()
    assert (tmp_path / "prompts").read_text().count("You play Misty as player") == 4
    who.close()


def test_a_command_that_says_nothing_loses_and_the_wrapper_goes_on(tmp_path):
    who = agent(f"{WRAPPER} true")
    batch = envs.make_batch("misty", 2, seed=0)
    lost = {}
    ask(who, batch.turn(np.arange(2), np.arange(2, dtype=np.uint64)), lost)
    assert all(lapse.detail.startswith("chose an illegal action: misty: action -1") for lapse in lost.values())
    assert len(lost) == 2
    assert who._program.runs
    who.close()


def run(words, *lines, code=0):
    """Run the program with lines of input; its answer and the only line of its errors."""
    command = [sys.executable, BOTS / "prompt.py", *words]
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    ran = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, "Traceback" in ran.stderr) == (code, False)
    return (json.loads(ran.stdout) if lines else ran.stdout), ran.stderr.splitlines()


@pytest.mark.parametrize("words", [["./no-such-model"], ["--log", "nowhere/log", "echo", "ACTION: 1"]])
def test_what_fails_for_a_decision_is_a_line_and_an_answer(words):
    game, decision = said()
    answer, (line,) = run(words, game, decision)
    chosen = {"action": decision["legal"][0], "thought": "ACTION: 1"} if "echo" in words else {"action": -1}
    assert answer == {"type": "action", "id": 3, **chosen}
    assert line.startswith("decision 3: ")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hello", "not JSON: "),
        ("[" * 100_000, "not JSON: "),
        ("[1]", "no message of the protocol"),
        ('{"kind": 1}', "no message of the protocol"),
        ('{"type": "decision"}', "the decision has no id"),
        ('{"type": "game", "id": "x"}', "the game has no id"),
    ],
)
def test_a_line_that_is_no_message_is_complained_of_and_the_next_one_is_answered(line, words):
    game, decision = said()
    answer, (complaint,) = run(["echo", "ACTION: 1"], line, game, decision)
    assert answer == {"type": "action", "id": 3, "action": decision["legal"][0], "thought": "ACTION: 1"}
    assert complaint.startswith(f"line 1 of the input: {words}")


def test_a_decision_of_a_game_that_was_not_described_is_lost():
    answer, errors = run(["echo", "ACTION: 1"], said()[1])
    assert (answer["action"], errors) == (-1, ["decision 3: its game was not described before"])


@pytest.mark.parametrize("words", [[], ["--tries", "0", "echo"], ["--parallel", "0", "echo"]])
def test_a_command_line_without_a_model_is_refused(words):
    line = run(words, code=2)[1][-1]
    assert "a command is needed" in line or "accepted: a number from 1" in line


def test_without_the_list_an_action_is_named_in_words():
    game, decision = said()
    asked = prompt.Asked()
    answers = iter(["hm", "ACTION: fly to the moon", f"ACTION: **{decision['words'][1].upper()}**.\nTOKENS: 70 3"])
    texts = []
    answer = prompt.choose(game, decision, lambda text: texts.append(text) or next(answers), listed=False, asked=asked)
    assert answer == decision["legal"][1] == asked.action
    assert (asked.tries, asked.named, asked.prompt_tokens, asked.answer_tokens) == (3, 2, 70, 3)
    assert asked.legal == len(decision["legal"])
    assert asked.prompt_characters == sum(map(len, texts))
    assert not any(f"\n1. {decision['words'][0]}" in text for text in texts)
    assert all(kind["meaning"] in texts[0] for kind in game["actions"])


def test_the_log_of_a_model_becomes_a_table(tmp_path, capsys, monkeypatch):
    log = tmp_path / "log.jsonl"
    stub = "cat >/dev/null; echo ACTION: ${N:-1}; echo TOKENS: 900 5"
    who = agent(f"{WRAPPER} --tries 2 --log {log} sh -c {shlex.quote(stub)}")
    batch = envs.make_batch("misty", 3, seed=0)
    ask(who, batch.turn(np.arange(3), np.arange(3, dtype=np.uint64)))
    monkeypatch.setenv("N", "999")
    lost = {}
    other = agent(f"{WRAPPER} --tries 2 --log {log} sh -c {shlex.quote(stub)}")
    ask(other, batch.turn(np.arange(1), np.arange(1, dtype=np.uint64)), lost)
    who.close()
    other.close()
    assert len(lost) == 1
    (row,) = telemetry.rows(log)
    assert row[:6] == ["misty", "4", "75.0%", "30.1% to 95.4%", "1.25", "1"]
    assert row[7:] == ["1,125", "6"]
    monkeypatch.setattr(sys, "argv", ["telemetry", str(log)])
    telemetry.main()
    assert capsys.readouterr().out.splitlines()[-1] == f"| {' | '.join(row)} |"
    for line in ("{}", '{"game": "misty"}', "[]"):
        log.write_text(f"{line}\n")
        with pytest.raises(SystemExit):
            telemetry.main()
        assert "line 1: not a line" in capsys.readouterr().err


def test_the_page_on_language_models_names_what_there_is():
    page = (Path(bots.__path__[0]).parents[1] / "benchmarks/studies/language_models.md").read_text(encoding="utf-8")
    help_of, _ = run(["--help"])
    for option in re.findall(r"(--(?:log|unlisted|tries|parallel)\b)", page + PAGE):
        assert option in help_of
    assert " | ".join(telemetry.COLUMNS) in page
