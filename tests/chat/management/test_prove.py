"""`manage.py prove`: levels and differences as documented, for one sentence and for a file of cases."""

import json
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

QUOTE = "Der Antrag ist bis zum 31. März einzureichen."


def prove(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("prove", *arguments, "--json", stdout=out)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


@pytest.mark.parametrize(
    ("claim", "level"),
    [
        (QUOTE, "verbatim"),
        ("Sie müssen den Antrag bis zum 31. März einreichen.", "verbatim"),
        ("Der Antrag ist bis zum 31. März beim Amt einzureichen.", "quoted"),
        ("Der Antrag ist bis zum 30. März einzureichen.", "contradicted"),
        ("Das Museum zeigt Gemälde.", "without_source"),
    ],
)
def test_a_claim_gets_its_level(claim: str, level: str) -> None:
    assert prove(claim, "--quote", QUOTE)["level"] == level


@pytest.mark.parametrize(
    ("rewrite", "level"),
    [
        (QUOTE, "unchanged"),
        ("Reichen Sie den Antrag bis zum 31. März ein.", "derived"),
        ("Der Antrag ist bis zum 31. März bei uns einzureichen.", "please_read"),
        ("Der Antrag ist einzureichen.", "lost"),
    ],
)
def test_a_rewrite_gets_its_level(rewrite: str, level: str) -> None:
    assert prove(rewrite, "--quote", QUOTE, "--rewrite")["level"] == level


@pytest.mark.parametrize("beside", [["Ein Satz."], ["--quote", QUOTE]])
def test_what_a_file_of_cases_would_leave_out_is_refused(tmp_path: Path, beside: list[str]) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps({"sentence": QUOTE, "quotes": [QUOTE]}), encoding="utf-8")
    with pytest.raises(CommandError, match="give no sentence") as refused:
        prove(*beside, "--cases", str(file))
    assert refused.value.returncode == 2


def test_differences_are_named() -> None:
    found = prove("Die Behörde darf das verlangen.", "--quote", "Die Behörde kann das verlangen.")
    assert found == {"level": "quoted", "differences": [{"kind": "modality", "source": "kann", "claim": "darf"}]}


def test_each_row_of_a_file_gets_its_object_in_order(tmp_path: Path) -> None:
    rows = [
        {"sentence": QUOTE, "quotes": [QUOTE]},
        {"before": QUOTE, "rewrite": "Reichen Sie den Antrag bis zum 31. März ein."},
    ]
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    for options in ([], ["--rewrite"]):  # Which form a row has, its fields say.
        assert [case["level"] for case in prove("--cases", str(file), *options)["cases"]] == ["verbatim", "derived"]


@pytest.mark.parametrize(
    "line",
    ["no json", '{"sentence": "x"}', "[1]", "[" * 100_000, "9" * 5_000],
    ids=["text", "fields", "list", "deep", "digits"],
)
def test_a_row_that_is_none_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(line, "utf-8")
    with pytest.raises(CommandError, match="Line 1"):
        prove("--cases", str(file))


def test_nothing_to_hold_it_against_is_said() -> None:
    with pytest.raises(CommandError, match="--quote"):
        call_command("prove", "Ein Satz.")


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"sentence": "Er darf.", "quotes": "Er kann."}, "'quotes' is no list of texts"),
        ({"sentence": "Er darf.", "quotes": ["Er kann.", 7]}, "'quotes' is no list of texts"),
        ({"sentence": "Er darf.", "quotes": []}, "'quotes' is no list of texts"),
        ({"sentence": ["Er darf."], "quotes": ["Er kann."]}, "'sentence' is no text"),
        ({"before": "Er kann.", "rewrite": None}, "'rewrite' is no text"),
        ({"before": 7, "rewrite": "Er kann."}, "'before' is no text"),
        ({"rewrite": "Er kann.", "sentence": "Er darf.", "quotes": ["Er kann."]}, "'before' is no text"),
    ],
)
def test_a_case_with_other_values_is_named_by_its_line(tmp_path: Path, row: dict[str, Any], sentence: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(map(json.dumps, [{"sentence": QUOTE, "quotes": [QUOTE]}, row])), encoding="utf-8")
    with pytest.raises(CommandError, match=f"Line 2 of .*{sentence}") as error:
        prove("--cases", str(file))
    assert error.value.returncode == 2


def test_what_no_terminal_prints_and_what_only_python_takes_for_an_end_of_line_stop_nothing(tmp_path: Path) -> None:
    rows = [
        json.dumps({"sentence": "Der Antrag \ud800 gilt.", "quotes": ["Der Antrag gilt nicht."]}),
        '{"sentence": "Er\u2028gilt.", "quotes": ["Er gilt."]}',
    ]
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(rows), "utf-8")
    cases = prove("--cases", str(file))["cases"]
    assert len(cases) == 2
    json.dumps(cases, ensure_ascii=False).encode()


def test_a_file_that_cannot_be_read_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"Cannot read '.*missing\.jsonl': No such file or directory\.$"):
        prove("--cases", str(tmp_path / "missing.jsonl"))
    (tmp_path / "latin.jsonl").write_bytes(b'{"sentence": "Geb\xfchr"}')
    with pytest.raises(CommandError, match=r"it is no text in UTF-8\.$"):
        prove("--cases", str(tmp_path / "latin.jsonl"))


def test_what_comes_in_and_is_no_text_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"Die Geb\xfchr betr\xe4gt 30 Euro.")))
    with pytest.raises(CommandError, match="no text in UTF-8") as refused:
        call_command("prove", "-", "--quote", "Die Gebühr beträgt 30 Euro.")
    assert refused.value.returncode == 2
