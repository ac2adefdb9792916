"""Free but faithful rewrites are to be compared and not accused; what is surely lost is."""

import pytest

from apps.simplify.checks.certainty.certain_losses import LONGEST_WEIGHED
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.checks.rewrite_safety import RewriteLevel
from apps.simplify.rewriting.check_and_repair import RepairCandidate, checked_candidate
from apps.simplify.text.sentences import split_sentences

WORDS = ProtectedWords.of([("Pflegebedürftige", []), ("Auszubildende", []), ("Kaution", [])])

FAITHFUL_AND_DAMAGED = {
    "a denial for each half of a sentence": (
        "Für Fahrräder oder Roller bedarf es keiner Genehmigung.",
        "Für Fahrräder brauchen Sie keine Genehmigung. Auch für Roller ist keine Genehmigung nötig.",
        "Für Fahrräder brauchen Sie eine Genehmigung. Auch für Roller ist eine Genehmigung nötig.",
    ),
    "only if": (
        "Der Saal darf nur vermietet werden, wenn der Verein eine Haftpflichtversicherung nachweist.",
        "Weist Ihr Verein eine Haftpflichtversicherung nach, können Sie den Saal mieten.",
        "Sie können den Saal mieten.",
    ),
    "if told as only if": (
        "Die Versammlung ist beschlussfähig, wenn zehn Mitglieder anwesend sind.",
        "Die Versammlung kann nur beschließen, wenn 10 Mitglieder da sind.",
        "Die Versammlung kann nur beschließen, wenn 9 Mitglieder da sind.",
    ),
    "a day is no number": (
        "Fällt das Ende der Frist auf Feiertage, läuft sie am nächsten Werktag ab.",
        "Endet Ihre Frist an einem Feiertag? Dann endet sie erst am nächsten Werktag.",
        "Endet Ihre Frist an einem Feiertag? Dann endet sie erst 2 Werktage später.",
    ),
    "conditions are counted": (
        "Der Zuschuss wird gezahlt, wenn das Kind im Haushalt lebt und kein Unterhalt geleistet wird.",
        "Für den Zuschuss gelten zwei Bedingungen: Das Kind lebt in Ihrem Haushalt. Und niemand zahlt Unterhalt.",
        "Für den Zuschuss gilt eine Bedingung: Das Kind lebt in Ihrem Haushalt.",
    ),
    "another case of a protected word": (
        "Den Auszubildenden wird ein Laptop zur Verfügung gestellt.",
        "Als Auszubildender bekommen Sie von uns einen Laptop.",
        "Als Schüler bekommen wir einen Laptop.",
    ),
    "a person who is addressed": (
        "Pflegebedürftige haben Anspruch auf Beratung.",
        "Sie können sich beraten lassen. Darauf haben Sie einen Anspruch.",
        "Niemand hat Anspruch auf Beratung.",
    ),
    "a condition that begins with its verb": (
        "Wird das Kind ohne rechtzeitige Abmeldung aus der Kita genommen, so ist der Beitrag weiter zu entrichten.",
        "Nehmen Sie Ihr Kind aus der Kita, ohne es rechtzeitig abzumelden, müssen Sie den Beitrag weiter zahlen.",
        "Sie müssen den Beitrag weiter zahlen.",
    ),
    "a range": (
        "Das Bußgeld beträgt je nach Schwere 50 bis 200 Euro.",
        "Das Bußgeld liegt zwischen 50 und 200 Euro. Das hängt von der Schwere ab.",
        "Das Bußgeld liegt zwischen 50 und 300 Euro. Das hängt von der Schwere ab.",
    ),
    "what is cancelled": (
        "Bei Sturm entfallen sämtliche Führungen im Park.",
        "Ist es stürmisch, fallen alle Führungen im Park aus.",
        "Ist es stürmisch, gibt es alle Führungen im Park für 5 Euro.",
    ),
    "who does it": (
        "Die Auszahlung der Beihilfe erfolgt durch das LASV.",
        "Das Geld zahlt Ihnen das LASV.",
        "Das Geld bekommen Sie bar.",
    ),
    "the same time in another unit": (
        "Nach Ablauf von zwölf Monaten ist ein neuer Antrag zu stellen.",
        "Stellen Sie nach einem Jahr einen neuen Antrag.",
        "Stellen Sie nach zwei Jahren einen neuen Antrag.",
    ),
    "a limit in the same direction": (
        "Die Kündigung wird frühestens nach drei Monaten wirksam.",
        "Bis Ihre Kündigung gilt, dauert es mindestens drei Monate.",
        "Bis Ihre Kündigung gilt, dauert es höchstens drei Monate.",
    ),
    "what must not be told by what must be": (
        "Kinder dürfen das Becken nicht ohne Begleitung benutzen.",
        "Kinder müssen im Becken eine Begleitung haben.",
        "Kinder dürfen das Becken benutzen.",
    ),
}


def candidate(before: str, after: str) -> RepairCandidate:
    return checked_candidate(split_sentences(before), split_sentences(after), WORDS)


@pytest.mark.parametrize(("before", "after", "_damaged"), FAITHFUL_AND_DAMAGED.values(), ids=FAITHFUL_AND_DAMAGED)
def test_a_faithful_rewrite_in_other_words_is_not_accused(before: str, after: str, _damaged: str) -> None:
    found = candidate(before, after)
    assert found.violations == ()
    assert found.assessment.level is RewriteLevel.DERIVED or found.assessment.differences


@pytest.mark.parametrize(("before", "_faithful", "after"), FAITHFUL_AND_DAMAGED.values(), ids=FAITHFUL_AND_DAMAGED)
def test_its_damaged_counterpart_is_accused(before: str, _faithful: str, after: str) -> None:
    assert candidate(before, after).violations


DROPPED = {
    "a sentence": (
        "Will der Pächter Bäume fällen, so hat er dies dem Verein zu melden. Fällt der Pächter Bäume ohne Meldung, so"
        " trägt er sämtliche Aufwendungen für die gleichwertige Ersatzpflanzung.",
        "Wollen Sie als Pächter Bäume fällen, müssen Sie das dem Verein melden.",
    ),
    "a condition beside another one": (
        "Der Ausweis ist kostenlos, wenn eine besondere Härte glaubhaft gemacht wird. Er gilt nur mit Lichtbild.",
        "Den Ausweis bekommen Sie ohne Kosten. Er gilt nur, wenn ein Lichtbild darauf ist.",
    ),
    "one of both who must agree": (
        "Der Umzug in ein anderes Heim ist möglich, wenn der Bewohner und das Sozialamt zustimmen.",
        "Sie können in ein anderes Heim umziehen, wenn Sie zustimmen.",
    ),
    "what nur names": (
        "Mitglieder können nur durch eingeschriebenen Brief austreten; mündlich ist ein Austritt ausgeschlossen.",
        "Als Mitglied können Sie nicht mündlich austreten.",
    ),
    "one of three ways": (
        "Anträge können Sie per Telefon oder über unser Bürgerportal stellen oder im Rathaus abgeben.",
        "Anträge können Sie per Telefon stellen oder im Rathaus abgeben.",
    ),
    "soll": (
        "Die Einladung soll die Tagesordnung enthalten, damit sich alle Mitglieder gut vorbereiten können.",
        "In der Einladung muss die Tagesordnung stehen. So können sich alle gut vorbereiten.",
    ),
}


@pytest.mark.parametrize(("before", "after"), DROPPED.values(), ids=DROPPED)
def test_parts_that_are_gone_are_accused(before: str, after: str) -> None:
    assert candidate(before, after).violations


def test_a_rewrite_that_only_leaves_out_words_is_weighed_by_them() -> None:
    before = "Die als Depot genutzten Räume dürfen nur von den benannten Personen und nur am Tag betreten werden."
    assert candidate(before, before.replace("dürfen nur", "dürfen")).violations
    assert candidate(before, before.replace(" und nur am Tag", "")).violations


def test_of_a_text_that_is_too_long_to_weigh_all_counts() -> None:
    before, after, _damaged = FAITHFUL_AND_DAMAGED["what is cancelled"]
    filler = "\nDie Satzung gilt für alle Grundstücke der Gemeinde." * (LONGEST_WEIGHED // 40)
    assert candidate(before + filler, after + filler).violations
