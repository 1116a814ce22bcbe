"""Streams of generated packs: what a deal is played with follows from the stream and the deal's seed alone."""

import copy
import pickle

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.content import stream as streams
from medianoche.envs.core.errors import MedianocheError, PackError, ReplayError
from medianoche.envs.core.play.match import Replay
from medianoche.training.adapters.gymnasium import SeatEnv

MISTY = envs.game("misty").content.with_packs(["standard"])
FIVE = "random:7:5"


def hashes(source):
    return [pack.hash for pack in MISTY.content.with_packs([source]).content.packs]


def played(env, seed=None):
    env.reset(seed)
    while not env.record.done:
        env.step(env.sample_legal())
    return env


def test_a_stream_repeats_and_another_one_shares_nothing_with_it():
    """Equal packs of other seeds are as good as impossible: the held-out packs of a study are none that was seen."""
    seen = hashes("random:1:1000")
    unseen = hashes("random:0:200")
    streams.opened.cache_clear()
    assert hashes("random:1:1000") == seen
    assert hashes("random:1:10") == seen[:10]
    assert len({*seen, *unseen}) == 1200
    assert MISTY.content.read_pack(2**15 + 3).hash == seen[3]


def test_a_game_is_dealt_the_pack_that_its_seed_says():
    env = MISTY.aec(pack=FIVE)
    batch = MISTY.batch(12, pack=FIVE, seeds=np.arange(12))
    for seed in range(12):
        env.reset(seed)
        alone = MISTY.new(seed=seed, pack=7 * 2**15 + seed % 5)
        for state, game in ((env.record, env.game), (batch.states[seed], batch.game)):
            assert game.content.pack_of(state).meta.name == f"generated-{7 * 2**15 + seed % 5}"
            assert all(np.array_equal(state[name], alone[name]) for name in alone.dtype.names if name != "pack")
        assert MISTY.content.pack_of(MISTY.new(seed=seed, pack=FIVE)) == env.game.content.pack_of(env.record)


@pytest.mark.parametrize("threads", [1, 2])
def test_every_new_deal_of_a_row_has_another_pack_and_its_results_stay(threads):
    batch, again = (MISTY.batch(40, pack=FIVE, seed=3, threads=n) for n in (threads, 1))
    once = MISTY.batch(40, pack=FIVE, seed=3, autoreset=False)
    dealt = [set() for _ in range(40)]
    for _ in range(400):
        actions = batch.sample_legal()
        utility, ended = batch.step(actions)
        again.step(actions)
        rows = np.flatnonzero(~once.done)
        once.step_rows(rows, actions[rows])
        assert (once.done[rows] == ended[rows]).all()
        assert (once.utility[rows[ended[rows]]] == utility[rows[ended[rows]]]).all()
        for row in np.flatnonzero(ended):
            dealt[row].add(int(batch.states.pack[row]))
    assert batch.states.tobytes() == again.states.tobytes()
    assert max(map(len, dealt)) > 2
    assert set().union(*dealt) == set(range(5))
    assert not any(batch.game.rules.inconsistency(state) for state in batch.states)


def test_a_position_reads_the_pack_that_it_names():
    first = MISTY.content.with_packs([FIVE])
    state = first.new(seed=3, pack=FIVE)
    seen = first.observe(state, 0)
    streams.opened.cache_clear()
    again = MISTY.content.with_packs([FIVE])
    assert [number for number, _ in again.content.stream.known()] == [0]
    assert np.array_equal(again.observe(state, 0), seen)
    assert [number for number, _ in again.content.stream.known()] == [0, int(state["pack"])]


def test_new_seeds_of_some_rows_deal_their_packs():
    batch = MISTY.batch(3, pack=FIVE, seed=0)
    batch.deal([0, 2], [14, 11])
    assert batch.states.pack[[0, 2]].tolist() == [4, 1]


def test_packs_are_read_when_they_are_dealt():
    streams.opened.cache_clear()
    env = MISTY.aec(pack="random:99")
    env.reset(41)
    assert [number for number, _ in env.game.content.stream.known()] == [0, 41]
    assert len(env.game.content.packs) == 1000


def test_an_environment_goes_on_elsewhere_as_here():
    env = MISTY.aec(pack=FIVE)
    env.reset(3)
    env.step(env.sample_legal())
    bytes_of_it = env.state_bytes()
    kept = pickle.dumps(env)
    streams.opened.cache_clear()  # as in another process
    other = pickle.loads(kept)
    fresh = MISTY.aec(pack=FIVE)
    fresh.restore(bytes_of_it, check=False)
    copied = copy.deepcopy(env)
    while not env.record.done:
        action = env.sample_legal()
        for env_here in (env, other, fresh, copied):
            env_here.step(action)
    assert env.state_bytes() == other.state_bytes() == fresh.state_bytes() == copied.state_bytes()
    for env_here in (env, other, copied):
        env_here.reset()
    assert env.state_bytes() == other.state_bytes() == copied.state_bytes()


def test_replays_name_the_stream_and_know_the_pack(tmp_path):
    env = MISTY.aec(pack=FIVE)
    for seed in (4, None):
        replay = played(env, seed).replay()
        assert (replay.pack, replay.pack_hash) == (FIVE, env.game.content.packs[int(env.record.pack)].hash)
        replay.save(tmp_path / "game.json")
        assert Replay.load(tmp_path / "game.json").play().state_bytes() == env.state_bytes()
    with pytest.raises(ReplayError, match="has changed"):
        Replay(**{**vars(replay), "pack": "random:8:5"}).env()


def test_gymnasium_has_them_too():
    env = SeatEnv("misty", pack=FIVE)
    dealt = []
    for seed in range(20):
        env.reset(seed=seed)
        dealt.append(int(env.matches.batch.states.pack[0]))
    assert set(dealt) == set(range(5))


@pytest.mark.parametrize("words", ["", "x", "-1", "1:", "1:0", "1:32769", "1:2:3", "1.5", " 1", "٣", "9" * 15])
def test_what_is_no_stream_is_refused_in_a_line(words):
    for refuse in (MISTY.new, MISTY.aec, lambda pack: MISTY.batch(2, pack=pack, seed=0)):
        with pytest.raises(PackError, match="accepted: random:SEED or random:SEED:COUNT") as caught:
            refuse(pack=f"random:{words}")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("wrong", "line"), [
    (lambda: MISTY.batch(2, pack=["standard", FIVE], seed=0), "is a stream of packs, where one is needed"),
    (lambda: MISTY.content.with_packs([FIVE]).new(), "is played with the packs random:7:5, not with 'standard'"),
    (lambda: envs.game("tests.toys.duel:Duel").aec(pack=FIVE), "has no pack generator"),
    (lambda: MISTY.new(pack="randon:7"), "or random:SEED"),
])  # fmt: skip
def test_where_no_stream_can_be(wrong, line):
    with pytest.raises(MedianocheError, match=line):
        wrong()
