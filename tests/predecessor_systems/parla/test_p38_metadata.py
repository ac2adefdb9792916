"""P38: a document is found by its number, its title and its author, first of all, by every algorithm."""

import datetime

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User

from apps.documents.keywords import write_keyword_index
from apps.documents.models import Readers
from apps.llm.call_ledger import Ledger
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from tests import factories

ANYBODY = User(is_superuser=True)


@pytest.fixture
def papers(db: None) -> None:
    """The wanted paper says nothing of its number, its title or its author; others speak of all three."""
    for number in range(8):
        factories.document(
            [f"Die Anfrage 19/10048 von Eva Meier, Zustand der Radwege, wird in Teil {number} erwähnt."],
            title=f"Vermerk {number}",
            summary=f"Vermerk {number} zur Anfrage 19/10048 von Eva Meier über den Zustand der Radwege",
        )
    factories.document(
        ["Der Senat verweist auf seine Antwort vom März.", "Es gibt 14 Kilometer."],
        title="Zustand der Radwege in Pankow",
        number="19/10048",
        authors=["Meier, Eva (GRÜNE)"],
        date=datetime.date(2021, 12, 3),
        external_id="wanted.pdf",
    )
    write_keyword_index.index_missing_documents()


def first(question: str, algorithm: str) -> str:
    found = async_to_sync(search)(question, SearchRequest(user=ANYBODY, algorithm=algorithm), ledger=Ledger())
    return found.documents[0].external_id if found.documents else ""


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    "question",
    [
        "19/10048",
        "Was steht in der Drucksache 19 / 10 048?",
        "zustand der radwege in pankow",
        "Was antwortet der Senat auf „Zustand der Radwege in Pankow“?",
        "Welche Anfragen hat Eva Meier gestellt?",
        "Meier, Eva",
        "Meier",
        "Was fragt Frau Meier?",
        "Anfragen von Meier",
    ],
)
def test_what_is_named_comes_first(papers: None, question: str, algorithm: str) -> None:
    assert first(question, algorithm) == "wanted.pdf"


def test_a_noun_that_is_also_a_surname_names_nobody(papers: None) -> None:
    factories.document(["Er fragt nach Mitteln."], title="Haushalt", authors=["Vermerk, Ute"], external_id="ute.pdf")
    assert first("In welchem Vermerk wird die Anfrage erwähnt?", "keyword") != "ute.pdf"
    assert first("Was fragt Frau Vermerk?", "keyword") == "ute.pdf"


@pytest.mark.parametrize("algorithm", ["hybrid", "keyword"])
@pytest.mark.parametrize(
    "question",
    [
        "Wie hoch ist die Hundesteuer der Stadt Musterfurt?",
        "Hundesteuer Stadt Musterfurt",
        "Zieht die Landeshauptstadt Musterfurt eine Hundesteuer ein?",
        "Wird die Hundesteuer vom Ordnungsamt eingezogen?",
        "Hundesteuer des Ordnungsamtes Musterfurt",
        "Hundesteuer Musterfurt City Council",
    ],
)
def test_the_office_that_publishes_everything_names_nothing(db: None, question: str, algorithm: str) -> None:
    for number in range(4):
        author = ["Landeshauptstadt Musterfurt, Ordnungsamt der Stadt Musterfurt (Musterfurt City Council)"]
        page = "Pässe und Ausweise gibt die Stadt Musterfurt im Rathaus aus."
        factories.document([page], title=f"Ausweise {number}", authors=author, date=datetime.date(2026, 1, 1))
    tax = ["Die Hundesteuer der Stadt Musterfurt beträgt 120 Euro im Jahr."]
    factories.document(tax, title="Satzung", external_id="tax.pdf", date=datetime.date(2020, 1, 1))
    write_keyword_index.index_missing_documents()
    assert first(question, algorithm) == "tax.pdf"


def test_the_best_pages_of_a_named_document_come_not_its_first_ones(papers: None) -> None:
    found = async_to_sync(search)("Wie viele Kilometer nennt 19/10048?", ledger=Ledger())
    assert found.passages[0].text == "Es gibt 14 Kilometer."


def test_a_named_document_that_may_not_be_read_is_not_shown(db: None) -> None:
    staff = factories.collection("staff", readers=Readers.STAFF)
    factories.document(["Geheim."], number="19/10048", title="Intern", collection=staff)
    factories.document(["Öffentlich."], title="Anderes")
    found = async_to_sync(search)("19/10048", ledger=Ledger())
    assert "Intern" not in {document.title for document in found.documents}


def test_no_more_documents_come_than_were_asked_for(papers: None) -> None:
    found = async_to_sync(search)("19/10048 Vermerk", SearchRequest(limit=3), ledger=Ledger())
    assert len(found.documents) == 3
