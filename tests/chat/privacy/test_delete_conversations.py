"""Conversations leave whole, also while an answer is being stored."""

import threading

import pytest
from django.db import connection, transaction

from apps.chat.models import Citation, Conversation, Turn
from apps.chat.privacy.delete_conversations import delete_conversations
from tests.waiting import until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_answer_that_is_being_stored_is_waited_for_and_leaves_with_the_others() -> None:
    turn = Turn.objects.create(conversation=Conversation.objects.create(), number=1, question="Was?")
    deleted: list[int] = []

    def delete() -> None:
        try:
            deleted.append(delete_conversations(Conversation.objects.all()))
        finally:
            connection.close()

    deleting = threading.Thread(target=delete)
    with transaction.atomic():
        Turn.objects.filter(pk=turn.pk).update(answer="Das.")
        Citation.objects.create(turn=turn, number=1, external_id="a.pdf")
        deleting.start()
        until_somebody_waits()
    deleting.join(10)
    assert deleted == [1]
    assert not Turn.objects.exists()
    assert not Citation.objects.exists()
