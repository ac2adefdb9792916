"""One connection to the mail server for all mails of a look."""

from contextlib import suppress
from smtplib import SMTPException
from types import TracebackType
from typing import Self

from django.core.mail import EmailMessage, get_connection

from apps.deliveries.classify_mail_errors import is_final_mail_error, is_refused_mail_error
from apps.deliveries.deliver_owed import NotDeliveredError

MOST_UNANSWERED = 2
"""In a row. At one alone, the mail itself may be what the server hangs up at."""


class MailConnection:
    """Opened by the first mail, and again after the server has hung up.

    with MailConnection() as mails:
        mails.send(mail)
    """

    def __init__(self) -> None:
        self._backend = get_connection()
        self._unanswered = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def send(self, mail: EmailMessage) -> None:
        """Uses the network. Raises NotDeliveredError: final for what is refused with 5xx or cannot be written as a
        mail, away where two mails in a row got no answer."""
        mail.connection = self._backend
        try:
            self._backend.open()
            mail.send()
        except ValueError as error:
            # A line break in a header, an address that no server could be told.
            raise NotDeliveredError(str(error), is_final=True) from error
        except (OSError, SMTPException) as error:
            is_refused = is_refused_mail_error(error)
            self._unanswered = 0 if is_refused else self._unanswered + 1
            if not is_refused:
                self._close()
            is_away = self._unanswered >= MOST_UNANSWERED
            raise NotDeliveredError(str(error), is_final=is_final_mail_error(error), is_away=is_away) from error
        self._unanswered = 0

    def _close(self) -> None:
        # Who has hung up takes no leave.
        with suppress(OSError, SMTPException):
            self._backend.close()
