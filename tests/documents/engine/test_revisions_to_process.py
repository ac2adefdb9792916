"""What a run works on: it arrives in portions, keeps its order, and leaves when it has ended."""

import pytest
from django.db import OperationalError

from apps.documents.engine.revisions_to_process import OpenRevisions


def test_portions_arrive_one_by_one() -> None:
    open_revisions = OpenRevisions([1], arrivals=[lambda: [2, 3], list, lambda: [4]])
    assert open_revisions.revisions == [1]
    assert open_revisions.arrive()
    assert open_revisions.revisions == [1, 2, 3]
    assert open_revisions.arrive()
    assert open_revisions.arrive()
    assert not open_revisions.arrive()
    assert open_revisions.revisions == [1, 2, 3, 4]


def test_a_portion_that_the_database_was_away_for_arrives_again() -> None:
    answers = iter([OperationalError("away"), [7]])

    def register() -> list[int]:
        answer = next(answers)
        if isinstance(answer, OperationalError):
            raise answer
        return answer

    open_revisions = OpenRevisions(arrivals=[register])
    with pytest.raises(OperationalError):
        open_revisions.arrive()
    assert open_revisions.arrive()
    assert open_revisions.revisions == [7]
    assert not open_revisions.arrive()


def test_what_was_looked_at_comes_after_all_others() -> None:
    open_revisions = OpenRevisions(range(5))
    open_revisions.move_to_end(open_revisions.first(2))
    assert open_revisions.first(4) == [2, 3, 4, 0]


def test_what_has_ended_is_gone_also_when_it_was_never_there() -> None:
    open_revisions = OpenRevisions([1, 2])
    open_revisions.end([2, 3])
    assert open_revisions.revisions == [1]


def test_it_grows_until_a_portion_is_missing() -> None:
    open_revisions = OpenRevisions([1], arrivals=iter([lambda: [2]]))
    assert open_revisions.is_growing
    assert open_revisions.arrive()
    assert open_revisions.is_growing
    assert not open_revisions.arrive()
    assert not open_revisions.is_growing
