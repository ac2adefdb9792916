"""Runs that end in the middle, at whatever request, and are taken up again: nothing is lost, doubled or withdrawn.

The short form of benchmarks/sources.py, which kills processes. Here the process "dies" inside a request: nothing after
it is done, as after a kill, and what was committed before stays.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apps.documents.models import Document, Revision, Source, SourceRun, SourceRunState, Status
from apps.documents.sources.mailboxes.mailbox_connection import Folder
from apps.documents.sync import connector_network_access
from apps.documents.sync.source_runner import SourceRunner, begin_run
from tests import factories
from tests.documents.conftest import PDF
from tests.fakes.document_host import DocumentHost
from tests.fakes.mail_server import DOVECOT, MISSING, MailServer
from tests.fakes.mail_server import PASSWORD as MAIL_PASSWORD
from tests.fakes.mail_server import USER as MAIL_USER
from tests.fakes.oparl import OParlServer
from tests.fakes.webdav_server import PASSWORD, USER, WebDAVServer
from tests.fakes.wikis import TOKEN, Confluence, XWiki

pytestmark = pytest.mark.django_db
COUNT = 120
VARIABLE = "SOURCE_SHARE_PASSWORD"


class DiedError(BaseException):
    """Passes every handler for errors."""


NEEDS_DOVECOT = pytest.mark.skipif(DOVECOT is None, reason=MISSING)


@pytest.fixture(params=["oparl", "webdav", "confluence", "xwiki", pytest.param("imap", marks=NEEDS_DOVECOT)])
def source(
    request: pytest.FixtureRequest, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Source]:
    collection = factories.collection("akten")
    if request.param == "oparl":
        with OParlServer() as council:
            settings.IMPORT_HOSTS = [council.entry]
            council.page_size = 40
            for number in range(COUNT):
                council.add_paper(number, modified="2024-01-02T03:04:05+01:00")
            yield Source.objects.create(name="Rat", kind="oparl", collection=collection, location=council.location())
        return
    if request.param in ("confluence", "xwiki"):
        with DocumentHost() as host:
            settings.IMPORT_HOSTS = [host.entry]
            settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{host.entry}"]
            monkeypatch.setenv(VARIABLE, TOKEN)
            wiki = Confluence(host) if request.param == "confluence" else XWiki(host)
            for number in range(COUNT):
                wiki.add(str(number), f"Seite {number}", f"<p>Text {number}</p>")
            options = {"password_variable": VARIABLE}
            yield Source.objects.create(
                name="Wiki", kind=request.param, collection=collection, location=wiki.location(), options=options
            )
        return
    if request.param == "imap":
        with MailServer() as mails:
            settings.IMPORT_HOSTS = [mails.entry()]
            settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{mails.entry()}"]
            monkeypatch.setenv(VARIABLE, MAIL_PASSWORD)
            monkeypatch.setenv("SSL_CERT_FILE", str(mails.certificate))
            mails.put_all([f"Message-ID: <{number}@x>\r\n\r\nText {number}".encode() for number in range(COUNT)])
            options = {"user": MAIL_USER, "password_variable": VARIABLE}
            yield Source.objects.create(
                name="Post", kind="imap", collection=collection, location=mails.location(), options=options
            )
        return
    for number in range(COUNT):
        path = tmp_path / f"{number % 4}" / f"{number}.pdf"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(PDF + bytes([number]))
    with WebDAVServer(tmp_path) as share:
        settings.IMPORT_HOSTS = [share.entry]
        settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{share.entry}"]
        monkeypatch.setenv(VARIABLE, PASSWORD)
        options = {"user": USER, "password_variable": VARIABLE}
        yield Source.objects.create(
            name="Ablage", kind="webdav", collection=collection, location=share.location, options=options
        )


def work(source: Source, dies_at: int | None, monkeypatch: pytest.MonkeyPatch) -> SourceRun | None:
    """The run that is open, or a new one; None when it died."""
    asked = 0
    whole = connector_network_access.fetch

    def fetch(*args: Any, **options: Any) -> Any:
        nonlocal asked
        asked += 1
        if dies_at is not None and asked >= dies_at:
            raise DiedError
        return whole(*args, **options)

    def mail(self: Folder, number: int) -> bytes:
        nonlocal asked
        asked += 1
        if dies_at is not None and asked >= dies_at:
            raise DiedError
        return whole_mail(self, number)

    whole_mail = Folder.mail
    run = begin_run(source) or SourceRun.objects.select_related("source").get(state__in=SourceRun.OPEN)
    with monkeypatch.context() as patched:
        patched.setattr(connector_network_access, "fetch", fetch)
        patched.setattr(Folder, "mail", mail)
        try:
            assert SourceRunner(run).work()
        except DiedError:
            return None
    run.refresh_from_db()
    return run


def test_a_run_that_dies_ten_times_ends_as_if_it_had_not(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    deaths = [work(source, dies_at, monkeypatch) for dies_at in (1, 2, 3, 5, 6, 7, 8, 9, 11, 15)]
    assert deaths == [None] * 10
    done = work(source, None, monkeypatch)
    assert done is not None
    assert (done.state, done.withdrawn, done.not_fetched) == (SourceRunState.DONE, 0, 0)
    assert (Document.objects.count(), Revision.objects.count()) == (COUNT, COUNT)
    assert not Document.objects.filter(status=Status.WITHDRAWN).exists()
    again = work(Source.objects.get(), None, monkeypatch)
    assert again is not None
    assert (again.new, again.changed, again.unchanged, again.withdrawn, again.fetched) == (0, 0, COUNT, 0, 0)
