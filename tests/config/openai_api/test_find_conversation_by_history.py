"""A history is found among conversations whose rows are large, by the little of them that is compared."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.chat.models import Channel, Conversation, Turn
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
    assert len(queries) == 2, "nothing is asked for later"
    assert not [each["sql"] for each in queries if "answer_html" in each["sql"] or "passages" in each["sql"]]
