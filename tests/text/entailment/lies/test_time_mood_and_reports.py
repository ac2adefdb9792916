"""What was so, would be so, may be so or is said to be so is not so: by no rule that puts another verb in its place."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

import pytest

from apps.text.entailment import derive
from apps.text.entailment.both_languages.apply_and_record_rules import comparable_content
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.rules import normalise_statement
from tests.text.entailment.german.rules.rule_order import clauses_as_read, german_sentences

NOT_SO = [
    ("Auf Antrag können Familien von der Gebühr befreit werden.", "Auf Antrag zahlen Familien keine Gebühr."),
    ("Mitglieder könnten vom Beitrag befreit sein.", "Mitglieder zahlen keinen Beitrag."),
    ("Anspruchsberechtigt können Familien mit drei Kindern sein.", "Familien mit drei Kindern haben Anspruch."),
    ("Das Betreten des Hofes wäre verboten.", "Der Hof darf nicht betreten werden."),
    ("Eine Genehmigung wäre erforderlich.", "Eine Genehmigung ist nötig."),
    ("Die Teilnahme am Kurs wäre möglich.", "Sie können am Kurs teilnehmen."),
    ("Für Pässe würde eine Gebühr von 70 Euro erhoben.", "Ein Pass kostet 70 Euro."),
    ("Ab dem dritten Kind ist der Beitrag entfallen.", "Ab dem dritten Kind ist es kostenlos."),
    ("Die Besucher wurden gebeten, Taschen abzugeben.", "Besucher sollen Taschen abgeben."),
    (
        "Am Samstag konnten Sie von 9 bis 14 Uhr zum Bad kommen.",
        "Das Bad ist samstags von 9 bis 14 Uhr geöffnet.",
    ),
    ("Das Bad wäre sonntags geöffnet.", "Das Bad ist sonntags geöffnet."),
    ("Im Keller hat ein Rauchverbot gegolten.", "Im Keller darf nicht geraucht werden."),
    ("Nicht von der Räumpflicht befreit sind Betriebe.", "Betriebe müssen nicht räumen."),
    ("Messen waren von der Anmeldepflicht ausgenommen.", "Messen müssen nicht angemeldet werden."),
    ("Die Mieter wären verpflichtet, die Geräte zu reinigen.", "Die Mieter müssen die Geräte reinigen."),
    ("Sie hätten einen Monat Zeit, um den Antrag zu stellen.", "Sie müssen den Antrag innerhalb eines Monats stellen."),
    ("Die Gebühr betrage 5 Euro.", "Die Gebühr beträgt 5 Euro."),
    ("Das Amt müsse den Antrag prüfen.", "Das Amt muss den Antrag prüfen."),
    ("Die Karte koste 5 Euro.", "Die Karte kostet 5 Euro."),
    ("Der Markt finde am Montag statt.", "Der Markt findet am Montag statt."),
    ("Es gebe keine Ausnahmen.", "Es gibt keine Ausnahmen."),
    ("Der Kläger meint, die Gebühr beträgt 5 Euro.", "Die Gebühr beträgt 5 Euro."),
    ("Die Gebühr beträgt 5 Euro, meint der Kläger.", "Die Gebühr beträgt 5 Euro."),
    ("Wie der Kläger meint, beträgt die Gebühr 5 Euro.", "Die Gebühr beträgt 5 Euro."),
    ("Die Fraktion fordert, der Eintritt ist frei.", "Der Eintritt ist frei."),
    (
        "Das Amt ist montags und dienstags von 8 bis 12 Uhr geöffnet, heißt es.",
        "Das Amt ist montags von 8 bis 12 Uhr geöffnet.",
    ),
    ("Der Kläger meint, der Eintritt ist frei und Hunde sind erlaubt.", "Hunde sind erlaubt."),
    (
        "Das Amt ist nicht dienstags und donnerstags von 8 bis 12 Uhr geöffnet.",
        "Das Amt hat donnerstags von 8 bis 12 Uhr offen.",
    ),
    ("Der Bescheid wird grundsätzlich Ihnen per Post zugesandt.", "Sie erhalten den Bescheid per Post."),
    ("Überstunden müssen in Hamburg abgebaut und Urlaub genommen werden.", "Urlaub muss genommen werden."),
    (
        "Würde die Aufforderung nicht befolgt oder ist der Halter nicht bekannt, kann das Amt den Hund abholen.",
        "Wird die Aufforderung nicht befolgt oder ist der Halter nicht bekannt, kann das Amt den Hund abholen.",
    ),
    (
        "Es ist dafür zu sorgen, dass niemand Zugriff hat und die Ware nicht beschädigt wurde.",
        "Es ist sicherzustellen, dass niemand Zugriff hat und die Ware nicht beschädigt wird.",
    ),
    ("Wird verhandelt, so gelte für die Ladung § 215.", "Wird verhandelt, so gilt für die Ladung § 215."),
    (
        "Jeder hätte sich der Würde des Ortes nach zu verhalten.",
        "Jeder hat sich der Würde des Ortes nach zu verhalten.",
    ),
    ("Then a fun way to stay was with a map.", "Then a fun way to stay is with a map."),
    ("The board had approved the plan.", "The board has approved the plan."),
    ("In addition to the rules, the following conditions applied.", "The following conditions apply."),
    ("Blindenhunde waren von der Steuer befreit.", "Für Blindenhunde ist keine Steuer zu zahlen."),
    ("Wer das 15. Lebensjahr vollendet hätte, kann Anträge stellen.", "Personen ab 15 Jahren können Anträge stellen."),
    ("Personen, die erkrankt wären, sollen zu Hause bleiben.", "Erkrankte Personen sollen zu Hause bleiben."),
    (
        "Das ist nur zulässig, wenn Bedarf bestehe und die Deckung gewährleistet ist.",
        "Das ist nur zulässig, wenn Bedarf besteht und die Deckung gewährleistet ist.",
    ),
    (
        "Wird er nicht behoben, so gälte der Antrag als zurückgenommen.",
        "Wird er nicht behoben, so gilt der Antrag als zurückgenommen.",
    ),
    ("Residents had to apply for a permit.", "Residents must apply for a permit."),
    ("You needed to sign.", "You must sign."),
    ("You did not have to sign.", "You do not have to sign."),
]
SO = [
    ("Überstunden müssen abgebaut und Urlaub genommen werden.", "Urlaub muss genommen werden."),
    (
        "Das Amt ist dienstags und donnerstags von 8 bis 12 Uhr geöffnet.",
        "Das Amt hat donnerstags von 8 bis 12 Uhr offen.",
    ),
    ("Überstunden müssen abgebaut und Urlaub genommen werden.", "Urlaub muss genommen werden."),
    (
        "Das Amt ist dienstags und donnerstags von 8 bis 12 Uhr geöffnet.",
        "Das Amt hat donnerstags von 8 bis 12 Uhr offen.",
    ),
    ("Der Kläger meint, die Gebühr beträgt 5 Euro.", "Der Kläger meint, dass die Gebühr 5 Euro beträgt."),
    ("Die Sitzung findet im Rathaus statt, der Eintritt ist frei.", "Der Eintritt ist frei."),
    ("Familien sind von der Gebühr befreit.", "Familien zahlen keine Gebühr."),
    ("Betriebe sind von der Räumpflicht befreit.", "Betriebe müssen nicht räumen."),
]


@pytest.mark.parametrize(("quote", "sentence"), NOT_SO)
def test_what_is_not_said_of_now_is_not_proved(quote: str, sentence: str) -> None:
    assert not derive(sentence, [quote]).proved, derive(sentence, [quote])


@pytest.mark.parametrize(("quote", "sentence"), SO)
def test_what_is_said_of_now_is_proved(quote: str, sentence: str) -> None:
    assert derive(sentence, [quote]).proved, derive(sentence, [quote])


def changed(found: Predicate) -> Iterator[tuple[str, Predicate]]:
    """The predicate as it would be if the clause told of another time, of what would be, or only of what may be."""
    if found.tense == "present":
        yield "past", replace(found, tense="past")
    if not found.mood:
        yield "would", replace(found, mood="if")
    if not found.modality and not found.imperative:
        yield "can", replace(found, modality="can")
        yield "should", replace(found, modality="should")


def form_with(predicate: Predicate, statement: Statement) -> list[object]:
    other = deepcopy(statement)
    other.predicate = predicate
    return comparable_content(normalise_statement(other))


def test_no_rule_loses_when_and_whether_something_is_so() -> None:
    """Every clause of these tests, read with another time, mood or modality, comes out otherwise than it did."""
    lost = []
    for text, statement in clauses_as_read(german_sentences()):
        own = form_with(statement.predicate, statement)
        lost += [(name, text) for name, other in changed(statement.predicate) if form_with(other, statement) == own]
    assert lost == []


ASKED = [
    ("Kostet die Karte 20 Euro?", "Die Karte kostet 20 Euro."),
    ("Kostet die Karte 20 Euro? Nein.", "Die Karte kostet 20 Euro."),
    ("Darf der Hund im Park laufen? Das regelt die Satzung.", "Der Hund darf im Park laufen."),
    ("Haben Sie Kinder? Melden Sie sich.", "Sie haben Kinder."),
    ("Hunde sind erlaubt?", "Hunde sind erlaubt."),
    ("Dogs are allowed?", "Dogs are allowed."),
]


@pytest.mark.parametrize(("source", "claim"), ASKED)
def test_what_is_asked_is_not_said(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved


ANSWERED = [
    ("Was kostet die Karte? Die Karte kostet 20 Euro.", "Die Karte kostet 20 Euro."),
    ("Sind Hunde erlaubt? Ja, Hunde sind erlaubt.", "Hunde sind erlaubt."),
    ("Sind Sie umgezogen? Dann müssen Sie sich ummelden.", "Wenn Sie umgezogen sind, müssen Sie sich ummelden."),
    ("Darf der Hund im Park laufen?", "Darf der Hund im Park laufen?"),
]


@pytest.mark.parametrize(("source", "claim"), ANSWERED)
def test_an_answer_and_a_condition_are_said(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved
