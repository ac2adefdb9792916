import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.utils import translation

from apps.documents.models import Readers
from apps.llm.call_ledger import Ledger
from apps.retrieval.algorithms import UnknownAlgorithm
from apps.retrieval.models import Profile
from apps.retrieval.preparation.readable_collections import UnknownCollection
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search as search_async
from apps.retrieval.search.search_result import SearchResult
from tests.factories import collection, document

pytestmark = pytest.mark.django_db


def search(question: str, ledger: Ledger | None = None, **values: Any) -> SearchResult:
    return async_to_sync(search_async)(question, SearchRequest(**values), ledger=ledger or Ledger())


def titles(result: SearchResult) -> list[str]:
    return [document.title for document in result.documents]


@pytest.fixture
def documents() -> None:
    document(["Die Gebühr für einen Personalausweis beträgt 37 Euro."], title="Gebühren")
    document(["Bewohnerparkausweise gelten ein Jahr."], title="Parken", summary="Wer am Ort wohnt, darf parken.")


@pytest.mark.usefixtures("documents")
def test_it_finds_the_page_that_answers() -> None:
    result = search("Was kostet der Personalausweis?")
    assert titles(result)[0] == "Gebühren"
    assert result.passages[0].page == 1
    assert result.embedding_model == "offline-ngrams"


@pytest.mark.usefixtures("documents")
def test_the_next_search_uses_the_profile_that_was_just_switched_on() -> None:
    assert search("Gebühr").algorithm == "hybrid"
    Profile.objects.update(is_active=False)
    Profile.objects.filter(algorithm="summaries-then-chunks").update(is_active=True)
    result = search("Wer darf am Ort parken?")
    assert result.algorithm == "summaries-then-chunks"
    assert titles(result) == ["Parken"]


@pytest.mark.usefixtures("documents")
def test_a_changed_limit_holds_for_the_next_search() -> None:
    assert len(search("Personalausweis und Parkausweis", limit=2).documents) == 2
    Profile.objects.filter(is_active=True).update(document_limit=1)
    assert len(search("Personalausweis und Parkausweis").documents) == 1


def test_nobody_finds_what_only_staff_may_read() -> None:
    staff = collection("staff", readers=Readers.STAFF)
    document(["Die geheime Gebühr beträgt vier Euro."], title="geheim", collection=staff)
    document(["Die Gebühr beträgt drei Euro."], title="öffentlich")
    assert titles(search("Gebühr in Euro")) == ["öffentlich"]
    assert set(titles(search("Gebühr in Euro", user=User.objects.create(username="clerk")))) == {"öffentlich", "geheim"}


def test_a_collection_that_may_not_be_read_is_as_unknown_as_one_that_does_not_exist() -> None:
    collection("staff", readers=Readers.STAFF)
    collection("amt")
    for slug in ("staff", "nowhere"):
        with pytest.raises(UnknownCollection) as error:
            search("Gebühr", collections=[slug])
        assert str(error.value) == f"Unknown collection '{slug}'. Known: amt."


def test_only_the_named_collections_are_searched() -> None:
    document(["Die Gebühr beträgt drei Euro."], title="amt", collection=collection("amt"))
    document(["Die Gebühr beträgt drei Euro."], title="stadt", collection=collection("stadt"))
    assert titles(search("Gebühr", collections=["stadt"])) == ["stadt"]


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(UnknownAlgorithm, match="Unknown algorithm 'best'"):
        search("Gebühr", algorithm="best")


@pytest.mark.parametrize("limit", [0, 41])
def test_a_limit_out_of_range_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match=f"The limit is {limit}, use a number of documents from 1 to 40"):
        search("Gebühr", limit=limit)


@pytest.mark.usefixtures("documents")
@pytest.mark.parametrize(
    "question",
    ["", " ", "?!…", "🙂", "x", "\0", "\0Gebühr", "'; DROP TABLE documents_chunk; --", "a & | ! <->", "%s %(x)s {0}",
     "手数料はいくらですか", "كم الرسوم", "Gebühr " * 3_000],
    ids=["empty", "blank", "punctuation", "emoji", "letter", "nul", "nul-before", "sql", "tsquery", "percent",
         "japanese", "arabic", "long"],
)  # fmt: skip
def test_odd_questions_get_an_answer_or_an_explanation(question: str) -> None:
    result = search(question)
    assert result.passages or result.explanation


@pytest.mark.usefixtures("documents")
def test_a_question_without_words_says_so() -> None:
    with translation.override("en"):
        assert search("?!").explanation == "The question contains no words."


def test_an_empty_collection_says_so() -> None:
    collection("amt")
    with translation.override("en"):
        assert search("Gebühr").explanation == "No document of these collections is ready for search."


@pytest.mark.usefixtures("documents")
def test_a_threshold_that_cuts_everything_names_the_best_similarity() -> None:
    Profile.objects.update(threshold=0.99)
    result = search("Was kostet der Personalausweis?")
    with translation.override("en"):
        assert result.explanation.startswith("The most similar text reaches 0.")
        assert result.explanation.endswith("the threshold is 0.990.")


@pytest.mark.usefixtures("documents")
def test_the_json_has_the_promised_form() -> None:
    data = json.loads(json.dumps(search("Was kostet der Personalausweis?", algorithm="chunks-only").as_json()))
    assert {"question", "query", "algorithm", "seconds", "documents", "steps"} <= set(data)
    first = data["documents"][0]
    assert {"external_id", "title", "score", "url", "passages"} <= set(first)
    assert first["url"].endswith("/pages/1/")
    assert {"page", "kind", "score", "text"} <= set(first["passages"][0])
    assert [step["name"] for step in data["steps"]] == ["settings", "embed", "content", "documents", "passages"]
    assert all({"name", "seconds", "found", "threshold"} <= set(step) for step in data["steps"])


@pytest.mark.usefixtures("documents")
def test_the_call_to_the_embedding_model_is_in_the_ledger() -> None:
    ledger = Ledger()
    search("Gebühr", ledger=ledger)
    assert ledger.calls_by_purpose() == {"embed": 1}
