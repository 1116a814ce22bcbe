"""The page without a server, as far as it needs no browser: NumPy's stand-in, and agents that an engine plays."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent, ask
from medianoche.agents.base import AgentError
from medianoche.agents.export.engine import export_engine
from medianoche.agents.judging import judge
from medianoche.agents.kernels.exported import Way
from medianoche.agents.network import Network, shipped
from medianoche.benchmarks.speed.export import NativeGame
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.play.match import Match
from medianoche.ui import browser, catalog
from medianoche.ui.refusals import RefusedError
from medianoche.ui.server import SLICE_S, Server
from medianoche.ui.sessions import Sessions
from medianoche.ui.stored import SAVED_SESSION
from tests.agents.test_export import needs_linker
from tests.envs.repeats import larger

STANDINS = Path(browser.__file__).parent / "standins"
POSITIONS = 6


def shown(name, positions, standin):
    """What another process prints as the corpus of a game."""
    code = f"{'import absent; ' * standin}from tests.ui import corpus; corpus.main({[name, str(positions)]})"
    paths = [str(STANDINS)] * standin + [str(Path(__file__).parents[2])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("name", "positions"), [("misty", POSITIONS), *(larger(name, 10 * POSITIONS) for name in envs.names())]
)
def test_pictures_and_words_are_the_same_with_the_stand_in(name, positions):
    real, other = (shown(name, positions, standin) for standin in (False, True))
    differ = Counter(what for one, two in zip(real, other, strict=True) for what in one if one[what] != two.get(what))
    assert not differ
    assert len(real) == positions
    assert all(len(row) > 60 for row in real)


def test_what_the_stand_in_lacks_is_named():
    code = "import absent, numpy; numpy.linalg"
    environment = os.environ | {"PYTHONPATH": str(STANDINS)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "the stand-in for NumPy has no linalg" in done.stderr


# ---- slow work in one thread


def test_other_questions_are_answered_while_a_game_is_drawn(tmp_path):
    def draw():
        for number in range(4):
            time.sleep(SLICE_S)
            yield number + 1, 4
        return "page"

    async def ask():
        sessions = Sessions(tmp_path, print, agents=browser_engines().EngineAgents(None))
        told = []

        async def look():
            while True:
                told.append(sessions.progress.work_on("1"))
                await asyncio.sleep(0)

        looking = asyncio.create_task(look())
        page = await Server(sessions, []).in_slices("1", draw())
        looking.cancel()
        return page, told

    page, told = asyncio.run(ask())
    assert page == "page"
    assert {(work["done"], work["whole"]) for work in told if work} >= {(1, 4), (2, 4), (3, 4)}


# ---- agents


def asked_of(engine):
    """The engine of a library, which answers as `thinker.mjs` does."""

    async def answer(_, records, question):
        asked = json.loads(question)
        size = len(engine.state)
        out = np.zeros(2 * engine.game.num_actions + 1, np.float32)
        answers = []
        for row, seed in enumerate(map(int, asked["seeds"])):
            engine.state[:] = np.frombuffer(records[row * size : (row + 1) * size], np.uint8)
            if asked["way"] == "judge":
                best = engine.judge(seed, asked["simulations"], out, asked["plain"])
                weights, values = np.split(out[:-1].astype(float), 2)
                known = [None if np.isnan(value) else value for value in values]
                answers.append({"best": best, "value": float(out[-1]), "weights": weights.tolist(), "values": known})
            else:
                way = Way[asked["way"].upper()]
                answers.append(engine.choose(way, seed, 0, asked.get("simulations", 64), asked.get("plain", False)))
        return json.dumps({"judgements" if asked["way"] == "judge" else "actions": answers})

    return answer


@needs_linker
@pytest.mark.parametrize("name", list(map(larger, envs.names())))
def test_an_engine_plays_and_judges_as_the_agents_do(name, tmp_path):
    game = envs.game(name)
    network = Network.load(shipped(game))
    values = agent("net").values(game)
    export_engine(game, tmp_path, "x86_64", network=network, values=values)
    engine = browser_engines().EngineAgents(asked_of(NativeGame(tmp_path / f"lib{name}.so", game, network, values)))
    players = ["greedy", "random", "net", "net:best", "net:sample", "net:16", "net:16:sample", "level:1.5"]
    players += ["net:plain", "net:16:plain"]
    players += [f"level:{level}" for level in ("beginner", "easy", "medium", "strong", "strongest")]
    match = Match(name, seed=3)
    rng = np.random.default_rng(3)
    differ = Counter()
    for _ in range(40):
        if not match.legal_actions:
            break
        for who in players:
            differ[who] += asyncio.run(engine.answer(who, match.turn())) != int(ask(agent(who), match.turn())[0])
        for who in ("net", "net:64", "greedy", "level:easy"):
            one = asyncio.run(engine.judge(who, match.turn()))
            two = judge(agent(who), match.turn())
            assert one.weights == pytest.approx(two.weights, abs=1e-5)
            assert one.values == pytest.approx(two.values, abs=1e-5)
            assert one.value == (two.value and pytest.approx(two.value, abs=1e-5))
        match.push(int(rng.choice(match.legal_actions)))
    assert sum(differ.values()) <= 2, differ  # of 520: where the last bits decide


def browser_engines():
    from medianoche.ui.browser import engines

    return engines


def test_seeds_are_unmixed():
    seeds = np.array([0, 1, 2**63, 2**64 - 1, 123456789], np.uint64)
    assert list(map(browser_engines().unmixed, mix(seeds).tolist())) == seeds.tolist()


@pytest.mark.parametrize("who", ["flat:50", "ismcts:50", "exec:./bot", "net:/tmp/x.safetensors", "net:8:tree", "ppo"])
def test_agents_that_an_engine_cannot_play_are_refused_in_a_line(who):
    with pytest.raises(AgentError, match=r"accepted: greedy, random, net, level$|does not exist"):
        browser_engines().EngineAgents(None).make(who)


def test_what_an_engine_refuses_is_one_line():
    async def refuses(*_):
        return json.dumps({"error": "DAMAGED: these bytes are no network"})

    with pytest.raises(AgentError, match=r"^misty, heuristic: DAMAGED: these bytes are no network$"):
        asyncio.run(browser_engines().EngineAgents(refuses).answer("greedy", Match("misty").turn()))


# ---- games that move from one page to another


def test_a_saved_game_goes_on_on_another_page(tmp_path):
    from tests.ui.pages import serving

    with serving(tmp_path / "here") as here, serving(tmp_path / "there") as elsewhere:
        number, (token, *_) = here.new(game="misty", seats=["you", "greedy"], seed="5")
        here.choose(token, here.table(token).match.legal_actions[0])
        saved = here.get(f"/api/tables/{number}/game", here.owner)
        made = elsewhere.post("/api/replays", elsewhere.owner, saved)
        assert not made["replayed"]
        assert set(made["tokens"]) & set(here.sessions.saved[number].tokens) == {""}
        other = elsewhere.table(made["tokens"][0])
        assert other.actions[:1] == here.table(token).actions[:1]
        elsewhere.choose(made["tokens"][0], other.match.legal_actions[0])
        wrong = saved | {"seats": ["you", "exec:./bot"]}
        status, answer = elsewhere.refused("POST", "/api/replays", elsewhere.owner, wrong)
        assert status == 400
        assert "runs code" in answer


def moved(saved, folder):
    """The session that a page without a server makes of a saved game."""
    sessions = Sessions(folder, print, agents=browser_engines().EngineAgents(None))
    number = asyncio.run(sessions.move(SAVED_SESSION.validate_python(saved)))
    return sessions.saved[number]


def without_server(monkeypatch):
    """Let the page offer what it offers without a server."""
    rated = dict.fromkeys(envs.names(), ("", {}))
    players = browser_engines().PLAYERS
    offers = catalog.Offers(False, players, rated, rated.__contains__, variants_only=True)
    monkeypatch.setattr(catalog, "_offers", [offers])


def test_a_game_with_friends_and_every_hint_is_fitted_to_a_page_without_a_server(tmp_path, monkeypatch):
    from tests.ui.pages import serving

    hints = ["net:64", "net", "ismcts:500", "flat:50"]
    with serving(tmp_path / "here") as here, serving(tmp_path / "there") as elsewhere:
        number, _ = here.new(game="misty", seats=["you", "friend"], hints=hints, clock=300)
        saved = here.get(f"/api/tables/{number}/game", here.owner)
        made = elsewhere.post("/api/replays", elsewhere.owner, saved)
        kept = elsewhere.sessions.saved[made["number"]]
    assert (kept.seats, kept.awaited, kept.hints) == (["you", "friend"], [0, 1], hints)
    without_server(monkeypatch)
    fitted = moved(saved | {"hints": [*hints, "net:/tmp/x.safetensors"]}, tmp_path / "browser")
    assert (fitted.seats, fitted.awaited, fitted.hints) == (["you", "you"], [], ["net:64", "net"])
    assert all(fitted.tokens)


def test_options_that_no_engine_has_are_refused_where_agents_play(tmp_path, monkeypatch):
    """An engine is made for the variants of its game; persons alone may play with any options."""
    from tests.ui.pages import serving

    odd = {"rounds_to_win": 2, "smile_pairs": "disjoint"}
    variant = {"variant": "introductory", "rounds_to_win": 1, "obs_memory": False}
    with serving(tmp_path / "here") as here:
        asked = [(["you", "greedy"], odd), (["you", "friend"], odd), (["you", "greedy"], variant)]
        numbers = [here.new(game="misty", seats=seats, options=options)[0] for seats, options in asked]
        saved = [here.get(f"/api/tables/{number}/game", here.owner) for number in numbers]
        assert here.get("/api/catalog/misty", here.owner)["options"]
        without_server(monkeypatch)
        assert here.get("/api/catalog/misty", here.owner)["options"] == {}
        message = {"game": "misty", "seats": ["you", "greedy"], "options": odd, "hints": [], "pace": 0}
        status, _, content = here.answer("POST", "/api/tables", here.owner, message)
        assert status == 400
        assert "no agent plays with these options" in json.loads(content)["error"]
        here.new(game="misty", seats=["you", "greedy"], options=variant)
    with pytest.raises(RefusedError, match="no agent plays with these options"):
        moved(saved[0], tmp_path / "browser")
    assert moved(saved[1], tmp_path / "browser").seats == ["you", "you"]
    assert moved(saved[2], tmp_path / "browser").seats == ["you", "greedy"]


# ---- reviews that move with their games


def reviewed(here):
    """A game that is over and that an agent has looked at, as it is saved, and what the agent said."""
    number, (*_, watcher) = here.new(
        game="misty", seats=["random", "random"], hints=["ismcts:20"], options={"rounds_to_win": 1}, seed="5"
    )
    here.until("ended", watcher)
    evaluated = here.post("/api/evaluate", watcher, {"agent": "ismcts:20"})
    return here.get(f"/api/tables/{number}/game", here.owner), evaluated, watcher


def test_a_review_moves_with_its_game_and_is_kept_over_a_restart(tmp_path, monkeypatch):
    from tests.ui.pages import serving

    async def refuse(*_):
        raise AssertionError("the game was looked at already")

    with serving(tmp_path / "here") as here:
        saved, evaluated, watcher = reviewed(here)
        assert evaluated["values"]
        assert saved["review"]["points"]
    with serving(tmp_path / "here") as again, serving(tmp_path / "there") as elsewhere:
        token = elsewhere.post("/api/replays", elsewhere.owner, saved)["tokens"][-1]
        for page, seat in ((again, watcher), (elsewhere, token)):
            page.sessions.agents.judge = refuse
            assert page.get("/api/frame", seat)["judge"] == "ismcts:20"
            assert page.post("/api/evaluate", seat, {"agent": "ismcts:20"}) == evaluated
    without_server(monkeypatch)
    moved_game = moved(saved, tmp_path / "browser")
    assert moved_game.hints == []
    assert moved_game.review is not None
    assert moved_game.review.agent == "ismcts:20"


def test_a_review_that_does_not_fit_its_game_is_refused_in_a_line(tmp_path):
    from tests.ui.pages import serving

    with serving(tmp_path / "here") as here:
        saved, *_ = reviewed(here)
        review = saved["review"]
        (place, seat, value, best), *others = review["points"]
        wrong = [
            review | {"format": 2},
            review | {"points": [[place, 1 - seat, value, best], *others]},
            review | {"points": [[place, seat, 2.0, best], *others]},
            review | {"points": [[place, seat, value, 2**30], *others]},
            review | {"points": [*others, [place, seat, value, best]]},
            review | {"points": [*review["points"], [10**6, seat, value, best]]},
            review | {"points": [[0, 0, 0, 0]] * (2**16 + 1)},
            review | {"agent": ""},
            review | {"else": 1},
        ]
        for other in wrong:
            status, line = here.refused("POST", "/api/replays", here.owner, saved | {"review": other})
            assert status == 400
            assert "\n" not in line
        here.post("/api/replays", here.owner, saved)


def test_a_review_is_of_the_actions_that_were_played(tmp_path):
    from tests.ui.pages import serving
    from tests.ui.test_server import play

    with serving(tmp_path / "here") as here:
        _, (token, *_) = here.new(
            game="misty", seats=["you", "random"], hints=["ismcts:20"], options={"rounds_to_win": 1}, seed="5"
        )
        play(here, token)
        here.post("/api/evaluate", token, {"agent": "ismcts:20"})
        assert here.table(token).saved.review
        here.post("/api/back", token)
        assert here.table(token).saved.review is None


def test_what_cannot_be_done_without_a_server_is_not_offered(monkeypatch):
    whole = catalog.everything(), catalog.game_entry("misty")
    assert (whole[0]["friends"], whole[0]["own"]) == (True, True)
    assert {"flat:50", "ismcts:50"} <= set(whole[1]["agents"])
    rated = {"misty": ("", {"greedy": "easy"})}
    offers = catalog.Offers(friends=False, agents=browser_engines().PLAYERS, rated=rated, networks=rated.__contains__)
    monkeypatch.setattr(catalog, "_offers", [offers])
    everything, misty = catalog.everything(), catalog.game_entry("misty")
    assert (everything["friends"], everything["own"]) == (False, False)
    names = {agent["usage"].split(":")[0].split("[")[0] for agent in everything["agents"]}
    assert names == set(browser_engines().PLAYERS)
    assert misty["agents"] == ["random", "greedy", "net", "net:64"]
    assert misty["hints"] == ["net:64", "net"]
    assert misty["strengths"] == {"greedy": "easy"}
    assert misty["levels"] == whole[1]["levels"]
