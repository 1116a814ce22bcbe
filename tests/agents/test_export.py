"""Games as libraries and WebAssembly modules: what they do is what Python does."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.export import engine
from medianoche.agents.kernels.exported import HEADER, Way, after
from medianoche.agents.network import NetHeader, Network, shipped
from medianoche.agents.valued import values_of
from medianoche.benchmarks.speed.export import NativeGame, measure
from medianoche.envs.core.compile import export, linking
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.kernels import DISABLED, uncompiled
from medianoche.envs.core.kernels.exported import Fact, Refusal, conceal_notes
from medianoche.envs.core.show.events import secrets
from tests.agents.exported import at, differences, replayed
from tests.benchmarks.calls import refused
from tests.envs.noted import concealed, told
from tests.envs.repeats import larger

HERE = Path(__file__).parent
NODE = shutil.which("node")
CC = shutil.which("cc")
pytestmark = [
    pytest.mark.skipif(DISABLED, reason="kernels are not compiled"),
    pytest.mark.skipif(not linking.AVAILABLE, reason="code cannot be linked"),
    pytest.mark.skipif(sys.platform != "linux", reason="libraries of Linux are loaded"),
]


def has_linker(target):
    try:
        return bool(export.linker(export.TARGETS[target]))
    except GameError:
        return False


needs_linker = pytest.mark.skipif(not has_linker("x86_64"), reason="no linker is installed")
needs_wasm = pytest.mark.skipif(
    not NODE or not has_linker("wasm32"), reason="no node, or no wasm-ld (medianoche[link])"
)


def network_of(game):
    """The network that comes with a game; for Connect Four a random one."""
    if game.name in envs.names():
        return Network.load(shipped(game))
    return Network.new(NetHeader.made_for(game, hidden=(32, 16), advice=True), seed=7)


def played_by(file, game):
    """The library of a game with its network, and the values with which it plays duels."""
    return NativeGame(file, game, network_of(game), values_for(game))


def values_for(game):
    """The values of duels that come with a game."""
    return values_of(agent("net"), game) if game.name in envs.names() else None


def ran(folder, *words):
    """What a program printed in `folder`."""
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory, four):
    """The exported folder of a game and a target, by name; each is made once."""
    known = {}

    def export_once(name, target, packs=("standard",)):
        game = (four if name == "four" else envs.game(name)).content.with_packs(packs)
        if (name, target, packs) not in known:
            folder = tmp_path_factory.mktemp(f"{name}-{target}")
            engine.export_engine(game, folder, target, packs, network=network_of(game), values=values_for(game))
            known[name, target, packs] = folder
        return game, known[name, target, packs]

    return export_once


@pytest.fixture
def native(made):
    game, folder = made("four", "x86_64")
    return NativeGame(folder / f"lib{game.name}.so", game, network_of(game))


@needs_linker
@pytest.mark.parametrize(
    ("name", "packs", "decisions"),
    [("four", ("standard",), 200), *(larger(name, ("standard", 5), 10_000) for name in envs.names())],
)
def test_a_library_does_what_python_does(made, name, packs, decisions):
    game, folder = made(name, "x86_64", packs)
    native_game = played_by(folder / f"lib{game.name}.so", game)
    differing, compared = differences(native_game, decisions, events_every=decisions // 500 + 1)
    rounded = differing.pop("POLICY", 0)  # an action whose share of the best one is `min_p` but for the last bits
    assert not differing
    assert rounded <= decisions // 5_000
    assert compared["BEST"] == compared["SAMPLE"] == compared["heuristic"] == decisions
    assert compared["SEARCH"] >= decisions // 50
    assert compared["judge"] == compared["judgement"] >= 2 * (decisions // 50)
    assert compared["apply"] >= decisions // 20
    assert compared.get("events", 0) >= 400 * (name != "four")


@needs_linker
@pytest.mark.parametrize(
    ("name", "phases", "decisions"), [("four", ("end",), 100), larger("correo", ("take", "place"), 2_000)]
)
def test_a_library_searches_in_the_phases_of_the_header(made, name, phases, decisions):
    game, folder = made(name, "x86_64")
    network = network_of(game)
    network.header = replace(network.header, search_phases=phases)
    native_game = NativeGame(folder / f"lib{game.name}.so", game, network)
    differing, compared = differences(native_game, decisions, search_every=2)
    assert not differing
    assert compared["SEARCH"] == decisions // 2


@needs_wasm
@needs_linker
@pytest.mark.parametrize(("name", "decisions"), [larger("four", 400), *(larger(name, 2_000) for name in envs.names())])
def test_a_module_does_what_the_library_does(made, name, decisions):
    game, folder = made(name, "wasm32")
    native_game = played_by(made(name, "x86_64")[1] / f"lib{game.name}.so", game)
    its = ran(folder, NODE, HERE / "replayed.mjs", folder, game.name, decisions, 20)
    assert json.loads(its) == replayed(native_game, decisions, 20)


@needs_wasm
@needs_linker
@pytest.mark.parametrize("name", [larger("four"), *map(larger, envs.names())])
def test_a_module_judges_as_the_library_does(made, name):
    """But for the last bits: the processors add in other orders."""
    game, folder = made(name, "wasm32")
    native_game = played_by(made(name, "x86_64")[1] / f"lib{game.name}.so", game)
    out = np.zeros(2 * game.num_actions + 1, np.float32)
    its = json.loads(ran(folder, NODE, HERE / "judged.mjs", folder, game.name, 30))
    left = native_game.new(0, 0, 1)
    for seed, rows in enumerate(zip(its[::2], its[1::2], strict=True)):
        for (best, value, weights, values), simulations in zip(rows, (64, 0), strict=True):
            assert native_game.judge(seed, simulations, out) == best
            np.testing.assert_allclose(np.array([*weights, *values, value], float), out, atol=2e-4)
        left = native_game.step(rows[0][0])
    assert seed > 5
    assert left == 0 or seed == 29


def test_facts_of_duels_are_those_of_the_game():
    rules = envs.game("nocturna").declaration.duels()
    numbers = [*rules.pair, rules.turns, rules.inputs, rules.entries, len(rules.networks)]
    facts = engine.duel_facts(envs.game("nocturna"))
    names = ["ROWS", "COLUMNS", "TURNS", "INPUTS", "ENTRIES", "NETWORKS"]
    assert [facts[Fact[f"DUEL_{name}"]] for name in names] == numbers
    assert all(numbers)
    assert not any(engine.duel_facts(envs.game("misty")).values())


@needs_linker
def test_what_is_exported_describes_itself(made, native):
    game, folder = made("four", "x86_64")
    about = json.loads((folder / f"{game.name}.json").read_text(encoding="utf-8"))
    header = (folder / f"{game.name}.h").read_text(encoding="utf-8")
    assert about["state"]["fields"]["to_move"]["offset"] == game.declaration.state_dtype.fields["to_move"][1]
    assert f"MN_STATE_BYTES = {game.declaration.state_dtype.itemsize}," in header
    assert native.c.mn_about(int(Fact.ACTIONS)) == game.num_actions == about["actions"]["size"]
    assert native.c.mn_about(int(Fact.PUBLIC)) == native.c.mn_about(-1) == Refusal.NO_NUMBER
    assert {refusal.name: refusal.value for refusal in Refusal} == {k: v["number"] for k, v in about["errors"].items()}
    assert "MIT License" in (folder / "LICENSE").read_text(encoding="utf-8")
    declared = set(re.findall(r"int32_t (mn_\w+)\(", header))
    shown = subprocess.run(["nm", "-D", folder / f"lib{game.name}.so"], capture_output=True, text=True, check=True)
    assert declared == set(re.findall(r" T (\w+)", shown.stdout))
    assert len(declared) == 11


def test_the_fuzzer_calls_every_function():
    header = engine.HEADER.read_text(encoding="utf-8")
    fuzzer = (HERE.parent / "soak" / "exported.py").read_text(encoding="utf-8")
    assert set(re.findall(r"int32_t (mn_\w+)\(", header)) == set(re.findall(r"\bc\.(mn_\w+)\b", fuzzer))


@needs_linker
def test_refusals_change_nothing(native):
    answers = {native.step(0), native.step(0, "mn_apply"), native.choose(Way.HEURISTIC, 1), native.choose(Way.BEST, 1)}
    assert answers | {native.judge(1)} == {Refusal.NO_PRESET_FITS}  # nothing was dealt
    assert native.new(9, 0, 1) == Refusal.NO_PRESET
    assert native.new(0, 1, 1) == Refusal.NO_PACK
    assert native.new(0, 0, 1) == 7
    before = native.state.copy()
    for action in (-1, 7, 63, 64, 2**31 - 1, -(2**31)):
        assert native.step(action) == native.step(action, "mn_apply") == Refusal.ILLEGAL
    for length in (1, 7):
        asked = at(native.state), at(native.mask), 3, at(native.notes), length
        assert native.c.mn_step(*asked) == native.c.mn_apply(*asked) == Refusal.SMALL_NOTES
        assert native.mask[0] == 127
    for seat in (-1, 2):
        assert native.conceal(native.state, seat, native.notes) == Refusal.NO_SEAT
        assert native.c.mn_observe(at(native.state), seat, at(native.out)) == Refusal.NO_SEAT
    for first, last in ((-16, 16), (8, 16), (16, 16), (0, 2**21), (0, 0)):
        assert native.choose(Way.SEARCH, 1, first, last) == Refusal.NO_NUMBER
    assert native.choose(9, 1) == native.choose(-1, 1) == Refusal.NO_NUMBER
    assert native.judge(1, -1) == native.judge(1, 2**21) == Refusal.NO_NUMBER
    for simulations in (-1, 2**20, 2**20 + 1):  # the work of 2**20 has more bytes than the answer can say
        assert native.c.mn_network(at(native.flat), len(native.flat), simulations) == Refusal.NO_NUMBER
    size = len(native.work)
    native.work = native.work[:100]
    assert {native.choose(way, 1) for way in (Way.BEST, Way.SAMPLE, Way.SEARCH)} == {Refusal.SMALL_WORK}
    assert native.judge(1) == native.judge(1, 0) == Refusal.SMALL_WORK
    assert native.choose(Way.SEARCH, 1, 0, 0) == native.choose(9, 1) == Refusal.NO_NUMBER
    native.work = np.zeros(size, np.uint8)
    assert native.choose(Way.SEARCH, 1, 16, 32) == Refusal.NO_NUMBER  # no search was begun in it
    while (left := native.step(int(native.mask[0]).bit_length() - 1)) > 0:
        pass
    assert left == 0
    assert native.step(0) == native.choose(Way.BEST, 1) == native.judge(1) == Refusal.OVER
    native.new(0, 0, 1)
    assert np.array_equal(before, native.state)


def test_notes_are_concealed_for_a_seat_as_events_are(misty):
    batch = misty.batch(2, seed=1, num_players=3, events=True)
    known = secrets(misty.declaration.kinds)
    for _ in range(40):
        batch.step(batch.sample_legal())
        for notes, seat in product(batch.events, range(3)):
            seen = notes.copy()
            conceal_notes(known, seen.view(np.int64).reshape(len(seen), -1), seat)
            assert concealed(misty, seen) == told(misty.show.notes(notes), seat)


@needs_linker
def test_a_search_in_slices_is_the_same_search(native):
    native.new(0, 0, 3)
    whole = native.choose(Way.SEARCH, 5)
    assert [native.choose(Way.SEARCH, 5, first, first + 16) for first in range(0, 64, 16)][-1] == whole


@needs_linker
def test_a_network_of_another_game_or_damaged_is_refused(native):
    good = native.flat.copy()
    size = HEADER.itemsize

    def asked(data):
        native.flat = np.ascontiguousarray(data)
        size_or_refusal = native.c.mn_network(at(native.flat), len(native.flat), 64)
        answers = {size_or_refusal, native.choose(Way.BEST, 1), native.judge(1)}
        return answers.pop() if len(answers) == 1 else answers

    native.new(0, 0, 1)
    assert asked(good[:0]) == asked(good[: size - 1]) == asked(good[:-4]) == Refusal.DAMAGED
    for offset, answer in ((0, Refusal.DAMAGED), (8, Refusal.OTHER_GAME), (16, Refusal.DAMAGED), (24, Refusal.DAMAGED)):
        other = good.copy()
        other[offset] ^= 1
        assert asked(other) == answer
    rng = np.random.default_rng(1)
    for _ in range(200):  # no place of the sizes makes it read outside
        other = good.copy()
        other[rng.integers(24, size + 8 * 9)] = rng.integers(256)
        asked(other)
    other = good.copy()
    other[-4:] = np.frombuffer(np.float32(np.nan).tobytes(), np.uint8)
    assert native.c.mn_network(at(other), len(other), 64) == Refusal.DAMAGED


@needs_linker
@pytest.mark.parametrize("name", list(map(larger, envs.names())))
def test_records_of_any_bytes_are_checked_as_in_python(made, name):
    """10,000 records with changed bytes: the library and Python refuse the same ones."""
    game, folder = made(name, "x86_64")
    native_game = NativeGame(folder / f"lib{game.name}.so", game)
    rng = np.random.default_rng(4)
    presets = engine.presets_of(game, None)
    for number in range(200):
        native_game.new(number % len(presets), 0, number)
        for _ in range(int(rng.integers(60))):
            legal = np.flatnonzero(np.unpackbits(native_game.mask.view(np.uint8), bitorder="little"))
            if native_game.step(rng.choice(legal)) == 0:
                break
        sound = native_game.state.copy()
        for _ in range(50):
            native_game.state[:] = sound
            places = rng.integers(len(sound), size=int(rng.integers(1, 4)))
            native_game.state[places] = rng.integers(256, size=len(places))
            answer = native_game.c.mn_check(at(native_game.state))
            record = np.frombuffer(native_game.state.tobytes(), game.declaration.state_dtype).view(np.recarray)[0]
            why = game.rules.inconsistency(record)
            if answer == Refusal.NO_PRESET_FITS and not why:  # sound, but with options that were not exported
                held = engine.GamePreset(int(record.num_players), game.content.options_of(record))
                why = "no preset" if held not in presets else ""
            assert (answer == 0) == (why == ""), (answer, why)


@needs_linker
@pytest.mark.larger
def test_a_cold_and_a_warm_cache_give_the_same_bytes(made, tmp_path, monkeypatch):
    game, folder = made("four", "x86_64")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cold"))
    written = engine.export_engine(game, tmp_path, "x86_64", network=network_of(game))
    assert all(file.read_bytes() == (folder / file.name).read_bytes() for file in written)


@pytest.mark.parametrize(("target", "name"), [("aarch64", "lib{}.so"), ("windows", "{}.dll")])
@pytest.mark.larger
def test_libraries_of_other_machines_are_linked(made, target, name):
    if not has_linker(target):
        pytest.skip("no linker for it (medianoche[link])")
    game, folder = made("four", target)
    library = (folder / name.format(game.name)).read_bytes()
    assert library[:2] in (b"MZ", b"\x7fE")
    assert all(f"mn_{function}".encode() in library for function in ("new", "step", "check", "network", "choose"))


@needs_wasm
@pytest.mark.parametrize("name", list(map(larger, envs.names())))
def test_bad_calls_end_in_named_errors_and_change_nothing(made, name):
    game, folder = made(name, "wasm32")
    seen = json.loads(ran(folder, NODE, HERE / "fuzzed.mjs", folder, game.name, 10_000))
    assert sum(seen.values()) == 10_000
    wanted = {Refusal.ILLEGAL, Refusal.OVER, Refusal.NO_SEAT, Refusal.NO_NUMBER, Refusal.SMALL_WORK, Refusal.DAMAGED}
    assert {str(int(refusal)) for refusal in wanted} <= set(seen)


@needs_linker
@pytest.mark.larger
def test_sizes_are_measured_of_what_the_command_writes(made):
    game, folder = made("misty", "x86_64")
    kilobytes = (folder / "libmisty.so").stat().st_size / 1e3
    assert measure(game, ["x86_64"], 0.01)["x86_64"]["library, kB"] == kilobytes


@needs_wasm
@pytest.mark.larger
def test_a_module_refuses_wrong_arguments_in_words(made):
    game, folder = made("four", "wasm32")
    seen = json.loads(ran(folder, NODE, HERE / "refused.mjs", folder, game.name))
    names = {text.partition(":")[0] for text in seen.values()}
    assert names == {"DAMAGED", "NO_GAME", "NO_NETWORK", "NO_NUMBER", "NO_WAY"}
    for wrong in ("truncated", "short", "empty", "ones"):
        assert seen[wrong] == "DAMAGED: these bytes are no network"
    early = {text for what, text in seen.items() if what.endswith(" early")}
    assert early == {"NO_GAME: there is no game: call new() first, or set `state`"}
    accepted = "accepted: heuristic, best, sample, search, policy"
    assert seen["choose networks"] == f"NO_WAY: no player is called networks; {accepted}"
    assert seen["step undefined undefined"] == "NO_NUMBER: an action must be a whole number of 32 bits, not undefined"
    assert seen["search 0"] == seen["search -1"] == "NO_NUMBER: simulations must be at least 1"
    assert seen[f"search {2**20}"] == "NO_NUMBER: a number is not accepted"
    none = 'NO_NETWORK: no network was given to Engine.load; only "heuristic" needs none'
    assert seen["best alone"] == seen["search alone"] == none


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--target", "arm"], "there is no target 'arm'; accepted: x86_64"),
        (["--target", "x86_64", "--pack", "nope"], "unknown pack 'nope'"),
        (["--target", "x86_64", "--net", "nope"], "network nope does not exist"),
        (["--target", "x86_64", "--option", "a=1"], "misty has no option 'a'"),
    ],
)
@needs_linker
def test_the_command_refuses_in_one_line(words, line):
    refused(["export-engine", "misty", *words], line)


def test_code_for_other_addresses_is_not_made_of_simplified_code(four, monkeypatch):
    monkeypatch.setattr(linking, "EARLY_PASSES", True)
    engine = export.EngineSource({}, {}, four.rules.home, {}, {}, {})
    with pytest.raises(GameError, match="MEDIANOCHE_EARLY_PASSES=0"):
        export.object_code(engine, export.TARGETS["wasm32"])


def test_a_missing_linker_is_asked_for_in_one_line(monkeypatch):
    monkeypatch.setattr(export, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(GameError, match=r'no linker for wasm32\S* \(wasm-ld\): pip install "medianoche\[link\]"'):
        export.linker(export.TARGETS["wasm32"])


PAGE = (HERE.parents[1] / "docs" / "guides" / "export.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^```(c|js|python|csharp)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE))


MALLOC = """
#include <stdlib.h>
#include <string.h>
#include "GAME.h"

int main(void) {
    const int32_t bytes = 64 * MN_NOTE_WORDS * 8;
    unsigned char *state = malloc(MN_STATE_BYTES), *seen = malloc(MN_STATE_BYTES), *work = malloc(MN_WORK_BYTES);
    uint64_t *mask = malloc(8 * MN_MASK_WORDS);
    float *out = malloc(4 * MN_OBSERVATION);
    int decisions = 0;
    for (int32_t left = mn_new(state, mask, 0, 0, 1); left > 0 && decisions < 60; decisions++) {
        int64_t *notes = malloc(bytes), *others = malloc(bytes), *one = malloc(8 * MN_NOTE_WORDS);
        int32_t action = mn_choose(state, 0, 0, work, MN_WORK_BYTES, MN_HEURISTIC, 0, 0, decisions);
        mn_step(memcpy(seen, state, MN_STATE_BYTES), mask, action, one, 8 * MN_NOTE_WORDS);
        mn_apply(memcpy(seen, state, MN_STATE_BYTES), mask, action, others, bytes);
        if (mn_conceal(seen, 0, others, bytes) < 0) return 1;
        left = mn_step(state, mask, action, notes, bytes);
        if (left < 0 || mn_check(state) || mn_observe(state, 1, out)) return 1;
        mn_conceal(memcpy(seen, state, MN_STATE_BYTES), 1, notes, bytes);
        for (int64_t *note = notes; *note >= 0; note += MN_NOTE_WORDS) if (*note > 1000) return 1;
        free(notes);
        free(others);
        free(one);
    }
    return decisions < 4;
}
"""
"""A game in C with all memory from malloc, nothing of it written before."""


@pytest.mark.skipif(not CC or not shutil.which("valgrind"), reason="no C compiler, or no valgrind")
@needs_linker
@pytest.mark.parametrize("name", ["four", *map(larger, envs.names())])
def test_no_memory_is_read_that_nobody_wrote(made, name):
    game, folder = made(name, "x86_64")
    (folder / "play.c").write_text(MALLOC.replace("GAME", game.name))
    ran(folder, CC, "play.c", "-L.", f"-l{game.name}", "-Wl,-rpath,.", "-o", "play")
    ran(folder, "valgrind", "--quiet", "--error-exitcode=9", "./play")


@needs_linker
@pytest.mark.skipif(not CC, reason="no C compiler")
@pytest.mark.larger
def test_the_examples_in_c_and_python_play_a_game(made):
    _, folder = made("misty", "x86_64")
    (folder / "play.c").write_text(EXAMPLES["c"], encoding="utf-8")
    ran(folder, *re.findall(r"`(cc play.c [^`]+)`", PAGE)[0].replace("cc", "cc -Wall -Werror -Wextra", 1).split())
    assert int(ran(folder, "./play").split()[0]) > 20
    (folder / "play.py").write_text(EXAMPLES["python"], encoding="utf-8")
    assert int(ran(folder, sys.executable, "play.py").split()[0]) > 20


@needs_wasm
@pytest.mark.larger
def test_the_example_in_javascript_plays_a_game(made):
    _, folder = made("misty", "wasm32")
    (folder / "play.mjs").write_text(EXAMPLES["js"], encoding="utf-8")
    assert int(ran(folder, NODE, "play.mjs").split()[0]) > 20


def test_the_example_in_c_sharp_names_functions_of_the_header(four):
    names = re.findall(r"extern int (mn_\w+)\(([^)]*)\)", EXAMPLES["csharp"])
    header = engine.header_text(four, engine.tables(four, engine.presets_of(four, None)))
    for name, parameters in names:
        declared = re.search(rf"{name}\(([^)]*)\)", header)[1]
        assert declared.count(",") == parameters.count(","), name


def test_parts_of_the_memory_begin_at_multiples_of_eight():
    assert [uncompiled(after)(16, size) for size in (0, 1, 8, 9)] == [16, 24, 24, 32]
