"""What vanished from a list is withdrawn; and every list that must not make anything vanish."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.documents.lifecycle.withdraw_documents import BY_PERSON, withdraw_documents
from apps.documents.models import (
    Document,
    Listing,
    Receipt,
    Source,
    SourceRun,
    SourceRunState,
    Status,
)
from apps.documents.sync.source_runner import SourceRunner, begin_run
from apps.documents.sync.withdraw_disappeared_documents import DisappearedDocuments, confirm_withdrawal
from tests.documents.conftest import EXPORT, Run, publish, statuses
from tests.documents.pardok_exports import deleted, export, paper, process
from tests.documents.source_runs import counts
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db
State = SourceRunState


def test_a_deletion_that_stays_alone_withdraws(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    host.serve(EXPORT, export(deleted("V-1"), process("V-2", paper(url=host.url("/S19-2.pdf")))))
    assert counts(run()) == (0, 0, 1, 1)
    assert statuses() == {"V-1-0001": Status.WITHDRAWN, "V-2-0001": Status.QUEUED}
    assert Receipt.objects.get().external_ids == ["V-1-0001"]


def test_what_vanished_is_withdrawn_and_comes_back_when_it_is_listed_again(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(11, 20))
    assert counts(run()) == (0, 0, 9, 1)
    assert statuses()["V-10-0001"] == Status.WITHDRAWN
    publish(host, *range(10, 20))
    assert counts(run()) == (1, 0, 9, 0)
    assert statuses()["V-10-0001"] == Status.QUEUED
    assert Document.objects.get(external_id="V-10-0001").title == "Radwege in Mitte"


def test_what_a_person_withdrew_is_not_brought_back(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    withdraw_documents([Document.objects.get(external_id="V-1-0001").pk], BY_PERSON)
    publish(host, 1, 2, Titel="Ganz neu")
    run()
    assert statuses()["V-1-0001"] == Status.WITHDRAWN
    assert not Document.objects.filter(external_id="V-1-0001").exclude(title="").exists()


GOOD = export(*(process(f"V-{n}", paper(url=f"http://x.example/{n}.pdf")) for n in range(10)))


DOUBTFUL: dict[str, Any] = {
    "an empty list": (200, export(), "listing_empty"),
    "an empty file": (200, b"", "listing_failed"),
    "a cut list": (200, GOOD[:-200], "listing_failed"),
    "an error": (500, b"", "listing_failed"),
    "a missing list": (404, b"", "listing_failed"),
    "a web page": (200, b"<html><body>Wartung</body></html>", "listing_failed"),
    "declared entities": (200, b'<!DOCTYPE Export [<!ENTITY a "b">]><Export/>', "listing_failed"),
    "another kind of papers only": (
        200,
        GOOD.replace(b"SchrAnfr", b"VO").replace(b"Schriftliche", b"X"),
        "listing_empty",
    ),
}


@pytest.mark.parametrize("doubt", DOUBTFUL)
def test_a_doubtful_list_withdraws_nothing_and_raises_an_alarm(doubt: str, host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    status, body, code = DOUBTFUL[doubt]
    if status == 200:
        host.serve(EXPORT, body)
    else:
        host.fail(EXPORT, status)
    done = run()
    assert (done.reason_code, done.withdrawn, done.new) == (code, 0, 0)
    assert len(done.alarm) > 20
    assert "%(" not in done.alarm
    assert Document.objects.exclude(status=Status.WITHDRAWN).count() == 2
    assert not Receipt.objects.exists()


def test_a_list_that_cannot_be_read_to_its_end_leaves_nothing_behind(host: DocumentHost, run: Run) -> None:
    host.serve(EXPORT, GOOD[:-30])
    assert run().state == State.FAILED
    assert not Document.objects.exists()
    assert not Listing.objects.exists()


def test_a_limited_list_withdraws_nothing(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(10, 20), Titel="Neu")
    limited = run(limit=3)
    assert (limited.found, limited.withdrawn, limited.reason_code) == (3, 0, "listing_limited")
    assert Status.WITHDRAWN not in statuses().values()
    assert counts(run()) == (0, 7, 3, 0)


def test_when_too_many_vanish_a_person_is_asked(host: DocumentHost, source: Source, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(13, 20))
    asking = run()
    assert (asking.state, asking.withdrawn, asking.vanished) == (State.NEEDS_DECISION, 0, 3)
    assert "3" in asking.alarm
    assert Status.WITHDRAWN not in statuses().values()
    assert confirm_withdrawal(asking) == 3
    asking.refresh_from_db()
    assert (asking.state, asking.withdrawn) == (State.DONE, 3)
    assert list(statuses().values()).count(Status.WITHDRAWN) == 3
    assert confirm_withdrawal(asking) == 0


def test_a_decision_is_only_about_the_newest_run(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(15, 20))
    asking = run()
    publish(host, *range(10, 20))
    run()
    assert confirm_withdrawal(asking) == 0
    assert Status.WITHDRAWN not in statuses().values()


def test_whoever_confirms_does_not_withdraw_what_the_list_names_but_cannot_be_read(
    host: DocumentHost, run: Run
) -> None:
    publish(host, *range(10, 20))
    run()
    papers = [process(f"V-{n}", paper(url=host.url(f"/S19-{n}.pdf") if n > 13 else "kaputt")) for n in range(13, 20)]
    host.serve(EXPORT, export(*papers))
    asking = run()
    assert (asking.state, asking.vanished) == (State.NEEDS_DECISION, 3)
    assert confirm_withdrawal(asking) == 3
    assert statuses()["V-13-0001"] != Status.WITHDRAWN


def test_whoever_confirms_deletions_does_not_withdraw_what_a_list_without_records_leaves_open(
    host: DocumentHost, run: Run
) -> None:
    publish(host, *range(10, 60))
    run()
    host.serve(EXPORT, export(*(deleted(f"V-{number}") for number in range(10, 31))))
    asking = run()
    assert (asking.state, asking.vanished) == (State.NEEDS_DECISION, 21)
    assert confirm_withdrawal(asking) == 21
    assert list(statuses().values()).count(Status.WITHDRAWN) == 21


def mirror(source: Source, *external_ids: str) -> Source:
    """Another source that lists some of the documents."""
    other = Source.objects.create(
        name="Spiegel", kind=source.kind, collection=source.collection, location="http://spiegel.example/x.xml"
    )
    for document in Document.objects.filter(external_id__in=external_ids):
        Listing.objects.create(source=other, document=document)
    return other


def test_a_doubtful_list_forgets_nothing_before_a_person_has_looked(
    host: DocumentHost, source: Source, run: Run
) -> None:
    publish(host, *range(10, 20))
    run()
    mirror(source, "V-10-0001")
    publish(host, *range(15, 20))
    asking = run()
    assert (asking.state, asking.vanished) == (State.NEEDS_DECISION, 4)
    assert Listing.objects.filter(source=source).count() == 10


def test_whoever_confirms_leaves_what_another_source_lists_by_now(host: DocumentHost, source: Source, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(15, 20))
    asking = run()
    mirror(source, "V-10-0001")
    assert confirm_withdrawal(asking) == 4
    assert statuses()["V-10-0001"] != Status.WITHDRAWN
    assert not Listing.objects.filter(source=source, document__external_id="V-10-0001").exists()


def test_two_who_confirm_at_once_decide_once(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(15, 20))
    asking = run()
    seen_by_the_second = SourceRun.objects.get(pk=asking.pk)
    assert confirm_withdrawal(asking) == 5
    assert confirm_withdrawal(seen_by_the_second) == 0
    seen_by_the_second.refresh_from_db()
    assert (seen_by_the_second.withdrawn, seen_by_the_second.reason_detail) == (5, {"confirmed": 5})


def test_a_run_that_dies_after_it_has_withdrawn_keeps_the_count(
    host: DocumentHost, source: Source, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(11, 20))

    def die(*_args: object) -> None:
        raise KeyboardInterrupt

    source.refresh_from_db()
    made = begin_run(source)
    assert made is not None
    with monkeypatch.context() as patch:
        patch.setattr(SourceRunner, "_remember_list", die)
        with pytest.raises(KeyboardInterrupt):
            SourceRunner(made).work()
    assert statuses()["V-10-0001"] == Status.WITHDRAWN
    assert SourceRunner(SourceRun.objects.get(pk=made.pk)).work()
    made.refresh_from_db()
    assert counts(made) == (0, 0, 9, 1)


def test_what_another_source_still_lists_stays_until_that_one_drops_it_too(
    host: DocumentHost, source: Source, run: Run
) -> None:
    publish(host, *range(10, 20))
    run()
    other = Source.objects.create(
        name="Spiegel", kind=source.kind, collection=source.collection, location=host.url("/spiegel.xml")
    )

    def run_other(*numbers: int) -> None:
        papers = [process(f"V-{number}", paper(url=host.url(f"/S19-{number}.pdf"))) for number in numbers]
        host.serve("/spiegel.xml", export(*papers))
        made = begin_run(other)
        assert made is not None
        SourceRunner(made).work()
        other.refresh_from_db()

    run_other(*range(10, 20))
    publish(host, *range(11, 20))
    assert run().withdrawn == 0
    assert Status.WITHDRAWN not in statuses().values()
    run_other(*range(11, 20))
    assert statuses()["V-10-0001"] == Status.WITHDRAWN
    assert list(statuses().values()).count(Status.WITHDRAWN) == 1


def test_a_record_that_cannot_be_used_has_not_vanished(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    papers = [process(f"V-{n}", paper(url=host.url(f"/S19-{n}.pdf") if n > 10 else "kaputt")) for n in range(10, 20)]
    host.serve(EXPORT, export(*papers))
    done = run()
    assert (done.withdrawn, done.reason_code) == (0, "records_skipped")
    assert done.skipped[0][0] == "V-10-0001"


def test_a_record_whose_name_is_told_by_numbers_has_not_vanished_either(host: DocumentHost, run: Run) -> None:
    """A mark for the direction of writing stands in ids of feeds and wikis; in the log of the run it is spelled out."""
    name = "V-\u200e10"
    papers = {
        each: process(each, paper(url=host.url("/S19-11.pdf"))) for each in (name, *(f"V-{n}" for n in range(11, 20)))
    }
    host.serve(EXPORT, export(*papers.values()))
    host.serve("/S19-11.pdf", b"Text.")
    run()
    assert f"{name}-0001" in statuses()
    host.serve(EXPORT, export(*(papers | {name: process(name, paper(url="kaputt"))}).values()))
    done = run()
    assert (done.withdrawn, done.skipped[0][0]) == (0, "V-[U+200E]10-0001")


@pytest.mark.parametrize(
    ("deleted", "missing", "known", "needs_person"),
    [(20, 0, 30, False), (21, 0, 30, True), (21, 0, 105, False), (0, 6, 30, False), (0, 7, 30, True)],
    ids=["few deleted", "many deleted", "a fifth deleted", "a fifth missing", "more missing"],
)
def test_how_many_may_vanish_before_a_person_is_asked(
    deleted: int, missing: int, known: int, needs_person: bool
) -> None:
    vanished = DisappearedDocuments(list(range(deleted)), list(range(missing)), known)
    assert vanished.needs_person == needs_person


def test_a_list_that_loses_a_little_with_each_run_asks_a_person_before_much_is_gone(
    host: DocumentHost, run: Run
) -> None:
    """A site that breaks slowly, or somebody who empties it below what is asked about at once."""
    left = list(range(10, 40))
    publish(host, *left)
    run()
    states = []
    for _ in range(2):
        left = left[len(left) // 6 :]
        publish(host, *left)
        done = run()
        states.append((done.state, done.reason_code))
    assert states == [(State.DONE, ""), (State.NEEDS_DECISION, "list_has_shrunk")]
    assert done.reason_detail == {"days": 30, "known": 30, "now": 21, "vanished": 4}
    assert "von 30 auf 21 Dokumente" in done.alarm
    assert list(statuses().values()).count(Status.WITHDRAWN) == 5
    assert confirm_withdrawal(done) == 4
    publish(host, *left[1:])
    assert counts(run())[3] == 1, "what a person has looked at counts no more"


def test_a_list_whose_documents_come_and_go_asks_nobody(host: DocumentHost, run: Run) -> None:
    for first in range(10, 30, 2):
        publish(host, *range(first, first + 20))
        assert run().state == State.DONE
    assert list(statuses().values()).count(Status.WITHDRAWN) == 18


def test_what_was_listed_long_ago_is_no_measure(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 40))
    long_ago = run()
    SourceRun.objects.filter(pk=long_ago.pk).update(created_at=timezone.now() - timedelta(days=31))
    for first in (15, 19):
        publish(host, *range(first, 40))
        assert run().state == State.DONE


@pytest.mark.parametrize(
    ("deleted", "missing", "listed", "before", "needs_person"),
    [
        (0, 1, 80, 100, False),
        (0, 1, 79, 100, True),
        (1, 0, 20, 30, False),
        (1, 0, 70, 100, True),
        (0, 0, 10, 100, False),
    ],
    ids=["a fifth", "more", "few by the source's own word", "many by its own word", "nothing now"],
)
def test_how_much_a_list_may_shrink_in_a_month(
    deleted: int, missing: int, listed: int, before: int, needs_person: bool
) -> None:
    vanished = DisappearedDocuments(list(range(deleted)), list(range(missing)), 1_000, listed, before)
    assert vanished.needs_person == needs_person
