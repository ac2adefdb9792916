"""Other programs at a running service: scripted tool calls by the official MCP client, and what a call costs there.

    python benchmarks/client_programs.py [--data DIR] [--calls 500] [--clients 100] [--pages 100000] [--part NAME]…
        [--json]

Calls: questions whose answers have a true quote, a false one and one of a page that was never found; true and changed
quotes to be verified; pages, searches, lists. Every address that is given out must open a page with exactly one mark,
and nothing of a collection that the token's owner may not read may be told. A token may make two calls a second, so the
calls are spread over many tokens.

Dialogues: the same questions by OpenAI's own package and by REST (client_program_parts/dialogues.py).

Cost: `--clients` clients at once, each with a token of its own, search by MCP and by REST in turn, by the same HTTP
client; the time is the one that each of them waits.

Rights: 60 secrets in 200 documents, asked for by 12 people by every way in (client_program_parts/rights.py), and what
rights cost a search over 100,000 pages (client_program_parts/search_cost.py). Each part has a process and a database of
its own; `--keep` leaves that of the pages for later runs. What each part has done so far goes to stderr.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import chat  # noqa: E402 - importable once the folder is on the path
from benchmarks.database import kept_database, own_database  # noqa: E402
from benchmarks.proofs import Script, marks  # noqa: E402
from tests.fakes import openai_server as fakes  # noqa: E402

CLOSED_SENTENCE = "Der Tresor hinter dem Archiv wird mit dem Wort Quittenmus geöffnet."
WORD = "Quittenmus"
CALLS_OF_TOKEN = 50
ROUNDS = 3
DIALOGUES = 20
KINDS = ("ask", "verify_true", "verify_changed", "read_page", "search", "closed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=chat.DATA)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--part", choices=PARTS, action="append", help="only these, in this process")
    parser.add_argument("--keep", action="store_true", help="keep the database of the pages for later runs")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if options.part:
        figures = {name: value for part in options.part for name, value in PARTS[part](options).items()}
    else:
        figures = {name: value for part in PARTS for name, value in in_own_process(part).items()}
    print(json.dumps(figures, ensure_ascii=False) if options.json else chat.listing(figures))


def in_own_process(part: str) -> dict[str, Any]:
    tell(f"{part} …")
    command = [sys.executable, __file__, *sys.argv[1:], "--part", part, "--json"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures = dict(json.loads(done.stdout.splitlines()[-1]))
    tell(f"{part}: {json.dumps(figures)}")
    return figures


def tell(progress: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {progress}", file=sys.stderr, flush=True)


def programs(options: argparse.Namespace) -> dict[str, Any]:
    """`calls`, `dialogues` and `cost`."""
    from benchmarks.client_program_parts.dialogues import measure_dialogues

    folder = options.data / "de-parliament-qa"
    models, script = fakes.FakeOpenAIServer(), Script()
    models.default_reply = script
    models.start()
    try:
        with own_database("auskunft_benchmark_doors"):
            chat.load(folder, 200, models.base_url)
            tell("documents are there")
            close_a_collection()
            secrets = iter(tokens(options.calls // CALLS_OF_TOKEN + 1 + 2 * DIALOGUES + options.clients))
            with chat.web_process() as (_process, port):
                asked, address = chat.questions(folder, 100), f"http://127.0.0.1:{port}"
                asyncio.run(chat.until_answered(port, asked[0]))
                figures: dict[str, Any] = {"calls": measure_calls(address, asked, options.calls, script, secrets)}
                figures["dialogues"] = measure_dialogues(address, asked, DIALOGUES, secrets)
                tell(f"dialogues: {figures['dialogues']}")
                figures["cost"] = asyncio.run(measure_cost(address, asked, [*secrets][: options.clients]))
    finally:
        models.stop()
    return figures


def rights(options: argparse.Namespace) -> dict[str, Any]:
    os.environ["MEANING"] = "False"
    # As a program's own folder it comes first, and its channels.py would be taken for the package.
    sys.path[:] = [path for path in sys.path if Path(path).resolve() != ROOT / "benchmarks"]
    with own_database("auskunft_benchmark_rights"):
        from benchmarks.client_program_parts.rights import measure_rights

        return {"rights": measure_rights(seed=1)}


def search_cost(options: argparse.Namespace) -> dict[str, Any]:
    os.environ["MEANING"] = "False"
    archive = options.data / "de-laws" / "laws.tar.xz"
    with kept_database(f"auskunft_benchmark_search_cost_{options.pages}", keep=options.keep) as was_kept:
        from benchmarks.client_program_parts.search_cost import measure_search_cost

        return {"search_cost": measure_search_cost(archive, options.pages, was_kept=was_kept)}


PARTS: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "programs": programs,
    "rights": rights,
    "search_cost": search_cost,
}


def close_a_collection() -> None:
    from apps.documents.models import Readers
    from tests import factories

    closed = factories.collection("geschlossen", readers=Readers.GROUPS)
    factories.document([CLOSED_SENTENCE], external_id="tresor", title="Tresor", collection=closed)


def tokens(count: int) -> list[str]:
    """Of a person without any rights of their own."""
    from django.contrib.auth.models import User

    from config.api.tokens.api_tokens import ApiToken

    owner = User.objects.create(username="benchmark")
    return [ApiToken(name="benchmark", user=owner, scopes=["ask", "search"]).issue() for _ in range(count)]


def measure_calls(
    address: str, asked: Sequence[str], count: int, script: Script, secrets: Iterator[str]
) -> dict[str, Any]:
    """Calls of all kinds in turn, and what is wrong with what they give."""
    figures: dict[str, Any] = {"calls": 0, "links": 0, "unproved_links": 0, "told_secrets": 0, "wrong_verdicts": 0}
    while figures["calls"] < count:
        some = range(figures["calls"], min(count, figures["calls"] + CALLS_OF_TOKEN))
        asyncio.run(call_tools(address, next(secrets), asked, list(some), script, figures))
        tell(f"calls: {figures}")
    return figures


async def call_tools(
    address: str, secret: str, asked: Sequence[str], numbers: Sequence[int], script: Script, figures: dict[str, Any]
) -> None:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=60) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client,
    ):
        await client.list_tools()
        for number in numbers:
            await one_call(client, address, KINDS[number % len(KINDS)], asked[number % len(asked)], script, figures)
            figures["calls"] += 1


async def one_call(
    client: Any, address: str, kind: str, question: str, script: Script, figures: dict[str, Any]
) -> None:
    async def tool(name: str, **arguments: Any) -> dict[str, Any]:
        result = await client.call_tool(name, arguments)
        figures["told_secrets"] += name != "verify_quote" and WORD in result.content[0].text
        assert not result.is_error, result.content[0].text
        structured: dict[str, Any] = result.structured_content
        return structured

    if kind == "ask":
        answer = await tool("ask", question=question)
        given = [(one["url"], script.is_true(one)) for one in answer["citations"]]
    elif kind == "search":
        await tool("search", question=question)
        given = []
    elif kind == "closed":
        await tool("search", question="Mit welchem Wort wird der Tresor hinter dem Archiv geöffnet?")
        hidden = await tool("verify_quote", collection="geschlossen", document="tresor", quote=CLOSED_SENTENCE)
        figures["told_secrets"] += hidden["found"]
        given = []
    else:
        given = await about_a_page(tool, kind, question, figures)
    figures["links"] += len(given)
    for url, is_true in given:
        parts = urlsplit(url)
        marked = await asyncio.to_thread(marks, address, f"{parts.path}?{parts.query}")
        figures["unproved_links"] += not is_true or marked != 1


async def about_a_page(
    tool: Callable[..., Awaitable[dict[str, Any]]], kind: str, question: str, figures: dict[str, Any]
) -> list[tuple[str, bool]]:
    """Reads the page that fits best and, if asked, has words of it verified, as they are or with two more."""
    (collection,) = (await tool("list_collections"))["collections"]
    found = (await tool("search", question=question))["documents"][0]
    named = {
        "collection": collection["slug"],
        "document": found["external_id"],
        "page": found["passages"][0]["page"] or 1,
    }
    page = await tool("read_page", **named)
    if kind == "read_page":
        return []
    words = page["text"].split()[:12]
    if kind == "verify_changed":
        words[6:6] = ["keinesfalls", "jemals"]
    verdict = await tool("verify_quote", quote=" ".join(words), **named)
    figures["wrong_verdicts"] += verdict["found"] is not (kind == "verify_true")
    return [(verdict["url"], kind == "verify_true")] if verdict["found"] else []


async def measure_cost(address: str, asked: Sequence[str], secrets: Sequence[str]) -> dict[str, Any]:
    """Milliseconds of the same search on both ways, in turn, all clients at once."""
    import httpx2

    waited: dict[str, list[float]] = {"rest": [], "mcp": []}
    limits = httpx2.Limits(max_connections=len(secrets))
    async with httpx2.AsyncClient(timeout=120, limits=limits) as http:

        async def once(kind: str, secret: str, question: str) -> None:
            started = time.perf_counter()
            path, body, headers = request_of(kind, question)
            answer = await http.post(
                f"{address}{path}", json=body, headers={"Authorization": f"Bearer {secret}", **headers}
            )
            waited[kind].append(time.perf_counter() - started)
            assert answer.status_code == 200, answer.text

        for _ in range(ROUNDS):
            for kind in waited:
                every = enumerate(secrets)
                await asyncio.gather(*(once(kind, secret, asked[n % len(asked)]) for n, secret in every))
                tell(f"{kind}: {len(waited[kind])} searches")
    figures: dict[str, Any] = {kind: chat.percentiles(seconds) for kind, seconds in waited.items()}
    figures["ratio_p95"] = round(figures["mcp"]["p95"] / figures["rest"]["p95"], 3)
    return figures


def request_of(kind: str, question: str) -> tuple[str, dict[str, Any], dict[str, str]]:
    """Address, body and headers of a search."""
    if kind == "rest":
        return "/api/v1/search", {"question": question}, {}
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    call = {"name": "search", "arguments": {"question": question}, "_meta": meta}
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "search"}
    return "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}, headers


if __name__ == "__main__":
    main()
