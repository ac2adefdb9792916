"""Agreement by hand: ten cases of which six are supported."""

from apps.evaluation.second_reader_calibration.agreement_with_labels import measure_agreement
from apps.evaluation.second_reader_calibration.labelled_cases import LabelledCase

CASES = [LabelledCase(f"Satz {number}", ("Zitat",), "de", number < 6) for number in range(10)]


def said(*verdicts: str) -> dict[str, str]:
    return {case.key: verdict for case, verdict in zip(CASES, verdicts, strict=True)}


def test_shares_and_kappa() -> None:
    found = measure_agreement(
        CASES, said(*["supported"] * 4, "contradicted", "unreadable", "supported", *["not_said"] * 3)
    )
    assert (found.false_supported, found.missed, found.false_contradicted) == (0.25, 2 / 6, 1 / 6)
    assert found.unreadable == 1
    # Observed 0.7; by chance 0.6 * 0.5 + 0.4 * 0.5 = 0.5.
    assert found.kappa is not None
    assert abs(found.kappa - 0.4) < 1e-12


def test_who_says_the_same_of_everything_agrees_by_chance_alone() -> None:
    assert measure_agreement(CASES, said(*["supported"] * 10)).kappa == 0.0
    assert measure_agreement(CASES, said(*["unreadable"] * 10)).kappa == 0.0
    assert measure_agreement(CASES, said(*["supported"] * 6, *["not_said"] * 4)).kappa == 1.0


def test_without_cases_of_a_kind_there_is_no_share() -> None:
    found = measure_agreement(CASES[:6], {case.key: "supported" for case in CASES[:6]})
    assert (found.kappa, found.false_supported, found.missed) == (None, None, 0.0)
