"""Collections of several languages in one search, and a collection that changes its language."""

from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_q.models import OrmQ

from apps.documents.keywords import fill_missing_task
from apps.documents.keywords import write_keyword_index as keyword_index
from apps.documents.keywords.build_posting_rows import language_marker
from apps.documents.models import Collection, Posting
from apps.llm.call_ledger import Ledger
from apps.retrieval.keywords.keyword_sql import search_terms
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.postgres_term_statistics import load_term_statistics
from apps.retrieval.query.types import Query
from apps.retrieval.search.search import search
from tests import factories

pytestmark = pytest.mark.django_db
Found = Callable[..., list[str]]


@pytest.fixture
def found() -> Found:
    """Ids of the documents that a search by words finds, best first."""

    def titles(question: str, *collections: str, algorithm: str = "keyword") -> list[str]:
        result = async_to_sync(search)(
            question, SearchRequest(collections=collections or None, algorithm=algorithm), ledger=Ledger()
        )
        return list(dict.fromkeys(passage.title for passage in result.passages))

    return titles


def document(title: str, text: str, slug: str, language: str) -> None:
    factories.document([text], title=title, collection=factories.collection(slug, language=language))


def index() -> None:
    while keyword_index.index_missing_documents():
        pass


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", "The cities levy it.", "city"),
        ("en", "She applied in May.", "applying"),
        ("fr", "Les chevaux sont là.", "cheval"),
        ("fr", "Le cheval est là.", "chevaux"),
        ("sv", "Kommunen har bilar.", "bilarna"),
        ("ja", "北海道の税金", "税金"),
        ("en", "北海道の税金", "税金"),
    ],
)
@pytest.mark.parametrize("algorithm", ["keyword", "fields"])
def test_forms_of_words_are_found_by_the_language_of_the_collection(
    found: Found, language: str, text: str, question: str, algorithm: str
) -> None:
    document("right", text, "one", language)
    document("wrong", "Xyz.", "one", language)
    index()
    assert found(question, algorithm=algorithm) == ["right"]


def test_each_collection_is_searched_in_its_own_language(found: Found) -> None:
    document("Gebühren", "Die Gebühren der Städte", "amt", "de")
    document("fees", "The fees of cities", "office", "en")
    index()
    assert found("Gebuehr city") == ["Gebühren", "fees"] or found("Gebuehr city") == ["fees", "Gebühren"]
    assert found("Gebuehr city", "amt") == ["Gebühren"]
    assert found("city", "amt", "office") == ["fees"]


def test_an_article_of_one_language_is_no_rare_word_of_another(found: Found) -> None:
    document("Steuer", "Wer zahlt die Steuer", "amt", "de")
    document("die", "People who die", "office", "en")
    index()
    assert found("Wer muss die Steuer zahlen?") == ["Steuer"]
    assert found("die", "office") == ["die"]
    assert found("die") == ["die"]


def test_a_changed_language_holds_at_once_and_is_indexed_in_the_background(found: Found) -> None:
    document("right", "One city, many Hundesteuern", "office", "de")
    index()
    office = Collection.objects.get(slug="office")
    office.language = "en"
    office.save()
    assert [task.task["func"] for task in OrmQ.objects.all()] == [fill_missing_task.FILLER]
    # The old rows stand, and are found as before by questions of the old language.
    assert found("Hundesteuer") == ["right"]
    assert found("city") == ["right"]
    assert not found("cities")
    assert fill_missing_task.fill_missing() == 1
    assert found("cities") == ["right"]
    assert not found("Hundesteuer")
    office.refresh_from_db()
    assert (office.language, office.former_language) == ("en", "")
    assert Posting.objects.filter(term=language_marker("en")).exists()
    assert not Posting.objects.filter(term=language_marker("de")).exists()


def test_saving_in_the_same_language_indexes_nothing() -> None:
    office = factories.collection("office", language="en")
    office.name = "Office"
    office.save(update_fields=["name"])
    assert not OrmQ.objects.exists()
    office.language = "fr"
    office.save(update_fields=["language"])
    office.refresh_from_db()
    assert (office.language, office.former_language) == ("fr", "en")


def test_a_german_question_takes_no_query_and_another_one_for_words_never_met() -> None:
    known = load_term_statistics()
    german = Query("Was kostet der Hund?", [], 1, [1], statistics=known)
    english = Query("What about quokkas?", [], 1, [1], languages=["de", "en"], statistics=known)
    assert queries(german) == 0
    assert queries(english) == 1
    assert queries(english) == 0


def queries(query: Query) -> int:
    with CaptureQueriesContext(connection) as captured:
        search_terms(query)
    return len(captured)
