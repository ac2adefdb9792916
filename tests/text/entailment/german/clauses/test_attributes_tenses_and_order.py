"""Attributes with an infinitive or a dative, what happened told in two tenses, verbs behind a clause in front."""

import pytest

from apps.text.entailment import Level, derive
from apps.text.entailment.clause_contradictions import find_exchanged_parts
from apps.text.entailment.parse_statements import parse_statements

SAME = [
    (
        "Die Untersuchung ist durch einen vom Amtsarzt zu benennenden Facharzt durchzuführen.",
        "Die Untersuchung ist durch einen Facharzt durchzuführen, den der Amtsarzt zu benennen hat.",
    ),
    (
        "Die Unterlagen, die dem Antrag beizufügen sind, werden geprüft.",
        "Die dem Antrag beizufügenden Unterlagen werden geprüft.",
    ),
    (
        "Die Höhe richtet sich nach dem dieser Satzung beigefügten Verzeichnis.",
        "Die Höhe richtet sich nach dem Verzeichnis, das dieser Satzung beigefügt ist.",
    ),
    ("Der Rat beschloss die Satzung im Mai.", "Der Rat hat die Satzung im Mai beschlossen."),
    ("Der Mitarbeiter wurde bereits ausgewählt.", "Der Mitarbeiter ist bereits ausgewählt worden."),
    (
        "Die Ministerin machte im Gespräch klar, dass Beteiligung wichtig ist.",
        "Dass Beteiligung wichtig ist, machte die Ministerin im Gespräch klar.",
    ),
    (
        "Für den Fall, dass die Bekanntmachung nicht eingerückt wird, gilt sie als vollzogen.",
        "Wird die Bekanntmachung nicht eingerückt, so gilt sie als vollzogen.",
    ),
    (
        "Er hat sicherzustellen, dass keine Schäden entstehen.",
        "Er muss dafür sorgen, dass keine Schäden entstehen.",
    ),
    (
        "Der Ausschuss kann von der Leitung jederzeit einen Bericht verlangen.",
        "Von der Leitung kann jederzeit ein Bericht durch den Ausschuss verlangt werden.",
    ),
    (
        "Eine Entlastung wird gewährt, soweit der Betrag von 250 Euro überschritten wird.",
        "Eine Entlastung wird gewährt, soweit 250 Euro überschritten werden.",
    ),
]
OTHER = [
    ("Die Straße wurde gesperrt.", "Die Straße ist gesperrt."),
    ("Der Rat beschloss die Satzung im Mai.", "Der Rat beschließt die Satzung im Mai."),
    ("Der Rat war gewählt worden.", "Der Rat ist gewählt worden."),
    ("Der Rat hatte die Satzung beschlossen.", "Der Rat hat die Satzung beschlossen."),
    (
        "Die Unterlagen, die dem Antrag beigefügt sind, werden geprüft.",
        "Die dem Antrag beizufügenden Unterlagen werden geprüft.",
    ),
    (
        "Die Untersuchung ist durch einen vom Amtsarzt zu benennenden Facharzt durchzuführen.",
        "Die Untersuchung ist durch einen Facharzt durchzuführen, der den Amtsarzt zu benennen hat.",
    ),
    (
        "Die Untersuchung ist durch einen vom Amtsarzt zu benennenden Facharzt durchzuführen.",
        "Die Untersuchung ist durch einen vom Amtsarzt benannten Facharzt durchzuführen.",
    ),
    (
        "Die der Stadt gehörenden Flächen werden verpachtet.",
        "Die Flächen, die der Stadt gehört haben, werden verpachtet.",
    ),
    (
        "Der Ausschuss kann von der Leitung jederzeit einen Bericht verlangen.",
        "Vom Ausschuss kann jederzeit ein Bericht durch die Leitung verlangt werden.",
    ),
    (
        "Eine Entlastung wird gewährt, soweit der Betrag von 250 Euro überschritten wird.",
        "Eine Entlastung wird gewährt, soweit 350 Euro überschritten werden.",
    ),
    ("Er hat sicherzustellen, dass Schäden gemeldet werden.", "Er muss dafür sorgen, dass Schäden entstehen."),
]


@pytest.mark.parametrize(("source", "claim"), SAME, ids=lambda value: value[:40])
def test_the_same_in_other_words_is_proved(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved, str(derive(claim, [source]))


@pytest.mark.parametrize(("source", "claim"), OTHER, ids=lambda value: value[:40])
def test_what_only_looks_alike_is_not(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved, str(derive(claim, [source]))


def test_the_other_tense_is_named_as_a_licence() -> None:
    found = derive("Der Rat hat die Satzung im Mai beschlossen.", ["Der Rat beschloss die Satzung im Mai."])
    assert (found.level, found.licences) == (Level.DERIVED, ("tense: past = perfect",))


def test_words_in_other_phrases_alone_accuse_nobody() -> None:
    source, claim = "Die Leitung der Halle berät die Vereine.", "Die Leitung der Vereine berät die Halle."
    [found] = find_exchanged_parts(parse_statements(claim), parse_statements(source))
    assert not found.opposite
