"""Agreement of a reader's verdicts with the labels of people: kappa, and the shares of wrong verdicts of each kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.evaluation.second_reader_calibration.labelled_cases import LabelledCase
from apps.evaluation.statistics.cohens_kappa import kappa

SUPPORTED, CONTRADICTED, UNREADABLE = "supported", "contradicted", "unreadable"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Shares are between 0 and 1, None where there is no such case."""

    kappa: float | None
    false_supported: float | None
    missed: float | None
    false_contradicted: float | None
    unreadable: int


def measure_agreement(cases: Sequence[LabelledCase], verdicts: Mapping[str, str]) -> Agreement:
    """`verdicts` by the key of the case, one for each; a reply that could not be read is not "supported".

    The kappa is that of two judges who say supported or not (statistics/cohens_kappa.py).
    """
    said = [verdicts[case.key] for case in cases]
    true = [verdict for case, verdict in zip(cases, said, strict=True) if case.is_supported]
    false = [verdict for case, verdict in zip(cases, said, strict=True) if not case.is_supported]
    return Agreement(
        kappa=kappa([int(case.is_supported) for case in cases], [int(verdict == SUPPORTED) for verdict in said]),
        false_supported=verdict_share(false, [SUPPORTED]),
        missed=verdict_share(true, [CONTRADICTED, "not_said", UNREADABLE]),
        false_contradicted=verdict_share(true, [CONTRADICTED]),
        unreadable=said.count(UNREADABLE),
    )


def verdict_share(verdicts: Sequence[str], counted: Sequence[str]) -> float | None:
    return sum(verdict in counted for verdict in verdicts) / len(verdicts) if verdicts else None
