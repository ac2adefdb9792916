"""Claims are rows that count until their lease ends by the clock of the database."""

from uuid import UUID

import pytest
from django.db import connection

from apps.llm.concurrency_slots.allocate_slots import SlotCounts, SlotRequest
from apps.llm.concurrency_slots.claim_slots import LEASE, claim_slots, release_slots
from apps.llm.models import PlaceClaim

pytestmark = pytest.mark.django_db
NONE = SlotCounts(0, 0)
ONE, TWO = UUID(int=1), UUID(int=2)


def eager(kept: SlotCounts = NONE) -> SlotRequest:
    return SlotRequest({5: 50}, kept, bears=8)


def age(holder: UUID, seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE llm_placeclaim SET seen_at = clock_timestamp() - make_interval(secs => %s) WHERE holder = %s",
            [seconds, holder],
        )


def test_who_is_alone_gets_everything_and_gives_half_of_it_to_the_next() -> None:
    assert claim_slots("s", ONE, eager(), 8).granted == SlotCounts(0, 8)
    assert claim_slots("s", TWO, eager(), 8).granted == NONE
    assert claim_slots("s", ONE, eager(SlotCounts(0, 4)), 8).granted == SlotCounts(0, 4)
    assert claim_slots("s", TWO, eager(), 8).granted == SlotCounts(0, 4)


def test_servers_have_places_of_their_own() -> None:
    claim_slots("s", ONE, eager(), 8)
    assert claim_slots("t", TWO, eager(), 8).granted == SlotCounts(0, 8)


def test_a_process_that_is_silent_for_too_long_is_forgotten() -> None:
    claim_slots("s", ONE, eager(), 8)
    age(ONE, LEASE.total_seconds() - 3)
    assert claim_slots("s", TWO, eager(), 8).granted == NONE
    age(ONE, LEASE.total_seconds() + 1)
    assert claim_slots("s", TWO, eager(), 8).granted == SlotCounts(0, 8)


def test_what_is_given_back_is_there_for_others_at_once_and_old_rows_are_removed() -> None:
    claim_slots("s", ONE, eager(), 8)
    claim_slots("s", UUID(int=3), eager(), 8)
    age(UUID(int=3), 7_200)
    release_slots("s", ONE)
    assert PlaceClaim.objects.count() == 0
    assert claim_slots("s", TWO, eager(), 8).granted == SlotCounts(0, 8)


def test_the_table_costs_no_log() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence FROM pg_class WHERE relname = 'llm_placeclaim'")
        assert cursor.fetchone() == ("u",)
