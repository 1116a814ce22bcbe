"""What a batch on a device asks of it: memory, copies, and functions run by many threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from medianoche.envs.core.compile.device import DeviceCode
from medianoche.envs.core.errors import OptionError, shown


class DeviceMemory(Protocol):
    """Memory of a device; it is free again when the last reference to this object is gone."""

    @property
    def address(self) -> int:
        """The address of the first byte, a multiple of 256."""


class Driver(Protocol):
    """A device. Everything given to one stream is done in order; no method but `synchronize`, `download` and those
    without a stream waits."""

    @property
    def device(self) -> tuple[int, int]:
        """DLPack's type of device (1 CPU, 2 CUDA), and its number."""

    @property
    def name(self) -> str:
        """The device's name."""

    def load(self, code: DeviceCode) -> Any:
        """The entry of `code`, ready to be launched."""

    def launch(self, function: Any, threads: int, arguments: Sequence[int], stream: int) -> None:
        """Run `function` in `threads` threads; each argument is a number of 64 bits or an address."""

    def allocate(self, size: int) -> DeviceMemory:
        """New memory of `size` bytes, with any content; raises OptionError if the device has not so much."""

    def clear(self, address: int, size: int, stream: int) -> None:
        """Write zeros."""

    def upload(self, address: int, array: np.ndarray, stream: int) -> None:
        """Copy a contiguous array to the device; `array` may change as soon as this returns."""

    def download(self, array: np.ndarray, address: int, stream: int) -> None:
        """Copy to a contiguous array, when all that was given to the stream is done."""

    def synchronize(self, stream: int) -> None:
        """Wait until all that was given to the stream is done."""

    def figures(self, function: Any) -> dict[str, int]:
        """What the device says of a loaded entry, for example how many registers a thread has."""

    def follow(self, stream: int, other: int) -> None:
        """Let `stream` wait for what was given to the stream `other` so far."""


def opened(device: str | Driver) -> Driver:
    """The driver of "cuda" or "cuda:NUMBER"; any driver is returned as it is.

    Raises:
        OptionError: there is no such device, or the extra `cuda` is not installed.
    """
    if not isinstance(device, str):
        if isinstance(device, type) or not hasattr(device, "allocate"):
            raise OptionError(f"device {shown(device)} is not accepted; accepted: cpu, cuda, cuda:NUMBER, or a driver")
        return device
    from medianoche.envs.core.play.cuda import CudaDriver

    return CudaDriver.named(device)
