"""What a turn reads from the database before its first model call."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.chat.models import Conversation, Turn, TurnState
from apps.chat.turn_state.load_turn_inputs import must_stay_in_house, newest_turns
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_long_history_is_one_statement() -> None:
    conversation = Conversation.objects.create()
    for number in (1, 2, 3):
        Turn.objects.create(conversation=conversation, number=number, question=f"Frage {number}")
        with CaptureQueriesContext(connection) as queries:
            assert newest_turns(conversation)[0].question == f"Frage {number}"
        assert len(queries) == 1


def test_whether_a_long_conversation_stays_in_the_house_takes_no_more_statements() -> None:
    kept = factories.document(collection=factories.collection("intern", stays_in_house=True))
    other = factories.document(external_id="offen.pdf")
    conversation = Conversation.objects.create()

    def statements(*, number: int, document: int, expected: bool) -> int:
        Turn.objects.create(
            conversation=conversation, number=number, state=TurnState.DONE, passages=[{"document": document}]
        )
        with CaptureQueriesContext(connection) as queries:
            assert must_stay_in_house(conversation, newest_turns(conversation)) is expected
        return len(queries)

    first = statements(number=1, document=other.pk, expected=False)
    for number in range(2, 6):
        assert statements(number=number, document=other.pk, expected=False) == first
    assert statements(number=6, document=kept.pk, expected=True) == first
