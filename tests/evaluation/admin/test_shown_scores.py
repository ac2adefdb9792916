"""A score reads the same wherever it stands: rounded, as templates round it."""

import pytest

from apps.evaluation.admin.admin_page_helpers import format_score
from apps.evaluation.models import Run


@pytest.mark.parametrize(("mean", "shown"), [(0.7667, "0,77"), (0.996, "1,00"), (0.5, "0,50"), (None, "0,00")])
def test_scores_are_rounded_and_not_cut(mean: float | None, shown: str) -> None:
    assert format_score(Run(mean=mean), is_calibrated=True) == shown


def test_bounds_are_rounded_too() -> None:
    assert format_score(Run(mean=0.7667, low=0.6789, high=0.8467), is_calibrated=True) == "0,77 (0,68–0,85)"
