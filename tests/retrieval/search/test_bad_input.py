"""Whatever is typed gets an answer or one sentence, from every algorithm, and takes no long work of ours."""

import time
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from apps.documents.keywords import write_keyword_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import SearchResult
from benchmarks.bad_questions import QUESTIONS
from tests import factories

MOST_SECONDS = 0.1


@pytest.fixture
def documents(db: None) -> None:
    factories.document(
        ["Die Gebühr für einen Hund beträgt drei Euro."], title="Hund", summary="Hunde kosten drei Euro."
    )
    factories.document(["北海道の手数料は三百円です。"], title="手数料")
    while write_keyword_index.index_missing_documents():
        pass


def ask(question: str, algorithm: str) -> SearchResult:
    return async_to_sync(search)(question, SearchRequest(algorithm=algorithm), ledger=Ledger())


@pytest.mark.usefixtures("documents")
@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_whatever_is_typed_gets_passages_or_a_sentence(algorithm: str) -> None:
    ask("Gebühr", algorithm)
    for question in QUESTIONS:
        result = ask(question, algorithm)
        assert result.passages or result.explanation, question[:40]
        assert any(seconds_of(question, algorithm) < MOST_SECONDS for _ in range(3)), question[:40]


def seconds_of(question: str, algorithm: str) -> float:
    """Of the processor: what others do says nothing about us, but the garbage of other tests may fall into one."""
    started = time.thread_time()
    ask(question, algorithm)
    return time.thread_time() - started


@pytest.mark.usefixtures("documents")
@pytest.mark.parametrize("value", ["' OR 1=1", "%s", "😀 a", "a\0b", "x" * 200, "„a“"])
def test_whatever_is_filtered_by_gets_an_answer(value: str) -> None:
    from apps.retrieval.query.filters import Filters

    for name in ("type", "number", "author", "party", "tag"):
        filters: Any = Filters.from_json({name: value})
        result = async_to_sync(search)("Gebühr", SearchRequest(filters=filters), ledger=Ledger())
        assert result.passages == []
        assert result.steps[-1].detail["reason"] == "filtered_out"
