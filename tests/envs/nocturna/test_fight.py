"""The small record of a boss fight, played side by side with the game itself."""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from medianoche.envs.core.kernels import plain
from medianoche.envs.nocturna.kernels import fight as rules
from medianoche.envs.nocturna.kernels.fight_inputs import ENTRIES, INPUTS, write_fights
from medianoche.envs.nocturna.state import BASE, FIGHT, Fight, Phase, Sheet
from tests.benchmarks.calls import larger
from tests.envs.nocturna.positions import NOCTURNA, boss_fight

COMPARED = [name for name in FIGHT.names or () if name not in ("cards", "rewards", "result")]
"""Cards and rewards change by chance alone, which the rules of a fight leave out."""


@cache
def template(players: int) -> Any:
    """A state in a boss fight, to be changed."""
    fields = boss_fight(players, foe_life=[8 * (players - 1)])
    return fields.pop("how")(**fields)


def drawn(rng: np.random.Generator, players: int) -> Any:
    """A state in a boss fight; all that the fight depends on is drawn."""
    n = players - 1
    state = template(players).copy()
    standing = rng.random(n) < 0.8
    standing[rng.integers(n)] = True
    state.round_no = rng.choice([4, 8, 12])
    state.sheet[:n] = rng.permutation(4)[:n]
    state.insomnia[:n] = np.where(standing, rng.integers(0, 21, n), 21)
    state.scores[0] = n - standing.sum()
    state.boss = rng.integers(6)
    state.foe_kind[0] = 45 + state.boss
    state.foe_life[0] = rng.integers(1, 8 * n + 1)
    state.foe_shield[0] = rng.integers(7)
    state.foe_emp[0] = rng.integers(5)
    state.lead_child = rng.choice(np.flatnonzero(standing))
    state.turn = rng.choice([rng.integers(1, 31), 30, 31, 45])
    for child in np.flatnonzero(standing):
        state.shield[child] = rng.integers(7) * rng.integers(2)
        state.charge[child] = 2 * rng.integers(3) * (state.sheet[child] == Sheet.KATE)
        state.stun[child] = rng.random() < 0.15
        state.bottle[child] = rng.integers(1, 3) * (rng.random() < 0.1)
        others = np.flatnonzero(standing & (np.arange(n) != child))
        if state.sheet[child] == Sheet.MAYLA:
            state.marked = rng.integers(2)
        elif state.sheet[child] == Sheet.WILLIAM and others.size and rng.integers(2):
            state.covered = rng.choice(others)
    state.active[:n] = rng.random((n, 26)) < 0.08 * rng.integers(2)
    state.mp_hand[rng.permutation(45)[: rng.integers(13)]] = 1
    return state


def read(state: Any) -> Any:
    """The boss fight of a state, float for float what a solver is given."""
    fights = np.zeros(1, FIGHT)
    counts = np.zeros(1, np.int64)
    states = np.asarray(state).reshape(1).view(NOCTURNA.declaration.state_dtype)
    rules.read_fights(
        plain(NOCTURNA.content.records[state.pack]), plain(states), np.zeros(1, np.int64), plain(fights), counts
    )
    return fights if counts[0] else None


def action_of(fight: Any, aim: int, by_child: bool, mark: bool) -> int:
    """The action that chooses a target."""
    if mark:
        return int(BASE.foe if aim == rules.STRIKE else BASE.decline)
    return int(BASE.child + ((aim - fight["lead"]) % fight["children"] if by_child else aim))


def play_on(state: Any, rng: np.random.Generator, rare: bool) -> tuple[Any, int]:
    """Play a turn of the game by chance; returns the small record after the same turn and the number of events."""
    pack = plain(NOCTURNA.content.records[state.pack])
    small = read(state)
    assert small is not None
    events = 0
    while state.phase == Phase.MASTER_CARD:
        actions = NOCTURNA.legal_actions(state)
        plays = [action for action in actions if action >= BASE.event]
        chosen = int(rng.choice(plays if plays and rare else actions[actions < BASE.event]))
        rare = False
        NOCTURNA.step(state, chosen)
        if chosen < BASE.event:
            break
        events += 1
        while state.phase == Phase.PAY:
            NOCTURNA.step(state, int(rng.choice(NOCTURNA.legal_actions(state))))
        rules.play_fight_event(pack, plain(small[0]), chosen - BASE.event)
        if state.done or small[0]["result"] != Fight.OPEN:
            return small, events
    master = int(chosen - BASE.card + 1)
    child = 0
    if state.phase == Phase.CHILD_CARD:
        child = int(rng.integers(1, 4))
        NOCTURNA.step(state, BASE.card + child - 1)
    assert rules.loses_turn_in(plain(small[0])) == (child == 0)
    aims = [aim for aim in range(4) if rules.aims_of(pack, plain(small[0]), master, child) >> aim & 1]
    aim = rules.NO_TARGET
    if aims:
        aim = int(rng.choice(aims))
        if state.phase == Phase.TARGET:  # one target alone is chosen by itself
            by_child = rules.child_acts(master, child)
            mark = by_child and small[0]["sheet"][small[0]["lead"]] == Sheet.MAYLA
            legal = NOCTURNA.legal_actions(state)
            assert sorted(action_of(small[0], aim, by_child, mark) for aim in aims) == legal.tolist()
            NOCTURNA.step(state, action_of(small[0], aim, by_child, mark))
    rules.play_turn(pack, plain(small[0]), master, child, aim)
    return small, events


def differences(state: Any, small: Any) -> list[str]:
    """Fields in which a small record is not that of the state after the same turn."""
    if state.done:
        result = Fight.WON if state.utility[1] > 0 else Fight.LOST
        return [] if small[0]["result"] == result else ["result"]
    if state.battle != 4 or state.turn == 0:
        kept = ("insomnia", "shield", "charge", "stun", "bottle", "covered", "marked")
        after = all(np.array_equal(state[name], small[0][name]) for name in kept)
        return [] if small[0]["result"] == Fight.WON and after else ["end"]
    now = read(state)
    return [name for name in COMPARED if (now[0][name] != small[0][name]).any()]


@pytest.mark.parametrize("fights", [40, larger(4000)])
def test_a_fight_is_the_games(fights):
    rng = np.random.default_rng(76)
    turns = 0
    events = 0
    results = {Fight.OPEN: 0, Fight.WON: 0, Fight.LOST: 0}
    for number in range(fights):
        state = drawn(rng, int(rng.choice([2, 3, 4, 5, 5])))
        while not state.done and state.battle == 4 and state.turn:
            before = state.copy()
            small, played = play_on(state, rng, rng.random() < 0.2)
            wrong = differences(state, small)
            assert not wrong, (number, wrong, NOCTURNA.render(before), NOCTURNA.render(state), small)
            turns += 1
            events += played
            results[Fight(int(small[0]["result"]))] += 1
    assert turns > 6 * fights
    assert min(results.values()) > fights // 20
    assert events > fights // 8


def test_every_pair_of_cards_and_every_target_is_played_out():
    rng = np.random.default_rng(3)
    pack = plain(NOCTURNA.content.records[0])
    for _ in range(50):
        fight = read(drawn(rng, 5))
        turns = np.zeros(rules.TURN_LIMIT, FIGHT)
        firsts = np.zeros((1, rules.CELLS + 1), np.int64)
        sides = np.zeros((1, rules.CELLS), np.int8)
        count = rules.spread_fights(pack, plain(fight), plain(turns), plain(firsts), plain(sides))
        place = 0
        lost = rules.loses_turn_in(plain(fight[0]))
        for cell in range(rules.CELLS):
            master, child = 1 + cell // 3, 0 if lost else 1 + cell % 3
            if lost and cell % 3:
                assert firsts[0, cell + 1] == firsts[0, cell]
                continue
            bits = rules.aims_of(pack, plain(fight[0]), master, child)
            for aim in [aim for aim in range(4) if bits >> aim & 1] or [rules.NO_TARGET]:
                expected = fight.copy()
                rules.play_turn(pack, plain(expected[0]), master, child, aim)
                assert turns[place] == expected[0]
                place += 1
            assert firsts[0, cell + 1] == place
            assert sides[0, cell] == (0 if bits == 0 else -1 if rules.child_acts(master, child) else 1)
        assert place == count


def test_the_inputs_tell_positions_apart_and_stay_within_bounds():
    rng = np.random.default_rng(5)
    fights = np.concatenate([read(drawn(rng, int(rng.integers(2, 6)))) for _ in range(300)])
    indices = np.zeros(len(fights) * ENTRIES + 1, np.uint16)
    values = np.zeros(len(fights) * ENTRIES + 1, np.float32)
    starts = np.zeros(len(fights) + 1, np.int64)
    write_fights(plain(fights), indices, values, starts, np.zeros(1, np.uint64))
    rows = [slice(a, b) for a, b in pairwise(starts)]
    assert max(np.diff(starts)) <= ENTRIES
    assert indices.max() < INPUTS
    assert (np.abs(values) <= 1).all()
    seen = {tuple(sorted(zip(indices[row].tolist(), values[row].tolist(), strict=True))) for row in rows}
    assert len(seen) == len(fights)
