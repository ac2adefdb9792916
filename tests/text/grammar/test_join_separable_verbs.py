import pytest

from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from apps.text.entailment.tokens.morphology import SEPARABLE
from apps.text.entailment.tokens.separable_prefixes import PARTICLES
from apps.text.grammar.join_separable_verbs import PARTS, infinitive_stem, join_separable_verb, separable_verb_forms
from apps.text.word_stems import fold


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Wie melde ich meinen Hund an?", ("melde", "anmelde")),
        ("Wann findet der Wochenmarkt statt?", ("findet", "stattfindet")),
        ("Welche Kosten fallen an?", ("fallen", "anfallen")),
        ("Wie zahle ich Gebühren zurück?", ("zahle", "zuruckzahle")),
        ("Wann macht das Freibad auf", ("macht", "aufmacht")),
        ("wie melde ich mich an bei der stadt", ("melde", "anmelde")),
        ("Wo gebe ich Fundsachen ab und wann?", ("gebe", "abgebe")),
        ("Wer fährt mit auf die Reise?", ("fahrt", "mitfahrt")),
        ("ich meld mich ab was brauche ich", ("meld", "abmeld")),
        ("Wie meld ich mein Hund an", ("meld", "anmeld")),
        ("Wenn ich umziehe, wo melde ich mich an?", ("melde", "anmelde")),
        ("Um was geht es?", None),
        ("An wen wende ich mich auf dem Amt?", None),
        ("Was kostet der Pass?", None),
        ("Wo kann ich mich anmelden?", None),
        ("Und ab?", None),
        ("", None),
    ],
)
def test_a_divided_verb_is_put_together(question: str, expected: tuple[str, str] | None) -> None:
    assert join_separable_verb(question) == expected


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("anzumeld", "anmeld"),
        ("eingezahl", "einzahl"),
        ("angebot", "angebot"),
        ("umzug", "umzug"),
        ("angenomm", "annehm"),
        ("zuruckgibt", "zuruckgeb"),
        ("stattgefund", "stattfind"),
    ],
)
def test_forms_with_something_inside_are_as_the_infinitive(stem: str, expected: str) -> None:
    assert infinitive_stem(stem) == expected


def test_who_asks_with_a_divided_verb_is_answered_with_the_whole_one() -> None:
    text = "Hunde sind steuerpflichtig. Jeder Hund ist beim Steueramt anzumelden. Ein Hund kostet 96 Euro."
    found = select_units("Wie melde ich meinen Hund an?", [SourceBlock(1, "Satzung", 1, text)])
    assert [each.unit.quote for each in found] == ["Jeder Hund ist beim Steueramt anzumelden."]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("anmelden", {"anzumelden", "angemeldet"}),
        ("anmeldung", {"anmelden", "anzumelden", "angemeldet"}),
        ("mitbringen", {"mitzubringen", "mitgebracht"}),
        ("aufgenommen", {"aufnehmen", "aufzunehmen"}),
        ("abzuholen", {"abholen", "abgeholt"}),
    ],
)
def test_a_verb_with_its_part_has_other_forms(word: str, expected: set[str]) -> None:
    assert expected <= separable_verb_forms(word)


@pytest.mark.parametrize("word", ["hund", "umzug", "ab", "", "gebuhr"])
def test_other_words_have_none(word: str) -> None:
    assert separable_verb_forms(word) == frozenset()


def test_every_list_of_prefixes_is_a_part_of_the_one_that_knows_most() -> None:
    folded = {fold(prefix) for prefix in PARTICLES}
    assert set(PARTS.split("|")) <= folded
    assert {fold(prefix) for prefix in SEPARABLE} <= folded
