"""Near wordings of official sentences, each with sentences that look like them and say something else."""

import pytest

from apps.text.entailment import derive, derive_rewrite

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
    ("a phrase in front", "On Mondays the museum is closed.", "The museum is closed on Mondays."),
    (
        "a condition in front",
        "Unless otherwise agreed, payment is due within 14 days.",
        "Payment is due within 14 days unless otherwise agreed.",
    ),
    (
        "an indefinite relative clause as a condition",
        "Ein Verzicht, der unter einer Bedingung erklärt wird, ist unwirksam.",
        "Wird ein Verzicht unter einer Bedingung erklärt, ist er unwirksam.",
    ),
    (
        "an indefinite relative clause and its pronoun",
        "Eine Katze, die gebissen hat, wird untersucht.",
        "Wenn eine Katze gebissen hat, wird sie untersucht.",
    ),
    (
        "an adjective without a mean and its opposite",
        "Ein Verzicht, der unter einer Bedingung erklärt wird, ist unwirksam.",
        "Ein Verzicht ist nicht wirksam, wenn er unter einer Bedingung erklärt wird.",
    ),
    (
        "a bound behind a preposition",
        "Der Zuschuss beträgt höchstens 40 Prozent der Kosten.",
        "Der Zuschuss liegt bei höchstens 40 Prozent der Kosten.",
    ),
    (
        "a fee that falls away from one child on",
        "Ab dem dritten Kind entfällt der Elternbeitrag.",
        "Ab dem dritten Kind fällt kein Elternbeitrag an.",
    ),
    (
        "a fee that need not be paid",
        "Ab dem dritten Kind entfällt der Elternbeitrag.",
        "Ab dem dritten Kind muss kein Elternbeitrag gezahlt werden.",
    ),
    (
        "a span counted from a clause",
        "Der Bescheid ergeht spätestens sechs Wochen nach Eingang der vollständigen Unterlagen.",
        "Der Bescheid ergeht spätestens sechs Wochen, nachdem die vollständigen Unterlagen eingegangen sind.",
    ),
    (
        "at the latest, at most",
        "Die Befreiung gilt längstens bis zum Ende des Schuljahres.",
        "Die Befreiung gilt höchstens bis zum Ende des Schuljahres.",
    ),
    (
        "a participle for a relative clause",
        "The fee is waived for residents who receive social assistance.",
        "The fee is waived for residents receiving social assistance.",
    ),
    (
        "only beside the verb",
        "Applications received after 31 May will be considered only if funds remain.",
        "Applications received after 31 May will only be considered if funds remain.",
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
    (
        "Ein Antrag, der unvollständig ist, wird zurückgegeben.",
        "Wenn ein Antrag zurückgegeben wird, ist er unvollständig.",
    ),
    (
        "Ein Antrag, der unvollständig ist, wird zurückgegeben.",
        "Wenn ein Antrag vollständig ist, wird er nicht zurückgegeben.",
    ),
    (
        "Ein Antrag, der unvollständig ist, wird zurückgegeben.",
        "Nur wenn ein Antrag unvollständig ist, wird er zurückgegeben.",
    ),
    ("Ein Antrag, der unvollständig ist, wird zurückgegeben.", "Ein Antrag wird zurückgegeben."),
    ("Ein Antrag, der unvollständig ist, wird zurückgegeben.", "Ein Antrag ist unvollständig."),
    (
        "Ein Antrag, der unvollständig ist, wird zurückgegeben.",
        "Wenn ein Antrag unvollständig ist, wird er nicht zurückgegeben.",
    ),
    (
        "Ein Antrag, der unvollständig ist, wird zurückgegeben.",
        "Wenn ein Antrag unvollständig ist, kann er zurückgegeben werden.",
    ),
    (
        "Ein Antrag, der unvollständig ist, wird zurückgegeben.",
        "Wenn eine Anlage unvollständig ist, wird der Antrag zurückgegeben.",
    ),
    (
        "Ein Antrag, der unvollständig ist, wird zurückgegeben.",
        "Ist der Antrag unvollständig, muss er zurückgegeben werden.",
    ),
    (
        "Eine Behörde, die den Bescheid erlassen hat, hebt ihn auf.",
        "Wenn eine Behörde den Bescheid aufhebt, hat sie ihn erlassen.",
    ),
    (
        "Eine Behörde, die den Bescheid erlassen hat, hebt ihn auf.",
        "Wenn eine Behörde den Bescheid erlassen hat, hebt eine andere ihn auf.",
    ),
    (
        "Eine Behörde, die den Bescheid erlassen hat, hebt ihn auf.",
        "Wenn der Bescheid eine Behörde erlassen hat, hebt er sie auf.",
    ),
    (
        "Ein Hund, der eine Person gebissen hat, muss einen Maulkorb tragen.",
        "Wenn eine Person einen Hund gebissen hat, muss er einen Maulkorb tragen.",
    ),
    (
        "Ein Hund, der eine Person gebissen hat, muss einen Maulkorb tragen.",
        "Wenn ein Hund eine Person gebissen hat, muss sie einen Maulkorb tragen.",
    ),
    ("Ein Hund, der eine Person gebissen hat, muss einen Maulkorb tragen.", "Ein Hund muss einen Maulkorb tragen."),
    (
        "Ein Hund, der eine Person gebissen hat, muss einen Maulkorb tragen.",
        "Wenn ein Hund eine Person beißt, kann er einen Maulkorb tragen.",
    ),
    ("Ab dem dritten Kind entfällt der Elternbeitrag.", "Ab dem dritten Kind entfällt die Anmeldung."),
    ("Ab dem dritten Kind entfällt der Elternbeitrag.", "Ab dem dritten Kind muss der Elternbeitrag gezahlt werden."),
    ("Ab dem dritten Kind entfällt der Elternbeitrag.", "Ab dem dritten Kind muss kein Essensgeld gezahlt werden."),
    ("Ab dem dritten Kind entfällt der Elternbeitrag.", "Für das dritte Kind muss kein Elternbeitrag gezahlt werden."),
    ("Ab dem dritten Kind entfällt der Elternbeitrag.", "Bis zum dritten Kind muss kein Elternbeitrag gezahlt werden."),
    ("Ab dem dritten Kind entfällt der Elternbeitrag.", "Ab dem vierten Kind muss kein Elternbeitrag gezahlt werden."),
    ("Ab dem dritten Monat wird kein Beitrag gezahlt.", "Ab dem dritten Monat muss ein Beitrag gezahlt werden."),
    ("Ab dem dritten Monat wird kein Beitrag gezahlt.", "Ab dem dritten Kind entfällt der Beitrag."),
    (
        "The fee is waived for residents who receive social assistance.",
        "The fee is waived for residents who received social assistance.",
    ),
    (
        "The fee is waived for residents who receive social assistance.",
        "The fee is waived for residents receiving no social assistance.",
    ),
    (
        "The fee is waived for residents who receive social assistance.",
        "The fee is waived for residents not receiving social assistance.",
    ),
    (
        "The fee is waived for residents who receive social assistance.",
        "The fee is waived for people receiving social assistance.",
    ),
    (
        "The fee is waived for residents who receive social assistance.",
        "The fee is waived for residents receiving assistance.",
    ),
    (
        "The fee is waived for residents who receive social assistance.",
        "The fee is waived for residents giving social assistance.",
    ),
    (
        "Vehicles parking in front of the gate will be towed.",
        "Vehicles that parked in front of the gate will be towed.",
    ),
    ("Vehicles parking in front of the gate will be towed.", "Vehicles will be towed in front of the gate."),
    (
        "Vehicles parking in front of the gate will be towed.",
        "Vehicles that do not park in front of the gate will be towed.",
    ),
    (
        "Applications received after 31 May will be considered only if funds remain.",
        "Applications received only after 31 May will be considered if funds remain.",
    ),
    (
        "Applications received after 31 May will be considered only if funds remain.",
        "Only applications received after 31 May will be considered if funds remain.",
    ),
    (
        "Applications received after 31 May will be considered only if funds remain.",
        "Applications received after 31 May will only be considered unless funds remain.",
    ),
    (
        "Applications received after 31 May will be considered only if funds remain.",
        "Applications received after 31 May will not only be considered if funds remain.",
    ),
    (
        "Applications received after 31 May will be considered only if funds remain.",
        "Applications received after 31 May will only be considered if no funds remain.",
    ),
    (
        "Visitors may enter the hall only if they hold a ticket.",
        "Visitors may only enter the hall if they hold tickets for it.",
    ),
    (
        "Visitors may enter the hall only if they hold a ticket.",
        "Only visitors may enter the hall if they hold a ticket.",
    ),
    (
        "Visitors may enter the hall only if they hold a ticket.",
        "Visitors may enter only the hall if they hold a ticket.",
    ),
    (
        "Der Vertrag ist unwirksam, wenn die Unterschrift fehlt.",
        "Der Vertrag ist nicht unwirksam, wenn die Unterschrift fehlt.",
    ),
    (
        "Der Vertrag ist unwirksam, wenn die Unterschrift fehlt.",
        "Der Vertrag ist wirksam, wenn die Unterschrift fehlt.",
    ),
    ("Der Vertrag ist unwirksam, wenn die Unterschrift fehlt.", "Der Vertrag ist nicht wirksam."),
    (
        "Der Vertrag ist unwirksam, wenn die Unterschrift fehlt.",
        "Der Vertrag ist nicht wirksam, wenn die Unterschrift nicht fehlt.",
    ),
    (
        "Der Vertrag ist unwirksam, wenn die Unterschrift fehlt.",
        "Der Vertrag ist nur wirksam, wenn die Unterschrift fehlt.",
    ),
    (
        "Der Vertrag ist unwirksam, wenn die Unterschrift fehlt.",
        "Der Vertrag ist wirksam, wenn die Unterschrift nicht fehlt.",
    ),
    ("Die Erklärung ist nicht verbindlich.", "Die Erklärung ist verbindlich."),
    ("Die Erklärung ist nicht verbindlich.", "Die Erklärung ist nicht unverbindlich."),
    ("Die Erklärung ist nicht verbindlich.", "Die Erklärung war unverbindlich."),
    ("Nicht alle Bescheide sind wirksam.", "Alle Bescheide sind unwirksam."),
    ("Nicht alle Bescheide sind wirksam.", "Die Bescheide sind unwirksam."),
    (
        "Der Bescheid ergeht spätestens sechs Wochen nach Eingang der vollständigen Unterlagen.",
        "Der Bescheid ergeht spätestens sechs Wochen, bevor die vollständigen Unterlagen eingegangen sind.",
    ),
    (
        "Der Bescheid ergeht spätestens sechs Wochen nach Eingang der vollständigen Unterlagen.",
        "Der Bescheid ergeht sechs Wochen, nachdem die vollständigen Unterlagen eingegangen sind.",
    ),
    (
        "Der Bescheid ergeht spätestens sechs Wochen nach Eingang der vollständigen Unterlagen.",
        "Der Bescheid ergeht spätestens sechs Wochen, nachdem die Unterlagen eingegangen sind.",
    ),
    (
        "Der Bescheid ergeht spätestens sechs Wochen nach Eingang der vollständigen Unterlagen.",
        "Der Bescheid ergeht frühestens sechs Wochen, nachdem die vollständigen Unterlagen eingegangen sind.",
    ),
    (
        "Der Bescheid ergeht spätestens sechs Wochen nach Eingang der vollständigen Unterlagen.",
        "Der Bescheid ergeht spätestens sechs Wochen, nachdem die vollständigen Unterlagen angefordert worden sind.",
    ),
    (
        "Die Befreiung gilt längstens bis zum Ende des Schuljahres.",
        "Die Befreiung gilt mindestens bis zum Ende des Schuljahres.",
    ),
    ("Die Befreiung gilt längstens bis zum Ende des Schuljahres.", "Die Befreiung gilt bis zum Ende des Schuljahres."),
    (
        "Die Befreiung gilt längstens bis zum Ende des Schuljahres.",
        "Die Befreiung gilt längstens ab dem Ende des Schuljahres.",
    ),
    (
        "Die Befreiung gilt längstens bis zum Ende des Schuljahres.",
        "Die Befreiung gilt höchstens zum Ende des Schuljahres.",
    ),
    (
        "Die Befreiung gilt längstens bis zum Ende des Schuljahres.",
        "Die Befreiung gilt spätestens zum Ende des Schuljahres.",
    ),
    ("Der Zuschuss liegt bei mindestens 100 Euro.", "Der Zuschuss beträgt höchstens 100 Euro."),
    ("Der Zuschuss liegt bei mindestens 100 Euro.", "Der Zuschuss beträgt 100 Euro."),
    ("Der Zuschuss liegt bei mindestens 100 Euro.", "Der Zuschuss liegt bei 100 Euro."),
    ("Der Zuschuss liegt bei mindestens 100 Euro.", "Der Zuschuss liegt bei mehr als 100 Euro."),
]


@pytest.mark.parametrize(("source", "claim"), [row[1:] for row in TRUE], ids=[row[0] for row in TRUE])
def test_a_near_wording_is_proved(source: str, claim: str) -> None:
    found = derive(claim, [source])
    assert found.proved, str(found)


@pytest.mark.parametrize(("source", "claim"), FALSE)
def test_what_only_looks_like_one_is_not(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved
    assert not derive_rewrite(source, claim).proved
