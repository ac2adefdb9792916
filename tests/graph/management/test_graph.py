import json
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from apps.documents.models import Collection
from apps.llm.models import Price
from tests.fakes.openai_server import FakeOpenAIServer

STATUS = {
    "collection", "state", "method", "documents", "chunks", "entities", "relationships", "claims", "levels",
    "stale_documents", "settings_changed", "fingerprint", "model_calls", "tokens", "cost", "unpriced",
}  # fmt: skip


def run(*arguments: str) -> dict[str, Any]:
    output = StringIO()
    call_command("graph", *arguments, "--json", "-v0", stdout=output, stderr=StringIO())
    return dict(json.loads(output.getvalue()))


def test_before_a_build_the_graph_is_empty(town: Collection) -> None:
    shown = run("status", "--collection", "town")
    assert shown.keys() >= STATUS
    assert (shown["state"], shown["stale_documents"]) == ("empty", 3)


def test_a_build_ends_with_the_status(town: Collection) -> None:
    shown = run("build", "--collection", "town")
    assert shown.keys() >= STATUS
    assert (shown["state"], shown["method"], shown["documents"]) == ("complete", "noun-phrases", 3)
    assert {level["entities_covered"] for level in shown["levels"]} == {shown["entities"]}
    assert run("status", "--collection", "town")["fingerprint"] == shown["fingerprint"]


def test_an_estimate_asks_nobody_and_is_near_what_is_asked_then(
    town: Collection, model_server: FakeOpenAIServer
) -> None:
    forecast = run("estimate", "--collection", "town", "--method", "model")
    assert model_server.requests == []
    assert forecast["chunks"] == 3
    assert forecast["model_calls_by_purpose"]["extract"] == 6
    run("build", "--collection", "town", "--method", "model")
    assert abs(forecast["model_calls"] - len(model_server.chat_requests)) <= 2
    left = run("estimate", "--collection", "town", "--method", "model")["model_calls_by_purpose"]
    assert left == {"extract": 0, "summarise": 0, "report": 0, "embed": 0}


def test_a_sum_without_a_price_says_whose_calls_it_leaves_out(town: Collection, model_server: FakeOpenAIServer) -> None:
    assert run("status", "--collection", "town")["unpriced"] == []
    assert run("build", "--collection", "town", "--method", "model")["unpriced"] == ["fake"]
    assert run("build", "--collection", "town", "--method", "noun-phrases", "--full")["unpriced"] == ["fake"]


def test_calls_with_a_price_are_in_the_sum(town: Collection, model_server: FakeOpenAIServer) -> None:
    Price.objects.create(
        model_name="fake", valid_from="2024-01-01", input_per_million=Decimal(1), output_per_million=Decimal(1)
    )
    shown = run("build", "--collection", "town", "--method", "model")
    assert (shown["unpriced"], shown["cost"] > 0) == ([], True)


def test_a_build_that_is_not_complete_ends_with_status_one(town: Collection, model_server: FakeOpenAIServer) -> None:
    with translation.override("en"), pytest.raises(CommandError, match="2 calls") as stopped:
        run("build", "--collection", "town", "--method", "model", "--max-calls", "2")
    assert stopped.value.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["--collection", "nowhere"], "Known: town"), (["--collection", "town", "--budget", "viel"], "such as 2.50")],
)
def test_wrong_use_says_what_would_be_right(town: Collection, arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence) as refused:
        run("build", *arguments)
    assert refused.value.returncode == 2


@pytest.mark.parametrize(("action", "argument"), [("build", "--max-calls"), ("estimate", "--sample")])
def test_a_negative_limit_is_wrong_use(town: Collection, action: str, argument: str) -> None:
    with pytest.raises(CommandError, match=f"{argument} is -2, use a whole number from 0.") as error:
        run(action, "--collection", "town", argument, "-2")
    assert error.value.returncode == 2
    assert run("status", "--collection", "town")["state"] == "empty"
