"""The shipped cases and those of the operator, each once, with what people say of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from apps.evaluation.second_reader_calibration.labelled_cases import (
    BadCases,
    collect_labelled_cases,
    parse_labelled_case,
)


def test_the_shipped_cases_suffice_in_both_languages() -> None:
    german, english = collect_labelled_cases("de"), collect_labelled_cases("en")
    assert len(german) + len(english) == 400
    for cases in (german, english):
        assert len(cases) >= 50
        assert 0.45 < sum(case.is_supported for case in cases) / len(cases) < 0.55


def test_a_rewrite_that_only_leaves_out_says_nothing_false() -> None:
    by_claim = {case.claim: case.is_supported for case in collect_labelled_cases("de")}
    assert by_claim["Für die Bewilligung zählen die Größe des Haushalts und das Einkommen."]
    assert not by_claim["Das Betreten der Eisfläche ist verboten."]


def test_the_operator_adds_cases(tmp_path: Path, settings: Any) -> None:
    rows = [
        {"sentence": "Der Eintritt ist frei.", "quotes": ["Der Eintritt kostet nichts."], "label": "true"},
        {"rewrite": "You must pay at once.", "before": "You may pay at once.", "label": "damage"},
        {"sentence": "Der Eintritt ist frei.", "quotes": ["Der Eintritt kostet nichts."], "label": "true"},
    ]
    (tmp_path / "own.jsonl").write_text("\n".join([*map(json.dumps, rows), ""]), "utf-8")
    before = {language: len(collect_labelled_cases(language)) for language in ("de", "en")}
    settings.READER_CASES = [str(tmp_path / "own.jsonl")]
    assert {language: len(collect_labelled_cases(language)) - before[language] for language in before} == {
        "de": 1,
        "en": 1,
    }


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        pytest.param("[" * 100_000, id="deep"),
        '"text"',
        '{"sentence": "a", "label": "true"}',
        '{"sentence": "a", "quotes": ["b"], "label": "perhaps"}',
    ],
)
def test_a_line_that_is_no_case_is_named(line: str) -> None:
    with pytest.raises(BadCases, match=r"Line 3 of 'own\.jsonl' is no labelled case"):
        parse_labelled_case(line, "Line 3 of 'own.jsonl'")


def test_a_file_that_is_not_there_is_named(settings: Any) -> None:
    settings.READER_CASES = ["/nowhere/cases.jsonl"]
    with pytest.raises(BadCases, match=r"/nowhere/cases\.jsonl"):
        collect_labelled_cases("de")
