from apps.graph.extraction.cooccurrence import build_phrase_unit, cooccurrence_records
from apps.text.noun_phrases import detect_german_or_english, find_noun_phrases, quotable_sentences

GERMAN = "Die Senatsverwaltung für Finanzen ändert die Gebührenordnung. Nach § 77 SGG gilt die Gebührenordnung sofort."
ENGLISH = (
    "Kevin Scott talked about machine learning with Lisa Su. They said that machine learning needs better hardware."
)


def names(text: str) -> set[str]:
    return {phrase.name for phrase in find_noun_phrases(quotable_sentences(text), detect_german_or_english(text))}


def test_german_phrases_are_nouns_offices_and_paragraphs() -> None:
    assert {"Senatsverwaltung für Finanzen", "Gebührenordnung", "§ 77 SGG"} <= names(GERMAN)


def test_english_phrases_are_names_and_what_comes_again() -> None:
    assert {"Lisa Su", "machine learning"} <= names(ENGLISH)
    assert "They" not in names(ENGLISH)


def test_the_language_is_told_by_function_words() -> None:
    assert (detect_german_or_english(GERMAN), detect_german_or_english(ENGLISH)) == ("de", "en")


def test_what_is_said_is_a_sentence_of_the_text() -> None:
    [found] = cooccurrence_records([build_phrase_unit(GERMAN, "de")])
    assert all(each.description in GERMAN for each in found.entities)
    assert all(each.description in GERMAN for each in found.relations)


def test_phrases_of_one_sentence_are_tied() -> None:
    [found] = cooccurrence_records([build_phrase_unit(GERMAN, "de")])
    pairs = {frozenset((each.source, each.target)) for each in found.relations}
    assert frozenset(("Senatsverwaltung für Finanzen", "Gebührenordnung")) in pairs


def test_strengths_lie_between_one_and_ten() -> None:
    found = cooccurrence_records([build_phrase_unit(GERMAN, "de"), build_phrase_unit(GERMAN, "de")])
    assert {1 <= each.strength <= 10 for piece in found for each in piece.relations} == {True}


def test_a_text_without_phrases_gives_nothing() -> None:
    assert not cooccurrence_records([build_phrase_unit("und oder aber", "de")])[0]
    assert cooccurrence_records([]) == []
