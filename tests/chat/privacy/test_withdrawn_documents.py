"""Answers outlive their sources and say so."""

import pytest

from apps.chat.models import Citation, Conversation, Turn
from apps.documents.lifecycle.withdraw_documents import withdraw
from apps.documents.models import Document
from tests import factories

pytestmark = pytest.mark.django_db


def citation_of(document: Document, number: int = 1) -> Citation:
    turn = Turn.objects.create(conversation=Conversation.objects.create(), number=number, question="?")
    return Citation.objects.create(
        turn=turn, number=1, document=document, title=document.title, page=1, quote="drei Euro", verified=True
    )


def test_a_citation_of_a_withdrawn_document_stays_without_its_link() -> None:
    gone, other = factories.document(embed=False), factories.document(embed=False)
    cited, untouched = citation_of(gone), citation_of(other)
    receipt = withdraw([gone.pk])
    cited.refresh_from_db()
    untouched.refresh_from_db()
    assert (cited.url, cited.reason) == ("", "withdrawn")
    assert untouched.url
    assert receipt.tables["chat_citation"] == {"marked": 1}
