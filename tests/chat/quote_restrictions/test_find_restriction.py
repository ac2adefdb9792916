"""A page that carries a sentence may restrict it, take it back, or only report it."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource
from tests.processor_time import at_most

SENTENCES = ["Das Freibad ist täglich geöffnet.", "Die Gebühr beträgt 45 Euro.", "Hunde sind an der Leine zu führen."]
RESTRICTED = [
    # A sentence or line before it.
    "Die folgenden Regelungen gelten nur für Kinder unter 6 Jahren. {}",
    "Bis zum 31. Dezember 2022 galt folgende Regelung. {}",
    "Folgende Aussage ist falsch. {}",
    "Haben Sie einen Schwerbehindertenausweis? {}",
    "**Sind Sie Schüler?**\n\n{}",
    "Nur für Mitglieder gilt das Folgende. Antwort: {}",
    "Nehmen wir an, die Satzung wird geändert. {}",
    "Für Anwohner gibt es eine Ausnahme. {}",
    "Bei schlechtem Wetter gilt eine andere Regel. {}",
    "Die SPD-Fraktion beantragte Folgendes. {} Der Antrag wurde abgelehnt.",
    "Stand: 2012, überholt\n\n{}\n\nHerausgeber: Amt",
    "**Abg. Dr. Morsbach (LU):** Frau Präsidentin! {}",
    "Beispiel: Frau Maier besucht uns. {}",
    "- Für Vereine:\n  - {}",
    "Die Stadt probierte zwei Jahre lang etwas Neues aus. {} Es blieb dabei.",
    "April, April! {}",
    "Nur für Mitglieder gilt das Folgende. Wichtig: {}",
    "Frau Uhlig fragt, ob sie das richtig verstehe. {} Der Kämmerer verneint.",
    "> {}",
    # A heading above.
    "## Was andere Städte tun\n\n{}",
    "## Frühere Fassung\n\n{}",
    "## Entwurf\n\n{}",
    "## Häufige Irrtümer\n\n{}",
    "## Gültig bis 31.12.2022\n\n{}",
    "## Gebühren 2022\n\n{}",
    "## Kinder unter 6 Jahren\n\n{}",
    "## Im Winter\n\n{}",
    "## Sind Sie Schüler?\n\n{}",
    "## Leserbrief\n\nIch lebe hier. {}",
    # A note at the foot.
    "{}*\n\nWeitere Auskünfte gibt das Amt.\n\n* Gilt nicht im Winter.",
    "{}*\n\n(*: Gilt nicht im Winter.)",
    "{} (2)\n\n(2: Gilt nicht im Winter.)",
    "{}¹\n\nWeitere Auskünfte gibt das Amt.\n\n¹ außer im Winter",
    "{}[^1]\n\nWeiteres folgt.\n\n[^1]: Nur für Mitglieder.",
    # A sentence behind it, near or far.
    "Stimmt es? {} Nein, das ist falsch.",
    "{} Das ist ein Irrtum.",
    "{} So lautete die alte Fassung.",
    "Der Verband trägt vor. {} Das Ministerium teilt diese Auffassung nicht.",
    "{} Weitere Auskünfte gibt das Amt. Die vorstehende Regelung gilt nur für Vereine.",
    "{} Parkplätze sind vorhanden. Dieses Angebot richtet sich allein an Personen über 65 Jahre.",
    "## § 3 Ort\n\n{}\n\n## § 9 Übergang\n\n§ 3 gilt nicht für Altfälle.",
    "## § 3 Ort\n\n{}\n\n## § 9 Übergang\n\n§ 3 ist aufgehoben.",
    "Diese Fassung ist nicht mehr in Kraft.\n\n{}",
    "Der folgende Text ist ein Entwurf und noch nicht beschlossen.\n\n{}",
    "# Sperrmüll\n\nDiese Meldung ist älter als zwölf Monate.\n\n{}",
    "This guidance was withdrawn on 2 April.\n\n{}",
    "{} Betroffen sind alle Haushalte.\n\nUpdate 18 Uhr: Die Anordnung ist aufgehoben.",
    # Somebody's words, struck ones, a cell of what was.
    "Der Verein trug vor: „Wir öffnen früh. {} Das weiß jeder.“",
    "„Wir öffnen früh. {} Das weiß jeder“, behauptete der Verein.",
    "~~{}~~\n\nDer Rat hat den Satz entfernt.",
    "| Bisherige Fassung | Neue Fassung |\n|---|---|\n| {} | Entfällt. |",
]
ASSERTED = [
    "# Merkblatt\n\n## Öffnungszeiten und Preise\n\n{}",
    "Liebe Bürgerinnen und Bürger. {} Wir freuen uns auf Sie.",
    "## § 4 Gebühren\n\n(1) {}\n\n(2) Das Nähere regelt die Verwaltung.",
    "{}¹\n\n¹ Telefon 0123 4567",
    "{}*\n\n* Beschluss vom 3. Mai 2023",
    "Die Bücherei ist nur samstags geöffnet. {}",
    "{} Das gilt auch im Winter.",
    "Was kostet das? {}",
    "## Was müssen Sie tun?\n\n{}",
    "## Zuständig: Bürgerbüro\n\n{}",
    "Stand: 3. Mai 2023\n\n{}",
    "Die frühere Satzung ist aufgehoben. {}",
    "Es gelten folgende Regeln. {}",
    "Wir haben 2022 „Das Bad für alle“ gegründet. {}",
    "## Auf- und Abbau\n\n{}",
    "## Für alle\n\n{}",
    "# Satzung vom 3. Mai 2020\n\n{}",
    "{} Wenn Sie diese Seite nicht öffnen können, rufen Sie uns bitte an.",
    "(1) Die Satzung gilt ab dem folgenden Monat.\n\n(2) {}",
    "## § 3 Ort\n\n{}\n\n## § 9 Übergang\n\n§ 4 gilt nicht für Altfälle.",
    "| Neue Fassung | Bisherige Fassung |\n|---|---|\n| {} | Keine |",
    "Kurz gesagt: {}",
    "Bisher war das überall anders geregelt. Jetzt gilt einheitlich für alle: {}",
    "{} Daran ändert auch der Umbau nichts.",
    "Wussten Sie schon? {}",
    "Dieses Merkblatt gilt für Hunde, die älter als drei Monate sind.\n\n{}",
    "Dieses Formular ist für Fahrzeuge, die älter als zehn Jahre sind.\n\n{}",
    "{} Betroffen sind alle Haushalte.\n\nUpdate 18 Uhr: Die Anordnung gilt weiter.",
]


def levels(claim: str, page: str, question: str = "") -> list[str]:
    quote = claim.rstrip(".")
    source = NumberedSource(1, 1, "seite.pdf", "", 1, page, PageText(page))
    answer = prove_answer(f'{quote} [1].\n\nBELEGE\n[1] "{quote}"', [source], question=question)
    return [str(sentence.level) for sentence in answer.sentences if sentence.has_words]


@pytest.mark.parametrize("page", RESTRICTED)
def test_what_a_page_restricts_or_takes_back_is_quoted(page: str) -> None:
    assert [levels(sentence, page.format(sentence)) for sentence in SENTENCES] == [["quoted"]] * len(SENTENCES)


@pytest.mark.parametrize("page", ASSERTED)
def test_what_a_page_says_is_proved(page: str) -> None:
    assert [levels(sentence, page.format(sentence)) for sentence in SENTENCES] == [["verbatim"]] * len(SENTENCES)


@pytest.mark.parametrize(
    ("page", "level"),
    [
        ("What follows has effect solely within the park.\n\n{}", "quoted"),
        ("# Members only\n\n{}", "quoted"),
        ("**Section 14 [Repealed]**\n\n{}", "quoted"),
        ("The appellant's case is simple. {} The respondent denies this.", "quoted"),
        ("{}[^2]\n\n[^2]: It ceased to have effect on 5 April 2016.", "quoted"),
        ("Are you a student? {}", "quoted"),
        ("## Fees\n\n{}", "verbatim"),
        ("{}[^2]\n\n[^2]: See also the notes, paragraph 16.", "verbatim"),
        ("{} If you cannot open this document, please call us.", "verbatim"),
        ("The following fees apply. {}", "verbatim"),
    ],
)
def test_pages_in_english(page: str, level: str) -> None:
    sentence = "The pool is open daily."
    assert levels(sentence, page.format(sentence)) == [level]


def test_a_heading_that_the_question_names_restricts_no_more() -> None:
    page = "## Kinder unter 6 Jahren\n\nDer Eintritt ist frei."
    assert levels("Der Eintritt ist frei.", page, "Was kostet es für Kinder unter 6 Jahren?") == ["verbatim"]
    assert levels("Der Eintritt ist frei.", page, "Was kostet es für Kinder?") == ["quoted"]


def test_it_is_proved_where_the_answer_quotes_what_restricts_it() -> None:
    page = "Die folgenden Regelungen gelten nur für Kinder. Der Eintritt ist frei."
    first, second = "Die folgenden Regelungen gelten nur für Kinder", "Der Eintritt ist frei"
    source = NumberedSource(1, 1, "seite.pdf", "", 1, page, PageText(page))
    answer = prove_answer(f'{first} [1]. {second} [1].\n\nBELEGE\n[1] "{first}"\n[1] "{second}"', [source])
    assert [str(one.level) for one in answer.sentences if one.has_words] == ["verbatim", "verbatim"]


def test_a_page_without_paragraphs_holds_up_no_answer() -> None:
    """What stands before each quote is read, and there may be hundreds of thousands of signs of it."""
    sentences = [f"Die Gebühr für Nummer {number} beträgt {number} Euro." for number in range(100, 140)]
    page = "Wort. " * 50_000 + " ".join(sentences)
    source = NumberedSource(1, 1, "seite.pdf", "", 1, page, PageText(page))
    told = " ".join(f"{sentence[:-1]} [1]." for sentence in sentences)
    quotes = "\n".join(f'[1] "{sentence}"' for sentence in sentences)
    with at_most(4):
        prove_answer(f"{told}\n\nBELEGE\n{quotes}", [source])


@pytest.mark.parametrize(
    "clause", ["; dies gilt für Vereine", ", Ausnahmen regelt der Rat", "; das ist aber umstritten"]
)
def test_a_clause_that_goes_on_in_the_sentence_restricts_it(clause: str) -> None:
    sentence = "Die Gebühr beträgt 45 Euro"
    assert levels(sentence, f"{sentence}{clause}.") == ["quoted"]
    assert levels(sentence, f"{sentence}; bezahlt wird an der Kasse.") == ["verbatim"]


TABLE = "| Gruppe | Eintritt |\n|---|---|\n| {} | Der Eintritt ist frei. |\n| Erwachsene | {} |"


@pytest.mark.parametrize(
    ("key", "other", "question", "level"),
    [
        ("Kinder", "Der Eintritt kostet 5 Euro.", "Was kostet der Eintritt?", "quoted"),
        ("Kinder", "Der Eintritt kostet 5 Euro.", "Was kostet der Eintritt für Kinder?", "verbatim"),
        ("Kinder", "Hunde sind verboten.", "Was kostet der Eintritt?", "verbatim"),
        ("Kinder bis 6 Jahre", "Hunde sind verboten.", "Was kostet der Eintritt?", "quoted"),
        ("2019", "Hunde sind verboten.", "Was kostet der Eintritt?", "quoted"),
        ("bis 31.12.2019", "Hunde sind verboten.", "Was kostet der Eintritt?", "quoted"),
        ("1", "Der Eintritt kostet 5 Euro.", "Was kostet der Eintritt?", "verbatim"),
        ("Was kostet es?", "Hunde sind verboten.", "Was kostet der Eintritt?", "verbatim"),
    ],
)
def test_the_key_of_a_row_says_for_whom_or_when(key: str, other: str, question: str, level: str) -> None:
    assert levels("Der Eintritt ist frei.", TABLE.format(key, other), question) == [level]


ROW = "| {} | Der Eintritt ist frei. |"


@pytest.mark.parametrize(
    "table",
    [
        "| Gruppe | Eintritt |\n|---|---|\n" + ROW.format("Kinder \\| Jugend bis 16 Jahre"),
        "| Ort | Eintritt |\n|---|---|\n" + "| Ort | Hunde bleiben draußen. |\n" * 250
        + "| Kino | Der Eintritt ist teuer. |\n" + ROW.format("Bücherei"),
        "Eintritt:\n| Ort | Bisherige Fassung |\n|---|---|\n" + ROW.format("Bücherei"),
    ],
)  # fmt: skip
def test_bars_rows_and_heads_of_a_table(table: str) -> None:
    """A bar in a cell parts none, the rows closest to it are compared, and its head begins with a bar."""
    assert levels("Der Eintritt ist frei.", table, "Was kostet der Eintritt?") == ["quoted"]
