"""Arrays on a device, exchanged with other libraries without a copy: DLPack and the CUDA array interface.

Source: https://dmlc.github.io/dlpack, the Python specification and the C structures of version 1.
"""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from medianoche.envs.core.errors import GameError
from medianoche.envs.core.play.driver import DeviceMemory, Driver

CUDA = 2
"""DLPack's number of CUDA devices."""
LEGACY = 1
"""DLPack's and CUDA's number of the default stream."""
KINDS = {"i": 0, "u": 1, "f": 2, "bfloat16": 4, "b": 6}
VERSION = (1, 0)
PLAIN = b"dltensor"
VERSIONED = b"dltensor_versioned"


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))


class _Versioned(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", _Deleter),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    )


_lent: dict[int, Any] = {}
"""What is kept alive for the users of exported arrays, by the address of their structure."""


def _api(name: str, returns: Any) -> Callable[..., Any]:
    """A function of Python's C interface for capsules; the capsule is given as an address."""
    kinds: list[Any] = [ctypes.c_void_p, ctypes.c_char_p]
    return ctypes.PYFUNCTYPE(returns, *kinds)((name, ctypes.pythonapi))


_is_capsule = _api("PyCapsule_IsValid", ctypes.c_int)
_content = _api("PyCapsule_GetPointer", ctypes.c_void_p)
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _Deleter)(
    ("PyCapsule_New", ctypes.pythonapi)
)


def _forget(address: int) -> None:
    """Called when the user of an exported array no longer needs it."""
    if not sys.is_finalizing():
        _lent.pop(address, None)


def _discard(capsule: int) -> None:
    """Called when a capsule is no longer referenced; one that was used has another name."""
    if not sys.is_finalizing():
        for name in (PLAIN, VERSIONED):
            if _is_capsule(capsule, name):
                _lent.pop(_content(capsule, name), None)


_returned = _Deleter(_forget)
_unused = _Deleter(_discard)
for _callback in (_returned, _unused):  # capsules may outlive this module
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_callback))


class DeviceArray:
    """An array in a device's memory, for any library that takes DLPack or the CUDA array interface.

    It is overwritten by the batch that it belongs to: copy what you keep.

    Attributes:
        shape: its shape.
        dtype: NumPy's dtype, or "bfloat16".
        address: where its first number lies.
    """

    def __init__(
        self,
        driver: Driver,
        memory: DeviceMemory,
        shape: tuple[int, ...],
        dtype: Any,
        stream: Callable[[], int],
        **at: int,
    ) -> None:
        self.shape = shape
        self._driver = driver
        self._memory = memory
        self._stream = stream
        self.dtype: Any = "bfloat16" if dtype == "bfloat16" else np.dtype(dtype)
        self._item: int = 2 if dtype == "bfloat16" else np.dtype(dtype).itemsize
        self.address = memory.address + at.get("offset", 0)
        self._step = at.get("step", self._item * math.prod(shape[1:]))  # bytes from one row to the next

    @property
    def nbytes(self) -> int:
        """The bytes of its numbers."""
        return math.prod(self.shape) * self._item

    def numpy(self) -> np.ndarray:
        """A copy in host memory, when the device has done all that it was given; bfloat16 becomes float32."""
        rows = self.shape[0]
        inner = math.prod(self.shape[1:]) * self._item
        data = np.empty(max(0, (rows - 1) * self._step + inner), np.uint8)
        self._driver.download(data, self.address, self._stream())
        data = np.lib.stride_tricks.as_strided(data, (rows, inner), (self._step, 1))
        if self.dtype == "bfloat16":
            bits = np.ascontiguousarray(data).view(np.uint16).astype(np.uint32) << np.uint32(16)
            return bits.view(np.float32).reshape(self.shape)
        return np.ascontiguousarray(data).view(self.dtype).reshape(self.shape)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._driver.device

    def __dlpack__(self, *, stream: int | None = None, max_version: tuple[int, int] | None = None, **_: Any) -> Any:
        if self._driver.device[0] == CUDA and stream != -1:
            self._driver.follow(stream or LEGACY, self._stream())
        known = max_version is not None and max_version[0] >= VERSION[0]
        made: Any = _Versioned(*VERSION) if known else _Managed()
        sizes = (ctypes.c_int64 * len(self.shape))(*self.shape)
        inner = [math.prod(self.shape[axis + 1 :]) for axis in range(1, len(self.shape))]
        steps = (ctypes.c_int64 * len(self.shape))(self._step // self._item, *inner)
        kind = "bfloat16" if self.dtype == "bfloat16" else self.dtype.kind
        made.tensor = _Tensor(
            self.address, *self._driver.device, len(self.shape), KINDS[kind], 8 * self._item, 1, sizes, steps, 0
        )
        made.deleter = _returned
        address = ctypes.addressof(made)
        _lent[address] = (made, sizes, steps, self._memory)
        return _new_capsule(address, VERSIONED if known else PLAIN, _unused)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._driver.device[0] != CUDA or self.dtype == "bfloat16":
            raise AttributeError("__cuda_array_interface__: not of this array")
        inner = [self._item * math.prod(self.shape[axis + 1 :]) for axis in range(1, len(self.shape))]
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "strides": (self._step, *inner),
            "stream": self._stream() or LEGACY,
            "version": 3,
        }

    def __repr__(self) -> str:
        return f"DeviceArray({list(self.shape)}, {self.dtype}, on {self._driver.name})"


class Vector(NamedTuple):
    """Numbers of another library on the device.

    Attributes:
        address: where they lie.
        dtype: NumPy's dtype.
        owner: keeps them alive.
    """

    address: int
    dtype: np.dtype[Any]
    owner: Any


def vector(tensor_like: Any, what: str, count: int, driver: Driver, stream: int) -> Vector:
    """`count` integers on the device of `driver`, where they are.

    Args:
        tensor_like: a tensor of any library with DLPack: integers of any width, [count], contiguous.
        what: what an error calls it.
        count: how many.
        driver: the device.
        stream: where the numbers are read.

    Raises:
        GameError: `tensor_like` is no such tensor.
    """
    accepted = f"a contiguous tensor of {count} integers on {driver.name}, with DLPack"
    fail = partial(f"{what}: {{}} given; accepted: {accepted}".format)
    try:
        place = tuple(int(number) for number in tensor_like.__dlpack_device__())
        if place != driver.device:
            raise GameError(fail(f"a tensor on DLPack's device {place}"))
        capsule = tensor_like.__dlpack__(stream=(stream or LEGACY) if place[0] == CUDA else None)
        address = _content(id(capsule), PLAIN)
    except GameError:
        raise
    except Exception:  # noqa: BLE001 - the class of the value may raise anything
        raise GameError(fail(type(tensor_like).__name__)) from None
    tensor = _Managed.from_address(address).tensor
    kind = {0: "i", 1: "u"}.get(tensor.code)
    shape = [tensor.shape[axis] for axis in range(tensor.ndim)]
    if kind is None or tensor.lanes != 1 or tensor.bits not in (8, 16, 32, 64) or shape != [count]:
        raise GameError(fail(f"{tensor.bits} bits of DLPack's kind {tensor.code}, {shape},"))
    if tensor.strides and count > 1 and tensor.strides[0] != 1:
        raise GameError(fail(f"a tensor with steps of {tensor.strides[0]}"))
    return Vector(
        (tensor.data or 0) + tensor.byte_offset, np.dtype(f"{kind}{tensor.bits // 8}"), (tensor_like, capsule)
    )
