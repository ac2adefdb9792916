"""The official client of the Model Context Protocol at a running service: it knows nothing of our code."""

import asyncio
import json
import re
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from html import unescape
from typing import Any

import httpx2
import pytest
from django.contrib.auth.models import User
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from pytest_django import DjangoDbBlocker

from config.api.tokens.api_tokens import ApiToken
from tests.end_to_end.city import QUESTION, TAX_SENTENCE
from tests.end_to_end.conftest import Site

pytestmark = pytest.mark.django_db

MODES = ["legacy", "auto", "2026-07-28"]
TOOLS = {"search", "ask", "read_page", "list_collections", "verify_quote", "simplify"}
STATUTE = {"collection": "stadt", "document": "hundesteuer.pdf"}

Work = Callable[[Client], Coroutine[Any, Any, Any]]
Connect = Callable[[Work], Any]


@pytest.fixture(scope="module")
def secrets(site: Site, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Tokens that are committed, because the server is another process; they go with the site."""
    with django_db_blocker.unblock():
        owner = User.objects.get(username="redaktion")
        made = [ApiToken(name="assistant", user=owner, scopes=["ask", "search", "simplify"]) for _ in range(40)]
        return iter([token.issue() for token in made])


@pytest.fixture
def secret(secrets: Iterator[str]) -> str:
    """One for each test: a token has an allowance of its own."""
    return next(secrets)


@pytest.fixture(params=MODES)
def connect(request: pytest.FixtureRequest, site: Site, secret: str) -> Connect:
    """`connect(work)` runs `work(client)` in every mode of the client: with handshake, by probe, and pinned."""
    return lambda work: asyncio.run(connected(site.address, secret, request.param, work))


async def connected(address: str, secret: str, mode: str, work: Work) -> Any:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=60) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http), mode=mode) as client,
    ):
        return await work(client)


def call(connect: Connect, tool: str, **arguments: Any) -> dict[str, Any]:
    """The client checks the structured result against the tool's own schema."""

    async def work(client: Client) -> Any:
        await client.list_tools()
        return await client.call_tool(tool, arguments)

    result = connect(work)
    assert not result.is_error, result.content
    assert json.loads(result.content[0].text) == result.structured_content
    structured: dict[str, Any] = result.structured_content
    return structured


def marked(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as response:
        page = response.read().decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", "".join(re.findall(r"<mark.*?</mark>", page, re.S)))).split())


def test_all_tools_are_listed_with_schemas(connect: Connect) -> None:
    listed = connect(lambda client: client.list_tools()).tools
    assert {tool.name for tool in listed} == TOOLS
    for tool in listed:
        assert tool.description
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema["type"] == "object"


def test_an_answer_links_to_pages_that_carry_its_quotes(connect: Connect) -> None:
    answer = call(connect, "ask", question=QUESTION)
    assert "144 Euro" in answer["answer"]
    assert answer["citations"]
    for citation in answer["citations"]:
        assert citation["verified"]
        assert citation["quote"].split()[0] in marked(citation["url"])
    assert {sentence["level"] for sentence in answer["sentences"]} <= {"verbatim", "checked"}


def test_a_conversation_goes_on(connect: Connect) -> None:
    first = call(connect, "ask", question=QUESTION)
    second = call(connect, "ask", question="Und für den ersten Hund?", conversation=first["conversation"])
    assert second["conversation"] == first["conversation"]


def test_a_search_names_documents_that_can_be_read(connect: Connect) -> None:
    found = call(connect, "search", question=QUESTION)["documents"][0]
    (collection,) = call(connect, "list_collections")["collections"]
    page = call(connect, "read_page", collection=collection["slug"], document=found["external_id"], page=2)
    assert TAX_SENTENCE in page["text"]
    assert (page["page"], page["pages"], collection["documents"]) == (2, 3, 2)


def test_a_true_quote_is_found_and_a_changed_one_is_not(connect: Connect) -> None:
    true = call(connect, "verify_quote", page=2, quote=TAX_SENTENCE, **STATUTE)
    assert true["found"] is True
    assert (true["page"], true["quote"]) == (2, TAX_SENTENCE)
    assert marked(true["url"]).startswith("Die Steuer für den zweiten Hund")
    changed = call(connect, "verify_quote", page=2, quote=TAX_SENTENCE.replace("144", "141"), **STATUTE)
    assert (changed["found"], changed["url"], changed["reason"]) == (False, "", "quote_not_found")
    elsewhere = call(connect, "verify_quote", page=1, quote=TAX_SENTENCE, **STATUTE)
    assert elsewhere["found"] is False
    anywhere = call(connect, "verify_quote", quote=TAX_SENTENCE, **STATUTE)
    assert (anywhere["found"], anywhere["page"]) == (True, 2)
    invented = call(connect, "verify_quote", quote=TAX_SENTENCE, collection="stadt", document="erfunden.pdf")
    assert (invented["found"], invented["reason"]) == (False, "no_such_document")


def test_a_text_becomes_plain(connect: Connect) -> None:
    rewritten = call(connect, "simplify", text="Die Antragstellung hat bis zum 3. Mai 2026 zu erfolgen.")
    assert "3. Mai 2026" in rewritten["text"]


def test_documents_and_pages_are_resources(connect: Connect) -> None:
    async def work(client: Client) -> Any:
        listed = await client.list_resources()
        templates = await client.list_resource_templates()
        uri = next(one.uri for one in listed.resources if one.name == "hundesteuer.pdf")
        whole = await client.read_resource(uri)
        page = await client.read_resource(str(whole.contents[1].uri))
        return listed, templates, whole, page

    listed, templates, whole, page = connect(work)
    assert {one.name for one in listed.resources} == {"hundesteuer.pdf", "zeiten.txt"}
    assert len(templates.resource_templates) == 2
    assert len(whole.contents) == 3
    assert TAX_SENTENCE in page.contents[0].text


def test_prompts_ask_the_common_questions(connect: Connect) -> None:
    async def work(client: Client) -> Any:
        prompts = (await client.list_prompts()).prompts
        example = next(one for one in prompts if one.title == QUESTION)
        return prompts, await client.get_prompt(example.name), await client.get_prompt("check_quotes", {"text": "„x“"})

    prompts, example, check = connect(work)
    assert {"ask_documents", "check_quotes", "plain_language"} < {one.name for one in prompts}
    assert example.messages[0].content.text.startswith(QUESTION)
    assert "„x“" in check.messages[0].content.text


def test_errors_reach_the_client_as_errors_of_the_protocol(connect: Connect) -> None:
    async def work(client: Client) -> list[int]:
        codes = []
        for attempt in (
            client.call_tool("drop_tables", {}),
            client.read_resource("auskunft://documents/stadt/erfunden.pdf"),
            client.get_prompt("nothing"),
        ):
            with pytest.raises(MCPError) as raised:
                await attempt
            codes.append(raised.value.error.code)
        return codes

    assert connect(work) == [-32602, -32602, -32602]


@pytest.mark.parametrize("mode", MODES)
def test_a_foreign_token_connects_to_nothing(site: Site, mode: str) -> None:
    with pytest.raises((MCPError, ExceptionGroup)):
        asyncio.run(connected(site.address, "ausk_forged", mode, lambda client: client.list_tools()))


def test_calls_at_once_get_their_own_answers(site: Site, secret: str) -> None:
    async def work(client: Client) -> list[Any]:
        pages = [1, 2, 3] * 8
        calls = [client.call_tool("read_page", {**STATUTE, "page": page}) for page in pages]
        return [
            result.structured_content["page"] == page
            for result, page in zip(await asyncio.gather(*calls), pages, strict=True)
        ]

    assert all(asyncio.run(connected(site.address, secret, "auto", work)))
