"""A small collection about a town's bridge and its library, and a model that extracts what a test can foresee."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from apps.documents.models import Collection
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.graph.models import GraphIndex, Method
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Purpose
from tests.factories import collection, document
from tests.fakes.openai_server import FakeOpenAIServer, Request

TEXTS = {
    "bridge.txt": "Das Tiefbauamt saniert die Nordbrücke. Die Nordbrücke kostet das Tiefbauamt drei Millionen Euro.",
    "library.txt": "Die Stadtbücherei öffnet im Kornhaus. Das Kornhaus gehört der Stadtbücherei seit dem Umbau.",
    "both.txt": "Der Stadtrat fördert die Nordbrücke und das Kornhaus. Der Stadtrat berät den Haushalt der Nordbrücke.",
}
BY_MODEL = BuildOptions(method=Method.MODEL)
NAME = re.compile(r"\b(?:[A-ZÄÖÜ][a-zäöüß]{5,}\b)")


@pytest.fixture
def town(db: None) -> Collection:
    made = collection("town", language="de")
    for name, text in TEXTS.items():
        document([text], collection=made, external_id=name, title=name)
    return made


@pytest.fixture
def index(town: Collection) -> GraphIndex:
    return get_or_create_graph_index(town)


@pytest.fixture
def model_server(openai_server: FakeOpenAIServer, db: None) -> FakeOpenAIServer:
    """A model server for all that a build asks, with replies that depend on the request alone."""
    endpoint = Endpoint.objects.create(name="graph-test", base_url=openai_server.base_url, max_concurrency=4)
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=32_000, max_output_tokens=1_000)
    for purpose in (Purpose.EXTRACT, Purpose.REPORT, Purpose.SUMMARISE, Purpose.MAP, Purpose.REDUCE):
        ModelOrder.objects.create(purpose=purpose, model=model, position=1)
    openai_server.default_reply = scripted
    return openai_server


def scripted(request: Request) -> str:
    system, prompt = request.system, request.prompt
    if "YES" in prompt and len(prompt) < 400:
        return "NO"
    if "entity" in system:
        return extracted(prompt)
    if "findings" in system:
        return json.dumps(report(prompt))
    if '"points"' in system:
        return json.dumps({"points": [{"description": "Die Nordbrücke wird saniert.", "score": "85.5"}]})
    return "Zusammengefasst."


def extracted(prompt: str) -> str:
    text = prompt.partition("<text>")[2].partition("</text>")[0]
    names = list(dict.fromkeys(NAME.findall(text)))
    lines = [f'("entity"<|>{name}<|>Begriff<|>{name} steht im Text.)' for name in names]
    lines += [
        f'("relationship"<|>{one}<|>{other}<|>{one} und {other} stehen zusammen.<|>7)' for one, other in pairwise(names)
    ]
    return "\n##\n".join(lines) + "<|COMPLETE|>"


def report(prompt: str) -> dict[str, Any]:
    name = re.search(r"E1: ([^:(]+)", prompt)
    about = name[1].strip() if name else "Teile"
    return {
        "title": f"Bericht über {about}",
        "summary": f"{about} ist Teil der Stadt.",
        "rating": "7/10",
        "findings": [{"summary": about, "explanation": f"{about} wird genannt.", "references": ["E1", "R1"]}],
    }
