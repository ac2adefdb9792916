"""Dialogues by OpenAI's own package and by REST, side by side: the same text and the same links in every turn.

Each dialogue has three questions; every second one is streamed to the package. The person behind both is the same, and
each has a token of its own, because OpenAI's form goes on with a conversation by what was said in it.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai

TURNS = 3


def measure_dialogues(address: str, asked: Sequence[str], count: int, secrets: Iterator[str]) -> dict[str, int]:
    """Takes two of the secrets for each dialogue."""
    figures = {"dialogues": count, "turns": 0, "links": 0, "other_text": 0, "other_links": 0}
    for number in range(count):
        questions = [asked[(number * TURNS + turn) % len(asked)] for turn in range(TURNS)]
        hold(address, questions, number % 2 == 1, next(secrets), next(secrets), figures)
    return figures


def hold(address: str, questions: Sequence[str], streams: bool, own: str, other: str, figures: dict[str, int]) -> None:
    client = openai.OpenAI(base_url=f"{address}/v1", api_key=own, max_retries=0)
    messages: list[Any] = []
    conversation = None
    for question in questions:
        messages.append({"role": "user", "content": question})
        text, links = (streamed if streams else whole)(client, messages)
        known = by_rest(address, other, question, conversation)
        conversation = known["conversation"]
        messages.append({"role": "assistant", "content": text})
        expected = {citation["url"] for citation in known["citations"]}
        figures["turns"] += 1
        figures["links"] += len(expected)
        figures["other_text"] += text != known["answer"]
        figures["other_links"] += links != expected


def whole(client: openai.OpenAI, messages: list[Any]) -> tuple[str, set[str]]:
    said = client.chat.completions.create(model="auskunft", messages=messages).choices[0].message
    return said.content or "", {path_of(one.url_citation.url) for one in said.annotations or []}


def streamed(client: openai.OpenAI, messages: list[Any]) -> tuple[str, set[str]]:
    text, links = "", set[str]()
    for part in client.chat.completions.create(model="auskunft", messages=messages, stream=True):
        for choice in part.choices:
            text += choice.delta.content or ""
            annotations = getattr(choice.delta, "annotations", None) or []
            links |= {path_of(one["url_citation"]["url"]) for one in annotations}
    return text, links


def by_rest(address: str, secret: str, question: str, conversation: str | None) -> dict[str, Any]:
    answer = httpx2.post(
        f"{address}/api/v1/ask", json={"question": question, "conversation": conversation},
        headers={"Authorization": f"Bearer {secret}"}, timeout=60,
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"
