"""Synonyms of an organisation explain what the shipped rules do not, and nothing that decides what a sentence says."""

import pytest

from apps.text.entailment import AcceptedSynonym, Level, derive_with_synonyms, synonym_rejection_code

BEFORE = "Der Wohnungsgeber hat den Einzug binnen zwei Wochen zu bestätigen."
AFTER = "Der Vermieter muss den Einzug innerhalb von zwei Wochen bestätigen."
LANDLORD = AcceptedSynonym("Wohnungsgeber", "Vermieter")


def test_an_accepted_synonym_explains_the_rewrite_and_is_named() -> None:
    found = derive_with_synonyms(BEFORE, AFTER, [LANDLORD])
    assert found.level == Level.DERIVED
    assert "accepted: Wohnungsgeber -> Vermieter" in found.licences


def test_a_rewrite_that_has_only_synonyms_in_it_is_derived_and_not_unchanged() -> None:
    assert derive_with_synonyms(BEFORE, BEFORE.replace("Wohnungsgeber", "Vermieter"), [LANDLORD]).level == Level.DERIVED


@pytest.mark.parametrize(
    "after",
    [
        "Der Vermieter muss den Einzug innerhalb von drei Wochen bestätigen.",
        "Der Vermieter kann den Einzug innerhalb von zwei Wochen bestätigen.",
        "Der Vermieter muss den Einzug nicht innerhalb von zwei Wochen bestätigen.",
        "Der Vermieter muss den Auszug innerhalb von zwei Wochen bestätigen.",
        "Der Vermieter muss den Einzug bestätigen.",
        "Der Mieter muss den Einzug innerhalb von zwei Wochen bestätigen.",
    ],
)
def test_whatever_else_differs_stays_unexplained(after: str) -> None:
    assert not derive_with_synonyms(BEFORE, after, [LANDLORD]).proved


def test_a_synonym_counts_in_one_direction_only() -> None:
    assert not derive_with_synonyms(AFTER, BEFORE, [LANDLORD]).proved


def test_only_whole_words_are_synonyms() -> None:
    before, after = (
        BEFORE.replace("Wohnungsgeber", "Wohnungsgeberverband"),
        AFTER.replace("Vermieter", "Vermieterverband"),
    )
    assert not derive_with_synonyms(before, after, [LANDLORD]).proved


def test_a_verb_is_not_the_name_of_a_town() -> None:
    eat = AcceptedSynonym("essen", "Mahlzeit")
    assert not derive_with_synonyms("Die Stadt Essen zahlt.", "Die Stadt Mahlzeit zahlt.", [eat]).proved


def test_a_capital_at_the_beginning_of_a_sentence_is_none_of_the_word() -> None:
    soon = AcceptedSynonym("unverzüglich", "sofort")
    before, after = "Unverzüglich ist die Behörde zu benachrichtigen.", "Sofort ist die Behörde zu benachrichtigen."
    assert derive_with_synonyms(before, after, [soon]).proved


def test_signs_in_a_synonym_are_signs() -> None:
    assert not derive_with_synonyms(BEFORE, AFTER, [AcceptedSynonym(".*", "Vermieter")]).proved


@pytest.mark.parametrize(
    ("official", "plain", "reason"),
    [
        ("kann", "muss", "decisive"),
        ("drei Tage", "vier Tage", "decisive"),
        ("höchstens", "mindestens", "decisive"),
        ("vor Beginn", "nach Beginn", "decisive"),
        ("mit Genehmigung", "ohne Genehmigung", "decisive"),
        ("alle Antragsteller", "einige Antragsteller", "decisive"),
        ("zulässig", "unzulässig", "opposite"),
        ("Antrag", "Anträge", "same"),
        ("Beitrag", "freiwilliger Beitrag", "more"),
        ("öffentliche Straße", "Straße", "more"),
        ("", "Antrag", "length"),
        ("eins zwei drei vier fünf sechs sieben acht neun", "viel", "length"),
        ("Wohnungsgeber", "Vermieter", ""),
        ("unverzüglich", "sofort", ""),
        ("im Einvernehmen mit", "zusammen mit", ""),
    ],
)
def test_what_decides_a_sentence_is_no_synonym(official: str, plain: str, reason: str) -> None:
    assert synonym_rejection_code(AcceptedSynonym(official, plain), "de") == reason


@pytest.mark.parametrize(
    ("official", "plain"), [("may", "must"), ("before", "after"), ("each", "some"), ("up to", "over")]
)
def test_what_decides_an_english_sentence_is_none_either(official: str, plain: str) -> None:
    assert synonym_rejection_code(AcceptedSynonym(official, plain), "en") == "decisive"
