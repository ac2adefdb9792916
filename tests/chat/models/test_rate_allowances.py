"""All processes take from the same allowance; it fills up with time, never above its capacity."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from apps.chat.models.rate_allowances import Allowance, Allowances, delete_full_allowances

THREE = Allowances("test", capacity=3, per_second=0.5)


def wait(seconds: float) -> None:
    row = Allowance.objects.get()
    Allowance.objects.update(filled_at=row.filled_at - timedelta(seconds=seconds))


@pytest.mark.django_db
def test_it_empties_and_fills_again() -> None:
    assert [THREE.take("a") for _ in range(3)] == [0.0] * 3
    assert THREE.take("a") == pytest.approx(2.0, abs=0.2)
    wait(2)
    assert THREE.take("a") == 0.0
    assert THREE.take("a") > 0
    wait(3600)
    assert [THREE.take("a") for _ in range(3)] == [0.0] * 3
    assert THREE.take("a") > 0


@pytest.mark.django_db
def test_names_and_kinds_have_one_each() -> None:
    once = Allowances("other", capacity=1, per_second=0.01)
    assert (once.take("a"), once.take("b"), THREE.take("a")) == (0.0, 0.0, 0.0)
    assert once.take("a") > 0


@pytest.mark.django_db(transaction=True)
def test_whoever_asks_at_once_from_several_connections_gets_no_more() -> None:
    slow = Allowances("test", capacity=5, per_second=0.001)

    def take(_number: int) -> float:
        try:
            return slow.take("a")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        waits = list(threads.map(take, range(20)))
    assert waits.count(0.0) == 5


@pytest.mark.django_db
def test_full_ones_are_forgotten() -> None:
    THREE.take("old")
    Allowance.objects.update(filled_at=timezone.now() - timedelta(days=1))
    THREE.take("new")
    delete_full_allowances()
    assert list(Allowance.objects.values_list("name", flat=True)) == ["test new"]
