"""Compiled code: what kernels are made with. One idea a module, every function a kernel.

This module is the face of `core/compile` for games, agents and training, which import nothing of it themselves.
"""

from medianoche.envs.core.compile.dispatch import apply as apply
from medianoche.envs.core.compile.dispatch import conceal as conceal
from medianoche.envs.core.compile.dispatch import determinize as determinize
from medianoche.envs.core.compile.dispatch import heuristic as heuristic
from medianoche.envs.core.compile.dispatch import inconsistency as inconsistency
from medianoche.envs.core.compile.dispatch import legal_mask as legal_mask
from medianoche.envs.core.compile.dispatch import observe as observe
from medianoche.envs.core.compile.dispatch import reset as reset
from medianoche.envs.core.compile.dispatch import settle as settle
from medianoche.envs.core.compile.dispatch import spread_duel as spread_duel
from medianoche.envs.core.compile.jit import DISABLED as DISABLED
from medianoche.envs.core.compile.jit import NO_CONTENT as NO_CONTENT
from medianoche.envs.core.compile.jit import Kernel as Kernel
from medianoche.envs.core.compile.jit import Kernels as Kernels
from medianoche.envs.core.compile.jit import allow_overflow as allow_overflow
from medianoche.envs.core.compile.jit import cache_folder as cache_folder
from medianoche.envs.core.compile.jit import direct as direct
from medianoche.envs.core.compile.jit import inlined as inlined
from medianoche.envs.core.compile.jit import inlined_arrays as inlined_arrays
from medianoche.envs.core.compile.jit import inlined_fastmath as inlined_fastmath
from medianoche.envs.core.compile.jit import overload as overload
from medianoche.envs.core.compile.jit import user_cache as user_cache
from medianoche.envs.core.compile.plain import plain as plain
from medianoche.envs.core.compile.plain import uncompiled as uncompiled
from medianoche.envs.core.compile.sources import kernel_files as kernel_files
from medianoche.envs.core.compile.sources import sources as sources
from medianoche.envs.core.compile.sources import sources_hash as sources_hash
from medianoche.envs.core.compile.tuples import tuple_type as tuple_type
