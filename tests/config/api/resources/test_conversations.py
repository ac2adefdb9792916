"""One's own conversation: taken along with its label, and forgotten completely."""

import pytest
from django.db import connection

from apps.chat.models import Conversation, Feedback, Turn
from apps.documents.models import Document
from apps.llm.models import ModelCall
from tests.config.api.conftest import Api, MakeToken

pytestmark = pytest.mark.django_db

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"


def ask(api: Api, question: str = QUESTION) -> str:
    token: str = api.post("ask", {"question": question}).json()["conversation"]
    return token


def test_the_export_holds_what_was_said_and_who_said_it(fees: Document) -> None:
    token = ask(Api())
    body = Api().get(f"conversations/{token}").json()
    [turn] = body["turns"]
    assert turn["question"] == QUESTION
    assert "30,70 Euro" in turn["answer"]
    assert turn["ai_generated"] is False
    assert turn["digital_source_type"] is None
    assert "not written by an AI" in turn["label"] or "nicht von einer KI" in turn["label"]
    assert turn["citations"][0]["verified"] is True


def test_a_deleted_conversation_leaves_no_word_in_any_table(fees: Document) -> None:
    token = ask(Api(), "Was ist ein Zyklotron?")
    Feedback.objects.create(turn=Turn.objects.get(), rating="up", comment="Zyklotron")
    assert Api().delete(f"conversations/{token}").status_code == 204
    assert not Conversation.objects.exists()
    assert not ModelCall.objects.filter(reference__startswith="turn:").exists()
    assert rows_with("Zyklotron") == 0
    assert Api().delete(f"conversations/{token}").status_code == 404
    assert Api().get(f"conversations/{token}").status_code == 404


def rows_with(word: str) -> int:
    """In all tables of the database, whatever their columns."""
    found = 0
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}" AS row WHERE row::text LIKE %s', [f"%{word}%"])
            found += cursor.fetchone()[0]
    return found


def test_a_conversation_of_somebody_signed_in_is_theirs_alone(fees: Document, make_token: MakeToken) -> None:
    owner = Api(make_token(group="editor"))
    token = ask(owner)
    for stranger in (Api(), Api(make_token())):
        assert stranger.get(f"conversations/{token}").status_code == 404
        assert stranger.delete(f"conversations/{token}").status_code == 404
    assert owner.get(f"conversations/{token}").status_code == 200
    assert owner.delete(f"conversations/{token}").status_code == 204
