"""The page behind a proxy that has another name and takes a prefix off the path, as JupyterHub and Codespaces do."""

import http.client
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.ui.driving import click, offer, settle
from tests.ui.pages import YARDSTICK, serving

NAME, PREFIX = "hub.localhost", "/user/ana/proxy/8765"
"""Chromium takes names below localhost for this machine."""


class Proxy(BaseHTTPRequestHandler):
    """Passes requests below PREFIX on, without it, and with the Host that the browser has sent."""

    def forward(self):
        if not self.path.startswith(f"{PREFIX}/"):
            self.send_error(404)
            return
        behind = http.client.HTTPConnection("127.0.0.1", self.server.behind, timeout=600)
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        behind.request(self.command, self.path.removeprefix(PREFIX), body, headers)
        answer = behind.getresponse()
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        with suppress(ConnectionError):  # the browser has left the page
            self.end_headers()
            self.wfile.write(content)
        behind.close()

    do_GET = do_POST = do_DELETE = forward  # noqa: N815 - the library's names

    def log_message(self, *_):
        pass


@contextmanager
def proxied(server):
    """The address of the page behind a proxy."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        proxy.behind = server.port
        proxy.daemon_threads = True
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://{NAME}:{proxy.server_address[1]}{PREFIX}/"
        proxy.shutdown()


def test_the_page_is_played_behind_a_proxy_with_a_prefix(page, tmp_path):
    with serving(tmp_path / "games", names=[NAME]) as server, proxied(server) as address:
        tokens = server.new(game=YARDSTICK, seats=["you", "friend"], seed="7", name="Ana")[1]
        page.goto(f"{address}#{server.owner}")
        link = page.locator(".doors button.who").first.get_attribute("title")
        assert link == f"{address}#{tokens[1]}"
        offer(page)
        page.locator("details.rules summary").click()
        page.wait_for_selector(".rules .pictured svg")
        page.goto(f"{address}#{tokens[0]}")
        page.wait_for_selector("#board svg")
        settle(page)
        click(page, 3)
        assert len(server.table(tokens[0]).actions) == 1
        page.goto("about:blank")  # it asks no more when the proxy is gone


def test_a_name_that_was_not_allowed_is_refused_with_the_option_that_allows_it(persons, tmp_path):
    with serving(tmp_path / "games") as server, proxied(server) as address:
        answer = persons().goto(address)
        assert answer.status == 403
        assert f"start it with --allow-host {NAME}" in answer.text()
