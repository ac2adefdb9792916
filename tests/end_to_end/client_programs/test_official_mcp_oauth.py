"""The official client of the Model Context Protocol signs a person in by itself: it knows nothing of our code."""

import asyncio
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker

from config.oauth.user_pages.client_programs import Program
from tests.end_to_end.city import QUESTION
from tests.end_to_end.conftest import Site, running_server

pytestmark = pytest.mark.django_db

PERSON, PASSWORD = "redaktion", "ein langes Kennwort"


class Callback:
    """The program's own address on this machine, at which the browser arrives with the code."""

    def __init__(self) -> None:
        arrived: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                # A browser asks for a picture of the site as well.
                if self.path.startswith("/callback"):
                    arrived.append(self.path)
                self.send_response(200)
                self.send_header("Content-Type", "text/plain; charset=utf-8")
                self.end_headers()
                self.wfile.write(b"Sie koennen dieses Fenster schliessen.")

            def log_message(self, *args: object) -> None:
                pass

        self.arrived = arrived
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/callback"

    def __enter__(self) -> "Callback":
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def result(self) -> AuthorizationCodeResult:
        said = {name: values[0] for name, values in parse_qs(urlsplit(self.arrived[-1]).query).items()}
        return AuthorizationCodeResult(code=said.get("code", ""), state=said.get("state"), iss=said.get("iss"))


class Storage:
    """What a program keeps."""

    def __init__(self, client: OAuthClientInformationFull | None = None) -> None:
        self.client, self.tokens = client, None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Person:
    """Reads the pages, signs in and presses the button, by HTTP alone."""

    def __init__(self) -> None:
        self.pages: list[str] = []

    async def visit(self, address: str) -> None:
        async with httpx2.AsyncClient(follow_redirects=True, timeout=60) as browser:
            page = await browser.get(address)
            form = fields_of(page.text) | {"username": PERSON, "password": PASSWORD}
            page = await browser.post(str(page.url), data=form)
            self.pages.append(page.text)
            await browser.post(str(page.url), data=fields_of(page.text) | {"allow": "true"})


def fields_of(page: str) -> dict[str, str]:
    hidden = re.findall(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?', page)
    return {name: value.replace("&amp;", "&") for name, value in hidden if name != "language"}


async def with_oauth(address: str, storage: Storage, callback: Callback, person: Person, work: Any) -> Any:
    async def arrived() -> AuthorizationCodeResult:
        return callback.result()

    provider = OAuthClientProvider(
        server_url=f"{address}/mcp",
        client_metadata=OAuthClientMetadata(client_name="Assistent", redirect_uris=[callback.address]),
        storage=storage,
        redirect_handler=person.visit,
        callback_handler=arrived,
    )
    async with (
        httpx2.AsyncClient(auth=provider, timeout=60) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client,
    ):
        return await work(client, provider)


async def ask(client: Client, provider: OAuthClientProvider) -> Any:
    await client.list_tools()
    return await client.call_tool("ask", {"question": QUESTION})


async def twice(client: Client, provider: OAuthClientProvider) -> Any:
    """Two calls, with the token's quarter of an hour between them."""
    await ask(client, provider)
    before = provider.context.current_tokens
    provider.context.token_expiry_time = 1.0
    assert "144 Euro" in (await ask(client, provider)).structured_content["answer"]
    return before, provider.context.current_tokens


@pytest.fixture(scope="module")
def open_site(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same documents behind a service at which programs may register themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OAUTH_REGISTRATION", "True")
        with running_server(tmp_path_factory.mktemp("open")) as address:
            yield address


@pytest.fixture(scope="module")
def entered(site: Site, django_db_blocker: DjangoDbBlocker) -> Iterator[Program]:
    """A program that an administrator has entered, committed for the server's eyes."""
    with django_db_blocker.unblock():
        program = Program.objects.create(
            name="Assistent",
            redirect_uris="http://127.0.0.1/callback",
            client_type=Program.CLIENT_PUBLIC,
            authorization_grant_type=Program.GRANT_AUTHORIZATION_CODE,
        )
        yield program
        program.delete()


def test_it_registers_asks_the_person_and_calls_in_their_name(open_site: str) -> None:
    storage, person = Storage(), Person()
    with Callback() as callback:
        result = asyncio.run(with_oauth(open_site, storage, callback, person, ask))
    assert "144 Euro" in result.structured_content["answer"]
    assert all(citation["verified"] for citation in result.structured_content["citations"])
    assert len(person.pages) == 1
    assert storage.tokens is not None
    assert set((storage.tokens.scope or "").split()) == {"ask", "search", "simplify"}
    assert storage.client is not None
    assert storage.client.client_id


def test_a_program_that_was_entered_needs_no_registration(site: Site, entered: Program) -> None:
    with Callback() as callback:
        known = OAuthClientInformationFull(
            client_id=entered.client_id, redirect_uris=[callback.address], token_endpoint_auth_method="none"
        )
        result = asyncio.run(with_oauth(site.address, Storage(known), callback, Person(), ask))
    assert "144 Euro" in result.structured_content["answer"]


def test_without_registration_an_unknown_program_gets_nothing(site: Site) -> None:
    person = Person()
    with Callback() as callback, pytest.raises(ExceptionGroup):
        asyncio.run(with_oauth(site.address, Storage(), callback, person, ask))
    assert person.pages == []


def test_it_refreshes_without_the_person(open_site: str) -> None:
    storage, person = Storage(), Person()
    with Callback() as callback:
        before, after = asyncio.run(with_oauth(open_site, storage, callback, person, twice))
    assert len(person.pages) == 1
    assert before.refresh_token != after.refresh_token


@pytest.mark.browser
@pytest.mark.parametrize("language", ["de-DE", "en-GB"])
def test_a_real_browser_signs_in_reads_the_page_and_goes_back(
    site: Site, entered: Program, browser: Browser, language: str
) -> None:
    """The policy of the page lets the form's redirect through, and axe finds nothing."""
    connect = {"de-DE": "Verbinden", "en-GB": "Connect"}[language]
    asked = (
        f"{site.address}/oauth/authorize?response_type=code&client_id={entered.client_id}&state=s"
        f"&code_challenge={'x' * 43}&code_challenge_method=S256&scope=ask+search&resource={site.address}/mcp"
    )
    with Callback() as callback, browser.new_context(locale=language) as context:
        page = context.new_page()
        page.goto(f"{asked}&redirect_uri={callback.address}")
        page.locator("[name=username]").fill(PERSON)
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("[type=submit]").click()
        assert Axe().run(page).response["violations"] == []
        page.get_by_role("button", name=connect, exact=True).click()
        page.wait_for_url("**/callback?**")
        assert callback.result().code
        page.goto(f"{site.address}/oauth/programs/")
        assert Axe().run(page).response["violations"] == []
