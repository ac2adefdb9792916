"""Near wordings of official sentences, each with sentences that look like them and say something else."""

import pytest

from apps.text.derivation import derive, derive_rewrite

TRUE = [
    (
        "the number of the verb",
        "Die Behörde kann Nachweise verlangen.",
        "Nachweise können von der Behörde verlangt werden.",
    ),
    (
        "giving and receiving",
        "Die Stadt gewährt Vereinen einen Zuschuss.",
        "Vereine erhalten von der Stadt einen Zuschuss.",
    ),
    (
        "not to exceed",
        "Der Zuschuss darf 50 Prozent der Kosten nicht übersteigen.",
        "Der Zuschuss darf höchstens 50 Prozent der Kosten betragen.",
    ),
    (
        "two agents",
        "Das Protokoll wird vom Schriftführer und vom Vorsitzenden unterzeichnet.",
        "Das Protokoll wird vom Vorsitzenden und vom Schriftführer unterschrieben.",
    ),
    ("an announcement", "Bitte beachten Sie, dass die Plätze begrenzt sind.", "Die Plätze sind begrenzt."),
    (
        "the subject last",
        "Wer Abfälle ablagert, handelt ordnungswidrig.",
        "Ordnungswidrig handelt, wer Abfälle ablagert.",
    ),
    ("a form", "Die Kündigung bedarf der Schriftform.", "Die Kündigung muss schriftlich erfolgen."),
    (
        "an act by its noun",
        "Bei Ausfall der Veranstaltung werden die Eintrittsgelder erstattet.",
        "Fällt die Veranstaltung aus, werden die Eintrittsgelder erstattet.",
    ),
    ("from one to another", "Der Anteil stieg von 21 auf 27 Prozent.", "Der Anteil stieg von 21 % auf 27 %."),
    (
        "two verbs",
        "Das Jugendamt berät die Eltern und vermittelt auf Wunsch eine Tagespflegeperson.",
        "Das Jugendamt vermittelt auf Wunsch eine Tagespflegeperson.",
    ),
    (
        "a correlate",
        "Wird der Antrag abgelehnt, so ist dies der Antragstellerin mitzuteilen.",
        "Wenn der Antrag abgelehnt wird, ist dies der Antragstellerin mitzuteilen.",
    ),
    (
        "an ordinal",
        "Bis zur Vollendung des 18. Lebensjahres ist der Eintritt frei.",
        "Der Eintritt ist bis zur Vollendung des 18. Lebensjahres frei.",
    ),
    (
        "a denied rest",
        "Leistungen werden ab dem Monat der Antragstellung gewährt, nicht jedoch rückwirkend.",
        "Leistungen werden ab dem Monat der Antragstellung gewährt.",
    ),
    ("a phrase in front", "On Mondays the museum is closed.", "The museum is closed on Mondays."),
    (
        "a condition in front",
        "Unless otherwise agreed, payment is due within 14 days.",
        "Payment is due within 14 days unless otherwise agreed.",
    ),
]
FALSE = [
    (
        "Der Zuschuss darf 50 Prozent der Kosten nicht übersteigen.",
        "Der Zuschuss darf mindestens 50 Prozent der Kosten betragen.",
    ),
    (
        "Der Zuschuss darf 50 Prozent der Kosten nicht übersteigen.",
        "Der Zuschuss muss höchstens 50 Prozent der Kosten betragen.",
    ),
    (
        "Leistungen werden ab dem Monat der Antragstellung gewährt, nicht jedoch rückwirkend.",
        "Leistungen werden ab dem Monat der Antragstellung gewährt, jedoch rückwirkend.",
    ),
    ("Das gilt für Kinder, nicht für Erwachsene.", "Das gilt für Erwachsene."),
    ("Das gilt für Kinder, nicht für Erwachsene.", "Das gilt für Erwachsene, nicht für Kinder."),
    (
        "Das Protokoll wird vom Schriftführer und vom Vorsitzenden unterzeichnet.",
        "Das Protokoll wird vom Schriftführer unterzeichnet und vom Vorsitzenden verwahrt.",
    ),
    (
        "Das Protokoll wird vom Schriftführer oder vom Vorsitzenden unterzeichnet.",
        "Das Protokoll wird vom Schriftführer und vom Vorsitzenden unterzeichnet.",
    ),
    ("Die Stadt gewährt Vereinen einen Zuschuss.", "Vereine gewähren der Stadt einen Zuschuss."),
    ("Die Stadt gewährt Vereinen einen Zuschuss.", "Die Stadt erhält von Vereinen einen Zuschuss."),
    ("Die Behörde kann Nachweise verlangen.", "Nachweise können die Behörde verlangen."),
    ("Die Behörden informieren die Betriebe.", "Die Betriebe informieren die Behörden."),
    ("Die Behörde informiert die Gemeinde.", "Die Gemeinde informiert die Behörde."),
    (
        "Der Mieter informiert den Vermieter. Der Vermieter trägt die Kosten.",
        "Der Mieter informiert den Vermieter. Er trägt die Kosten.",
    ),
    (
        "Die Eltern informieren die Schulen. Die Schulen melden den Unfall.",
        "Die Eltern informieren die Schulen. Sie melden den Unfall.",
    ),
    (
        "Die Pauschale beträgt 20 Euro am Tag, jedoch höchstens 100 Euro im Monat.",
        "Die Pauschale beträgt 20 Euro am Tag, jedoch mindestens 100 Euro im Monat.",
    ),
    (
        "Die Pauschale beträgt 20 Euro am Tag, jedoch höchstens 100 Euro im Monat.",
        "Die Pauschale beträgt 20 Euro am Tag.",
    ),
    ("Bitte beachten Sie, dass die Plätze begrenzt sind.", "Die Plätze sind nicht begrenzt."),
    ("Es wird darauf hingewiesen, dass die Teilnahme nicht freiwillig ist.", "Die Teilnahme ist freiwillig."),
    ("Wer Abfälle ablagert, handelt ordnungswidrig.", "Nicht ordnungswidrig handelt, wer Abfälle ablagert."),
    ("Wer Abfälle nicht ablagert, handelt ordnungswidrig.", "Ordnungswidrig handelt, wer Abfälle ablagert."),
    ("Die Kündigung bedarf der Schriftform.", "Die Kündigung bedarf nicht der Schriftform."),
    ("Die Kündigung bedarf nicht der Schriftform.", "Die Kündigung muss schriftlich erfolgen."),
    ("Die Kündigung bedarf der Schriftform.", "Die Kündigung kann schriftlich erfolgen."),
    (
        "Bei Ausfall der Veranstaltung werden die Eintrittsgelder erstattet.",
        "Wenn die Veranstaltung nicht ausfällt, werden die Eintrittsgelder erstattet.",
    ),
    ("Der Anteil stieg von 21 auf 27 Prozent.", "Der Anteil stieg von 27 auf 21 Prozent."),
    ("Der Anteil stieg von 21 auf 27 Prozent.", "Der Anteil stieg um 21 auf 27 Prozent."),
    ("Die Fahrzeuge der Stadt dürfen die Brücke befahren.", "Die Brücke darf die Fahrzeuge der Stadt befahren."),
    (
        "Das Jugendamt berät die Eltern und vermittelt auf Wunsch eine Tagespflegeperson.",
        "Das Jugendamt vermittelt eine Tagespflegeperson.",
    ),
    (
        "Das Jugendamt berät die Eltern und vermittelt auf Wunsch eine Tagespflegeperson.",
        "Die Eltern vermitteln auf Wunsch eine Tagespflegeperson.",
    ),
    ("Der Ausschuss tagt viermal im Jahr.", "Der Ausschuss tagt vier Mal im Monat."),
    ("Der Ausschuss tagt viermal im Jahr.", "Der Ausschuss tagt dreimal im Jahr."),
    (
        "Die Frist zur Abgabe der Erklärung endet am 31. Juli. Sie kann verlängert werden.",
        "Die Frist zur Zahlung der Steuer kann verlängert werden.",
    ),
    (
        "Die Ausstellung ist vom 3. April bis zum 12. Juni geöffnet.",
        "Die Ausstellung ist vom 3. April bis zum 12. Juli geöffnet.",
    ),
    (
        "Bis zur Vollendung des 18. Lebensjahres ist der Eintritt frei.",
        "Bis zur Vollendung des 16. Lebensjahres ist der Eintritt frei.",
    ),
    ("Der Antrag auf Wohngeld ist abgelehnt.", "Der Antrag auf Wohngeld ist zulässig."),
    ("Visitors under 16 must be accompanied by an adult.", "Visitors over 16 must be accompanied by an adult."),
    ("Visitors under 16 must be accompanied by an adult.", "Visitors older than 16 must be accompanied by an adult."),
    ("Unless otherwise agreed, payment is due within 14 days.", "If otherwise agreed, payment is due within 14 days."),
    ("Unless otherwise agreed, payment is due within 14 days.", "Payment is due within 14 days."),
    (
        "The tenant pays for minor repairs, whereas the landlord pays for major ones.",
        "The landlord pays for minor repairs.",
    ),
    ("On Mondays the museum is closed.", "The museum is closed."),
    ("Parken ist nur mit Ausweis gestattet.", "Sie dürfen mit Ausweis parken."),
    ("Das Parken ist sonntags kostenlos.", "Das Parken ist an Samstagen kostenlos."),
    ("Nach § 5 ist die Gebühr zu zahlen.", "Nach § 6 ist die Gebühr zu zahlen."),
    ("Der Verein übernimmt keine Haftung für Garderobe.", "Der Verein haftet für Garderobe."),
]


@pytest.mark.parametrize(("source", "claim"), [row[1:] for row in TRUE], ids=[row[0] for row in TRUE])
def test_a_near_wording_is_proved(source: str, claim: str) -> None:
    found = derive(claim, [source])
    assert found.proved, str(found)


@pytest.mark.parametrize(("source", "claim"), FALSE)
def test_what_only_looks_like_one_is_not(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved
    assert not derive_rewrite(source, claim).proved
