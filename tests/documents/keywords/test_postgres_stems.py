"""Words of other languages than German, by PostgreSQL's dictionaries."""

import pytest
from pytest_django import DjangoAssertNumQueries

from apps.documents.keywords import postgres_stems
from apps.documents.keywords.build_posting_rows import INDEXED, language_marker, term_weights
from apps.documents.keywords.postgres_stems import load_vocabulary
from apps.text.index_terms import count_terms

pytestmark = pytest.mark.django_db


def terms(text: str, language: str) -> set[int]:
    return set(count_terms(text, load_vocabulary([text], language)))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "city", "Cities"),
        ("en", "applying", "applied"),
        ("fr", "cheval", "chevaux"),
        ("fr", "impôts", "impots"),
        ("es", "canciones", "canción"),
        ("nl", "belastingen", "belasting"),
        ("ru", "города", "город"),
        ("tr", "kitaplar", "kitap"),
        ("pl", "Podatek", "podatek"),
    ],
)
def test_forms_of_a_word_share_a_term_in_its_language(language: str, one: str, other: str) -> None:
    assert terms(one, language) == terms(other, language) != set()


def test_what_carries_no_subject_is_told_by_the_language() -> None:
    assert terms("the of and", "en") == terms("la de et", "fr") == set()
    assert terms("die", "en")
    assert not terms("die", "de")


def test_umlauts_are_letters_of_their_own_outside_german() -> None:
    assert terms("länk", "sv") != terms("lank", "sv")
    assert terms("Bürger", "de") == terms("Buerger", "de")


@pytest.mark.parametrize("language", ["de", "en", "ja", "fr"])
def test_japanese_and_names_are_the_same_in_every_language(language: str) -> None:
    assert terms("北海道", language) == terms("北海道", "de")
    assert terms("Drs. 19/12345", language) >= set(count_terms("19 / 12345")) - set(count_terms("19 12345"))


def test_a_language_that_nobody_knows_keeps_its_words_whole() -> None:
    assert terms("Cities", "xx") == terms("cities", "xx") != terms("city", "xx")


def test_each_word_is_asked_for_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    load_vocabulary(["unheard words"], "da")
    with django_assert_num_queries(0):
        assert load_vocabulary(["words unheard"], "da")
    with django_assert_num_queries(1):
        load_vocabulary(["words never heard"], "da")


def test_a_process_remembers_no_more_words_than_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_stems, "MOST_WORDS", 2)
    known = load_vocabulary(["three small words"], "nb")
    assert known is not None
    assert len(known.stems) == 3
    assert "nb" not in postgres_stems._known


def test_a_chunk_is_marked_with_its_language() -> None:
    assert language_marker("de") == INDEXED
    assert language_marker("en") != language_marker("fr")
    assert language_marker("en") in term_weights("City", load_vocabulary(["City"], "en"))
    assert language_marker("de") in term_weights("Stadt")
