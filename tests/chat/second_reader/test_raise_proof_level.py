"""What a verdict does to a sentence: never a level too high."""

from uuid import uuid4

import pytest

from apps.chat.models import ReaderCalibration, SecondReading
from apps.chat.proof.proof_levels import ProofLevel
from apps.chat.second_reader.raise_proof_level import level_by_verdict, replace_level_sign, write_level_to_turn

GOOD = {"state": "finished", "kappa": 0.8, "total": 50, "false_contradicted": 0.03}
HTML = (
    '<p>Eins <small class="proof-level quoted" data-sentence="1">sagt: <q class="proof-quote">a</q></small> '
    'zwei <small data-sentence="11" class="proof-level quoted">sagt: <q class="proof-quote">b</q></small></p>'
)


def calibration(**columns: object) -> ReaderCalibration:
    return ReaderCalibration(**{**GOOD, **columns})


def test_a_calibrated_reader_raises_what_no_rule_objects_to() -> None:
    assert level_by_verdict("supported", calibration(), []) == ProofLevel.CHECKED


@pytest.mark.parametrize(
    "columns", [{"kappa": 0.79}, {"kappa": None}, {"total": 49}, {"state": "running"}, {"state": "failed"}]
)
@pytest.mark.parametrize("verdict", ["supported", "contradicted", "not_said"])
def test_an_uncalibrated_one_changes_nothing(verdict: str, columns: dict[str, object]) -> None:
    assert level_by_verdict(verdict, calibration(**columns), []) is None
    assert level_by_verdict(verdict, None, []) is None


@pytest.mark.parametrize("objection", ["number", "negation", "unit", "role", "contradicted", "length"])
def test_the_rules_overrule_it(objection: str) -> None:
    assert level_by_verdict("supported", calibration(), [objection]) is None


def test_a_contradiction_is_shown_only_of_a_reader_who_seldom_accuses_wrongly() -> None:
    assert level_by_verdict("contradicted", calibration(), ["number"]) == ProofLevel.CONTRADICTED
    assert level_by_verdict("contradicted", calibration(false_contradicted=0.04), []) is None
    assert level_by_verdict("contradicted", calibration(false_contradicted=None), []) is None
    assert level_by_verdict("not_said", calibration(), []) is None


def test_the_sign_of_exactly_one_sentence_is_exchanged() -> None:
    assert replace_level_sign(HTML, 1, "<small>neu</small>") == HTML.replace(
        HTML[8 : HTML.index(" zwei")], "<small>neu</small>"
    )
    assert replace_level_sign(HTML, 11, "[{quote}]").endswith('zwei [<q class="proof-quote">b</q>]</p>')
    assert replace_level_sign(HTML, 2, "neu") == HTML


@pytest.mark.django_db
def test_a_turn_that_was_deleted_meanwhile_is_no_error() -> None:
    assert write_level_to_turn(SecondReading(turn_id=uuid4(), place=0), ProofLevel.CHECKED) is False
