"""Files that time, a disk or a stranger has changed: each works, or is one line that names it."""

import contextlib
import json
import random
import shutil
import sqlite3

import numpy as np
import pytest
import tomli_w

from medianoche import envs
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.tournament import Spec, Store, TournamentError, run_tournament
from medianoche.benchmarks.tournament.salvage import salvage
from medianoche.benchmarks.tournament.store import FILE
from medianoche.cli import results
from medianoche.envs.core.content import pack as packs
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.play.match import Replay
from medianoche.training import checkpoint
from tests.benchmarks.calls import larger
from tests.benchmarks.conftest import YARDSTICK, altered
from tests.benchmarks.damage import WILD, mangled_json, mutated, survey, with_wild_value

GAMES = 12


def files(quick, all_of_them):
    """So many files are changed and read."""
    return pytest.mark.parametrize("count", [quick, larger(all_of_them)])


@files(300, 3500)
def test_replays(replay, tmp_path, capsys, count):
    file = tmp_path / "game.json"
    fields = dict(vars(replay))
    read = lambda: results.replay(file, [YARDSTICK])  # noqa: E731
    assert 0 < survey(count, lambda chance: mangled_json(fields, chance), read, file) < 0.29 * count


@files(250, 2500)
def test_packs(tmp_path, count):
    file = tmp_path / "night.toml"
    game = envs.game("misty")
    tables = packs.read(
        game.content.package, game.declaration.pack_model, game.declaration.pack_dtype, "standard"
    ).model.model_dump(mode="json", exclude_none=True, by_alias=True)
    text = packs.packs_folder(game.content.package).joinpath("standard.toml").read_bytes()

    def make(chance):
        if chance.random() < 0.6:
            return mutated(text, chance)
        if chance.random() < 0.1:
            depth = chance.choice((50, 5000, 100_000))
            return text + chance.choice((b"x = %s", b"[meta.x]\ny = %s")) % (b"[" * depth + b"]" * depth)
        if chance.random() < 0.1:
            return text.replace(b"1", b"1" * chance.choice((25, 4000, 6000)), 1)
        return tomli_w.dumps(without_none(with_wild_value(tables, chance))).encode()

    def work():
        packs.read(game.content.package, game.declaration.pack_model, game.declaration.pack_dtype, str(file))

    assert 0 < survey(count, make, work, file) < 0.6 * count


def without_none(value):
    """TOML has no null."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value if item is not None] if isinstance(value, list) else value


@files(250, 2500)
def test_networks(tmp_path, count):
    file = tmp_path / "four.safetensors"
    game = envs.game(YARDSTICK)
    Network.new(NetHeader.made_for(game, hidden=(4,))).save(file)
    whole = file.read_bytes()
    size = int.from_bytes(whole[:8], "little")
    head = json.loads(whole[8 : 8 + size])

    def make(chance):
        if chance.random() < 0.4:
            return mutated(whole[: 8 + size], chance) + whole[8 + size :]
        if chance.random() < 0.2:
            return mutated(whole, chance)
        if chance.random() < 0.5:
            header = mangled_json(json.loads(head["__metadata__"]["header"]), chance).decode("latin-1")
            changed = {**head, "__metadata__": {**head["__metadata__"], "header": header}}
        else:
            changed = with_wild_value(head, chance)
        text = json.dumps(changed).encode()
        return len(text).to_bytes(8, "little") + text + whole[8 + size :]

    assert 0 < survey(count, make, lambda: Network.load(file), file) < 0.6 * count


@files(100, 500)
def test_checkpoints(tmp_path, count):
    arrays = {"weights": np.arange(20, dtype=np.float32), "states": np.arange(50, dtype=np.uint8)}
    state = {"version": 0, "league": [{"name": "latest", "games": 3.5}], "arrays": arrays}
    checkpoint.save(tmp_path, state)
    file = tmp_path / checkpoint.FILE
    whole = file.read_bytes()

    def work():
        stored = checkpoint.load(tmp_path)
        assert all(stored["arrays"][name].tobytes() == arrays[name].tobytes() for name in arrays)
        assert {**stored, "arrays": arrays} == state

    work()

    assert survey(count, lambda chance: mutated(whole, chance), work, file) < 0.2 * count


def looked_at(folder, spec, chance):
    """What people do with a tournament's folder; one of it."""
    kind = chance.randrange(5)
    if kind == 0:
        results.table(folder)
    elif kind == 1:
        results.export(folder, "csv", folder / "export")
    elif kind == 2:
        results.replay(folder, [str(chance.randrange(GAMES)), YARDSTICK])
    elif kind == 3:
        run_tournament(spec, folder, GAMES)
    else:
        salvage(folder, folder / "saved")


@files(30, 700)
@pytest.mark.usefixtures("quick")
def test_tournaments_with_changed_bytes(spec, played, folder, capsys, count):
    chances = iter(random.Random(-seed) for seed in range(count))
    look = lambda: clean(folder, spec, next(chances))  # noqa: E731
    assert 0 < survey(count, lambda chance: mutated(played, chance), look, folder / FILE) < 0.93 * count


def clean(folder, spec, chance):
    """Look at a folder in which there is nothing but the file."""
    for path in folder.iterdir():
        if path.name != FILE:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    looked_at(folder, spec, chance)


@files(40, 500)
@pytest.mark.usefixtures("quick")
def test_tournaments_with_changed_values(spec, played, folder, capsys, count):
    columns = {
        "tournament": ["spec", "games"],
        "games": ["game", "seed", "scores", "utilities", "decisions"],
        "shards": ["decisions", "seconds", "agents"],
        "replays": ["actions", "final"],
    }
    written = json.loads(spec.to_json())

    def value(chance, column):
        if column == "spec" and chance.random() < 0.9:
            return mangled_json(written, chance).decode("latin-1")
        if column in ("scores", "utilities", "agents") and chance.random() < 0.6:
            return json.dumps(
                chance.choice(([0], [1, 2, 3], [True, None], [1e400, 0], [[0], 1], {"random": [1, -1]}, WILD))
            )
        drawn = chance.choice(WILD)
        if isinstance(drawn, int) and abs(drawn) >= 2**63:
            drawn = 2**62
        return json.dumps(drawn) if isinstance(drawn, list | dict) else b"\xff\xfe" if drawn is None else drawn

    def make(chance):
        table = chance.choice(list(columns))
        column = chance.choice(columns[table])
        (folder / FILE).write_bytes(played)
        where = f"WHERE rowid IN (SELECT rowid FROM {table} LIMIT 1 OFFSET {chance.randrange(3)})"
        with contextlib.suppress(sqlite3.Error):
            altered(folder, f"UPDATE {table} SET {column} = ? {where}", value(chance, column))
        return (folder / FILE).read_bytes()

    chances = iter(random.Random(-seed) for seed in range(count))
    assert 0 < survey(count, make, lambda: clean(folder, spec, next(chances)), folder / FILE) < 0.9 * count


@pytest.mark.parametrize("game", ["os:abort", "builtins:exit", "tests.nowhere:Game", YARDSTICK])
def test_no_file_names_code(replay, spec, played, folder, tmp_path, game):
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**vars(replay), "game": game}))
    with pytest.raises(MedianocheError, match=r"game\.json: unknown game '.*'; games: .*--game"):
        Replay.load(file)
    altered(folder, "UPDATE tournament SET spec = ?", json.dumps({**json.loads(spec.to_json()), "game": game}))
    with Store.read(folder) as store, pytest.raises(MedianocheError, match=r"sqlite: game 3: unknown game"):
        store.replay(3)


def test_a_game_of_a_file_with_a_stream_of_packs_is_not_imported_either(tmp_path, monkeypatch):
    spec = Spec.create("misty", ["random", "greedy"], pack="random:7:3")
    run_tournament(spec, tmp_path / "t", 4, save_replays=True)
    (tmp_path / "imported.py").write_text("raise SystemExit('the file of a tournament runs code')")
    monkeypatch.syspath_prepend(tmp_path)
    text = json.dumps({**json.loads(spec.to_json()), "game": "imported:Game"})
    altered(tmp_path / "t", "UPDATE tournament SET spec = ?", text)
    with Store.read(tmp_path / "t") as store, pytest.raises(MedianocheError, match="unknown game 'imported:Game'"):
        store.replay(0)
    altered(tmp_path / "t", "UPDATE tournament SET spec = ?", spec.to_json())
    altered(tmp_path / "t", "UPDATE games SET seed = 'seven'")
    with Store.read(tmp_path / "t") as store, pytest.raises(MedianocheError, match="seed"):
        store.replay(0)


def test_the_user_names_a_game_of_his_own_which_must_be_one(replay, tmp_path, capsys):
    file = tmp_path / "game.json"
    replay.save(file)
    results.replay(file, [YARDSTICK])
    assert "verified" in capsys.readouterr().out
    with pytest.raises(MedianocheError, match=r"is of the game .*ConnectFour', not of misty"):
        Replay.load(file, "misty")
    for place in ("os:abort", "os:getcwd", "builtins:exit", ":", "os:", "medianoche.envs.core.game:State"):
        with pytest.raises(MedianocheError) as error:
            envs.game(place)
        assert place in str(error.value)


def test_no_file_names_a_path_and_options_are_options(replay, tmp_path):
    file = tmp_path / "game.json"
    pack = tmp_path / "night.toml"
    file.write_text(json.dumps({**vars(replay), "pack": str(pack)}))
    with pytest.raises(MedianocheError, match=r"was played with the pack '.*night\.toml'; name that file yourself"):
        Replay.load(file, YARDSTICK)
    assert Replay.load(file, YARDSTICK, "standard").play().record.done
    for name in ("num_players", "pack", "render_mode"):
        file.write_text(json.dumps({**vars(replay), "options": {name: 3}}))
        with pytest.raises(MedianocheError, match=f"has no option '{name}'"):
            Replay.load(file, YARDSTICK).play()


def test_views_and_triggers_are_refused(spec, folder):
    for sql in (
        "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
        "CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
    ):
        altered(folder, sql)
        for work in (lambda: Store.read(folder), lambda: run_tournament(spec, folder, GAMES + 2)):
            with pytest.raises(TournamentError, match="is no tournament: it holds a"):
                work()
        altered(folder, "DROP TRIGGER IF EXISTS t")
        altered(folder, "DROP VIEW IF EXISTS v")


@pytest.mark.parametrize(
    ("old", "new"), [("version = 1", "version = true"), ("version = 1", "version = 1.0"), ("= 1", "= " + "9" * 5000)]
)
def test_packs_are_taken_strictly(tmp_path, old, new):
    text = packs.packs_folder("medianoche.envs.misty").joinpath("standard.toml").read_text()
    assert old in text
    file = tmp_path / "night.toml"
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(MedianocheError, match=r"night\.toml"):
        envs.game("misty").content.read_pack(str(file))
