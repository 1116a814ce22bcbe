"""Content never seen: the figures on known points, streams in tournaments, and the study as a command."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.benchmarks.studies import unseen
from medianoche.benchmarks.studies.unseen import SEEN, UNSEEN, Estimate, Measured, Trial
from medianoche.benchmarks.tournament.intervals import student
from medianoche.benchmarks.tournament.play import play_shard
from medianoche.benchmarks.tournament.run import run_tournament
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.envs.core.content.stream import numbers_of
from tests.benchmarks.calls import done, refused
from tests.benchmarks.conftest import YARDSTICK

SMALL = ["--packs", 1, 4, "--seeds", 2, "--decisions", 600, "--held-out", 5, "--deals", 10, "--opponents", "random"]


def measured(packs, seed, seen, unseen_share, units=50):
    """A network that wins these shares of all points, on every unit alike."""
    trial = Trial("misty", packs, seed, 1000, units, units, ("greedy",))
    points = {SEEN: seen, UNSEEN: unseen_share}
    return Measured(trial, {of: {"greedy": np.array([[2 * p, 2 - 2 * p]] * units)} for of, p in points.items()})


def test_the_gap_is_over_networks_never_surer_than_the_games_allow_and_deals_of_one_pack_are_one_unit():
    measurements = [
        measured(1, 0, 0.7, 0.5),
        measured(1, 1, 0.6, 0.5),
        measured(9, 0, 0.5, 0.5),
        measured(9, 1, 0.5, 0.5),
    ]
    few, many = unseen.lines(measurements)
    assert (few.packs, few.networks, many.packs) == (1, 2, 9)
    assert few.gap.value == pytest.approx(0.15)
    assert few.gap.reach == pytest.approx(student(1, 0.025) * 0.05)
    assert many.gap.value == 0
    assert many.gap.reach == pytest.approx(measurements[2].gap("greedy").reach / np.sqrt(2))
    assert unseen.mean([Estimate.around(0.3, 0.1)]) == pytest.approx((0.3, 0.2, 0.4))
    deals = np.stack([np.arange(7.0), np.ones(7)], axis=1)
    assert unseen.by_pack(deals, 2, 5).tolist() == [[3, 1], [4, 1], [0 + 5, 2], [1 + 6, 2], [2, 1]]


def test_no_network_learns_from_a_held_out_pack_and_larger_sets_hold_smaller_ones():
    settings = {"decisions": 9, "held_out": 200, "deals": 9, "opponents": ("greedy",)}
    trials_made = unseen.trials(["misty", "nocturna"], [1000, 1], 3, **settings)
    assert [(trial.game, trial.packs, trial.seed) for trial in trials_made[:3]] == [
        ("misty", 1, 0),
        ("misty", 1000, 0),
        ("nocturna", 1, 0),
    ]
    learned = {trial: set(generated(trial.config.pack)) for trial in trials_made}
    assert all(len(packs) == trial.packs for trial, packs in learned.items())
    assert not set(generated(trials_made[0].sources[UNSEEN])) & set().union(*learned.values())
    assert learned[trials_made[0]] < learned[trials_made[1]]
    assert not learned[trials_made[1]] & set().union(*(packs for trial, packs in learned.items() if trial.seed))


def generated(source):
    """The seeds of a stream's packs."""
    first, count = numbers_of(source)
    return range(first, first + count)


def test_all_seatings_of_a_deal_have_its_pack_and_replays_of_a_tournament_play(tmp_path):
    spec = Spec.create("misty", ["random", "greedy"], pack="random:7:2")
    shard = play_shard(spec, 0, 12, record=True)
    batch = envs.game("misty").batch(12, pack="random:7:2", seeds=shard.seeds)
    assert batch.states.pack.tolist() == [(spec.deal_seed(0) + game // 2) % 2 for game in range(12)]
    run_tournament(spec, tmp_path, 12, save_replays=True)
    for game in (0, 2):
        done(["replay", tmp_path, "--game", game])


@pytest.mark.larger
def test_the_command_trains_measures_and_goes_on(tmp_path):
    words = ["unseen", "misty", *SMALL, "--out", tmp_path]
    done(words)
    page = (tmp_path / "unseen.md").read_text()
    assert page.count("| 2 | random |") == 2
    assert "medianoche unseen misty --packs 1 4 --seeds 2 --decisions 600" in page
    assert "packs learned from" in (tmp_path / "unseen.svg").read_text()
    (tmp_path / "misty" / "4-1" / "measured.json").unlink()  # stopped while it was measured
    done(words)
    assert (tmp_path / "unseen.md").read_text() == page
    refused([*words, "--deals", 11], "holds another study (deals: 10 there, 11 here)")
    (tmp_path / "misty" / "1-0" / "measured.json").write_text("{}")
    refused(words)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["misty", "--packs", 0], "accepted: numbers from 1 to 32768"),
        (["misty", "--packs", 1, 4, 1], "--packs 1, 4, 1: one of them is named twice"),
        (["misty", "misty", "--packs", 1], "games misty, misty: one of them is named twice"),
        (["misty", "--opponents", "nobody"], "nobody"),
        ([YARDSTICK], "has no pack generator"),
        (["chess"], "chess"),
    ],
)
def test_what_cannot_be_studied_is_refused_before_any_training(words, line, tmp_path):
    refused(["unseen", *words, "--out", tmp_path], line)
    assert not any(tmp_path.iterdir())
