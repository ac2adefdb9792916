"""K12: what a text makes depend on something, and what it excepts or restricts, stays so in the text people get."""

import pytest

from tests.fakes.openai_server import FakeOpenAIServer
from tests.predecessor_systems.klartext.rewriting_server import rewritten_by
from tests.simplify.conftest import served_models, shipped_rows

__all__ = ["served_models", "shipped_rows"]

pytestmark = pytest.mark.django_db

CASES = [
    # (before, faithful, without the condition or with another one, what shows that)
    (
        "Sofern ein Härtefall vorliegt, kann die Rückforderung erlassen werden.",
        "Wenn ein Härtefall vorliegt, müssen Sie vielleicht nichts zurückzahlen.",
        "Sie müssen vielleicht nichts zurückzahlen.",
        "vielleicht nichts",
    ),
    (
        "Der Zuschuss wird nur gewährt, wenn die Maßnahme noch nicht begonnen wurde.",
        "Sie bekommen den Zuschuss nur, wenn die Maßnahme noch nicht begonnen hat.",
        "Sie bekommen den Zuschuss, auch wenn die Maßnahme begonnen hat.",
        "auch wenn",
    ),
    (
        "Die Nutzung ist gestattet, es sei denn, die Leitung hat sie untersagt.",
        "Sie dürfen die Räume nutzen. Das gilt nicht, wenn die Leitung es verboten hat.",
        "Sie dürfen die Räume nutzen.",
        "Räume nutzen",
    ),
    (
        "Vorbehaltlich der Zustimmung des Kreistages beginnt die Förderung im Mai.",
        "Die Förderung beginnt im Mai, wenn der Kreistag zustimmt.",
        "Die Förderung beginnt im Mai.",
        "Förderung beginnt im Mai.",
    ),
    (
        "Ein Anspruch besteht ausschließlich für Personen mit Hauptwohnsitz im Kreisgebiet.",
        "Den Anspruch haben nur Personen, die ihren Hauptwohnsitz im Kreis haben.",
        "Den Anspruch haben Personen, auch wenn sie keinen Hauptwohnsitz im Kreis haben.",
        "auch wenn sie",
    ),
    (
        "Mit Ausnahme von Assistenzhunden sind Tiere im Gebäude nicht zugelassen.",
        "Tiere dürfen nicht in das Gebäude. Assistenzhunde dürfen hinein.",
        "Tiere dürfen nicht in das Gebäude.",
        "Tiere dürfen nicht",
    ),
    (
        "Soweit Sie Leistungen anderer Träger beziehen, sind diese anzugeben.",
        "Bekommen Sie Leistungen von anderen Stellen? Dann geben Sie das an.",
        "Geben Sie alle Leistungen an.",
        "alle Leistungen",
    ),
    (
        "Bei unvollständigen Angaben wird der Antrag zurückgewiesen.",
        "Fehlen Angaben, weisen wir den Antrag zurück.",
        "Wir weisen den Antrag zurück.",
        "Wir weisen",
    ),
    (
        "Falls die Frist versäumt wird, entfällt die Ermäßigung.",
        "Wenn Sie die Frist verpassen, gibt es keine Ermäßigung.",
        "Es gibt keine Ermäßigung.",
        "Es gibt keine",
    ),
    (
        "Die Kosten werden erstattet, vorausgesetzt, die Belege liegen im Original vor.",
        "Wir erstatten die Kosten, wenn die Belege im Original vorliegen.",
        "Wir erstatten die Kosten. Die Belege liegen im Original vor.",
        "Wir erstatten die Kosten.",
    ),
    (
        "Solange das Verfahren ruht, laufen keine Zinsen auf.",
        "Solange das Verfahren ruht, fallen keine Zinsen an.",
        "Es fallen keine Zinsen an.",
        "Es fallen",
    ),
    (
        "Ohne vorherige Genehmigung darf das Gebäude nicht umgebaut werden.",
        "Sie dürfen das Gebäude nur umbauen, wenn Sie vorher eine Genehmigung haben.",
        "Sie dürfen das Gebäude umbauen.",
        "Gebäude umbauen.",
    ),
    (
        "Erst nach Eingang der Kaution wird der Schlüssel ausgehändigt.",
        "Sie bekommen den Schlüssel erst, wenn die Kaution eingegangen ist.",
        "Sie bekommen den Schlüssel, bevor die Kaution eingegangen ist.",
        "bevor die Kaution",
    ),
    (
        "Die Erlaubnis erlischt, wenn sie nicht binnen zwei Jahren genutzt wird.",
        "Nutzen Sie die Erlaubnis innerhalb von zwei Jahren. Sonst gilt sie nicht mehr.",
        "Die Erlaubnis erlischt, wenn sie binnen zwei Jahren genutzt wird.",
        "wenn sie binnen",
    ),
    (
        "In begründeten Einzelfällen kann hiervon abgewichen werden.",
        "In einzelnen Fällen können wir davon abweichen. Dafür braucht es Gründe.",
        "Wir können immer davon abweichen.",
        "immer davon",
    ),
    (
        "Voraussetzung für die Teilnahme ist der Nachweis einer Impfung.",
        "Sie dürfen nur teilnehmen, wenn Sie eine Impfung nachweisen.",
        "Sie dürfen teilnehmen.",
        "dürfen teilnehmen.",
    ),
    (
        "Außerhalb der Schulferien ist eine Beurlaubung nur bei wichtigem Grund zulässig.",
        "Außerhalb der Schulferien dürfen wir nur beurlauben, wenn es einen wichtigen Grund gibt.",
        "Außerhalb der Schulferien dürfen wir beurlauben.",
        "dürfen wir beurlauben.",
    ),
    (
        "Die Förderung wird nur bewilligt, sofern Eigenmittel nachgewiesen werden.",
        "Sie bekommen die Förderung nur, wenn Sie eigenes Geld nachweisen.",
        "Sie bekommen die Förderung.",
        "Sie bekommen die Förderung.",
    ),
    (
        "Vorbehaltlich verfügbarer Plätze werden auch Gastkinder aufgenommen.",
        "Wenn Plätze frei sind, nehmen wir auch Gastkinder auf.",
        "Wir nehmen auch Gastkinder auf.",
        "Wir nehmen auch Gastkinder auf.",
    ),
    (
        "Ohne gültigen Fahrschein ist die Mitfahrt nicht gestattet.",
        "Sie dürfen nur mit einem gültigen Fahrschein mitfahren.",
        "Sie dürfen mitfahren.",
        "Sie dürfen mitfahren.",
    ),
    (
        "Mit Ausnahme von Rettungsfahrzeugen darf die Gasse nicht befahren werden.",
        "Sie dürfen nicht in die Gasse fahren. Rettungsfahrzeuge dürfen hineinfahren.",
        "Sie dürfen nicht in die Gasse fahren.",
        "Sie dürfen nicht in die Gasse fahren.",
    ),
    (
        "Erst nach Abschluss der Prüfung werden die Unterlagen zurückgesandt.",
        "Sie bekommen Ihre Unterlagen erst zurück, wenn die Prüfung abgeschlossen ist.",
        "Sie bekommen Ihre Unterlagen sofort zurück.",
        "Sie bekommen Ihre Unterlagen sofort zurück.",
    ),
    (
        "Voraussetzung für den Bezug ist ein Wohnsitz im Stadtgebiet.",
        "Sie bekommen die Leistung nur, wenn Sie im Stadtgebiet wohnen.",
        "Sie bekommen die Leistung.",
        "Sie bekommen die Leistung.",
    ),
    (
        "Bei Verlust des Ausweises ist eine Anzeige erforderlich.",
        "Wenn Sie den Ausweis verlieren, müssen Sie das anzeigen.",
        "Sie müssen eine Anzeige machen.",
        "Sie müssen eine Anzeige machen.",
    ),
    (
        "Die Teilnehmerzahl ist auf 25 Personen begrenzt.",
        "Es können höchstens 25 Personen teilnehmen.",
        "Es können mindestens 25 Personen teilnehmen.",
        "Es können mindestens 25 Personen teilnehmen.",
    ),
    (
        "Solange der Einspruch geprüft wird, ist nichts zu zahlen.",
        "Während wir den Einspruch prüfen, müssen Sie nichts zahlen.",
        "Sie müssen nichts zahlen.",
        "Sie müssen nichts zahlen.",
    ),
    (
        "Die Halle steht Vereinen offen, es sei denn, sie wird für die Schule gebraucht.",
        "Vereine dürfen die Halle nutzen. Das gilt nicht, wenn die Schule sie braucht.",
        "Vereine dürfen die Halle nutzen.",
        "Vereine dürfen die Halle nutzen.",
    ),
    (
        "Eine Ratenzahlung ist ausschließlich auf schriftlichen Antrag möglich.",
        "Sie dürfen nur in Raten zahlen, wenn Sie das schriftlich beantragen.",
        "Sie dürfen in Raten zahlen.",
        "Sie dürfen in Raten zahlen.",
    ),
    (
        "Soweit Sie Rente beziehen, legen Sie den Bescheid bei.",
        "Wenn Sie Rente bekommen, legen Sie den Bescheid bei.",
        "Legen Sie den Bescheid bei.",
        "Legen Sie den Bescheid bei.",
    ),
    (
        "Die Gebühr entfällt, sofern das Einkommen unter der Pfändungsgrenze liegt.",
        "Sie zahlen keine Gebühr, wenn Ihr Einkommen unter der Pfändungsgrenze liegt.",
        "Sie zahlen keine Gebühr.",
        "Sie zahlen keine Gebühr.",
    ),
    (
        "Hunde sind an der Leine zu führen, ausgenommen auf der Freilauffläche.",
        "Führen Sie Ihren Hund an der Leine. Nur auf der Freilauffläche darf er ohne Leine laufen.",
        "Führen Sie Ihren Hund an der Leine.",
        "Führen Sie Ihren Hund an der Leine.",
    ),
    (
        "Im Falle einer Verhinderung ist der Termin abzusagen.",
        "Wenn Sie nicht kommen können, sagen Sie den Termin ab.",
        "Sagen Sie den Termin ab.",
        "Sagen Sie den Termin ab.",
    ),
    (
        "Eine Verlängerung der Leihfrist ist nur einmal möglich.",
        "Sie können die Leihfrist nur ein Mal verlängern.",
        "Sie können die Leihfrist verlängern.",
        "Sie können die Leihfrist verlängern.",
    ),
    (
        "Der Stellplatz darf nur von Anwohnern genutzt werden.",
        "Nur wer dort wohnt, darf den Stellplatz nutzen.",
        "Sie dürfen den Stellplatz nutzen.",
        "Sie dürfen den Stellplatz nutzen.",
    ),
    (
        "Sobald der Bescheid rechtskräftig ist, erfolgt die Auszahlung.",
        "Wir zahlen aus, sobald der Bescheid rechtskräftig ist.",
        "Wir zahlen aus.",
        "Wir zahlen aus.",
    ),
    (
        "Die Teilnahme ist Personen unter 16 Jahren nur in Begleitung gestattet.",
        "Sind Sie jünger als 16 Jahre? Dann dürfen Sie nur in Begleitung teilnehmen.",
        "Sind Sie jünger als 16 Jahre? Dann dürfen Sie teilnehmen.",
        "Sind Sie jünger als 16 Jahre? Dann dürfen Sie teilnehmen.",
    ),
    (
        "Ohne Vorlage der Vollmacht können die Unterlagen nicht ausgehändigt werden.",
        "Zeigen Sie die Vollmacht vor. Sonst können wir Ihnen die Unterlagen nicht geben.",
        "Wir können Ihnen die Unterlagen geben.",
        "Wir können Ihnen die Unterlagen geben.",
    ),
    (
        "Die Kosten werden übernommen, soweit sie angemessen sind.",
        "Wir übernehmen die Kosten, soweit sie angemessen sind.",
        "Wir übernehmen die Kosten.",
        "Wir übernehmen die Kosten.",
    ),
    (
        "Unter der Voraussetzung, dass keine Mietschulden bestehen, wird die Bescheinigung ausgestellt.",
        "Sie bekommen die Bescheinigung, wenn Sie keine Mietschulden haben.",
        "Sie bekommen die Bescheinigung.",
        "Sie bekommen die Bescheinigung.",
    ),
    (
        "Abweichend hiervon gilt für Schwerbehinderte eine Frist von sechs Monaten.",
        "Für Menschen mit Schwerbehinderung ist das anders: Sie haben sechs Monate Zeit.",
        "Sie haben sechs Monate Zeit.",
        "Sie haben sechs Monate Zeit.",
    ),
    (
        "Je Haushalt wird höchstens ein Zuschuss gewährt.",
        "Jeder Haushalt bekommt höchstens einen Zuschuss.",
        "Jeder Haushalt bekommt einen Zuschuss.",
        "Jeder Haushalt bekommt einen Zuschuss.",
    ),
    (
        "Der Antrag kann frühestens drei Monate vor Ablauf gestellt werden.",
        "Sie können den Antrag frühestens drei Monate vor dem Ablauf stellen.",
        "Sie können den Antrag drei Monate nach dem Ablauf stellen.",
        "Sie können den Antrag drei Monate nach dem Ablauf stellen.",
    ),
    (
        "Es sind mindestens zwei Zeugen zu benennen.",
        "Nennen Sie mindestens zwei Zeugen.",
        "Nennen Sie höchstens zwei Zeugen.",
        "Nennen Sie höchstens zwei Zeugen.",
    ),
    (
        "Der Anspruch erlischt, es sei denn, Sie haben die Verspätung nicht verschuldet.",
        "Sie verlieren den Anspruch. Das gilt nicht, wenn Sie an der Verspätung keine Schuld haben.",
        "Sie verlieren den Anspruch.",
        "Sie verlieren den Anspruch.",
    ),
    (
        "Bei wiederholtem Verstoß wird der Ausweis eingezogen.",
        "Verstoßen Sie noch einmal dagegen, nehmen wir Ihnen den Ausweis weg.",
        "Wir nehmen Ihnen den Ausweis weg.",
        "Wir nehmen Ihnen den Ausweis weg.",
    ),
    (
        "Wird die Rechnung nicht fristgerecht beglichen, fallen Mahngebühren an.",
        "Zahlen Sie die Rechnung nicht rechtzeitig, müssen Sie Mahngebühren zahlen.",
        "Sie müssen Mahngebühren zahlen.",
        "Sie müssen Mahngebühren zahlen.",
    ),
    (
        "Anspruchsberechtigt sind ausschließlich Alleinerziehende.",
        "Den Anspruch haben nur Menschen, die ihr Kind allein erziehen.",
        "Den Anspruch haben auch Menschen, die ihr Kind nicht allein erziehen.",
        "Den Anspruch haben auch Menschen, die ihr Kind nicht allein erziehen.",
    ),
    (
        "Vorbehaltlich abweichender Regelungen gilt die Hausordnung.",
        "Es gilt die Hausordnung, wenn es keine anderen Regeln gibt.",
        "Es gilt die Hausordnung.",
        "Es gilt die Hausordnung.",
    ),
    (
        "Die Erstattung ist auf die nachgewiesenen Kosten beschränkt.",
        "Wir erstatten nur die Kosten, die Sie nachweisen.",
        "Wir erstatten alle Kosten.",
        "Wir erstatten alle Kosten.",
    ),
    (
        "Für den Fall, dass die Veranstaltung ausfällt, werden die Eintrittsgelder zurückgezahlt.",
        "Fällt die Veranstaltung aus, bekommen Sie Ihr Eintrittsgeld zurück.",
        "Sie bekommen Ihr Eintrittsgeld zurück.",
        "Sie bekommen Ihr Eintrittsgeld zurück.",
    ),
    (
        "Während der Probezeit kann ohne Angabe von Gründen gekündigt werden.",
        "In der Probezeit können Sie kündigen, ohne Gründe zu nennen.",
        "Sie können kündigen, ohne Gründe zu nennen.",
        "Sie können kündigen, ohne Gründe zu nennen.",
    ),
    (
        "Grundsätzlich ist ein Termin erforderlich; in dringenden Fällen kann hierauf verzichtet werden.",
        "In der Regel brauchen Sie einen Termin. Wenn es dringend ist, geht es auch ohne Termin.",
        "Sie brauchen immer einen Termin.",
        "Sie brauchen immer einen Termin.",
    ),
    (
        "Die Ermäßigung gilt nur in Verbindung mit einem gültigen Sozialpass.",
        "Die Ermäßigung bekommen Sie nur mit einem gültigen Sozialpass.",
        "Die Ermäßigung bekommen Sie.",
        "Die Ermäßigung bekommen Sie.",
    ),
    (
        "Eine Rückgabe ist ausgeschlossen, wenn die Verpackung geöffnet wurde.",
        "Haben Sie die Verpackung geöffnet? Dann können Sie die Ware nicht zurückgeben.",
        "Sie können die Ware nicht zurückgeben.",
        "Sie können die Ware nicht zurückgeben.",
    ),
    (
        "Kinder haben freien Eintritt, soweit sie von einem Erwachsenen begleitet werden.",
        "Kinder zahlen keinen Eintritt, wenn ein Erwachsener dabei ist.",
        "Kinder zahlen keinen Eintritt.",
        "Kinder zahlen keinen Eintritt.",
    ),
    (
        "Sofern Sie verhindert sind, ist eine Vertretung zu benennen.",
        "Nennen Sie eine Vertretung, wenn Sie nicht kommen können.",
        "Nennen Sie eine Vertretung.",
        "Nennen Sie eine Vertretung.",
    ),
    (
        "Der Parkplatz darf nur mit Berechtigungsschein benutzt werden.",
        "Sie dürfen den Parkplatz nur mit Berechtigungsschein benutzen.",
        "Sie dürfen den Parkplatz benutzen.",
        "Sie dürfen den Parkplatz benutzen.",
    ),
    (
        "Außer bei Krankheit ist die Teilnahme verpflichtend.",
        "Sie müssen teilnehmen. Nur wenn Sie krank sind, müssen Sie nicht teilnehmen.",
        "Sie müssen teilnehmen.",
        "Sie müssen teilnehmen.",
    ),
    (
        "Für den Fall einer Absage wird die Anzahlung einbehalten.",
        "Sagen Sie ab, behalten wir Ihre Anzahlung.",
        "Wir behalten Ihre Anzahlung.",
        "Wir behalten Ihre Anzahlung.",
    ),
    (
        "Die Beihilfe ist auf sechs Monate befristet.",
        "Sie bekommen die Beihilfe höchstens sechs Monate lang.",
        "Sie bekommen die Beihilfe mindestens sechs Monate lang.",
        "Sie bekommen die Beihilfe mindestens sechs Monate lang.",
    ),
    (
        "Ist der Antrag unvollständig, wird er nicht bearbeitet.",
        "Fehlt etwas in Ihrem Antrag? Dann bearbeiten wir ihn nicht.",
        "Wir bearbeiten Ihren Antrag nicht.",
        "Wir bearbeiten Ihren Antrag nicht.",
    ),
    (
        "Nach Ablauf der Frist eingehende Anträge bleiben unberücksichtigt.",
        "Kommt Ihr Antrag nach dem Ende der Frist an, berücksichtigen wir ihn nicht.",
        "Wir berücksichtigen Ihren Antrag nicht.",
        "Wir berücksichtigen Ihren Antrag nicht.",
    ),
    (
        "Bis auf den Keller wurden sämtliche Räume saniert.",
        "Alle Räume außer dem Keller wurden saniert.",
        "Alle Räume wurden saniert.",
        "Alle Räume wurden saniert.",
    ),
    (
        "Mindestens eine der Bedingungen muss erfüllt sein.",
        "Sie müssen mindestens eine Bedingung erfüllen.",
        "Sie müssen alle Bedingungen erfüllen.",
        "Sie müssen alle Bedingungen erfüllen.",
    ),
    (
        "Vorbehaltlich der Genehmigung wird der Betrag im März ausgezahlt.",
        "Wir zahlen im März, wenn der Betrag genehmigt wird.",
        "Wir zahlen im März.",
        "Wir zahlen im März.",
    ),
    (
        "Widerspruch ist nur innerhalb eines Monats zulässig.",
        "Sie können nur innerhalb von einem Monat Widerspruch einlegen.",
        "Sie können jederzeit Widerspruch einlegen.",
        "Sie können jederzeit Widerspruch einlegen.",
    ),
    (
        "Ohne Termin ist ein Besuch des Archivs nicht möglich.",
        "Machen Sie einen Termin aus. Sonst können Sie das Archiv nicht besuchen.",
        "Sie können das Archiv besuchen.",
        "Sie können das Archiv besuchen.",
    ),
]


@pytest.mark.parametrize(("before", "faithful"), [case[:2] for case in CASES])
def test_a_condition_in_plain_words_arrives_as_it_is(
    served_models: FakeOpenAIServer, before: str, faithful: str
) -> None:
    result = rewritten_by(served_models, lambda _text: faithful)(before)
    assert (result["text"], result["violations"]) == (faithful, [])


@pytest.mark.parametrize(("before", "damaged", "sign"), [(case[0], *case[2:]) for case in CASES])
def test_a_text_that_lost_its_condition_never_arrives(
    served_models: FakeOpenAIServer, before: str, damaged: str, sign: str
) -> None:
    assert sign in damaged
    result = rewritten_by(served_models, lambda _text: damaged)(before)
    assert sign not in result["text"]
    assert result["violations"]
