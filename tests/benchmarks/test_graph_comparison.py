import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.graph_comparison import read, shown, tables_of

NAMES = ["graph-global", "basic", "map-reduce"]


def judged(wins: int, losses: int, ties: int = 0) -> dict[str, Any]:
    return {"criteria": {"diversity": {"wins_a": wins, "wins_b": losses, "ties": ties}}}


def test_a_column_wins_what_its_row_loses() -> None:
    results = {
        ("graph-global", "basic"): judged(18, 7),
        ("graph-global", "map-reduce"): judged(0, 0, 25),
        ("basic", "map-reduce"): judged(0, 0),
    }
    table = tables_of(NAMES, results)["diversity"]
    assert table["graph-global"] == {"graph-global": 50.0, "basic": 72.0, "map-reduce": 50.0}
    assert table["basic"] == {"graph-global": 28.0, "basic": 50.0, "map-reduce": None}


def test_a_rate_is_rounded_once() -> None:
    # 39 of 126 are 30.952 percent: rounded to four places first they would be 30.9.
    table = tables_of(["a", "b"], {("a", "b"): judged(19, 43, 1)})["diversity"]
    assert (table["a"]["b"], table["b"]["a"]) == (31.0, 69.0)


def test_the_table_has_a_row_and_a_column_for_each_algorithm() -> None:
    results = {(one, other): judged(1, 3) for one in NAMES for other in NAMES if one < other}
    lines = shown("diversity", NAMES, tables_of(NAMES, results)["diversity"]).splitlines()
    assert len(lines) == 2 + len(NAMES)
    assert lines[3].split() == ["basic", "25.0", "50.0", "25.0"]


def test_questions_come_from_lines_or_from_a_table(tmp_path: Path) -> None:
    lines, table = tmp_path / "q.jsonl", tmp_path / "q.csv"
    lines.write_text('{"question": "Was?"}\n\n{"question": "Wer?"}\n', encoding="utf-8")
    table.write_text('question_text,question_id\n"Was, bitte?",1\n', encoding="utf-8")
    assert read(lines) == ["Was?", "Wer?"]
    assert read(table) == ["Was, bitte?"]


def test_a_comparison_of_ones_own_needs_no_package_of_the_tests(project_folder: Path) -> None:
    script = (
        "import runpy, sys; sys.modules['pytest'] = None; sys.argv = ['graph_comparison.py', '--help']; "
        "runpy.run_path('benchmarks/graph_comparison.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=project_folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
