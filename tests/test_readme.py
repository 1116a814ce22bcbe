"""What the README and the guides to which it hands over show works, and what exists is in them."""

import re
import shlex
from functools import reduce
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from docs.film import SVG, film
from docs.pages import stored_board
from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.base import ENTRIES
from tests.benchmarks.calls import Called

ROOT = Path(__file__).parent.parent
README, PLAY, TOURNAMENTS = (
    (ROOT / page).read_text(encoding="utf-8")
    for page in ("README.md", "docs/guides/play.md", "docs/guides/tournaments.md")
)
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=[text.strip().splitlines()[0] for text in EXAMPLES])
def test_an_example_runs(example):
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})


def test_the_shapes_that_it_shows_are_those_of_the_game():
    misty = envs.game("misty")
    assert re.findall(r"int8 \[1024, (\d+)\]", README) == [str(misty.num_actions)]
    assert re.findall(r"float32 \[1024, (\d+)\]", README) == [str(misty.observation_size)]


def test_the_example_agent_plays(tmp_path):
    (bot,) = [text for text in EXAMPLES if "class Cautious" in text]
    (tmp_path / "my_bot.py").write_text(bot)
    batch = envs.make_batch("misty", 5, seed=0)
    turn = batch.turn(np.arange(5), np.arange(5, dtype=np.uint64))
    assert agent(f"{tmp_path}/my_bot.py:Cautious").act(turn).tolist() == [int(np.argmax(m)) for m in turn.action_mask]


# ---- the command line


SMALL = {
    "medianoche demo": "medianoche demo --games 8",
    "--games 2000": "--games 8 --save-replays --option rounds_to_win=1",
    "--games 500": "--games 4",
    "--games 1000000": "--games 50",
    "ismcts:200": "ismcts:2",
    "flat:200": "flat:2 --games 4",
    "--agent ismcts --from 16": "--agent ismcts --from 1 --to 2 --games 4 --fewest 0",
    "your.module:YourGame": "medianoche.toys.connect_four:ConnectFour",
}
"""What makes a command quick."""
ELSEWHERE = {
    "medianoche train": "tests/training",
    "medianoche rate": "tests/benchmarks/test_reference.py",
    "medianoche verify": "tests/benchmarks/test_bundle.py",
    "medianoche unseen": "tests/benchmarks/test_unseen.py",
    "medianoche levels misty --fit": "tests/benchmarks/test_levels.py",
    "medianoche ui": "tests/ui/test_server.py",
    "medianoche replay game.json": "tests/benchmarks/test_pages.py",
    "medianoche puzzles": "tests/agents/test_puzzles.py",
}
"""Commands that need libraries of the extras, and who tests them."""


def commands():
    """Every command in order: lines of blocks, and code in sentences."""
    blocks = re.findall(r"```sh\n(.*?)```|`(medianoche [^`]*)`", README + TOURNAMENTS + PLAY, re.DOTALL)
    lines = [line.partition("  #")[0].strip() for block, inline in blocks for line in (inline or block).splitlines()]
    return list(dict.fromkeys(line for line in lines if line.startswith("medianoche ")))


def test_every_command_works(tmp_path, monkeypatch):
    from medianoche.envs.core import contract

    promises = contract.run
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(envs, "names", lambda: ["misty"])  # the demo; all games would take minutes to compile
    monkeypatch.setattr(contract, "run", lambda game, *_: islice(promises(game), 1, 3))  # all: test_contract.py
    monkeypatch.setattr("medianoche.benchmarks.tournament.page.write_page", lambda report: report.folder)
    (bot,) = [text for text in EXAMPLES if "class Cautious" in text]
    (tmp_path / "my_bot.py").write_text(bot)
    command_lines = commands()
    assert {line.split()[1] for line in command_lines} >= {
        "tournament",
        "table",
        "play",
        "sprt",
        "train",
        "check",
        "replay",
    }
    for line in command_lines:
        if not line.startswith(tuple(ELSEWHERE)):
            words = shlex.split(reduce(lambda text, change: text.replace(*change), SMALL.items(), line))
            called = Called(words[1:], b"q\n")
            assert called.code == 0, (line, called.err)
    assert all((ROOT / where).exists() for where in ELSEWHERE.values())


def test_every_game_is_in_the_table_and_has_a_picture():
    assert all(f"src/medianoche/ui/static/{name}.board.svg" in README for name in envs.names())
    assert re.findall(r"^\| \[`(\w+)`\]", README, re.MULTILINE) == envs.names()


@pytest.mark.parametrize("name", envs.names())
def test_the_stored_board_is_what_the_game_draws_now(name):
    file = ROOT / f"src/medianoche/ui/static/{name}.board.svg"
    assert file.read_text(encoding="utf-8") == stored_board(name), "python -m docs.pages"


DOORS = (
    "benchmarks/studies/language_models.md",
    "docs/guides/cluster.md",
    "docs/guides/export.md",
    "docs/guides/own-game.md",
    "docs/guides/playtest.md",
)


@pytest.mark.parametrize("name", ["README.md", "docs/index.md"])
def test_the_table_of_wishes_leads_to_every_door(name):
    """Language models, clusters, exports, designers."""
    file = ROOT / name
    after = file.read_text(encoding="utf-8").partition("I want to")[2]
    rows = re.search(r"(?:^\|.*\n)+", after, re.MULTILINE)[0]
    links = re.findall(r"\]\(([^)#]+)", rows)
    assert set(DOORS) <= {(file.parent / link).resolve().relative_to(ROOT).as_posix() for link in links}


def test_the_first_screen_has_the_page_its_link_and_two_commands():
    first = README.partition("| name | game |")[0]
    marks = ["benchmarks/pictures/ui-halloween.png", "(docs/try/index.html)", "make demo", "make test"]
    places = [first.index(mark) for mark in marks]
    assert places == sorted(places)


def test_the_moving_picture_is_what_correo_draws_now():
    file = ROOT / "benchmarks/pictures/game.svg"
    assert file.read_text(encoding="utf-8") == film("correo"), "python -m docs.film"


def test_the_moving_picture_shows_a_whole_game_in_frames():
    file = ROOT / "benchmarks/pictures/game.svg"
    assert "benchmarks/pictures/game.svg" in README
    assert file.stat().st_size < 300_000
    for text, frames in ((file.read_text(encoding="utf-8"), 24), (film("correo", frames=3), 3)):
        picture = ET.fromstring(text)
        shown = picture.findall(f"{{{SVG}}}g[@class='frame']")
        assert len(shown) == frames
        assert len({ET.tostring(frame) for frame in shown}) == frames
        ids = [element.get("id") for element in picture.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        assert {element.get("href", "#")[1:] for element in picture.iter()} <= {"", *ids}


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_strengths_are_those_that_were_measured():
    page = (ROOT / "benchmarks/BASELINES.md").read_text(encoding="utf-8")
    table = page.partition("\n\n| game |")[2].partition("\n\n")[0]
    opponents, _, *lines = map(cells, table.splitlines())
    measured = {}
    for name, _, who, *points in lines:
        if who.partition(" ")[0] == "`net`":
            for opponent, text in zip(opponents[2:], points, strict=True):
                measured.setdefault((opponent, name), []).append(text.partition(" ")[0])
    shown = README.partition("\n| against |")[2].partition("\n\n")[0]
    games, _, *lines = map(cells, shown.splitlines())
    names = [head.partition(":")[0] for head in games]
    assert sorted(names) == sorted(f"`{name}`" for name in envs.names())
    for opponent, *points in lines:
        assert [text.split(", ") for text in points] == [measured[f"against {opponent}", name] for name in names]


def test_the_datasheet_has_the_same_strengths():
    heading, _, strengths = README.partition("\n| against |")[2].splitlines()[:3]
    page = (ROOT / "benchmarks/DATASHEET.md").read_text(encoding="utf-8").casefold()
    for name, strength in zip(cells(heading), cells(strengths)[1:], strict=True):
        game = re.search(r"\w+", name)[0]
        row = page.partition(f"\n| {game} |")[2].partition("|")[0]
        assert re.findall(r"[\d.]+%", row) == re.findall(r"[\d.]+%", strength)


def test_the_speeds_are_those_that_were_measured():
    page = (ROOT / "toys/connect_four/README.md").read_text(encoding="utf-8")
    tables = [re.search(r"^\| the same work \|.*?\n\n", text, re.MULTILINE | re.DOTALL)[0] for text in (README, page)]
    assert tables[0] == tables[1]


def test_every_agent_is_in_the_table():
    rows = re.findall(r"^\| (`[^|]+`) \|", TOURNAMENTS.partition("| agent | who plays |")[2], re.MULTILINE)
    assert {word.partition(":")[0] for row in rows for word in re.findall(r"`([^`]+)`", row)} >= set(ENTRIES)
