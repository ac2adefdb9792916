"""One of several alternatives in a condition or of a choice, and where one of them by itself would say more."""

import pytest

from apps.text.entailment import derive

SAID_OF_ONE = (
    (
        "Bei Krankheit oder Urlaub kann die Prüfung verschoben werden.",
        "Bei Krankheit kann die Prüfung verschoben werden.",
    ),
    ("Bei Krankheit oder Urlaub kann die Prüfung verschoben werden.", "Bei Urlaub kann die Prüfung verschoben werden."),
    (
        "Auf Antrag des Vorsitzenden oder einer Fraktion sind Anträge dem Ausschuss zu überweisen.",
        "Auf Antrag einer Fraktion sind Anträge dem Ausschuss zu überweisen.",
    ),
    ("Der Antrag kann schriftlich oder elektronisch gestellt werden.", "Der Antrag kann elektronisch gestellt werden."),
)
NOT_SAID = (
    # A condition with "nur" is enough by one of both, but "nur" names both.
    ("Nur bei Krankheit oder Urlaub wird die Prüfung verschoben.", "Nur bei Krankheit wird die Prüfung verschoben."),
    # The choice is the reader's, and one of both by itself would close it.
    ("Der Antrag ist schriftlich oder elektronisch zu stellen.", "Der Antrag ist elektronisch zu stellen."),
    ("Die Gebühr ist bar oder mit Karte zu zahlen.", "Die Gebühr ist bar zu zahlen."),
    # Both are needed.
    ("Bei Krankheit und Urlaub wird die Prüfung verschoben.", "Bei Krankheit wird die Prüfung verschoben."),
    ("Auf Antrag der Eltern und der Schule wird er befreit.", "Auf Antrag der Schule wird er befreit."),
    # What stands behind may belong to the last one only.
    (
        "Bei Krankheit oder Urlaub von mehr als zwei Wochen ruht die Zahlung.",
        "Bei Krankheit von mehr als zwei Wochen ruht die Zahlung.",
    ),
    ("Alte Menschen oder Kinder können dort schwimmen.", "Menschen können dort schwimmen."),
    ("Bei Krankheit oder Urlaub kann die Prüfung verschoben werden.", "Bei Umzug kann die Prüfung verschoben werden."),
    (
        "Die Prüfung kann nicht bei Krankheit oder Urlaub abgelegt werden.",
        "Die Prüfung kann bei Krankheit abgelegt werden.",
    ),
)


@pytest.mark.parametrize(("source", "claim"), SAID_OF_ONE)
def test_one_of_the_alternatives_is_proved(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved


@pytest.mark.parametrize(("source", "claim"), NOT_SAID)
def test_what_needs_both_or_leaves_the_choice_is_not(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved
