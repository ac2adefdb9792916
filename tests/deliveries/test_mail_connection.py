"""A look uses one connection; an error says whether the mail, or the server, is at fault, and whether for good."""

from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPDataError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from typing import Any

import pytest
from django.core.mail import BadHeaderError, EmailMessage
from django.core.mail.backends import locmem

from apps.deliveries.deliver_owed import NotDeliveredError
from apps.deliveries.mail_connection import MailConnection

REFUSED = [
    (SMTPDataError(550, b"no"), True),
    (SMTPDataError(550, b"5.1.1 unknown, see rule 5.7.1"), True),
    (SMTPDataError(550, b"5.7.1 relaying denied"), False),
    (SMTPRecipientsRefused({"a@b.example": (554, b"5.7.1 <a@b.example>: Relay access denied")}), False),
    (SMTPDataError(451, b"later"), False),
    (SMTPRecipientsRefused({"a@b.example": (550, b"unknown")}), True),
    (SMTPRecipientsRefused({"a@b.example": (550, b"unknown"), "c@b.example": (452, b"full")}), False),
    (SMTPRecipientsRefused({}), False),
    (BadHeaderError("a line break"), True),
]
UNANSWERED = [
    TimeoutError("timed out"),
    ConnectionRefusedError(),
    SMTPServerDisconnected("closed"),
    SMTPConnectError(554, b"not you"),
    SMTPAuthenticationError(535, b"no"),
    SMTPSenderRefused(550, b"not from there", "auskunft@localhost"),
    SMTPDataError(421, b"too many"),
    SMTPRecipientsRefused({"a@b.example": (421, b"too many")}),
]


def mail() -> EmailMessage:
    return EmailMessage("Betreff", "Text", to=["a@b.example"])


def fail_with(monkeypatch: pytest.MonkeyPatch, *errors: Exception | None) -> None:
    left = iter(errors)

    def send(self: EmailMessage) -> int:
        error = next(left)
        if error:
            raise error
        return 1

    monkeypatch.setattr(EmailMessage, "send", send)


def ends(mails: MailConnection, number: int) -> list[tuple[bool, bool] | None]:
    """Of each mail whether its error is final, and whether the server is away; None where it was sent."""
    found: list[tuple[bool, bool] | None] = []
    for _number in range(number):
        try:
            mails.send(mail())
        except NotDeliveredError as error:
            found.append((error.is_final, error.is_away))
        else:
            found.append(None)
    return found


@pytest.mark.parametrize(("error", "is_final"), REFUSED, ids=lambda value: type(value).__name__)
def test_a_refused_mail_says_nothing_of_the_next(
    monkeypatch: pytest.MonkeyPatch, error: Exception, is_final: bool
) -> None:
    fail_with(monkeypatch, None, error, error, error)
    with MailConnection() as mails:
        assert ends(mails, 4) == [None, *[(is_final, False)] * 3]


@pytest.mark.parametrize("error", [error for error, _is_final in REFUSED[:-1]], ids=lambda value: type(value).__name__)
def test_a_server_that_takes_no_mail_of_a_look_refuses_none_of_them_for_good(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Such as a relay that no longer knows us: it answers 550 to every address."""
    fail_with(monkeypatch, error, error, error)
    with MailConnection() as mails:
        assert ends(mails, 3) == [(False, False)] * 3


def test_the_console_is_told_what_the_server_said_and_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"a@b.example": (550, b"unknown"), "c@b.example": (550, b"unknown")}
    fail_with(monkeypatch, SMTPRecipientsRefused(both), TimeoutError("timed out"))
    with MailConnection() as mails:
        for said in ("550 unknown", "timed out"):
            with pytest.raises(NotDeliveredError) as raised:
                mails.send(mail())
            assert str(raised.value) == said


@pytest.mark.parametrize("error", UNANSWERED, ids=lambda value: type(value).__name__)
def test_a_server_is_away_when_two_in_a_row_get_no_answer(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    fail_with(monkeypatch, error, None, error, error)
    with MailConnection() as mails:
        assert ends(mails, 4) == [(False, False), None, (False, False), (False, True)]


def test_a_look_uses_one_connection_and_a_new_one_after_the_server_hung_up(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Backend(locmem.EmailBackend):
        is_open = False

        def open(self) -> Any:
            if not self.is_open:
                told.append("open")
            self.is_open = True

        def close(self) -> None:
            told.append("close")
            self.is_open = False

    monkeypatch.setattr("apps.deliveries.mail_connection.get_connection", Backend)
    send, hang_up = EmailMessage.send, iter([False, False, True, False])

    def send_or_hang_up(self: EmailMessage) -> int:
        if next(hang_up):
            raise SMTPServerDisconnected("closed")
        return send(self)

    monkeypatch.setattr(EmailMessage, "send", send_or_hang_up)
    with MailConnection() as mails:
        assert ends(mails, 4) == [None, None, (False, False), None]
    assert told == ["open", "close", "open", "close"]
