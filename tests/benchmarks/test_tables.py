from typing import Any

from benchmarks.tables import page

FIGURES: dict[str, Any] = {"qa": {"seconds": 11.3, "interval": [0.97, 1.0], "missing": []}, "rows": list(range(50))}


def result(**values: Any) -> dict[str, Any]:
    goal = {"what": "Seconds for all", "asked": "at most 60", "reached": 11.3, "met": True}
    machine = {"processors": 2, "architecture": "x86_64", "memory_gib": 7.8, "python": "3.11.7", "load_before": 0.4}
    base = {"benchmark": "retrieval", "command": "python benchmarks/retrieval.py --json", "date": "2026-11-20"}
    return {**base, "commit": "abc1234", "machine": machine, "goals": [goal], "figures": FIGURES, **values}


def test_a_goal_stands_beside_what_was_reached() -> None:
    assert "| Seconds for all | at most 60 | 11.3 | met |" in page([result()])


def test_a_missed_goal_is_seen() -> None:
    missed = {"what": "Seconds for all", "asked": "at most 60", "reached": 61.0, "met": False}
    assert "| Seconds for all | at most 60 | 61 | **missed** |" in page([result(goals=[missed])])


def test_the_page_begins_with_what_was_missed() -> None:
    missed = {"what": "Seconds for one", "asked": "at most 1", "reached": 2.5, "met": False}
    begin = page([result(), result(benchmark="chat", goals=[*result()["goals"], missed])]).partition("\n## ")[0]
    assert "| [Retrieval](#retrieval) | 1 | 1 | none |" in begin
    assert "| [Chat](#chat) | 2 | 1 | Seconds for one: 2.5 (at most 1) |" in begin


def test_figures_are_lines_and_long_lists_stay_in_the_json() -> None:
    text = page([result()])
    assert "qa\n\n| figure | value |" in text
    assert "| seconds | 11.3 |" in text
    assert "| interval | 0.97 to 1 |" in text
    assert "| missing | none |" in text
    assert "rows" not in text


def test_alike_figures_stand_side_by_side() -> None:
    algorithms = {"one": {"hit_rate": {"1": 0.5, "3": None}}, "two": {"hit_rate": {"1": 0.25, "3": 1.0}}}
    text = page([result(figures={"algorithms": algorithms})])
    assert "algorithms\n\n| | hit_rate 1 | hit_rate 3 |\n|---|---|---|" in text
    assert "| one | 0.5 | not asked |\n| two | 0.25 | 1 |" in text


def test_the_command_the_commit_and_the_load_are_named() -> None:
    text = page([result()])
    assert all(word in text for word in ("    python benchmarks/retrieval.py --json", "abc1234", "load before 0.4"))
