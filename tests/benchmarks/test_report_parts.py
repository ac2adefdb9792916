import re
from typing import Any

from benchmarks.report_parts.chapters import anchor
from benchmarks.report_parts.charts import chart
from benchmarks.report_parts.comparisons import COMPARISONS, Comparison, finding, table, table_finders
from benchmarks.report_parts.goal_tables import goal_tables, number


def goal(what: str, reached: float = 1.0, asked: str = "at least 1", *, met: bool = True) -> dict[str, Any]:
    return {"what": what, "asked": asked, "reached": reached, "met": met}


def markdown(*goals: dict[str, Any]) -> str:
    return "\n".join(goal_tables(goals))


def test_a_goal_stands_beside_what_was_reached() -> None:
    text = markdown(goal("Seconds", 11.3, "at most 60"), goal("Share", 0.5, met=False))
    assert "| Seconds | at most 60 | 11.3 |\n| Share | at least 1 | **0.5**, missed |" in text


def test_a_single_goal_is_a_sentence() -> None:
    assert markdown(goal("Share")) == "Share: asked at least 1, reached 1.\n"


def test_faults_that_did_not_happen_share_a_row() -> None:
    lost, doubled = goal("Documents lost", 0, "at most 0"), goal("… doubled", 0, "at most 0")
    assert "| Documents lost; … doubled | at most 0 | 0 each |" in markdown(goal("Kills"), lost, doubled)


def test_a_fault_that_happened_keeps_its_row() -> None:
    lost, doubled = goal("Documents lost", 0, "at most 0"), goal("… doubled", 2, "at most 0", met=False)
    text = markdown(goal("Kills"), lost, doubled)
    assert "| Documents lost | at most 0 | 0 |\n| … doubled | at most 0 | **2**, missed |" in text


def test_the_same_goals_of_several_things_stand_side_by_side() -> None:
    names = ("A feed", "A folder", "A mailbox")
    text = markdown(*(each for name in names for each in (goal(f"{name}: kills", 10), goal("… lost", 0, "at most 0"))))
    assert "| | kills (at least 1) | lost (at most 0) |" in text
    assert "| A feed | 10 | 0 |\n| A folder | 10 | 0 |\n| A mailbox | 10 | 0 |" in text


def test_numbers_have_commas_and_none_was_not_asked() -> None:
    assert [number(value) for value in (1517, 1217.8, 0.5, None, "ours")] == [
        "1,517",
        "1,217.8",
        "0.5",
        "not asked",
        "ours",
    ]


def test_a_comparison_is_a_table_with_its_picture_above() -> None:
    lines = list(table(Comparison("Shares", ["first"], {"ours": [0.5], "theirs": [None]}, "shares.svg", ["first"])))
    assert lines[0] == "![Shares](images/shares.svg)\n"
    assert lines[1:4] == ["| | first |\n|---|---|", "| ours | 0.5 |", "| theirs | not asked |"]


def test_follow_ups_are_compared() -> None:
    rates = {name: {"1": 0.5, "3": 0.75, "10": 1.0} for name in ("as_typed", "made_to_stand_alone", "whole")}
    assert finding({"follow_ups": {"hit_rate": rates}}).rows["as typed"] == [0.5, 0.75, 1.0]


def test_only_pictures_have_charted_columns_and_these_exist() -> None:
    assert set(COMPARISONS)
    finders = table_finders()
    assert set(finders.charted) <= set(finders.columns)
    assert finders.rows["ours"][0] == max(float(values[0] or 0) for values in finders.rows.values())


def test_a_chart_has_a_bar_as_long_as_each_share_and_colours_for_dark_pages() -> None:
    picture = chart(Comparison("Shares", ["a", "b"], {"one & two": [0.5, 1.0]}, "x.svg", ["a", "b"]))
    lengths = [float(width) for width in re.findall(r"class='bar\d' x='270' y='[\d.]+' width='([\d.]+)'", picture)]
    assert sorted(lengths)[-2:] == [225.0, 450.0]
    assert "one &amp; two" in picture
    assert "prefers-color-scheme: dark" in picture


def test_a_share_just_below_one_is_not_rounded_to_it() -> None:
    assert ">0.996<" in chart(Comparison("Shares", ["a"], {"ours": [0.9961]}, "x.svg", ["a"]))


def test_stacked_bars_stand_end_to_end() -> None:
    picture = chart(Comparison("Shares", ["a", "b"], {"ours": [0.4, 0.6]}, "x.svg", ["a", "b"], stacked=True))
    assert "class='stack0' x='270' y='41' width='180'" in picture
    assert "class='stack1' x='450' y='41' width='270'" in picture


def test_anchors_are_those_of_headings() -> None:
    assert anchor("Exact names, several sources, follow-ups") == "exact-names-several-sources-follow-ups"
