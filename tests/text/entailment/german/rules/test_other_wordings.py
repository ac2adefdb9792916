"""The same in other words: each wording by a rule that has a name."""

import pytest

from apps.text.entailment import Level, derive_rewrite

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
        "Änderungen sind der Behörde sofort mitzuteilen.",
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
    (
        "Das Bürgerbüro nimmt Anträge entgegen und stellt Ausweise aus.",
        "Das Bürgerbüro nimmt Anträge entgegen. Es stellt auch Ausweise aus.",
    ),
    (
        "Die Stadt erhebt für die Nutzung der Halle ein Entgelt, das vor der Veranstaltung zu zahlen ist.",
        "Die Stadt erhebt für die Nutzung der Halle ein Entgelt. Das Entgelt ist vor der Veranstaltung zu zahlen.",
    ),
    (
        "Die Stadt erhebt für die Nutzung der Halle ein Entgelt, das vor der Veranstaltung zu zahlen ist.",
        "Die Stadt erhebt für die Nutzung der Halle ein Entgelt. Sie müssen es vor der Veranstaltung zahlen.",
    ),
    (
        "Der Rat wählt einen Vorsitzenden, der die Sitzungen leitet.",
        "Der Rat wählt einen Vorsitzenden. Dieser leitet die Sitzungen.",
    ),
    (
        "Der Zuschuss wird auf Antrag gewährt und beträgt höchstens 500 Euro.",
        "Der Zuschuss wird auf Antrag gewährt. Er beträgt höchstens 500 Euro.",
    ),
    (
        "Der Zuschuss wird auf Antrag gewährt und beträgt höchstens 500 Euro.",
        "Sie bekommen den Zuschuss auf Antrag. Der Zuschuss beträgt höchstens 500 Euro.",
    ),
    (
        "Die Bücherei ist montags geschlossen; an den übrigen Tagen ist sie von 10 bis 18 Uhr geöffnet.",
        "Die Bücherei ist montags geschlossen. An den übrigen Tagen ist die Bücherei von 10 bis 18 Uhr geöffnet.",
    ),
    (
        "Wird der Platz nicht innerhalb von zwei Wochen angenommen, wird er anderweitig vergeben.",
        "Der Platz wird anderweitig vergeben, wenn er nicht innerhalb von zwei Wochen angenommen wird.",
    ),
    (
        "Wird der Platz nicht innerhalb von zwei Wochen angenommen, wird er anderweitig vergeben.",
        "Nehmen Sie den Platz nicht innerhalb von zwei Wochen an, wird er anderweitig vergeben.",
    ),
    (
        "Die Veranstalterin hat die Veranstaltung mindestens vier Wochen vor Beginn anzuzeigen.",
        "Die Veranstalterin muss die Veranstaltung mindestens vier Wochen vor Beginn anzeigen.",
    ),
    (
        "Die Veranstalterin hat die Veranstaltung mindestens vier Wochen vor Beginn anzuzeigen.",
        "Die Veranstaltung ist von der Veranstalterin mindestens vier Wochen vor Beginn anzuzeigen.",
    ),
    (
        "Der Hausmeister übergibt den Schlüssel nach Unterzeichnung des Vertrags.",
        "Der Schlüssel wird nach Unterzeichnung des Vertrags vom Hausmeister übergeben.",
    ),
    (
        "Der Hausmeister übergibt den Schlüssel nach Unterzeichnung des Vertrags.",
        "Der Hausmeister übergibt den Schlüssel, nachdem der Vertrag unterzeichnet wurde.",
    ),
    (
        "Der Hausmeister übergibt den Schlüssel nach Unterzeichnung des Vertrags.",
        "Nachdem der Vertrag unterzeichnet worden ist, übergibt der Hausmeister den Schlüssel.",
    ),
    (
        "Vor Beginn der Arbeiten ist die Genehmigung einzuholen.",
        "Bevor die Arbeiten beginnen, muss die Genehmigung eingeholt werden.",
    ),
    (
        "Vor Beginn der Arbeiten ist die Genehmigung einzuholen.",
        "Holen Sie die Genehmigung ein, bevor die Arbeiten beginnen.",
    ),
    (
        "Die Auszahlung des Zuschusses erfolgt zum Monatsende.",
        "Der Zuschuss wird zum Monatsende ausgezahlt.",
    ),
    (
        "Eine Erstattung der Gebühr ist ausgeschlossen.",
        "Die Gebühr kann nicht erstattet werden.",
    ),
    (
        "Eine Erstattung der Gebühr erfolgt nicht.",
        "Die Gebühr wird nicht erstattet.",
    ),
    (
        "Das Mitführen von Hunden ist untersagt.",
        "Hunde dürfen nicht mitgeführt werden.",
    ),
    (
        "Das Mitführen von Hunden ist untersagt.",
        "Sie dürfen keine Hunde mitführen.",
    ),
    (
        "Das Abstellen von Fahrrädern im Hausflur ist nicht erlaubt.",
        "Fahrräder dürfen im Hausflur nicht abgestellt werden.",
    ),
    (
        "Das Abstellen von Fahrrädern im Hausflur ist nicht erlaubt.",
        "Stellen Sie keine Fahrräder im Hausflur ab.",
    ),
    (
        "Von der Gebühr befreit sind Schwerbehinderte.",
        "Schwerbehinderte sind von der Gebühr befreit.",
    ),
    (
        "Mitzubringen sind:\n- der Personalausweis\n- ein Passfoto",
        "Bringen Sie den Personalausweis und ein Passfoto mit.",
    ),
    (
        "Dem Antrag sind der Lageplan, die Baubeschreibung und die Vollmacht beizufügen.",
        "Fügen Sie dem Antrag bei:\n- den Lageplan\n- die Baubeschreibung\n- die Vollmacht",
    ),
    (
        "Gefördert werden Vereine, Schulen und Kindergärten.",
        "Gefördert werden:\n- Vereine\n- Schulen\n- Kindergärten",
    ),
    (
        "Anträge können schriftlich, per E-Mail oder persönlich gestellt werden.",
        "Sie können Anträge schriftlich, per E-Mail oder persönlich stellen.",
    ),
    (
        "Die Erlaubnis muss vor Beginn der Nutzung vorliegen.",
        "Vor Beginn der Nutzung muss die Erlaubnis vorliegen.",
    ),
    (
        "Der Eigentümer darf den Baum nur mit Genehmigung der Stadt fällen.",
        "Den Baum darf der Eigentümer nur mit Genehmigung der Stadt fällen.",
    ),
    (
        "Der Eigentümer darf den Baum nur mit Genehmigung der Stadt fällen.",
        "Der Baum darf vom Eigentümer nur mit Genehmigung der Stadt gefällt werden.",
    ),
    (
        "Ausnahmen kann der Bürgermeister zulassen.",
        "Der Bürgermeister kann Ausnahmen zulassen.",
    ),
    (
        "Die Kosten trägt der Antragsteller.",
        "Der Antragsteller muss die Kosten tragen.",
    ),
    (
        "Die Kosten trägt der Antragsteller.",
        "Die Kosten werden vom Antragsteller getragen.",
    ),
    (
        "Der Bescheid ist vier Wochen gültig.",
        "Der Bescheid gilt vier Wochen.",
    ),
    (
        "Das Ticket ist zwei Stunden gültig.",
        "Das Ticket gilt zwei Stunden lang.",
    ),
    (
        "Eltern haben die Möglichkeit, eine Ermäßigung zu beantragen.",
        "Eltern können eine Ermäßigung beantragen.",
    ),
    (
        "Es besteht die Möglichkeit, den Beitrag in Raten zu zahlen.",
        "Der Beitrag kann in Raten gezahlt werden.",
    ),
    (
        "Es besteht die Möglichkeit, den Beitrag in Raten zu zahlen.",
        "Sie können den Beitrag in Raten zahlen.",
    ),
    (
        "Sie sind verpflichtet, den Umzug zu melden.",
        "Sie müssen den Umzug melden.",
    ),
    (
        "Es ist erforderlich, den Umzug zu melden.",
        "Sie müssen den Umzug melden.",
    ),
    (
        "Es ist möglich, den Termin online zu buchen.",
        "Sie können den Termin online buchen.",
    ),
    (
        "Es wird empfohlen, frühzeitig zu buchen.",
        "Wir empfehlen, frühzeitig zu buchen.",
    ),
    (
        "Für Anwohner gilt das Verbot nicht.",
        "Das Verbot gilt nicht für Anwohner.",
    ),
]


@pytest.mark.parametrize(("before", "rewrite"), FAITHFUL)
def test_another_wording_is_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)
