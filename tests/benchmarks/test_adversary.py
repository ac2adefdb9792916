import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import adversary
from benchmarks.adversaries import drawing, judges, table_rows, texts
from benchmarks.adversaries.sentences import CONTRADICTS, DAMAGED, PRESERVED, Sentence

ROOT = Path(__file__).resolve().parents[2]


def german(text: str, following: str = "") -> Sentence:
    return Sentence(text, "de", "test", following)


def english(text: str) -> Sentence:
    return Sentence(text, "en", "test")


def made(sentence: Sentence) -> dict[str, str]:
    """The label of each claim."""
    return {mutation.claim: mutation.label for mutation in drawing.mutations(sentence)}


@pytest.mark.parametrize(
    ("text", "claim", "label"),
    [
        (
            "Die Karte kostet für Erwachsene 12 Euro und für Kinder 6 Euro.",
            "Die Karte kostet für Erwachsene 6 Euro und für Kinder 12 Euro.",
            CONTRADICTS,
        ),
        ("Die Frist beträgt drei Monate.", "Die Frist beträgt drei Tage.", CONTRADICTS),
        ("Die Gebühr wird von der Gemeinde erhoben.", "Die Gebühr wird von der Gemeinde nicht erhoben.", CONTRADICTS),
        ("Der Antrag muss schriftlich gestellt werden.", "Der Antrag kann schriftlich gestellt werden.", DAMAGED),
        ("Die Satzung tritt am 1. Mai 2020 in Kraft.", "Die Satzung tritt am 1. Mai 2020 außer Kraft.", CONTRADICTS),
        ("Hunde dürfen nur an der Leine laufen.", "Hunde dürfen auch an der Leine laufen.", DAMAGED),
        ("Der Verkauf von Alkohol ist zulässig.", "Der Verkauf von Alkohol ist unzulässig.", CONTRADICTS),
        ("Die volle Gebühr entfällt, wenn das Kind krank ist.", "Die volle Gebühr entfällt.", DAMAGED),
        ("Anträge, die zu spät eingehen, werden abgelehnt.", "Anträge werden abgelehnt.", DAMAGED),
        ("Die Behörde informiert die Gemeinde.", "Die Gemeinde informiert die Behörde.", DAMAGED),
        ("Die Frist endet spätestens am Freitag.", "Die Frist endet frühestens am Freitag.", CONTRADICTS),
        (
            "Der Antrag wurde nicht wegen der Höhe abgelehnt.",
            "Der Antrag wurde wegen der Höhe nicht abgelehnt.",
            DAMAGED,
        ),
        (
            "Die Halle kann wegen der Bauarbeiten nicht genutzt werden.",
            "Die Halle kann nicht wegen der Bauarbeiten genutzt werden.",
            DAMAGED,
        ),
        ("Nicht alle Anträge werden sofort bewilligt.", "Alle Anträge werden sofort nicht bewilligt.", DAMAGED),
        (
            "Die Bescheide werden nicht immer rechtzeitig zugestellt.",
            "Die Bescheide werden immer rechtzeitig nicht zugestellt.",
            DAMAGED,
        ),
    ],
)
def test_a_german_sentence_is_damaged(text: str, claim: str, label: str) -> None:
    assert made(german(text))[claim] == label


@pytest.mark.parametrize(
    ("text", "claim", "label"),
    [
        ("The fee must be paid in advance.", "The fee must not be paid in advance.", CONTRADICTS),
        ("The fee must be paid in advance.", "The fee may be paid in advance.", DAMAGED),
        ("The permit is issued if the fee was paid.", "The permit is issued unless the fee was paid.", CONTRADICTS),
        ("The tenant is paid by the landlord.", "The landlord is paid by the tenant.", DAMAGED),
        (
            "The application was not refused because of the missing paper.",
            "Because of the missing paper, the application was not refused.",
            DAMAGED,
        ),
        ("Not all visitors may enter the hall.", "All visitors may not enter the hall.", DAMAGED),
        ("The stall costs 10 euros per day.", "The stall costs 10 euros per week.", CONTRADICTS),
        ("The permit may be renewed if the fee was paid.", "The permit may be renewed.", DAMAGED),
    ],
)
def test_an_english_sentence_is_damaged(text: str, claim: str, label: str) -> None:
    assert made(english(text))[claim] == label


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        (german("Der Antrag ist bei der Gemeinde zu stellen."), "Der Antrag muss bei der Gemeinde gestellt werden."),
        (german("Die Frist endet am 1. Mai 2020."), "Am 1. Mai 2020 endet die Frist."),
        (german("Die Frist endet am 1. Mai 2020."), "Die Frist endet am 01.05.2020."),
        (german("Die Gebühr beträgt 10,00 Euro."), "Die Gebühr beträgt 10 Euro."),
        (german("Die Steuer wird von der Gemeinde erhoben."), "Die Gemeinde erhebt die Steuer."),
        (
            german("Die Gebühr wird erlassen, wenn das Kind krank ist."),
            "Wenn das Kind krank ist, wird die Gebühr erlassen.",
        ),
        (english("The fee is set by the council."), "The council sets the fee."),
        (english("You must pay if you lose the card."), "If you lose the card, you must pay."),
    ],
)
def test_a_paraphrase_keeps_the_meaning(sentence: Sentence, claim: str) -> None:
    assert made(sentence)[claim] == PRESERVED


def test_a_changed_condition_is_unsupported_and_no_contradiction() -> None:
    labels = made(german("Wenn die Frist drei Monate beträgt, muss die Gebühr bezahlt werden."))
    assert labels["Wenn die Frist drei Tage beträgt, muss die Gebühr bezahlt werden."] == DAMAGED


def test_nothing_is_no_more_in_another_unit() -> None:
    claims = made(german("Der Abstand beträgt 0,00 Meter und die Höhe beträgt 3 Meter."))
    assert not any("0,00 Kilometer" in claim for claim in claims)
    assert any("3 Kilometer" in claim for claim in claims)


def test_facts_of_two_sentences_are_merged_and_both_are_quoted() -> None:
    first, second = "Die Gebühr beträgt 10 Euro im Jahr.", "Die Kaution beträgt 50 Euro im Monat."
    merged = [one for one in drawing.mutations(german(first, second)) if one.kind == "facts merged"]
    assert {one.claim for one in merged} == {
        "Die Gebühr beträgt 50 Euro im Monat.",
        "Die Kaution beträgt 10 Euro im Jahr.",
    }
    assert all(one.quote == f"{first} {second}" for one in merged)


def test_the_same_seed_draws_the_same_rows_and_another_one_others() -> None:
    pool = [list(texts.sentences_of(adversary.OWN_TEXTS, None))]
    first, again, other = (drawing.drawn(pool, [], 200, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_no_kind_fills_the_rows_and_no_claim_is_its_quote() -> None:
    pool = [list(texts.sentences_of(adversary.OWN_TEXTS, None))]
    rows = drawing.drawn(pool, [], 600, 1)
    kinds = [row["kind"] for row in rows]
    assert len(rows) == 600
    assert max(kinds.count(kind) for kind in kinds) <= 30
    assert len(set(kinds)) >= 40
    assert all(row["claim"] != row["quote"] for row in rows)


def test_rows_of_tables_change_places_and_are_told_in_another_order() -> None:
    rows = list(table_rows.rows_of(adversary.OWN_TEXTS, None))
    exchanged = [row for row in rows if row["kind"] == "table rows exchanged"]
    assert "Reisepass: 13,00 €" in {row["claim"] for row in exchanged}
    assert {row["label"] for row in exchanged} == {CONTRADICTS}
    assert any(row["label"] == PRESERVED for row in rows)


def test_a_document_belongs_to_one_half(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number}.txt").write_text(f"Die Gebühr Nummer {number} ist von der Gemeinde zu tragen.")
    halves = [{sentence.source for sentence in texts.sentences_of(tmp_path, half)} for half in texts.HALVES]
    assert all(halves)
    assert not halves[0] & halves[1]
    assert len(halves[0] | halves[1]) == 20


def test_abbreviations_do_not_end_a_sentence() -> None:
    paragraph = "Das gilt nach § 3 Abs. 2 Nr. 1 bis zum 1. Mai. Danach gilt es nicht mehr."
    assert texts.split(paragraph) == ["Das gilt nach § 3 Abs. 2 Nr. 1 bis zum 1. Mai.", "Danach gilt es nicht mehr."]


def rows_of_all_labels() -> list[dict[str, Any]]:
    base = {"language": "de", "source": "test", "mutation": "", "quote": "Das kostet 3 Euro."}
    return [
        {**base, "kind": "value changed", "label": CONTRADICTS, "claim": "Das kostet 4 Euro."},
        {**base, "kind": "value changed", "label": DAMAGED, "claim": "Das kostet mehr."},
        {**base, "kind": "number notation", "label": PRESERVED, "claim": "Das kostet drei Euro."},
    ]


def test_figures_count_what_is_called_proved_contradicted_and_accused() -> None:
    figures = judges.figures(rows_of_all_labels(), ["verbatim", "contradicted", "contradicted"])
    assert (figures["damaged"], figures["called_proved"], figures["contradicted_share"]) == (2, 1, 0.0)
    assert (figures["preserved"], figures["licensed_share"], figures["accused_share"]) == (1, 0.0, 1.0)
    assert figures["damages"]["value changed"]["contradicting"] == 1
    assert figures["paraphrases"]["number notation"] == {"count": 1, "licensed": 0, "accused": 1}


def test_a_command_is_asked_in_both_forms(tmp_path: Path) -> None:
    program = tmp_path / "judge.py"
    program.write_text(
        "import json, sys\n"
        "cases = [json.loads(line) for line in open(sys.argv[sys.argv.index('--cases') + 1])]\n"
        "rewrite = '--rewrite' in sys.argv\n"
        "assert all(('before' in case) == rewrite for case in cases)\n"
        "print(json.dumps({'cases': [{'level': 'derived' if rewrite else 'quoted'} for _ in cases]}))\n"
    )
    figures = adversary.measure(rows_of_all_labels(), f"{sys.executable} {program}", tmp_path)
    assert figures["answer"]["called_proved"] == 0
    assert figures["rewrite"]["called_proved"] == 2


@pytest.mark.parametrize("levels", [["verbatim"], ["verbatim", "proved"]])
def test_an_answer_that_does_not_fit_is_an_error(levels: list[str]) -> None:
    with pytest.raises(ValueError, match="levels for 2 cases"):
        judges.checked_levels(levels, 2)


def test_the_lists_are_not_the_products() -> None:
    """A benchmark that shares its words with the rules knows the answers."""
    files = [*(ROOT / "benchmarks" / "adversaries").glob("*.py"), ROOT / "benchmarks" / "adversary.py"]
    assert not [path.name for path in files if re.search(r"^\s*(?:from|import) apps\b", path.read_text(), re.MULTILINE)]


def test_the_labelled_cases_have_the_form_and_number_that_calibration_needs() -> None:
    path = ROOT / "apps" / "evaluation" / "second_reader_calibration" / "labelled_cases.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(cases) >= 400
    assert len({case["id"] for case in cases}) == len(cases)
    for form, fields in (("answer", {"sentence", "quotes"}), ("rewrite", {"before", "rewrite"})):
        found = [case for case in cases if case["form"] == form]
        assert all(fields <= case.keys() for case in found)
        assert len([case for case in found if case["label"] in {"lie", "damage"}]) >= 100
        assert len([case for case in found if case["label"] in {"true", "faithful"}]) >= 100
    assert len({case["kind"] for case in cases if case["label"] == "lie"}) >= 40
    assert len([case for case in cases if case["language"] == "en"]) >= 90
