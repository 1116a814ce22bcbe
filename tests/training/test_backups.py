"""Nash backups: a game whose values are known is learned, and the values of boss fights come near exact ones."""

from functools import partial

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.duels import DuelHeader, DuelValues, ExactValues, rules_of
from medianoche.agents.nash import shipped_values
from medianoche.agents.network import random_parameters
from medianoche.benchmarks.exploit.reply import reply
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.nocturna.state import Sheet
from medianoche.training.compiled.backups import BackupSettings, NashBackups, Steps, consistency
from medianoche.training.compiled.config import NetConfig
from medianoche.training.compiled.train import StagedAlgorithm
from medianoche.training.run import Run
from tests.benchmarks.calls import larger, one_line
from tests.toys.oshi_zumo import OshiZumo

NOCTURNA = envs.game("nocturna")
RULES = OshiZumo()
HIDDEN = (48, 24)


def new(seed):
    """Random values."""
    header = DuelHeader("oshi_zumo", 0, RULES.inputs, RULES.networks, (HIDDEN,))
    return DuelValues(header, [random_parameters(header.sizes()[0], seed, 0.0, 0.05)])


def replies(policy, side, rules=RULES, pack=None, starts=None):
    """The exact values of best responses of one side to a policy."""
    starts = rules.all() if starts is None else starts
    return ExactValues(
        rules, pack, starts, lambda table, positions: reply(policy(positions), rules, table, side).values
    )


def nash_conv(values):
    """The mean sum, over all positions, of what best responses of both sides gain."""
    policy = partial(values.solve, RULES, None)
    positions = RULES.all()
    first, second = (replies(policy, side).evaluate(RULES, positions) for side in range(2))
    return float((first - second).mean())


def test_the_exact_values_are_an_equilibrium():
    assert nash_conv(ExactValues(RULES, None, RULES.all())) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("sheet", "boss"), [(Sheet.TIMMY, 4), (Sheet.MAYLA, 0), larger(Sheet.KATE, 3)])
def test_a_boss_fight_of_one_child_is_solved_exactly(sheet, boss):
    fights = rules_of(NOCTURNA)
    pack = NOCTURNA.content.records[0]
    start = fights.drawn(pack, np.random.default_rng(1), 1, 0, (2,))
    for name in ("shield", "charge", "stun", "bottle", "attack_bonus", "defence_bonus", "steady"):
        start[name] = 0
    start["sheet"] = [[sheet, *[other for other in range(4) if other != sheet]]]
    for name, number in {
        "boss": boss,
        "life": 6,
        "foe_shield": 0,
        "power": 0,
        "lead": 0,
        "marked": 0,
        "covered": -1,
    }.items():
        start[name] = number
    start["turn"] = 26
    starts = np.repeat(start, 3)
    starts["insomnia"][:, 0] = (8, 12, 16)
    table = ExactValues(fights, pack, starts)
    values = table.evaluate(fights, starts)
    assert (np.diff(values) > 0).all()  # more insomnia is better for the Master
    assert np.abs(values).max() <= 1
    policy = partial(table.solve, fights, pack)
    for side in range(2):
        best = replies(policy, side, fights, pack, starts).evaluate(fights, starts)
        assert best == pytest.approx(values, abs=1e-9)
    with pytest.raises(KeyError):
        table.evaluate(fights, fights.drawn(pack, np.random.default_rng(2), 1, 0, (5,)))


@pytest.mark.parametrize("seed", range(3))
def test_sweeps_find_the_equilibria_of_a_game(seed):
    values = new(seed)
    before = nash_conv(values)
    learning = NashBackups(values, RULES, None, 0, np.random.default_rng(seed))
    positions = RULES.all()
    for _ in range(3):
        learning.sweep(positions, BackupSettings(batches=60, full=1, learning_rate=4e-3, last=150))
    after = nash_conv(values)
    assert after < 0.12 * before
    error = values.evaluate(RULES, positions) - ExactValues(RULES, None, positions).evaluate(RULES, positions)
    assert np.sqrt((error**2).mean()) < 0.05
    first, drift, results = consistency(values, RULES, None, positions[-40:], np.random.default_rng(seed))
    assert abs(drift.mean()) < 0.1
    assert len(first) == len(results) == 40


def test_other_coordinates_are_the_same_function():
    rng = np.random.default_rng(1)
    vector = new(1).parameters[0]
    steps = Steps(RULES.ladders, RULES.repeats, HIDDEN[0])
    again = np.zeros_like(vector)
    steps.spread(steps.coordinates(vector), again)
    assert again == pytest.approx(vector, abs=1e-5)
    # the gradient by the coordinates, along a direction, is that by the weights along its image
    direction = rng.normal(size=len(steps.coordinates(vector))).astype(np.float32)
    gradient = np.zeros_like(direction)
    gradient[: len(vector)] = rng.normal(size=len(vector))
    image = np.zeros_like(vector)
    steps.spread(direction, image)
    expected = float(gradient[: len(vector)] @ image)
    steps.gather(gradient)
    assert float(gradient @ direction) == pytest.approx(expected, rel=1e-3)


STAGE = {"kind": "nash-backup", "met": 6, "games": 12, "drawn": 30, "batches": 1, "settle": 2}


def config_of(*stages, **changes):
    """A training of Nocturna's values, as small as can be."""
    tables = {
        "game": "nocturna",
        "players": [2],
        "hidden": (8, 4),
        "duel_hidden": (8, 4),
        "threads": 1,
        "stages": stages,
    }
    return NetConfig.from_tables("small", {**tables, **changes})


def test_stages_train_one_network_after_the_other_and_go_on_after_a_stop(tmp_path):
    stages = ({**STAGE, "network": "last", "rounds": 2}, {**STAGE, "network": "after_second", "rounds": 1})
    first = StagedAlgorithm(config_of(*stages))
    before = [vector.copy() for vector in first.duels.values.parameters]
    whole = Run(first, tmp_path / "whole", 1.0)
    for _ in whole.play():
        pass
    changed = [not np.array_equal(*pair) for pair in zip(before, first.duels.values.parameters, strict=True)]
    assert changed == [True, False, False, True, False]
    kept = DuelValues.load(tmp_path / "whole" / "values.safetensors")
    assert kept.parameters[0] == pytest.approx(first.duels.values.parameters[0], abs=1e-2)
    begun = Run(StagedAlgorithm(config_of(*stages)), tmp_path / "part", 1.0)
    begun.round()
    begun.save()
    again = StagedAlgorithm(config_of(*stages))
    for _ in Run(again, tmp_path / "part", 1.0).play():
        pass
    for one, other in zip(first.duels.values.parameters, again.duels.values.parameters, strict=True):
        assert np.array_equal(one, other)


def test_one_training_makes_the_values_that_come_with_the_game():
    file = shipped_values(NOCTURNA)
    config = NetConfig.read(file.with_suffix(".toml"), trusted=True)
    header = DuelValues.load(file).header
    assert config.duel_start == ""
    assert set(header.hidden[: rules_of(NOCTURNA).played]) == {config.duel_hidden}
    trained = [stage.network for stage in config.stages]
    assert set(trained) == set(header.networks)
    firsts = [trained.index(name) for name in ("last", "after_second", "second", "after_first", "first")]
    assert firsts == sorted(firsts)  # what is nearer to the end is learned first


@pytest.mark.parametrize(
    ("stage", "changes", "words"),
    [
        ({**STAGE, "rounds": 1, "network": "third"}, {}, "accepted: last, second, first, after_second, after_first"),
        ({**STAGE, "minutes": 1}, {}, "a stage of Nash backups has neither minutes nor decisions; accepted: rounds"),
        ({**STAGE, "rounds": 1}, {"duel_start": "missing.safetensors"}, "does not exist"),
        ({**STAGE, "rounds": 1}, {"game": "misty"}, "misty declares no duels"),
    ],
)
def test_a_wrong_stage_is_refused_in_one_line(stage, changes, words):
    with one_line(MedianocheError, words):
        StagedAlgorithm(config_of(stage, **changes))
