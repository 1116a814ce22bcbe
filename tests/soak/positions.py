"""Positions that play has not reached: states of play with one to four numbers changed, thousands of each game.

`python -m tests.soak.positions [--quick] [--seed N]` runs itself with bounds checks of every array index. A position
that `inconsistency` accepts is played to its end and observed by every seat on the way: no code may crash, hang, use an
index outside an array or reach a position that `inconsistency` rejects. In all games with every option set, a seat that
knows two such positions to differ has to observe it, but for `Declaration.unobserved`. Exit status: 1 if there is a
finding.
"""

import faulthandler
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from medianoche import envs
from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.plain import uncompiled
from medianoche.envs.core.contract.observations import what_a_seat_knows_is_observed
from medianoche.envs.core.contract.promises import BrokenPromiseError, broken, demand
from tests.envs.gallery import gallery
from tests.soak.frame import finish, options_of

GAMES = ("nocturna", "halloween", "medianokte")
COUNT = 30_000
CHANGE_LIMIT = 4
PATIENCE = 120
"""Time limit in seconds for one position; beyond it the position counts as hanging."""
EARLY, SELDOM = 4, 16
"""All seats observe after each of the first EARLY decisions, then after every SELDOM-th."""
NOW = "MEDIANOCHE_SOAK"
"""Environment variable with the path of a file that holds the current position, to be read after a crash."""


def changed(states, chance):
    """A copy of one of `states` with some numbers changed, and a list of the changes in words."""
    state = states[chance.integers(len(states))]
    rows = np.frombuffer(state.tobytes(), state.dtype).copy().view(np.recarray)
    words = []
    least = chance.integers(1, CHANGE_LIMIT + 1)
    while len(words) < least or rows.tobytes() == state.tobytes():
        field = str(chance.choice([name for name in state.dtype.names if name != "rng"]))
        numbers = rows[field].reshape(-1)
        place = int(chance.integers(len(numbers)))
        other = states[chance.integers(len(states))][field].reshape(-1)
        numbers[place] = value(numbers, place, other, chance)
        words.append(f"{field}[{place}] = {numbers[place]}")
    return rows[0], ", ".join(words)


def value(numbers, place, other, chance):
    """A number for the place: near the present one, from elsewhere in the field or another state, small, or any."""
    if numbers.dtype.kind == "f":
        return chance.choice([-1, 0, 1, 0.5, np.nan, np.inf, other[place]])
    limits = np.iinfo(numbers.dtype)
    if limits.max > 2**63:  # a bit board
        bits = [0, 1, 2**64 - 1, int(numbers[place]) ^ 1 << int(chance.integers(64)), int(other[place])]
        return bits[chance.integers(len(bits))]
    any_at_all = chance.integers(limits.min, limits.max, endpoint=True)
    near = int(numbers[place]) + int(chance.choice([-1, 1]))
    drawn = chance.choice([near, chance.choice(numbers), other[place], -1, 0, 1, chance.integers(-2, 21), any_at_all])
    return min(max(int(drawn), limits.min), limits.max)


def look_slowly(game, state, chance):
    """Run the kernels once without the compiler, so that an index outside an array raises an IndexError."""
    pack = game.content.packs[int(state.pack)].records[0]
    mask = np.zeros(game.rules.mask_words, np.uint64)
    if state.done:
        return
    legal = uncompiled(dispatch.kernel_of(game.content.package, "legal_mask"))(pack, state, mask)
    demand(legal > 0, "nothing is legal")
    seat = int(chance.integers(state.num_players))
    for name in ("conceal", "determinize"):
        uncompiled(dispatch.kernel_of(game.content.package, name))(pack, game.copy(state), seat)
    game.show.moments(state, int(chance.choice(game.legal_actions(state))))


def look(game, rows):
    """Observe and sample the position in row 0 for every seat."""
    loops = game.rules.loops
    packs = game.content.records
    out = np.zeros(game.observation_size, np.float32)
    for seat in range(rows[0].num_players):
        loops.observe_one(packs, rows, 0, seat, out)
        demand(np.abs(out).max() <= 1, f"player {seat} sees a number out of [-1, 1]")
        known = rows.copy()
        sample = rows.copy()
        loops.conceal_one(packs, known, 0, seat)
        loops.determinize_one(packs, sample, game.rules._mask(), 0, seat, 1)
        demand(not (reason := broken(game, sample[0])), f"a sample for player {seat} is not sound: {reason}")


def play(game, state, chance):
    most = game.declaration.max_decisions(int(state.num_players), game.content.options(game.content.options_of(state)))
    decisions = 0
    rows = game.rules._rows(state).view(np.recarray)
    look(game, rows)
    while not state.done:
        legal = game.legal_actions(state)
        demand(len(legal), "nothing is legal")
        demand(decisions <= most, f"more than {most} decisions")
        game.step(state, int(chance.choice(legal)))
        decisions += 1
        demand(not (reason := broken(game, state)), f"after {decisions} decisions: {reason}")
        if decisions < EARLY or decisions % SELDOM == 0 or state.done:
            look(game, rows)
    return decisions


def tried(game, states, chance, title):
    """Change a state, and play it if it is sound: ("refused", "sound" or "finding", words)."""
    state, words = changed(states, chance)
    words = f"{title}: {words}"
    if NOW in os.environ:
        Path(os.environ[NOW]).write_text(words, encoding="utf-8")
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
    try:
        if game.rules.inconsistency(state):
            return "refused", words
        demand(not (reason := broken(game, state)), f"the compiled check differs: {reason}")
        look_slowly(game, game.copy(state), chance)
        play(game, game.copy(state), chance)
    except Exception as error:  # noqa: BLE001 - each is a finding
        return "finding", f"{words}: {type(error).__name__}: {error}; state {state.tobytes().hex()}"
    return "sound", words


def overlooked(game, count, seed):
    """What seats know and do not observe in `count` positions of each option set and player count, in words."""
    faults = []
    for options in game.declaration.variants:
        for num_players in game.players:
            try:
                what_a_seat_knows_is_observed(game, num_players, count, seed, CHANGE_LIMIT, **options)
            except BrokenPromiseError as error:
                faults.append(f"{game.name}, {num_players} players, {options}: {error}")
    print(f"{game.name}: {count} positions of each kind observed", *faults, sep="\n", flush=True)
    return faults


def begun(game, chance):
    """States of play of all phases, and final states, to be changed."""
    states = [state for phase in gallery(game.name).values() for state in phase]
    ends = [game.copy(state) for state in states[:: len(states) // 12]]
    for state in ends:
        while not state.done:
            game.step(state, int(chance.choice(game.legal_actions(state))))
    return states + ends


def main(count=COUNT, seed=0, games=GAMES):
    """Try `count` positions of each game; returns the findings."""
    findings = []
    for name in games:
        game = envs.game(name)
        rng = np.random.default_rng(seed)
        counts = Counter()
        states = begun(game, rng)
        for number in range(count):
            kind, words = tried(game, states, rng, f"{name}, position {number}")
            counts[kind] += 1
            if kind == "finding":
                findings.append(words)
                print(words, flush=True)
        print(f"{name}: {count} positions, {counts['refused']} refused, {counts['sound']} played", flush=True)
    faulthandler.cancel_dump_traceback_later()  # the limit is one for a position
    return findings


def guarded(words):
    """Run `main` in a process that checks every index; returns its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        now = Path(folder, "now")
        environment = {**os.environ, NOW: str(now), "NUMBA_BOUNDSCHECK": "1"}
        command = [sys.executable, "-m", "tests.soak.positions", *words]
        code = subprocess.run(command, env=environment, check=False).returncode
        if code not in (0, 1):
            at = now.read_text(encoding="utf-8") if now.exists() else "none"
            print(f"soak positions: tried them until status {code}, found a crash at {at}")
    return int(code != 0)


if __name__ == "__main__":
    if NOW not in os.environ:
        sys.exit(guarded(sys.argv[1:]))
    chosen = options_of(__doc__, "a thirtieth of it")
    count = COUNT // 30 if chosen.quick else COUNT
    faults = main(count, chosen.seed)
    for name in envs.names():
        faults += overlooked(envs.game(name), 1 + count // 2000, chosen.seed)
    finish(f"{count:,} positions of each of {len(GAMES)} games", faults)
