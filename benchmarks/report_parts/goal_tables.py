"""Goals as Markdown: what was asked beside what was reached; goals that repeat themselves side by side."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

Goal = dict[str, Any]
FEWEST_ALIKE = 3
"""So many groups of the same goals stand in one table: fourteen sources, each with four of them."""


def goal_tables(goals: Sequence[Goal]) -> Iterator[str]:
    """Markdown lines; a table of single goals, and one for each run of groups that ask the same of several things."""
    single: list[Goal] = []
    for shape, groups in groupby(groups_of(goals), shape_of):
        alike = list(groups)
        if not shape or len(alike) < FEWEST_ALIKE:
            single.extend(goal for group in alike for goal in group)
            continue
        yield from one_below_the_other(single)
        yield from side_by_side(alike)
        single = []
    yield from one_below_the_other(single)


def groups_of(goals: Sequence[Goal]) -> list[list[Goal]]:
    """A goal with those behind it that go on from it ("… lost")."""
    groups: list[list[Goal]] = []
    for goal in goals:
        if groups and goal["what"].startswith("…"):
            groups[-1].append(goal)
        else:
            groups.append([goal])
    return groups


def shape_of(group: Sequence[Goal]) -> tuple[tuple[str, str], ...]:
    """What is asked, without the name of the thing of which it is asked; () for a goal alone."""
    if len(group) == 1:
        return ()
    _, what = divided(group[0]["what"])
    return ((what, group[0]["asked"]), *((goal["what"], goal["asked"]) for goal in group[1:]))


def divided(what: str) -> tuple[str, str]:
    """("A feed", "kills in the middle of a run") of "A feed: kills in the middle of a run"."""
    thing, _, asked = what.rpartition(": ")
    return thing, asked


def side_by_side(groups: Sequence[Sequence[Goal]]) -> Iterator[str]:
    columns = [f"{what.removeprefix('… ')} ({asked})" for what, asked in shape_of(groups[0])]
    yield f"| | {' | '.join(columns)} |\n|---{'|---' * len(columns)}|"
    for group in groups:
        yield f"| {divided(group[0]['what'])[0]} | {' | '.join(map(reached, group))} |"
    yield ""


def one_below_the_other(goals: Sequence[Goal]) -> Iterator[str]:
    if not goals:
        return
    if len(goals) == 1:
        yield f"{goals[0]['what']}: asked {goals[0]['asked']}, reached {reached(goals[0])}.\n"
        return
    yield "| measured | asked | reached |\n|---|---|---|"
    for kept, group in groupby(goals, is_kept_at_nought):
        same = list(group)
        if kept and len(same) > 1:
            yield f"| {'; '.join(goal['what'] for goal in same)} | {same[0]['asked']} | 0 each |"
        else:
            yield from (f"| {goal['what']} | {goal['asked']} | {reached(goal)} |" for goal in same)
    yield ""


def is_kept_at_nought(goal: Goal) -> bool:
    """Of faults that must not happen and did not, several go into one row."""
    return goal["asked"] == "at most 0" and goal["reached"] == 0


def reached(goal: Goal) -> str:
    return number(goal["reached"]) if goal["met"] else f"**{number(goal['reached'])}**, missed"


def number(value: float | str | None) -> str:
    if value is None:
        return "not asked"
    if isinstance(value, str):
        return value
    return f"{value:,g}" if isinstance(value, float) else f"{value:,}"
