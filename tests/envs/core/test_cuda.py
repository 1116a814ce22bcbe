"""The driver of a GPU against a stand-in for `cuda.bindings.driver`, whose device is this machine's memory."""

import ctypes
from enum import IntEnum
from types import SimpleNamespace

import numpy as np
import pytest

from medianoche.envs.core.errors import OptionError
from medianoche.envs.core.play.cuda import WIDTH, CudaDriver

ANSWERS = {
    "cuDeviceGet": "gpu",
    "cuDevicePrimaryCtxRetain": "context",
    "cuDeviceGetName": b"Night\0\0",
    "cuEventCreate": "event",
    "cuFuncGetAttribute": 40,
    "cuOccupancyMaxActiveBlocksPerMultiprocessor": 3,
}


class Api:
    """Copies and clears as the driver is documented to, and notes every call."""

    CUresult = IntEnum("CUresult", "SUCCESS CUDA_ERROR_INVALID_VALUE CUDA_ERROR_OUT_OF_MEMORY", start=0)
    CUevent_flags = SimpleNamespace(CU_EVENT_DISABLE_TIMING=2)
    CUfunction_attribute = SimpleNamespace(CU_FUNC_ATTRIBUTE_NUM_REGS=4, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES=3)

    def __init__(self):
        self.calls = []
        self.memory = {}
        self.status = self.CUresult.SUCCESS

    def __getattr__(self, name):
        def call(*arguments):
            self.calls.append((name, *arguments))
            answers = {"cuMemAlloc": self.allocated, "cuMemsetD8Async": self.set, "cuMemFree": self.memory.pop}
            answers |= dict.fromkeys(("cuMemcpyHtoDAsync", "cuMemcpyDtoHAsync"), self.copied)
            answer = answers[name](*arguments) if name in answers else ANSWERS.get(name)
            return (self.status,) if answer is None else (self.status, answer)

        return call

    def allocated(self, size):
        memory = ctypes.create_string_buffer(b"\7" * size, size)
        self.memory[ctypes.addressof(memory)] = memory
        return ctypes.addressof(memory)

    def set(self, address, value, size, _stream):
        ctypes.memset(address, value, size)

    def copied(self, to, source, size, _stream):
        ctypes.memmove(to, source, size)


@pytest.fixture
def api():
    return Api()


@pytest.fixture
def driver(api):
    return CudaDriver(api, 0)


def test_arrays_come_back_from_the_device_and_memory_is_freed(api, driver):
    assert driver.name == "Night"
    sent = np.arange(6, dtype=np.int16)
    back = np.zeros(6, np.int16)
    memory = driver.allocate(sent.nbytes)
    driver.upload(memory.address, sent, 5)
    driver.clear(memory.address, 4, 5)
    driver.download(back, memory.address, 5)
    assert back.tolist() == [0, 0, 2, 3, 4, 5]
    assert api.calls[-1] == ("cuStreamSynchronize", 5)
    assert len(api.memory) == 1
    del memory
    assert not api.memory
    assert driver.allocate(0).address  # a driver refuses to allocate nothing


@pytest.mark.parametrize(("threads", "blocks"), [(1, 1), (WIDTH, 1), (WIDTH + 1, 2)])
def test_a_loop_runs_in_enough_blocks_with_all_bits_of_its_arguments(api, driver, monkeypatch, threads, blocks):
    seen = []
    passed = []

    def launched(*arguments):
        passed.extend(arguments)
        places = ctypes.cast(arguments[9], ctypes.POINTER(ctypes.c_void_p))
        seen.extend(ctypes.cast(places[k], ctypes.POINTER(ctypes.c_uint64))[0] for k in range(4))
        return (0,)

    monkeypatch.setattr(api, "cuLaunchKernel", launched, raising=False)
    driver.launch("loop", 0, [1, 2, 3], 9)
    assert not seen
    driver.launch("loop", threads, [2**63 + 5, 0, -1], 9)
    assert seen == [threads, 2**63 + 5, 0, 2**64 - 1]
    function, *grid, shared, stream, _, extra = passed
    assert (function, grid, shared, stream, extra) == ("loop", [blocks, 1, 1, WIDTH, 1, 1], 0, 9, 0)


def test_a_stream_waits_for_another_one_but_not_for_itself(api, driver):
    before = len(api.calls)
    driver.follow(0, 1)  # two names of the default stream
    assert len(api.calls) == before
    driver.follow(7, 1)
    assert api.calls[before:] == [
        ("cuCtxSetCurrent", "context"),
        ("cuEventCreate", 2),
        ("cuEventRecord", "event", 1),
        ("cuStreamWaitEvent", 7, "event", 0),
        ("cuEventDestroy", "event"),
    ]


def test_what_a_loop_takes_is_asked_by_kind(api, driver):
    assert driver.figures("loop") == {"registers": 40, "local bytes": 40, "blocks": 3}
    assert [call[1:] for call in api.calls[-3:]] == [(4, "loop"), (3, "loop"), ("loop", WIDTH, 0)]


def test_errors_of_the_driver_have_names_and_a_full_device_is_an_option(api, driver):
    api.status = Api.CUresult.CUDA_ERROR_INVALID_VALUE
    with pytest.raises(RuntimeError, match="cuStreamSynchronize: CUDA_ERROR_INVALID_VALUE"):
        driver.call("cuStreamSynchronize", 3)
    api.status = Api.CUresult.CUDA_ERROR_OUT_OF_MEMORY
    with pytest.raises(OptionError, match="more than the memory of the device holds"):
        driver.call("cuMemAlloc", 8)
