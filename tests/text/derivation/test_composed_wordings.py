"""Several licensed changes in one sentence, and lies that lie close to them.

The sentences are of no benchmark; each pair of lists is checked as a whole, to be fast.
"""

from apps.text.derivation import derive, derive_rewrite

TRUE = [
    (
        "Das Amt ist dienstags und donnerstags von 8 bis 12 Uhr geöffnet.",
        "Dienstags und donnerstags hat das Amt von 8 bis 12 Uhr geöffnet.",
    ),
    (
        "Öffnungszeiten des Amts: Montag und Dienstag 8.00 - 12.30 Uhr, Freitag geschlossen.",
        "Das Amt ist montags und dienstags von 8 bis 12:30 Uhr geöffnet.",
    ),
    (
        "Öffnungszeiten des Amts: Montag und Dienstag 8.00 - 12.30 Uhr, Freitag geschlossen.",
        "Freitags hat das Amt geschlossen.",
    ),
    (
        "Samstags ab 16 Uhr sowie an Sonn- und Feiertagen ist das Mähen verboten.",
        "Sie dürfen an Sonntagen nicht mähen.",
    ),
    ("Kisten dürfen nicht höher als 1,40 m gestapelt werden.", "Sie dürfen Kisten höchstens 1,40 Meter hoch stapeln."),
    (
        "Für das Fällen von Bäumen brauchen Sie eine Genehmigung der Gemeinde.",
        "Bäume dürfen nur mit Genehmigung der Gemeinde gefällt werden.",
    ),
    (
        "Entliehene Medien können gegen Gebühr vorgemerkt werden.",
        "Gegen eine Gebühr können Sie entliehene Medien vormerken lassen.",
    ),
    ("Für Missbrauch haftet der Ausweisinhaber.", "Bei Missbrauch haftet der Inhaber des Ausweises."),
    (
        "Die Gemeinde kann sich zur Beseitigung der Abfälle Dritter bedienen.",
        "Die Gemeinde kann Dritte mit der Beseitigung der Abfälle beauftragen.",
    ),
    ("Für Inhaber des Passes entfällt die Anmeldegebühr.", "Wer den Pass hat, zahlt keine Anmeldegebühr."),
    (
        "Von den 120 Anträgen wurden 35 abgelehnt, weil Unterlagen fehlten.",
        "35 der 120 Anträge wurden wegen fehlender Unterlagen abgelehnt.",
    ),
    (
        "Hunde sind an der Leine zu führen; ausgenommen sind Blindenhunde.",
        "Hunde müssen an der Leine geführt werden, außer Blindenhunde.",
    ),
    ("Das Parken ist zu jeder Zeit untersagt.", "Man darf nie parken."),
    ("Die Teilnahme ist freiwillig.", "Die Teilnahme ist nicht verpflichtend."),
    ("Der Ausweis bleibt Eigentum der Bücherei.", "Der Ausweis gehört der Bücherei."),
    ("Die Benutzung des Platzes erfolgt auf eigene Gefahr.", "Sie benutzen den Platz auf eigene Gefahr."),
    ("Jeder ist verpflichtet, Ordnung zu wahren.", "Jeder muss Ordnung wahren."),
    ("Wer 65 Jahre oder älter ist, erhält eine Karte.", "Ab 65 Jahren erhalten Sie eine Karte."),
    ("Überstunden müssen abgebaut und Urlaub genommen werden.", "Urlaub muss genommen werden."),
    ("Obwohl es regnet, findet das Fest statt.", "Es regnet. Das Fest findet trotzdem statt."),
    (
        "(2) Für Wertsachen (z. B. Schmuck) übernimmt die Bücherei keine Haftung.",
        "Die Bücherei haftet nicht für Wertsachen.",
    ),
    ("Kinder unter 14 zahlen keinen Eintritt.", "Kinder unter 14 Jahren zahlen keinen Eintritt."),
    ("Residents over 65 are exempt from the charge.", "If you are a resident over 65, you do not pay the charge."),
    ("Residents who are over 65 are exempt from the charge.", "Residents over 65 pay no charge."),
    (
        "The permit is valid for two years and may be renewed once.",
        "You may renew the permit once. The permit is valid for two years.",
    ),
    ("The use of barbecues in the park is prohibited.", "You are not allowed to use barbecues in the park."),
    ("Permits are issued by the office within five working days.", "The office issues permits within 5 working days."),
    (
        "Applications must be submitted no later than 28 days before the event.",
        "You must submit applications at least 28 days before the event.",
    ),
    ("The museum is open from Monday to Friday.", "The museum is open Monday to Friday."),
    ("Der Verlust des Ausweises ist mitzuteilen.", "Wenn Sie den Ausweis verlieren, müssen Sie das mitteilen."),
    ("Bei Nichtbeachtung der Regeln wird gemahnt.", "Wenn Sie die Regeln nicht beachten, wird gemahnt."),
    ("Nach der Frist eingehende Anträge werden abgelehnt.", "Anträge, die nach der Frist eingehen, werden abgelehnt."),
    ("Die Tonne ist am Abfuhrtag an der Straße bereitzustellen.", "Stellen Sie die Tonne am Abfuhrtag an die Straße."),
    ("Bei Minderjährigen müssen die Eltern zustimmen.", "Wenn Sie minderjährig sind, müssen die Eltern zustimmen."),
    ("Bereits erteilte Erlaubnisse können entzogen werden.", "Bereits erteilte Erlaubnisse kann man entziehen."),
    ("Ja, Joggen ist weiterhin erlaubt.", "Sie dürfen weiterhin joggen."),
    ("Die Bearbeitungsdauer beträgt etwa vier Wochen.", "Die Bearbeitung dauert ungefähr 4 Wochen."),
    ("If you are unable to attend, tell us.", "If you cannot attend, tell us."),
    ("A fee of £20 is charged for late returns.", "You pay a fee of £20 for late returns."),
    ("Den Benutzern ist es verboten, die Magazine zu betreten.", "Benutzer dürfen die Magazine nicht betreten."),
    ("Hunde, die älter als drei Monate sind, sind erlaubt.", "Hunde, die mehr als 3 Monate alt sind, sind erlaubt."),
    ("Die Bearbeitung kann sechs Wochen in Anspruch nehmen.", "Die Bearbeitung kann sechs Wochen dauern."),
    ("Kinder bis zu 14 Jahren dürfen baden.", "Kinder bis 14 Jahre dürfen baden."),
    ("Der Leseausweis ist vorzuzeigen.", "Sie müssen den Leseausweis vorzeigen."),
    ("Assistance dogs are permitted on all premises.", "Assistance dogs are allowed on all premises."),
]
FAITHFUL = [
    (
        "Sehr geehrte Damen und Herren, der Zugang ist nur über den Hof möglich.",
        "Der Zugang ist nur über den Hof möglich.",
    ),
    (
        "Tauben dürfen auf Straßen und Wegen sowie in Grün- und Erholungsanlagen nicht gefüttert werden.",
        "Sie dürfen Tauben auf Straßen und Wegen nicht füttern. "
        "Auch in Grün- und Erholungsanlagen dürfen Sie Tauben nicht füttern.",
    ),
    (
        "Eigentümer haben Gehwege vor 7 Uhr, an Sonn- und Feiertagen vor 8 Uhr zu streuen.",
        "Eigentümer müssen Gehwege vor 7 Uhr streuen. "
        "An Sonn- und Feiertagen müssen Eigentümer Gehwege vor 8 Uhr streuen.",
    ),
]
LIES = [
    ("Kisten dürfen nicht höher als 2 m sein.", "Kisten dürfen nicht länger als 2 m sein."),
    ("Kisten dürfen nicht höher als 2 m sein.", "Kisten dürfen nicht schwerer als 2 m sein."),
    ("Hecken dürfen höchstens 2 m hoch sein.", "Hecken dürfen höchstens 2 m breit sein."),
    ("Hecken dürfen höchstens 2 m hoch sein.", "Hecken dürfen höchstens 2 m sein."),
    ("An Sonn- und Feiertagen ist das Bad geschlossen.", "An Werktagen ist das Bad geschlossen."),
    ("An Sonn- und Feiertagen ist das Bad geschlossen.", "An Sonntagen ist das Bad geöffnet."),
    ("Samstags ab 16 Uhr sowie an Sonn- und Feiertagen ist das Mähen verboten.", "Samstags ist das Mähen verboten."),
    (
        "Samstags ab 16 Uhr sowie an Sonn- und Feiertagen ist das Mähen verboten.",
        "An Sonntagen ist das Mähen ab 16 Uhr verboten.",
    ),
    ("Grund- und Verbrauchsgebühren werden erhoben.", "Grundgebühren und Beiträge werden erhoben."),
    ("Geh- und Radwege dürfen nicht befahren werden.", "Radwege dürfen befahren werden."),
    (
        "Öffnungszeiten des Amts: Montag und Dienstag 8 - 12.30 Uhr, Donnerstag 14 - 18 Uhr, Freitag geschlossen.",
        "Das Amt ist donnerstags von 8 bis 12.30 Uhr geöffnet.",
    ),
    (
        "Öffnungszeiten des Amts: Montag und Dienstag 8 - 12.30 Uhr, Donnerstag 14 - 18 Uhr, Freitag geschlossen.",
        "Das Amt ist freitags geöffnet.",
    ),
    (
        "Öffnungszeiten des Amts: Montag und Dienstag 8 - 12.30 Uhr, Donnerstag 14 - 18 Uhr, Freitag geschlossen.",
        "Das Amt ist montags bis donnerstags von 8 bis 12.30 Uhr geöffnet.",
    ),
    (
        "Öffnungszeiten des Amts: Montag und Dienstag 8 - 12.30 Uhr, Donnerstag 14 - 18 Uhr.",
        "Das Amt ist montags und donnerstags von 8 bis 12.30 Uhr geöffnet.",
    ),
    (
        "Telefonzeiten des Bürgerbüros: Montag 8.00 - 12.30 Uhr.",
        "Das Amt ist montags von 8 bis 12.30 Uhr geöffnet.",
    ),
    ("Für das Fällen von Bäumen brauchen Sie eine Genehmigung.", "Bäume dürfen nicht gefällt werden."),
    ("Für das Fällen von Bäumen brauchen Sie eine Genehmigung.", "Bäume dürfen ohne Genehmigung gefällt werden."),
    (
        "Für das Fällen von Bäumen brauchen Sie eine Genehmigung.",
        "Bäume dürfen nur mit Genehmigung der Gemeinde gefällt werden.",
    ),
    ("Für das Fällen von Bäumen brauchen Sie keine Genehmigung.", "Bäume dürfen nur mit Genehmigung gefällt werden."),
    (
        "Für das Fällen von Bäumen brauchen Sie vorher eine Genehmigung.",
        "Bäume dürfen mit nachträglicher Genehmigung gefällt werden.",
    ),
    (
        "Studierende, die mindestens 18 Jahre alt sind, erhalten eine Karte.",
        "Studierende unter 18 Jahren erhalten eine Karte.",
    ),
    (
        "Studierende, die höchstens 18 Jahre alt sind, erhalten eine Karte.",
        "Studierende ab 18 Jahren erhalten eine Karte.",
    ),
    ("Wer 65 Jahre oder älter ist, erhält eine Karte.", "Wer 65 Jahre oder jünger ist, erhält eine Karte."),
    ("Wer 65 Jahre oder älter ist, erhält eine Karte.", "Wer älter als 65 Jahre ist, erhält keine Karte."),
    ("Personen ab 65 Jahren erhalten eine Karte.", "Sie erhalten eine Karte."),
    ("Frauen ab 65 Jahren erhalten eine Karte.", "Ab 65 Jahren erhalten Sie eine Karte."),
    ("Bei Missbrauch haftet der Inhaber.", "Der Inhaber haftet für Verlust."),
    ("Bei Missbrauch haftet der Inhaber nicht.", "Der Inhaber haftet für Missbrauch."),
    (
        "Die Gemeinde kann sich zur Beseitigung der Abfälle Dritter bedienen.",
        "Die Gemeinde muss Dritte mit der Beseitigung der Abfälle beauftragen.",
    ),
    (
        "Die Gemeinde kann sich zur Beseitigung der Abfälle Dritter bedienen.",
        "Dritte können die Gemeinde mit der Beseitigung der Abfälle beauftragen.",
    ),
    ("Für Inhaber des Passes entfällt die Anmeldegebühr.", "Für Inhaber des Passes entfällt die Jahresgebühr."),
    ("Für Inhaber des Passes entfällt die Anmeldegebühr.", "Wer keinen Pass hat, zahlt keine Anmeldegebühr."),
    ("Für Inhaber des Passes entfällt die Anmeldegebühr.", "Wer den Pass hat, zahlt die Anmeldegebühr."),
    ("Die Anmeldegebühr entfällt zum 1. Mai.", "Die Anmeldung ist kostenlos."),
    ("Das Parken ist zu jeder Zeit untersagt.", "Das Parken ist jederzeit erlaubt."),
    ("Das Parken ist nicht zu jeder Zeit erlaubt.", "Man darf nie parken."),
    ("Man darf dort nie parken.", "Man darf dort nicht immer parken."),
    (
        "Wenn Sie die Rechnung nicht zahlen, müssen Sie 5 Euro Mahngebühr zahlen.",
        "Wer die Rechnung zahlt, muss 5 Euro Mahngebühr zahlen.",
    ),
    ("Wer die Rechnung nicht zahlt, muss 5 Euro Mahngebühr zahlen.", "Sie müssen 5 Euro Mahngebühr zahlen."),
    (
        "Der Ausweis wird nur nach Vorlage der Geburtsurkunde ausgestellt.",
        "Der Ausweis wird ausgestellt, wenn die Geburtsurkunde vorgelegt wird.",
    ),
    (
        "Der Ausweis wird nach Vorlage der Geburtsurkunde ausgestellt.",
        "Der Ausweis wird nur ausgestellt, wenn die Geburtsurkunde vorgelegt wird.",
    ),
    ("Hunde sind an der Leine zu führen; ausgenommen sind Blindenhunde.", "Alle Hunde sind an der Leine zu führen."),
    ("Hunde sind an der Leine zu führen; ausgenommen sind Blindenhunde.", "Blindenhunde sind an der Leine zu führen."),
    (
        "Hunde sind an der Leine zu führen; ausgenommen sind Blindenhunde.",
        "Hunde sind an der Leine zu führen, auch Blindenhunde.",
    ),
    (
        "Von den 120 Anträgen wurden 35 abgelehnt, weil Unterlagen fehlten.",
        "35 der 120 Anträge wurden wegen falscher Unterlagen abgelehnt.",
    ),
    ("Von den 120 Anträgen wurden 35 abgelehnt, weil Unterlagen fehlten.", "35 der 120 Unterlagen wurden abgelehnt."),
    ("Der Antrag muss unterschrieben sein.", "Der Antrag ist unterschrieben."),
    ("Der Antrag muss nicht unterschrieben sein.", "Der Antrag muss unterschrieben werden."),
    ("Die Teilnahme ist freiwillig.", "Die Teilnahme ist verpflichtend."),
    ("Die Teilnahme ist nicht freiwillig.", "Die Teilnahme ist nicht verpflichtend."),
    ("Die Teilnahme ist freiwillig.", "Die Teilnahme ist nicht erlaubt."),
    ("Sie können das Buch vormerken lassen.", "Sie müssen das Buch vormerken lassen."),
    ("Die Erlaubnis kann widerrufen werden.", "Sie können die Erlaubnis widerrufen lassen."),
    ("Der Ausweis bleibt Eigentum der Bücherei.", "Die Bücherei gehört dem Ausweis."),
    ("Der Ausweis ist nicht Eigentum der Bücherei.", "Der Ausweis gehört der Bücherei."),
    (
        "Eigentümer haben Gehwege vor 7 Uhr, an Sonntagen vor 8 Uhr zu streuen.",
        "Eigentümer müssen Gehwege vor 7 Uhr streuen.",
    ),
    (
        "Eigentümer haben Gehwege vor 7 Uhr, an Sonntagen vor 8 Uhr zu streuen.",
        "Eigentümer müssen Gehwege an Sonntagen vor 7 Uhr streuen.",
    ),
    ("Tauben dürfen auf Wegen und in Parks nicht gefüttert werden.", "Tauben dürfen in Parks gefüttert werden."),
    ("Tauben dürfen auf Wegen und in Parks nicht gefüttert werden.", "Tauben dürfen in Gärten nicht gefüttert werden."),
    (
        "Zuerst füllen Sie das Formular aus, danach zahlen Sie die Gebühr.",
        "Zuerst zahlen Sie die Gebühr, danach füllen Sie das Formular aus.",
    ),
    ("Das Formular ist gelb. Danach zahlen Sie die Gebühr.", "Sie zahlen die Gebühr. Danach ist das Formular gelb."),
    ("(2) Für Wertsachen übernimmt die Bücherei keine Haftung.", "Die Bücherei haftet für Wertsachen."),
    ("Die Gebühr (nicht für Kinder) beträgt 5 Euro.", "Die Gebühr beträgt 5 Euro."),
    ("Die Gebühr (§ 5, nur für Erwachsene) beträgt 5 Euro.", "Die Gebühr beträgt 5 Euro."),
    ("Tiere (z. B. Hunde) dürfen nicht mitgebracht werden.", "Tiere (z. B. Katzen) dürfen nicht mitgebracht werden."),
    ("Tiere (z. B. Hunde) dürfen nicht mitgebracht werden.", "Nur Hunde dürfen nicht mitgebracht werden."),
    ("Residents over 65 are exempt from the charge.", "Residents are exempt from the charge."),
    (
        "Residents over 65 are exempt from the charge.",
        "If you are a resident under 65, you are exempt from the charge.",
    ),
    ("Residents over 65 are not exempt from the charge.", "Residents over 65 do not pay the charge."),
    ("If you are a resident, you must pay.", "If you are not a resident, you must pay."),
    ("If you are a resident, you must pay.", "Visitors must pay."),
    ("You are not allowed to smoke in the park.", "You may smoke in the park."),
    ("You are not allowed to smoke in the park.", "You do not have to smoke in the park."),
    ("The use of barbecues is prohibited.", "Barbecues may be used."),
    ("The use of barbecues is prohibited.", "The sale of barbecues is prohibited."),
    ("The office issues permits within five working days.", "The office issues permits within five days."),
    ("The office issues permits within five working days.", "Permits issue the office within five working days."),
    ("The permit may be renewed once.", "The permit may be renewed twice."),
    ("The permit may be renewed once.", "The permit may be renewed."),
    (
        "Applications must be submitted no later than 28 days before the event.",
        "Applications must be submitted at most 28 days before the event.",
    ),
    (
        "Applications must be submitted no later than 28 days after the event.",
        "Applications must be submitted at least 28 days after the event.",
    ),
    ("The library opens every day from 8 am to 6 pm.", "The library is open every day from 8 am to 7 pm."),
    ("Die Pflicht umfasst auch Abfälle.", "Die Pflicht umfasst nur Abfälle."),
    ("Die Pflicht umfasst auch Abfälle.", "Abfälle umfassen auch die Pflicht."),
    ("Jeder muss Ordnung wahren.", "Jeder darf Ordnung wahren."),
    ("Jeder muss Ordnung wahren.", "Die Ordnung muss jeden wahren."),
    ("Sie erhalten einen Platz zugewiesen.", "Sie müssen einen Platz zuweisen."),
    ("Überstunden müssen abgebaut und Urlaub genommen werden.", "Überstunden müssen genommen werden."),
    ("Die Kosten für die Unterkunft trägt das Amt.", "Die Unterkunft trägt die Kosten des Amts."),
    (
        "Die Jahresgebühr für Schüler, Studenten und Auszubildende ab 18 Jahren beträgt 10 Euro.",
        "Die Jahresgebühr für Schüler beträgt 10 Euro.",
    ),
    (
        "Die Jahresgebühr für Schüler, Studenten und Auszubildende ab 18 Jahren beträgt 10 Euro.",
        "Die Jahresgebühr für Studenten unter 18 Jahren beträgt 10 Euro.",
    ),
    ("Rat und Verwaltung entscheiden über den Antrag.", "Die Verwaltung entscheidet über den Antrag."),
    ("Der Kurs ist für Kinder und Jugendliche gesperrt.", "Der Kurs ist für Erwachsene gesperrt."),
    ("Das Amt hat keine Öffnungszeiten montags und dienstags.", "Das Amt ist montags geöffnet."),
    ("Kinder unter 16 dürfen nur in Begleitung eintreten.", "Kinder unter 16 dürfen eintreten."),
    ("Children under 16 may enter only with an adult.", "Children under 16 may enter."),
    ("Die Halle ist montags und dienstags nicht geöffnet.", "Die Halle ist montags geöffnet."),
    ("Montags und dienstags ist die Halle nur für Vereine geöffnet.", "Montags ist die Halle geöffnet."),
    (
        "Der Zuschuss wird für Miete und Heizung gezahlt, höchstens 100 Euro.",
        "Der Zuschuss wird für die Miete gezahlt, höchstens 100 Euro.",
    ),
    ("Für Hunde und Katzen wird eine Steuer von 90 Euro erhoben.", "Für Hunde wird eine Steuer von 90 Euro erhoben."),
    ("Kinder und Jugendliche erhalten zusammen 10 Prozent.", "Kinder erhalten 10 Prozent."),
    ("Eltern und Schule vereinbaren einen Termin.", "Die Schule vereinbart einen Termin."),
    ("Der Ausweis und die Karte sind zusammen vorzulegen.", "Der Ausweis ist vorzulegen."),
    ("Obwohl es regnet, findet das Fest statt.", "Es regnet. Das Fest findet trotzdem nicht statt."),
    ("Obwohl es regnet, findet das Fest statt.", "Das Fest findet statt. Trotzdem regnet es."),
    ("Weil es regnet, findet das Fest statt.", "Es regnet. Trotzdem findet das Fest statt."),
    ("Kinder unter 14 zahlen nichts.", "Kinder unter 14 Monaten zahlen nichts."),
    ("Kinder unter 14 zahlen nichts.", "Kinder über 14 Jahren zahlen nichts."),
    ("The museum is open from Monday to Friday.", "The museum is open on Monday and Friday."),
    ("The museum is open from Monday to Friday.", "The museum is open from Monday to Saturday."),
    ("You must bring a passport or a licence.", "You must bring either a passport or a licence, not both."),
    ("The card costs 12 euros and lasts one year.", "The card costs one euro and lasts 12 years."),
    ("Dogs need a licence.", "Cats need a licence."),
    ("Dogs need a licence.", "Dogs do not need a licence."),
    ("Students get a 50 percent discount.", "Students get a 5 percent discount."),
    ("Students get a 50 percent discount.", "Visitors get a 50 percent discount."),
    ("Children pay 3 euros.", "Adults pay 3 euros."),
    ("Children pay 3 euros.", "Children pay 13 euros."),
    ("You get the deposit back only if you return the key.", "You get the deposit back."),
    ("You get the deposit back only if you return the key.", "You get the key back only if you return the deposit."),
    ("If you lose the card, report it at once.", "If you find the card, report it at once."),
    ("If you lose the card, report it at once.", "Report the card at once."),
    (
        "Bei Nichtbeachtung der Regeln kann ein Hausverbot ausgesprochen werden.",
        "Wenn Sie die Regeln beachten, kann ein Hausverbot ausgesprochen werden.",
    ),
    (
        "Bei Beachtung der Regeln kann ein Rabatt gewährt werden.",
        "Wenn Sie die Regeln nicht beachten, kann ein Rabatt gewährt werden.",
    ),
    ("Bei Nichtzahlung der Gebühr wird gemahnt.", "Wenn Sie die Steuer nicht zahlen, wird gemahnt."),
    ("Der Verlust des Ausweises ist mitzuteilen.", "Wenn Sie den Ausweis finden, müssen Sie das mitteilen."),
    ("Der Verlust des Ausweises ist mitzuteilen.", "Wenn Sie den Schlüssel verlieren, müssen Sie das mitteilen."),
    ("Der Verlust des Ausweises ist nicht mitzuteilen.", "Wenn Sie den Ausweis verlieren, müssen Sie das mitteilen."),
    ("Der Verlust des Ausweises ist mitzuteilen.", "Wenn Sie den Ausweis nicht verlieren, müssen Sie das mitteilen."),
    (
        "Änderungen der Anschrift sind schriftlich anzuzeigen.",
        "Wenn sich Ihre Anschrift nicht ändert, müssen Sie das schriftlich anzeigen.",
    ),
    (
        "Nach Ablauf der Frist eingehende Anträge werden nicht berücksichtigt.",
        "Anträge, die vor Ablauf der Frist eingehen, werden nicht berücksichtigt.",
    ),
    ("Nach Ablauf der Frist eingehende Anträge werden nicht berücksichtigt.", "Anträge werden nicht berücksichtigt."),
    (
        "Nach Ablauf der Frist eingehende Anträge werden nicht berücksichtigt.",
        "Nach Ablauf der Frist werden Anträge berücksichtigt.",
    ),
    ("Die Entscheidung wird Ihnen schriftlich mitgeteilt.", "Sie teilen die Entscheidung schriftlich mit."),
    ("Die Entscheidung wird Ihnen schriftlich mitgeteilt.", "Sie bekommen die Entscheidung mündlich mitgeteilt."),
    ("Stellen Sie die Tonne am Abfuhrtag an die Straße.", "Die Tonne ist am Abfuhrtag im Hof bereitzustellen."),
    ("Stellen Sie die Tonne am Montag an die Straße.", "Die Tonne ist am Dienstag an der Straße bereitzustellen."),
    ("If you are unable to attend, tell us.", "If you can attend, tell us."),
    ("If you are able to attend, tell us.", "If you cannot attend, tell us."),
    ("A fee of £20 is charged for late returns.", "A fee of £20 is charged for returns."),
    ("A fee of £20 is charged for late returns.", "We pay a fee of £20 for late returns."),
    (
        "Applications received after the deadline will not be considered.",
        "Applications received before the deadline will not be considered.",
    ),
    ("Applications received after the deadline will not be considered.", "Applications will not be considered."),
    ("Halten Sie 1,5 Meter Abstand.", "Halten Sie 15 Meter Abstand."),
    ("Halten Sie mindestens 1,5 Meter Abstand.", "Halten Sie höchstens 1,5 Meter Abstand ein."),
    ("Die Bearbeitungsdauer beträgt vier Wochen.", "Die Bearbeitung dauert vier Monate."),
    ("Die Bearbeitungsdauer beträgt etwa vier Wochen.", "Die Bearbeitung dauert vier Wochen."),
    ("Bei Minderjährigen müssen die Eltern zustimmen.", "Wenn Sie volljährig sind, müssen die Eltern zustimmen."),
    ("Bei Minderjährigen müssen die Eltern zustimmen.", "Die Eltern müssen zustimmen."),
    ("Ja, Joggen ist erlaubt.", "Joggen ist nicht erlaubt."),
    ("Nein, Joggen ist nicht verboten.", "Joggen ist verboten."),
    ("Die Gebühr ist bei der Anmeldung zu zahlen.", "Sie zahlen die Gebühr nach der Anmeldung."),
    ("Die Gebühr kann bei der Anmeldung gezahlt werden.", "Sie zahlen die Gebühr bei der Anmeldung."),
    ("Bereits erteilte Genehmigungen können zurückgezogen werden.", "Genehmigungen können zurückgezogen werden."),
    ("Beantragte Genehmigungen können zurückgezogen werden.", "Erteilte Genehmigungen können zurückgezogen werden."),
    ("Die Ausnahmen und Abweichungen von den Richtlinien beschließt der Rat.", "Die Abweichungen beschließt der Rat."),
    (
        "Der Rat entscheidet über Ausnahmen und Abweichungen von den Richtlinien.",
        "Der Rat entscheidet über Ausnahmen von den Gesetzen.",
    ),
    ("Sport- und Spielplätze, die beleuchtet sind, dürfen benutzt werden.", "Spielplätze dürfen benutzt werden."),
    (
        "Sport- und Spielplätze, die beleuchtet sind, dürfen benutzt werden.",
        "Spielplätze, die nicht beleuchtet sind, dürfen benutzt werden.",
    ),
    ("Den Benutzern ist es verboten, die Magazine zu betreten.", "Benutzer dürfen die Magazine betreten."),
    ("Den Benutzern ist es verboten, die Magazine zu betreten.", "Mitarbeiter dürfen die Magazine nicht betreten."),
    ("Den Benutzern ist es nicht verboten, die Magazine zu betreten.", "Benutzer dürfen die Magazine nicht betreten."),
    (
        "Hunde, die mehr als drei Monate alt sind, müssen angemeldet werden.",
        "Hunde, die jünger als drei Monate sind, müssen angemeldet werden.",
    ),
    (
        "Hunde, die mehr als drei Monate alt sind, müssen angemeldet werden.",
        "Hunde, die älter als drei Jahre sind, müssen angemeldet werden.",
    ),
    (
        "Hunde, die mehr als drei Monate alt sind, müssen angemeldet werden.",
        "Hunde, die mindestens drei Monate alt sind, müssen angemeldet werden.",
    ),
    ("Die Bearbeitung kann bis zu sechs Wochen in Anspruch nehmen.", "Die Bearbeitung dauert sechs Wochen."),
    (
        "Die Bearbeitung kann bis zu sechs Wochen in Anspruch nehmen.",
        "Die Bearbeitung kann bis zu sechs Monate dauern.",
    ),
    (
        "Die Bearbeitung kann bis zu sechs Wochen in Anspruch nehmen.",
        "Sie können die Bearbeitung bis zu sechs Wochen in Anspruch nehmen.",
    ),
    ("Kinder bis 14 Jahre dürfen die Geräte benutzen.", "Kinder ab 14 Jahren dürfen die Geräte benutzen."),
    ("Nur Kinder bis zu 14 Jahren dürfen die Geräte benutzen.", "Kinder bis 14 Jahre dürfen nur die Geräte benutzen."),
    ("Kinder unter 14 Jahren dürfen die Geräte benutzen.", "Kinder bis 14 Jahre dürfen die Geräte benutzen."),
    (
        "Sie dürfen Brunnen nicht beschmutzen und das Wasser nicht verunreinigen.",
        "Sie dürfen das Wasser verunreinigen.",
    ),
    (
        "Sie dürfen Brunnen nicht beschmutzen und das Wasser nicht verunreinigen.",
        "Sie dürfen Brunnen nicht verunreinigen.",
    ),
    ("Sie dürfen den Hof nicht betreten und den Garten benutzen.", "Sie dürfen den Garten nicht benutzen."),
    ("Sie dürfen nicht den Hof betreten und den Garten nicht benutzen.", "Sie dürfen den Hof betreten."),
    ("Der Pass kostet Sie 5 Euro.", "Sie kosten 5 Euro."),
    ("Das Amt muss sofort schriftlich informiert werden.", "Das Amt muss nicht sofort schriftlich informiert werden."),
    ("Der Antrag wird oft nicht bewilligt.", "Der Antrag wird nicht oft bewilligt."),
    ("Namens- und Adressänderungen sind mitzuteilen.", "Namens- und Adressänderungen sind nicht mitzuteilen."),
    (
        "Die auf dem Platz aufgestellten Turn- und Spielgeräte dürfen benutzt werden.",
        "Turn- und Spielgeräte dürfen benutzt werden.",
    ),
    ("Das von Ihnen angegebene Konto wird belastet.", "Das von uns angegebene Konto wird belastet."),
    (
        "Vor Antritt der Prüfung ist die Gebühr zu zahlen.",
        "Zahlen Sie die Gebühr, nachdem Sie die Prüfung angetreten haben.",
    ),
    ("Dies muss die Behörde dem Bauherrn mitteilen.", "Dies muss der Bauherr der Behörde mitteilen."),
    ("Die Behörde hat dies dem Bauherrn mitzuteilen.", "Dies muss der Behörde vom Bauherrn mitgeteilt werden."),
]
DAMAGES = [
    (
        "Hunde und Katzen dürfen nicht mitgebracht werden. Vögel sind erlaubt.",
        "Hunde dürfen nicht mitgebracht werden. Vögel sind erlaubt.",
    ),
    ("Sehr geehrte Frau Meier, der Antrag ist bewilligt.", "Der Antrag ist nicht bewilligt."),
    ("Die Karte gilt ein Jahr. Die Gebühr beträgt 5 Euro.", "Die Gebühr beträgt 1 Euro. Die Karte gilt fünf Jahre."),
    ("Tauben dürfen auf Wegen und in Parks nicht gefüttert werden.", "Tauben dürfen auf Wegen nicht gefüttert werden."),
    ("Verstöße (z. B. Diebstahl) werden angezeigt.", "Verstöße werden angezeigt, Diebstahl nicht."),
    (
        "Eigentümer haben Gehwege vor 7 Uhr, an Sonntagen vor 8 Uhr zu streuen.",
        "Eigentümer müssen Gehwege vor 7 Uhr streuen.",
    ),
    ("Kinder, Schüler und Studenten erhalten 10 Prozent Rabatt.", "Kinder und Schüler erhalten 10 Prozent Rabatt."),
    ("Das Amt ist montags und dienstags von 8 bis 12 Uhr geöffnet.", "Das Amt ist montags von 8 bis 12 Uhr geöffnet."),
    (
        "Füllen Sie das Formular aus. Das Formular ist gelb. Zahlen Sie die Gebühr.",
        "Zahlen Sie die Gebühr. Das Formular ist gelb. Füllen Sie das Formular aus.",
    ),
]


def test_what_several_rules_explain_together_is_proved() -> None:
    assert not [(quote, claim) for quote, claim in TRUE if not derive(claim, [quote]).proved]


def test_a_rewrite_by_several_rules_is_derived() -> None:
    assert not [(before, rewrite) for before, rewrite in FAITHFUL if not derive_rewrite(before, rewrite).proved]


def test_lies_close_to_these_rules_are_not_proved() -> None:
    assert not [(quote, claim) for quote, claim in LIES if derive(claim, [quote]).proved]


def test_no_lie_passes_as_a_rewrite() -> None:
    assert not [(a, b) for a, b in (*LIES, *DAMAGES) if derive_rewrite(a, b).proved]
