"""A history is found among conversations whose rows are large, by the little of them that is compared."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.chat.models import Channel, Conversation, Turn
from apps.chat.models.service_settings import PersonalData, ServiceRules
from apps.chat.privacy.detect_personal_data import mask_personal_data
from config.openai_api.find_conversation_by_history import find_conversation_token


@pytest.mark.django_db
def test_only_what_is_compared_is_read() -> None:
    owner = User.objects.create_user("owner")
    history = [("Was kostet der Markt?", "12 Euro."), ("Und im Winter?", "10 Euro.")]
    talks = [Conversation.objects.create(user=owner, channel=Channel.API) for _number in range(3)]
    for talk in talks:
        for number, (question, answer) in enumerate(history, start=1):
            Turn.objects.create(conversation=talk, number=number, question=question, answer=answer, state="done")
    with CaptureQueriesContext(connection) as queries:
        assert find_conversation_token(history, owner) == talks[0].token, "the oldest of equal ones"
    assert len(queries) == 3, "nothing is asked for later"
    assert not [each["sql"] for each in queries if "answer_html" in each["sql"] or "passages" in each["sql"]]


@pytest.mark.django_db
def test_a_question_is_compared_as_it_was_kept() -> None:
    owner = User.objects.create_user("owner")
    talk = Conversation.objects.create(user=owner, channel=Channel.API)
    asked = "Meine Nummer ist 0171 1234567, wann holen Sie den Sperrmüll ab?"
    kept = mask_personal_data(asked)
    assert kept != asked
    Turn.objects.create(conversation=talk, number=1, question=kept, answer="Montags.", state="done")
    assert find_conversation_token([(asked, "Montags.")], owner) == talk.token
    ServiceRules.objects.update_or_create(pk=1, defaults={"personal_data": PersonalData.BLOCK})
    assert find_conversation_token([(asked, "Montags.")], owner) is None
