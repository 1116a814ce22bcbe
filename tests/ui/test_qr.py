"""The QR code of an invitation, read by a decoder of its own: clock, format, mask, blocks and their correction."""

import pytest

from tests.ui.driving import FITS, lobby, run

VERSIONS = [(1, 19, 7), (1, 34, 10), (1, 55, 15), (1, 80, 20), (1, 108, 26), (2, 68, 18), (2, 78, 20), (2, 97, 24)]
VERSIONS += [(2, 116, 30)]
"""Blocks, and in each block codewords of data and of correction; ISO/IEC 18004, table 9, level L."""
FORMAT = 0b111011111000100
"""The format of level L with mask 0; table C.1."""
ELSEWHERE = "http://192.168.1.20:8765"


def times(one, other):
    """The product in the field of 256 elements, digit by digit."""
    product = 0
    while other:
        product ^= one * (other & 1)
        one = one << 1 ^ 0x11D * (one >> 7)
        other >>= 1
    return product


def is_correct(block, extra):
    """Whether a block with its codewords of correction is zero at the powers of 2 that divide it."""
    element = 1
    for _ in range(extra):
        value = 0
        for word in block:
            value = times(value, element) ^ word
        if value:
            return False
        element = times(element, 2)
    return True


def is_fixed(side, row, column):
    """Whether a module is a part of a pattern, the format or the version."""
    version = (side - 17) // 4
    if 6 in (row, column) or (row < 9 and (column < 9 or column >= side - 8)) or (row >= side - 8 and column < 9):
        return True
    if version > 6 and ((row < 6 and column >= side - 11) or (column < 6 and row >= side - 11)):
        return True
    last = side - 7
    centres = [] if version == 1 else [6, last] if version < 7 else [6, (6 + last) // 2, last]
    near = [[centre for centre in centres if abs(centre - at) <= 2] for at in (row, column)]
    corners = ([6], [6]), ([6], [last]), ([last], [6])
    return bool(near[0] and near[1]) and tuple(near) not in corners


def decoded(dark):
    """The text of a code."""
    side = len(dark)
    assert [dark[6][at] for at in range(8, side - 8)] == [at % 2 == 0 for at in range(8, side - 8)]
    column = [dark[row][8] for row in (0, 1, 2, 3, 4, 5, 7, 8)]
    line = [dark[8][at] for at in (7, 5, 4, 3, 2, 1, 0)]
    assert sum(on << bit for bit, on in enumerate([*column, *line])) == FORMAT
    bits = []
    for right in [*range(side - 1, 6, -2), 5, 3, 1]:
        rows = range(side) if (right + 1) & 2 else range(side - 1, -1, -1)
        cells = [(row, at) for row in rows for at in (right, right - 1)]
        bits += [dark[row][at] ^ ((row + at) % 2 == 0) for row, at in cells if not is_fixed(side, row, at)]
    words = [int("".join(map(str, map(int, bits[at : at + 8]))), 2) for at in range(0, len(bits) - 7, 8)]
    blocks, size, extra = VERSIONS[(side - 17) // 4 - 1]
    assert len(words) == blocks * (size + extra)
    data = [words[: blocks * size][block::blocks] for block in range(blocks)]
    checks = [words[blocks * size :][block::blocks] for block in range(blocks)]
    assert all(is_correct([*part, *check], extra) for part, check in zip(data, checks, strict=True))
    digits = "".join(f"{word:08b}" for part in data for word in part)
    assert digits.startswith("0100")
    length = int(digits[4:12], 2)
    return bytes(int(digits[12 + 8 * at : 20 + 8 * at], 2) for at in range(length)).decode()


def test_a_code_of_each_size_is_its_text(page, server):
    lobby(page, server)
    sizes = set()
    for length in (1, 17, 18, 53, 78, 100, 134, 150, 192, 230):
        text = f"{ELSEWHERE}/#{'aZ9-_' * 50}"[:length]
        dark = run(page, f"import('/static/qr.js').then(({{modules}}) => modules('{text}'))")
        assert decoded(dark) == text
        sizes.add(len(dark))
    assert sizes == {17 + 4 * version for version in range(1, 10)}
    assert run(page, f"import('/static/qr.js').then(({{modules}}) => modules('{'x' * 231}'))") is None


@pytest.mark.parametrize("here", [True, False])
def test_a_link_that_other_machines_reach_has_its_code(page, server, here):
    page.route("**/api/catalog", lambda route: route.fulfill(json={**route.fetch().json(), "links": [ELSEWHERE]}))
    if here:
        page.unroute("**/api/catalog")
    lobby(page, server)
    _, (one, two, _) = server.new(game="misty", seats=["you", "friend"], name="Ana")
    page.goto(f"{server.address}/#{one}")
    page.wait_for_selector("#invited .link")
    assert page.locator("#invited .qr").count() == (not here)
    if here:
        return
    page.click("#invited summary")
    box = page.locator("#invited .qr").bounding_box()
    assert min(box["width"], box["height"]) > 120
    assert page.locator("#invited .qr").get_attribute("aria-label") == "QR code of the link"
    squares = run(page, "document.querySelector('#invited .qr path:last-child').getAttribute('d')")
    places = [tuple(map(int, square.split("h")[0].split())) for square in squares.split("M")[1:]]
    side = max(max(place) for place in places) - 4 + 1
    dark = [[(column + 4, row + 4) in places for column in range(side)] for row in range(side)]
    assert decoded(dark) == f"{ELSEWHERE}/#{two}"
    assert run(page, FITS)
