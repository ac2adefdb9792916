"""German compounds by words alone: a question joins and cuts, and the documents tell what is a word."""

from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents.keywords import write_keyword_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.keywords.german_compounds import NO_GUESSES, CompoundGuesses, compound_parts
from apps.retrieval.keywords.keyword_sql import search_terms
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.postgres_term_statistics import load_term_statistics
from apps.retrieval.query.types import Query
from apps.retrieval.search.search import search
from apps.text.index_terms import count_terms
from tests import factories

Found = Callable[[str], list[str]]


def known(text: str) -> set[int]:
    return set(count_terms(text))


@pytest.fixture
def found(db: None) -> Found:
    """Titles that `keyword` finds."""

    def titles(question: str) -> list[str]:
        while write_keyword_index.index_missing_documents():
            pass
        result = async_to_sync(search)(question, SearchRequest(algorithm="keyword"), ledger=Ledger())
        return list(dict.fromkeys(passage.title for passage in result.passages))

    return titles


@pytest.mark.parametrize(
    ("page", "question"),
    [
        ("Hundesteuerbefreiung", "Befreiung von der Hundesteuer"),
        ("Müllgebühren", "Gebühren für Müll"),
        ("Muellgebuehr", "Gebühren für Müll"),
        ("Kitaplatz", "Platz in der Kita"),
        ("Baugenehmigungsverfahren", "Wie ist das Verfahren der Baugenehmigung?"),
        ("Elternbeitragsermäßigung", "Ermäßigung der Elternbeiträge"),
        ("Gewerbeanmeldung", "Gewerbe anmelden"),
    ],
)
def test_both_forms_find_each_other(found: Found, page: str, question: str) -> None:
    factories.document([f"Das Amt gibt Auskunft: {page}."], title="joined")
    assert found(question) == ["joined"]
    factories.document([f"Das Amt gibt Auskunft: {question}"], title="apart")
    assert set(found(page)) == {"joined", "apart"}
    assert found(page)[0] == "joined"


def test_the_parts_of_a_compound_are_those_that_the_documents_know() -> None:
    word = "baugenehmigungsverfahren"
    assert compound_parts(word, known("Bau, Baugenehmigung, Verfahren, Genehmigungsverfahren")).keys() == known(
        "Bau, Baugenehmigung, Verfahren, Genehmigungsverfahren"
    )
    assert compound_parts(word, known("Bau, Genehmigungsverfahren, fahren")).keys() == known(
        "Bau, Genehmigungsverfahren"
    )
    assert compound_parts(word, known("Bau")) == {}
    assert compound_parts(word, known(word)) == {}
    assert compound_parts(word, set()) == {}


def test_a_part_counts_with_its_share_of_the_letters() -> None:
    shares = compound_parts("hundesteuer", known("Hund und Steuer"))
    assert sorted(shares.values()) == [pytest.approx(5 / 11), pytest.approx(6 / 11)]


def test_three_parts_are_found_in_a_long_word() -> None:
    assert compound_parts("strassenausbaubeitragssatzung", known("Straße, Ausbaubeitrag, Satzung")).keys() == known(
        "Straße, Ausbaubeitrag, Satzung"
    )


@pytest.mark.parametrize(
    "question", ["", "Hund", "北海道の手数料", "die und der", "eins zwei drei vier fünf sechs sieben"]
)
def test_nothing_is_guessed_of_short_long_or_foreign_questions(question: str) -> None:
    assert CompoundGuesses.of(question).terms() == NO_GUESSES.terms() == frozenset()


def test_a_search_takes_one_more_query_and_few_more_terms(db: None) -> None:
    factories.document(["Die Hundesteuerbefreiung"], title="x")
    write_keyword_index.index_missing_documents()
    question = "Wer gewährt eine Befreiung von der Straßenausbaubeitragssatzung?"
    query = Query(question, [], 1, [1], statistics=load_term_statistics())
    with CaptureQueriesContext(connection) as captured:
        search_terms(query, compounds=True)
    assert len(captured) == 1
    assert len(CompoundGuesses.of(query.text).terms()) < 400


def test_other_languages_join_no_words(db: None) -> None:
    query = Query("fees waste", [], 1, [1], languages=["en"])
    factories.document(["wastefees"], title="x")
    write_keyword_index.index_missing_documents()
    assert search_terms(query, compounds=True) == search_terms(query)
