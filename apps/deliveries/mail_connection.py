"""One connection to the mail server for all mails of a look."""

from contextlib import suppress
from smtplib import SMTPException
from types import TracebackType
from typing import Self

from django.core.mail import EmailMessage, get_connection

from apps.deliveries.classify_mail_errors import is_final_mail_error, is_refused_mail_error, mail_error_text
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
        self._has_taken_one = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def send(self, mail: EmailMessage) -> None:
        """Uses the network. Raises NotDeliveredError: final for what cannot be written as a mail, or is refused with
        5xx by a server that has taken another mail of this look; away where two mails in a row got no answer.

        A server that takes none may refuse all of them, such as a relay that no longer knows us: they are kept.
        """
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
            is_final = self._has_taken_one and is_final_mail_error(error)
            raise NotDeliveredError(mail_error_text(error), is_final=is_final, is_away=is_away) from error
        self._unanswered = 0
        self._has_taken_one = True

    def _close(self) -> None:
        # Who has hung up takes no leave.
        with suppress(OSError, SMTPException):
            self._backend.close()
