"""Hundreds of calls of the Model Context Protocol at once, in one session's name, given up, or far too large."""

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

import httpx2
import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoDbBlocker

from config.api.tokens.api_tokens import ApiToken
from tests.end_to_end.city import QUESTION
from tests.end_to_end.conftest import Site

pytestmark = pytest.mark.django_db

CALLS = 120
SESSION = {"Mcp-Session-Id": "somebody-elses", "Last-Event-ID": "1"}
GIVEN_UP_AFTER = 0.2


@pytest.fixture(scope="module")
def secrets(site: Site, django_db_blocker: DjangoDbBlocker) -> list[str]:
    """Committed, because the server is another process."""
    with django_db_blocker.unblock():
        owner = User.objects.get(username="redaktion")
        return [ApiToken(name="assistant", user=owner, scopes=["ask", "search"]).issue() for _ in range(4)]


class Program:
    """Sends calls as they travel, each on a connection of its own."""

    def __init__(self, site: Site, secrets: list[str]) -> None:
        self.address, self.secrets = site.address, secrets

    async def call(self, number: int, tool: str, patience: float = 120, **arguments: Any) -> Any:
        message = {
            "jsonrpc": "2.0", "id": f"call-{number}", "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        }  # fmt: skip
        headers = {"Authorization": f"Bearer {self.secrets[number % len(self.secrets)]}", **SESSION}
        async with httpx2.AsyncClient(timeout=patience) as http:
            return await http.post(f"{self.address}/mcp", json=message, headers=headers)

    async def is_well(self) -> bool:
        async with httpx2.AsyncClient(timeout=30) as http:
            return bool((await http.get(f"{self.address}/healthz")).status_code == 200)


@pytest.fixture
def program(site: Site, secrets: list[str]) -> Program:
    return Program(site, secrets)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_each_of_many_calls_in_the_same_sessions_name_gets_its_own_answer(program: Program) -> None:
    async def flood() -> None:
        quotes = [f"Satz Nummer {number} steht hier nicht" for number in range(CALLS)]
        calls = (
            program.call(number, "verify_quote", collection="stadt", document="hundesteuer.pdf", quote=quote)
            for number, quote in enumerate(quotes)
        )
        answers = await asyncio.gather(*calls)
        assert {answer.status_code for answer in answers} <= {200, 429, 503}
        told = [(number, answer.json()) for number, answer in enumerate(answers) if answer.status_code == 200]
        assert len(told) > CALLS / 4
        for number, body in told:
            assert body["id"] == f"call-{number}"
            assert body["result"]["structuredContent"]["quote"] == quotes[number]
        assert all("Mcp-Session-Id" not in answer.headers for answer in answers)
        assert await program.is_well()

    run(flood())


def test_calls_that_are_given_up_leave_the_service_to_the_next_one(program: Program) -> None:
    async def give_up(number: int) -> None:
        with pytest.raises((httpx2.TimeoutException, httpx2.TransportError)):
            await program.call(number, "ask", GIVEN_UP_AFTER, question=f"{QUESTION} {number}")

    async def flood() -> None:
        await asyncio.gather(*(give_up(number) for number in range(40)), return_exceptions=True)
        assert await program.is_well()
        answer = await program.call(1, "search", question=QUESTION)
        assert answer.status_code == 200
        assert not answer.json()["result"]["isError"]

    run(flood())


def test_arguments_of_any_size_are_answered_with_a_sentence(program: Program) -> None:
    huge: list[tuple[str, dict[str, Any]]] = [
        ("search", {"question": "x" * 5_000_000}),
        ("search", {"question": "x", "collections": ["a"] * 100_000}),
        ("search", {"question": "x", "limit": 10**18}),
        ("verify_quote", {"collection": "x" * 900_000, "document": "y", "quote": "z"}),
        ("ask", {"question": "(" * 100_000}),
        ("ask", {name: name for name in map(str, range(20_000))}),
    ]

    async def send() -> None:
        for tool, arguments in huge:
            answer = await program.call(1, tool, **arguments)
            body = answer.json()
            assert answer.status_code in (200, 400, 413), (tool, answer.status_code)
            assert "error" in body or body["result"]["isError"], (tool, str(body)[:200])
            assert len(json.dumps(body)) < 20_000
        assert await program.is_well()

    run(send())
