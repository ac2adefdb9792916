"""Councils over real HTTP: what is new, changed, deleted; few requests; lists that lie, loop or break."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from apps.documents.models import Document, Receipt, Source, SourceRunState, Status
from apps.documents.sources.connectors.changed_since_server_time import parse_cursor
from apps.documents.sources.council import oparl
from apps.documents.sync.withdraw_disappeared_documents import confirm_withdrawal
from tests import factories
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import head
from tests.fakes.oparl import OParlServer

pytestmark = pytest.mark.django_db
OLD, NEW = "2024-01-02T03:04:05+01:00", "2025-06-07T08:09:10+02:00"
PAPERS = "/oparl/body/1/paper"


@pytest.fixture
def council(settings: Any) -> Iterator[OParlServer]:
    with OParlServer() as running:
        settings.IMPORT_HOSTS = [running.entry]
        yield running


@pytest.fixture
def source(council: OParlServer) -> Source:
    return Source.objects.create(
        name="Rat", kind="oparl", collection=factories.collection("rat"), location=council.location()
    )


def names() -> set[str]:
    listed = Document.objects.exclude(status=Status.WITHDRAWN).values_list("external_id", flat=True)
    return {name.partition("/oparl/")[2] for name in listed}


def test_files_of_papers_and_meetings_become_documents_with_what_the_council_says(
    council: OParlServer, source: Source
) -> None:
    council.add_paper(1, modified=OLD, files=2)
    council.add_meeting(4, modified=OLD)
    done = run(source)
    assert (done.state, done.alarm, counts(done)) == (SourceRunState.DONE, "", (4, 0, 0, 0))
    assert names() == {"file/1-0", "file/1-1", "meeting/4", "file/einladung-4"}
    main = Document.objects.get(external_id__endswith="/oparl/file/1-0")
    assert (main.title, main.number, main.document_type, str(main.date)) == (
        "Vorlage 1", "1/2024", "Beschlussvorlage", "2024-01-02",
    )  # fmt: skip
    assert main.metadata["body"] == "Stadt Beispielstadt"
    assert Document.objects.get(external_id__endswith="/oparl/file/1-1").title == "Vorlage 1 – Datei 1-1"


def test_a_file_without_a_name_of_its_own_keeps_the_title_of_its_paper(council: OParlServer, source: Source) -> None:
    council.add_paper(1, modified=OLD, files=2)
    paper = council.objects["paper"][council.url("/oparl/paper/1")]
    del paper["auxiliaryFile"][0]["name"]
    run(source)
    assert Document.objects.get(external_id__endswith="/oparl/file/1-1").title == "Vorlage 1 – 1-1"


def test_a_meeting_can_be_asked_for_what_it_resolved(council: OParlServer, source: Source) -> None:
    council.add_meeting(4, modified=OLD)
    run(source)
    meeting = Document.objects.get(external_id__endswith="/oparl/meeting/4")
    assert meeting.title == "4. Sitzung des Finanzausschusses, 05.03.2024"
    text = json.loads(bytes(meeting.revisions.get().blob.data))["html"]
    assert "TOP 10.1 Hundesteuersatzung" in text
    assert "Beschluss: Die Steuer beträgt 120 Euro." in text


def test_the_second_run_asks_for_changes_only_and_finds_none(council: OParlServer, source: Source) -> None:
    council.page_size = 5
    for number in range(30):
        council.add_paper(number, modified=OLD)
    assert counts(run(source)) == (30, 0, 0, 0)
    asked = len(council.asked)
    again = run(source)
    # The system, its bodies, papers, meetings: of what changed long ago nothing is named again, in pages of five.
    assert (counts(again), len(council.asked) - asked) == ((0, 0, 30, 0), 4)
    assert "modified_since" in council.asked[asked + 2].path
    council.add_paper(99, modified=NEW)
    run(source)
    asked = len(council.asked)
    assert counts(run(source)) == (0, 0, 31, 0)
    assert len(council.asked) - asked == 4


def test_one_changed_paper_costs_five_requests(council: OParlServer, source: Source) -> None:
    for number in range(30):
        council.add_paper(number, modified=f"2024-01-{number + 1:02}T00:00:00+00:00")
    run(source)
    council.add_paper(7, modified=NEW, name="Neue Fassung")
    asked = len(council.asked)
    done = run(source)
    assert (counts(done), done.fetched, len(council.asked) - asked) == ((0, 1, 29, 0), 1, 5)
    assert Document.objects.get(external_id__endswith="/file/7-0").title == "Neue Fassung"


@pytest.mark.parametrize("hours", [-50, 50])
def test_a_server_whose_clock_is_wrong_hides_no_change(hours: int, council: OParlServer, source: Source) -> None:
    now = datetime.now(UTC)
    council.answers_before = format_datetime(now + timedelta(hours=hours), usegmt=True)
    council.add_paper(1, modified=(now - timedelta(hours=1)).isoformat())
    run(source)
    council.add_paper(2, modified=now.isoformat())
    assert counts(run(source)) == (1, 0, 1, 0)
    council.delete_paper(1, modified=now.isoformat())
    assert counts(run(source)) == (0, 0, 1, 1)


def test_a_count_that_is_too_low_takes_nothing_away(council: OParlServer, source: Source) -> None:
    for number in range(10):
        council.add_paper(number, modified=OLD)
    run(source)
    broken_next(council, pagination={"totalElements": 3})
    Source.objects.update(cursor="")
    assert counts(run(source)) == (0, 0, 10, 0)


def test_a_deleted_paper_is_withdrawn_and_nothing_else(council: OParlServer, source: Source) -> None:
    for number in range(10):
        council.add_paper(number, modified=OLD)
    run(source)
    council.delete_paper(3, modified=NEW)
    assert counts(run(source)) == (0, 0, 9, 1)
    assert Receipt.objects.get().external_ids == [council.entry + "/oparl/file/3-0"]


def test_a_file_that_its_paper_no_longer_names_is_withdrawn(council: OParlServer, source: Source) -> None:
    for number in range(10):
        council.add_paper(number, modified=OLD, files=2)
    run(source)
    council.add_paper(3, modified=NEW, files=1)
    assert run(source).withdrawn == 1
    assert "file/3-0" in names()
    assert "file/3-1" not in names()


def test_when_changes_would_take_much_away_a_person_is_asked_until_it_is_decided(
    council: OParlServer, source: Source
) -> None:
    for number in range(10):
        council.add_paper(number, modified=OLD)
    run(source)
    for number in range(4):
        council.add_paper(number, modified=NEW, files=0)
    for _ in range(2):
        asking = run(source)
        assert (asking.state, asking.withdrawn, asking.vanished) == (SourceRunState.NEEDS_DECISION, 0, 4)
    assert confirm_withdrawal(asking) == 4
    assert len(names()) == 6


def test_everything_is_listed_again_after_some_days(council: OParlServer, source: Source) -> None:
    for number in range(10):
        council.add_paper(number, modified=OLD)
    run(source)
    # A server that forgets what it deleted.
    del council.objects["paper"][council.url("/oparl/paper/3")]
    assert run(source).withdrawn == 0
    source.refresh_from_db()
    assert source.full_list_at is not None
    Source.objects.update(full_list_at=source.full_list_at.replace(year=2020))
    assert run(source).withdrawn == 1


def broken_next(council: OParlServer, **page: Any) -> None:
    """The list's first page, changed; `next` leads to a second one."""

    def answer(asked: Any) -> list[bytes]:
        said = council.page("paper", {}) | page
        return council.sent(json.dumps(said).encode(), "application/json")

    council.answer(PAPERS, answer)
    endless = council.page("paper", {}) | {"links": {"next": PAPERS + "?again=2"}}
    council.serve(PAPERS + "?again=1", json.dumps(endless).encode())


BROKEN: dict[str, Any] = {
    "a page that is missing": {"links": {"next": "/oparl/body/1/nowhere"}},
    "a page on another host": {"links": {"next": "http://198.51.100.7/oparl/body/1/paper?page=2"}},
    "a page that leads to itself": {"links": {"next": PAPERS}},
    "pages that bring the same without end": {"links": {"next": PAPERS + "?again=1"}},
    "a count that is too high": {"pagination": {"totalElements": 700}},
    "no data": {"data": None},
}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("first", [True, False], ids=["in a full list", "in a list of changes"])
def test_a_broken_list_changes_and_withdraws_nothing(
    broken: str, first: bool, council: OParlServer, source: Source
) -> None:
    for number in range(10):
        council.add_paper(number, modified=OLD)
    run(source)
    council.delete_paper(3, modified=NEW)
    broken_next(council, **BROKEN[broken])
    if first:
        Source.objects.update(cursor="")
    else:
        source.refresh_from_db()
        since = parse_cursor(source.cursor)
        address = oparl.list_address({"paper": council.url(PAPERS)}, "paper", source.location, since)
        council.answers[address.removeprefix(council.url(""))] = council.answers[PAPERS]
    failed = run(source)
    assert (failed.state, failed.reason_code, failed.withdrawn) == (SourceRunState.FAILED, "listing_failed", 0)
    assert len(failed.alarm) > 20
    assert len(names()) == 10


def test_a_login_page_in_place_of_the_list_is_an_error(council: OParlServer, source: Source) -> None:
    council.add_paper(1, modified=OLD)
    run(source)
    council.serve(PAPERS, b"<html><body>Anmeldung</body></html>", media_type="text/html")
    Source.objects.update(cursor="")
    failed = run(source)
    assert failed.state == SourceRunState.FAILED
    assert "JSON" in failed.alarm
    assert len(names()) == 1


def test_files_that_stand_only_as_addresses_are_asked_for(council: OParlServer, source: Source) -> None:
    file = council.file("9-0", OLD)
    council.answer("/oparl/file/9-0", lambda _: council.sent(json.dumps(file).encode(), "application/json"))
    council.answer("/oparl/file/gone", lambda _: [head(404, **{"Content-Length": "0"})])
    council.add_paper(9, modified=OLD, mainFile=file["id"], auxiliaryFile=[council.url("/oparl/file/gone")])
    done = run(source)
    assert (names(), done.reason_code) == ({"file/9-0"}, "records_skipped")
    # What cannot be used is named, and the next run asks for changes all the same.
    asked = len(council.asked)
    run(source)
    assert any("modified_since" in each.path for each in council.asked[asked:])


def test_an_address_that_leads_to_no_council_is_an_error(council: OParlServer, source: Source) -> None:
    council.serve("/oparl", b'{"type": "https://schema.oparl.org/1.1/Person"}')
    assert "OParl" in run(source).alarm
