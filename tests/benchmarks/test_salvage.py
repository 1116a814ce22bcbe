"""Damaged tournaments are salvaged; read-only and full media end in one line."""

import contextlib
import os
import resource
import shutil
import sqlite3
import subprocess

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.tournament import Spec, Store, TournamentError, run_tournament
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.salvage import OTHERS, salvage
from medianoche.benchmarks.tournament.store import FILE
from medianoche.cli import results
from medianoche.cli.tournament import clear
from medianoche.envs.core.errors import MedianocheError
from medianoche.training import checkpoint
from tests.benchmarks.calls import done, larger, refused
from tests.benchmarks.conftest import YARDSTICK, altered
from tests.benchmarks.failing import as_of_04

GAMES = 12

# ---- salvage


def page_of(data, text):
    """Where the page of 4096 bytes begins that holds `text`."""
    return data.index(text) // 4096 * 4096


def test_every_game_that_can_be_read_is_salvaged_and_the_others_are_played_again(spec, tmp_path, rows):
    folder = tmp_path / "games"
    out = tmp_path / "saved"
    run_tournament(spec, folder, 600, save_replays=True)
    altered(folder, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray((folder / FILE).read_bytes())
    whole = rows(folder)
    at = page_of(data, b'["greedy", "random"]')
    for page in (at, at + 4096 * 5):
        data[page : page + 4096] = bytes(range(256)) * 16
    (folder / FILE).write_bytes(data)
    with pytest.raises(TournamentError, match=r"medianoche salvage .*games` copies what can still be read"):
        Report.from_folder(folder)
    saved = salvage(folder, out)
    assert 400 < saved.games < 600
    assert saved.described
    assert set(rows(out)[1]) <= set(whole[1])
    with pytest.raises(TournamentError, match="exists already"):
        salvage(folder, out)
    run_tournament(spec, out, 600)
    assert rows(out) == whole


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_a_file_whose_end_is_missing_is_salvaged(spec, tmp_path, rows, share):
    folder = tmp_path / "games"
    out = tmp_path / "saved"
    run_tournament(spec, folder, 600)
    altered(folder, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = (folder / FILE).read_bytes()
    whole = rows(folder)
    (folder / FILE).write_bytes(data[: int(share * len(data))])
    saved = salvage(folder, out)
    assert 100 < saved.games < 600
    assert set(rows(out)[1]) <= set(whole[1])
    assert len((folder / FILE).read_bytes()) == int(share * len(data))


def test_without_its_description_a_tournament_goes_on_with_its_own_command_only(spec, folder, tmp_path, rows):
    whole = rows(folder)
    out = tmp_path / "saved"
    altered(folder, "UPDATE tournament SET spec = 'lost'")
    with pytest.raises(TournamentError, match="Invalid JSON"):
        run_tournament(spec, folder, GAMES)
    assert salvage(folder, out) == (GAMES, False)
    with pytest.raises(TournamentError, match="stopped before it began"):
        Report.from_folder(out)
    with pytest.raises(TournamentError, match="holds games of another tournament"):
        run_tournament(Spec.create(YARDSTICK, ["random", "greedy"], seed=4), out, GAMES)
    run_tournament(spec, out, GAMES)
    assert rows(out) == whole


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
    monkeypatch.setattr("medianoche.benchmarks.tournament.ratings.CHOICES", 3)
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
    assert str(tmp_path) in limited(lambda: checkpoint.save(tmp_path, {"a": np.zeros(9999)}), 10)
    network = Network.new(NetHeader.made_for(envs.game(YARDSTICK)))
    file = tmp_path / "p.safetensors"
    assert str(file) in limited(lambda: network.save(file), 10)
    assert str(tmp_path / "out") in limited(lambda: results.export(folder, "csv", tmp_path / "out"), 10)
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("command", ["table", "export", "replay", "salvage"])
def test_a_damaged_tournament_is_one_line_and_exit_code_2(folder, command):
    (folder / FILE).write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    refused([command, folder, *(["--game", "3"] if command == "replay" else [])], FILE)


def test_the_demo_does_not_throw_a_damaged_tournament_away(folder, spec):
    with (folder / FILE).open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 3000)
    with pytest.raises(TournamentError):
        clear(folder, spec, GAMES)
    assert (folder / FILE).is_file()


# ---- forfeits, and the schema


@pytest.fixture(scope="module")
def failed(tmp_path_factory):
    """A tournament of 200 games, of which some were forfeited; its log is in the file."""
    folder = tmp_path_factory.mktemp("failed")
    (folder / "bots.py").write_text(FAULTY)
    spec = Spec.create(YARDSTICK, [f"{folder / 'bots.py'}:Faulty", "random"], forfeit=True)
    run_tournament(spec, folder / "out", 200, save_replays=True)
    altered(folder / "out", "PRAGMA wal_checkpoint(TRUNCATE)")
    return folder / "out"


FAULTY = """
import numpy as np
class Faulty:
    def act(self, turn):
        chosen = turn.action_mask.argmax(axis=1)
        return np.where(turn.seeds % 16 == 0, 99, chosen)
"""


def forfeits_in(folder):
    with Store.read(folder) as store:
        return store.forfeits()


def others_in(folder):
    """The rows of all tables that are copied as they are: replays, shards and settings."""
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
        return {table: database.execute(f"SELECT * FROM {table}").fetchall() for table in OTHERS}


def damaged_at(folder, new, place, data):
    """A copy of a tournament's file with other bytes at a place."""
    new.mkdir()
    whole = bytearray((folder / FILE).read_bytes())
    whole[place : place + len(data)] = data
    (new / FILE).write_bytes(whole)
    return new


@pytest.mark.parametrize("seed", range(24))
def test_no_forfeit_becomes_an_ordinary_loss(failed, tmp_path, rows, seed):
    """A page is lost: what is salvaged is as it was, forfeits included."""
    rng = np.random.default_rng(seed)
    pages = (failed / FILE).stat().st_size // 4096
    folder = damaged_at(failed, tmp_path / "bad", int(rng.integers(2, pages)) * 4096, rng.bytes(4096))
    saved = salvage(folder, tmp_path / "saved")
    assert saved.described
    stored = set(rows(tmp_path / "saved")[1])
    assert stored <= set(rows(failed)[1])
    known = {row[0] for row in stored}
    whole = forfeits_in(failed)
    assert forfeits_in(tmp_path / "saved") == {game: forfeit for game, forfeit in whole.items() if game in known}
    with Store.read(tmp_path / "saved") as store:
        assert store.doubt is None


PAGES = 29
"""A byte of the header's number of pages."""


@pytest.mark.parametrize("count", [12, larger(60)])
def test_one_bad_byte_in_the_schema_loses_nothing(failed, tmp_path, rows, count):
    assert len(others_in(failed)["replays"]) == 200
    first = (failed / FILE).read_bytes()[:4096]
    begin = first.index(b"CREATE")
    places = [*range(100, 130), *range(begin - 60, 4096)]
    whole = rows(failed)
    for place in [PAGES, first.rindex(b"forfeit TEXT"), *places[:: len(places) // count]]:
        folder = damaged_at(failed, tmp_path / f"bad{place}", place, bytes([first[place] ^ 0x15]))
        out = tmp_path / f"saved{place}"
        assert salvage(folder, out) == (200, True), place
        assert rows(out) == whole, place
        assert forfeits_in(out) == forfeits_in(failed)
        assert others_in(out) == others_in(failed)
        shutil.rmtree(folder)
        shutil.rmtree(out)


@pytest.mark.parametrize("text", [b"games (", b"CREATE TABLE replays", b"SQLite format 3"])
def test_a_first_page_that_is_lost_is_known(failed, tmp_path, rows, text):
    place = (failed / FILE).read_bytes().index(text)
    folder = damaged_at(failed, tmp_path / "bad", place, b"?" * len(text))
    assert salvage(folder, tmp_path / "saved") == (200, True)
    assert rows(tmp_path / "saved") == rows(failed)


def test_the_log_beside_a_file_with_a_bad_schema_is_read(spec, tmp_path, rows):
    folder = tmp_path / "games"
    run_tournament(spec, folder, 100)
    altered(folder, "PRAGMA wal_checkpoint(TRUNCATE)")
    with Store.open(folder, spec, 200) as store:
        run_tournament(spec, folder, 200)
        copy = tmp_path / "copy"
        shutil.copytree(folder, copy)  # while the file is open, the last games are in the log
        assert (copy / f"{FILE}-wal").stat().st_size > 0
        assert store.played == 200
    whole = rows(folder)
    data = bytearray((copy / FILE).read_bytes())
    place = data.index(b"CREATE TABLE games")
    data[place : place + 6] = b"??????"
    (copy / FILE).write_bytes(data)
    assert salvage(copy, tmp_path / "saved").games == 200
    assert rows(tmp_path / "saved")[1] == whole[1]


def test_forfeits_of_04_are_kept_and_if_their_table_is_damaged_it_is_said(failed, tmp_path, rows):
    old = as_of_04(failed, tmp_path / "old")
    lost = forfeits_in(old)
    assert lost
    salvage(old, tmp_path / "saved")
    assert forfeits_in(tmp_path / "saved") == lost
    assert Report.from_folder(tmp_path / "saved").doubt is None
    data = (old / FILE).read_bytes()
    bad = damaged_at(old, tmp_path / "bad", page_of(data, next(iter(lost.values())).detail.encode()), b"\0" * 4096)
    assert salvage(bad, tmp_path / "doubtful").games == 200
    report = Report.from_folder(tmp_path / "doubtful")
    assert "It is not known of all games whether they were forfeited" in report.notes
    done(["export", tmp_path / "doubtful", "--out", tmp_path / "export"])
    assert "It is not known of all games" in (tmp_path / "export" / "croissant.json").read_text()


def test_of_another_file_nothing_is_made_up(tmp_path):
    (tmp_path / "other").mkdir()
    altered(tmp_path / "other", "CREATE TABLE games (what TEXT)")
    line = refused(["salvage", tmp_path / "other"], FILE)
    assert "neither a game nor the description of the tournament can be read" in line
    assert not (tmp_path / "other-salvaged").exists()
