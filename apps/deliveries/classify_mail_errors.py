"""Classifies mail errors: one mail was refused, for now or for good, or the next mail would fail as well."""

import re
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
POLICY = re.compile(r"\s*5\.7\.\d")
"""RFC 3463, 3.8, at the beginning of a reply: what the server lets us do, such as relaying, not what this mail is."""


def is_refused_mail_error(error: Exception) -> bool:
    """Whether the server let us in and answered about this mail; others may well be taken."""
    is_about_mail = isinstance(error, SMTPResponseException | SMTPRecipientsRefused)
    return is_about_mail and not isinstance(error, OF_ALL_MAILS) and CLOSING not in reply_codes(error)


def is_final_mail_error(error: Exception) -> bool:
    """Whether no later attempt would fare better, of a server that takes other mails: refused with 5xx, at each of
    several addresses, and not by a policy that somebody may still change."""
    codes = reply_codes(error)
    is_refused = is_refused_mail_error(error) and bool(codes) and min(codes) >= FIRST_FINAL
    return is_refused and not any(map(POLICY.match, reply_texts(error)))


def mail_error_text(error: Exception) -> str:
    """What the server said, without the addresses it said it of; what went wrong where it said nothing."""
    texts = (" ".join(map(hide_address, text.split(" "))) for text in reply_texts(error))
    said = [f"{code} {text}" for code, text in zip(reply_codes(error), texts, strict=True)]
    return "; ".join(dict.fromkeys(said)) or str(error)


def hide_address(word: str) -> str:
    return "…" + word[len(word.rstrip(".,:;")) :] if "@" in word else word


def reply_codes(error: Exception) -> list[int]:
    """Returns the codes of the server's reply; none where it did not answer."""
    return [code for code, _text in replies(error)]


def reply_texts(error: Exception) -> list[str]:
    texts = [text for _code, text in replies(error)]
    return [text.decode(errors="replace") if isinstance(text, bytes) else str(text) for text in texts]


def replies(error: Exception) -> list[tuple[int, bytes | str]]:
    if isinstance(error, SMTPRecipientsRefused):
        return list(error.recipients.values())
    return [(error.smtp_code, error.smtp_error)] if isinstance(error, SMTPResponseException) else []
