"""Each game is played to its end by clicks, on a wide screen in English and by taps on a phone in Spanish."""

import pytest

pytest.importorskip("playwright.sync_api", reason="make test-ui installs it")

from tests.ui.driving import *  # noqa: F403
from tests.ui.driving import PATIENCE, POINT, QUICK, drawn, redrawn, run, settle, shoot, sit

SCREENS = {
    "wide-en": {"viewport": {"width": 1400, "height": 900}, "locale": "en-GB"},
    "phone-es": {"viewport": {"width": 390, "height": 844}, "locale": "es-AR", "has_touch": True, "is_mobile": True},
}
SAYS = {"wide-en": "The game is over", "phone-es": "La partida ha terminado"}
PLACES = """JSON.stringify([
  "#board", ".players", ...(innerWidth > 800 ? ["#strip", "#choices", ".tools"] : [])].map(name => {
    const {left, top, width} = document.querySelector(name).getBoundingClientRect();
    return [name, Math.round(left), Math.round(top + scrollY), Math.round(width)];
  }))"""
"""Where the parts of the page are that must stay where they are during a game."""
FITS = "document.documentElement.scrollWidth <= innerWidth"


def choose(page, number, phone):
    """Take one of the things that the board offers, on a phone with the tap that confirms it."""
    before, spot = drawn(page), run(page, POINT.replace("NUMBER", str(number)))
    if not spot:  # on a phone what is below the dock: its line in the list
        page.locator("#choices li").nth(number % page.locator("#choices li[data-row]").count()).tap()
    elif phone:
        page.touchscreen.tap(*spot)
    else:
        page.mouse.click(*spot)
    if phone:
        page.wait_for_selector(f'#play, #board:not([data-drawn="{before}"])')
        if page.locator("#play").count():
            page.locator("#play").tap()
    redrawn(page, before)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", [pytest.param(name, id=f"{name}-browser") for name in QUICK])
def test_a_whole_game_is_played_by_clicks(chromium, server, name, screen):
    wrong, phone = [], screen.startswith("phone")
    context = chromium.new_context(**SCREENS[screen])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    token = sit(page, server, game=name, **QUICK[name])
    clicks, places = 0, set()
    while not settle(page):
        places.add(run(page, PLACES))
        assert run(page, FITS)
        assert page.locator("#trouble").is_hidden()
        if clicks == 8:
            shoot(page, f"{name}-{screen}")
        choose(page, 3 * clicks, phone)
        clicks += 1
    assert len(places) == 1
    table = server.table(token)
    chosen = sum(int(state.to_move) in table.persons for state in table.states[:-1])
    assert clicks >= chosen > 3
    assert table.state.done
    assert SAYS[screen] in page.locator("#status").text_content()
    won = page.locator("#scores tr.won th").all_inner_texts()
    utility = table.state.utility[: table.state.num_players].tolist()
    assert len(won) == (utility.count(max(utility)) if min(utility) < max(utility) else 0)
    assert page.locator("#scores tbody tr").count() == len(utility)
    page.wait_for_selector("#review .graph, #review:empty")
    shoot(page, f"{name}-{screen}-end")
    context.close()
    assert wrong == []
