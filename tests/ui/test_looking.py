"""What is seen without a choice: cards seen large, rows with odds, tools of a phone, and the line of a long fight."""

import pytest

pytest.importorskip("uvicorn")

from medianoche.envs.medianokte.state import BASE, Phase
from tests.ui.driving import QUICK, SCREENS, redrawn, run, settle, sit
from tests.ui.test_repeat import seated

RESTS = 1200
"""Milliseconds after which a large card would long have opened."""
AIMED = "Drenar"
"""An action card that asks for its target."""
COVERED = """(() => {
  const card = document.querySelector(".closer").getBoundingClientRect();
  return [...document.querySelectorAll("#board [data-action]")].map(each => each.getBoundingClientRect()).filter(each =>
    each.left < card.right && each.right > card.left && each.top < card.bottom && each.bottom > card.top).length;
})()"""
"""How many things to choose from a large card covers."""
CUT = """[...document.querySelectorAll("PLACE")].filter(part => part.offsetWidth
  && (part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth + 1))
  .map(part => part.id || part.innerText)"""
"""Parts whose words are wider than they are, or that end outside the screen."""
WORDS_FIT = """[...document.querySelectorAll("#repeat-until option")].map(option => {
  const pick = option.parentElement, letters = document.createElement("canvas").getContext("2d");
  letters.font = getComputedStyle(pick).font;
  return [option.textContent, letters.measureText(option.textContent).width + 36 <= pick.clientWidth];
})"""
"""The conditions of a repetition, and whether each is readable whole beside the arrow of the list."""


def enemy(page, server):
    """The Enemy with Madre Kolmena in its first question; the token and the number of an action card with a target."""
    for seed in range(1, 40):
        token = sit(page, server, game="medianokte", seats=["you", "greedy", "greedy"], seed=str(seed))
        table = server.table(token)
        view = table.game.view(table.state, 0)
        names = [card.name for card in view.tables.boss[view.state.boss].actions]
        if AIMED in names:
            return token, BASE.card + names.index(AIMED)
    raise AssertionError("no seed has this boss")


def test_no_large_card_opens_under_a_mouse_that_rests_and_none_covers_a_choice(page, server):
    token, card = enemy(page, server)
    part = page.locator(f'#board [data-action="{card}"]').first
    box = part.bounding_box()
    before = page.locator("#board").get_attribute("data-drawn")
    page.mouse.click(box["x"] + 20, box["y"] + 30)
    redrawn(page, before)
    settle(page)
    assert server.table(token).state.phase == Phase.TARGET
    assert page.locator("#board [data-action]").count() > 1
    page.wait_for_timeout(RESTS)
    assert page.locator(".closer").count() == 0
    page.mouse.move(box["x"] + 24, box["y"] + 34)
    page.wait_for_selector(".closer", timeout=20_000)
    assert run(page, COVERED) == 0


def test_rows_of_targets_say_their_odds(page, server):
    token, card = enemy(page, server)
    before = page.locator("#board").get_attribute("data-drawn")
    page.locator(f'#board [data-action="{card}"]').first.click()
    redrawn(page, before)
    settle(page)
    table = server.table(token)
    told = page.locator("#choices .brief").all_inner_texts()
    view = table.game.view(table.state, 0)
    legal = table.game.legal_actions(table.state).tolist()
    assert sorted(told) == sorted(table.game.declaration.brief(view, action) for action in legal)
    page.locator("#choices li").first.hover()
    page.wait_for_selector("#about:has-text('2 dice, each hits on')")


@pytest.mark.parametrize("lang", ["en-GB", "es-ES"])
@pytest.mark.parametrize("name", QUICK)
def test_on_a_phone_no_tool_is_cut(persons, server, name, lang):
    page = persons(console=True, **SCREENS["phone"], locale=lang)
    sit(page, server, game=name, hints=["greedy"], **QUICK[name])
    assert page.locator("#pace").is_visible() is False
    assert run(page, CUT.replace("PLACE", ".tools > *")) == []
    if page.locator("#more-tools").count():
        page.tap("#more-tools")
        assert page.locator("#adviser").is_visible()
        assert run(page, CUT.replace("PLACE", ".tools > *")) == []


@pytest.mark.parametrize(
    "screen", [{"viewport": {"width": 1366, "height": 768}}, SCREENS["phone"]], ids=["1366", "390"]
)
@pytest.mark.parametrize("lang", ["en-GB", "es-ES"])
def test_the_condition_of_a_repetition_can_be_read(persons, server, lang, screen):
    page = persons(console=True, **screen, locale=lang)
    seated(page, server)
    page.check("#repeat-card")
    for condition in ("asked", "insomnia"):
        page.select_option("#repeat-until", condition)
        assert [words for words, fits in run(page, WORDS_FIT) if not fits] == []
