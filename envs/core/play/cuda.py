"""A GPU of NVIDIA as a device, through the driver: nothing but the driver and `cuda-bindings` is needed."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from medianoche.envs.core.compile.device import DeviceCode
from medianoche.envs.core.errors import OptionError

WIDTH = 128
"""Threads of a block: with up to 255 registers a thread, two blocks of any loop fit in a multiprocessor."""
EXTRA = "install: pip install 'medianoche[cuda]'"


class CudaDriver:
    """`driver.Driver` for a GPU; see `named`.

    Args:
        api: the module `cuda.bindings.driver`.
        number: the GPU's number.
    """

    def __init__(self, api: Any, number: int) -> None:
        self._api = api
        self.device = (2, number)
        self._handle = self.call("cuDeviceGet", number)
        self._context = self.call("cuDevicePrimaryCtxRetain", self._handle)  # the one that other libraries use
        self._enter()
        self.name = self.call("cuDeviceGetName", 256, self._handle).split(b"\0")[0].decode()
        self._loaded: dict[bytes, Any] = {}  # entries by the bitcode of their module

    @staticmethod
    @cache
    def named(device: str) -> CudaDriver:
        """The driver of "cuda" or "cuda:NUMBER".

        Raises:
            OptionError: there is no such device, or the extra `cuda` is not installed.
        """
        match = re.fullmatch(r"cuda(?::(\d{1,4}))?", device)
        if not match:
            raise OptionError(f'device = {device!r}; accepted: "cpu", "cuda" or "cuda:NUMBER"')
        try:
            from cuda.bindings import driver as api
        except ImportError:
            raise OptionError(f"device = {device!r} needs cuda-bindings; {EXTRA}") from None
        try:
            (status,) = api.cuInit(0)
            status, count = api.cuDeviceGetCount() if status == 0 else (status, 0)
        except Exception as error:  # noqa: BLE001 - cuda-bindings raises errors of its own where there is no driver
            raise OptionError(f"device = {device!r}: no NVIDIA driver on this machine ({error})") from None
        if status != 0 or int(match[1] or 0) >= count:
            reason = f"; the driver says {status.name}" if status != 0 else ""
            raise OptionError(f"device = {device!r}: this machine has {count} GPUs that the driver knows{reason}")
        return CudaDriver(api, int(match[1] or 0))

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function of the driver; returns its result.

        Raises:
            RuntimeError: the driver reports an error, with its name.
            OptionError: the device has not so much memory.
        """
        status, *results = getattr(self._api, name)(*arguments)
        if status == self._api.CUresult.CUDA_ERROR_OUT_OF_MEMORY:
            raise OptionError(f"{name}: more than the memory of the device holds")
        if status != 0:
            raise RuntimeError(f"{name}: {status.name}")
        return results[0] if results else None

    def _enter(self) -> None:
        """Make the context that of this thread."""
        self.call("cuCtxSetCurrent", self._context)

    def load(self, code: DeviceCode) -> Any:
        """The entry of `code`, loaded once; the driver compiles PTX and keeps the result in its own cache on disk."""
        if code.bitcode not in self._loaded:
            self._enter()
            module = self.call("cuModuleLoadData", code.ptx().encode() + b"\0")
            self._loaded[code.bitcode] = self.call("cuModuleGetFunction", module, code.entry.encode())
        return self._loaded[code.bitcode]

    def launch(self, function: Any, threads: int, arguments: Sequence[int], stream: int) -> None:
        """Run `function` in `threads` threads."""
        if not threads:
            return
        self._enter()
        count = 1 + len(arguments)
        values = (ctypes.c_int64 * count)(threads, *arguments)  # takes the bits of an unsigned number, too
        first = ctypes.addressof(values)
        width = ctypes.sizeof(ctypes.c_int64)
        places = (ctypes.c_void_p * count)(*(first + width * k for k in range(count)))
        blocks = -(-threads // WIDTH)
        self.call("cuLaunchKernel", function, blocks, 1, 1, WIDTH, 1, 1, 0, stream, ctypes.addressof(places), 0)

    def allocate(self, size: int) -> CudaMemory:
        """New memory of `size` bytes."""
        self._enter()
        return CudaMemory(self, int(self.call("cuMemAlloc", max(size, 1))))

    def clear(self, address: int, size: int, stream: int) -> None:
        """Write zeros."""
        self._enter()
        self.call("cuMemsetD8Async", address, 0, size, stream)

    def upload(self, address: int, array: np.ndarray, stream: int) -> None:
        """Copy a contiguous array to the device."""
        self._enter()
        self.call("cuMemcpyHtoDAsync", address, array.ctypes.data, array.nbytes, stream)
        self.synchronize(stream)

    def download(self, array: np.ndarray, address: int, stream: int) -> None:
        """Copy to a contiguous array, when all that was given to the stream is done."""
        self._enter()
        self.call("cuMemcpyDtoHAsync", array.ctypes.data, address, array.nbytes, stream)
        self.synchronize(stream)

    def synchronize(self, stream: int) -> None:
        """Wait until all that was given to the stream is done."""
        self._enter()
        self.call("cuStreamSynchronize", stream)

    def follow(self, stream: int, other: int) -> None:
        """Let `stream` wait for what was given to the stream `other` so far."""
        if stream in (0, 1) and other in (0, 1):  # both are the default stream
            return
        self._enter()
        event = self.call("cuEventCreate", int(self._api.CUevent_flags.CU_EVENT_DISABLE_TIMING))
        self.call("cuEventRecord", event, other)
        self.call("cuStreamWaitEvent", stream, event, 0)
        self.call("cuEventDestroy", event)

    def figures(self, function: Any) -> dict[str, int]:
        """The driver's figures of a loaded entry: registers and bytes of local memory of a thread, and the blocks of
        WIDTH threads that a multiprocessor holds at a time."""
        self._enter()
        kinds = self._api.CUfunction_attribute
        of = {
            "registers": kinds.CU_FUNC_ATTRIBUTE_NUM_REGS,
            "local bytes": kinds.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
        }
        figures = {name: int(self.call("cuFuncGetAttribute", kind, function)) for name, kind in of.items()}
        blocks = self.call("cuOccupancyMaxActiveBlocksPerMultiprocessor", function, WIDTH, 0)
        return {**figures, "blocks": int(blocks)}


class CudaMemory:
    """Memory of a GPU, freed with this object.

    Args:
        driver: the GPU.
        address: where it begins.
    """

    def __init__(self, driver: CudaDriver, address: int) -> None:
        self._driver = driver
        self.address = address

    def __del__(self) -> None:
        api = self._driver._api
        api.cuCtxSetCurrent(self._driver._context)
        api.cuMemFree(self.address)  # waits for the device; its error is not looked at: nothing is left to free
