"""What derives from what: the rows of the files *.tsv here and below (read_cases.py says how they are read).

A test for each file and not for each row: 3,000 tests would take as much time again as what they test.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from apps.text.entailment import Derivation, Level, derive, derive_rewrite
from apps.text.entailment.derivation_result import PROVED
from tests.text.entailment.read_cases import HERE, Case, files_of_cases, read_cases


def meets(level: Level, expected: str) -> bool:
    """Whether it is all that is expected, such as "derived" or "not proved, not contradicted"."""
    return all((level in levels_of(one.removeprefix("not "))) != one.startswith("not ") for one in expected.split(", "))


def levels_of(name: str) -> frozenset[Level]:
    return PROVED if name == "proved" else frozenset({Level(name)})


def results(case: Case) -> Iterator[tuple[str, Derivation]]:
    """What is expected of each function that is asked, and what it finds."""
    if case.derive != "-":
        yield case.derive, derive(case.sentence, [case.quote])
    if case.derive_rewrite != "-":
        yield case.derive_rewrite, derive_rewrite(case.quote, case.sentence)


@pytest.mark.parametrize("path", files_of_cases(), ids=lambda path: str(path.relative_to(HERE)))
def test_what_derives_from_a_quote_and_what_does_not(path: Path) -> None:
    found = [(number, case, *result) for number, case in read_cases(path) for result in results(case)]
    wrong = [
        f"{path.name}:{number} {case.case}\n{case.quote}\n{case.sentence}\nexpected: {expected}, found: {derivation}\n"
        for number, case, expected, derivation in found
        if not meets(derivation.level, expected)
    ]
    assert found
    assert not wrong, "\n".join(wrong)
