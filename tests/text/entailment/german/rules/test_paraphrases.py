"""Paraphrases by rules of grammar, each beside the lie that the same rule might let through."""

import pytest

from apps.text.entailment import derive, derive_rewrite

TRUE = [
    ("Für die Ausstellung einer Karte werden 12 Euro erhoben.", "Die Ausstellung einer Karte kostet 12 Euro."),
    ("Für die Ausstellung einer Karte werden 12 Euro erhoben.", "Für eine Karte zahlen Sie 12 Euro."),
    ("Die Führung ist kostenlos.", "Für die Führung fallen keine Kosten an."),
    ("Die Führung ist kostenlos.", "Die Führung kostet nichts."),
    ("Kinder zahlen keinen Eintritt.", "Der Eintritt ist für Kinder frei."),
    ("Eine Terminvereinbarung ist erforderlich.", "Sie müssen einen Termin vereinbaren."),
    ("Inhaber einer Jahreskarte erhalten 10 Prozent Rabatt.", "Wer eine Jahreskarte hat, bekommt 10 Prozent Rabatt."),
    ("Inhaber einer Jahreskarte erhalten einen Rabatt.", "Wenn Sie eine Jahreskarte haben, bekommen Sie einen Rabatt."),
    ("Vereine erhalten einen Zuschuss von bis zu 500 Euro.", "Vereine erhalten höchstens 500 Euro Zuschuss."),
    ("Die Stadt gewährt Vereinen einen Zuschuss.", "Vereine erhalten von der Stadt einen Zuschuss."),
    ("Im Keller gilt ein Rauchverbot.", "Im Keller darf nicht geraucht werden."),
    ("Für Messen besteht Anmeldepflicht.", "Messen müssen angemeldet werden."),
    ("In keinem Saal darf geraucht werden.", "In allen Sälen ist Rauchen verboten."),
    ("Die Akten lassen sich einsehen.", "Die Akten können eingesehen werden."),
    ("Der Beirat besteht aus 12 Mitgliedern.", "Dem Beirat gehören 12 Mitglieder an."),
    ("Die Ausfuhr bedarf der Zustimmung des Rates.", "Die Ausfuhr braucht die Zustimmung des Rates."),
    ("Die Zustimmung der Eltern ist erforderlich.", "Die Eltern müssen zustimmen."),
    ("Die Erlaubnis gilt, es sei denn, sie wird widerrufen.", "Die Erlaubnis gilt, wenn sie nicht widerrufen wird."),
    ("Ohne Erlaubnis darf nicht gebaut werden.", "Es darf nur mit Erlaubnis gebaut werden."),
    ("Personen, die das 18. Lebensjahr vollendet haben, dürfen wählen.", "Personen ab 18 Jahren dürfen wählen."),
    ("Der Antrag ist bis zum 5. Mai zu stellen.", "Der Antrag muss spätestens am 5. Mai gestellt werden."),
    ("Die Karte ist vor Beginn der Reise zu zahlen.", "Die Karte ist vor der Reise zu zahlen."),
    (
        "Die Halle darf nur in Anwesenheit eines Lehrers benutzt werden.",
        "Die Halle darf nur benutzt werden, wenn ein Lehrer anwesend ist.",
    ),
    ("Wer dort wohnt und arbeitet, darf parken.", "Parken darf, wer dort wohnt und arbeitet."),
    ("Eltern haben die Kosten selbst zu tragen.", "Sie müssen als Eltern die Kosten selbst tragen."),
    ("Nach Ablauf von zwei Monaten wird die Akte vernichtet.", "Nach zwei Monaten wird die Akte vernichtet."),
    ("Für jeden angefangenen Monat wird ein Zuschlag erhoben.", "Je angefangenem Monat wird ein Zuschlag erhoben."),
    ("Voraussetzung für die Aufnahme ist ein Attest.", "Für die Aufnahme brauchen Sie ein Attest."),
    ("Voraussetzung für die Aufnahme ist ein Attest.", "Die Aufnahme setzt ein Attest voraus."),
    ("Im Rathaus stehen Parkplätze zur Verfügung.", "Im Rathaus gibt es Parkplätze."),
    (
        "Die Sitzung ist öffentlich, soweit nicht Personal beraten wird.",
        "Die Sitzung ist öffentlich. Das gilt nicht, wenn Personal beraten wird.",
    ),
    ("Besucher werden gebeten, Taschen abzugeben.", "Besucher sollen Taschen abgeben."),
    (
        "Der Ausweis wird nur unter Vorlage der Urkunde ausgestellt.",
        "Sie bekommen den Ausweis nur, wenn Sie die Urkunde vorlegen.",
    ),
    ("Nicht abgeholte Sachen werden verkauft.", "Wenn Sie die Sachen nicht abholen, werden sie verkauft."),
    ("Wenn Sie den Bescheid nicht verstehen, rufen Sie an.", "Sie verstehen den Bescheid nicht? Dann rufen Sie an."),
    ("Minderjährige müssen zahlen.", "Wenn Sie minderjährig sind, müssen Sie zahlen."),
    ("Die Öffnungszeiten des Büros sind montags von 8 bis 12 Uhr.", "Das Büro ist montags von 8 bis 12 Uhr geöffnet."),
    ("Die Dauer der Prüfung beträgt zwei Wochen.", "Die Prüfung dauert zwei Wochen."),
    (
        "Vor Beginn der Arbeiten soll die Stadt informiert werden.",
        "Bevor Sie mit den Arbeiten beginnen, sollten Sie die Stadt informieren.",
    ),
    ("Candidates who fail the test may repeat it.", "If you fail the test, you may repeat it."),
    ("The permit is not transferable.", "The permit cannot be transferred."),
    ("Payment is due within 14 days.", "You must pay within 14 days."),
    ("An appeal may be lodged within one month.", "You may appeal within one month."),
    ("The permit is valid for one vehicle only.", "The permit is only valid for one vehicle."),
    (
        "Der Rat besteht aus 32 Mitgliedern, die für fünf Jahre gewählt werden.",
        "Der Rat hat 32 Mitglieder. Sie werden für fünf Jahre gewählt.",
    ),
    (
        "Das Becken darf erst nach gründlichem Duschen betreten werden.",
        "Sie dürfen das Becken erst betreten, wenn Sie gründlich geduscht haben.",
    ),
    (
        "Die Stadt entscheidet nach Eingang der vollständigen Unterlagen.",
        "Nachdem die Unterlagen vollständig eingegangen sind, entscheidet die Stadt.",
    ),
    (
        "The licence may be sold only with the prior approval of the city.",
        "The licence may be sold only if the city has approved this beforehand.",
    ),
    ("Studierende zahlen eine Gebühr von 5 Euro.", "Die Gebühr beträgt für Studierende 5 Euro."),
    (
        "Ein Umzug innerhalb des Kreises ändert den Anspruch nicht.",
        "Es ändert den Anspruch nicht, wenn Sie innerhalb des Kreises umziehen.",
    ),
    (
        "Wer einen Grad der Behinderung von mindestens 50 hat, erhält Rabatt.",
        "Mit einem Grad der Behinderung von mindestens 50 erhalten Sie Rabatt.",
    ),
    ("Niemand darf den Hof betreten.", "Sie dürfen den Hof nicht betreten."),
    ("Die Jahresgebühr beträgt 50 Euro.", "Die Gebühr beträgt 50 Euro im Jahr."),
    (
        "Die Satzung tritt am Tag nach der Bekanntmachung in Kraft.",
        "Die Satzung tritt einen Tag nach der Bekanntmachung in Kraft.",
    ),
    (
        "Personen mit Hauptwohnsitz in Ulm dürfen wählen.",
        "Personen, die ihren Hauptwohnsitz in Ulm haben, dürfen wählen.",
    ),
    (
        "Änderungen der Anschrift, der Bank und des Namens sind der Stadt mitzuteilen.",
        "Teilen Sie der Stadt Änderungen der Anschrift, der Bank und des Namens mit.",
    ),
    ("Before entering the hall, visitors must pay.", "Before you enter the hall, you must pay."),
    (
        "There is no fee for children under three years of age.",
        "No fee is payable for children who have not yet reached the age of three.",
    ),
    ("Ein Personalausweis ist erforderlich.", "Sie brauchen einen Personalausweis."),
    ("Auf den Lärm ist zu achten.", "Es ist auf den Lärm zu achten."),
    ("Für die Berechnung sind 80 Stunden anzusetzen.", "Bei der Berechnung müssen 80 Stunden angesetzt werden."),
    ("Nach jeder Wahl des Gemeinderats werden sie bestellt.", "Nach jeder Gemeinderatswahl werden sie bestellt."),
    ("Die Erlaubnis gilt, bis die Satzung erlassen ist.", "Die Erlaubnis gilt bis zum Erlass der Satzung."),
    ("Bei Stimmengleichheit ist der Antrag abgelehnt.", "Wenn Stimmengleichheit besteht, ist der Antrag abgelehnt."),
    (
        "Die Formulare sind vollständig auszufüllen und der Nachweis ist beizufügen.",
        "Sie müssen die Formulare vollständig ausfüllen und den Nachweis beifügen.",
    ),
    (
        "Dogs must be kept on a lead between 1 April and 31 July.",
        "You must keep your dog on a lead from 1 April to 31 July.",
    ),
    (
        "Der Ausweis verfällt, wenn er nicht binnen vier Wochen abgeholt wird.",
        "Holen Sie den Ausweis binnen vier Wochen ab. Sonst verfällt er.",
    ),
    (
        "Von den 40 befragten Betrieben gaben 62 Prozent einen Mangel an.",
        "62 Prozent der 40 befragten Betriebe gaben einen Mangel an.",
    ),
    ("Einwände können bis Freitag erhoben werden.", "Einwände können erhoben werden, und zwar bis Freitag."),
    ("You need the landlord's written agreement.", "You need the written agreement of the landlord."),
    ("Smoking is prohibited in all buildings.", "You must not smoke in any building."),
    ("The hall can be booked online.", "It is possible to book the hall online."),
    ("Applications must be received by 31 March.", "Applications must be received no later than 31 March."),
]


@pytest.mark.parametrize(("quote", "claim"), TRUE)
def test_what_means_the_same_is_derived(quote: str, claim: str) -> None:
    found = derive(claim, [quote])
    assert found.proved, str(found)


LIES = [
    ("Für die Ausstellung einer Karte werden 12 Euro erhoben.", "Die Ausstellung einer Karte kostet 21 Euro."),
    ("Für die Verlängerung einer Karte werden 12 Euro erhoben.", "Eine Karte kostet 12 Euro."),
    ("Die Führung ist kostenlos.", "Für die Führung fallen Kosten an."),
    ("Die Führung ist für Kinder kostenlos.", "Die Führung ist kostenlos."),
    ("Kinder zahlen keinen Eintritt.", "Kinder zahlen nichts."),
    ("Erwachsene zahlen keine Gebühr für den Ausweis.", "Für Kinder ist der Ausweis kostenlos."),
    ("Eine Terminvereinbarung ist nicht erforderlich.", "Sie müssen einen Termin vereinbaren."),
    ("Eine Terminvereinbarung ist möglich.", "Sie müssen einen Termin vereinbaren."),
    ("Inhaber einer Jahreskarte erhalten 10 Prozent Rabatt.", "Wer keine Jahreskarte hat, bekommt 10 Prozent Rabatt."),
    ("Inhaber einer Jahreskarte erhalten einen Rabatt.", "Sie bekommen einen Rabatt."),
    ("Wenn Sie einen Hund haben, dürfen Sie den Hof nicht betreten.", "Mit Hund dürfen Sie den Hof betreten."),
    ("Vereine erhalten einen Zuschuss von bis zu 500 Euro.", "Vereine erhalten mindestens 500 Euro Zuschuss."),
    ("Vereine erhalten einen Zuschuss von bis zu 500 Euro.", "Vereine erhalten 500 Euro Zuschuss."),
    ("Die Stadt gewährt Vereinen einen Zuschuss.", "Die Stadt erhält von Vereinen einen Zuschuss."),
    ("Im Keller gilt ein Rauchverbot.", "Im Keller darf geraucht werden."),
    ("Für Messen besteht keine Anmeldepflicht.", "Messen müssen angemeldet werden."),
    ("In keinem Saal darf geraucht werden.", "In einem Saal darf nicht geraucht werden."),
    ("In allen Sälen darf geraucht werden.", "In keinem Saal darf geraucht werden."),
    ("Die Akten lassen sich nicht einsehen.", "Die Akten können eingesehen werden."),
    ("Der Beirat besteht aus 12 Mitgliedern.", "Den Mitgliedern gehören 12 Beiräte an."),
    ("Die Schule hat 12 Schüler, die Latein lernen.", "Die Schule hat 12 Schüler."),
    ("Die Zustimmung der Eltern ist nicht erforderlich.", "Die Eltern müssen zustimmen."),
    ("Die Erlaubnis gilt, es sei denn, sie wird widerrufen.", "Die Erlaubnis gilt, wenn sie widerrufen wird."),
    ("Ohne Erlaubnis darf nicht gebaut werden.", "Ohne Erlaubnis darf gebaut werden."),
    ("Mit Erlaubnis darf nicht gebaut werden.", "Es darf nur mit Erlaubnis gebaut werden."),
    (
        "Personen, die das 18. Lebensjahr noch nicht vollendet haben, dürfen wählen.",
        "Personen ab 18 Jahren dürfen wählen.",
    ),
    ("Der Antrag ist bis zum 5. Mai zu stellen.", "Der Antrag ist ab dem 5. Mai zu stellen."),
    ("Die Regel gilt bis zum 5. Mai.", "Die Regel gilt spätestens am 5. Mai."),
    ("Die Karte ist vor Ende der Reise zu zahlen.", "Die Karte ist vor der Reise zu zahlen."),
    (
        "Die Halle darf in Anwesenheit eines Lehrers benutzt werden.",
        "Die Halle darf nur benutzt werden, wenn ein Lehrer anwesend ist.",
    ),
    ("Wer dort wohnt und arbeitet, darf parken.", "Wer dort wohnt, darf parken."),
    ("Wer dort wohnt und arbeitet, darf parken.", "Wer dort arbeitet, darf parken."),
    ("Eltern haben die Kosten selbst zu tragen.", "Sie müssen als Kinder die Kosten selbst tragen."),
    ("Gegenstände, die abgeholt werden, werden versteigert.", "Nicht abgeholte Gegenstände werden versteigert."),
    ("Die Kinder müssen die Eltern begleiten.", "Die Eltern müssen die Kinder begleiten."),
    ("Nach Ablauf von zwei Monaten wird die Akte vernichtet.", "Vor Ablauf von zwei Monaten wird die Akte vernichtet."),
    ("Für jeden angefangenen Monat wird ein Zuschlag erhoben.", "Je vollem Monat wird ein Zuschlag erhoben."),
    ("Personen mit Wohnsitz in der Stadt dürfen parken.", "Personen, die in der Stadt arbeiten, dürfen parken."),
    ("Voraussetzung für die Aufnahme ist ein Attest.", "Für das Attest brauchen Sie eine Aufnahme."),
    ("Voraussetzung für die Aufnahme ist ein Attest.", "Das Attest setzt die Aufnahme voraus."),
    ("Im Rathaus stehen keine Parkplätze zur Verfügung.", "Im Rathaus gibt es Parkplätze."),
    (
        "Die Sitzung ist öffentlich, soweit nicht Personal beraten wird.",
        "Die Sitzung ist öffentlich. Das gilt nur, wenn Personal beraten wird.",
    ),
    ("Die Sitzung ist öffentlich. Das gilt nicht, wenn Personal beraten wird.", "Die Sitzung ist öffentlich."),
    ("Besucher werden gebeten, Taschen abzugeben.", "Besucher müssen Taschen abgeben."),
    ("Der Ausweis wird nur unter Vorlage der Urkunde ausgestellt.", "Sie bekommen den Ausweis."),
    ("Nicht abgeholte Sachen werden verkauft.", "Wenn Sie die Sachen abholen, werden sie verkauft."),
    ("Wenn Sie den Bescheid nicht verstehen, rufen Sie an.", "Sie verstehen den Bescheid? Dann rufen Sie an."),
    ("Minderjährige müssen zahlen.", "Wenn Sie volljährig sind, müssen Sie zahlen."),
    ("Minderjährige müssen zahlen.", "Sie müssen zahlen."),
    ("Die Dauer der Prüfung beträgt zwei Wochen.", "Die Dauer der Reise beträgt zwei Wochen."),
    ("Candidates who fail the test may repeat it.", "If you pass the test, you may repeat it."),
    ("Candidates who fail the test may repeat it.", "You may repeat the test."),
    ("The permit is not transferable.", "The permit can be transferred."),
    ("An appeal may be lodged within one month.", "You must appeal within one month."),
    ("The permit is valid for one vehicle only.", "The permit is valid for one vehicle."),
    (
        "Der Rat besteht aus 32 Mitgliedern, die für fünf Jahre gewählt werden.",
        "Der Rat hat 32 Mitglieder. Sie werden für zwei Jahre gewählt.",
    ),
    ("Das Becken darf nach gründlichem Duschen betreten werden.", "Sie dürfen das Becken nur nach dem Essen betreten."),
    (
        "Die Stadt entscheidet nach Eingang der vollständigen Unterlagen.",
        "Nachdem die Unterlagen eingegangen sind, entscheidet die Stadt.",
    ),
    (
        "The licence may be sold with the approval of the city.",
        "The licence may be sold only if the state has approved this.",
    ),
    ("Studierende zahlen eine Gebühr von 5 Euro.", "Die Gebühr beträgt für Schüler 5 Euro."),
    ("Studierende zahlen eine Gebühr von 5 Euro.", "Studierende erhalten eine Gebühr von 5 Euro."),
    ("Ein Umzug innerhalb des Kreises ändert den Anspruch nicht.", "Es ändert den Anspruch nicht, wenn Sie umziehen."),
    (
        "Wer einen Grad der Behinderung von mindestens 50 hat, erhält Rabatt.",
        "Mit einem Grad der Behinderung von 50 erhalten Sie Rabatt.",
    ),
    ("Niemand darf den Hof betreten.", "Sie dürfen den Hof betreten."),
    ("Die Jahresgebühr beträgt 50 Euro.", "Die Gebühr beträgt 50 Euro im Monat."),
    (
        "Die Satzung tritt am Tag nach der Bekanntmachung in Kraft.",
        "Die Satzung tritt zwei Tage nach der Bekanntmachung in Kraft.",
    ),
    (
        "Personen mit Hauptwohnsitz in Ulm dürfen wählen.",
        "Personen, die ihren Arbeitsplatz in Ulm haben, dürfen wählen.",
    ),
    ("Before entering the hall, visitors must pay.", "After entering the hall, visitors must pay."),
    ("There is no fee for children under three years of age.", "There is no fee for children over three years of age."),
    (
        "Der Ausweis verfällt, wenn er nicht binnen vier Wochen abgeholt wird.",
        "Holen Sie den Ausweis nicht ab. Sonst verfällt er.",
    ),
    (
        "Der Ausweis verfällt, wenn er nicht binnen vier Wochen abgeholt wird.",
        "Holen Sie den Ausweis ab. Sonst verfällt er.",
    ),
    (
        "Von den 40 befragten Betrieben gaben 62 Prozent einen Mangel an.",
        "40 Prozent der 62 befragten Betriebe gaben einen Mangel an.",
    ),
    ("Auf den Lärm ist zu achten.", "Auf den Lärm ist nicht zu achten."),
    ("Für den Antrag sind 80 Euro zu zahlen.", "Im Antrag sind 80 Euro zu zahlen."),
    ("Nach jeder Wahl des Gemeinderats werden sie bestellt.", "Nach jeder Bürgermeisterwahl werden sie bestellt."),
    ("Die Erlaubnis gilt, bis die Satzung erlassen ist.", "Die Erlaubnis gilt ab dem Erlass der Satzung."),
    (
        "Bei Stimmengleichheit ist der Antrag abgelehnt.",
        "Wenn Stimmengleichheit nicht besteht, ist der Antrag abgelehnt.",
    ),
    (
        "Die Formulare sind vollständig auszufüllen und der Nachweis ist beizufügen.",
        "Sie müssen die Formulare ausfüllen und den Nachweis beifügen.",
    ),
    (
        "Dogs must be kept on a lead between 1 April and 31 July.",
        "You must keep your dog on a lead from 31 July to 1 April.",
    ),
    ("Für Kinder besteht Schulpflicht.", "Kinder müssen geschult werden."),
    ("Hunde sind steuerpflichtig.", "Hunde müssen gesteuert werden."),
    ("Ein Personalausweis ist erforderlich.", "Personal muss ausgewiesen werden."),
    ("Eine Steuerbescheinigung ist erforderlich.", "Sie müssen die Steuer bescheinigen."),
    ("You need the landlord's written agreement.", "The landlord needs your written agreement."),
    ("Smoking is prohibited in some buildings.", "You must not smoke in any building."),
    ("The permit can be revoked.", "You can revoke the permit."),
    ("Applications must be received by 31 March.", "Applications must be received after 31 March."),
    ("Applications are accepted unless they are late.", "Applications are accepted if they are late."),
]


@pytest.mark.parametrize(("quote", "claim"), LIES)
def test_what_says_something_else_is_not(quote: str, claim: str) -> None:
    assert not derive(claim, [quote]).proved
    assert not derive_rewrite(quote, claim).proved


NOT_ACCUSED = [
    ("Eltern haben die Fahrkosten selbst zu tragen.", "Die Fahrkosten müssen die Eltern selbst tragen."),
    (
        "Die Satzung tritt am Tage nach ihrer Bekanntmachung in Kraft.",
        "Am Tag nach der Bekanntmachung tritt sie in Kraft.",
    ),
    ("Gegen den Bescheid kann bei der Stadt Widerspruch eingelegt werden.", "Legen Sie bei der Stadt Widerspruch ein."),
    ("Hunde sind von Spielplätzen fernzuhalten.", "Nehmen Sie Ihren Hund nicht auf Spielplätze mit."),
    ("Das Rauchen ist in allen Räumen untersagt.", "Rauchen Sie in keinem Raum."),
    ("Sie dürfen den Hof nicht vor 8 Uhr betreten.", "Sie dürfen den Hof erst ab 8 Uhr betreten."),
    (
        "Die Erlaubnis wird erteilt, es sei denn, der Plan ist alt.",
        "Ist der Plan nicht alt, wird die Erlaubnis erteilt.",
    ),
    ("The permit is valid for one year.", "You can use the permit for a year."),
]


@pytest.mark.parametrize(("before", "rewrite"), NOT_ACCUSED)
def test_what_no_rule_explains_is_not_called_wrong(before: str, rewrite: str) -> None:
    assert str(derive(rewrite, [before]).level) != "contradicted"
    assert str(derive_rewrite(before, rewrite).level) != "lost"
