"""Classifies mail errors: one mail was refused, for now or for good, or the next mail would fail as well."""

from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPHeloError,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)

OF_ALL_MAILS = (SMTPConnectError, SMTPHeloError, SMTPAuthenticationError, SMTPSenderRefused)
"""The server turns us away, or the sender's address, which is the same in each mail."""
CLOSING = 421
"""RFC 5321, 4.2.3: the server closes the connection, whatever it was asked."""
FIRST_FINAL = 500
"""RFC 5321, 4.2.1: from here on the same mail must not be sent again as it is."""


def is_refused_mail_error(error: Exception) -> bool:
    """Whether the server let us in and answered about this mail; others may well be taken."""
    is_about_mail = isinstance(error, SMTPResponseException | SMTPRecipientsRefused)
    return is_about_mail and not isinstance(error, OF_ALL_MAILS) and CLOSING not in reply_codes(error)


def is_final_mail_error(error: Exception) -> bool:
    """Whether no later attempt would fare better: refused with 5xx, at each of several addresses."""
    codes = reply_codes(error)
    return is_refused_mail_error(error) and bool(codes) and min(codes) >= FIRST_FINAL


def reply_codes(error: Exception) -> list[int]:
    """Returns the codes of the server's reply; none where it did not answer."""
    if isinstance(error, SMTPRecipientsRefused):
        return [code for code, _text in error.recipients.values()]
    return [error.smtp_code] if isinstance(error, SMTPResponseException) else []
