"""Metrics of a turn: shares are None where nothing was said, never 0 or 1."""

from collections.abc import Sequence

from apps.evaluation.statistics.turn_metrics_without_judge import TurnMetrics, mean_metrics, measure_turn


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
    assert mean_metrics([found.as_json()])["proved_sentences"] == {"mean": None, "turns": 0, "undefined": 1}


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


def test_the_share_of_proved_sentences_is_one_of_sentences_and_not_of_answers() -> None:
    long, short = measured(["without_source"] * 12), measured(["verbatim"])
    means = mean_metrics([long.as_json(), short.as_json()])
    assert means["proved_sentences"] == {"mean": round(1 / 13, 4), "turns": 2, "undefined": 0}
    assert means["without_source_sentences"]["mean"] == round(12 / 13, 4)
    assert means["sentences"]["mean"] == 6.5
    # Other figures are of turns.
    assert means["citation_proof"]["mean"] == 1.0


def test_turns_of_before_sentences_were_counted_count_alike() -> None:
    rows = [{"proved_sentences": 0.0}, {"proved_sentences": 1.0, "sentences": 1}]
    assert mean_metrics(rows)["proved_sentences"]["mean"] == 0.5
