"""Visitors are told apart for a day, and nobody finds the way back to an address."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from apps.chat.models.visitor_fingerprints import (
    DailySalt,
    VisitorDay,
    count_question,
    is_rate_limited_address,
    salt_of,
    visitor_fingerprint,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_salt() -> None:
    salt_of.cache_clear()


def test_the_same_address_has_the_same_fingerprint_today_and_another_one_tomorrow() -> None:
    first = visitor_fingerprint("203.0.113.7")
    assert visitor_fingerprint("203.0.113.7") == first
    assert visitor_fingerprint("203.0.113.8") != first
    salt_of.cache_clear()
    DailySalt.objects.all().delete()
    assert visitor_fingerprint("203.0.113.7") != first


def test_no_table_holds_an_address() -> None:
    count_question(visitor_fingerprint("203.0.113.7"))
    assert "203.0.113.7" not in str([*VisitorDay.objects.values(), *DailySalt.objects.values()])


def test_a_new_day_throws_away_what_was_known_the_day_before() -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    DailySalt.objects.create(day=yesterday)
    VisitorDay.objects.create(visitor="abc", day=yesterday)
    visitor_fingerprint("203.0.113.7")
    assert [row.day for row in DailySalt.objects.all()] == [timezone.localdate()]
    assert not VisitorDay.objects.exists()


def test_questions_are_counted_by_visitor() -> None:
    assert [count_question("a"), count_question("a"), count_question("b")] == [1, 2, 1]


def test_a_day_ends_at_midnight_where_the_service_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets of money end then, too. 22:30 UTC in summer is half past midnight in Berlin."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    count_question(visitor_fingerprint("203.0.113.7"))
    assert [row.day for row in (*DailySalt.objects.all(), *VisitorDay.objects.all())] == [date(2026, 7, 2)] * 2


def test_an_ipv6_visitor_is_a_network() -> None:
    assert visitor_fingerprint("2001:db8:1:2::1") == visitor_fingerprint("2001:db8:1:2:aaaa::2")
    assert visitor_fingerprint("2001:db8:1:2::1") != visitor_fingerprint("2001:db8:1:3::1")


def test_visitors_of_ipv4_are_told_apart_also_on_a_socket_for_both_protocols() -> None:
    assert visitor_fingerprint("::ffff:203.0.113.7") == visitor_fingerprint("203.0.113.7")
    assert visitor_fingerprint("::ffff:203.0.113.7") != visitor_fingerprint("::ffff:203.0.113.8")


@pytest.mark.parametrize(
    ("address", "limited"),
    [("127.0.0.1", False), ("::ffff:127.0.0.1", False), ("::1", False), ("203.0.113.7", True), ("nonsense", True)],
)
def test_this_machine_is_not_limited(address: str, limited: bool) -> None:
    assert is_rate_limited_address(address) is limited


def test_the_salt_is_long_and_random() -> None:
    assert len(salt_of(date(2026, 1, 1))) == 32
