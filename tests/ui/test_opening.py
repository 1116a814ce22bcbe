"""The first minute on the page without a server, while Python is loaded: what it says and shows. A worker that
loads a part and no more stands in for Pyodide."""

import pytest

from docs import trial
from tests.ui.test_try import serving

WORKER = "onmessage = () => postMessage({ loaded: 1_520_000 });"
WHOLE = 7_400_000


@pytest.fixture(scope="module")
def loading(tmp_path_factory):
    """The address of a page that goes on loading."""
    folder = tmp_path_factory.mktemp("loading")
    (folder / "games").mkdir()
    (folder / "all.zst").write_bytes(bytes(WHOLE))
    trial.write_page(folder)
    (folder / "worker.mjs").write_text(WORKER, encoding="utf-8")
    with serving(folder) as address:
        yield address


@pytest.mark.parametrize(
    ("locale", "what", "loaded"),
    [
        ("en-GB", "Five night-themed tabletop games.", "1.5 of 7.4 MB."),
        ("es-ES", "Cinco juegos de mesa nocturnos.", "1,5 de 7,4 MB."),
        ("fr-FR", "Five night-themed tabletop games.", "1.5 of 7.4 MB."),
    ],
)
def test_while_it_loads_the_page_says_what_it_is_and_how_much_is_left(persons, loading, locale, what, loaded):
    page = persons(locale=locale)
    page.goto(loading)
    page.wait_for_selector(f"#loaded:has-text('{loaded}')")
    assert page.locator("#what").inner_text().startswith(what)
    assert page.locator(".opening[aria-label=Misty] svg").is_visible()
    assert page.locator("progress").evaluate("bar => bar.value") == pytest.approx(0.7 * 1.52 / 7.4, abs=0.001)
    assert page.locator("#language").is_hidden()  # it has no languages yet


def test_the_game_that_the_address_names_is_shown_while_it_loads(persons, loading):
    page = persons()
    page.goto(f"{loading}?game=halloween")
    page.wait_for_selector(".opening[aria-label='La noche de Halloween'] svg")
