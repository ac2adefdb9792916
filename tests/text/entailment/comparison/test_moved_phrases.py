"""Phrases in another order: each keeps its noun, its scope and its value, or the sentence is not called proved."""

import pytest

from apps.text.entailment import derive

HOURS = "Das Archiv ist montags bis donnerstags von 9 bis 16 Uhr und freitags von 9 bis 12 Uhr geöffnet."
TOLD = "Der Verein ist von der Stadt über die Entscheidung schriftlich zu unterrichten."
HEAD = "Der Leiter der Schule in der Altstadt entscheidet über Anträge der Eltern."
VOTE = "The committee may exclude a member of the board by a majority of two thirds."
CHECKED = "Die Firma hat dem Prüfer jederzeit Einsicht zu gestatten."
RENT = "Die Wohnung wird nur vermietet, wenn die Kaution vorliegt."

FOLLOWS = [
    ("roles kept in the other voice", TOLD, "Die Stadt muss den Verein schriftlich über die Entscheidung informieren."),
    ("one row of the hours", HOURS, "Freitags ist das Archiv von 9 bis 12 Uhr geöffnet."),
    ("a day with its preposition", HOURS, "Das Archiv hat am Freitag von 9 bis 12 Uhr geöffnet."),
    ("a time of its own", CHECKED, "Jederzeit muss die Firma dem Prüfer Einsicht gestatten."),
    ("only if", RENT, "Nur wenn die Kaution vorliegt, wird die Wohnung vermietet."),
    (
        "in front, English",
        VOTE,
        "By a majority of two thirds, the committee may exclude a member of the board.",
    ),
    (
        "a place below its denial",
        "Der Rettungsweg darf nicht über einen Raum mit erhöhter Brandgefahr führen.",
        "Über einen Raum mit erhöhter Brandgefahr darf der Rettungsweg nicht führen.",
    ),
    (
        "an act is where its sentence is",
        "Der Aufenthalt im Stadtpark ist nachts verboten.",
        "Im Stadtpark ist der Aufenthalt nachts verboten.",
    ),
]
DOES_NOT = [
    ("a place of the noun", HEAD, "In der Altstadt entscheidet der Leiter der Schule über Anträge der Eltern."),
    ("a place behind the verb", HEAD, "Der Leiter der Schule entscheidet in der Altstadt über Anträge der Eltern."),
    ("hours of other days", HOURS, "Freitags ist das Archiv von 9 bis 16 Uhr geöffnet."),
    ("days of other hours", HOURS, "Das Archiv ist montags bis donnerstags von 9 bis 12 Uhr geöffnet."),
    ("other roles", TOLD, "Der Verein muss die Stadt schriftlich über die Entscheidung unterrichten."),
    ("other roles, passive", TOLD, "Die Stadt ist vom Verein über die Entscheidung schriftlich zu unterrichten."),
    ("a condition left out", RENT, "Die Wohnung wird vermietet."),
    ("only left out", RENT, "Die Wohnung wird vermietet, wenn die Kaution vorliegt."),
    ("only of another phrase", RENT, "Nur die Wohnung wird vermietet, wenn die Kaution vorliegt."),
    (
        "always under a denial",
        "Der Prüfer darf nicht jederzeit Einsicht verlangen.",
        "Jederzeit darf der Prüfer keine Einsicht verlangen.",
    ),
    (
        "only of another phrase, moved",
        "Nur Erwachsene dürfen im Becken mit Brettern üben.",
        "Im Becken dürfen Erwachsene nur mit Brettern üben.",
    ),
    (
        "a reason above its denial",
        "Die Erlaubnis wird nicht wegen fehlender Unterlagen widerrufen.",
        "Wegen fehlender Unterlagen wird die Erlaubnis nicht widerrufen.",
    ),
    (
        "a recipient for what is told",
        "Das Amt meldet den Gesellschaften den Erwerber.",
        "Das Amt meldet dem Erwerber die Gesellschaften.",
    ),
    ("other roles, English", VOTE, "By a majority of two thirds, the board may exclude a member of the committee."),
    (
        "a place of the noun, English",
        "The head of the school in the old town may exclude pupils.",
        "In the old town, the head of the school may exclude pupils.",
    ),
]


@pytest.mark.parametrize(("source", "claim"), [case[1:] for case in FOLLOWS], ids=[case[0] for case in FOLLOWS])
def test_a_phrase_that_keeps_its_noun_may_stand_elsewhere(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved, derive(claim, [source])


@pytest.mark.parametrize(("source", "claim"), [case[1:] for case in DOES_NOT], ids=[case[0] for case in DOES_NOT])
def test_a_phrase_that_belongs_to_something_else_then_may_not(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved, derive(claim, [source])
