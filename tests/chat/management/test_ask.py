"""`manage.py ask`: one JSON object on standard output, one sentence on standard error."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError

from apps.documents.models import Document
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"


@pytest.fixture(autouse=True)
def _profiles(fees: Document) -> None:
    create_default_profiles()


def ask(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command("ask", *arguments, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def test_it_answers_with_the_built_in_models_and_names_them() -> None:
    answer = json.loads(ask(QUESTION, json=True))
    assert answer["citations"][0]["external_id"] == "gebuehren.pdf"
    assert answer["citations"][0]["verified"] is True
    assert answer["model"] == "offline-extractive"
    assert answer["ai_generated"] is False
    assert answer["refused"] is False
    assert answer["prompt_version"] == "answer/1"
    assert answer["seconds"].keys() >= {"rephrase", "embed", "search", "answer", "check"}
    assert answer["tokens"].keys() == {"input", "output"}


def test_a_conversation_goes_on() -> None:
    first = json.loads(ask(QUESTION, json=True))
    second = json.loads(ask("Und wie ist sie zu zahlen?", json=True, conversation=first["conversation"]))
    assert second["conversation"] == first["conversation"]
    assert second["turn"] != first["turn"]


def test_people_see_the_answer_its_sources_and_who_wrote_it() -> None:
    text = ask(QUESTION)
    assert "30,70 Euro im Jahr" in text
    assert "[1] Gebühren und Steuern, Seite 1: „" in text
    assert "offline-extractive" in text


def test_the_algorithm_may_be_chosen() -> None:
    assert json.loads(ask(QUESTION, json=True, algorithm="summaries-and-chunks"))["algorithm"] == "summaries-and-chunks"


@pytest.mark.parametrize(
    ("question", "options", "named"),
    [
        ("  ", {}, "empty"),
        ("a" * 2_001, {}, "2001"),
        (QUESTION, {"collection": ["nirgends"]}, "nirgends"),
        (QUESTION, {"algorithm": "raten"}, "raten"),
        (QUESTION, {"conversation": "niemand"}, ""),
    ],
    ids=["empty", "too long", "collection", "algorithm", "conversation"],
)
def test_wrong_use_is_said_in_one_sentence(question: str, options: dict[str, Any], named: str) -> None:
    with pytest.raises(CommandError) as refused:
        ask(question, json=True, **options)
    assert refused.value.returncode == 2
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_database_without_its_tables_is_named_as_such(monkeypatch: pytest.MonkeyPatch, as_json: bool) -> None:
    """The error reaches manage.py, which says that the database is to be migrated; nothing says that it is away."""

    def without_tables(*_arguments: Any, **_named: Any) -> None:
        raise ProgrammingError("relation does not exist")

    monkeypatch.setattr("apps.chat.answering.answer_question.load_turn_snapshot", without_tables)
    monkeypatch.setattr("django.db.models.QuerySet.exists", without_tables)
    out = StringIO()
    with pytest.raises(ProgrammingError):
        call_command("ask", QUESTION, json=as_json, stdout=out, stderr=StringIO())
    assert out.getvalue() == ""
