"""An exported library called by ctypes, and its comparison with Python, byte by byte and choice by choice."""

import hashlib
import json
from collections import Counter

import numpy as np

from medianoche.agents.export.engine import presets_of
from medianoche.agents.judging import judge
from medianoche.agents.kernels.exported import Way
from medianoche.agents.valued import ValuedNetAgent
from medianoche.benchmarks.speed.export import SIMULATIONS
from medianoche.benchmarks.speed.export import address as at
from medianoche.envs.core.kernels.exported import Refusal
from medianoche.envs.core.play.turn import Turn
from medianoche.envs.core.show.events import read_notes
from tests.envs.noted import concealed, told

JUDGED_ATOL = 1e-5
"""How far expectations differ: a library for any processor adds in another order."""


def bytes_of(state):
    """The bytes of a state in Python."""
    return np.frombuffer(state.tobytes(), np.uint8)


def short_of_room(native, action, notes):
    """What a step answers that has room for its notes and not for the mark of the end; the state must not change."""
    size = notes * native.notes.itemsize
    before = native.state.copy()
    answer = native.c.mn_step(at(native.state), at(native.mask), action, at(native.notes), size)
    return answer if np.array_equal(before, native.state) else "changed"


def told_step(same, native, action, moments):
    """Step; compare what is told with `moments`, as it is and as each seat may know it, unless they are None."""
    if moments and moments.notes:
        same("small notes", short_of_room(native, action, len(moments.notes)), Refusal.SMALL_NOTES)
    left = native.step(action)
    if moments:
        same("events", told(read_notes(native.game.declaration.kinds, native.notes)), told(moments.notes))
        for seat in range(int(moments[0].num_players)):
            seen = native.notes.copy()
            native.conceal(native.state.copy(), seat, seen)
            same("known events", concealed(native.game, seen), told(moments.notes, seat))
    return left


def judged_by(native, word, simulations):
    """The library's judgement: its best action, then the weights, the values and that of the position."""
    out = np.full(2 * native.game.num_actions + 1, 7, np.float32)
    return native.judge(word, simulations, out), out


def in_python(native, word):
    """The agent with the network and the values of a library."""
    return ValuedNetAgent(*filter(None, [word]), network=native.network, values=native.values, threads=1)


def judged_in_python(native, turn, simulations):
    """Python's judgement, as `judged_by` has it."""
    actions = turn.game.num_actions
    who = in_python(native, str(simulations) if simulations else "")
    judgement = judge(who, turn)
    out = np.full(2 * actions + 1, np.nan, np.float32)
    out[:actions] = 0
    out[list(judgement.weights)] = list(judgement.weights.values())
    out[[actions + action for action in judgement.values]] = list(judgement.values.values())
    out[-1] = judgement.value
    if simulations:
        return int(who.search(turn)[0][0]), out
    policy, _ = native.network.evaluate(turn, native.network.inputs(turn))
    return int(policy[0].argmax()), out


def as_json(game, notes):
    """Concealed notes as `engine.events(seat)` of JavaScript returns them."""
    labels = {kind.name: kind.label for kind in game.declaration.kinds or ()}
    return [{"kind": labels[name], "fields": fields} for name, fields in concealed(game, notes)]


def differences(native, decisions, seed=5, search_every=50, events_every=1, options=None):
    """What the library does otherwise than Python in so many decisions over all presets and packs, by kind: how often;
    and how much was compared."""
    game = native.game
    counts = Counter()
    compared = Counter()
    presets = presets_of(game, options)
    packs = game.content.packs
    rng = np.random.default_rng(seed)
    words = (
        {Way.BEST: "best", Way.SAMPLE: "sample", Way.SEARCH: str(SIMULATIONS), Way.POLICY: ""} if native.network else {}
    )
    players = {way: in_python(native, word) for way, word in words.items()}

    def same(kind, mine, its):
        compared[kind] += 1
        counts[kind] += not (np.array_equal(mine, its) if isinstance(mine, np.ndarray) else mine == its)

    done = number = 0
    while done < decisions:
        preset = presets[number % len(presets)]
        pack = number // len(presets) % len(packs)
        dealt = int(rng.integers(1 << 62))
        state = game.new(preset.players, dealt, packs[pack].source, **preset.options)
        left = native.new(number % len(presets), pack, dealt)
        number += 1
        while True:
            legal = game.legal_actions(state)
            same("count", left, len(legal))
            same("state", bytes_of(state), native.state)
            mask = np.flatnonzero(np.unpackbits(native.mask.view(np.uint8), bitorder="little"))
            same("mask", mask, legal)
            same("check", native.c.mn_check(at(native.state)), 0)
            for seat in range(preset.players):
                native.c.mn_observe(at(native.state), seat, at(native.out))
                same("observation", native.out, game.observe(state, seat))
                known = native.state.copy()
                native.conceal(known, seat)
                same("conceal", known, bytes_of(game.known(state, seat)))
            if state.done or done >= decisions:
                break
            rows = np.array([state]).view(np.recarray)
            word = int(rng.integers(1 << 62))
            turn = Turn(game, preset.players, game.content.records, rows, native.mask.reshape(1, -1).copy(),
                        np.zeros(1, np.int64), np.array([word], np.uint64))  # fmt: skip
            advised = native.choose(Way.HEURISTIC, word)
            same("heuristic", advised, int(turn.heuristic_actions()[0]))
            for way, player in players.items():
                if way != Way.SEARCH or done % search_every == 0:
                    same(way.name, native.choose(way, word), int(player.act(turn)[0]))
            for simulations in (0, SIMULATIONS) if native.network and done % search_every == 0 else ():
                best, judged = judged_by(native, word, simulations)
                best_in_python, expected = judged_in_python(native, turn, simulations)
                same("judge", best, best_in_python)
                close = np.allclose(judged, expected, atol=JUDGED_ATOL, equal_nan=True)
                same("judgement", close, True)
            same("choices leave", bytes_of(state), native.state)
            action = int(rng.choice(legal)) if rng.random() < 0.7 else advised
            moments = game.show.moments(state, action) if game.declaration.kinds and done % events_every == 0 else None
            done += 1
            if done % 20 == 0:  # without forced moves
                game.rules.apply(state, action)
                native.step(action, "mn_apply")
                same("apply", bytes_of(state), native.state)
                game.rules.advance(state)
                native.state[:] = bytes_of(state)
                left = native.c.mn_legal(at(native.state), at(native.mask))
            else:
                game.step(state, action)
                left = told_step(same, native, action, moments)
    return {kind: count for kind, count in counts.items() if count}, dict(compared)


def replayed(native, decisions, every):
    """Digests of the games that the library plays as `replayed.mjs` does."""
    presets = presets_of(native.game, None)
    packs = native.game.content.packs
    digests = []
    done = number = 0
    while done < decisions:
        digest = hashlib.sha256()
        preset = number % len(presets)
        pack = number // len(presets) % len(packs)
        left = native.new(preset, pack, number)
        while True:
            digest.update(np.int32(left).tobytes() + native.state.tobytes())
            for seat in range(presets[preset].players):
                native.c.mn_observe(at(native.state), seat, at(native.out))
                known = native.state.copy()
                native.conceal(known, seat)
                digest.update(native.out.tobytes() + known.tobytes())
            if left == 0 or done >= decisions:
                break
            legal = np.flatnonzero(np.unpackbits(native.mask.view(np.uint8), bitorder="little"))
            ways = [Way.HEURISTIC, *([Way.BEST, Way.SAMPLE] if native.network else [])]
            ways += [Way.SEARCH] if native.network and done % every == 0 else []
            chosen = [native.choose(way, done) for way in ways]
            judged = (0, SIMULATIONS) if native.network and done % every == 0 else ()
            chosen += [native.judge(done, simulations) for simulations in judged]
            digest.update(np.array(chosen, np.int32).tobytes())
            left = native.step(legal[done * 7919 % len(legal)] if done % 3 else chosen[0])
            seen = native.notes.copy()
            native.conceal(native.state.copy(), 0, seen)
            digest.update(json.dumps(as_json(native.game, seen), separators=(",", ":")).encode())
            done += 1
        digests.append(digest.hexdigest()[:16])
        number += 1
    return digests
