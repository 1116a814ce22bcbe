"""Compiled code: what kernels are made with. One idea a module, every function a kernel.

This module is the face of `core/compile` for games, agents and training, which import nothing of it themselves.
"""

from medianoche.envs.core.compile.dispatch import (
    apply,
    conceal,
    determinize,
    heuristic,
    inconsistency,
    legal_mask,
    observe,
    reset,
    settle,
)
from medianoche.envs.core.compile.jit import (
    DISABLED,
    Kernel,
    Kernels,
    allow_overflow,
    cache_folder,
    chosen,
    direct,
    inlined,
    kernel_sources,
    making,
    summed,
    user_cache,
)
from medianoche.envs.core.compile.plain import plain, uncompiled

__all__ = [
    "Kernels",
    "Kernel",
    "chosen",
    "direct",
    "inlined",
    "making",
    "summed",
    "plain",
    "uncompiled",
    "DISABLED",
    "allow_overflow",
    "cache_folder",
    "kernel_sources",
    "user_cache",
    "apply",
    "conceal",
    "determinize",
    "heuristic",
    "inconsistency",
    "legal_mask",
    "observe",
    "reset",
    "settle",
]
