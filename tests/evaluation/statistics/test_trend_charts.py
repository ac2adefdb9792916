"""A chart of means: its figures are written as the reader writes them, its lines as SVG does."""

import pytest
from django.utils import translation

from apps.evaluation.statistics.trend_charts import ChartPoint, trend_chart


@pytest.mark.parametrize(
    ("language", "tick", "mean"), [("de", ">0,25</text>", "2.1.: 0,80<"), ("en", ">0.25</text>", "2.1.: 0.80<")]
)
def test_figures_have_the_decimal_mark_of_the_language(language: str, tick: str, mean: str) -> None:
    with translation.override(language):
        svg = trend_chart([ChartPoint("2.1.", 0.8, 0.75, 0.85)], "Note")
    assert tick in svg
    assert mean in svg
    assert 'cy="48.4"' in svg
