"""Code for a GPU, without one: PTX is made, and what it is made of runs on the CPU, thread by thread."""

import copy
import re
from types import SimpleNamespace

import numpy as np
import pytest
from numba.core import config, types
from numba.core.errors import TypingError

from medianoche import envs
from medianoche.envs.core.compile import device
from medianoche.envs.core.compile.jit import DISABLED, aligned
from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from medianoche.envs.core.kernels.local import local_array
from medianoche.envs.core.kernels.loops import LOOPS
from medianoche.envs.core.kernels.threads import THREADS, DeviceLoops
from medianoche.envs.core.play.device_batch import DeviceBatch
from medianoche.envs.core.play.dlpack import vector
from medianoche.envs.core.play.driver import opened
from tests.envs.core.alike import Alike
from tests.envs.core.assembler import ARCHITECTURE, ASSEMBLER, BOUNDS, assembled, assert_complete, exceeding
from tests.envs.core.emulated import EmulatedDriver
from tests.envs.repeats import larger

pytestmark = [
    pytest.mark.skipif(DISABLED, reason="kernels are not compiled"),
    pytest.mark.skipif(not device.linking.AVAILABLE, reason="code cannot be linked"),
]


@pytest.fixture(scope="module")
def driver():
    return EmulatedDriver()


@pytest.fixture(scope="module")
def batches(four, driver):
    return Alike(four, 300, driver, seed=3)


@pytest.mark.parametrize("game", ["four", *map(larger, envs.names())])
def test_every_loop_becomes_ptx_without_minima_of_16_bits(four, game):
    loops = DeviceLoops(four if game == "four" else envs.game(game))
    for name in (*THREADS, *LOOPS):
        ptx = loops.code(name).ptx()
        assert_complete(ptx, name)
        assert not re.search(r"\b(?:min|max)\.[su]16", ptx), name


@pytest.mark.parametrize(("short", "right"), [
    ("max.s16 \t%rs3, %rs1, %rs22;", "cvt.s32.s16 %right, %rs22"),
    ("min.u16 \t%rs3, %rs1, %rs22;", "cvt.u32.u16 %right, %rs22"), ("max.s16 \t%rs3, %rs1, -7;", "mov.b32 %right, -7"),
    ("min.u16 \t%rs3, %rs1, 40000;", "mov.b32 %right, 40000"),
])  # fmt: skip
def test_a_minimum_of_16_bits_is_computed_in_32(short, right):
    which = short[:3]
    sign = short[4]
    lines = "{", ".reg .b32 %left, %right;", f"cvt.{sign}32.{sign}16 %left, %rs1;", f"{right};"
    lines += f"{which}.{sign}32 %left, %left, %right;", "cvt.u16.u32 %rs3, %left;", "}"
    around = "\tadd.s16 \t%rs1, %rs2, 1;\n{}\n\tmax.s32 \t%r3, %r1, %r2;\n"
    assert device.widened(around.format("\t" + short)) == around.format("\t" + "\n\t".join(lines))


def test_every_loop_has_recorded_bounds():
    assert set(BOUNDS) == {*envs.names(), "connect_four"}
    for game, loops in BOUNDS.items():
        assert set(loops) == {*THREADS, *LOOPS}, game


@pytest.mark.skipif(not ASSEMBLER, reason="ptxas is not installed (the extra `dev` has it)")
def test_a_loop_above_its_bounds_or_without_any_is_found(four, tmp_path, monkeypatch):
    ptx = DeviceLoops(four).code("check_rows").ptx()
    monkeypatch.setitem(BOUNDS, "low", {"check_rows": [1, 0]})
    assert "recorded: 1 registers, 0 bytes spilled" in exceeding("low", "check_rows", ptx, tmp_path)[1][0]
    for game, loop in (("low", "step_checked"), ("low", "step_rows"), ("other", "check_rows")):
        assert "no bound recorded" in exceeding(game, loop, ptx, tmp_path)[1][0]


@pytest.mark.parametrize("architecture", [larger("sm_80"), ARCHITECTURE])
@pytest.mark.skipif(config.BOUNDSCHECK == 1, reason="bounds are recorded for code that does not check indices")
@pytest.mark.skipif(not ASSEMBLER, reason="ptxas is not installed (the extra `dev` has it)")
def test_the_assembler_accepts_it(four, architecture, tmp_path):
    for name in (*THREADS, *LOOPS):
        ptx = DeviceLoops(four).code(name).ptx()
        assert assembled(ptx, architecture, tmp_path)[1] == 0
        assert exceeding("connect_four", name, ptx, tmp_path)[1] == []


def test_a_batch_on_a_device_plays_the_same_games(batches):
    batches.observe()
    assert batches.play(200) > 300
    batches.step(50)
    batches.observe()
    batches.imagine(5)
    batches.device.reset()
    batches.cpu.reset()
    np.testing.assert_array_equal(batches.device.seeds.numpy(), batches.cpu.seeds)
    batches.compare()


@pytest.mark.larger
def test_hidden_cards_and_scratch_memory_are_the_same(misty, driver):
    batches = Alike(misty, 40, driver, seed=8, num_players=3, pack=["standard", 1], autoreset=False)
    batches.play(40)
    batches.step(10)
    batches.observe()
    batches.imagine(6)


def test_hidden_cards_of_a_small_game_are_the_same(duel, driver):
    batches = Alike(duel, 40, driver, seed=8, num_players=3, autoreset=False)
    batches.play(2)
    batches.observe()
    batches.imagine(6)


def test_a_gpu_plays_the_same_games(four):
    try:
        driver = opened("cuda")
    except OptionError as error:
        pytest.skip(str(error))
    batches = Alike(four, 300, driver, seed=4)
    batches.play(50)
    batches.step(20)
    batches.observe()
    batches.imagine(7)


class Streams(EmulatedDriver):
    """An emulated device that says it is a GPU and notes which stream everything was given to."""

    device = (2, 0)

    def __init__(self):
        super().__init__()
        self.used = set()
        self.waits = []

    def launch(self, function, threads, arguments, stream):
        self.used.add(stream)
        super().launch(function, threads, arguments, stream)

    def clear(self, address, size, stream):
        self.used.add(stream)
        super().clear(address, size, stream)

    def follow(self, stream, other):
        self.waits.append((stream, other))


class Tensor:
    """Numbers of another library on that GPU: notes on which stream the reader wants them."""

    def __init__(self, numbers):
        self.numbers = numbers
        self.asked = []

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, *, stream):
        self.asked.append(stream)
        return self.numbers.__dlpack__()


def test_all_work_is_on_the_stream_of_the_caller(four):
    driver = Streams()
    actions = Tensor(np.full(5, 3))
    stream = SimpleNamespace(__cuda_stream__=lambda: (0, 7))
    batch = DeviceBatch(four, 5, device=driver, stream=stream, seed=0)
    batch.step(actions)
    assert (driver.used, actions.asked) == ({7}, [7])
    assert vector(actions, "actions", 5, driver, 7).address == actions.numbers.ctypes.data
    batch.stream = SimpleNamespace(cuda_stream=8)
    batch.observation.__dlpack__(stream=9)
    batch.observation.__dlpack__(stream=-1)
    assert driver.waits == [(9, 8)]
    assert batch.to_move.numpy().tolist() == [1] * 5
    described = batch.to_move.__cuda_array_interface__
    assert described.pop("data") == (batch.to_move.address, False)
    size = batch.state_dtype.itemsize
    assert described == {"shape": (5,), "typestr": "|i1", "strides": (size,), "stream": 8, "version": 3}


def test_actions_are_read_where_they_are(four, driver):
    for kind in (np.int64, np.int32, np.uint8):
        batch = DeviceBatch(four, 5, device=driver, seed=0)
        batch.step(np.full(5, 3, kind))
        assert batch.to_move.numpy().tolist() == [1] * 5


def test_arrays_are_shared_by_dlpack(batches):
    observation = batches.device.observation
    shared = np.from_dlpack(observation)
    assert shared.__array_interface__["data"][0] == observation.address
    np.testing.assert_array_equal(shared, batches.cpu.observation)
    seats = np.from_dlpack(batches.device.to_move)
    assert seats.strides == (batches.device.state_dtype.itemsize,)
    np.testing.assert_array_equal(seats, batches.cpu.to_move)
    del shared, seats, observation
    with pytest.raises(AttributeError):
        batches.device.masks.__cuda_array_interface__  # noqa: B018 - memory of the CPU


def test_a_batch_on_a_device_is_not_copied(four, driver):
    batch = DeviceBatch(four, 2, device=driver, seed=0)
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="in the memory of a device"):
            copied(batch)


def test_an_illegal_action_is_named_and_nothing_changes(four, driver):
    ours = DeviceBatch(four, 40, device=driver, seed=0)
    theirs = four.batch(40, seed=0)
    for wrong in ({7: 9, 12: 3}, {39: -1}, {0: 2**40}):
        actions = np.full(40, 3)
        for row, action in wrong.items():
            actions[row] = action
        before = ours.states.numpy().tobytes() + ours.masks.numpy().tobytes()
        with pytest.raises(IllegalActionError) as refusal:
            ours.step(actions)
        with pytest.raises(IllegalActionError) as wanted:
            theirs.step(actions)
        assert str(refusal.value) == str(wanted.value)
        assert ours.states.numpy().tobytes() + ours.masks.numpy().tobytes() == before


def test_unchecked_an_illegal_action_stops_all_rows_until_it_is_raised(four, driver):
    batch = DeviceBatch(four, 4, device=driver, checked=False, seed=0)
    batch.check()
    batch.step(np.array([0, 8, 0, 0]))
    before = batch.states.numpy().tobytes()
    batch.step(np.array([1, 1, 1, 1]))
    assert batch.states.numpy().tobytes() == before
    with pytest.raises(IllegalActionError, match=r"row 1: action 8 is not legal"):
        batch.check()
    batch.step(np.array([1, 1, 1, 1]))
    batch.check()
    assert batch.to_move.numpy().tolist() == [1] * 4


@pytest.mark.parametrize(("actions", "words"), [
    (np.zeros(3, np.int64), r"\[3\]"), (np.zeros(4, np.float32), "kind 2"), (np.zeros((4, 1), np.int64), r"\[4, 1\]"),
    (np.zeros(8, np.int64)[::2], "steps of 2"), ([0, 0, 0, 0], "list given"),
])  # fmt: skip
def test_other_actions_are_refused_in_one_line(four, driver, actions, words):
    with pytest.raises(GameError, match=words):
        DeviceBatch(four, 4, device=driver, seed=0).step(actions)


def test_states_are_restored(four, driver):
    batch, other = DeviceBatch(four, 30, device=driver, seed=0), four.batch(30, seed=4)
    for _ in range(5):
        other.step(other.sample_legal())
    batch.restore(other.states)
    assert batch.host_states().tobytes() == other.states.tobytes()
    assert batch.masks.numpy().tobytes() == other.masks.tobytes()


def test_other_arguments_are_refused_in_one_line(four, misty, driver):
    with pytest.raises(OptionError, match="num_envs=0"):
        DeviceBatch(four, 0, device=driver, seed=0)
    with pytest.raises(OptionError, match="packs are not generated on a device"):
        DeviceBatch(misty, 2, device=driver, pack="random:1", seed=0)
    with pytest.raises(GameError, match="accepted: one of them"):
        DeviceBatch(four, 2, device=driver).reset(1, [1, 2])
    with pytest.raises(GameError, match="no field 'scores' of one number"):
        DeviceBatch(four, 2, device=driver, seed=0).field("scores")
    assert envs.make_batch(four.content.location, 2, device=driver, threads=2, seed=0).num_envs == 2
    with pytest.raises(OptionError, match=r'device.*"cpu", "cuda"'):
        envs.make_batch("misty", 2, device="tpu", seed=0)


VALUES = {"values": types.float32[::1]}


def computed(values, i):
    """A kernel that takes a power, which a GPU computes with other last bits."""
    values[i] = np.float32(np.float64(values[i]) ** 2.5)


def scaled(factor, actions, i):
    """A kernel with a number that is no integer of 64 bits."""
    actions[i] = np.int64(factor * np.float32(2))


def computed_length(values, i):
    """A kernel with an array whose length is no constant."""
    local_array(i, np.int64)[0] = 1


def test_what_a_gpu_cannot_do_is_named(four):
    with pytest.raises(GameError, match=r"computed: a GPU has no llvm\.pow\.f64"):
        device.compiled(computed, VALUES, four.content.folder, {})
    with pytest.raises(TypingError, match="lengths must be constants of the module"):
        device.compiled(computed_length, VALUES, four.content.folder, {})
    with pytest.raises(GameError, match="cannot be given to a GPU"):
        device.compiled(scaled, {"factor": types.float32}, four.content.folder, {})


def test_aligned_records_hold_the_same_fields():
    packed = np.dtype([("a", np.int8), ("b", np.int64, (2, 3)), ("c", np.int16)])
    made = aligned(packed)
    assert [made.fields[name][1] for name in made.names] == [0, 8, 56]
    assert (made.itemsize, made["b"].shape) == (64, (2, 3))
