"""Many calls at once of programs, at a running service with a slow model: they leave it to all others."""

import asyncio
from typing import Any

import httpx2
import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoDbBlocker

from apps.llm.models import ChatModel, Endpoint, ModelOrder
from config.api.tokens.api_tokens import ApiToken
from config.settings.access_and_channels import MOST_CALLS_OF_TOKEN
from tests.end_to_end import city
from tests.end_to_end.conftest import Site
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db

PATIENCE = 5.0
"""Seconds: a place in the line for connections is given up after ten."""
CONNECTIONS = 16
MORE_THAN_CONNECTIONS = CONNECTIONS + 8


@pytest.fixture(scope="module")
def secrets(site: Site, _openai_server: FakeOpenAIServer, django_db_blocker: DjangoDbBlocker) -> list[str]:
    """Of tokens, at a site with a model. Committed, because the server is another process."""
    with django_db_blocker.unblock():
        endpoint = Endpoint.objects.create(name="slow", base_url=_openai_server.base_url, api_key_variable="")
        model = ChatModel.objects.create(endpoint=endpoint, name="slow")
        ModelOrder.objects.update_or_create(purpose="default", position=1, defaults={"model": model})
        owner = User.objects.create(username="program")
        scopes = ["ask", "search", "simplify"]
        return [ApiToken(name="program", user=owner, scopes=scopes).issue() for _ in range(MORE_THAN_CONNECTIONS)]


class Program:
    """Calls that wait for the model, each on a connection of its own; they are given up at the end."""

    def __init__(self, site: Site, model: FakeOpenAIServer) -> None:
        self.site, self.model = site, model
        self.under_way: list[asyncio.Task[httpx2.Response]] = []

    def begin(self, path: str, secret: str, body: dict[str, Any], accept: str = "*/*") -> None:
        self.under_way.append(asyncio.create_task(self.call(path, secret, body, accept)))

    async def call(self, path: str, secret: str, body: dict[str, Any], accept: str = "*/*") -> httpx2.Response:
        headers = {"Authorization": f"Bearer {secret}", "Accept": accept}
        async with httpx2.AsyncClient(timeout=120) as http:
            return await http.post(f"{self.site.address}{path}", json=body, headers=headers)

    async def until_asked(self, count: int) -> None:
        """Until the model has got that many calls."""
        for _ in range(240):
            if len(self.model.requests) >= count:
                return
            await asyncio.sleep(0.25)
        raise AssertionError(f"The model was asked {len(self.model.requests)} times.")

    async def give_up(self) -> None:
        for call in self.under_way:
            call.cancel()
        await asyncio.gather(*self.under_way, return_exceptions=True)


@pytest.fixture
def program(site: Site, openai_server: FakeOpenAIServer) -> Program:
    """At a model that takes two minutes for a reply."""
    openai_server.pace = 1.0
    openai_server.default_reply = " ".join(["Wort"] * 120)
    return Program(site, openai_server)


ASK = "/api/v1/ask", {"question": city.QUESTION}
STREAM = *ASK, "text/event-stream"
SIMPLIFY = "/api/v1/simplify", {"text": "Der Antrag ist unverzüglich bei der zuständigen Behörde einzureichen."}


@pytest.mark.parametrize("call", [ASK, STREAM, SIMPLIFY], ids=["ask", "stream", "simplify"])
def test_a_call_that_waits_for_its_model_holds_no_connection(
    program: Program, secrets: list[str], call: tuple[Any, ...]
) -> None:
    path, body, *accept = call

    async def flood() -> None:
        try:
            for secret in secrets:
                program.begin(path, secret, body, *accept)
            await program.until_asked(MORE_THAN_CONNECTIONS)
            async with httpx2.AsyncClient(timeout=PATIENCE) as http:
                page = await http.get(f"{program.site.address}/documents/")
            assert page.status_code == 200
        finally:
            await program.give_up()

    asyncio.run(flood())


def test_what_is_too_much_at_once_for_a_token_is_refused_until_a_call_ends(
    program: Program, secrets: list[str]
) -> None:
    secret, other = secrets[:2]
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    question = message | {"params": {"name": "ask", "arguments": ASK[1]}}
    small = message | {"params": {"name": "list_collections"}}

    async def flood() -> None:
        try:
            for _ in range(MOST_CALLS_OF_TOKEN):
                program.begin("/mcp", secret, question)
            await program.until_asked(MOST_CALLS_OF_TOKEN)
            refused = await program.call("/mcp", secret, small)
            assert refused.status_code == 429
            assert refused.headers["Retry-After"] == "1"
            error = refused.json()["error"]
            assert (error["code"], error["data"]["code"]) == (-32004, "busy")
            said = "Zu viele Aufrufe zur selben Zeit. Bitte warten Sie, bis einer davon beantwortet ist."
            assert error["message"] == said
            rest = await program.call("/api/v1/search", secret, ASK[1])
            assert (rest.status_code, rest.json()["error"]["code"]) == (429, "busy")
            assert (await program.call("/mcp", other, small)).status_code == 200
        finally:
            await program.give_up()
        for _ in range(60):
            if (await program.call("/mcp", secret, small)).status_code == 200:
                return
            await asyncio.sleep(0.5)
        raise AssertionError("The places of calls that were given up are not free again.")

    asyncio.run(flood())
