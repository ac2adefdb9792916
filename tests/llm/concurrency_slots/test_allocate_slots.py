"""Slots go to the lowest rank first, and within a rank to each process alike."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as some

from apps.llm.concurrency_slots.allocate_slots import PERSON, SlotCounts, SlotRequest, allocate_share, deal_slots
from tests.unhurried import unhurried

NONE = SlotCounts(0, 0)
wants = some.dictionaries(some.integers(0, 6), some.integers(0, 20), max_size=4)


def test_processes_with_the_same_rank_get_the_same() -> None:
    assert deal_slots(8, [{5: 100}, {5: 100}, {5: 1}]) == [Counter({5: 4}), Counter({5: 3}), Counter({5: 1})]


def test_a_lower_rank_of_another_process_goes_first() -> None:
    assert deal_slots(4, [{5: 100}, {1: 3}]) == [Counter({5: 1}), Counter({1: 3})]


@unhurried
@given(some.integers(0, 30), some.lists(wants, max_size=5))
def test_nobody_gets_more_than_wanted_and_all_places_are_used(number: int, wanted: list[dict[int, int]]) -> None:
    dealt = deal_slots(number, wanted)
    assert all(got[rank] <= want[rank] for got, want in zip(dealt, wanted, strict=True) for rank in got)
    assert sum(got.total() for got in dealt) == min(number, sum(sum(want.values()) for want in wanted))


def test_what_others_keep_is_due_but_not_granted_yet() -> None:
    busy = SlotRequest({5: 20}, SlotCounts(0, 8), bears=8)
    share = allocate_share(SlotRequest({5: 20}, NONE, bears=8), [busy], 8, position=0)
    assert share.due == SlotCounts(0, 4)
    assert share.granted == NONE


def test_people_do_not_wait_for_work_in_the_background() -> None:
    busy = SlotRequest({5: 20}, SlotCounts(0, 8), bears=8)
    share = allocate_share(SlotRequest({PERSON: 2}, NONE, bears=8), [busy], 8, position=0)
    assert share.granted == SlotCounts(2, 0)
    assert allocate_share(busy, [SlotRequest({PERSON: 2}, SlotCounts(2, 0), bears=8)], 8, position=1).due == SlotCounts(
        0, 6
    )


def test_people_of_all_hosts_share_what_there_is() -> None:
    others = [SlotRequest({PERSON: 9}, SlotCounts(4, 0), bears=8)]
    assert allocate_share(SlotRequest({PERSON: 9}, NONE, bears=8), others, 8, position=0).granted == SlotCounts(4, 0)


def test_an_overload_that_one_process_has_seen_holds_for_all() -> None:
    others = [SlotRequest({5: 9}, SlotCounts(0, 1), bears=2)]
    assert allocate_share(SlotRequest({5: 9}, NONE, bears=8), others, 8, position=0).granted == SlotCounts(0, 1)


def test_calls_under_way_are_never_taken_away() -> None:
    others = [SlotRequest({1: 8}, NONE, bears=8)]
    share = allocate_share(SlotRequest({5: 9}, SlotCounts(0, 8), bears=8), others, 8, position=0)
    assert share.granted == SlotCounts(0, 8)
    assert share.due == NONE


@unhurried
@given(some.lists(wants, min_size=2, max_size=4), some.integers(1, 12), some.data())
def test_no_order_of_claims_gives_out_more_than_there_is(
    wanted: list[dict[int, int]], most: int, data: some.DataObject
) -> None:
    claims = [SlotRequest(want, NONE, most) for want in wanted]
    for _ in range(12):
        place = data.draw(some.integers(0, len(claims) - 1))
        want = data.draw(wants)
        held = SlotCounts(*(data.draw(some.integers(0, kept)) for kept in claims[place].kept))
        others = [claim for number, claim in enumerate(claims) if number != place]
        share = allocate_share(SlotRequest(want, held, most), others, most, place)
        claims[place] = SlotRequest(want, share.granted, most)
        assert sum(claim.kept.people for claim in claims) <= most
        assert sum(claim.kept.background for claim in claims) <= most
