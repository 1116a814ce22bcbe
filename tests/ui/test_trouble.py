"""Tables in trouble: agents that fail, two servers, moved folders, errors in Spanish; keys of positions."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")

from medianoche import envs
from medianoche.agents.base import located
from medianoche.envs.core.show.catalogue import LANGUAGES
from medianoche.places import NETWORKS
from medianoche.ui import catalog, frames, refusals
from tests.ui.pages import YARDSTICK, serving
from tests.ui.test_server import play
from tests.waiting import soon

ILL = """
import pathlib
HERE = pathlib.Path(__file__).parent

class Ill:
    def act(self, turn):
        with (HERE / "asked").open("a") as file:
            file.write("x")
        if not (HERE / "well").exists():
            raise RuntimeError("no idea")
        return turn.random_actions()
"""
"""A bot that fails until there is a file."""


@pytest.fixture
def ill(tmp_path):
    (tmp_path / "ill.py").write_text(ILL)
    return tmp_path / "ill.py"


# ---- agents that fail


@pytest.mark.parametrize(("path", "message"), [("retry", {}), ("pace", {"pace": 0}), ("name", {"name": "Ana"})])
def test_an_agent_that_has_failed_is_asked_again_by_the_next_request(server, ill, path, message):
    _, (_, token, _) = server.new(game=YARDSTICK, seats=[f"{ill}:Ill", "you"])
    asked = ill.with_name("asked")
    for times in (1, 2):
        frame = server.until("failed", token)
        assert frame["problem"] == "ill.py:Ill has failed; the terminal of the server says why"
        assert (frame["failed"], frame["asked"], frame["back"]) == ("ill.py:Ill", False, False)
        assert asked.read_text() == "x" * times
        assert "no idea" in server.said[-1]
        if times == 2:
            ill.with_name("well").touch()
        server.post(f"/api/{path}", token, message)
        assert soon(lambda n=times: len(asked.read_text()) > n)
    frame = server.until("asked", token)
    assert (frame["problem"], frame["failed"], frame["played"]) == ("", "", 2)


def test_a_choice_before_an_agent_failed_is_taken_back(server, ill):
    _, (token, *_, watch) = server.new(game=YARDSTICK, seats=["you", f"{ill}:Ill"])
    server.choose(token, 3)
    server.until("failed", token)
    assert server.refused("POST", "/api/retry", watch, {})[0] == 400
    server.post("/api/back", token)
    frame = server.get("/api/frame", token)
    assert (frame["asked"], frame["problem"]) == (True, "")
    ill.with_name("well").touch()
    server.choose(token, 2)
    server.until("asked", token)


# ---- folders


def test_two_servers_do_not_share_a_folder(tmp_path):
    games = tmp_path / "games"
    begun = [sys.executable, "-m", "medianoche", "ui", "--no-open", "--port", "0", "--folder", str(games)]
    with serving(games):
        second = subprocess.run(begun, capture_output=True, text=True, check=False)
    assert second.returncode == 2
    assert second.stderr == f"another server keeps its games in {games}; stop it, or give another --folder\n"
    opened = "from pathlib import Path; from medianoche.ui.sessions import Sessions; Sessions(Path(PLACE), print)"
    later = [sys.executable, "-c", opened.replace("PLACE", repr(str(games)))]
    assert subprocess.run(later, capture_output=True, text=True, check=False).stderr == ""


def test_files_that_are_typed_are_stored_with_their_folder(tmp_path, monkeypatch, ill):
    ill.with_name("well").touch()
    pack = Path(envs.game("misty").content.folder) / "packs" / "standard.toml"
    (tmp_path / "own.toml").write_text(pack.read_text())
    (tmp_path / "net.safetensors").write_bytes((NETWORKS / "misty.safetensors").read_bytes())
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with serving(tmp_path / "games") as server:
        seats = ["you", "ill.py:Ill"]
        hints = ["net:net.safetensors:8", "greedy"]
        number, (token, *_) = server.new(game="misty", seats=seats, hints=hints, pack="own.toml")
        frame = server.get("/api/frame", token)
        assert frame["seats"][1]["who"] == "ill.py:Ill"
    saved = json.loads((tmp_path / "games" / f"{number}.json").read_text())
    assert saved["seats"] == ["you", f"{ill}:Ill"]
    assert saved["hints"] == [f"net:{tmp_path}/net.safetensors:8", "greedy"]
    assert saved["replay"]["pack"] == f"{tmp_path}/own.toml"
    monkeypatch.chdir(tmp_path / "elsewhere")
    with serving(tmp_path / "games", programs=True) as server:
        assert server.get("/api/frame", token) == {**frame, "thinking": pytest.approx(frame["thinking"], abs=600)}
        asked = {"key": frame["position"], "agent": saved["hints"][0]}
        assert server.post("/api/hint", token, asked)["words"]
        server.choose(token, int(server.table(token).game.legal_actions(server.table(token).state)[0]))
        server.until("asked", token)


def test_an_agents_string_is_located(tmp_path, monkeypatch, ill):
    monkeypatch.chdir(tmp_path)
    for file in ("64", "easy", "my bot.py"):
        (tmp_path / file).write_text("")
    folder_name = str(tmp_path)
    for text, located_text in (
        ("greedy", "greedy"),
        ("level:easy", "level:easy"),
        ("net:64", "net:64"),
        ("ill.py:Ill#2", f"{folder_name}/ill.py:Ill#2"),
        ("exec:500ms:python3 ill.py --x 64x", f"exec:500ms:python3 {folder_name}/ill.py --x 64x"),
        ("exec:python3 'my bot.py'", f"exec:python3 {shlex.quote(f'{folder_name}/my bot.py')}"),
        ("exec:./ill.py  -v", f"exec:{folder_name}/ill.py -v"),
        ("exec:easy  -v", "exec:easy  -v"),  # a program on PATH
    ):
        assert located(text) == located_text
        assert located(located_text) == located_text


# ---- keys of positions


def test_only_what_changes_the_position_changes_its_key_and_of_a_past_one_nothing_is_told(server):
    _, (one, two, watch) = server.new(game=YARDSTICK, seats=["you", "friend"], hints=["ismcts:20"])
    before = [server.get("/api/frame", token) for token in (one, two, watch)]
    hint = server.post("/api/hint", one, {"key": before[0]["position"], "agent": "ismcts:20"})
    server.post("/api/say", two, {"text": "hello"})
    server.post("/api/name", two, {"name": "Benito"})
    after = [server.get("/api/frame", token) for token in (one, two, watch)]
    assert [choice["position"] for choice in after] == [choice["position"] for choice in before]
    assert all(new["key"] != old["key"] for new, old in zip(after, before, strict=True))
    asked = {"key": before[0]["position"], "actions": [1, 2]}
    assert hint["key"] == before[0]["position"]
    assert "★" in server.post("/api/narrow", one, asked | {"actions": []})["svg"]
    what = {"what": 3, "key": before[0]["position"]}
    assert server.post("/api/explain", one, what)["words"]
    assert server.post("/api/act", one, {"key": before[0]["position"], "action": 3}) == {}
    moved = [server.get("/api/frame", token)["position"] for token in (one, two, watch)]
    assert all(new != old["position"] for new, old in zip(moved, after, strict=True))
    assert server.post("/api/explain", one, what) == {"words": ""}
    line = server.refused("POST", "/api/act", two, {"key": before[1]["position"], "action": 3})
    assert line == (400, "the position has changed since; look again")


# ---- after the game


def test_an_episode_is_drawn_again_for_other_actions_and_names(server):
    _, (token, _, _) = server.new(game=YARDSTICK, seats=["you", "greedy"])
    play(server, token)
    first = server.get("/api/episode", token)
    assert server.get("/api/episode", token) == first
    server.post("/api/name", token, {"name": "Ana"})
    named = server.get("/api/episode", token)
    assert "Ana" in json.dumps(named["seats"])
    table = server.table(token)
    length = len(table.actions)
    table.take_back(0)
    while len(table.actions) < length:  # other actions, as many
        table.choose(table.asked, int(table.game.legal_actions(table.state)[-1]))
    if not table.over:
        table.keep(seats=["greedy", "greedy"])
    assert server.get("/api/episode", token)["views"] != named["views"]
    assert len(server.sessions.saved) == 1


def test_a_game_without_a_network_is_looked_at_by_a_search(server):
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"])
    frame = server.get("/api/frame", token)
    assert (frame["judges"], frame["judge"]) == ([catalog.SEARCH], catalog.SEARCH)
    _, (token, *_) = server.new(game="misty", seats=["you", "random"])
    frame = server.get("/api/frame", token)
    assert frame["judge"] == "net"
    assert frame["judges"] == catalog.hints(envs.game("misty"))


@pytest.mark.parametrize(
    ("name", "count", "fair"),
    [(YARDSTICK, 2, 0.0), ("misty", 4, -0.5), ("nocturna", 4, 0.0), ("medianokte", 4, 0.0), ("correo", 1, 0.0)],
)
def test_a_fair_share_is_that_of_one_side(server, name, count, fair):
    _, (token, *_) = server.new(game=name, seats=["you"] * count)
    assert server.get("/api/frame", token)["fair"] == fair


def test_a_game_with_a_stream_of_packs_has_rules_with_the_numbers_of_its_pack(server):
    _, (token, *_) = server.new(game="misty", seats=["you", "random"], pack="random:5", seed="3")
    rules_told = server.get("/api/rules", token)
    table = server.table(token)
    pack = table.game.content.packs[int(table.state.pack)].source
    assert isinstance(pack, int)
    assert rules_told["rules"] == [
        section._asdict() for section in envs.game("misty").declaration.rules_card("en", pack)
    ]


def test_the_rules_of_a_game_follow_its_options(server):
    _, (token, *_) = server.new(game="nocturna", seats=["you", "random"], options={"variant": "quick"})
    assert "In rounds 4 and 8 all children fight a boss" in str(server.get("/api/rules", token))


# ---- strengths


def test_strengths_are_those_of_the_standard_pack_and_keep_no_game(server):
    misty = envs.game("misty")
    assert catalog.strengths(misty)["random"] == "beginner"
    assert (
        catalog.strengths(misty.content.with_packs(["standard"]), misty.content.read_pack("standard").hash)["random"]
        == "beginner"
    )
    assert catalog.strengths(misty, misty.content.read_pack(7).hash) == {}
    assert catalog.strengths(envs.game(YARDSTICK)) == {}
    _, (token, *_) = server.new(game="misty", seats=["you", "greedy"], pack="7")
    assert [seat["strength"] for seat in server.get("/api/frame", token)["seats"]] == ["", ""]
    known = catalog.rated_in.cache_info().currsize
    for _ in range(5):
        catalog.strengths(misty.content.with_packs(["standard"]))
    assert catalog.rated_in.cache_info().currsize == known


# ---- languages


def test_errors_that_a_person_causes_are_in_the_language_of_the_page(server):
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"], hints=["random"])
    spanish = {"Accept-Language": "es"}
    position = server.get("/api/frame", token)["position"]
    asked = {"game": "misty", "seats": ["you", "random"]}
    for path, who, message, line in (
        ("back", token, {}, "no hay nada que puedas deshacer"),
        ("act", token, {"key": "old", "action": 3}, "la posición ha cambiado; mira otra vez"),
        ("act", token, {"key": position, "action": 9}, "la acción 9 no es legal; nada ha cambiado"),
        ("again", token, {}, "la partida no ha terminado"),
        ("tables", server.owner, asked | {"seats": ["you", "x"]}, "el agente no se acepta: unknown agent 'x'"),
        ("tables", server.owner, asked | {"pack": "x"}, "el contenido no se acepta: unknown pack 'x'"),
        ("tables", server.owner, asked | {"options": {"x": 1}}, "una opción no se acepta: "),
        ("back", "wrong", {}, "esta clave no abre ninguna partida"),
    ):
        assert server.refused("POST", f"/api/{path}", who, message, **spanish)[1].startswith(line)


def test_a_problem_of_the_table_is_told_in_the_language_of_the_page(server, ill):
    _, (_, token, _) = server.new(game=YARDSTICK, seats=[f"{ill}:Ill", "you"])
    server.until("problem", token)
    table = server.table(token)
    assert frames.contents(table, 1, "es")["problem"] == "ill.py:Ill ha fallado; la terminal del servidor dice por qué"


def test_every_refusal_is_a_sentence_in_every_language():
    words = [refusals.sentence("error-number", lang, name="x", least=1, most=2) for lang in LANGUAGES]
    assert len(set(words)) == len(LANGUAGES)
    source = "".join(file.read_text(encoding="utf-8") for file in Path(catalog.__file__).parent.glob("*.py"))
    for key in refusals.strings(Path(catalog.__file__).parent):
        if key.startswith(("error-", "cause-")):
            assert f'"{key}"' in source


def test_an_error_in_an_explanation_is_a_line_in_its_place(server, monkeypatch):
    def fails(*_):
        raise KeyError("back-with")

    _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"])
    before = server.get("/api/frame", one)
    monkeypatch.setattr("medianoche.envs.core.base.BaseGame.explain", fails)
    monkeypatch.setattr("medianoche.envs.core.declaration.Declaration.glossary", fails)
    line = "this cannot be explained (unexpected KeyError); the game goes on, and the terminal of the server says more"
    assert server.post("/api/explain", one, {"what": 3}) == {"words": line}
    assert server.get("/api/glossary", one) == {"glossary": {"?": line}}
    assert server.post("/api/act", one, {"key": before["position"], "action": 3}) == {}
    assert server.get("/api/frame", two)["asked"]
