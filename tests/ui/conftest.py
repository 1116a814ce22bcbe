"""A server, and where there is a browser, pages in it on which nothing may go wrong."""

import pytest


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """The server of all tests of a file that are driven through a browser."""
    from tests.ui.pages import serving

    with serving(tmp_path_factory.mktemp("games")) as server_here:
        yield server_here


@pytest.fixture
def server(request, tmp_path):
    """A server whose games are in tmp_path/games; tests in a browser share one."""
    from tests.ui.pages import serving

    if "chromium" in request.fixturenames:
        yield request.getfixturevalue("shared")
        return
    with serving(tmp_path / "games") as server_here:
        yield server_here


@pytest.fixture
def served(monkeypatch):
    """What `medianoche ui` would serve: the arguments of each call."""
    from medianoche.cli import ui

    served_calls = []
    monkeypatch.setattr(ui, "serve", lambda *arguments: served_calls.append(arguments))
    return served_calls


@pytest.fixture(scope="module")
def chromium():
    from tests.ui.driving import BROWSER, sync_api

    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def persons(chromium, request):
    """A maker of pages of different persons, each in a context of its own; `console`: nothing may be written there."""
    from tests.ui.driving import PATIENCE, PICTURES, SCREENS

    made = []
    wrong = []

    def person(address="", console=False, **how):
        context = chromium.new_context(**SCREENS["wide"] | {"locale": "en-GB"} | how)
        context.set_default_timeout(PATIENCE)
        made.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        if console:
            page.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
        if address:
            page.goto(address)
        return page

    yield person
    for number, context in enumerate(made):
        for page in context.pages if PICTURES else ():
            page.screenshot(path=f"{PICTURES}/{request.node.name}-{number}.png")
        context.close()
    assert wrong == []


@pytest.fixture
def page(persons):
    """One page."""
    return persons(console=True)
