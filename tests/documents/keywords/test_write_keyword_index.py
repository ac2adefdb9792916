import pytest
from django.core.management import call_command

from apps.documents.keywords import write_keyword_index
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Posting, Status
from tests import factories

pytestmark = pytest.mark.django_db


def test_documents_from_before_are_filled_in_once(capsys: pytest.CaptureFixture[str]) -> None:
    factories.document(["Die Hundesteuer beträgt drei Euro.", "…"], title="Satzung")
    call_command("index_keywords")
    assert capsys.readouterr().out == "1 documents indexed.\n"
    before = Posting.objects.count()
    call_command("index_keywords")
    assert (capsys.readouterr().out, Posting.objects.count()) == ("0 documents indexed.\n", before)


def test_documents_out_of_search_are_left_out() -> None:
    factories.document(["Die Hundesteuer"], status=Status.FAILED)
    assert write_keyword_index.index_missing_documents() == 0


def test_the_title_is_found_with_the_first_page_alone() -> None:
    document = factories.document(["Erste Seite", "Zweite Seite"], title="Hundesteuersatzung")
    texts = write_keyword_index.texts_to_index([document.current_revision_id])[document.current_revision_id]
    assert [text.startswith("Hundesteuersatzung") for _, text in sorted(texts.items())] == [True, False]


def test_postings_go_with_the_document() -> None:
    document = factories.document(["Die Hundesteuer"])
    write_keyword_index.index_missing_documents()
    assert Posting.objects.exists()
    receipt = withdraw_documents([document.pk])
    assert not Posting.objects.exists()
    assert receipt.tables["documents_posting"]["before"] > 0


def test_writing_again_replaces() -> None:
    document = factories.document(["Die Hundesteuer"])
    [chunk] = write_keyword_index.texts_to_index([document.current_revision_id])[document.current_revision_id]
    write_keyword_index.write_postings({chunk: {1: 10, 2: 20}})
    write_keyword_index.write_postings({chunk: {2: 30}})
    assert list(Posting.objects.values_list("term", "weight")) == [(2, 30)]


def test_the_former_language_of_a_collection_holds_until_the_last_of_its_documents_is_indexed_anew() -> None:
    collection = factories.collection("amt")
    for text in ("Die Hundesteuer", "Die Gebühr"):
        factories.document([text], collection=collection)
    write_keyword_index.index_missing_documents()
    collection.language = "en"
    collection.save()
    former = []
    while write_keyword_index.index_missing_documents(1):
        collection.refresh_from_db()
        former.append(collection.former_language)
    collection.refresh_from_db()
    assert (former, collection.former_language) == (["de", "de"], "")
