"""Files that time, a disk or a stranger has changed: each works, or is one line that names it."""

import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys

import numpy as np
import pytest
import tomli_w

from medianoche import envs
from medianoche.agents.policy import Header, PolicyNetwork, load
from medianoche.benchmarks.tournament import Spec, Store, TournamentError, run_tournament
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.salvage import salvage
from medianoche.benchmarks.tournament.store import FILE
from medianoche.cli import main as cli
from medianoche.cli import results
from medianoche.envs.core.content import pack as packs
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.play.replay import Replay
from medianoche.training import checkpoint
from tests.benchmarks.conftest import YARDSTICK

GAMES = 12
WILD = [
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    -(2**70),
    int("9" * 4000),
    90.0,
    1e308,
    "",
    "os:abort",
    "builtins:exit",
    "x" * 999,
]
WILD += ["/etc/passwd", "../../../secret.toml", "\x1b[31m", [], [[]], {}, {"num_players": 3}, [None], {"": {}}]


def mutated(data, chance):
    """Some bytes changed, lost, repeated or moved."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 40))):
        at = chance.randrange(len(found) + 1)
        length = chance.choice((1, 2, 8, 64, 512))
        kind = chance.randrange(5)
        if kind == 0 and at < len(found):
            found[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del found[at : None if chance.random() < 0.2 else at + length]
        elif kind == 2:
            found[at : at + length] = chance.randbytes(length)
        elif kind == 3:
            found[at:at] = found[at : at + length] * chance.randrange(3)
        elif at < len(found):
            found[at] = chance.choice(b'\x00\xff"[]{}-9.,=e\n')
    return bytes(found)


def with_wild_value(tables, chance):
    """One value somewhere in nested tables replaced by what has no business there."""
    found = json.loads(json.dumps(tables))
    here = found
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = chance.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and chance.random() < 0.8:
            here = here[key]
            continue
        if chance.random() < 0.1 and isinstance(here, dict):
            here[chance.choice(("colour", "game", "\x00"))] = here.pop(key)
        else:
            here[key] = chance.choice(WILD)
        return found


def mangled_json(tables, chance):
    """A JSON file of `tables`, changed."""
    if chance.random() < 0.5:
        return mutated(json.dumps(tables).encode(), chance)
    if chance.random() < 0.05:
        key = chance.choice(list(tables))
        depth = chance.choice((50, 5000, 200_000))
        return json.dumps({**tables, key: "DEEP"}).replace('"DEEP"', "[" * depth + "]" * depth).encode()
    text = json.dumps(with_wild_value(tables, chance))
    return text.replace("9" * 4000, "9" * chance.choice((20, 4000, 6000))).encode()


def answered(work, file):
    """True if `work` goes through; else it must have said one line that names `file`."""
    try:
        work()
    except MedianocheError as error:
        line = str(error)
        assert file.name in line or str(file.parent) in line, line
        assert "\n" not in line
        assert len(line) < 2000
        return False
    return True


def survey(count, make, work, file):
    """Mutate, write and read `count` times; returns how many files still did."""
    good = 0
    for seed in range(count):
        chance = random.Random(seed)
        data = make(chance)
        file.write_bytes(data)
        try:
            good += answered(work, file)
        except BaseException as error:  # noqa: BLE001 - whatever it was, say which file did it
            pytest.fail(f"{file.name}, seed {seed}: {type(error).__name__}: {error} ({data[:300]!r})")
    return good


@pytest.fixture(scope="module")
def spec():
    return Spec.create(YARDSTICK, ["random", "greedy"], seed=3)


@pytest.fixture(scope="module")
def played(spec, tmp_path_factory):
    """The bytes of a tournament of some games."""
    folder = tmp_path_factory.mktemp("played")
    run_tournament(spec, folder, GAMES, shard=4, save_replays=True)
    database = sqlite3.connect(folder / FILE)
    database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    return (folder / FILE).read_bytes()


@pytest.fixture
def folder(played, tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / FILE).write_bytes(played)
    return folder


@pytest.fixture(scope="module")
def replay():
    env = envs.game(YARDSTICK).aec()
    env.reset(9)
    while not env.terminations[env.agent_selection]:
        env.step(env.sample_legal())
    return env.replay()


# ---- ten thousand files


def test_replays(replay, tmp_path, capsys):
    file = tmp_path / "game.json"
    fields = dict(vars(replay))
    good = survey(
        3500,
        lambda chance: mangled_json(fields, chance),
        lambda: results.replay(file, [YARDSTICK]),
        file,
    )
    assert 0 < good < 1000


def test_packs(tmp_path):
    file = tmp_path / "night.toml"
    room = envs.game("misty")
    tables = packs.read(room.package, room.pack_model, room.pack_dtype, "standard").model.model_dump(
        mode="json", exclude_none=True, by_alias=True
    )
    text = packs.packs_folder(room.package).joinpath("standard.toml").read_bytes()

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
        packs.read(room.package, room.pack_model, room.pack_dtype, str(file))

    assert 0 < survey(2500, make, work, file) < 1500


def without_none(value):
    """TOML has no null."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value if item is not None] if isinstance(value, list) else value


def test_policies(tmp_path):
    file = tmp_path / "four.safetensors"
    game = envs.game(YARDSTICK)
    chance = np.random.default_rng(3)
    network = PolicyNetwork([chance.normal(size=(84, 4)), chance.normal(size=(4, 7))], [np.zeros(4), np.zeros(7)])
    network.save(file, Header.of(game, 5))
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

    assert 0 < survey(2500, make, lambda: load(file), file) < 1500


def test_checkpoints(tmp_path):
    arrays = {"learner/weights": np.arange(20, dtype=np.float32), "games/states": np.arange(50, dtype=np.uint8)}
    state = {"version": 0, "league": [{"name": "latest", "games": 3.5}]}
    checkpoint.save(tmp_path, arrays, state)
    file = tmp_path / checkpoint.FILE
    whole = file.read_bytes()
    kept, known = checkpoint.load(tmp_path)
    assert known == state
    np.testing.assert_array_equal(kept["learner/weights"], arrays["learner/weights"])

    def work():
        found, now = checkpoint.load(tmp_path)
        assert now == state
        assert all(found[name].tobytes() == arrays[name].tobytes() for name in arrays)

    assert survey(500, lambda chance: mutated(whole, chance), work, file) < 100


@pytest.fixture
def quick(monkeypatch):
    """Without the pictures, and with few bootstraps: what reads the file is the same."""
    monkeypatch.setattr("medianoche.benchmarks.tournament.ratings.REPLICATES", 3)
    monkeypatch.setattr("medianoche.benchmarks.tournament.page.write_page", lambda report: report.folder)


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


@pytest.mark.usefixtures("quick")
def test_tournaments_with_changed_bytes(spec, played, folder, capsys):
    chances = iter(random.Random(-seed) for seed in range(700))
    good = survey(
        700, lambda chance: mutated(played, chance), lambda: clean(folder, spec, next(chances)), folder / FILE
    )
    assert 0 < good < 650


def clean(folder, spec, chance):
    """Look at a folder in which there is nothing but the file."""
    for path in folder.iterdir():
        if path.name != FILE:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    looked_at(folder, spec, chance)


@pytest.mark.usefixtures("quick")
def test_tournaments_with_changed_values(spec, played, folder, capsys):
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
        found = chance.choice(WILD)
        if isinstance(found, int) and abs(found) >= 2**63:
            found = 2**62
        return json.dumps(found) if isinstance(found, list | dict) else b"\xff\xfe" if found is None else found

    def make(chance):
        table = chance.choice(list(columns))
        column = chance.choice(columns[table])
        (folder / FILE).write_bytes(played)
        database = sqlite3.connect(folder / FILE)
        try:
            where = f"WHERE rowid IN (SELECT rowid FROM {table} LIMIT 1 OFFSET {chance.randrange(3)})"
            database.execute(f"UPDATE {table} SET {column} = ? {where}", (value(chance, column),))
            database.commit()
        except sqlite3.Error:
            pass
        database.close()
        return (folder / FILE).read_bytes()

    chances = iter(random.Random(-seed) for seed in range(500))
    good = survey(500, make, lambda: clean(folder, spec, next(chances)), folder / FILE)
    assert 0 < good < 450


# ---- what files may not do


@pytest.mark.parametrize("game", ["os:abort", "builtins:exit", "tests.nowhere:Game", YARDSTICK])
def test_no_file_names_code(replay, spec, played, folder, tmp_path, game):
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**vars(replay), "game": game}))
    with pytest.raises(MedianocheError, match=r"game\.json: unknown game '.*'; games: .*--game"):
        Replay.load(file)
    database = sqlite3.connect(folder / FILE)
    database.execute("UPDATE tournament SET spec = ?", (json.dumps({**json.loads(spec.to_json()), "game": game}),))
    database.commit()
    database.close()
    with Store.read(folder) as store, pytest.raises(MedianocheError, match=r"sqlite: game 3: unknown game"):
        store.replay(3)


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


def test_no_file_names_a_path(replay, tmp_path):
    file, pack = tmp_path / "game.json", tmp_path / "night.toml"
    file.write_text(json.dumps({**vars(replay), "pack": str(pack)}))
    with pytest.raises(MedianocheError, match=r"was played with the pack '.*night\.toml'; name that file yourself"):
        Replay.load(file, YARDSTICK)
    assert Replay.load(file, YARDSTICK, "standard").play().record.done


def test_options_are_options(replay, tmp_path):
    file = tmp_path / "game.json"
    for name in ("num_players", "pack", "render_mode"):
        file.write_text(json.dumps({**vars(replay), "options": {name: 3}}))
        with pytest.raises(MedianocheError, match=f"has no option '{name}'"):
            Replay.load(file, YARDSTICK).play()


def test_views_and_triggers_are_refused(spec, folder):
    for sql in (
        "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
        "CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
    ):
        database = sqlite3.connect(folder / FILE)
        database.execute(sql)
        database.close()
        for work in (lambda: Store.read(folder), lambda: run_tournament(spec, folder, GAMES + 2)):
            with pytest.raises(TournamentError, match="is no tournament: it holds a"):
                work()
        database = sqlite3.connect(folder / FILE)
        database.execute("DROP TRIGGER IF EXISTS t")
        database.execute("DROP VIEW IF EXISTS v")
        database.close()


@pytest.mark.parametrize(
    ("old", "new"), [("version = 1", "version = true"), ("version = 1", "version = 1.0"), ("= 1", "= " + "9" * 5000)]
)
def test_packs_are_taken_strictly(tmp_path, old, new):
    text = packs.packs_folder("medianoche.envs.misty").joinpath("standard.toml").read_text()
    assert old in text
    file = tmp_path / "night.toml"
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(MedianocheError, match=r"night\.toml"):
        envs.game("misty").read_pack(str(file))


# ---- salvage


def page_of(data, text):
    """Where the page of 4096 bytes begins that holds `text`."""
    return data.index(text) // 4096 * 4096


def many(spec, folder, games=600):
    run_tournament(spec, folder, games, save_replays=True)
    database = sqlite3.connect(folder / FILE)
    database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    return (folder / FILE).read_bytes()


def test_every_game_that_can_be_read_is_salvaged_and_the_others_are_played_again(spec, tmp_path, rows):
    folder, out = tmp_path / "games", tmp_path / "saved"
    data = bytearray(many(spec, folder))
    whole = rows(folder)
    at = page_of(data, b'["greedy", "random"]')
    for page in (at, at + 4096 * 5):
        data[page : page + 4096] = bytes(range(256)) * 16
    (folder / FILE).write_bytes(data)
    with pytest.raises(TournamentError, match=r"medianoche salvage .*games` copies what can still be read"):
        Report.of(folder)
    saved = salvage(folder, out)
    assert 400 < saved.games < 600
    assert saved.described
    assert set(rows(out)[1]) <= set(whole[1])
    with pytest.raises(TournamentError, match="exists already"):
        salvage(folder, out)
    run_tournament(spec, out, 600)
    assert rows(out) == whole


def test_without_its_description_a_tournament_goes_on_with_its_own_command_only(spec, folder, tmp_path, rows):
    whole, out = rows(folder), tmp_path / "saved"
    database = sqlite3.connect(folder / FILE)
    database.execute("UPDATE tournament SET spec = 'lost'")
    database.commit()
    database.close()
    with pytest.raises(TournamentError, match="Invalid JSON"):
        run_tournament(spec, folder, GAMES)
    assert salvage(folder, out) == (GAMES, False)
    with pytest.raises(TournamentError, match="stopped before it began"):
        Report.of(out)
    with pytest.raises(TournamentError, match="holds games of another tournament"):
        run_tournament(Spec.create(YARDSTICK, ["random", "greedy"], seed=4), out, GAMES)
    run_tournament(spec, out, GAMES)
    assert rows(out) == whole


# ---- media


@pytest.fixture
def mounted(tmp_path):
    """Mounts a file system of some kilobytes; skips where that is not allowed, or nothing is there to do it."""
    if not shutil.which("mount"):
        pytest.skip("there is no mount here")
    place = tmp_path / "disk"
    place.mkdir()

    def mount(*words):
        if subprocess.run(["mount", *words, str(place)], capture_output=True, check=False).returncode:
            pytest.skip("file systems cannot be mounted here")
        return place

    yield mount
    subprocess.run(["umount", "-l", str(place)], capture_output=True, check=False)


@pytest.mark.parametrize("interrupted", [False, True])
@pytest.mark.usefixtures("quick")
def test_a_read_only_medium_is_enough_to_look(spec, mounted, tmp_path, capsys, monkeypatch, interrupted):
    monkeypatch.undo()
    monkeypatch.setattr("medianoche.benchmarks.tournament.ratings.REPLICATES", 3)
    place = mounted("-t", "tmpfs", "-o", "size=4m", "tmpfs")
    store = Store.open(place, spec, GAMES)
    run_tournament(spec, place, GAMES, save_replays=True)
    if interrupted:  # what was written last is still beside the file
        shutil.copytree(place, tmp_path / "copy")
        store.database.close()
        for file in (tmp_path / "copy").iterdir():
            if not file.name.endswith("-shm"):
                shutil.copyfile(file, place / file.name)
    store.database.close()
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    results.table(place)
    results.export(place, "csv", tmp_path / "out")
    results.replay(place, ["3", YARDSTICK])
    text = " ".join(capsys.readouterr().out.split())
    assert "12 games on 6 deals" in text
    assert f"no report is written: {place / 'report.html'}: Read-only file system" in text
    assert "verified" in text
    with pytest.raises(OSError, match="Read-only") as error:
        results.export(place, "csv")
    assert str(place) in str(error.value.filename)


def limited(work, size):
    """Run `work` in a child that may write files of `size` bytes; returns the line of its error."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            work()
            line = "went through"
        except (MedianocheError, OSError) as error:
            line = f"{error} {getattr(error, 'filename', '')}"
        os.write(write, line.encode())
        os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    with os.fdopen(read) as text:
        return text.read()


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_on_a_full_disk_one_line_names_the_path_and_nothing_is_lost(spec, replay, tmp_path, rows):
    folder = tmp_path / "games"
    run_tournament(spec, folder, 100)
    before = rows(folder)
    line = limited(lambda: run_tournament(spec, folder, 5000, shard=500), (folder / FILE).stat().st_size + 4096)
    assert str(folder / FILE) in line
    assert "\n" not in line
    assert set(before[1]) <= set(rows(folder)[1])
    run_tournament(spec, folder, 120)
    file = tmp_path / "game.json"
    replay.save(file)
    kept = file.read_bytes()
    assert str(file) in limited(lambda: replay.save(file), 10)
    assert file.read_bytes() == kept
    assert str(tmp_path) in limited(lambda: checkpoint.save(tmp_path, {"a": np.zeros(9999)}, {}), 10)
    network = PolicyNetwork([np.zeros((84, 7))], [np.zeros(7)])
    policy = tmp_path / "p.safetensors"
    assert str(policy) in limited(lambda: network.save(policy, Header.of(envs.game(YARDSTICK))), 10)
    assert str(tmp_path / "out") in limited(lambda: results.export(folder, "csv", tmp_path / "out"), 10)
    assert not list(tmp_path.glob("*.new"))


# ---- as people see it


@pytest.mark.parametrize("command", ["table", "export", "replay", "salvage"])
def test_a_damaged_tournament_is_one_line_and_exit_code_2(folder, monkeypatch, capsys, command):
    (folder / FILE).write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    words = [command, str(folder), *(["--game", "3"] if command == "replay" else [])]
    monkeypatch.setattr(sys, "argv", ["medianoche", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert FILE in line


def test_the_demo_does_not_throw_a_damaged_tournament_away(folder, spec):
    from medianoche.cli.tournament import clear

    with (folder / FILE).open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 3000)
    with pytest.raises(TournamentError):
        clear(folder, spec, GAMES)
    assert (folder / FILE).is_file()
