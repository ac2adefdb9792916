"""A real server process on the test database and a real Chromium in front of it."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.db import connection, connections
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.chromium import find_chromium
from tests.end_to_end import city
from tests.free_port import find_free_port

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
LONGEST_WAIT = 10_000
"""Milliseconds until the page shows what a test waits for, whichever way it waits. Left alone, `expect` gives up after
five seconds; the first rewrite of a server loads tables for one second of the processor, which others use as well."""
SECONDS_TO_START = 60
"""On a machine that is busy with something else; an idle one needs three."""


@dataclass(frozen=True, slots=True)
class Site:
    """A running installation with the documents of `city`."""

    address: str
    city: city.City


@pytest.fixture(scope="module")
def site(server: str, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    """Committed data, because the server is another process; all of it is removed at the end.

    The modules are marked `django_db`: without a marked test pytest-django makes no test database.
    """
    with django_db_blocker.unblock():
        name, test_name = connection.settings_dict["NAME"], connection.settings_dict["TEST"]["NAME"]
        assert name.startswith(test_name), f"'{name}' is not the test database, and it would be emptied."
        try:
            yield Site(server, city.build())
        finally:
            call_command("flush", verbosity=0, interactive=False)
            connection.close()


class running_server:  # noqa: N801 - read as words: with running_server(...) as address
    """`python -m config.web` on a free port with the test database; ended with the block."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "server.log"

    def __enter__(self) -> str:
        port = find_free_port()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.web", "--port", str(port)],
                cwd=ROOT,
                env=os.environ | {"DATABASE_URL": url_of_test_database()},
                stdout=log,
                stderr=log,
            )
        address = f"http://127.0.0.1:{port}"
        try:
            self.wait_for(f"{address}/healthz")
        except BaseException:
            self.__exit__()
            raise
        return address

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def wait_for(self, url: str) -> None:
        deadline = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                urllib.request.urlopen(url, timeout=2).close()
            except (URLError, ConnectionError, TimeoutError):
                # A busy machine accepts the connection and answers later.
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"The server did not start:\n{self.log.read_text(encoding='utf-8')}")


def url_of_test_database() -> str:
    database = connection.settings_dict
    user, password = quote(database["USER"], safe=""), quote(database["PASSWORD"], safe="")
    host = quote(database["HOST"] or "localhost", safe="")
    return f"postgres://{user}:{password}@{host}:{database['PORT'] or 5432}/{database['NAME']}"


@pytest.fixture(scope="module")
def browser(site: Site) -> Iterator[Browser]:
    """Playwright keeps an event loop in this thread, in which Django would refuse to roll back after each test."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        expect.set_options(timeout=LONGEST_WAIT)
        started = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM)
        yield started
        started.close()
        # Beside a running event loop Django kept connections of their own for the tests.
        connections.close_all()


@pytest.fixture
def page(site: Site, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A new visitor. Fails a test whose page loads from elsewhere or writes an error to the console.

    Options of the browser context come from the marker `visitor`, for example `visitor(color_scheme="dark")`.
    """
    marker = request.node.get_closest_marker("visitor")
    options = {"locale": "de-DE", "base_url": site.address} | (marker.kwargs if marker else {})
    complaints: list[str] = []

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"console: {message.text}")

    def note_request(sent: Request) -> None:
        if not sent.url.startswith((site.address, "data:", "blob:")):
            complaints.append(f"foreign request: {sent.url}")

    with browser.new_context(**options) as context:
        context.set_default_timeout(LONGEST_WAIT)
        opened = context.new_page()
        opened.on("console", note_console)
        opened.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        opened.on("request", note_request)
        yield opened
    assert not complaints
