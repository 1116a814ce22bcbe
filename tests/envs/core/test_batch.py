import gc
import pickle
import threading

import numpy as np
import pytest

from medianoche.envs import game
from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from medianoche.envs.core.kernels import DISABLED
from medianoche.envs.core.play.threads import Threads
from tests.envs.core.locks import writable
from tests.processes import printed
from tests.waiting import LONG


def test_every_row_can_be_dealt_again_alone(duel):
    batch = duel.batch(5, seed=10, num_players=3, kinds=3)
    env = duel.aec(num_players=3, kinds=3)
    choices = batch.sample_legal()
    for row in range(5):
        env.reset(batch.seeds[row])
        assert env.state_bytes() == batch.states[row].tobytes()
        assert env.state_bytes() == duel.new(3, seed=int(batch.seeds[row]), kinds=3).tobytes()
        assert env.sample_legal() == choices[row]
    chosen = duel.batch(2, seeds=[batch.seeds[4], 2**64 - 1], num_players=3, kinds=3)
    assert chosen.states[0].tobytes() == batch.states[4].tobytes()
    assert chosen.seeds.dtype == np.uint64
    assert chosen.seeds.tolist() == [int(batch.seeds[4]), 2**64 - 1]


def test_batches_of_different_seeds_share_no_deal(duel):
    seeds = np.concatenate([duel.batch(1024, seed=seed).seeds for seed in (0, 1, 2, 1024, 2**64 - 1)])
    assert len(np.unique(seeds)) == len(seeds)
    assert len({duel.new(seed=int(seed)).tobytes() for seed in seeds}) == len(seeds)
    assert np.array_equal(duel.batch(3, seed=1).seeds, duel.batch(9, seed=1).seeds[:3])


def test_without_a_seed_the_rows_choose_others_and_tell_them(duel):
    batch, twin = duel.batch(3, seed=1), duel.batch(3, seed=1)
    first = batch.seeds.copy()
    batch.reset()
    twin.reset()
    assert np.array_equal(batch.seeds, twin.seeds)
    assert not set(batch.seeds) & set(first)
    for row in range(3):
        assert batch.states[row].tobytes() == duel.new(seed=int(batch.seeds[row])).tobytes()


def played(batch, steps):
    """Play random actions; what was played, and the states at the end."""
    actions = []
    for _ in range(steps):
        actions.append(batch.sample_legal().tolist())
        batch.step(np.array(actions[-1]))
    return actions, batch.states.tobytes(), batch.masks.tobytes(), batch.seeds.tolist()


def test_a_batch_goes_on_from_the_state_of_another(duel):
    first = duel.batch(7, seed=3, num_players=3, kinds=3)
    played(first, 5)
    kept = first.state_dict()
    expected = played(first, 60)
    other = duel.batch(7, seed=4, num_players=3, kinds=3)
    assert played(other, 60) != expected
    other.load_state_dict(kept)
    assert played(other, 60) == expected
    other.load_state_dict(kept)  # what was kept has not changed
    assert played(other, 60) == expected


@pytest.mark.parametrize("change", ["rows", "options", "a part is missing", "no state of the game"])
def test_a_batch_refuses_the_state_of_another_kind_and_stays_as_it_is(duel, change):
    batch = duel.batch(4, seed=1, num_players=3, kinds=3)
    kept = duel.batch(
        5 if change == "rows" else 4, seed=2, num_players=3, kinds=2 if change == "options" else 3
    ).state_dict()
    if change == "a part is missing":
        del kept["choosers"]
    if change == "no state of the game":
        kept["states"][:] = 255
    before = batch.state_dict()
    with pytest.raises(GameError):
        batch.load_state_dict(kept)
    after = batch.state_dict()
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_a_finished_game_leaves_its_result_and_a_new_one_is_dealt(four):
    batch = four.batch(2, seed=0)
    for drop in ([0, 0], [1, 1], [0, 0], [1, 1], [0, 0], [1, 1]):
        utility, ended = batch.step(np.array(drop))
        assert not ended.any()
        assert not utility.any()
    utility, ended = batch.step(np.array([0, 2]))
    assert ended.tolist() == [True, False]
    assert utility.tolist() == [[1, -1], [0, 0]]
    assert batch.scores[0].tolist() == [1, 0]
    assert batch.states[0].ply == 0
    assert batch.to_move.tolist() == [0, 1]
    utility, ended = batch.step(batch.sample_legal())
    assert not ended.any()
    assert not utility.any()


def test_without_autoreset_a_finished_row_stays(four):
    batch = four.batch(1, autoreset=False, seed=0)
    for drop in (0, 1, 0, 1, 0, 1, 0):
        batch.step(np.array([drop]))
    assert batch.done[0]
    assert batch.to_move[0] == -1
    assert not batch.masks.any()
    assert not batch.action_mask.any()
    assert batch.sample_legal()[0] == -1
    with pytest.raises(IllegalActionError, match="row 0: the game is over"):
        batch.step(np.array([0]))


def test_step_rows_touches_only_its_rows(four):
    batch = four.batch(4, seed=0)
    others = batch.states[[0, 2]].tobytes()
    batch.step_rows(np.array([3, 1]), np.array([6, 2]))
    assert batch.states[[0, 2]].tobytes() == others
    assert batch.states[3].discs == 1 << 42
    assert batch.states[1].discs == 1 << 14


def test_observation_and_mask_follow_the_state(four):
    batch = four.batch(3, seed=0)
    assert batch.action_mask.all()
    assert not batch.observation.any()
    batch.step(np.array([0, 1, 2]))
    for row in range(3):
        assert np.array_equal(batch.observation[row], four.observe(batch.states[row], 1))
        assert np.array_equal(batch.action_mask[row].nonzero()[0], batch.legal_actions(row))


def test_what_a_batch_shows_is_overwritten_by_the_next_step(four):
    """As README.md and training/README.md say; what `step` returns is kept."""
    batch = four.batch(5, seed=0)
    seats = batch.to_move
    seen = batch.observation
    mask = batch.action_mask
    utility, ended = batch.step(batch.sample_legal())
    assert np.array_equal(seats, batch.to_move)
    assert batch.observation is seen
    assert batch.action_mask is mask
    while not batch.ended.any():
        batch.step(batch.sample_legal())
    assert not ended.any()
    assert not utility.any()


@pytest.mark.parametrize("use", ["step", "step_rows", "reset", "deal", "observation", "action_mask"])
def test_a_call_that_meets_another_threads_is_refused_and_changes_nothing(four, use):
    batch = four.batch(64, seed=0)
    calls = {}
    calls["step"] = lambda: batch.step(batch.sample_legal())
    calls["step_rows"] = lambda: batch.step_rows(np.arange(2), batch.sample_legal()[:2])
    calls["reset"], calls["deal"] = lambda: batch.reset(1), lambda: batch.deal([0], [5])
    calls["observation"] = lambda: batch.observation
    calls["action_mask"] = lambda: batch.action_mask
    inside = threading.Event()
    leave = threading.Event()
    share = batch._threads.share

    def slow(*arguments, **how):
        inside.set()
        leave.wait(LONG)
        share(*arguments, **how)

    batch._threads.share = slow
    other = threading.Thread(target=calls["step"])
    other.start()
    assert inside.wait(LONG)
    before = batch.states.tobytes()
    with pytest.raises(GameError, match="two threads use one batch at the same time"):
        calls[use]()
    assert batch.states.tobytes() == before
    leave.set()
    other.join(LONG)
    calls[use]()


def test_reset_with_a_seed_deals_the_same_and_without_goes_on(four):
    batch = four.batch(2, seed=1)
    first = batch.states.tobytes()
    batch.step(batch.sample_legal())
    batch.reset(1)
    assert batch.states.tobytes() == first
    assert batch.action_mask.all()


def test_a_pickled_batch_goes_on_alike(four):
    batch = four.batch(6, threads=2, seed=0)
    batch.step(batch.sample_legal())
    twin = pickle.loads(pickle.dumps(batch))
    for _ in range(50):
        assert np.array_equal(batch.sample_legal(), twin.sample_legal())
        actions = batch.sample_legal()
        twin.sample_legal()
        batch.step(actions)
        twin.step(actions)
    assert batch.states.tobytes() == twin.states.tobytes()


def test_random_choices_are_uniform(four):
    batch = four.batch(7000, seed=0)
    counts = np.bincount(batch.sample_legal(), minlength=7)
    assert ((counts - 1000) ** 2 / 1000).sum() < 22.5  # chi-square, 6 degrees of freedom, p = 0.001


def test_a_turn_shows_the_view_of_the_mover(four):
    batch = four.batch(4, seed=0)
    batch.step_rows(np.array([1]), np.array([3]))
    rows = np.array([3, 1])
    turn = batch.turn(rows, np.array([5, 6], np.uint64))
    assert len(turn) == 2
    assert turn.seats.tolist() == [0, 1]
    assert np.array_equal(turn.observation, batch.observation[rows])
    assert np.array_equal(turn.action_mask, batch.action_mask[rows])
    again = batch.turn(rows[::-1].copy(), np.array([6, 5], np.uint64))
    assert np.array_equal(turn.random_actions(), again.random_actions()[::-1])


def test_samples_are_copies(four):
    batch = four.batch(2, seed=0)
    before = batch.states.tobytes()
    packs, states = batch.turn(np.array([0, 1]), np.array([1, 2], np.uint64)).sample()
    states["ply"] = 9
    assert batch.states.tobytes() == before
    assert len(packs) == 1


def test_other_integers_are_accepted_however_they_lie_in_memory(four):
    batch, twin = four.batch(4, seed=0), four.batch(4, seed=0)
    same = ([1, 2, 3, 4], range(1, 5), np.int8([1, 2, 3, 4]), np.uint64([4, 3, 2, 1])[::-1])
    strided = np.arange(1, 9, dtype=">i2").repeat(2)[:8:2]
    for actions in (*same, strided):
        batch.step(actions)
        twin.step(np.array([1, 2, 3, 4]))
        assert batch.states.tobytes() == twin.states.tobytes()
    batch.step_rows([], [])
    batch.step_rows((3, 0), (4, 4))
    twin.step_rows(np.array([0, 3]), np.array([4, 4]))
    assert batch.states.tobytes() == twin.states.tobytes()


def test_a_turn_of_a_finished_game_is_refused(four):
    batch = four.batch(2, autoreset=False, seed=0)
    for drop in (0, 1, 0, 1, 0, 1, 0):
        batch.step_rows([1], [drop])
    with pytest.raises(GameError, match="row 1: the game is over"):
        batch.turn([0, 1], [1, 2])
    turn = batch.turn([0], [1])
    with pytest.raises(ValueError, match="read-only"):
        turn.masks[:] = 0


def test_a_batch_goes_to_states_of_its_own_kind_only(duel):
    batch, twin = (duel.batch(3, seed=seed, num_players=3) for seed in range(2))
    for _ in range(3):
        batch.step(batch.sample_legal())
    twin.restore(batch.states)
    assert twin.states.tobytes() == batch.states.tobytes()
    assert np.array_equal(twin.action_mask, batch.action_mask)
    before = twin.states.tobytes()
    unsound = batch.states.copy()
    unsound["card"][1, 0] = 100
    others = duel.batch(3, num_players=2, seed=0).states, duel.batch(3, num_players=3, kinds=2, seed=0).states
    for wrong in (unsound, *others, batch.states[:2], np.zeros(3), "abc", None):
        with pytest.raises(GameError):
            twin.restore(wrong)
        assert twin.states.tobytes() == before


def test_some_rows_go_to_states(duel):
    batch = duel.batch(3, num_players=3, seed=0)
    batch.step(batch.sample_legal())
    others = batch.states[[0, 2]].tobytes()
    looked = batch.observation.copy()
    batch.restore([duel.position(3, card=[3, 2, 1], kinds=4)], [1])
    assert batch.states[1].card.tolist() == [3, 2, 1, 0, 0]
    assert batch.states[[0, 2]].tobytes() == others
    assert not np.array_equal(batch.observation[1], looked[1])
    assert np.array_equal(batch.action_mask[1], [1, 1, 1, 1])
    for states, rows in ((batch.states, [1]), (batch.states[:1], [3]), (batch.states[:2], [1, 1])):
        with pytest.raises(GameError):
            batch.restore(states, rows)


@pytest.mark.parametrize(("field", "value"), [
    ("to_move", 99), ("to_move", -1), ("pack", -3), ("pack", 1), ("num_players", 100), ("num_players", 0), ("done", 1),
])  # fmt: skip
@pytest.mark.parametrize("name", ["duel", "four"])
def test_the_one_way_to_write_states_takes_none_that_crashes(name, field, value, request):
    game = request.getfixturevalue(name)
    batch = game.batch(2, seed=0)
    with pytest.raises(ValueError, match="read-only"):
        batch.states[field] = value
    wrong = batch.states.copy()
    wrong[field] = value
    for rows in (None, [0, 1]):
        with pytest.raises(GameError, match="row 0: not a state of this batch") as caught:
            batch.restore(wrong, rows)
        assert "\n" not in str(caught.value)
    batch.step(batch.sample_legal())


def test_neither_users_nor_agents_write_to_the_true_games(duel):
    batch = duel.batch(4, seed=0)
    env = duel.aec()
    env.reset(0)
    for turn in (batch.turn([0, 2], [5, 6]), env.turn(), batch.turn([0, 2], [5, 6]).part(np.array([1]))):
        turn.action_mask[:] = turn.observation[:] = 1
        truths = [array for array in vars(turn).values() if isinstance(array, np.ndarray) and array.dtype.names]
        assert len(truths) == 2  # states and packs
        assert not any(map(writable, truths))
    for writable_array in (batch.states, batch.masks, batch.blank, batch.to_move, batch.records):
        assert not writable(writable_array)
    assert not env.record.flags.writeable
    for name in ("states", "masks", "blank", "to_move"):
        with pytest.raises(AttributeError):
            setattr(batch, name, None)


def test_a_turn_outlives_its_batch(duel):
    turn = duel.batch(4, seed=0).turn(np.arange(4), np.arange(4))
    gc.collect()
    assert turn.observation.tobytes() == duel.batch(4, seed=0).observation.tobytes()


def test_a_batch_needs_a_thread(four):
    with pytest.raises(OptionError, match="at least 1"):
        four.batch(2, threads=0)


def test_one_seed_or_one_for_each_row_and_not_both(duel):
    batch = duel.batch(2, seed=0)
    before = batch.states.tobytes()
    for both in (lambda: batch.reset(1, [1, 2]), lambda: duel.batch(2, seed=1, seeds=[1, 2])):
        with pytest.raises(GameError, match="both seed and seeds given; accepted: one of them"):
            both()
    assert batch.states.tobytes() == before
    assert duel.batch(2, seed=0).states.tobytes() == before


FORKED = """
import os, sys
import numpy as np
from medianoche import envs
from medianoche.agents import agent
from medianoche.envs.core.play.threads import Threads
game = envs.game("medianoche.toys.connect_four:ConnectFour")
batch, searcher = game.batch(64, threads=3, seed=0), agent("flat:20")
def play():
    for _ in range(5):
        batch.step(batch.sample_legal())
    searcher.threads = Threads(2)
    return batch.states.tobytes() + searcher.act(batch.turn(range(64), range(64))).tobytes()
play()
inside, outside = os.pipe()
child = os.fork()
result = play()
if child == 0:
    with os.fdopen(outside, "wb") as pipe:
        pipe.write(result)
    os._exit(0)
os.close(outside)
with os.fdopen(inside, "rb") as pipe:
    assert pipe.read() == result, "parent and child play differently"
os.waitpid(child, 0)
print("alike")
"""

SPAWNED = """
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from medianoche.envs import game

def play(batch):
    for _ in range(5):
        batch.step(batch.sample_legal())
    return batch.states.tobytes()

if __name__ == "__main__":
    batch = game("medianoche.toys.connect_four:ConnectFour").batch(64, threads=3, seed=0)
    batch.step(batch.sample_legal())
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        theirs = pool.submit(play, batch).result()
    assert theirs == play(batch), "parent and child play differently"
    print("alike")
"""


@pytest.mark.skipif(DISABLED, reason="one thread does all")
def test_a_pool_of_threads_starts_once():
    threads = Threads(2)
    began = []
    for _ in range(3):
        threads.share(2, lambda part, *_: began.append((part, threading.get_ident())))
    assert len({ident for _, ident in began}) == 2
    assert sorted(part for part, _ in began) == [0, 0, 0, 1, 1, 1]


INTERRUPTED = """
import threading
from medianoche.envs.core.play.threads import Threads

start = threading.Thread.start

def interrupted(thread):
    start(thread)
    raise KeyboardInterrupt

threading.Thread.start = interrupted
threads = Threads(2)
try:
    threads.share(2, lambda *part: None)
except KeyboardInterrupt:
    print("alike")
"""


@pytest.mark.parametrize("program", [FORKED, SPAWNED, INTERRUPTED], ids=["fork", "spawn", "interrupt"])
def test_a_batch_with_threads_goes_on_in_another_process_and_ends(program, tmp_path):
    file = tmp_path / "program.py"
    file.write_text(program)
    assert printed(file, PYTHONWARNINGS="ignore") == "alike\n"


def test_a_turn_knows_the_role_of_each_deciding_seat():
    batch = game("nocturna").batch(16, num_players=3, seed=1)
    roles = batch.game.roles(3)
    seen = set()
    for _ in range(20):
        turn = batch.turn(np.arange(16), np.arange(16, dtype=np.uint64))
        assert turn.roles.tolist() == [roles[seat] for seat in turn.seats]
        some = turn.part(np.array([5, 2]))
        assert some.roles.tolist() == turn.roles[[5, 2]].tolist()
        seen |= set(turn.roles.tolist())
        batch.step(batch.sample_legal())
    assert seen == {0, 1}
