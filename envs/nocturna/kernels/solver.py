"""The exact equilibrium of one turn of combat, a zero-sum game of three cards against three.

Every extreme equilibrium of a matrix game comes from a square part of the matrix (Shapley and Snow, "Basic solutions
of discrete games", 1950): nine single entries, nine 2x2 parts and the whole are tried, all in integers.
"""

from medianoche.envs.nocturna.kernels import kernel

PAIRS = ((0, 1), (0, 2), (1, 2))


@kernel
def best_reply_row(a, b, c, d, e, f, g, h, i, x, y, z):
    """The most that a row yields against column weights x, y, z."""
    return max(a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z)


@kernel
def holds(a, b, c, d, e, f, g, h, i, p, q, r, x, y, z, value, total):
    """Whether row weights p, q, r and column weights x, y, z, both of sum `total`, secure `value / total`."""
    if total == 0 or min(p, q, r, x, y, z) < 0:
        return False
    least = -best_reply_row(-a, -d, -g, -b, -e, -h, -c, -f, -i, p, q, r)
    return least >= value and best_reply_row(a, b, c, d, e, f, g, h, i, x, y, z) <= value


@kernel
def whole(a, b, c, d, e, f, g, h, i):
    """The weights in which all three rows and columns appear, with value and sum."""
    p = (e * i - f * h) - (d * i - f * g) + (d * h - e * g)
    q = -(b * i - c * h) + (a * i - c * g) - (a * h - b * g)
    r = (b * f - c * e) - (a * f - c * d) + (a * e - b * d)
    x = (e * i - f * h) - (b * i - c * h) + (b * f - c * e)
    y = -(d * i - f * g) + (a * i - c * g) - (a * f - c * d)
    z = (d * h - e * g) - (a * h - b * g) + (a * e - b * d)
    value = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    total = p + q + r
    if total < 0:
        return -p, -q, -r, -x, -y, -z, -value, -total
    return p, q, r, x, y, z, value, total


@kernel
def equilibrium(a, b, c, d, e, f, g, h, i):
    """Optimal mixtures of the game [[a, b, c], [d, e, f], [g, h, i]] that the row player wants high.

    Returns the weights of the three rows and of the three columns, then value and total: both triples have the sum
    `total`, and the game is worth `value / total`. Entries up to 10**5 in size are safe.
    """
    entries = (a, b, c, d, e, f, g, h, i)
    for row in range(3):
        for col in range(3):
            value = entries[3 * row + col]
            p, q, r = row == 0, row == 1, row == 2
            x, y, z = col == 0, col == 1, col == 2
            if holds(a, b, c, d, e, f, g, h, i, p, q, r, x, y, z, value, 1):
                return p, q, r, x, y, z, value, 1
    for rows in range(3):
        for cols in range(3):
            top, bottom = PAIRS[rows]
            left, right = PAIRS[cols]
            s, t = entries[3 * top + left], entries[3 * top + right]
            u, v = entries[3 * bottom + left], entries[3 * bottom + right]
            total = s + v - t - u
            sign = -1 if total < 0 else 1
            value, total = (s * v - t * u) * sign, total * sign
            first, other = (v - u) * sign, (s - t) * sign
            p = first if top == 0 else 0
            q = first if top == 1 else (other if bottom == 1 else 0)
            r = other if bottom == 2 else 0
            first, other = (v - t) * sign, (s - u) * sign
            x = first if left == 0 else 0
            y = first if left == 1 else (other if right == 1 else 0)
            z = other if right == 2 else 0
            if holds(a, b, c, d, e, f, g, h, i, p, q, r, x, y, z, value, total):
                return p, q, r, x, y, z, value, total
    return whole(a, b, c, d, e, f, g, h, i)
