"""Attributes, lists and relative clauses inside of other clauses, told elsewhere; with lies that lie close to each."""

import pytest

from apps.text.entailment import Level, derive

HALL = (
    "Die Halle ist auch während der Messe, bei Umbauten, vorübergehendem Leerstand und bis zum Verkauf voll zu heizen."
)
HARM = (
    "Der Verein haftet nicht für Schäden, "
    "die durch Benutzung der Boote, ihrer Ruder und Segel oder durch Gäste entstehen."
)
CARE = "Besteht in der Wohnung ein Anschluss, der nicht gemeldet ist, so kann dies auf Antrag vermerkt werden."
TRUE = [
    ("one of several cases", HALL, "Auch bei Umbauten ist die Halle voll zu heizen."),
    ("a case without its preposition", HALL, "Auch bei vorübergehendem Leerstand ist die Halle voll zu heizen."),
    (
        "what follows left out",
        "Der Antrag ist daher bis Freitag abzugeben.",
        "Der Antrag ist bis Freitag abzugeben.",
    ),
    (
        "a list in a relative clause",
        HARM,
        "Für Schäden, die durch Benutzung der Boote, ihrer Ruder und Segel oder durch Gäste entstehen, "
        "haftet der Verein nicht.",
    ),
    (
        "a list with articles in a condition",
        "Der Beschluss gilt nicht, wenn die Regeln über die Ladung, die Wahl oder die Abstimmung verletzt worden sind.",
        "Sind die Regeln über die Ladung, die Wahl oder die Abstimmung verletzt worden, gilt der Beschluss nicht.",
    ),
    (
        "two verbs of a relative clause",
        "Personen, die keinen Lohn erhalten und den Garten pflegen, zahlen keine Miete.",
        "Keine Miete zahlen Personen, die keinen Lohn erhalten und den Garten pflegen.",
    ),
    (
        "a main clause behind a semicolon",
        "Der Einspruch kann nur binnen einer Woche erhoben werden; die Frist beginnt, sobald der Brief eingeht.",
        "Der Einspruch kann nur binnen einer Woche erhoben werden. Die Frist beginnt, sobald der Brief eingeht.",
    ),
    (
        "a participle before zu",
        "Die Mieter sind verpflichtet, die im Vertrag genannten Geräte zu reinigen.",
        "Die Mieter müssen die im Vertrag genannten Geräte reinigen.",
    ),
    (
        "a relative clause before zu",
        "Die Mieter sind verpflichtet, die Geräte, die im Vertrag genannt sind, zu reinigen.",
        "Die Mieter müssen die Geräte reinigen, die im Vertrag genannt sind.",
    ),
    (
        "needs of anybody",
        "Wer ein Zelt aufstellen will, bedarf der Erlaubnis des Amtes.",
        "Wer ein Zelt aufstellen will, braucht die Erlaubnis des Amtes.",
    ),
    (
        "two participles under müssen",
        "Alte Plakate sind von den Wänden zu entfernen und in den Hof zu bringen.",
        "Alte Plakate müssen von den Wänden entfernt und in den Hof gebracht werden.",
    ),
    (
        "any of them behind a time",
        "Eine auf Probe erteilte Zulassung kann vor Ablauf der Probe widerrufen werden.",
        "Vor Ablauf der Probe kann eine auf Probe erteilte Zulassung widerrufen werden.",
    ),
    (
        "als with a participle",
        "Ein Brief, der per Bote geschickt wird, gilt am zweiten Tag nach der Abgabe als bekannt gegeben.",
        "Am zweiten Tag nach der Abgabe gilt ein Brief, der per Bote geschickt wird, als bekannt gegeben.",
    ),
    (
        "wahr as a particle",
        "Die Aufgaben werden vom Leiter wahrgenommen.",
        "Der Leiter nimmt die Aufgaben wahr.",
    ),
    (
        "a condition and its relative clause",
        CARE,
        "Wenn in der Wohnung ein Anschluss besteht, der nicht gemeldet ist, kann dies auf Antrag vermerkt werden.",
    ),
    (
        "jeweils",
        "Für die Abrechnung wird jeweils der Weg zwischen Wohnort und Büro gemessen.",
        "Der Weg zwischen Wohnort und Büro wird jeweils für die Abrechnung gemessen.",
    ),
]


@pytest.mark.parametrize(("quote", "claim"), [case[1:] for case in TRUE], ids=[case[0] for case in TRUE])
def test_it_is_proved(quote: str, claim: str) -> None:
    found = derive(claim, [quote])
    assert found.proved, str(found)


LIES = [
    (HALL, "Die Halle ist nur während der Messe voll zu heizen."),
    (HALL, "Auch bei Umbauten ist die Halle nicht voll zu heizen."),
    (HALL, "Auch bei Umbauten ist die Halle zu heizen."),
    (HALL, "Auch nach dem Verkauf ist die Halle voll zu heizen."),
    (
        "Die Halle ist nicht auch während der Messe, bei Umbauten und bis zum Verkauf zu heizen.",
        "Auch bei Umbauten ist die Halle zu heizen.",
    ),
    (
        "Die Halle ist nur während der Messe, bei Umbauten und bis zum Verkauf zu heizen.",
        "Nur bei Umbauten ist die Halle zu heizen.",
    ),
    (HARM, "Der Verein haftet nicht für Schäden, die durch Gäste der Boote entstehen."),
    (HARM, "Der Verein haftet nicht für Schäden."),
    (
        HARM,
        HARM.replace("nicht ", ""),
    ),
    (
        "Der Beschluss gilt nicht, wenn die Regeln über die Ladung, die Wahl oder die Abstimmung verletzt worden sind.",
        "Sind die Regeln über die Wahl, die Ladung und die Abstimmung verletzt worden, gilt der Beschluss nicht.",
    ),
    (
        "Der Beschluss gilt nicht, wenn die Regeln über die Ladung, die Wahl und die Abstimmung verletzt worden sind.",
        "Sind die Regeln über die Ladung verletzt worden, gilt der Beschluss nicht.",
    ),
    (
        "Personen, die keinen Lohn erhalten und den Garten pflegen, zahlen keine Miete.",
        "Keine Miete zahlen Personen, die den Garten pflegen.",
    ),
    (
        "Der Einspruch kann nur binnen einer Woche erhoben werden; die Frist beginnt, sobald der Brief eingeht.",
        "Der Einspruch kann nur binnen einer Woche erhoben werden, sobald der Brief eingeht.",
    ),
    (
        "Die Mieter sind verpflichtet, die im Vertrag genannten Geräte zu reinigen.",
        "Die Mieter müssen die Geräte reinigen.",
    ),
    (
        "Die Mieter sind verpflichtet, die Geräte, die im Vertrag genannt sind, zu reinigen.",
        "Die Mieter müssen die Geräte reinigen, die im Vertrag nicht genannt sind.",
    ),
    (
        "Wer ein Zelt aufstellen will, bedarf der Erlaubnis des Amtes.",
        "Wer ein Zelt aufstellen will, braucht keine Erlaubnis des Amtes.",
    ),
    (
        "Alte Plakate sind von den Wänden zu entfernen und in den Hof zu bringen.",
        "Alte Plakate müssen in den Hof entfernt und von den Wänden gebracht werden.",
    ),
    (
        "Alte Plakate müssen entfernt oder in den Hof gebracht werden.",
        "Alte Plakate müssen in den Hof gebracht werden.",
    ),
    (
        "Im Rathaus wird ein Raum, der geheizt wird, vermietet.",
        "Wenn ein Raum geheizt wird, wird er im Rathaus vermietet.",
    ),
    (
        "Vor Beginn der Probe ist ein Raum, der geheizt ist, im Haus.",
        "Wenn ein Raum geheizt ist, ist er vor Beginn der Probe im Haus.",
    ),
    ("Die Aussage gilt als wahr.", "Die Aussage ist wahr."),
    (CARE, "Wenn in der Wohnung ein Anschluss besteht, kann dies auf Antrag vermerkt werden."),
    (CARE, "Wenn in der Wohnung ein Anschluss besteht, der gemeldet ist, kann dies auf Antrag vermerkt werden."),
]


@pytest.mark.parametrize(("quote", "claim"), LIES)
def test_a_lie_close_to_it_is_not(quote: str, claim: str) -> None:
    assert not derive(claim, [quote]).proved


def test_an_attribute_that_stands_in_front_accuses_nobody() -> None:
    quote = "Die Helfer sollen die für ihr Amt erforderliche Ruhe und Geduld besitzen."
    claim = "Die für ihr Amt erforderliche Ruhe und Geduld sollen die Helfer besitzen."
    assert derive(claim, [quote]).level is not Level.CONTRADICTED
