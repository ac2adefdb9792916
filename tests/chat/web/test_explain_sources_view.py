from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from apps.chat.models import Conversation, Turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn() -> Turn:
    return Turn.objects.create(
        conversation=Conversation.objects.create(),
        number=1,
        question="Und <b>was</b> kostet der?",
        query="Was kostet der Personalausweis?",
        algorithm="hybrid",
        profile={"name": "Hausprofil"},
        steps=[{"name": "keyword", "found": 87, "seconds": 0.0042, "threshold": None, "detail": {"limit": 100}}],
        passages=[{"title": "Gebühren & Kosten", "page": 2, "kind": "content", "score": 0.91}],
    )


def ask(client: Client, **fields: Any) -> HttpResponse:
    return client.post("/conversations/why", fields)  # type: ignore[return-value]


def test_it_shows_query_steps_and_passages(client: Client, turn: Turn) -> None:
    response = ask(client, conversation=turn.conversation.token, turn=str(turn.pk))
    text = response.content.decode()
    for shown in ("Was kostet der Personalausweis?", "Hausprofil", "87", "4,2", "Gebühren &amp; Kosten", "0,910"):
        assert shown in text
    assert "no-store" in response.headers["Cache-Control"]


def test_two_documents_of_one_title_are_two_lines(client: Client, turn: Turn) -> None:
    pages = [(1, 7), (2, 3), (1, 2)]
    turn.passages = [{"document": document, "title": "Satzung", "page": page} for document, page in pages]
    turn.save()
    response = ask(client, conversation=turn.conversation.token, turn=str(turn.pk))
    assert response.context["chosen"] == [("Satzung", "2, 7"), ("Satzung", "3")]


@pytest.mark.parametrize("name", ["", "x", "\0", "00000000-0000-4000-8000-000000000000"])
def test_a_turn_of_another_conversation_is_none(client: Client, turn: Turn, name: str) -> None:
    other = Conversation.objects.create()
    assert ask(client, conversation=turn.conversation.token, turn=name).status_code == 404
    assert ask(client, conversation=other.token, turn=str(turn.pk)).status_code == 404
    assert ask(client, turn=str(turn.pk)).status_code == 404


def test_the_conversation_of_somebody_signed_in_is_theirs_alone(client: Client, turn: Turn) -> None:
    Conversation.objects.update(user=User.objects.create(username="clerk"))
    assert ask(client, conversation=turn.conversation.token, turn=str(turn.pk)).status_code == 404


def test_only_by_post_so_that_no_token_stands_in_an_address(client: Client) -> None:
    assert client.get("/conversations/why").status_code == 405


@pytest.mark.parametrize("address", ["/conversations/why", "/conversations/suggestions"])
def test_a_frame_on_another_site_has_no_cookie_and_needs_none(turn: Turn, address: str) -> None:
    Turn.objects.update(passages=[])
    fields = {"conversation": turn.conversation.token, "turn": str(turn.pk)}
    assert Client(enforce_csrf_checks=True).post(address, fields).status_code == 200
