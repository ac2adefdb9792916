"""K12: what a text makes depend on something, and what it excepts or restricts, stays so in the text people get."""

import pytest

from tests.ancestors.klartext.rewriting_server import rewritten_by
from tests.fakes.openai_server import FakeOpenAIServer
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
