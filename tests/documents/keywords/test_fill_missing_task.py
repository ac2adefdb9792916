import time

import pytest
from django_q.models import OrmQ, Schedule

from apps.documents.keywords import fill_missing_task, write_keyword_index
from apps.documents.keywords.build_posting_rows import INDEXED
from apps.documents.models import Posting
from tests import factories

pytestmark = pytest.mark.django_db


def test_documents_from_before_are_indexed_once() -> None:
    factories.document(["Die Gebühr beträgt drei Euro."])
    factories.document(["Die Steuer beträgt neun Euro."])
    assert not Posting.objects.exists()
    assert fill_missing_task.fill_missing() == 2
    assert Posting.objects.filter(term=INDEXED).count() == 2
    assert fill_missing_task.fill_missing() == 0


def test_it_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.document(["Die Gebühr beträgt drei Euro."])
    monkeypatch.setattr(fill_missing_task, "MOST_SECONDS", 0.0)
    assert fill_missing_task.fill_missing() == 0


def test_what_is_left_when_its_time_is_up_has_another_turn_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.document(["Die Gebühr beträgt drei Euro."])
    factories.document(["Die Steuer beträgt neun Euro."])
    fill = write_keyword_index.index_missing_documents

    def one_at_a_time() -> int:
        time.sleep(0.06)
        return fill(1)

    monkeypatch.setattr(write_keyword_index, "index_missing_documents", one_at_a_time)
    monkeypatch.setattr(fill_missing_task, "MOST_SECONDS", 0.05)
    assert fill_missing_task.fill_missing() == 1
    assert [task.task["func"] for task in OrmQ.objects.all()] == [fill_missing_task.FILLER]


def test_it_is_called_every_hour() -> None:
    assert Schedule.objects.get(func=fill_missing_task.FILLER).schedule_type == Schedule.HOURLY
