"""Conversations in the admin: transcripts that show what made each answer and that nobody can edit."""

import pytest
from django.test import Client
from django.urls import reverse

from apps.chat.models import Citation, Conversation, Feedback, Turn, TurnState
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def conversation() -> Conversation:
    document = factories.document(title="Gebührenordnung", embed=False)
    conversation = Conversation.objects.create()
    turn = Turn.objects.create(
        conversation=conversation,
        number=1,
        question="Wie hoch ist <b>sie</b>?",
        answer="Drei Euro [1]. <script>alert(1)</script>",
        state=TurnState.DONE,
        algorithm="chunks-only",
        model="offline-extractive",
        seconds={"search": 0.004},
        passages=[{"title": "Gebührenordnung", "page": 1, "kind": "content", "score": 0.8}],
    )
    Citation.objects.create(
        turn=turn, number=1, document=document, title=document.title, page=1, quote="drei Euro", verified=True
    )
    Citation.objects.create(turn=turn, number=2, title="Fremd", page=9, quote="vier Euro", reason="not_found")
    return conversation


def transcript(client: Client, conversation: Conversation) -> str:
    return client.get(reverse("admin:chat_conversation_change", args=[conversation.pk])).content.decode()


def test_a_transcript_shows_question_answer_and_what_made_it(admin_client: Client, conversation: Conversation) -> None:
    page = transcript(admin_client, conversation)
    for word in ("Drei Euro [1].", "chunks-only", "offline-extractive", "Gebührenordnung"):
        assert word in page


def test_visitors_and_models_text_is_never_markup(admin_client: Client, conversation: Conversation) -> None:
    page = transcript(admin_client, conversation)
    assert "<script>alert(1)" not in page
    assert "<b>sie</b>" not in page


def test_only_a_proved_citation_is_a_link(admin_client: Client, conversation: Conversation) -> None:
    page = transcript(admin_client, conversation)
    assert page.count('href="/documents/') == 1


def test_a_conversation_cannot_be_edited_or_deleted_by_hand(admin_client: Client, conversation: Conversation) -> None:
    address = reverse("admin:chat_conversation_change", args=[conversation.pk])
    assert admin_client.post(address, {"channel": "slack"}).status_code == 403
    assert admin_client.get(reverse("admin:chat_conversation_delete", args=[conversation.pk])).status_code == 403


def test_conversations_are_found_by_their_words(admin_client: Client, conversation: Conversation) -> None:
    Conversation.objects.create()
    page = admin_client.get(reverse("admin:chat_conversation_changelist"), {"q": "Drei Euro"})
    assert [found.pk for found in page.context["cl"].queryset] == [conversation.pk]


def test_every_list_of_the_conversations_opens(admin_client: Client, conversation: Conversation) -> None:
    for model in ("conversation", "turn"):
        assert admin_client.get(reverse(f"admin:chat_{model}_changelist")).status_code == 200


def test_warnings_and_reasons_are_words(admin_client: Client, conversation: Conversation) -> None:
    Turn.objects.update(warnings=[{"kind": "unsupported_number", "text": "vier"}])
    Citation.objects.update(reason="quote_not_found")
    page = transcript(admin_client, conversation)
    assert "unsupported_number" not in page
    assert "quote_not_found" not in page
    assert "vier" in page


def test_what_the_asker_thought_stands_below_the_answer(admin_client: Client, conversation: Conversation) -> None:
    turn = conversation.turns.get()
    Feedback.objects.create(turn=turn, rating=Feedback.Rating.DOWN, comment="<i>Zu kurz</i>")
    page = transcript(admin_client, conversation)
    assert "&lt;i&gt;Zu kurz" in page
    listed = admin_client.get(reverse("admin:chat_turn_changelist"), {"feedback__rating__exact": "down"})
    assert [found.pk for found in listed.context["cl"].queryset] == [turn.pk]


def test_an_address_that_is_no_conversation_leads_back(admin_client: Client) -> None:
    answer = admin_client.get("/admin/chat/conversation/keine-kennung/change/")
    assert answer.status_code == 302


def test_a_turn_is_shown_in_its_transcript_and_not_as_the_json_it_is_kept_as(
    admin_client: Client, conversation: Conversation
) -> None:
    turn = conversation.turns.get()
    page = admin_client.get(reverse("admin:chat_turn_change", args=[turn.pk]))
    transcript_address = reverse("admin:chat_conversation_change", args=[conversation.pk])
    assert page.headers["Location"] == f"{transcript_address}#turn-1"
