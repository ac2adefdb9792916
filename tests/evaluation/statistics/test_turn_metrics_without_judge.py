"""Metrics of a turn: shares are None where nothing was said, never 0 or 1."""

from collections.abc import Sequence

from apps.evaluation.statistics.turn_metrics_without_judge import TurnMetrics, measure_turn


def measured(levels: Sequence[str]) -> TurnMetrics:
    return measure_turn(
        said="Was kostet es?",
        reply="Es kostet 3 Euro [1].",
        refused=False,
        must_refuse=None,
        passages=[],
        proved=1,
        cited=1,
        levels=levels,
        expected=[],
        seconds=0.1,
        tokens=5,
    )


def test_the_share_of_proved_sentences_counts_the_first_two_levels() -> None:
    found = measured(["verbatim", "checked", "quoted", "contradicted", "without_source"])
    assert (found.proved_sentences, found.contradicted_sentences) == (0.4, 0.2)


def test_an_answer_without_sentences_has_no_share() -> None:
    found = measured([])
    assert (found.proved_sentences, found.contradicted_sentences) == (None, None)


def test_each_level_has_its_share_and_together_they_are_all() -> None:
    found = measured(
        ["verbatim", "verbatim", "checked", "quoted", "quoted", "quoted", "contradicted", "without_source"]
    )
    shares = [
        found.verbatim_sentences,
        found.checked_sentences,
        found.quoted_sentences,
        found.contradicted_sentences,
        found.without_source_sentences,
    ]
    assert shares == [0.25, 0.125, 0.375, 0.125, 0.125]
