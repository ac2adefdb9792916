"""Red only what is surely lost or opposite; quite other words are to be read, not accused."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

OTHER_WORDS = [
    ("a denial and its verb", "Ein Umzug berührt die Rente nicht.", "Die Rente bleibt, wenn Sie umziehen."),
    ("a denial as a word", "Die Karte gilt nicht am Feiertag.", "Am Feiertag ist die Karte ungültig."),
    ("only", "Der Park darf nur mit Karte betreten werden.", "Den Park dürfen Sie nicht ohne Karte betreten."),
    ("one in words", "Es wird ein Zeuge benötigt.", "Sie brauchen einen Zeugen."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "rewrite"), [case[1:] for case in OTHER_WORDS], ids=[case[0] for case in OTHER_WORDS]
)
def test_quite_other_words_are_not_accused(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is not Level.LOST, str(found)


LOST = [
    ("the denial", "Die Karte gilt nicht am Feiertag.", "Die Karte gilt am Feiertag."),
    ("only", "Der Park darf nur mit Karte betreten werden.", "Der Park darf mit Karte betreten werden."),
    ("the condition", "Wenn Sie umziehen, müssen Sie die Adresse mitteilen.", "Sie müssen die Adresse mitteilen."),
    ("another value", "Die Frist beträgt zwei Wochen.", "Die Frist beträgt drei Wochen."),
]


@pytest.mark.parametrize(("before", "rewrite"), [case[1:] for case in LOST])
def test_what_is_left_out_of_nearly_the_same_sentence_is_lost(before: str, rewrite: str) -> None:
    assert derive_rewrite(before, rewrite).level is Level.LOST


def test_a_list_of_ways_is_not_accused_of_joining_them_by_and() -> None:
    source = "Anträge können schriftlich, per E-Mail oder persönlich gestellt werden."
    listed = "Sie können Anträge so stellen:\n- schriftlich\n- per E-Mail\n- persönlich"
    assert derive(listed, [source]).level is Level.UNEXPLAINED
    assert derive_rewrite(source, listed).level is Level.PLEASE_READ


def test_a_condition_is_part_of_what_a_value_belongs_to() -> None:
    source = "Der Zuschuss beträgt für die Grundschule 30 Euro, für weiterführende Schulen 50 Euro je Klassenfahrt."
    assert (
        derive("Wer die Grundschule besucht, bekommt pro Klassenfahrt 30 Euro dazu.", [source]).level
        is Level.UNEXPLAINED
    )


def test_two_things_behind_von_may_stand_in_either_order() -> None:
    source = "Für die Erhebung von Gebühren und Auslagen gilt das Gesetz."
    assert derive("Für die Erhebung von Auslagen und Gebühren gilt das Gesetz.", [source]).proved
    assert not derive("Für die Erhebung von Auslagen oder Gebühren gilt das Gesetz.", [source]).proved


@pytest.mark.parametrize("claim", ["145,00 Euro", "145 €", "145,00"])
def test_a_figure_of_a_table_is_not_accused_of_the_unit_that_the_head_of_its_column_has(claim: str) -> None:
    row = "Trauung im Trauzimmer an Samstagen je Trauung 145,00"
    assert derive(f"Eine Trauung im Trauzimmer an Samstagen kostet {claim}.", [row]).level is Level.UNEXPLAINED


@pytest.mark.parametrize("claim", ["154,00 Euro", "145 Prozent"])
def test_another_figure_or_unit_is_accused(claim: str) -> None:
    row = "Trauung im Trauzimmer an Samstagen je Trauung 145,00 Euro"
    assert derive(f"Eine Trauung im Trauzimmer an Samstagen kostet {claim}.", [row]).level is Level.CONTRADICTED


TWO_TURNS = [
    ("Der Raum ist nicht geöffnet.", "Der Raum ist geschlossen."),
    ("Das Formular darf nicht unvollständig sein.", "Das Formular muss vollständig sein."),
    ("Die Zahl der Anträge ist nicht gesunken.", "Die Zahl der Anträge ist gleich geblieben oder gestiegen."),
    ("Die Halle darf am Montag nicht betreten werden.", "Am Montag bleibt die Halle geschlossen."),
    ("Die Bäume dürfen nicht beschädigt werden.", "Schonen Sie die Bäume."),
]
FIGURES_IN_WORDS = [
    ("All persons aged 18 or over may vote.", "All adults may vote."),
    ("One of the two parents must sign.", "Either parent must sign."),
    ("The lease runs for 12 months.", "The lease runs for one year."),
    ("The meeting starts at 2 p.m. on Monday.", "On Monday the meeting starts at 14:00."),
]


@pytest.mark.parametrize(("before", "rewrite"), TWO_TURNS + FIGURES_IN_WORDS)
def test_a_denial_or_figure_in_other_words_is_not_lost(before: str, rewrite: str) -> None:
    assert derive_rewrite(before, rewrite).level is not Level.LOST


ONE_TURN = [
    ("Der Raum ist nicht geöffnet.", "Der Raum ist geöffnet."),
    ("Der Raum ist geöffnet.", "Der Raum ist geschlossen."),
    ("Die Zahl der Anträge ist nicht gesunken.", "Die Zahl der Anträge ist gesunken."),
    ("Die Halle darf am Montag nicht betreten werden.", "Am Montag darf die Halle betreten werden."),
    ("All persons aged 18 or over may vote.", "All persons may vote."),
    ("The lease runs for 12 months.", "The lease runs for two years."),
    ("The meeting starts at 2 p.m. on Monday.", "The meeting starts at 2 a.m. on Monday."),
]


@pytest.mark.parametrize(("before", "rewrite"), ONE_TURN)
def test_a_single_turn_is_lost(before: str, rewrite: str) -> None:
    assert derive_rewrite(before, rewrite).level is Level.LOST


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "The fee is waived for residents who receive social assistance.",
            "Residents who receive social assistance do not pay the fee.",
        ),
        ("Wer Bürgergeld erhält, dem wird die Gebühr erlassen.", "Wer Bürgergeld erhält, zahlt die Gebühr nicht."),
    ],
)
def test_who_is_let_off_a_fee_does_not_pay_it(source: str, claim: str) -> None:
    assert derive(claim, [source]).level is not Level.CONTRADICTED


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        ("Kein Hund ist steuerfrei.", "Jeder Hund ist steuerfrei."),
        ("Keine Hunde sind steuerfrei.", "Alle Hunde sind steuerfrei."),
        ("Niemand darf parken.", "Jeder darf parken."),
        ("No dog is exempt.", "Every dog is exempt."),
    ],
)
def test_all_against_none(quote: str, sentence: str) -> None:
    assert derive(sentence, [quote]).level is Level.CONTRADICTED


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        ("Kein Hund muss zahlen.", "Jeder Hund darf zahlen."),
        ("Keine Katze ist steuerfrei.", "Jeder Hund ist steuerfrei."),
        ("Kein Hund war steuerfrei.", "Jeder Hund ist steuerfrei."),
        ("Kein Hund ist im Winter steuerfrei.", "Jeder Hund ist im Sommer steuerfrei."),
    ],
)
def test_all_against_none_of_another_matter(quote: str, sentence: str) -> None:
    assert derive(sentence, [quote]).level is Level.UNEXPLAINED


def test_the_value_of_a_special_case_does_not_contradict_the_rule() -> None:
    """ "Unter 24 Jahren sechs Jahre" told as "gilt Ihr Ausweis sechs Jahre" was called a contradiction of "zehn"."""
    source = (
        "Der Personalausweis ist zehn Jahre gültig; bei Personen, die noch nicht 24 Jahre alt sind, beträgt die "
        "Gültigkeit sechs Jahre."
    )
    told = "Wenn Sie noch nicht 24 Jahre alt sind, gilt Ihr Personalausweis sechs Jahre."
    assert derive(told, [source]).level != Level.CONTRADICTED
    assert derive("Ihr Personalausweis gilt sechs Jahre.", [source]).level == Level.CONTRADICTED


@pytest.mark.parametrize(
    ("quotes", "claim"),
    [
        (
            [
                "The course in bookkeeping begins on 6 October and costs 140 euros.",
                "The course in Spanish costs 165 euros.",
            ],
            "The Spanish course costs 165 euros; the bookkeeping course costs 140 euros and starts on 6 October.",
        ),
        (
            ["Smoking is prohibited inside the station and within 10 metres of any entrance."],
            "You may not smoke in the station or within 10 metres of an entrance.",
        ),
    ],
)
def test_what_says_the_same_in_other_words_is_not_contradicted(quotes: list[str], claim: str) -> None:
    assert str(derive(claim, quotes).level) != "contradicted"


def test_two_clauses_with_one_verb_each_are_not_set_against_one_clause() -> None:
    source = "Buden dürfen nicht höher als 3 m sein, Kisten und ähnliche Dinge nicht höher als 1,40 m gestapelt werden."
    claim = "Buden dürfen höchstens drei Meter hoch sein, und Kisten dürfen höchstens 1,40 Meter hoch gestapelt werden."
    assert derive(claim, [source]).level is not Level.CONTRADICTED
