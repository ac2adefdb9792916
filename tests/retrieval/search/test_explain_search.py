import re
from pathlib import Path

from django.utils import translation

from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.query.types import SearchStep
from apps.retrieval.search.explain_search import STEP_LABELS, StepLine, explain_search
from apps.retrieval.search.search_result import step_as_json
from apps.retrieval.vectors.explain_no_results import REASONS, no_result_step

PASSAGE = {"title": "", "external_id": "fees.pdf", "page": 2, "kind": "content", "score": 0.91}


def test_each_stored_step_is_a_line_with_its_limit_threshold_and_milliseconds() -> None:
    steps = [
        step_as_json(SearchStep("keyword", 0.0042, 87, detail={"limit": 100})),
        step_as_json(SearchStep("content", 0.0, 30, 0.2)),
    ]
    lines = explain_search("Gebühr", "hybrid", "Standard", steps, []).steps
    assert [(line.found, line.limit, line.threshold) for line in lines] == [("87", 100, None), ("30", None, 0.2)]
    assert lines[0].milliseconds == 4.2


def test_a_step_that_failed_says_what_was_done_instead() -> None:
    step = step_as_json(SearchStep("embed", 0.5, 0, detail={"failed": "unreachable", "instead": "keyword"}))
    with translation.override("en"):
        [line] = explain_search("Gebühr", "hybrid", "", [step], []).steps
    assert "words alone" in line.label


def test_a_number_that_was_not_counted_is_not_shown() -> None:
    [line] = explain_search(
        "Gebühr", "hybrid", "", [{"name": "filters", "found": -1, "seconds": 0.001, "threshold": None}], []
    ).steps
    assert line == StepLine(line.label, "", None, None, 1.0)


def test_what_is_not_known_is_shown_by_its_name() -> None:
    found = explain_search(
        "Gebühr", "gone", "", [{"name": "gone too", "found": 3, "seconds": 0.0}], [{"kind": "report", "score": None}]
    )
    assert (found.algorithm, found.steps[0].label, found.passages[0].kind) == ("gone", "gone too", "report")


def test_every_step_that_an_algorithm_reports_has_a_label() -> None:
    source = "".join(path.read_text() for path in Path("apps/retrieval").rglob("*.py"))
    reported = set(re.findall(r'\bSearchStep\(\s*"([^"]+)"', source))
    assert {"route", "selection", "map", "entities", "notes"} <= reported <= STEP_LABELS.keys()


def test_a_changed_way_and_lost_batches_are_told() -> None:
    changed = step_as_json(SearchStep("route", 0.0, 1, detail={"algorithm": "graph-global", "instead_of": "hybrid"}))
    lost = step_as_json(SearchStep("map", 0.0, 4, detail={"batches": 3, "lost": 1}))
    whole = step_as_json(SearchStep("map", 0.0, 4, detail={"batches": 3, "lost": 0}))
    with translation.override("en"):
        route, some, every = (
            line.label for line in explain_search("Gebühr", "graph-global", "", [changed, lost, whole], []).steps
        )
        assert route.endswith(f": {ALGORITHMS['graph-global'].label} instead of {ALGORITHMS['hybrid'].label}")
    assert some.endswith("(1 of 3 batches lost)")
    assert "lost" not in every


def test_batches_that_another_model_read_are_told() -> None:
    step = step_as_json(SearchStep("map", 0.0, 4, detail={"batches": 3, "lost": 0, "stood_in": 2}))
    with translation.override("en"):
        [line] = explain_search("Gebühr", "graph-global", "", [step], []).steps
    assert line.label.endswith("(2 of 3 batches read by a stand-in model)")


def test_passages_have_a_name_a_page_and_a_score() -> None:
    [line] = explain_search("Gebühr", "hybrid", "", [], [PASSAGE]).passages
    assert (line.title, line.page, line.score) == ("fees.pdf", 2, 0.91)


def test_an_empty_search_explains_itself() -> None:
    for reason in REASONS:
        step = step_as_json(no_result_step(reason, best=0.1, threshold=0.2))
        assert explain_search("Gebühr", "hybrid", "", [step], []).explanation
