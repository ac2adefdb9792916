"""What a run works on: it arrives in portions, keeps its order, and leaves when it has ended."""

import pytest
from django.db import OperationalError

from apps.documents.engine.open_revisions import OpenRevisions


def test_portions_arrive_one_by_one() -> None:
    wanted = OpenRevisions([1], arrivals=[lambda: [2, 3], list, lambda: [4]])
    assert wanted.revisions == [1]
    assert wanted.arrive()
    assert wanted.revisions == [1, 2, 3]
    assert wanted.arrive()
    assert wanted.arrive()
    assert not wanted.arrive()
    assert wanted.revisions == [1, 2, 3, 4]


def test_a_portion_that_the_database_was_away_for_arrives_again() -> None:
    answers = iter([OperationalError("away"), [7]])

    def register() -> list[int]:
        answer = next(answers)
        if isinstance(answer, OperationalError):
            raise answer
        return answer

    wanted = OpenRevisions(arrivals=[register])
    with pytest.raises(OperationalError):
        wanted.arrive()
    assert wanted.arrive()
    assert wanted.revisions == [7]
    assert not wanted.arrive()


def test_what_was_looked_at_comes_after_all_others() -> None:
    wanted = OpenRevisions(range(5))
    wanted.move_to_end(wanted.first(2))
    assert wanted.first(4) == [2, 3, 4, 0]


def test_what_has_ended_is_gone_also_when_it_was_never_there() -> None:
    wanted = OpenRevisions([1, 2])
    wanted.end([2, 3])
    assert wanted.revisions == [1]


def test_it_grows_until_a_portion_is_missing() -> None:
    wanted = OpenRevisions([1], arrivals=iter([lambda: [2]]))
    assert wanted.is_growing
    assert wanted.arrive()
    assert wanted.is_growing
    assert not wanted.arrive()
    assert not wanted.is_growing
