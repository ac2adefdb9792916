"""The same in other words: each wording by a rule that has a name."""

import pytest

from apps.text.derivation import Level, derive_rewrite

FAITHFUL = [
    (
        "Dem Antrag sind ein Lageplan und zwei Fotos beizufügen.",
        "Sie müssen dem Antrag einen Lageplan und zwei Fotos beifügen.",
    ),
    (
        "Dem Antrag sind ein Lageplan und zwei Fotos beizufügen.",
        "Fügen Sie dem Antrag zwei Fotos und einen Lageplan bei.",
    ),
    (
        "Bei Verspätung der Zahlung wird ein Zuschlag von 5 Euro erhoben.",
        "Wenn die Zahlung sich verspätet, wird ein Zuschlag von 5 Euro erhoben.",
    ),
    (
        "Personen, die in der Gemeinde wohnen, können den Ausweis gebührenfrei beantragen.",
        "Wer in der Gemeinde wohnt, kann den Ausweis gebührenfrei beantragen.",
    ),
    (
        "Wer ein Grundstück kauft, muss die Grunderwerbsteuer zahlen.",
        "Personen, die ein Grundstück kaufen, müssen die Grunderwerbsteuer zahlen.",
    ),
    (
        "Wer ein Grundstück kauft, muss die Grunderwerbsteuer zahlen.",
        "Wenn Sie ein Grundstück kaufen, müssen Sie die Grunderwerbsteuer zahlen.",
    ),
    (
        "Wer den Bescheid nicht versteht, kann sich an die Beratungsstelle wenden.",
        "Wenn Sie den Bescheid nicht verstehen, können Sie sich an die Beratungsstelle wenden.",
    ),
    (
        "Die Anmeldung kann online oder persönlich erfolgen.",
        "Die Anmeldung ist online oder persönlich möglich.",
    ),
    (
        "Die Anmeldung kann online oder persönlich erfolgen.",
        "Sie können sich online oder persönlich anmelden.",
    ),
    (
        "Eine Verlängerung der Frist ist nicht möglich.",
        "Sie können die Frist nicht verlängern.",
    ),
    (
        "Die Rückgabe der Bücher muss bis zum 30. Juni erfolgen.",
        "Die Bücher müssen bis zum 30. Juni zurückgegeben werden.",
    ),
    (
        "Die Rückgabe der Bücher muss bis zum 30. Juni erfolgen.",
        "Geben Sie die Bücher bis zum 30. Juni zurück.",
    ),
    (
        "Die Benutzung des Spielplatzes ist nur Kindern bis 14 Jahre gestattet.",
        "Nur Kinder bis 14 Jahre dürfen den Spielplatz benutzen.",
    ),
    (
        "Die Entscheidung über den Antrag trifft der Gemeinderat.",
        "Der Gemeinderat entscheidet über den Antrag.",
    ),
    (
        "Das Bürgerbüro ist montags von 8 bis 12 Uhr geöffnet.",
        "Das Bürgerbüro hat montags von 8 bis 12 Uhr geöffnet.",
    ),
    (
        "Das Bürgerbüro ist montags von 8 bis 12 Uhr geöffnet.",
        "Montags hat das Bürgerbüro von 8 bis 12 Uhr offen.",
    ),
    (
        "Der Beitrag beträgt 60 Euro im Monat.",
        "Der Beitrag liegt bei 60 Euro im Monat.",
    ),
    (
        "Der Beitrag beträgt 60 Euro im Monat.",
        "Der monatliche Beitrag beträgt 60 Euro.",
    ),
    (
        "Für die Ausstellung eines Reisepasses wird eine Gebühr in Höhe von 70 Euro erhoben.",
        "Die Ausstellung eines Reisepasses kostet 70 Euro.",
    ),
    (
        "Für die Ausstellung eines Reisepasses wird eine Gebühr in Höhe von 70 Euro erhoben.",
        "Die Gebühr für die Ausstellung eines Reisepasses beträgt 70 Euro.",
    ),
    (
        "Die Gebühr für einen Reisepass beträgt 70 Euro.",
        "Für einen Reisepass müssen Sie eine Gebühr von 70 Euro zahlen.",
    ),
    (
        "Die Gebühr für einen Reisepass beträgt 70 Euro.",
        "Ein Reisepass kostet 70 Euro.",
    ),
    (
        "Der Bescheid wird Ihnen per Post zugesandt.",
        "Sie erhalten den Bescheid per Post.",
    ),
    (
        "Der Bescheid wird Ihnen per Post zugesandt.",
        "Wir senden Ihnen den Bescheid per Post zu.",
    ),
    (
        "Sollten Sie verhindert sein, teilen Sie dies bitte rechtzeitig mit.",
        "Wenn Sie verhindert sind, teilen Sie dies bitte rechtzeitig mit.",
    ),
    (
        "Änderungen sind der Behörde unverzüglich mitzuteilen.",
        "Änderungen müssen Sie der Behörde sofort mitteilen.",
    ),
    (
        "Änderungen sind der Behörde unverzüglich mitzuteilen.",
        "Teilen Sie der Behörde Änderungen unverzüglich mit.",
    ),
    (
        "Die Erlaubnis kann widerrufen werden, wenn gegen die Auflagen verstoßen wird.",
        "Bei einem Verstoß gegen die Auflagen kann die Erlaubnis widerrufen werden.",
    ),
    (
        "Kinder unter 6 Jahren haben freien Eintritt.",
        "Für Kinder unter 6 Jahren ist der Eintritt frei.",
    ),
    (
        "Kinder unter 6 Jahren haben freien Eintritt.",
        "Kinder unter 6 Jahren zahlen keinen Eintritt.",
    ),
    (
        "Anspruchsberechtigt sind Familien mit mindestens drei Kindern.",
        "Einen Anspruch haben Familien mit mindestens drei Kindern.",
    ),
    (
        "Der Ausweis wird ungültig, wenn sich der Name ändert.",
        "Der Ausweis wird bei einer Änderung des Namens ungültig.",
    ),
    (
        "Die Frist beginnt mit der Zustellung des Bescheids.",
        "Die Frist beginnt, wenn der Bescheid zugestellt wird.",
    ),
    (
        "Der Antrag, die Vollmacht und der Nachweis sind im Original vorzulegen.",
        "Sie müssen den Antrag, die Vollmacht und den Nachweis im Original vorlegen.",
    ),
    (
        "Erforderlich sind ein Personalausweis, ein Passfoto und die Geburtsurkunde.",
        "Sie benötigen einen Personalausweis, ein Passfoto und die Geburtsurkunde.",
    ),
    (
        "Vorzulegen sind der Personalausweis und die Geburtsurkunde.",
        "Sie müssen den Personalausweis und die Geburtsurkunde vorlegen.",
    ),
    (
        "Die Genehmigung ist auf zwei Jahre befristet.",
        "Die Genehmigung gilt für zwei Jahre.",
    ),
    (
        "Die Genehmigung wird für die Dauer von zwei Jahren erteilt.",
        "Die Genehmigung wird für zwei Jahre erteilt.",
    ),
    (
        "Der Kurs beginnt am Montag, dem 3. März 2025, um 18 Uhr.",
        "Der Kurs beginnt am 3. März 2025 um 18.00 Uhr.",
    ),
    (
        "Eltern, die Sozialhilfe beziehen, zahlen keinen Beitrag.",
        "Eltern zahlen keinen Beitrag, wenn sie Sozialhilfe beziehen.",
    ),
    (
        "Die Sitzung des Rates findet am 5. Mai statt; sie beginnt um 19 Uhr.",
        "Die Sitzung des Rates ist am 5. Mai. Die Sitzung beginnt um 19 Uhr.",
    ),
    (
        "Formulare, die nicht unterschrieben sind, werden nicht bearbeitet.",
        "Nicht unterschriebene Formulare werden nicht bearbeitet.",
    ),
    (
        "Bei nicht rechtzeitiger Rückgabe wird eine Gebühr von 2 Euro je Tag fällig.",
        "Wenn Sie nicht rechtzeitig zurückgeben, wird eine Gebühr von 2 Euro pro Tag fällig.",
    ),
    (
        "Der Vorsitzende leitet die Sitzung.",
        "Die Sitzung leitet der Vorsitzende.",
    ),
    (
        "Die Anlage ist von Dezember bis Februar geschlossen.",
        "Von Dezember bis Februar ist die Anlage geschlossen.",
    ),
    (
        "Das Schwimmbad bleibt am 24. Dezember geschlossen.",
        "Das Schwimmbad ist am 24. Dezember geschlossen.",
    ),
    (
        "Es besteht kein Rechtsanspruch auf die Förderung.",
        "Auf die Förderung besteht kein Rechtsanspruch.",
    ),
    (
        "Es besteht kein Rechtsanspruch auf die Förderung.",
        "Sie haben keinen Rechtsanspruch auf die Förderung.",
    ),
    (
        "Mitglieder sind vom Beitrag befreit.",
        "Mitglieder müssen keinen Beitrag zahlen.",
    ),
    (
        "Den Mietern ist die Nutzung des Kellers gestattet.",
        "Die Mieter dürfen den Keller nutzen.",
    ),
]


@pytest.mark.parametrize(("before", "rewrite"), FAITHFUL)
def test_another_wording_is_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)
