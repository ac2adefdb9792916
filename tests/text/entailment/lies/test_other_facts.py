"""Sentences that say something else than their source: none of them may be called proved."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite
from tests.processor_time import at_most

FALSE = [
    (
        "another necessity",
        "Der Antrag ist bis zum 31. März einzureichen.",
        "Der Antrag kann bis zum 31. März eingereicht werden.",
    ),
    ("another limit", "Der Antrag ist bis zum 31. März einzureichen.", "Der Antrag ist ab dem 31. März einzureichen."),
    ("the form lost", "Der Antrag ist schriftlich beim Amt einzureichen.", "Der Antrag ist beim Amt einzureichen."),
    (
        "the age turned round",
        "Personen unter 18 Jahren ist der Zutritt nicht gestattet.",
        "Personen über 18 Jahren ist der Zutritt nicht gestattet.",
    ),
    ("begun lost", "Die Gebühr beträgt 5 Euro je angefangene Stunde.", "Die Gebühr beträgt 5 Euro je Stunde."),
    (
        "another base of the fee",
        "Das Entgelt beträgt 50 Euro je Kind und Monat.",
        "Das Entgelt beträgt 50 Euro je Familie und Monat.",
    ),
    ("a base lost", "Das Entgelt beträgt 50 Euro je Kind und Monat.", "Das Entgelt beträgt 50 Euro im Monat."),
    (
        "the condition lost",
        "Falls Sie umziehen, müssen Sie die Anschrift mitteilen.",
        "Sie müssen die Anschrift mitteilen.",
    ),
    (
        "Saturdays counted otherwise",
        "Der Urlaub beträgt jährlich mindestens 24 Werktage.",
        "Der Urlaub beträgt jährlich mindestens 24 Arbeitstage.",
    ),
    (
        "Saturdays counted otherwise, within a deadline",
        "Der Antrag ist binnen fünf Arbeitstagen zu stellen.",
        "Der Antrag ist binnen fünf Werktagen zu stellen.",
    ),
    ("who has to do it turned round", "Die Prüfung der Akten obliegt dem Amt.", "Die Akten müssen das Amt prüfen."),
    ("the bound turned", "Die Miete darf nicht über 5 Euro liegen.", "Die Miete beträgt mindestens 5 Euro."),
    ("half made a majority", "Die Hälfte der Anträge wurde abgelehnt.", "60 Prozent der Anträge wurden abgelehnt."),
    ("three quarters made one", "Drei Viertel der Mitglieder müssen zustimmen.", "Ein Viertel muss zustimmen."),
    (
        "said of another",
        "Die Mieter erklären, dass die Vermieter die Wohnung kündigen.",
        "Die Mieter erklären, die Wohnung zu kündigen.",
    ),
    (
        "the relative clause of what is forbidden lost",
        "Es ist verboten, Hunde mitzubringen, die nicht angeleint sind.",
        "Es ist verboten, Hunde mitzubringen.",
    ),
    ("some made all", "Einige Eltern können teilnehmen.", "Alle Eltern können teilnehmen."),
    ("one of both", "Beide Elternteile müssen unterschreiben.", "Ein Elternteil muss unterschreiben."),
    ("cases exchanged", "Der Vermieter muss den Mieter informieren.", "Den Vermieter muss der Mieter informieren."),
    (
        "agent exchanged in the passive",
        "Der Vermieter muss den Mieter informieren.",
        "Der Vermieter muss vom Mieter informiert werden.",
    ),
    ("who supports whom", "Der Verein wird von der Stadt gefördert.", "Der Verein fördert die Stadt."),
    (
        "validity turned round",
        "Die Satzung tritt am 1. Januar 2024 außer Kraft.",
        "Die Satzung gilt ab dem 1. Januar 2024.",
    ),
    (
        "and made or",
        "Die Bücherei ist montags und mittwochs geöffnet.",
        "Die Bücherei ist montags oder mittwochs geöffnet.",
    ),
    (
        "times exchanged",
        "Die Feier beginnt um 19 Uhr und endet um 22 Uhr.",
        "Die Feier beginnt um 22 Uhr und endet um 19 Uhr.",
    ),
    (
        "cause made concession",
        "Der Bescheid ergeht schriftlich, weil das Gesetz es verlangt.",
        "Der Bescheid ergeht schriftlich, obwohl das Gesetz es verlangt.",
    ),
    (
        "a relative clause lost",
        "Anträge, die nach dem 1. Mai eingehen, werden nicht geprüft.",
        "Anträge werden nicht geprüft.",
    ),
    ("only lost", "Der Zuschuss wird nur auf Antrag gewährt.", "Der Zuschuss wird auf Antrag gewährt."),
    (
        "unless lost",
        "Das Sorgerecht haben die Eltern, es sei denn, das Gericht entscheidet anders.",
        "Das Sorgerecht haben die Eltern.",
    ),
    ("correspondingly lost", "Absatz 1 Satz 2 gilt entsprechend.", "Absatz 1 Satz 2 gilt."),
    (
        "half of a denied list",
        "Tauben dürfen auf Straßen und in Anlagen nicht gefüttert werden.",
        "Tauben dürfen auf Straßen.",
    ),
    (
        "keys exchanged under the same preposition",
        "Für die Nachtragssatzung gelten die Vorschriften für die Haushaltssatzung entsprechend.",
        "Für die Haushaltssatzung gelten die Vorschriften für die Nachtragssatzung entsprechend.",
    ),
    (
        "prices exchanged between sentences",
        "Der Eintritt beträgt für Gäste 9 Euro und für Mitglieder 4 Euro.",
        "Gäste zahlen 4 Euro. Mitglieder zahlen 9 Euro.",
    ),
    ("a range cut", "Die Leihe dauert 10 - 20 Tage.", "Die Leihe dauert 10 Tage."),
]

CONTRADICTED = [
    (
        "muss and kann",
        "Der Antrag ist bis zum 31. März einzureichen.",
        "Der Antrag kann bis zum 31. März eingereicht werden.",
    ),
    ("nicht lost", "Die Unterlagen müssen nicht beglaubigt sein.", "Die Unterlagen müssen beglaubigt sein."),
    ("another amount", "Die Gebühr beträgt 45 Euro.", "Die Gebühr beträgt 54 Euro."),
    (
        "vor and nach",
        "Der Antrag ist vor Beginn der Maßnahme zu stellen.",
        "Der Antrag ist nach Beginn der Maßnahme zu stellen.",
    ),
    (
        "working days and days",
        "Die Änderung ist binnen drei Werktagen mitzuteilen.",
        "Die Änderung ist binnen drei Tagen mitzuteilen.",
    ),
    ("exchanged cases", "Der Vermieter muss den Mieter informieren.", "Der Mieter muss den Vermieter informieren."),
    ("opposite verbs", "Ihrem Antrag wird stattgegeben.", "Ihr Antrag wird abgelehnt."),
]


@pytest.mark.parametrize(("quote", "claim"), [case[1:] for case in FALSE], ids=[case[0] for case in FALSE])
def test_what_no_rule_explains_is_not_proved(quote: str, claim: str) -> None:
    assert not derive(claim, [quote]).proved
    assert not derive_rewrite(quote, claim).proved


@pytest.mark.parametrize(
    ("quote", "claim"), [case[1:] for case in CONTRADICTED], ids=[case[0] for case in CONTRADICTED]
)
def test_what_surely_says_otherwise_is_contradicted(quote: str, claim: str) -> None:
    assert derive(claim, [quote]).level is Level.CONTRADICTED
    assert derive_rewrite(quote, claim).level is Level.LOST


def test_a_difference_names_its_kind_and_both_words() -> None:
    found = derive("Die Behörde darf das verlangen.", ["Die Behörde kann das verlangen."])
    assert found.level is Level.UNEXPLAINED
    assert [difference.as_json() for difference in found.differences] == [
        {"kind": "modality", "source": "kann", "claim": "darf"}
    ]


def test_facts_of_two_quotes_do_not_make_one_sentence() -> None:
    quotes = [
        "Der Schulhof ist täglich geöffnet.",
        "Der Markt findet donnerstags von 15 Uhr bis 17 Uhr auf dem Platz statt.",
    ]
    assert not derive("Der Schulhof ist donnerstags von 15 Uhr bis 17 Uhr geöffnet.", quotes).proved


def test_a_sentence_that_the_next_one_takes_back_is_not_proved_alone() -> None:
    quote = "Hunde müssen an die Leine. Das gilt nicht für Blindenhunde."
    assert not derive("Hunde müssen an die Leine.", [quote]).proved


def test_a_pronoun_does_not_take_the_place_of_another_noun() -> None:
    quote = "Das Formular ist kostenlos. Die Karte ist teuer. Sie gilt ein Jahr."
    assert not derive("Die Marke ist schön. Sie gilt ein Jahr.", [quote]).proved


def test_a_rewrite_that_leaves_a_sentence_out_is_lost() -> None:
    before = "Der Beitrag wird überwiesen. Barzahlung ist ausgeschlossen."
    assert derive_rewrite(before, "Der Beitrag wird überwiesen.").level is Level.LOST


def test_a_sentence_about_something_else_has_no_source() -> None:
    assert derive("Das Museum zeigt Gemälde.", ["Die Gebühr beträgt 45 Euro."]).level is Level.UNRELATED


def test_a_question_is_no_proof() -> None:
    assert not derive("Kann die Behörde das verlangen?", ["Die Behörde kann das verlangen."]).proved


SENTENCE = (
    "Der Zuschuss wird auf schriftlichen Antrag bis zum 31. Mai höchstens einmal im Jahr "
    "von der Stadt an gemeinnützige Vereine ausgezahlt."
)


@pytest.mark.parametrize("place", range(len(SENTENCE.split())))
def test_no_word_is_left_unread(place: int) -> None:
    words = SENTENCE.rstrip(".").split()
    left = words.pop(place)
    if left in {"Der", "der", "zum"}:
        return
    assert not derive(" ".join(words) + ".", [SENTENCE]).proved, left


BAD = {
    "five thousand signs": "Die Gebühr beträgt 45 Euro und " * 170,
    "one word": "a" * 1400,
    "two hundred citations": "Der Beitrag ist 45 Euro " + "[1]" * 200 + ".",
    "a table": "| Beitrag | 45 Euro |\n|---|---|\n| Antrag | 3 Monate |",
    "a formula": "x = (a+b)^2 / 45 * [c]",
    "another language": "Ücret 45 avrodur.",
    "turned letters": "Die Gebühr beträgt \u202e54 Euro.",
    "another alphabet's letter": "Die Gebühr beträgt 45 Еuro.",
    "nothing": " ",
    "only signs": "(" * 1400,
    "only commas": "die Gebühr, " * 110,
}


@pytest.mark.parametrize("claim", BAD.values(), ids=BAD)
def test_bad_input_is_never_proved_and_takes_no_time(claim: str) -> None:
    quote = "Die Gebühr beträgt 45 Euro. Der Antrag ist innerhalb von drei Monaten zu stellen."
    derive("The fee is paid.", ["Die Gebühr ist bezahlt."])
    with at_most(1):
        assert not derive(claim, [quote]).proved
        assert not derive_rewrite(quote, claim).proved


@pytest.mark.parametrize("text", ["35,00 € 40,00 €", "Saal 35,00 € 40,00 € € 50", "€ € 5", "$5 $6 £ 7"])
def test_amounts_in_a_row_are_read(text: str) -> None:
    assert derive(text, [f"{text}."]).level == "verbatim"
    assert not derive("Der Saal kostet 30 Euro.", [text]).proved


@pytest.mark.parametrize("bound", ["höchstens 100 Euro", "jedoch höchstens 100 Euro", "mindestens jedoch 100 Euro"])
def test_an_amount_without_the_bound_beside_it_says_too_much(bound: str) -> None:
    whole, half = f"Die Pauschale beträgt 20 Euro am Tag, {bound} im Monat.", "Die Pauschale beträgt 20 Euro am Tag."
    assert derive(whole, [whole]).proved
    assert not derive(half, [whole]).proved
    assert not derive_rewrite(whole, half).proved


IN_LAW = [
    ("The office is open daily.", "The office is open all day."),
    ("Tickets are valid every day.", "Tickets are valid all day."),
    ("The pool is open weekly.", "The pool is open all week."),
    ("The library is closed every day.", "The library is closed all day."),
    ("The fee is paid yearly.", "The fee is paid all year."),
    ("The office is open every month.", "The office is open all month."),
    ("The pool is open every summer.", "The pool is open all summer."),
    ("The service runs every night.", "The service runs all night."),
    ("The service runs all night.", "The service runs every night."),
    ("The hall is booked every Saturday.", "The hall is booked all Saturday."),
    ("The course takes place each morning.", "The course takes place all morning."),
    ("The ice rink is open every winter season.", "The ice rink is open all winter season."),
    ("The site is guarded every weekend.", "The site is guarded all the weekend."),
    ("Die Mehrheit der Mitglieder muss zustimmen.", "Der Großteil der Mitglieder muss zustimmen."),
    ("Bei Umzug wird die Leistung gekürzt.", "Die Leistung wird im Rahmen des Umzugs gekürzt."),
    ("Maßgeblich ist der Wohnsitz.", "Maßgeblich ist der Wohnort."),
    ("Das Verfahren wird ausgesetzt.", "Das Verfahren wird unterbrochen."),
    ("Die Änderung ist unverzüglich mitzuteilen.", "Die Änderung ist sofort mitzuteilen."),
    ("Der Vertrag ist unwirksam.", "Der Vertrag ist nichtig."),
    ("Das Amt ist vormittags geöffnet.", "Das Amt ist morgens geöffnet."),
    ("Der Bescheid ist dem Amt zu melden.", "Der Bescheid ist dem Amt anzuzeigen."),
    ("Ledige Personen erhalten einen Zuschlag.", "Unverheiratete Personen erhalten einen Zuschlag."),
    ("Der Verzicht ist zu erklären.", "Der Verzicht ist zu erläutern."),
    ("Die Stadt ersetzt die Tonne.", "Die Stadt tauscht die Tonne aus."),
    (
        "Vor dem Erwerb des Grundstücks ist die Käuferin anzuhören.",
        "Vor dem Erwerb des Grundstücks ist die Erwerberin anzuhören.",
    ),
    ("Ein Stellplatz ist nachzuweisen.", "Ein Parkplatz ist nachzuweisen."),
    ("Die Aufwendungen sind zu belegen.", "Die Ausgaben sind zu belegen."),
    ("Die Stadt haftet bei Hochwasser.", "Die Stadt haftet für Hochwasser."),
    ("Studierende zahlen 5 Euro.", "Studierende kosten 5 Euro."),
    ("Ein Kind kostet 120 Euro.", "Ein Kind zahlt 120 Euro."),
    ("Hunde kosten 60 Euro.", "Hunde zahlen 60 Euro."),
    ("Rentner zahlen 3 Euro.", "Rentner kosten 3 Euro."),
    ("Ein Betreiber zahlt 3 Euro.", "Ein Betreiber kostet 3 Euro."),
    ("Der Arbeitgeber zahlt 5 Euro je Tag.", "Der Arbeitgeber kostet 5 Euro je Tag."),
    ("Das Zimmer kostet 30 Euro.", "Das Zimmer zahlt 30 Euro."),
    ("Ein Müllcontainer kostet 30 Euro.", "Ein Müllcontainer zahlt 30 Euro."),
    ("Sie zahlen 5 Euro.", "Sie kosten 5 Euro."),
]
"""What two jurists, or a payer and what is paid for, do not share."""


@pytest.mark.parametrize(("source", "claim"), IN_LAW)
def test_words_that_law_keeps_apart_are_not_the_same(source: str, claim: str) -> None:
    assert derive(source, [source]).proved
    assert not derive(claim, [source]).proved, claim


PAID = [
    ("Der Eintritt für Rentner beträgt 3 Euro.", "Rentner zahlen 3 Euro."),
    ("Der Preis für das Zimmer beträgt 30 Euro.", "Das Zimmer kostet 30 Euro."),
    ("Der Preis für einen Container beträgt 30 Euro.", "Ein Container kostet 30 Euro."),
]


@pytest.mark.parametrize(("source", "claim"), PAID)
def test_a_fee_is_told_of_who_pays_it_and_of_what_it_is_for(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved


ALL_OF_THEM = [
    ("Every parent may vote.", "All parents may vote."),
    ("All school children may enter.", "Every school child may enter."),
    ("The pool is open the whole summer.", "The pool is open all summer."),
    ("The pool is open every day.", "The pool is open daily."),
]


@pytest.mark.parametrize(("source", "claim"), ALL_OF_THEM)
def test_all_of_a_plural_is_every_one(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved


def test_some_of_what_cannot_be_counted_contradicts_all_of_it() -> None:
    found = derive("Some luggage is checked at the gate.", ["All luggage is checked at the gate."])
    assert found.level == Level.CONTRADICTED
