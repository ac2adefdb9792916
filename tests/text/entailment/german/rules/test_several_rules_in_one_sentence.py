"""Several licensed changes in one sentence. Lies that lie close to them: test_against_several_rules.py.

The sentences are of no benchmark; each list is checked as a whole, to be fast.
"""

from apps.text.entailment import derive, derive_rewrite

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


def test_what_several_rules_explain_together_is_proved() -> None:
    assert not [(quote, claim) for quote, claim in TRUE if not derive(claim, [quote]).proved]


def test_a_rewrite_by_several_rules_is_derived() -> None:
    assert not [(before, rewrite) for before, rewrite in FAITHFUL if not derive_rewrite(before, rewrite).proved]
