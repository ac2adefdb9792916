"""What language models make of official sentences when they answer, each kind with lies that lie close to it.

The sentences are of no benchmark; each list is checked as a whole, to be fast.
"""

from apps.text.entailment import derive

TRUE = [
    # The verb in front of its modal verb
    ("Die Halle darf nur mit Turnschuhen betreten werden.", "Betreten dürfen Sie die Halle nur mit Turnschuhen."),
    ("Die Akten können nur im Lesesaal eingesehen werden.", "Einsehen können Sie die Akten nur im Lesesaal."),
    # Rights that somebody has not
    ("Ein rechtlicher Anspruch auf einen Platz besteht nicht.", "Sie haben keinen Rechtsanspruch auf einen Platz."),
    ("Es besteht kein Anspruch auf Erstattung.", "Einen Anspruch auf Erstattung haben Sie nicht."),
    # What must not be done
    ("Die Verwendung von Lacken, die brennen, ist verboten.", "Lacke, die brennen, dürfen Sie nicht verwenden."),
    # Fines
    (
        "Verstöße gegen § 3 können mit einer Geldbuße bis zu 700 Euro geahndet werden.",
        "Die Geldbuße für Verstöße gegen § 3 kann höchstens 700 Euro betragen.",
    ),
    # Ages and times
    (
        "Ein Kind darf teilnehmen, wenn es zum Zeitpunkt der Anmeldung das zehnte Lebensjahr vollendet hat.",
        "Ein Kind darf teilnehmen, wenn es bei der Anmeldung mindestens zehn Jahre alt ist.",
    ),
    # Who reads it is the one of whom it speaks
    (
        "Ist der Mieter wegen einer Krankheit verhindert, ist eine Vollmacht vorzulegen.",
        "Sind Sie als Mieter wegen einer Krankheit verhindert, müssen Sie eine Vollmacht vorlegen.",
    ),
]
FALSE = [
    (
        "Verstöße können durch das Amt mit einer Geldbuße bis 700 Euro geahndet werden.",
        "Die Geldbuße für Verstöße durch das Amt kann höchstens 700 Euro betragen.",
    ),
    ("Der Antrag ist bei der Aufnahme abzugeben.", "Der Antrag ist zum Zeitpunkt der Aufnahme abzugeben."),
    ("Der Antrag ist bei der Schule zu stellen.", "Der Antrag ist zum Zeitpunkt der Schule zu stellen."),
    ("Es sind 10\u200b² Plätze.", "Es sind 102 Plätze."),
    ("Die Frist beträgt 3,⁵ Wochen.", "Die Frist beträgt 3,5 Wochen."),
    ("Lehrer werden eingestellt.", "Sie werden als Lehrer eingestellt."),
    ("Flüchtlinge werden anerkannt.", "Sie werden als Flüchtlinge anerkannt."),
    ("Beisitzer werden vom Rat bestellt.", "Sie werden als Beisitzer vom Rat bestellt."),
    ("Der Eigentümer wird ins Grundbuch eingetragen.", "Sie werden als Eigentümer ins Grundbuch eingetragen."),
    ("Schöffen sind gewählt.", "Sie sind als Schöffen gewählt."),
    ("Im Saal finden Vorlesungen statt.", "Im Saal wird vorgelesen."),
    ("Im Rathaus finden keine Ausstellungen statt.", "Im Rathaus wird nicht ausgestellt."),
    ("Sonntags finden keine Führungen statt.", "Sonntags wird nicht geführt."),
    ("Die Halle darf nur mit Turnschuhen betreten werden.", "Betreten müssen Sie die Halle mit Turnschuhen."),
    ("Die Halle darf nur mit Turnschuhen betreten werden.", "Betreten dürfen Sie die Halle mit Turnschuhen."),
    ("Die Akten können nur im Lesesaal eingesehen werden.", "Ausleihen können Sie die Akten nur im Lesesaal."),
    ("Ein rechtlicher Anspruch auf einen Platz besteht nicht.", "Sie haben einen Rechtsanspruch auf einen Platz."),
    ("Ein rechtlicher Anspruch auf einen Platz besteht nicht.", "Sie haben keinen Platz."),
    ("Es besteht kein Anspruch auf Erstattung.", "Einen Anspruch auf Erstattung haben Sie."),
    ("Ein Mitglied hat kein Recht genutzt.", "Ein Recht hat ein Mitglied nicht."),
    ("Sonntags werden keine Trauungen vorgenommen.", "Sonntags finden Trauungen statt."),
    ("Sonntags finden keine Sitzungen statt.", "Sonntags wird nicht gesessen."),
    ("Die Verwendung von Lacken, die brennen, ist verboten.", "Lacke dürfen Sie nicht verwenden."),
    ("Die Verwendung von Lacken, die brennen, ist verboten.", "Lacke, die nicht brennen, dürfen Sie nicht verwenden."),
    ("Die Verwendung der Lacke, die brennen, ist verboten.", "Lacke dürfen Sie nicht verwenden, wenn sie brennen."),
    (
        "Verstöße gegen § 3 können mit einer Geldbuße bis zu 700 Euro geahndet werden.",
        "Die Geldbuße für Verstöße gegen § 3 beträgt 700 Euro.",
    ),
    (
        "Verstöße gegen § 3 können mit einer Geldbuße bis zu 700 Euro geahndet werden.",
        "Die Geldbuße für Verstöße gegen § 3 muss höchstens 700 Euro betragen.",
    ),
    (
        "Verstöße gegen § 3 können mit einer Geldbuße bis zu 700 Euro geahndet werden.",
        "Die Geldbuße kann höchstens 700 Euro betragen.",
    ),
    (
        "Fahrlässige Verstöße können mit einer Geldbuße bis zu 700 Euro geahndet werden.",
        "Die Geldbuße für Verstöße kann höchstens 700 Euro betragen.",
    ),
    (
        "Ein Kind darf teilnehmen, wenn es zum Zeitpunkt der Anmeldung das zehnte Lebensjahr vollendet hat.",
        "Ein Kind darf teilnehmen, wenn es bei der Anmeldung mindestens sieben Jahre alt ist.",
    ),
    (
        "Ein Kind darf teilnehmen, wenn es zum Zeitpunkt der Anmeldung das zehnte Lebensjahr vollendet hat.",
        "Ein Kind darf teilnehmen, wenn es nach der Anmeldung mindestens zehn Jahre alt ist.",
    ),
    (
        "Ein Kind darf teilnehmen, wenn es das zehnte Lebensjahr nicht vollendet hat.",
        "Ein Kind darf teilnehmen, wenn es mindestens zehn Jahre alt ist.",
    ),
    (
        "Ist der Mieter wegen einer Krankheit verhindert, ist eine Vollmacht vorzulegen.",
        "Sind Sie als Vermieter wegen einer Krankheit verhindert, müssen Sie eine Vollmacht vorlegen.",
    ),
    (
        "Ist der Mieter wegen einer Krankheit verhindert, ist eine Vollmacht vorzulegen.",
        "Sind Sie wegen einer Krankheit verhindert, müssen Sie eine Vollmacht vorlegen.",
    ),
]


def test_what_says_the_same_is_proved() -> None:
    assert [pair for pair in TRUE if not derive(pair[1], [pair[0]]).proved] == []


def test_what_says_something_else_is_not() -> None:
    assert [pair for pair in FALSE if derive(pair[1], [pair[0]]).proved] == []
