"""P25: the answer is in the question's language where nothing else decides; the command takes one."""

import io
import json

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from apps.chat.models import Conversation
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)
GERMAN, ENGLISH = "Wie hoch ist die Gebühr für den Ausweis?", "How high is the fee for the Ausweis?"


@pytest.fixture
def fees() -> None:
    factories.document(["Die Gebühr für den Ausweis beträgt drei Euro."], title="Gebühren")


def asked(question: str, *options: str) -> str:
    out = io.StringIO()
    call_command("ask", question, "--json", *options, stdout=out)
    return Conversation.objects.get(token=json.loads(out.getvalue())["conversation"]).language


@pytest.mark.parametrize(("question", "language"), [(GERMAN, "de"), (ENGLISH, "en"), ("19/10048", "de")])
def test_the_language_of_the_question_decides_where_nothing_else_does(fees: None, question: str, language: str) -> None:
    assert asked(question) == language


def test_the_command_takes_a_language(fees: None) -> None:
    assert asked(ENGLISH, "--language", "de") == "de"


def test_the_interface_answers_in_the_language_of_the_question_unless_the_caller_names_one(fees: None) -> None:
    client = APIClient()
    for headers, language in (({}, "en"), ({"HTTP_ACCEPT_LANGUAGE": "de"}, "de")):
        answer = client.post("/api/v1/ask", {"question": ENGLISH}, format="json", **headers).json()
        assert Conversation.objects.get(token=answer["conversation"]).language == language
