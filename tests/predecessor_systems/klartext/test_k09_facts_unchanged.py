"""K09: numbers, dates, §, e-mail, IBAN, salutation and form of address are the same in the text that people get.

Each case is a sentence as offices write it, a faithful rewrite, and a rewrite in which one fact is another. Faithful
ones arrive as they are; of a changed fact nothing arrives, and it is named.
"""

import pytest

from tests.fakes.openai_server import FakeOpenAIServer
from tests.predecessor_systems.klartext.rewriting_server import rewritten_by
from tests.simplify.conftest import served_models, shipped_rows

__all__ = ["served_models", "shipped_rows"]

pytestmark = pytest.mark.django_db

CASES = [
    # (what it is, before, faithful, with another fact, the fact that is wrong there)
    (
        "amount",
        "Für die Ausstellung eines Ersatzdokuments werden 12,50 EUR erhoben.",
        "Ein Ersatzdokument kostet 12,50 Euro.",
        "Ein Ersatzdokument kostet 21,50 Euro.",
        "21,50",
    ),
    (
        "thousands",
        "Die Zuwendung ist auf 1.250.000 Euro begrenzt.",
        "Sie bekommen höchstens 1.250.000 Euro.",
        "Sie bekommen höchstens 125.000 Euro.",
        " 125.000",
    ),
    (
        "number in words",
        "Es sind zwölf Monatsraten zu leisten.",
        "Sie zahlen zwölf Raten, jeden Monat eine.",
        "Sie zahlen zwanzig Raten, jeden Monat eine.",
        "zwanzig",
    ),
    (
        "share",
        "Der Eigenanteil beträgt drei Viertel der Aufwendungen.",
        "Sie zahlen drei Viertel der Kosten selbst.",
        "Sie zahlen ein Viertel der Kosten selbst.",
        "ein Viertel",
    ),
    (
        "percent",
        "Die Verzugszinsen belaufen sich auf 0,5 Prozent je Monat.",
        "Bei Verzug zahlen Sie 0,5 Prozent Zinsen im Monat.",
        "Bei Verzug zahlen Sie 5 Prozent Zinsen im Monat.",
        "Sie 5 Prozent",
    ),
    (
        "age",
        "Kinder unter 6 Jahren sind von der Entrichtung befreit.",
        "Kinder unter 6 Jahren zahlen nichts.",
        "Kinder unter 16 Jahren zahlen nichts.",
        "16 Jahren",
    ),
    (
        "day of the month",
        "Die Unterlagen müssen bis zum 07.11.2025 vorliegen.",
        "Wir brauchen Ihre Unterlagen bis zum 7. November 2025.",
        "Wir brauchen Ihre Unterlagen bis zum 11. Juli 2025.",
        "11. Juli",
    ),
    (
        "year",
        "Die Befreiung gilt letztmalig für das Kalenderjahr 2027.",
        "Die Befreiung gilt zum letzten Mal im Jahr 2027.",
        "Die Befreiung gilt zum letzten Mal im Jahr 2028.",
        "2028",
    ),
    (
        "month",
        "Anträge werden ausschließlich im Februar entgegengenommen.",
        "Sie können den Antrag nur im Februar stellen.",
        "Sie können den Antrag nur im Januar stellen.",
        "Januar",
    ),
    (
        "weekday",
        "Die Ausgabestelle ist dienstags von 14:00 bis 17:30 Uhr geöffnet.",
        "Die Ausgabestelle ist am Dienstag offen, von 14:00 bis 17:30 Uhr.",
        "Die Ausgabestelle ist am Donnerstag offen, von 14:00 bis 17:30 Uhr.",
        "Donnerstag",
    ),
    (
        "time of day",
        "Einlass wird ab 8.15 Uhr gewährt.",
        "Sie dürfen ab 8.15 Uhr hinein.",
        "Sie dürfen ab 9.15 Uhr hinein.",
        "9.15",
    ),
    (
        "paragraph",
        "Rechtsgrundlage hierfür ist § 44a Abs. 3 Satz 2 SGB II.",
        "Das steht in § 44a Abs. 3 Satz 2 SGB II.",
        "Das steht in § 44b Abs. 3 Satz 2 SGB II.",
        "44b",
    ),
    (
        "sentence of a paragraph",
        "Maßgeblich ist Art. 6 Abs. 1 Buchst. e DSGVO.",
        "Dafür gilt Art. 6 Abs. 1 Buchst. e DSGVO.",
        "Dafür gilt Art. 6 Abs. 1 Buchst. f DSGVO.",
        "Buchst. f",
    ),
    (
        "law",
        "Nach § 20 VwVfG sind befangene Personen ausgeschlossen.",
        "Befangene Personen dürfen nicht mitwirken. Das steht in § 20 VwVfG.",
        "Befangene Personen dürfen nicht mitwirken. Das steht in § 20 VwGO.",
        "VwGO",
    ),
    (
        "e-mail",
        "Rückfragen richten Sie bitte an wohnhilfe@kreis-musterau.example.",
        "Haben Sie Fragen? Schreiben Sie an wohnhilfe@kreis-musterau.example.",
        "Haben Sie Fragen? Schreiben Sie an wohngeld@kreis-musterau.example.",
        "wohngeld@",
    ),
    (
        "telephone",
        "Für Auskünfte steht Ihnen die Rufnummer 04321 998-140 zur Verfügung.",
        "Rufen Sie bei Fragen an: 04321 998-140.",
        "Rufen Sie bei Fragen an: 04321 998-104.",
        "998-104",
    ),
    (
        "IBAN",
        "Der Betrag ist auf das Konto DE89 3704 0044 0532 0130 00 zu überweisen.",
        "Überweisen Sie den Betrag auf das Konto DE89 3704 0044 0532 0130 00.",
        "Überweisen Sie den Betrag auf das Konto DE89 3704 0044 0532 0310 00.",
        "0310 00",
    ),
    (
        "web address",
        "Das Formular kann unter www.musterau.example/formulare/107 heruntergeladen werden.",
        "Das Formular finden Sie unter www.musterau.example/formulare/107.",
        "Das Formular finden Sie unter www.musterau.example/formulare/701.",
        "701",
    ),
    (
        "file number",
        "Bei Zahlungen ist das Kassenzeichen 5.0815.004711-3 anzugeben.",
        "Geben Sie bei der Zahlung das Kassenzeichen 5.0815.004711-3 an.",
        "Geben Sie bei der Zahlung das Kassenzeichen 5.0815.004117-3 an.",
        "004117",
    ),
    (
        "postcode",
        "Die Einsendung erfolgt an das Kreishaus, Amselweg 4, 99999 Musterau.",
        "Senden Sie die Unterlagen an: Kreishaus, Amselweg 4, 99999 Musterau.",
        "Senden Sie die Unterlagen an: Kreishaus, Amselweg 40, 99999 Musterau.",
        "Amselweg 40",
    ),
    (
        "unit",
        "Je angefangene Woche fällt ein Säumniszuschlag von 5 Euro an.",
        "Für jede angefangene Woche zahlen Sie 5 Euro Zuschlag.",
        "Für jeden angefangenen Tag zahlen Sie 5 Euro Zuschlag.",
        "Tag",
    ),
    (
        "number left out",
        "Beizufügen sind 2 Lichtbilder und 3 Verdienstnachweise.",
        "Legen Sie 2 Fotos und 3 Nachweise über Ihren Verdienst bei.",
        "Legen Sie 2 Fotos und Nachweise über Ihren Verdienst bei.",
        "Fotos und Nachweise",
    ),
    (
        "number made up",
        "Die Bearbeitung nimmt einige Zeit in Anspruch.",
        "Die Bearbeitung dauert einige Zeit.",
        "Die Bearbeitung dauert 6 Wochen.",
        "6 Wochen",
    ),
    (
        "du for Sie",
        "Sie haben Ihre Mitwirkungspflichten verletzt.",
        "Sie haben nicht mitgewirkt. Dazu waren Sie verpflichtet.",
        "Du hast nicht mitgewirkt. Dazu warst du verpflichtet.",
        "Du hast",
    ),
    (
        "Sie for du",
        "Bring bitte deinen Schülerausweis zur Anmeldung mit.",
        "Bring deinen Schülerausweis zur Anmeldung mit.",
        "Bringen Sie Ihren Schülerausweis zur Anmeldung mit.",
        "Bringen Sie",
    ),
    (
        "end of the quarter",
        "Die Meldefrist läuft bis zum Quartalsende.",
        "Sie können sich bis zum Ende des Quartals melden.",
        "Sie können sich bis zum Monatsende melden.",
        "Monatsende",
    ),
    (
        "half of the day",
        "Die Ausgabe erfolgt am Vormittag.",
        "Sie bekommen die Karten am Vormittag.",
        "Sie bekommen die Karten am Nachmittag.",
        "Nachmittag",
    ),
    (
        "holidays",
        "Das Freibad ist während der Sommerferien geöffnet.",
        "Das Freibad ist in den Sommerferien offen.",
        "Das Freibad ist in den Winterferien offen.",
        "Winterferien",
    ),
    (
        "telephone for questions",
        "Für Nachfragen erreichen Sie uns unter 05131 77-220.",
        "Haben Sie Fragen? Rufen Sie an: 05131 77-220.",
        "Haben Sie Fragen? Rufen Sie an: 05131 77-202.",
        "77-202",
    ),
    (
        "every week",
        "Der Abschlag wird wöchentlich ausgezahlt.",
        "Sie bekommen den Abschlag jede Woche.",
        "Sie bekommen den Abschlag jeden Monat.",
        "Monat",
    ),
    (
        "every year",
        "Anträge sind jährlich neu zu stellen.",
        "Stellen Sie den Antrag jedes Jahr neu.",
        "Stellen Sie den Antrag jeden Monat neu.",
        "Monat",
    ),
    (
        "in the year",
        "Die Räumung erfolgt im Laufe des Kalenderjahres.",
        "Wir räumen im Lauf des Jahres.",
        "Wir räumen im Lauf der Woche.",
        "Woche",
    ),
    (
        "season",
        "Die Jahreszeiten bestimmen den Spielplan, im Herbst wird er erneuert.",
        "Der Spielplan richtet sich nach den Jahreszeiten. Er wird im Herbst erneuert.",
        "Der Spielplan richtet sich nach den Jahreszeiten. Er wird im Frühling erneuert.",
        "Frühling",
    ),
]


@pytest.mark.parametrize(
    ("before", "faithful"), [(case[1], case[2]) for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_faithful_rewrite_arrives_as_it_is(served_models: FakeOpenAIServer, before: str, faithful: str) -> None:
    result = rewritten_by(served_models, lambda _text: faithful)(before)
    assert (result["text"], result["violations"]) == (faithful, [])


@pytest.mark.parametrize(
    ("before", "damaged", "wrong"), [case[1:2] + case[3:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_another_fact_never_arrives_and_is_named(
    served_models: FakeOpenAIServer, before: str, damaged: str, wrong: str
) -> None:
    assert wrong in damaged
    result = rewritten_by(served_models, lambda _text: damaged)(before)
    assert wrong not in result["text"]
    assert result["violations"]


LETTER = """Sehr geehrte Frau Özdemir-Krüger,

für die Ausstellung eines Ersatzdokuments werden 12,50 EUR erhoben.

Mit freundlichen Grüßen
Im Auftrag
Holger Brandstätter
Tel.: 04321 998-140
"""


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("Sehr geehrte Frau Özdemir-Krüger,", "Hallo,"),
        ("Sehr geehrte Frau Özdemir-Krüger,", "Sehr geehrter Herr Özdemir-Krüger,"),
        ("Mit freundlichen Grüßen", "Liebe Grüße"),
        ("Im Auftrag\n", ""),
        ("Holger Brandstätter", "Ihr Team"),
        ("Tel.: 04321 998-140", "Tel.: 04321 998-141"),
    ],
)
def test_salutation_closing_name_and_contact_stay(served_models: FakeOpenAIServer, line: str, instead: str) -> None:
    def reply(text: str) -> str:
        return text.replace("für die Ausstellung eines Ersatzdokuments werden 12,50 EUR erhoben.",
                            "Ein Ersatzdokument kostet 12,50 Euro.").replace(line, instead)  # fmt: skip

    text = rewritten_by(served_models, reply)(LETTER)["text"]
    assert line.strip() in text
    if instead:
        assert instead not in text.splitlines()
