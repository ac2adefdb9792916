"""G23: calls, tokens and price are told before the build, and are near what it then takes, with all that it takes.

The model servers of these tests extract by rules of their own, unlike the noun phrases that a forecast guesses with:
one finds hardly anything, one finds a lot, one writes every ninth reply so that it has to be asked for again.
"""

import json
import re
import zlib
from collections.abc import Callable, Sequence
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from apps.documents.models import Collection
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.graph.models import GraphIndex
from apps.llm.models import Price
from tests.factories import collection, document
from tests.fakes.openai_server import FakeOpenAIServer, Request

SOURCES = Path(__file__).parents[3] / "examples" / "sources"
FACTOR = 1.3
SAMPLE = 16
SEVERAL_CAPITALS = re.compile(r"\b[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)+")
LONG_WORDS = re.compile(r"\b[A-ZÄÖÜ]\w{7,}\b")
Names = Callable[[str], Sequence[str]]


def few(text: str) -> Sequence[str]:
    return list(dict.fromkeys(LONG_WORDS.findall(text)))[:4]


def many(text: str) -> Sequence[str]:
    return list(dict.fromkeys([*SEVERAL_CAPITALS.findall(text), *LONG_WORDS.findall(text)]))


@pytest.fixture
def notices(db: None) -> Collection:
    made = collection("notices", language="de")
    for path in sorted(SOURCES.glob("*.md")):
        document([path.read_text(encoding="utf-8")], collection=made, external_id=path.name, title=path.stem)
    GraphIndex.objects.filter(pk=get_or_create_graph_index(made).pk).update(chunk_tokens=200, chunk_overlap=20)
    return made


@pytest.fixture
def priced(model_server: FakeOpenAIServer) -> FakeOpenAIServer:
    Price.objects.create(model_name="fake", valid_from="2020-01-01", input_per_million=1, output_per_million=4)
    return model_server


def extracting(names: Names, *, stumbles: bool = False) -> Callable[[Request], str]:
    def reply(request: Request) -> str:
        said = [message["content"] for message in request.body["messages"]]
        if "findings" in request.system:
            return report()
        if "entity" not in request.system:
            return "Das Ding kommt an mehreren Stellen vor. " * 8
        if "YES" in said[-1]:
            return "NO"
        if stumbles and len(said) == 2 and zlib.crc32(said[-1].encode()) % 9 == 0:
            return '("entity"<|>ohne Ende'
        return records(said[1].partition("<text>")[2].partition("</text>")[0], names)

    return reply


def records(text: str, names: Names) -> str:
    found = names(text)
    about = {name: " ".join(text[text.find(name) :].split())[:150] for name in found}
    lines = [f'("entity"<|>{name}<|>Ding<|>{about[name]})' for name in found]
    lines += [f'("relationship"<|>{a}<|>{b}<|>{a} und {b}: {about[b][:80]}<|>6)' for a, b in pairwise(found)]
    return "\n##\n".join(lines) + "<|COMPLETE|>"


def report() -> str:
    finding = {"summary": "Ein Befund", "explanation": "Was dort steht, gehört zusammen. " * 8, "references": ["E1"]}
    return json.dumps({"title": "Bericht", "summary": "Kurz gesagt. " * 10, "rating": 6, "findings": [finding] * 6})


def graph(*arguments: str) -> dict[str, Any]:
    output = StringIO()
    asked = [*arguments, "--collection", "notices", "--method", "model"] if arguments[0] != "status" else arguments
    call_command("graph", *asked, "--json", "-v0", stdout=output, stderr=StringIO())
    return json.loads(output.getvalue())  # type: ignore[no-any-return]


def status() -> dict[str, Any]:
    return graph("status", "--collection", "notices")


def chat_calls(calls: dict[str, int]) -> int:
    return sum(number for purpose, number in calls.items() if purpose != "embed")


@pytest.mark.parametrize(
    ("names", "stumbles"), [(few, False), (many, False), (many, True)], ids=["few", "many", "stumbling"]
)
def test_after_a_sample_calls_tokens_and_cost_are_near_what_the_build_takes(
    notices: Collection, priced: FakeOpenAIServer, names: Names, stumbles: bool
) -> None:
    priced.default_reply = extracting(names, stumbles=stumbles)
    forecast = graph("estimate", "--sample", str(SAMPLE))
    before = status()
    assert forecast["known_texts"] == SAMPLE
    assert forecast["chunks"] > 5 * SAMPLE
    after = graph("build")
    taken = {
        "model_calls": chat_calls(after["model_calls"]) - chat_calls(before["model_calls"]),
        "tokens": after["tokens"] - before["tokens"],
        "cost": after["cost"] - before["cost"],
    }
    near = {name: forecast[name] / number for name, number in taken.items()}
    assert all(1 / FACTOR <= share <= FACTOR for share in near.values()), near
    vectors = after["model_calls"]["embed"]
    assert abs(forecast["model_calls_by_purpose"]["embed"] - vectors) <= max(1, vectors // 3)
    assert after["model_calls"].get("summarise", 0) == 0 or forecast["model_calls_by_purpose"]["summarise"] > 0
    assert (forecast["repairs"] > 0) == stumbles


def test_a_sample_is_paid_once(notices: Collection, priced: FakeOpenAIServer) -> None:
    priced.default_reply = extracting(few)
    graph("estimate", "--sample", "4")
    sampled = len(priced.chat_requests)
    assert sampled == 8, "two rounds for each text"
    graph("estimate", "--sample", "4")
    assert len(priced.chat_requests) == sampled
    assert status()["state"] == "incomplete"
    graph("build")
    asked = [json.dumps(request.body["messages"]) for request in priced.chat_requests]
    assert len(asked) == len(set(asked))
    assert status()["state"] == "complete"


def test_a_forecast_without_a_sample_asks_nobody_and_stores_nothing(
    notices: Collection, priced: FakeOpenAIServer
) -> None:
    forecast = graph("estimate")
    assert priced.requests == []
    assert forecast["known_texts"] == 0
    assert {"extract", "summarise", "report", "embed"} == forecast["model_calls_by_purpose"].keys()
    assert (status()["state"], status()["last_build"]) == ("empty", None)


def test_when_all_is_built_nothing_is_left_to_pay(notices: Collection, priced: FakeOpenAIServer) -> None:
    priced.default_reply = extracting(few)
    graph("build")
    left = graph("estimate")
    assert left["model_calls_by_purpose"] == {"extract": 0, "summarise": 0, "report": 0, "embed": 0}
    assert (left["tokens"], left["cost"]) == (0, 0.0)


def test_the_limit_in_money_stops_a_sample_too(notices: Collection, priced: FakeOpenAIServer) -> None:
    priced.default_reply = extracting(few)
    graph("estimate", "--sample", "10", "--max-calls", "3")
    assert len(priced.chat_requests) == 3
