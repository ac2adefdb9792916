import json
from pathlib import Path
from typing import Any

from benchmarks.goals import GOALS
from benchmarks.report_parts.chapters import CHAPTERS, MISSED, Chapter, anchor
from benchmarks.run import IMAGES, PAGE, stored_results
from benchmarks.tables import page, pictures

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = [
    Chapter("Search", "retrieval", "Documents and pages", "Questions from 72 PDFs.", "Nobody had seen them."),
    Chapter("Speed and size", "chat", "A question", "150 questions.", ""),
    Chapter("Speed and size", "standbys", "Searches on standbys", "What a question costs.", ""),
]


def result(**values: Any) -> dict[str, Any]:
    goal = {"what": "Seconds for all", "asked": "at most 60", "reached": 11.3, "met": True}
    machine = {"processors": 2, "architecture": "x86_64", "memory_gib": 7.8, "python": "3.11.7", "load_before": 0.4}
    base = {"benchmark": "chat", "command": "python benchmarks/chat.py --json", "date": "2026-11-20"}
    return {**base, "commit": "abc1234", "machine": machine, "goals": [goal], "figures": {}, **values}


def test_the_page_and_its_pictures_are_those_of_the_stored_results() -> None:
    results = stored_results()
    command = "Write them anew: .venv/bin/python benchmarks/run.py --render"
    assert PAGE.read_text(encoding="utf-8") == page(results), command
    for name, picture in pictures(results).items():
        assert (IMAGES / name).read_text(encoding="utf-8") == picture, command


def test_every_benchmark_has_a_chapter_and_a_sentence() -> None:
    assert {row.benchmark for row in CHAPTERS} == set(GOALS)
    assert all(row.chapter and row.title and row.measured for row in CHAPTERS)
    assert len({anchor(row.title) for row in CHAPTERS}) == len(CHAPTERS)


def test_every_reason_belongs_to_a_goal() -> None:
    assert [key for key in MISSED if key[1] not in {goal.what for goal in GOALS[key[0]]}] == []


def test_chapters_stand_together() -> None:
    order = [row.chapter for row in CHAPTERS]
    assert [name for place, name in enumerate(order) if name in order[:place] and order[place - 1] != name] == []


def test_a_goal_that_is_missed_stands_first_with_its_reason() -> None:
    what = "A question: our own time outside the models, median in ms"
    missed = {"what": what, "asked": "at most 15", "reached": 22.5, "met": False}
    begin, _, chapters = page([result(goals=[missed])], CHAPTER).partition("\n## Speed and size")
    said, why = MISSED["chat", what]
    assert f"| [{said}](#a-question) | at most 15 | 22.5 | {why} |" in begin
    assert "reached **22.5**, missed" in chapters


def test_a_goal_without_a_known_reason_stands_there_by_its_own_words() -> None:
    missed = {"what": "Seconds for one", "asked": "at most 1", "reached": 2.5, "met": False}
    assert "| [Seconds for one](#a-question) | at most 1 | 2.5 |  |" in page([result(goals=[missed])], CHAPTER)


def test_the_overview_counts_what_is_met() -> None:
    missed = {"what": "Seconds for one", "asked": "at most 1", "reached": 2.5, "met": False}
    text = page([result(goals=[*result()["goals"], missed])], CHAPTER)
    assert "| [Speed and size](#speed-and-size) | [A question](#a-question) | 2 | 1 | 1 |" in text


def test_a_section_says_what_is_measured_and_where_its_figures_come_from() -> None:
    text = page([result()], CHAPTER)
    parts = ["150 questions.", "`python benchmarks/chat.py --json` · 2026-11-20, abc1234", "load 0.4"]
    assert all(part in text for part in [*parts, "[figures](../benchmarks/results/chat.json)"])


def test_who_had_seen_the_material_is_said() -> None:
    rows: dict[str, Any] = {"pdf": {"algorithms": {}}, "qa": {"algorithms": {}}}
    assert "*Nobody had seen them.*" in page([result(benchmark="retrieval", figures=rows)], CHAPTER)


def test_what_was_never_stored_is_named() -> None:
    assert "- **Searches on standbys** (`benchmarks/standbys.py`)" in page([result()], CHAPTER)


def test_every_stored_result_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for path in (ROOT / "benchmarks" / "results").glob("*.json"):
        assert json.loads(path.read_text(encoding="utf-8"))["command"] in text
