"""agents/engine/mcp_server: a client of the Model Context Protocol plays, in the same process and by the command."""

import asyncio
import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from medianoche import envs, places
from medianoche.agents import AgentError
from medianoche.agents.engine import mcp_server
from medianoche.envs.core.errors import GameError
from tests.benchmarks.calls import one_line
from tests.matches import dealt_again
from tests.soak import tables

mcp = pytest.importorskip("mcp")


def talk(work, legal=True, seed=3, games=(), **connection):
    """Run `work(call, client)`; call(tool, **arguments) gives whether it failed, and the text of its answer."""

    async def run():
        async with mcp.Client(mcp_server.make_server(legal, seed, games), **connection) as client:

            async def call(tool, **arguments):
                answer = await client.call_tool(tool, arguments)
                assert len(answer.content) <= 1 or tool in ("list_games", "legal_actions")
                texts = [part.text for part in answer.content]
                return answer.is_error, "\n".join(texts)

            return await work(call, client)

    return asyncio.run(run())


def test_a_model_plays_a_game_to_its_end_and_gets_the_replay():
    async def work(call, client):
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools >= {"list_games", "rules", "new_game", "see", "legal_actions", "act", "explain", "hint", "replay"}
        assert "Halloween" in (await call("list_games"))[1]
        assert "## Rules in brief" in (await call("rules", game="misty"))[1]
        options = {"variant": "introductory", "rounds_to_win": 1}
        failed, text = await call("new_game", game="misty", seat=1, opponents="random", options=options)
        assert not failed
        table = json.loads(text)["table"]
        hint = json.loads((await call("hint", table=table, simulations=20))[1])
        assert hint["words"] in (await call("legal_actions", table=table))[1]
        assert not (await call("explain", table=table, what=hint["action"]))[0]
        position = json.loads(text)
        while not position["done"]:
            assert position["to_move"] == position["seat"] == 1
            hint = json.loads((await call("hint", table=table, simulations=1))[1])
            failed, text = await call("act", table=table, action=hint["words"].upper())
            assert not failed, text
            position = json.loads(text)
        assert len(position["utilities"]) == 2
        assert (await call("act", table=table, action=0))[0]
        replay = json.loads((await call("replay", table=table))[1])
        assert replay["game"] == "misty"
        seen = (await client.read_resource(f"medianoche://position/{table}")).contents[0].text
        assert json.loads(seen)["text"] == position["text"]
        rules = (await client.read_resource("medianoche://rules/misty")).contents[0].text
        assert rules == mcp_server.rules_of("misty")

    talk(work)


def test_no_seat_gets_the_replay_of_a_game_that_is_not_over():
    async def work(call, client):
        for seat in (0, 1):
            text = (await call("new_game", game="misty", seat=seat))[1]
            failed, line = await call("replay", table=json.loads(text)["table"])
            assert failed
            assert "hidden" in line

    talk(work)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("new_game", {"game": "hallowen"}, "did you mean halloween"),
        ("new_game", {"game": "os:getcwd"}, "os"),
        ("new_game", {"game": "medianoche.envs.misty:Misty"}, "medianoche.envs.misty"),
        ("new_game", {"game": "misty", "opponents": "exec:true"}, "runs code"),
        ("new_game", {"game": "misty", "pack": "/tmp/mine.toml"}, "is a file"),
        ("new_game", {"game": "misty", "seat": 7}, "no player 7"),
        ("new_game", {"game": "misty", "seat": -1}, "no player -1; accepted: 0 to 1"),
        ("new_game", {"game": "misty", "options": {"x": 1}}, "x"),
        ("rules", {"game": "../../secrets"}, "unknown game"),
        ("see", {"table": "none"}, "no table"),
        ("hint", {"table": "none", "simulations": 10**9}, "1 to 10000"),
        ("hint", {"table": "none", "simulations": "many"}, "hint: simulations: Input should be a valid integer"),
        ("act", {"table": 7, "action": [1]}, "act: table: Input should be a valid string"),
        ("act", {"table": "none", "action": [1]}, "act: action: Input should be"),
        ("new_game", {"game": "misty", "options": 3, "players": "x"}, "new_game: players: Input should be a valid"),
        ("rules", {}, "rules: game: Field required"),
        ("dance", {}, "dance"),
    ],
)
def test_wrong_input_is_one_line_for_the_model(tool, arguments, words):
    async def work(call, client):
        return await call(tool, **arguments)

    failed, text = talk(work)
    assert failed
    assert words in text
    assert "\n" not in text


OWN = "tests.toys.duel:Duel"


def test_own_games_are_served_under_their_names():
    async def work(call, client):
        (listed,) = (await client.call_tool("list_games", {})).content
        about = json.loads(listed.text)
        assert (about["name"], about["title"], about["players"]) == ("duel", "Duel", "2, 3, 5")
        assert "Kinds of actions" in (await call("rules", game="duel"))[1]
        for name in ("duel", OWN):
            failed, text = await call("new_game", game=name, players=3, options={"kinds": 2})
            assert not failed, text
        failed, text = await call("act", table=json.loads(text)["table"], action="guess owl")
        assert not failed, text
        failed, text = await call("new_game", game="misty")
        assert failed
        assert text.endswith("unknown game 'misty'; this server offers: duel")

    talk(work, games=[OWN])


def test_a_game_that_cannot_be_served_is_refused_at_the_start():
    with one_line(GameError, "unknown game 'dule'"):
        mcp_server.make_server(games=["dule"])
    with one_line(GameError, "endless:Endless and tests.toys.endless:Namesake are both called endless"):
        mcp_server.served(["tests.toys.endless:Endless", "tests.toys.endless:Namesake"])


def test_without_the_list_illegal_actions_tell_no_legal_ones():
    async def work(call, client):
        assert "legal_actions" not in {tool.name for tool in (await client.list_tools()).tools}
        table = json.loads((await call("new_game", game="misty"))[1])["table"]
        before = await call("see", table=table)
        for action in (52, -1, 10**12, "9" * 30, "pick the moon", True):
            failed, text = await call("act", table=table, action=action)
            assert failed
            assert "pick arrow" not in text
        assert await call("see", table=table) == before

    talk(work, legal=False)


def test_an_error_in_an_explanation_is_one_line_and_the_table_is_kept(monkeypatch):
    def fails(*_):
        raise KeyError("back-with")

    async def work(call, client):
        table = json.loads((await call("new_game", game="misty"))[1])["table"]
        before = await call("see", table=table)
        monkeypatch.setattr("medianoche.envs.core.base.BaseGame.explain", fails)
        failed, line = await call("explain", table=table, what=0)
        assert failed
        assert "unexpected KeyError: 'back-with'" in line
        assert "\n" not in line
        assert await call("see", table=table) == before

    talk(work)


def test_numbers_may_be_texts_but_true_is_none():
    async def work(call, client):
        table = json.loads((await call("new_game", game="misty"))[1])["table"]
        explained = await call("explain", table=table, what=0)
        assert not explained[0]
        assert await call("explain", table=table, what="0") == explained
        refused = [
            await call("explain", table=table, what=True),
            await call("act", table=table, action=True),
            await call("hint", table=table, simulations=True),
            await call("new_game", game="misty", seat=True),
            await call("new_game", game="misty", seat=0, players=True),
        ]
        assert [failed for failed, _ in refused] == [True] * len(refused)
        assert "nothing is called 'true'" in refused[0][1]
        assert '"true" is not a legal action now' in refused[1][1]
        assert "for 1 players" not in refused[4][1]

    talk(work)


@pytest.mark.parametrize("name", places.YARDSTICKS)
def test_small_games_have_rules_of_their_own(name):
    rules = mcp_server.rules_of(name)
    assert rules.startswith(f"# {envs.game(name).title}\n")
    assert all(block.meaning in rules for block in envs.game(name).actions)
    assert "How exploitable an agent is" not in rules


def test_a_table_tells_the_seat_nothing_that_it_does_not_know():
    table = mcp_server.Table("nocturna", 1, "random", num_players=3, seed=2, pack="standard", options={})
    for _ in range(12):
        match = table.match
        seen = (table.see(), table.legal())
        table.match = dealt_again(match, 1, seed=7)
        assert (table.see(), table.legal()) == seen
        table.match = match
        if not match.legal_actions:
            break
        table.act(next(iter(table.legal())))


def test_another_seat_at_a_second_table_sees_another_deal():
    def deals(seed):
        tools = mcp_server.TableTools(seed)
        made = [tools.new_game("nocturna", seat, players=3)["table"] for seat in (0, 1)]
        return [tools._tables[table].match.seed for table in made]

    async def work(call, client):
        (tool,) = [list_tool for list_tool in (await client.list_tools()).tools if list_tool.name == "new_game"]
        return tool.input_schema["properties"]

    assert deals(7) == deals(7) != deals(8)
    assert len({*deals(7), *deals(None), *deals(None)}) == 6
    assert "seed" not in talk(work)


def test_the_oldest_table_goes_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(mcp_server, "TABLE_LIMIT", 2)

    async def work(call, client):
        for _ in range(3):
            assert not (await call("new_game", game="misty"))[0]
        assert (await call("see", table="table-1"))[0]
        assert not (await call("see", table="table-3"))[0]

    talk(work)


@pytest.fixture
def slow(monkeypatch):
    """A table of Misty whose agent waits, before its next actions, until `slow.go` is set, or fails if it is not."""

    class Slow:
        def __init__(self):
            self.asked = threading.Event()
            self.go = threading.Event()
            self.fails = False

        def act(self, turn):
            self.asked.set()
            assert self.go.wait(30)
            if self.fails:
                raise RuntimeError("no idea")
            return turn.random_actions()

    who = Slow()
    who.go.set()
    monkeypatch.setattr(mcp_server, "agent", lambda name: who)
    who.tools = mcp_server.TableTools(3)
    who.table = who.tools.new_game("misty", opponents="slow")["table"]
    return who


def test_a_call_during_another_does_not_break_the_table(slow):
    slow.go.clear()
    slow.asked.clear()
    legal = [row["action"] for row in slow.tools.legal_actions(slow.table)]
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(slow.tools.act, slow.table, legal[0])
        assert slow.asked.wait(30)
        seen = pool.submit(slow.tools.see, slow.table)
        with pytest.raises(GameError, match="it is not your turn: your last action is still being played"):
            slow.tools.act(slow.table, legal[1])
        assert not first.done()
        assert not seen.done()
        slow.go.set()
        assert first.result(30)["to_move"] == 0
        assert seen.result(30) == first.result()
    slow.tools.act(slow.table, slow.tools.legal_actions(slow.table)[0]["action"])


def test_an_agent_that_fails_does_not_end_the_table(slow):
    slow.fails = True
    action = slow.tools.legal_actions(slow.table)[0]["action"]
    with pytest.raises(AgentError, match="no idea"):
        slow.tools.act(slow.table, action)
    assert slow.tools.see(slow.table)["to_move"] == 1
    with pytest.raises(AgentError, match="no idea"):
        slow.tools.hint(slow.table)
    slow.fails = False
    assert slow.tools.see(slow.table)["to_move"] == 0
    assert slow.tools.act(slow.table, slow.tools.legal_actions(slow.table)[0]["action"])["to_move"] == 0


def test_many_tables_at_once_with_late_calls_and_lost_clients():
    assert tables.of_mcp(12, seed=1) == []
    assert tables.of_engine(2, seed=1) == []


def test_tables_that_are_made_at_once_have_deals_and_names_of_their_own():
    tools = mcp_server.TableTools(5)
    with ThreadPoolExecutor(8) as pool:
        made = [entry["table"] for entry in pool.map(lambda _: tools.new_game("misty"), range(16))]
    assert sorted(made) == sorted(f"table-{number}" for number in range(1, 17))
    assert len({seat_table.match.seed for seat_table in tools._tables.values()}) == 16
    with pytest.raises(GameError):
        tools.new_game("misty", seat=9)
    assert tools.new_game("misty")["table"] == "table-17"


def test_the_command_serves_over_its_streams():
    command = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "medianoche", "mcp", "--no-legal"], env=dict(os.environ)
    )

    async def run():
        async with mcp.Client(command) as client:
            tools = await client.list_tools()
            return {tool.name for tool in tools.tools}, await client.call_tool("list_games", {})

    names, games = asyncio.run(run())
    assert "legal_actions" not in names
    assert all(name in str(games.content) for name in envs.names())
