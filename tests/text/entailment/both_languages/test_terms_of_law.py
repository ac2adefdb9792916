"""Words that are used for each other every day and that two jurists may read differently: neither proves the other."""

import pytest

from apps.text.entailment import derive

DIFFERENT = [
    (
        "Die Gebühr ist zu zahlen, obwohl der Antrag abgelehnt wird.",
        "Die Gebühr ist zu zahlen, auch wenn der Antrag abgelehnt wird.",
    ),
    ("Kinder dürfen in Begleitung von Erwachsenen baden.", "Kinder dürfen zusammen mit Erwachsenen baden."),
    ("Kinder bis einschließlich 6 Jahre zahlen nichts.", "Kinder bis 6 Jahre zahlen nichts."),
    ("Die Änderung ist unverzüglich mitzuteilen.", "Die Änderung ist umgehend mitzuteilen."),
    ("Die Kündigung muss in Schriftform erfolgen.", "Die Kündigung muss schriftlich erfolgen."),
    ("Die Leistung wird gemäß § 5 gewährt.", "Die Leistung wird nach Maßgabe des § 5 gewährt."),
    ("Üblicherweise wird die Erlaubnis erteilt.", "In der Regel wird die Erlaubnis erteilt."),
    ("Der Ausweis ist vorzuzeigen.", "Der Ausweis ist vorzulegen."),
    ("Die Mittel dürfen nicht verwendet werden.", "Die Mittel dürfen nicht genutzt werden."),
    ("Die Miete ist vorher zu zahlen.", "Die Miete ist im Voraus zu zahlen."),
    ("Die Parteien informieren sich.", "Die Parteien verständigen sich."),
    ("Die Kosten werden zurückgezahlt.", "Die Kosten werden erstattet."),
    ("Der Anspruch verfällt.", "Der Anspruch erlischt."),
    ("Die Abfälle sind zu entfernen.", "Die Abfälle sind zu beseitigen."),
    ("Die Steuer wird jährlich festgelegt.", "Die Steuer wird jährlich festgesetzt."),
    ("Die Hinweise sind zu beachten.", "Die Hinweise sind einzuhalten."),
    ("Der Kurs ist nachzuweisen.", "Der Kurs ist zu belegen."),
    ("Die Voraussetzung ist erfüllt.", "Die Bedingung ist erfüllt."),
    ("Die Zustimmung der Eltern ist vorzulegen.", "Das Einverständnis der Eltern ist vorzulegen."),
    ("Die Bücherei leiht Bücher aus.", "Die Bücherei entleiht Bücher."),
    ("Die Ware wird durchgeführt.", "Die Ware wird ausgeführt."),
    ("Die Verhandlung wird verschoben.", "Die Verhandlung wird vertagt."),
    ("Die Behörde ist zu informieren.", "Das Amt ist zu informieren."),
    ("Die Gemeinde zahlt 5 Euro.", "Die Kommune zahlt 5 Euro."),
    ("Jede Person kann Einsicht verlangen.", "Jeder Mensch kann Einsicht verlangen."),
    ("Personenbezogene Daten werden gelöscht.", "Persönliche Daten werden gelöscht."),
    ("Die Stadt stellt Tonnen bereit.", "Die Stadt stellt Tonnen hinaus."),
    ("Die Unterschrift ist erforderlich.", "Die Signatur ist erforderlich."),
    ("Die Auskunft ist gebührenpflichtig.", "Die Auskunft ist kostenpflichtig."),
    ("Die Auskunft ist gebührenfrei.", "Die Auskunft ist kostenlos."),
    ("Die Stadt haftet für Schäden.", "Die Stadt steht für Schäden ein."),
    ("Die meisten der Mitglieder stimmen zu.", "Der Großteil der Mitglieder stimmt zu."),
    ("Der Antrag wird danach geprüft.", "Der Antrag wird daraufhin geprüft."),
    ("Es entstehen Kosten.", "Hierdurch entstehen Kosten."),
    ("Anträge sind insbesondere online zu stellen.", "Anträge sind vorzugsweise online zu stellen."),
    ("You may possess a dog.", "You may own a dog."),
    ("Owners are liable together.", "Owners are jointly liable."),
    ("You must receive a permit.", "You must obtain a permit."),
    ("The office is closed on holidays.", "The office is closed on vacations."),
    ("You may stay if you work here.", "You may stay as long as you work here."),
    ("Bring an umbrella if it rains.", "Bring an umbrella in case it rains."),
    ("You must report a change immediately.", "You must report a change promptly."),
    ("You must report a change immediately.", "You must report a change without delay."),
    ("The contract ends in May.", "The contract terminates in May."),
    ("Please bring an additional form.", "Please bring another form."),
    ("The fee contains the tax.", "The fee includes the tax."),
    ("Each person may apply.", "Each individual may apply."),
    ("You must live here.", "You must reside here."),
    ("The rent is refunded.", "The rent is reimbursed."),
    ("Send a copy.", "Send a photocopy."),
    ("Die Unterlagen sind wenn möglich vorzulegen.", "Die Unterlagen sind soweit möglich vorzulegen."),
    ("Der Arzt leitet den Befund weiter.", "Der Arzt übermittelt den Befund."),
    ("Altpapier ist einzusammeln.", "Altpapier ist zu sammeln."),
    ("Der Antrag ist zu ergänzen.", "Der Antrag ist zu vervollständigen."),
    ("Die Regeln gelten.", "Die Vorschriften gelten."),
]


@pytest.mark.parametrize("pair", DIFFERENT, ids=" | ".join)
def test_neither_proves_the_other(pair: tuple[str, str]) -> None:
    one, other = pair
    assert not derive(one, [other]).proved
    assert not derive(other, [one]).proved


@pytest.mark.parametrize("pair", DIFFERENT, ids=" | ".join)
def test_each_proves_itself(pair: tuple[str, str]) -> None:
    for sentence in pair:
        assert derive(sentence, [f"{sentence} {sentence}"]).proved
