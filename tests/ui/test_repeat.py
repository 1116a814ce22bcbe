"""The cards of a fight of Camino a Nocturna: large, and repeated until the person wants to choose anew."""

import pytest

pytest.importorskip("uvicorn")

from medianoche.envs.nocturna.state import BASE, BOSS_BATTLE, Card, Phase
from tests.ui.driving import SCREENS, drawn, redrawn, run, settle
from tests.waiting import soon

SKILL = BASE.card + Card.SKILL - 1
CARDS = "[...document.querySelectorAll('#choices .large')].map(card => [card.offsetWidth, card.offsetHeight])"
QUIET = 2500
"""Milliseconds in which a repetition would have played three cards."""


def seated(page, server, **how):
    """A child who sits at a table of three, in its first question about a card against the boss; returns its token."""
    asked = {"game": "nocturna", "seats": ["greedy", "you", "greedy", "greedy"], "seed": "7"}
    tokens = server.new(options={"variant": "quick", "sheets": "order"}, **asked, **how)[1]
    token = next(filter(None, tokens))
    while True:
        frame = server.until("asked", token)
        table = server.table(token)
        if table.state.battle == BOSS_BATTLE and frame["repeats"] and frame["repeats"]["effects"]:
            break
        best = int(table.game.heuristic(table.state, len(table.actions)))
        server.post("/api/act", token, {"key": frame["position"], "action": best})
    page.goto(f"{server.address}/#{token}")
    page.wait_for_selector("#choices .large")
    return token


def own_choices(server, token, since=0):
    """The phase and the action of each choice of the child at the table, from a decision on."""
    table = server.table(token)
    return [
        (Phase(int(state.phase)), action)
        for state, action in list(zip(table.match.states, table.actions, strict=False))[since:]
        if int(state.to_move) == 1
    ]


def begin(page, card, until, limit=None):
    """Repeat a card."""
    page.check("#repeat-card")
    page.select_option("#repeat-until", until)
    if limit is not None:
        page.fill("#repeat-limit", str(limit))
    page.locator(f"#choices .large:has-text('{card}')").click()


def test_a_card_is_repeated_for_some_turns_and_stopped_by_a_key(page, server):
    token = seated(page, server)
    assert all(width > 110 and height >= 120 for width, height in run(page, CARDS))
    assert page.locator("#choices .large small").all_inner_texts() == ["hit 4", "cover, shield 2", "shield 3"]
    begun = len(server.table(token).actions)
    begin(page, "defence", "turns", 3)
    page.wait_for_selector("#repeat:has-text('what you waited for has come')")
    told = page.locator("#repeat p").inner_text()
    state = server.table(token).state
    assert f"→ {state.foe_life[0]}" in told if state.foe_life[0] < state.foe_max[0] else "life" not in told
    played = own_choices(server, token, begun)
    assert played == [(Phase.CHILD_CARD, BASE.card + Card.DEFENCE - 1)] * 3
    begin(page, "defence", "turns", 50)
    page.wait_for_selector("#repeat-stop")
    page.keyboard.press("Escape")
    page.wait_for_selector("#repeat-card")
    settled = len(own_choices(server, token))
    page.wait_for_timeout(QUIET)
    assert len(own_choices(server, token)) == settled
    assert not page.locator("#repeat-card").is_checked()


def gauge(page, server, token, name):
    """The value of one of the numbers at which a repetition may stop, by its name."""
    gauges = {row["name"]: row["value"] for row in server.get("/api/frame", token)["repeats"]["gauges"]}
    return gauges[name]


@pytest.mark.parametrize(("name", "card", "away"), [("life", "hit", -6), ("insomnia", "defence", 1)])
def test_a_card_is_repeated_until_a_number_has_come(page, server, name, card, away):
    """The boss loses life, a child grows sleepless: the card is played until the number is reached, and no longer."""
    token = seated(page, server)
    limit = gauge(page, server, token, name) + away
    begun = len(server.table(token).actions)
    begin(page, card, name, limit)
    page.wait_for_selector("#repeat:has-text('what you waited for has come')")
    now = gauge(page, server, token, name)
    assert now <= limit if away < 0 else now >= limit
    played = own_choices(server, token, begun)
    assert len({action for _, action in played}) == 1
    assert f"Played {len(played)} time" in page.locator("#repeat p").inner_text().replace("once", "1 time")
    page.wait_for_timeout(QUIET)
    assert own_choices(server, token, begun) == played
    server.post("/api/back", token)
    before = gauge(page, server, token, name)  # at the last card: the number had not come
    assert before > limit if away < 0 else before < limit


@pytest.mark.parametrize("until", ["asked", "turns"])
def test_a_repetition_answers_no_other_question(page, server, until):
    """The skill of the first sheet asks which child is covered. The page waits, or ends the repetition."""
    token = seated(page, server)
    begin(page, "skill", until, 30 if until == "turns" else None)
    assert soon(lambda: Phase(int(server.table(token).state.phase)) == Phase.TARGET)
    page.wait_for_selector("#choices li:not(.large)")
    count = len(server.table(token).actions)
    page.wait_for_timeout(QUIET)
    assert len(server.table(token).actions) == count
    assert page.locator("#repeat-stop").count() == (until == "turns")
    before = drawn(page)
    page.locator("#choices li").first.click()
    redrawn(page, before)
    settle(page)
    page.wait_for_timeout(QUIET)
    after = own_choices(server, token, count)
    assert after[0][0] == Phase.TARGET
    assert (SKILL in [action for _, action in after[1:]]) == (until == "turns")


def test_on_a_phone_a_card_is_confirmed_before_it_is_repeated(persons, server):
    page = persons(console=True, **SCREENS["phone"])
    token = seated(page, server)
    assert all(width > 100 and height >= 120 for width, height in run(page, CARDS))
    assert run(page, "(list => list.scrollHeight <= list.clientHeight)(document.querySelector('#choices'))")
    cards = page.locator("#choices").bounding_box()["height"]
    assert cards < 160  # no higher than its cards
    assert not page.locator("#repeat-until").is_visible()  # only who repeats a card is asked until when
    begun = len(own_choices(server, token))
    page.check("#repeat-card")
    page.select_option("#repeat-until", "turns")
    assert run(page, "document.querySelector('.tools').getBoundingClientRect().bottom <= innerHeight")
    page.fill("#repeat-limit", "2")
    page.locator("#choices .large").first.tap()
    page.wait_for_selector("#play")
    assert len(own_choices(server, token)) == begun
    page.tap("#play")
    page.wait_for_selector("#repeat:has-text('Played 2 times')")
    assert len(own_choices(server, token)) == begun + 2
