"""Bundles: a rating with its games, verified without the agents, forged in every way we could think of."""

import io
import json
import re
import tracemalloc
import warnings
import zipfile

import numpy as np
import pytest

from medianoche.benchmarks.reference.bundle import ARRAYS, CLAIM, Bundle, BundleError
from tests.agents.conftest import FIRST
from tests.benchmarks.calls import Called, done, refused
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.test_reference import SMALL


def rate(agent):
    return ["rate", agent, YARDSTICK, "--field", SMALL, "--against", "random", "flat:20"]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """A bundle of a run that the stopping rule ended."""
    folder = tmp_path_factory.mktemp("rated")
    (folder / "mine.py").write_text(FIRST)
    more = ["--width", 80, "--out", folder / "out", "--bundle", folder / "rating.zip"]
    return folder / "rating.zip", done([*rate(f"{folder / 'mine.py'}:First"), *more])


def verify(file):
    return ["verify", file, "--field", SMALL, "--game", YARDSTICK]


def opened(file):
    """The claim and the arrays of a bundle, to be changed."""
    stored = Bundle.read(file)
    with zipfile.ZipFile(file) as archive:
        return json.loads(archive.read(CLAIM)), {name: array.copy() for name, array in stored.arrays.items()}


def closed(file, claim, arrays):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CLAIM, claim if isinstance(claim, str) else json.dumps(claim))
        for name, array in arrays.items():
            out = io.BytesIO()
            np.save(out, array)
            archive.writestr(f"{name}.npy", out.getvalue())
    return file


def test_a_rating_is_verified_without_its_agent_and_the_same_one_is_the_same_bundle(bundle, tmp_path):
    file, said = bundle
    (file.parent / "mine.py").unlink(missing_ok=True)
    out = done(verify(file))
    line = out.splitlines()[-1]
    rating = said.splitlines()[-1].split(": ", 1)[1].partition(" in ")[0]
    mark = said.split()[-1]
    assert line.startswith(f"verified: {rating} follows from ")
    assert line.endswith(f"bundle {mark}")
    assert f"{file.parent / 'mine.py'}:First [" in out
    (file.parent / "mine.py").write_text(FIRST)
    more = ["--width", 80, "--out", file.parent / "out", "--bundle", tmp_path / "again.zip"]
    done([*rate(f"{file.parent / 'mine.py'}:First"), *more])
    assert (tmp_path / "again.zip").read_bytes() == file.read_bytes()


def test_a_rating_that_ended_with_its_games_is_verified(tmp_path):
    done([*rate("greedy"), "--games", 37, "--out", tmp_path / "out", "--bundle", tmp_path / "rating.zip"])
    done(verify(tmp_path / "rating.zip"))
    claim, arrays = opened(tmp_path / "rating.zip")
    line = "the games stop after 36: the interval is wider than 20 Elo, and 400 games were to be played"
    refused(verify(closed(tmp_path / "longer.zip", {**claim, "games": 400}, arrays)), line)


def one(array, game, change):
    array[game] = change(array[game])


def without(arrays, games):
    """The bundle without some games."""
    kept = np.ones(len(arrays["seeds"]), bool)
    kept[games] = False
    arrays["actions"] = arrays["actions"][np.repeat(kept, arrays["decisions"])]
    for name in set(ARRAYS) - {"actions"}:
        arrays[name] = arrays[name][kept]


def cut(claim, arrays):
    """An end chosen by its result: the last deal is left out, and everything says so."""
    without(arrays, [-2, -1])
    claim["deals"] -= 1


def twice(claim, arrays):
    arrays["actions"] = np.concatenate([arrays["actions"], arrays["actions"][-arrays["decisions"][-1] :]])
    for name in set(ARRAYS) - {"actions"}:
        arrays[name] = np.concatenate([arrays[name], arrays[name][-1:]])


def swap(claim, arrays):
    for name in ("seats", "scores", "utilities"):
        arrays[name][4] = arrays[name][4][::-1]


def exchange(claim, arrays):
    """The last two games in the other order."""
    last, before = (arrays["actions"][-count:] for count in (arrays["decisions"][-1], arrays["decisions"][-2:].sum()))
    arrays["actions"][-len(before) :] = np.concatenate([last, before[: -len(last)]])
    for name in set(ARRAYS) - {"actions"}:
        arrays[name][[-2, -1]] = arrays[name][[-1, -2]]


def other_action(claim, arrays):
    """The last action of a game becomes another column."""
    place = int(arrays["decisions"][:6].sum()) - 1
    arrays["actions"][place] = (arrays["actions"][place] + 1) % 7


def win(claim, arrays):
    lost = int(np.flatnonzero((arrays["seats"][:, 0] == 0) & (arrays["utilities"][:, 0] < 0))[0])
    arrays["utilities"][lost] *= -1


def changed(place, key, value):
    def change(claim, _):
        (claim["spec"] if place == "spec" else claim)[key] = value

    return change


def other_agent(name):
    return lambda claim, _: claim["spec"]["agents"].__setitem__(2, name)


def other_member(claim, _):
    claim["spec"]["fingerprints"][1] = "0" * 16


FORGERIES = {
    "an action": (other_action, "game 5|decision"),
    "a result": (win, "utilities .* given; its actions lead to"),
    "a score": (lambda _, arrays: one(arrays["scores"], 3, lambda score: score + 1), "game 3: scores"),
    "a final state": (lambda _, arrays: one(arrays["finals"], 3, lambda final: final + 1), "game 3: final state"),
    "a seed": (lambda _, arrays: one(arrays["seeds"], 7, lambda seed: seed + 1), "game 7: seeds .*; the schedule of"),
    "the master seed": (changed("spec", "seed", 2), "game 0: seeds .*; the schedule of seed 2"),
    "a game dropped": (lambda _, arrays: without(arrays, [10]), "game 1[01]: se"),
    "the first deal dropped": (lambda _, arrays: without(arrays, [0, 1]), "game 0: seeds"),
    "a game doubled": (twice, "game \\d+: se"),
    "games exchanged": (exchange, "game \\d+: seats"),
    "seats swapped": (swap, "game 4: seats"),
    "the rating raised": (changed("claim", "elo", 1600.0), "rating: 1600.0 given; from the games follows"),
    "the interval narrowed": (changed("claim", "low", 1400.0), "lower end: 1400.0 given; from the games follows"),
    "an end chosen": (cut, "the games stop after \\d+: the interval is wider than 80 Elo"),
    "more deals claimed": (changed("claim", "deals", 500), "deals: 500 given, \\d+ here"),
    "another width": (changed("claim", "width", 300.0), "deals at which the interval is 300 Elo wide"),
    "a member's fingerprint": (other_member, "fingerprints: "),
    "a narrower width": (changed("claim", "width", 20.0), "the games stop after \\d+: the interval is wider than 20"),
    "another member": (other_agent("greedy"), "the games stop|deals at which|rating: "),
    "a stranger as member": (other_agent("b"), "opponents: b: no member"),
    "the game's version": (changed("spec", "game_version", 5), "game_version: 5 there, 0 here"),
    "the pack": (changed("spec", "pack_hash", "0" * 16), "pack_hash: 0000000000000000 there"),
    "the options": (changed("spec", "options", '{"x": 1}'), "options: "),
    "the field's table": (changed("claim", "table", "0" * 16), "the field's table: 0000000000000000 given"),
    "a forfeit": (changed("claim", "forfeits", [[3, 1, "it failed"]]), "forfeited"),
    "a game lost by failure": (
        lambda claim, _: claim.update(forfeits=[[3, 1, "it failed"]], spec={**claim["spec"], "forfeit": True}),
        "forfeited after its end",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_bundle_is_refused_in_one_line_that_says_what_does_not_follow(bundle, tmp_path, what):
    forge, line = FORGERIES[what]
    claim, arrays = opened(bundle[0])
    forge(claim, arrays)
    err = refused(verify(closed(tmp_path / "forged.zip", claim, arrays)))
    assert re.search(line, err), err


def with_claim(text=None, **changes):
    return lambda file, claim, arrays: closed(file, text or {**claim, **changes}, arrays)


def with_array(name, change):
    return lambda file, claim, arrays: closed(file, claim, {**arrays, name: change(arrays[name])})


@pytest.mark.parametrize(
    ("write", "line"),
    [
        (lambda file, *_: file.write_bytes(b"PK no archive"), "is no bundle: "),
        (lambda file, *_: file.write_bytes(b""), "is no bundle: "),
        (with_claim("[" * 100_000), "rating.json: "),
        (with_claim(elo=float("nan")), "rating.json: elo"),
        (with_claim(format=3), "has format 3; accepted: 1, 2"),
        (with_claim(more=2), "more"),
        (lambda file, claim, arrays: closed(file, claim, {"actions": arrays["actions"]}), "it holds other files"),
        (with_array("seats", lambda seats: np.zeros(3)), "seats: float64 given"),
        (with_array("seats", lambda seats: np.array([{}])), "seats: object given"),
        (with_array("seats", lambda seats: seats[:, :1]), "seats: .* given for"),
        (with_array("decisions", lambda decisions: -decisions), "actions: .* decisions"),
        (with_array("actions", lambda actions: actions * 10**6), "illegal|action"),
    ],
)
def test_a_damaged_bundle_is_one_line(bundle, tmp_path, write, line):
    write(tmp_path / "damaged.zip", *opened(bundle[0]))
    err = refused(verify(tmp_path / "damaged.zip"))
    assert re.search(line, err), err


def repacked(file, method=zipfile.ZIP_DEFLATED, twice="", comment=b"", grown=0, array="actions", noise=0):
    """The same bundle packed otherwise; `grown`: so many zero bytes at the end of an array, and `noise`: so many that
    cannot be packed."""
    with zipfile.ZipFile(file) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    entries[f"{array}.npy"] += bytes(grown) + np.random.default_rng(1).bytes(noise)
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", method) as archive:
        warnings.simplefilter("ignore")  # of the name that is there twice
        for name, data in [*entries.items(), *((twice, entries[name]) for name in [twice] if name)]:
            archive.writestr(name, data)
        archive.comment = comment
    return file


def told_smaller(file):
    """The directory and the heads of the entries say that every file has 1,000 bytes at most."""
    data = bytearray(file.read_bytes())
    for mark, place in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.find(mark)
        while at >= 0:
            size = int.from_bytes(data[at + place : at + place + 4], "little")
            data[at + place : at + place + 4] = min(size, 1000).to_bytes(4, "little")
            at = data.find(mark, at + 1)
    file.write_bytes(data)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda file: repacked(file, zipfile.ZIP_BZIP2), "packed by method 12; accepted: stored or deflated"),
        (lambda file: repacked(file, zipfile.ZIP_LZMA), "packed by method 14; accepted: stored or deflated"),
        (lambda file: repacked(file, twice="actions.npy"), "holds a file twice"),
        (lambda file: repacked(file, comment=b"x"), "bytes before or after the archive|does not end"),
        (lambda file: file.write_bytes(b"x" + file.read_bytes()), "bytes before"),
        (lambda file: file.write_bytes(file.read_bytes() + b"x"), "does not end as an archive does"),
        (lambda file: repacked(file, grown=2**27), "300 times its size"),
        (lambda file: told_smaller(repacked(file, grown=2**27)), "is no bundle|is cut off|given in"),
        (lambda file: told_smaller(repacked(file, zipfile.ZIP_BZIP2, grown=2**27)), "packed by method 12"),
        (lambda file: repacked(file, grown=2**26, noise=2**19), "actions: .* bytes; accepted: up to .* decisions"),
        (lambda file: repacked(file, grown=2**26, noise=2**19, array="seeds"), "seeds: .* accepted: up to .* games"),
        (lambda file: repacked(file, grown=2**26, noise=2**19, array="seats"), "seats: .* accepted: up to .* games"),
    ],
    ids=[
        "bzip2",
        "lzma",
        "twice",
        "comment",
        "prefix",
        "suffix",
        "bomb",
        "lying-bomb",
        "lying-bzip2",
        "actions",
        "games",
        "seats",
    ],
)
def test_a_bundle_is_unpacked_with_bounds(bundle, tmp_path, change, line):
    file = tmp_path / "bomb.zip"
    file.write_bytes(bundle[0].read_bytes())
    change(file)
    tracemalloc.start()
    try:
        with pytest.raises(BundleError, match=line):
            Bundle.read(file)
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


def test_a_bundle_with_stored_entries_is_read(bundle, tmp_path):
    file = tmp_path / "stored.zip"
    file.write_bytes(bundle[0].read_bytes())
    repacked(file, zipfile.ZIP_STORED)
    done(verify(file))


def test_a_bundle_with_a_directory_of_many_entries_is_refused_at_once(tmp_path):
    file = tmp_path / "many.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(200):
            archive.writestr(f"{number}", b"")
    with pytest.raises(BundleError, match=r"a directory of .* bytes; accepted: up to 4,096"):
        Bundle.read(file)


def test_a_bundle_names_no_code_and_no_field_of_its_own(bundle, tmp_path):
    file, _ = bundle
    assert "name it yourself: --game" in Called(["verify", file, "--field", SMALL]).err
    assert "is of field 'small'; name its file: --field" in Called(["verify", file, "--game", YARDSTICK]).err
    claim, arrays = opened(file)
    claim["spec"]["game"] = "evil:Game"
    command = ["verify", closed(tmp_path / "evil.zip", claim, arrays), "--field", SMALL]
    refused(command, "is of the game 'evil:Game'; name it yourself")
