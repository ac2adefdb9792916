"""A folder of a real mail server: new, deleted and marked mails, attachments, passwords, and servers that lie."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

import pytest

from apps.documents.fetching import FetchLimits
from apps.documents.models import Document, Revision, Source, SourceRunState, Status
from apps.documents.sources.mailboxes import imap, mailbox_connection
from apps.documents.sync import source_runner
from tests import factories
from tests.documents.source_runs import counts, run
from tests.fakes.mail_server import DOVECOT, MISSING, PASSWORD, USER, MailServer

pytestmark = [pytest.mark.django_db, pytest.mark.skipif(DOVECOT is None, reason=MISSING)]
VARIABLE = "SOURCE_MAIL_PASSWORD"


@pytest.fixture(scope="module")
def running() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture
def mails(running: MailServer, settings: Any, monkeypatch: pytest.MonkeyPatch) -> MailServer:
    """With an empty INBOX, trusted, allowed, with its password."""
    with running.connection() as client:
        client.select("INBOX")
        client.uid("STORE", "1:*", "+FLAGS", r"(\Deleted)")
        client.expunge()
    settings.IMPORT_HOSTS = [running.entry(), running.entry("imap")]
    settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{running.entry()}", f"{VARIABLE}@{running.entry('imap')}"]
    monkeypatch.setenv(VARIABLE, PASSWORD)
    monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
    return running


@pytest.fixture
def source(mails: MailServer) -> Source:
    return Source.objects.create(
        name="Post", kind="imap", collection=factories.collection("post"), location=mails.location(),
        options={"user": USER, "password_variable": VARIABLE},
    )  # fmt: skip


def letter(number: int, *, named: bool = True, attachment: bytes = b"") -> bytes:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = f"Antrag {number}", "ida@example.org", "amt@example.org"
    mail["Date"] = "Wed, 04 Nov 2026 10:00:00 +0100"
    if named:
        mail["Message-ID"] = f"<antrag-{number}@example.org>"
    mail.set_content(f"Die Gebühr für den Antrag {number} beträgt {number} Euro.")
    if attachment:
        mail.add_attachment(attachment, maintype="text", subtype="plain", filename="Anlage.txt")
    return mail.as_bytes()


def living() -> set[str]:
    return set(Document.objects.exclude(status=Status.WITHDRAWN).values_list("external_id", flat=True))


def test_mails_become_documents_under_their_own_names(mails: MailServer, source: Source) -> None:
    for number in range(3):
        mails.put(letter(number))
    done = run(source)
    assert (done.state, done.alarm, counts(done)) == (SourceRunState.DONE, "", (3, 0, 0, 0))
    document = Document.objects.get(external_id="antrag-1@example.org")
    assert str(document.date) == "2026-11-04"
    assert b"Antrag 1" in bytes(document.revisions.get().blob.data)


def test_a_mail_is_read_without_being_marked_as_read(mails: MailServer, source: Source) -> None:
    number = mails.put(letter(1))
    run(source)
    assert rb"\Seen" not in mails.flags(number)


def test_attachments_are_documents_of_their_own_and_go_with_their_mail(mails: MailServer, source: Source) -> None:
    number = mails.put(letter(1, attachment=b"Die Anlage nennt 12 Euro."))
    run(source)
    assert living() == {"antrag-1@example.org", "antrag-1@example.org/Anlage.txt"}
    mails.remove(number)
    assert counts(run(source)) == (0, 0, 0, 2)
    assert living() == set()


def test_attachments_may_be_left_out(mails: MailServer, source: Source) -> None:
    source.options |= {"attachments": False}
    source.save()
    mails.put(letter(1, attachment=b"Anlage"))
    run(source)
    assert living() == {"antrag-1@example.org"}


def test_an_unchanged_folder_costs_no_list(mails: MailServer, source: Source) -> None:
    mails.put(letter(1))
    run(source)
    again = run(source)
    assert (again.unchanged_listing, counts(again)) == (True, (0, 0, 1, 0))


def test_only_new_mails_are_read(mails: MailServer, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        mails.put(letter(number))
    run(source)
    mails.put(letter(3))
    read: list[int] = []
    whole = mailbox_connection.Folder.mail
    monkeypatch.setattr(
        mailbox_connection.Folder, "mail", lambda self, number: read.append(number) or whole(self, number)
    )
    assert counts(run(source)) == (1, 0, 3, 0)
    assert len(read) == 1


def test_what_is_removed_or_marked_as_deleted_is_withdrawn(mails: MailServer, source: Source) -> None:
    numbers = [mails.put(letter(number)) for number in range(4)]
    run(source)
    mails.remove(numbers[0])
    mails.mark_deleted(numbers[1])
    assert counts(run(source)) == (0, 0, 2, 2)
    assert living() == {"antrag-2@example.org", "antrag-3@example.org"}


def test_a_folder_that_is_counted_anew_changes_nothing(mails: MailServer, source: Source) -> None:
    for number in range(3):
        mails.put(letter(number))
    run(source)
    before = source.cursor
    mails.count_anew()
    mails.put(letter(3))
    done = run(source)
    assert (done.new, done.withdrawn, Revision.objects.count()) == (1, 0, 4)
    assert source.cursor.split(",")[0] != before.split(",")[0]


def test_a_mail_without_a_name_of_its_own_is_known_by_its_content(mails: MailServer, source: Source) -> None:
    mails.put(letter(1, named=False))
    run(source)
    mails.count_anew()
    done = run(source)
    assert (done.new, done.withdrawn, Revision.objects.count()) == (0, 0, 1)


def test_a_folder_with_any_name_is_read_over_starttls(mails: MailServer, source: Source) -> None:
    mails.make_folder("B&APw-rger")
    mails.put(letter(1), "B&APw-rger")
    source.location = mails.location("Bürger", "imap")
    source.save()
    assert counts(run(source)) == (1, 0, 0, 0)


@pytest.mark.parametrize("changed", ["password", "folder", "certificate", "host", "secret", "away"])
def test_what_cannot_be_read_says_why_and_withdraws_nothing(
    mails: MailServer, source: Source, changed: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    mails.put(letter(1))
    run(source)
    mails.put(letter(2))
    if changed == "password":
        monkeypatch.setenv(VARIABLE, "falsch")
    elif changed == "folder":
        source.location = mails.location("Gibt es nicht")
    elif changed == "certificate":
        monkeypatch.delenv("SSL_CERT_FILE")
    elif changed == "host":
        settings.IMPORT_HOSTS = []
    elif changed == "secret":
        settings.SOURCE_SECRET_HOSTS = []
    else:
        source.location = "imaps://127.0.0.1:9/INBOX"
        settings.IMPORT_HOSTS = ["127.0.0.1:9"]
        settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@127.0.0.1:9"]
    source.save()
    done = run(source)
    assert done.state == SourceRunState.FAILED
    assert done.alarm
    assert PASSWORD not in done.alarm
    assert living() == {"antrag-1@example.org"}


class LyingServer:
    """Answers each line of a client by what `answer` makes of it, over TLS with the other server's certificate."""

    def __init__(self, mails: MailServer, answer: Callable[[bytes, bytes], bytes]) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(mails.certificate, mails.folder / "key.pem")
        self.answer = answer
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.entry = f"127.0.0.1:{self.listening.getsockname()[1]}"

    def __enter__(self) -> "LyingServer":
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.listening.close()

    def serve(self) -> None:
        try:
            with self.context.wrap_socket(self.listening.accept()[0], server_side=True) as client:
                client.sendall(b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n")
                for line in client.makefile("rb"):
                    tag, _space, command = line.partition(b" ")
                    client.sendall(self.answer(tag, command))
        except OSError:
            pass


def obedient(tag: bytes, command: bytes) -> bytes:
    if command.startswith(b"CAPABILITY"):
        return b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n" + tag + b" OK done\r\n"
    if command.startswith(b"AUTHENTICATE"):
        obedient.tag = tag  # type: ignore[attr-defined]
        return b"+ \r\n"
    if not command.strip():
        return obedient.tag + b" OK done\r\n"  # type: ignore[attr-defined]
    if command.startswith(b"EXAMINE"):
        return b"* 2 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 3] x\r\n" + tag + b" OK done\r\n"
    if b"SEARCH" in command:
        return b"* SEARCH 1 2\r\n" + tag + b" OK done\r\n"
    if b"RFC822.SIZE" in command:
        return b"* 1 FETCH (UID 1 RFC822.SIZE 9)\r\n* 2 FETCH (RFC822.SIZE 9 UID 2)\r\n" + tag + b" OK done\r\n"
    if b"BODY.PEEK" in command:
        return b"* 1 FETCH (UID 1 BODY[] {9}\r\nA: b\r\n\r\nc)\r\n" + tag + b" OK done\r\n"
    return tag + b" OK done\r\n"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (b"EXAMINE", b"%s NO no\r\n"),
        (b"EXAMINE", b"* OK [UIDVALIDITY x] x\r\n%s OK done\r\n"),
        (b"SEARCH", b"* SEARCH eins zwei\r\n%s OK done\r\n"),
        (b"SEARCH", b"* SEARCH 1 2\r\n%s BAD what\r\n"),
        (b"SEARCH", b"* SEARCH\r\n%s OK done\r\n"),
        (b"SEARCH", b"%s OK done\r\n"),
        (b"SEARCH", b"* SEARCH 1\r\n* 2 EXPUNGED\r\n%s OK done\r\n"),
        (b"SEARCH", b"<html>Bitte melden Sie sich an</html>\r\n"),
        (b"SEARCH", b"* SEARCH " + b"1 " * 600_000 + b"\r\n%s OK done\r\n"),
        (b"BODY.PEEK", b"* 1 FETCH (UID 1 BODY[] {99999999999}\r\n"),
        (b"BODY.PEEK", b"* BYE full\r\n"),
    ],
)
def test_a_server_that_breaks_off_or_lies_withdraws_nothing(
    mails: MailServer, source: Source, settings: Any, asked: bytes, said: bytes
) -> None:
    mails.put(letter(1))
    run(source)

    heard: list[bytes] = []

    def lying(tag: bytes, command: bytes) -> bytes:
        heard.append(command)
        return said.replace(b"%s", tag) if asked in command else obedient(tag, command)

    with LyingServer(mails, lying) as liar:
        settings.IMPORT_HOSTS = [liar.entry]
        settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{liar.entry}"]
        source.location = f"imaps://{liar.entry}/INBOX"
        source.save()
        assert run(source).state == SourceRunState.FAILED
    assert any(asked in command for command in heard)
    assert living() == {"antrag-1@example.org"}


def test_an_answer_without_end_is_left_long_before_it_fills_the_memory(
    mails: MailServer, source: Source, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox_connection, "LONGEST_ANSWER", 2**20)

    def endless(tag: bytes, command: bytes) -> bytes:
        return b"* 1 RECENT\r\n" * 20_000 + tag + b" OK done\r\n" if b"SEARCH" in command else obedient(tag, command)

    with LyingServer(mails, endless) as liar:
        settings.IMPORT_HOSTS = [liar.entry]
        settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{liar.entry}"]
        source.location = f"imaps://{liar.entry}/INBOX"
        source.save()
        done = run(source)
    assert (done.state, "1 MiB" in done.alarm) == (SourceRunState.FAILED, True), done.alarm


def test_a_mail_with_the_name_of_another_one_neither_replaces_it_nor_takes_it_along(
    mails: MailServer, source: Source
) -> None:
    first = mails.put(letter(1, attachment=b"Echt"))
    run(source)
    forged = mails.put(letter(2).replace(b"antrag-2@", b"antrag-1@"))
    mails.put(letter(3).replace(b"antrag-3@example.org", b"antrag-1@example.org/Anlage.txt"))
    done = run(source)
    assert (done.alarm, counts(done)) == ("", (2, 0, 2, 0))
    real = Document.objects.get(external_id="antrag-1@example.org")
    assert b"Antrag 1" in bytes(real.revisions.get().blob.data)
    mails.remove(forged)
    assert counts(run(source)) == (0, 0, 3, 1)
    assert {"antrag-1@example.org", "antrag-1@example.org/Anlage.txt"} < living()
    mails.remove(first)
    assert counts(run(source)) == (0, 0, 1, 2)


def test_a_copy_of_a_mail_stays_when_the_mail_is_removed(mails: MailServer, source: Source) -> None:
    numbers = [mails.put(letter(1)) for _ in range(3)]
    assert counts(run(source)) == (3, 0, 0, 0)
    mails.remove(numbers[2])
    mails.remove(numbers[0])
    assert counts(run(source)) == (0, 0, 1, 2)
    assert len(living()) == 1


class DrippingServer:
    """Greets like a mail server over TLS, then sends a byte now and then and never ends its line."""

    def __init__(self, mails: MailServer, *, during: str) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(mails.folder / "certificate.pem", mails.folder / "key.pem")
        self.during = during
        self.stopped = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        connected, _address = self.listener.accept()
        with connected, contextlib.suppress(OSError):
            # A byte of what should be a handshake, or of an answer.
            line = connected if self.during == "handshake" else self.context.wrap_socket(connected, server_side=True)
            while not self.stopped.wait(0.1):
                line.sendall(b"\x16" if self.during == "handshake" else b"*")


@pytest.mark.parametrize("during", ["handshake", "answer"])
def test_a_server_that_sends_a_byte_now_and_then_is_left_at_the_deadline(
    mails: MailServer, source: Source, settings: Any, monkeypatch: pytest.MonkeyPatch, during: str
) -> None:
    monkeypatch.setattr(source_runner, "LISTING_LIMITS", FetchLimits(read=5, total=0.6))
    dripping = DrippingServer(mails, during=during)
    settings.IMPORT_HOSTS = [mails.entry().replace(str(mails.encrypted), str(dripping.port))]
    settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{settings.IMPORT_HOSTS[0]}"]
    source.location = f"imaps://127.0.0.1:{dripping.port}/INBOX"
    source.save()
    started = time.monotonic()
    done = run(source)
    dripping.stopped.set()
    assert time.monotonic() - started < 3
    assert (done.state, done.reason_code) == (SourceRunState.FAILED, "listing_failed")


def test_a_folder_too_large_for_one_run_is_read_in_several(
    mails: MailServer, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        mails.put(letter(number))
    read: list[int] = []
    monkeypatch.setattr(imap, "is_late", lambda folder: len(read) % 2 == 0 and bool(read) and not read.append(0))
    plain = imap.new_mail

    def counted(folder: Any, number: int, *rest: Any) -> Iterator[Any]:
        read.append(number)
        return plain(folder, number, *rest)

    monkeypatch.setattr(imap, "new_mail", counted)
    found = []
    while len(living()) < 5 and len(found) < 5:
        done = run(source)
        assert (done.state, done.withdrawn) == (SourceRunState.DONE, 0)
        found.append(len(living()))
    assert len(found) > 1
    assert sorted(set(read) - {0}) == sorted(one for one in read if one)
    monkeypatch.setattr(imap, "is_late", lambda folder: False)
    assert counts(run(source))[0] == 0
    assert len(living()) == 5


@pytest.mark.parametrize("counts_anew", [False, True])
def test_what_was_deleted_before_a_full_list_in_several_runs_is_withdrawn(
    mails: MailServer, source: Source, monkeypatch: pytest.MonkeyPatch, counts_anew: bool
) -> None:
    numbers = [mails.put(letter(number)) for number in range(6)]
    run(source)
    assert len(living()) == 6
    mails.remove(numbers[4])
    if counts_anew:
        mails.count_anew()
    else:
        Source.objects.update(cursor="")
    late = iter([False, False, True])
    monkeypatch.setattr(imap, "is_late", lambda folder: next(late, False))
    first = run(source)
    assert (first.state, len(living())) == (SourceRunState.DONE, 6)
    assert run(source).withdrawn == 1
    assert living() == {f"antrag-{number}@example.org" for number in (0, 1, 2, 3, 5)}
    assert Revision.objects.count() == 5
