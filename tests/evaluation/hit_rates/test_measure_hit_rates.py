"""Measuring calls no language model: what reads with one reads with the built-in one."""

import pytest

from apps.documents.models import Collection
from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
from apps.evaluation.planning.question_files import RankedQuestion
from apps.retrieval.algorithms import ALGORITHMS
from tests.town import town_with_graph


@pytest.fixture
def town(db: None) -> Collection:
    return town_with_graph()


@pytest.mark.parametrize("algorithm", ["graph-global", "graph-drift", "map-reduce"])
def test_what_reads_with_a_model_reads_with_the_built_in_one(town: Collection, algorithm: str) -> None:
    """Nothing found would be counted as a hit rate of 0, which nobody has measured."""
    asked = [RankedQuestion("Was kostet die Nordbrücke das Tiefbauamt?", ("bridge.txt",))]
    measured = measure_hit_rates(asked, algorithms=[ALGORITHMS[algorithm]], collections=[town.slug])
    assert measured.ranks[algorithm] == [1]
