"""Classifies mail errors: one mail was refused, or the server is down and the next mail would fail as well."""

from smtplib import SMTPAuthenticationError, SMTPConnectError, SMTPRecipientsRefused, SMTPResponseException


def is_refused_mail_error(error: Exception) -> bool:
    """Whether the server let us in and answered about the mail; not where it turns us away as a whole."""
    is_shut = isinstance(error, SMTPConnectError | SMTPAuthenticationError)
    return not is_shut and isinstance(error, SMTPResponseException | SMTPRecipientsRefused)
