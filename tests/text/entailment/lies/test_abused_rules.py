"""Rules for everyday wordings, abused: other meanings of a verb, other persons, a plan taken for a duty."""

from pathlib import Path

from apps.text.entailment import derive

PAIRS = Path(__file__).with_name("abused_rules.tsv")


def pairs() -> list[tuple[str, str]]:
    rows = (line for line in PAIRS.read_text("utf-8").splitlines() if not line.startswith("#"))
    return [(source, claim) for source, claim in (row.split("\t") for row in rows)]


def test_no_rule_proves_what_its_source_does_not_say() -> None:
    assert len(pairs()) > 640
    assert not [(source, claim) for source, claim in pairs() if derive(claim, [source]).proved]
