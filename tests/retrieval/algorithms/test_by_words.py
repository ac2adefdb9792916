"""What the algorithms with words promise, keyword and hybrid alike."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents.keywords import write_keyword_index
from apps.documents.models import Chunk, Collection, Posting, Status
from apps.llm.model_registry import embedding_model_row
from apps.retrieval.algorithms import hybrid, keyword
from apps.retrieval.hybrid.keyword_and_vector_branches import retrieve_by_words
from apps.retrieval.query.postgres_term_statistics import load_term_statistics
from apps.retrieval.query.types import Query, RetrievalResult, Retrieve, SearchLimits
from apps.text.index_terms import token_terms
from tests import factories

Ask = Callable[[str], RetrievalResult]
FEES = "Die Gebühr für das Fällen eines Baumes beträgt drei Euro."
DOGS = "Die Steuer für einen Hund ist im Januar zu zahlen, Drucksache 19/12345 nach § 77 SGG."


@pytest.fixture(params=[keyword.retrieve, hybrid.retrieve], ids=["keyword", "hybrid"])
def retrieve(request: pytest.FixtureRequest) -> Retrieve:
    chosen: Retrieve = request.param
    return chosen


@pytest.fixture
def ask(db: None, amt: Collection, retrieve: Retrieve) -> Ask:
    """Search the two documents and whatever else the test has made, with a vector near to nothing."""
    factories.document([FEES], title="Baumfällung", collection=amt)
    factories.document([DOGS], title="Hundesteuer", collection=amt)
    model = embedding_model_row()
    nowhere = [1.0] + [0.0] * (model.dimensions - 1)

    def search(text: str) -> RetrievalResult:
        write_keyword_index.index_missing_documents()
        return retrieve(Query(text, nowhere, model.pk, [amt.pk]), SearchLimits(threshold=0.9))

    return search


def titles(found: RetrievalResult) -> list[str]:
    return list(dict.fromkeys(passage.title for passage in found.passages))


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Was kostet die Gebuehr?", "Baumfällung"),
        ("19/12345", "Hundesteuer"),
        ("Was steht in § 77 SGG?", "Hundesteuer"),
        ("Baumfällungen", "Baumfällung"),
    ],
)
def test_spellings_identifiers_and_titles_are_found(ask: Ask, question: str, title: str) -> None:
    assert titles(ask(question))[0] == title


def test_a_quoted_phrase_goes_first(ask: Ask, amt: Collection) -> None:
    factories.document(["Hund, Hund und Steuer, Steuer im Januar."], title="Ungenau", collection=amt)
    assert titles(ask('"Steuer für einen Hund" Januar'))[0] == "Hundesteuer"


def test_scores_lie_between_0_and_1_best_first(ask: Ask) -> None:
    scores = [passage.score for passage in ask("Gebühr und Steuer").passages]
    assert len(scores) == 2
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


@pytest.mark.parametrize("known", ["", "Hund "], ids=["alone", "beside a word that may be read"])
def test_no_step_tells_that_a_word_stands_in_what_may_not_be_read(ask: Ask, known: str) -> None:
    staff = factories.collection("staff", readers="staff")
    factories.document(["Kündigungsschreiben"], title="Geheim", collection=staff)
    hidden, nowhere = ask(f"{known}Kündigungsschreiben"), ask(f"{known}Nirgendwort")
    told = [[(step.name, step.found, step.detail) for step in found.steps] for found in (hidden, nowhere)]
    assert told[0] == told[1]


def test_what_may_not_be_read_or_is_not_ready_is_not_found(ask: Ask, amt: Collection) -> None:
    factories.document(["Geheimwort"], title="Geheim", collection=factories.collection("staff", readers="staff"))
    factories.document(["Geheimwort"], title="Zurück", collection=amt, status=Status.FAILED)
    assert ask("Geheimwort").passages == []


def test_a_word_that_stands_nowhere_is_explained(ask: Ask) -> None:
    assert ask("Quastenflosser").steps[-1].detail["reason"] in ("no_term_found", "below_threshold")


def test_documents_are_limited_and_each_comes_once(ask: Ask, amt: Collection, retrieve: Retrieve) -> None:
    factories.document([FEES, FEES, FEES], title="Dreimal", collection=amt)
    assert len(titles(ask("Gebühr Steuer Baum"))) == 3
    query = Query("Gebühr Steuer Baum", [1.0] + [0.0] * 1023, embedding_model_row().pk, [amt.pk])
    assert len(titles(retrieve(query, replace(SearchLimits(threshold=0.9), document_limit=1)))) == 1


def test_three_round_trips_lead_to_passages_where_statistics_are_remembered(
    ask: Ask, amt: Collection, retrieve: Retrieve
) -> None:
    assert ask("Gebühr").passages
    model = embedding_model_row()
    vector = [1.0] + [0.0] * (model.dimensions - 1)
    query = Query("Gebühr", vector, model.pk, [amt.pk], statistics=load_term_statistics())
    with CaptureQueriesContext(connection) as statements:
        assert retrieve(query, SearchLimits(threshold=0.9)).passages
    assert len(statements) == (3 if retrieve is hybrid.retrieve else 2)


def test_a_chunk_beyond_the_reach_is_found_when_those_before_it_may_not_be_shown(
    ask: Ask, amt: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.retrieval.hybrid.keyword_and_vector_branches.REACH", 2)
    for number in range(4):
        hidden = factories.collection("staff", readers="staff")
        factories.document(["Geheimwort Geheimwort"], title=f"Geheim {number}", collection=hidden)
    factories.document(["Geheimwort steht hier in einem längeren Text."], title="Offen", collection=amt)
    assert titles(ask("Geheimwort")) == ["Offen"]


def test_where_the_documents_are_known_no_statement_runs_twice(
    db: None, amt: Collection, retrieve: Retrieve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.retrieval.hybrid.keyword_and_vector_branches.REACH", 2)
    documents = [factories.document([f"Gebühr {number}"], collection=amt).pk for number in range(4)]
    while write_keyword_index.index_missing_documents():
        pass
    model = embedding_model_row()
    vector = [1.0] + [0.0] * (model.dimensions - 1)
    query = Query("Gebühr", vector, model.pk, [amt.pk], document_ids=documents[:3])
    with CaptureQueriesContext(connection) as asked:
        found = retrieve(query, SearchLimits(threshold=0.9, document_limit=10))
    assert {passage.document_id for passage in found.passages} == set(documents[:3])
    assert sum("hits AS" in each["sql"] for each in asked) == 1


def test_frequent_words_are_left_out_when_rarer_ones_fill_the_work_there_may_be(
    amt: Collection, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        factories.document([f"Gemeinde {number}"], collection=amt)
    factories.document(["Gemeinde Nachtfalter"], collection=amt)
    while write_keyword_index.index_missing_documents():
        pass

    def found(question: str) -> int:
        return len(retrieve_by_words(Query(question, [], model.pk, [amt.pk]), SearchLimits()).scores)

    assert found("Gemeinde Nachtfalter") == 7
    monkeypatch.setattr("apps.retrieval.keywords.keyword_sql.FEWEST_POSTINGS", 5)
    assert found("Gemeinde Nachtfalter") == 1
    # A word that is frequent alone is searched for all the same.
    assert found("Gemeinde") == 7


def test_scores_are_bm25_weights_times_inverse_document_frequencies(amt: Collection, model: Any) -> None:
    pages = ["Hund Katze", "Hund", "Maus", "Igel"]
    documents = [factories.document([page], title=str(number), collection=amt) for number, page in enumerate(pages)]
    while write_keyword_index.index_missing_documents():
        pass
    chunks = {document.pk: document.current_revision.chunks.get(kind="content").pk for document in documents}
    found = retrieve_by_words(Query("Hund Katze", [], model.pk, [amt.pk]), SearchLimits()).scores
    weights = dict(Posting.objects.filter(chunk=chunks[documents[0].pk]).values_list("term", "weight"))
    chunk_number = Chunk.objects.count()
    expected = sum(
        weights[term] * math.log(1 + (chunk_number - frequency + 0.5) / (frequency + 0.5))
        for word, frequency in (("hund", 2), ("katze", 1))
        for term in token_terms(word)
    )
    assert found[chunks[documents[0].pk]] == pytest.approx(expected, rel=1e-5)
    assert list(found) == [chunks[documents[0].pk], chunks[documents[1].pk]]


@pytest.mark.parametrize(
    "question",
    [
        "",
        "a",
        "?!…",
        "😀😀",
        "x" * 20_000,
        "Wort " * 4_000,
        "' OR 1=1; --",
        "a & b | !c:*",
        "%(terms)s %s",
        "\x1f",
        "Ελλάδα Москва",
        "北",
    ],
)
def test_whatever_is_typed_gets_an_answer(ask: Ask, question: str) -> None:
    assert ask(question).steps


def test_what_is_named_by_its_number_goes_first(ask: Ask, amt: Collection) -> None:
    long = "Im Protokoll 11/129 steht die Aktuelle Stunde. " + "Der Hof liegt am Wald, das Tor ist offen. " * 30
    factories.document([long], title="Protokoll", collection=amt)
    for number in range(5):
        factories.document(
            [f"Antworten auf Fragen stehen in den Antworten {number}."], title="Antworten", collection=amt
        )
    assert titles(ask("Was steht in den Antworten zu 11/129?"))[0] == "Protokoll"


def test_a_question_of_few_words_has_more_texts_compared(
    ask: Ask, amt: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.retrieval.hybrid.score_passages.LOOKED_AT", 2)
    monkeypatch.setattr("apps.retrieval.hybrid.score_passages.LOOKED_AT_FOR_FEW_WORDS", 3)
    for number in range(4):
        factories.document([f"Gebühr Hund Katze Maus Vogel Fisch {number}"], title=f"Tier {number}", collection=amt)
    compared = [
        next(step.found for step in ask(question).steps if step.name == "fragments")
        for question in ("Gebühr", "Gebühr Hund Katze Maus Vogel Fisch")
    ]
    assert compared == [3, 2]
