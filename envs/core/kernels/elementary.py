"""Exponential, logarithm and hyperbolic tangent for programs without a C library, by additions and multiplications
only: the same bits on every machine. Errors are below one unit in the last place of float32, two of float64.

Source of the method and of the logarithm's polynomial: fdlibm (Sun Microsystems, 1993), `e_exp.c` and `e_log.c`.
"""

import numpy as np
from numba.core import types

from medianoche.envs.core.compile.jit import inlined

LOG2_E = 1.4426950408889634
LN2_HIGH = 6.93147180369123816490e-01
LN2_LOW = 1.90821492927058770002e-10
OVERFLOW = 709.7
UNDERFLOW = -708.0
SQRT_2 = 1.4142135623730951
BIAS, FRACTION, ONE_BITS = 1023, np.int64(0xFFFFFFFFFFFFF), np.int64(0x3FF0000000000000)
"""Of the bits of a float64: the exponent of 1.0, the mask of the fraction, and 1.0."""


@inlined
def exponential(x):
    """e**x: 2**k by its bits, times a series of the rest, which is at most ln(2) / 2."""
    if not x <= OVERFLOW:
        return x + np.inf  # NaN stays NaN
    if x < UNDERFLOW:
        return 0.0
    k = np.int64(x * LOG2_E + (0.5 if x >= 0 else -0.5))
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    total = 1.0
    for n in range(13, 0, -1):
        total = 1.0 + total * r / n
    return np.int64((k + BIAS) << 52).view(np.float64) * total


def exp(x):
    """e**x, float64."""
    return exponential(x)


def expf(x32):
    """e**x for `x32`, a float32, as a float32."""
    return np.float32(exponential(np.float64(x32)))


def tanhf(x32):
    """The hyperbolic tangent of `x32`, a float32, as a float32 from -1 to 1."""
    x = np.float64(x32)
    if abs(x) < 1e-4:
        return x32
    if abs(x) > 10:
        return np.float32(1 if x > 0 else -1)
    e = exponential(2 * x)
    return np.float32((e - 1) / (e + 1))


def tanh(x):
    """The hyperbolic tangent of a float64, from -1 to 1; the absolute error is below 1e-15."""
    if abs(x) < 1e-4:  # the series: e - 1 would lose digits near 0, and the next term is below 2e-21
        return x - x * x * x / 3
    if abs(x) > 20:  # nearer to 1 than a float64 can tell
        return 1.0 if x > 0 else -1.0
    e = exponential(2 * x)
    return (e - 1) / (e + 1)


def log(x):
    """The natural logarithm of a positive normal number, float64."""
    bits = np.float64(x).view(np.int64)
    k = (bits >> 52) - BIAS
    m = np.int64((bits & FRACTION) | ONE_BITS).view(np.float64)
    if m > SQRT_2:
        m *= 0.5
        k += 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    t1 = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    t2 = z * (
        6.666666666666735130e-01
        + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01))
    )
    half = 0.5 * f * f
    return k * LN2_HIGH - ((half - (s * (half + (t1 + t2)) + k * LN2_LOW)) - f)


NAMED: dict[str, types.Type] = {"x": types.float64, "x32": types.float32}
"""Types of the parameters."""
FUNCTIONS = (exp, expf, tanhf, tanh, log)
"""By the names that they have in C."""
