"""Protected words in all their forms, and the words that only look like them."""

import pytest

from apps.simplify.checks.protected_words import ProtectedWords, check

WORDS = ProtectedWords.of(
    [
        ("Widerspruch", ("Widersprüche",)),
        ("Klage", ()),
        ("Bescheid", ()),
        ("Beschäftigte", ()),
        ("abhelfen", ("abgeholfen", "abhilft", "helfen ab")),
        ("Ehrenamtlich Tätige", ()),
        ("SGB 2", ()),
        ("1-DM-GoldmuenzG", ()),
    ]
)


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Der Widerspruch ist da.", "Widerspruch"),
        ("Wegen des Widerspruchs.", "Widerspruchs"),
        ("Die Widersprüche.", "Widersprüche"),
        ("Innerhalb der Widerspruchsfrist.", "Widerspruchsfrist"),
        ("Ein Widerspruchs-Ausschuss.", "Widerspruchs-Ausschuss"),
        ("Die U2-Klage.", "U2-Klage"),
        ("Die Räumungsklage.", "Räumungsklage"),
        ("Der Abhilfebescheid.", "Abhilfebescheid"),
        ("Den Beschäftigten gilt es.", "Beschäftigten"),
        ("Ein Beschäftigter.", "Beschäftigter"),
        ("Abhelfen können wir nicht.", "Abhelfen"),
        ("Dem wird abgeholfen.", "abgeholfen"),
        ("Wir helfen Ihrem Antrag nicht ab.", "helfen ab"),
        ("Wir helfen dem, wie gesagt, ab und zahlen.", "helfen ab"),
        ("Alle ehrenamtlich Tätigen.", "ehrenamtlich Tätigen"),
        ("Nach SGB 2 gilt das.", "SGB 2"),
        ("Im 1-DM-GoldmuenzG steht es.", "1-DM-GoldmuenzG"),
        ("„Widerspruch“ heißt das.", "Widerspruch"),
    ],
)
def test_a_form_of_a_protected_word_is_found(text: str, surface: str) -> None:
    assert [found.surface for found in WORDS.find(text)] == [surface]


@pytest.mark.parametrize(
    "text",
    [
        "Die Anklage wird verlesen.",
        "Wir beklagen das.",
        "Er klagt.",
        "ich klage nicht",
        "SGB 20",
        "Beklagte",
        "Wir helfen Ihnen ab Mai.",
        "Wir helfen. Er fährt ab.",
    ],
)
def test_words_that_hold_its_letters_are_other_words(text: str) -> None:
    assert WORDS.find(text) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Der Widerspruch ist da.", "Der Einspruch ist da."),
        ("Der Widerspruch ist da.", "Die Widersprüche sind da."),
        ("Der Widerspruch ist da.", "Der Widerspruchs ist da."),
        ("Der Widerspruch ist da.", "Der Widrspruch ist da."),
        ("Der Widerspruch ist da.", "Der Wіderspruch ist da."),
        ("Der Widerspruch ist da.", "Der Wider­spruch ist da."),
        ("Innerhalb der Widerspruchsfrist.", "Innerhalb der Frist für den Widerspruch."),
        ("Bescheid und Bescheid und Bescheid.", "Ein Bescheid."),
        ("Die Beschäftigten.", "Die Mitarbeitenden."),
        ("Wir helfen Ihrem Antrag nicht ab.", "Wir lehnen Ihren Antrag ab."),
        ("Alle ehrenamtlich Tätigen.", "Alle Ehrenamtlichen."),
        ("Ein Rechtsmittel ist möglich.", "Eine Klage ist möglich."),
    ],
)
def test_a_protected_word_that_is_lost_changed_or_invented_is_a_violation(before: str, after: str) -> None:
    assert [found.kind for found in check(before, after, WORDS)][:1] == ["protected_word"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Nach Einlegung des Widerspruchs.", "Wenn Sie Widerspruch einlegen."),
        ("abhelfen können wir nicht.", "Abhelfen können wir nicht."),
        ("Ein Bescheid.", "Der Bescheid kommt. Der Bescheid gilt."),
        ("Alle Ehrenamtlich Tätigen.", "Alle ehrenamtlich Tätigen."),
    ],
)
def test_the_lists_own_spelling_may_stand_for_a_form_and_may_be_repeated(before: str, after: str) -> None:
    assert check(before, after, WORDS) == []


def test_what_editors_type_is_never_a_pattern() -> None:
    words = ProtectedWords.of([("a.*b", ()), ("(Klage", ()), ("[x", ()), ("\\", ())])
    assert words.find("axxb Klagen (Klage)") != []
    assert words.find("axxb") == []


def test_an_empty_list_finds_nothing() -> None:
    assert ProtectedWords.of([]).find("Widerspruch") == []
