"""Answers with a true quote, a false one and one of a page that was never found: which links do people get?

    python benchmarks/proofs.py [--data DIR] [--answers 500] [--json]

Half of the questions are asked on the websocket, half by the REST interface. Each answer must have exactly one link:
the true quote's, to a page with exactly one mark.
"""

import argparse
import asyncio
import json
import re
import sys
import time
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import chat  # noqa: E402 - importable once the folder is on the path
from benchmarks.database import own_database  # noqa: E402
from tests.fakes import openai_server as fakes  # noqa: E402

LINK = re.compile(r'href="([^"]*/pages/[^"]*)"')
MARK = re.compile(r"<mark[ >]")
INVENTED = "Dies ist seit dem Jahr 1987 unverändert so geregelt worden."
WORDS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=chat.DATA)
    parser.add_argument("--answers", type=int, default=500)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    folder = options.data / "de-parliament-qa"
    models, script = fakes.FakeOpenAIServer(), Script()
    models.default_reply = script
    models.start()
    try:
        with own_database("auskunft_benchmark_proofs"):
            chat.load(folder, 200, models.base_url)
            with chat.web_process() as (_process, port):
                asked = chat.questions(folder, 100)
                asyncio.run(chat.until_answered(port, asked[0]))
                figures = measure(f"http://127.0.0.1:{port}", asked, options.answers, script)
    finally:
        models.stop()
    print(json.dumps(figures, ensure_ascii=False) if options.json else chat.listing(figures))


class Script:
    """Three sentences: one is proved, one quotes what its page does not say, one a page that nobody was given."""

    def __init__(self) -> None:
        self.true = ""
        """The true quote of the newest answer."""

    def __call__(self, request: fakes.Request) -> str:
        from apps.llm.prompts.delimit_quoted_text import parse_source_blocks

        cited = next((frame for frame in parse_source_blocks(request.prompt) if frame.page is not None), None)
        if cited is None:
            return "KEINE_ANTWORT"
        self.true = " ".join(cited.text.split()[:WORDS])
        number = cited.number
        return (
            f"{self.true} [{number}]. Das gilt allgemein [{number}]. Anderswo gilt das auch [99].\n\n"
            f'BELEGE\n[{number}] "{self.true}"\n[{number}] "{INVENTED}"\n[99] "{self.true}"'
        )

    def is_true(self, citation: dict[str, Any]) -> bool:
        """In the wording of the page: without marks of Markdown and closing signs."""
        from apps.chat.proof.find_quote import readable_quote

        return bool(citation["verified"]) and citation["quote"] == readable_quote(self.true).rstrip(" .,;:")


def measure(address: str, asked: Sequence[str], count: int, script: Script) -> dict[str, Any]:
    """Answers by both ways in turn, and what is wrong with them."""
    figures: dict[str, Any] = {"answers": count, "links": 0, "unproved_links": 0, "without_a_link": 0, "wrong_marks": 0}
    for number in range(count):
        ask = on_the_socket if number % 2 else by_rest
        answer = ask(address, asked[number % len(asked)])
        links = [unescape(link) for link in LINK.findall(answer["answer_html"])]
        proved = {citation["url"] for citation in answer["citations"] if script.is_true(citation)}
        listed = {citation["url"] for citation in answer["citations"]}
        figures["links"] += len(links)
        figures["unproved_links"] += sum(link not in proved for link in [*links, *listed])
        figures["without_a_link"] += not links
        figures["wrong_marks"] += sum(marks(address, link) != 1 for link in set(links))
    return figures


def on_the_socket(address: str, question: str) -> dict[str, Any]:
    from websockets.sync.client import connect
    from websockets.typing import Origin

    with connect(f"ws{address.removeprefix('http')}/ws/chat/", origin=Origin(address)) as connection:
        connection.recv()
        connection.send(json.dumps({"type": "ask", "id": f"{time.monotonic_ns()}", "text": question}))
        while True:
            frame: dict[str, Any] = json.loads(connection.recv())
            if frame["type"] in {"done", "error"}:
                assert frame["type"] == "done", frame
                return frame


def by_rest(address: str, question: str) -> dict[str, Any]:
    """The interface gives text; its HTML is the stored one of the same turn."""
    from apps.chat.models import Turn

    body = json.dumps({"question": question}).encode()
    call = Request(f"{address}/api/v1/ask", data=body, headers={"Content-Type": "application/json"})
    with urlopen(call) as response:
        answer: dict[str, Any] = json.load(response)
    return {"answer_html": Turn.objects.get(pk=answer["turn"]).answer_html, **answer}


def marks(address: str, link: str) -> int:
    with urlopen(address + link) as page:
        return len(MARK.findall(page.read().decode()))


if __name__ == "__main__":
    main()
