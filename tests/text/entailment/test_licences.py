"""No difference without a name: what is proved in other words tells by which rule or which pair of words it is.

Whoever reviews the pairs of the table as sentences lists them with
`python -c "from tests.text.entailment import test_licences; print(*test_licences.rows(), sep=chr(10))"`.
"""

from itertools import permutations

import pytest

from apps.text.entailment import Derivation, Level, derive
from apps.text.entailment.both_languages.apply_and_record_rules import apply_and_record_rules
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.replace_equivalents import read_equivalents
from apps.text.entailment.both_languages.statement import Statement, replace_verb

OTHER = [
    ("Der Antragsteller trägt die Kosten.", "Der Antragsteller muss die Kosten tragen."),
    ("Die Anschrift ist anzugeben.", "Die Adresse ist anzugeben."),
    ("Das Formular ist zu unterschreiben.", "Das Formular muss unterschrieben werden."),
    ("Every parent may vote.", "All parents may vote."),
    ("You must tell the office.", "You must notify the office."),
    ("Die Frist beträgt zwei Wochen.", "Die Frist beträgt 14 Tage."),
    ("Die Gebühr beträgt fünf Euro je Tag.", "Die Gebühr beträgt 5 Euro pro Tag."),
]


@pytest.mark.parametrize(("source", "claim"), OTHER)
def test_what_is_proved_in_other_words_names_why(source: str, claim: str) -> None:
    found = derive(claim, [source])
    assert found.level == Level.DERIVED
    assert found.licences


SAME = ["Man muss den Antrag abgeben.", "Der Antragsteller trägt die Kosten.", "You must notify the office."]


@pytest.mark.parametrize("sentence", SAME)
def test_its_own_words_need_no_licence_whatever_rules_read_them(sentence: str) -> None:
    found = derive(sentence, [f"{sentence} {sentence}"])
    assert (found.level, found.licences) == (Level.VERBATIM, ())


def test_a_rule_that_notes_nothing_is_noted_by_its_name() -> None:
    def paying_more(statement: Statement) -> None:
        replace_verb(statement, "zahlen", modality="must")

    def doing_nothing(statement: Statement) -> None:
        statement.parts = list(statement.parts)

    statement = Statement(Predicate("zahlen"), [])
    assert apply_and_record_rules([doing_nothing, paying_more], statement) == len(("nothing", "more"))
    assert statement.licences == ["rule: paying more"]


FRAMES = {
    ("de", "noun"): "Der Beleg nennt {}.",
    ("de", "adj"): "Das Ergebnis ist {}.",
    ("de", "adv"): "Der Verein tagt {}.",
    ("de", "verb"): "Die Stadt will das Ding {}.",
    ("en", "noun"): "The office needs the {}.",
    ("en", "adj"): "The form is {}.",
    ("en", "adv"): "The club meets {}.",
    ("en", "verb"): "The office must {} the things.",
}
SIGNS = {"~", "^", "%"}


def inflected(one: str, other: str) -> bool:
    """ "forbid" and "forbidden" are one word."""
    longest = max(len(one), len(other))
    return one[: longest - len("den")] == other[: longest - len("den")]


def rows() -> list[tuple[str, str, str]]:
    """Language, source and claim for each two alternatives of a row that fit the frame of their class."""
    found = []
    for language in ("de", "en"):
        groups: dict[tuple[str, str], list[str]] = {}
        for entry in read_equivalents(language):
            if not (entry.no_number or entry.of_reference or entry.after_preposition):
                groups.setdefault((entry.kind, entry.key), []).append(" ".join(entry.words))
        for (kind, _), words in groups.items():
            frame = FRAMES.get((language, kind), "")
            shown = [word.capitalize() if (language, kind) == ("de", "noun") else word for word in words]
            found += [
                (language, frame.format(a), frame.format(b))
                for a, b in permutations(shown, 2)
                if frame and not inflected(a, b)
            ]
    return found


@pytest.fixture(scope="module")
def derivations() -> list[tuple[str, Derivation]]:
    return [(f"{language}: {source} -> {claim}", derive(claim, [source])) for language, source, claim in rows()]


def test_a_pair_of_the_table_is_named_where_it_proves(derivations: list[tuple[str, Derivation]]) -> None:
    assert [pair for pair, found in derivations if found.proved and not found.licences] == []


def test_most_pairs_of_the_table_prove_each_other(derivations: list[tuple[str, Derivation]]) -> None:
    assert sum(found.proved for _, found in derivations) / len(derivations) > 0.7
