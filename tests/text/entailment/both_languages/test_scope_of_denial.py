"""What a denial denies: a reason, an aim or a bound behind "nicht" may be it; "ein … nicht" is no "kein"."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

OTHER_SCOPE = [
    (
        "Der Antrag wurde nicht wegen fehlender Unterlagen abgelehnt.",
        "Der Antrag wurde wegen fehlender Unterlagen nicht abgelehnt.",
    ),
    ("Die Halle wird nicht bis Montag geöffnet.", "Die Halle wird bis Montag nicht geöffnet."),
    ("Die Stadt haftet nicht seit dem Umbau.", "Die Stadt haftet seit dem Umbau nicht."),
    ("Die Daten werden nicht zu diesem Zweck gespeichert.", "Die Daten werden zu diesem Zweck nicht gespeichert."),
    ("Das Bad ist nicht den ganzen Tag geöffnet.", "Das Bad ist den ganzen Tag nicht geöffnet."),
    (
        "Der Antrag wurde nicht abgelehnt, weil Unterlagen fehlten.",
        "Weil Unterlagen fehlten, wurde der Antrag nicht abgelehnt.",
    ),
    ("Die Gebühr wird nicht erhoben, um Kosten zu sparen.", "Um Kosten zu sparen, wird die Gebühr nicht erhoben."),
    (
        "The application was not rejected because of missing documents.",
        "Because of missing documents, the application was not rejected.",
    ),
    (
        "The permit is not revoked because the fee was paid late.",
        "Because the fee was paid late, the permit is not revoked.",
    ),
    ("The hall is not closed until Monday.", "Until Monday, the hall is not closed."),
    ("The fee is not charged in order to save money.", "In order to save money, the fee is not charged."),
    ("Ein Mitglied hat nicht zugestimmt.", "Kein Mitglied hat zugestimmt."),
    ("Der Rat hat einen Antrag nicht geprüft.", "Der Rat hat keinen Antrag geprüft."),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), OTHER_SCOPE)
def test_another_scope_of_the_denial_is_not_proved(one: str, other: str) -> None:
    for source, claim in ((one, other), (other, one)):
        found = derive(claim, [source])
        assert not found.proved
        # Somebody may well mean the same by both.
        assert found.level is not Level.CONTRADICTED
        assert not derive_rewrite(source, claim).proved


SAME_SCOPE = [
    ("Die Stadt haftet nicht für verlorene Gegenstände.", "Für verlorene Gegenstände haftet die Stadt nicht."),
    ("Die Halle darf nicht ohne Aufsicht betreten werden.", "Die Halle darf ohne Aufsicht nicht betreten werden."),
    ("Ein Anspruch auf Förderung besteht nicht.", "Es besteht kein Anspruch auf Förderung."),
    ("Ein Hund darf nicht mitgebracht werden.", "Kein Hund darf mitgebracht werden."),
    ("Weil Unterlagen fehlten, wurde der Antrag abgelehnt.", "Der Antrag wurde abgelehnt, weil Unterlagen fehlten."),
    ("Permission is not required for low fences.", "For low fences, permission is not required."),
    ("On Mondays, the hall is not open.", "The hall is not open on Mondays."),
    ("Because the fee was paid late, the permit is revoked.", "The permit is revoked because the fee was paid late."),
]  # fmt: skip


@pytest.mark.parametrize(("source", "claim"), SAME_SCOPE)
def test_the_same_scope_in_another_order_is_proved(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved
