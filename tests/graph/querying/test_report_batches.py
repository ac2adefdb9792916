from apps.graph.querying.community_reports import CommunityReport
from apps.graph.querying.report_batches import (
    BatchEntry,
    KeyPoint,
    ReportBatch,
    batch_entry_of_report,
    parse_key_points,
    rank_points,
    shuffle_into_batches,
)

BATCH = ReportBatch(
    (
        BatchEntry("Brücken", (("Die Nordbrücke wird saniert.", (1, 2)), ("Sie kostet drei Millionen.", (3,))), 20),
        BatchEntry("Büchereien", (("Das Kornhaus öffnet.", (4,)),), 20),
    )
)


def entries(number: int, tokens: int) -> list[BatchEntry]:
    return [BatchEntry(f"Bericht {place}", ((f"Aussage {place}", (place,)),), tokens) for place in range(number)]


def test_the_order_is_shuffled_and_always_the_same() -> None:
    first, again = (shuffle_into_batches(entries(20, 10), 1_000) for _ in range(2))
    assert first == again
    assert [entry.head for entry in first[0].entries] != [entry.head for entry in entries(20, 10)]


def test_no_batch_is_larger_than_the_budget_and_nothing_is_left_out() -> None:
    found = shuffle_into_batches(entries(50, 300), 1_000)
    assert all(sum(entry.tokens for entry in batch.entries) <= 1_000 for batch in found)
    assert sum(len(batch.entries) for batch in found) == 50


def test_an_entry_larger_than_the_budget_is_read_alone() -> None:
    assert [len(batch.entries) for batch in shuffle_into_batches(entries(2, 5_000), 1_000)] == [1, 1]


def test_parts_are_numbered_within_their_entry() -> None:
    assert "[1.2] Sie kostet drei Millionen." in BATCH.text
    assert "[2] Büchereien" in BATCH.text


def test_scores_are_read_as_models_write_them_and_zeros_are_dropped() -> None:
    data = {
        "points": [
            {"description": "a", "score": "85.5", "references": ["1.1"]},
            {"description": "b", "score": 0, "references": ["1.1"]},
            {"description": "c", "score": "keine", "references": ["1.1"]},
            {"description": "d", "score": 400, "references": ["[2]"]},
        ]
    }
    assert parse_key_points(BATCH, data) == [KeyPoint("a", 85.5, (1, 2)), KeyPoint("d", 100.0, (4,))]


def test_a_point_without_references_gets_those_of_the_words_it_shares() -> None:
    data = {"points": [{"description": "Das Kornhaus öffnet wieder", "score": 50}]}
    assert parse_key_points(BATCH, data) == [KeyPoint("Das Kornhaus öffnet wieder", 50.0, (4,))]


def test_a_point_that_nothing_bears_out_is_dropped() -> None:
    data = {"points": [{"description": "Der Mond ist fern", "score": 50, "references": ["9.9"]}]}
    assert parse_key_points(BATCH, data) == []


def test_the_best_points_come_first_and_equal_ones_once() -> None:
    found = rank_points([KeyPoint("a", 20, (1,)), KeyPoint("b", 90, (2,)), KeyPoint("a", 40, (3,))])
    assert found == [KeyPoint("b", 90, (2,)), KeyPoint("a", 40, (3, 1))]


def test_a_report_is_an_entry_with_its_findings() -> None:
    finding = {"summary": "Kosten", "explanation": "drei Millionen", "units": [7]}
    entry = batch_entry_of_report(CommunityReport(1, None, "Brücke", "Eine Brücke.", 5.0, [finding], 100))
    assert entry.head == "Brücke\nEine Brücke."
    assert entry.parts == (("Kosten: drei Millionen", (7,)),)
