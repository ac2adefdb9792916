"""A compound names the act of its last noun: "Gebührenerhebung" is the act of "erheben", not of a verb of its own."""

import pytest

from apps.text.entailment import derive
from apps.text.entailment.german.nominalisations.act_nouns import split_act_compound, verb_of_act_noun

TRUE = [
    ("Die Gebührenerhebung erfolgt jährlich.", "Die Gebühren werden jährlich erhoben."),
    ("Die Abfallentsorgung erfolgt durch den Landkreis.", "Der Landkreis entsorgt den Abfall."),
    (
        "Die Kostenerstattung erfolgt innerhalb von vier Wochen.",
        "Die Kosten werden innerhalb von vier Wochen erstattet.",
    ),
    ("Die Brandbekämpfung erfolgt durch die Feuerwehr.", "Die Feuerwehr bekämpft den Brand."),
    ("Die Gebührenfestsetzung erfolgt durch Bescheid.", "Die Gebühren werden durch Bescheid festgesetzt."),
    (
        "Eine Förderentscheidung muss jedes Jahr neu beantragt und getroffen werden.",
        "Die Förderentscheidung muss jedes Jahr neu beantragt und getroffen werden.",
    ),
]
FALSE = [
    ("Die Berufsausbildung erfolgt im Betrieb.", "Der Beruf wird im Betrieb ausgebildet."),
    ("Die Gebührenerhebung erfolgt jährlich.", "Die Gebühren werden monatlich erhoben."),
    ("Die Gebührenerhebung erfolgt jährlich.", "Die Gebühren werden jährlich erhöht."),
    ("Die Kostenerstattung erfolgt innerhalb von vier Wochen.", "Die Kosten werden nach vier Wochen erstattet."),
    ("Die Abfallentsorgung erfolgt durch den Landkreis.", "Der Abfall entsorgt den Landkreis."),
    ("Eine Ausnahmegenehmigung ist erforderlich.", "Die Ausnahme ist genehmigt."),
    (
        "Für Kinder ist eine Einverständniserklärung der Eltern nötig.",
        "Kinder müssen das Einverständnis der Eltern erklären.",
    ),
    ("Eine Rechtsverordnung ist erforderlich.", "Das Recht muss geändert werden."),
]


@pytest.mark.parametrize(("source", "claim"), TRUE)
def test_an_act_of_a_thing_is_proved_by_its_compound(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved


@pytest.mark.parametrize(("source", "claim"), FALSE)
def test_another_act_is_not(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved


@pytest.mark.parametrize(
    ("noun", "parts"),
    [
        ("abgabenerhebung", ("abgabe", "erhebung")),
        ("amtsausübung", ("amt", "ausübung")),
        ("bauüberwachung", ("bau", "überwachung")),
        ("berufsausbildung", ("", "")),
    ],
)
def test_a_compound_is_split_before_the_longest_act(noun: str, parts: tuple[str, str]) -> None:
    assert (verb_of_act_noun(noun), split_act_compound(noun)) == ("", parts)


@pytest.mark.parametrize(("noun", "verb"), [("genehmigung", "genehmigen"), ("renaturierung", "renaturieren")])
def test_a_verb_that_no_noun_opens_is_kept(noun: str, verb: str) -> None:
    assert verb_of_act_noun(noun) == verb
