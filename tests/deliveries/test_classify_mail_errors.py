"""What a mail server answers is shown without the addresses that it repeats."""

from smtplib import SMTPRecipientsRefused, SMTPResponseException

import pytest

from apps.deliveries.classify_mail_errors import mail_error_text


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "5.1.1 <erika@amt.example>: Recipient address rejected: unknown",
            "550 5.1.1 …: Recipient address rejected: unknown",
        ),
        ("5.1.10 erika.muster@amt.example not found", "550 5.1.10 … not found"),
        ("5.7.1 Relaying denied", "550 5.7.1 Relaying denied"),
    ],
)
def test_addresses_are_left_out(said: str, shown: str) -> None:
    assert mail_error_text(SMTPRecipientsRefused({"erika@amt.example": (550, said.encode())})) == shown
    assert mail_error_text(SMTPResponseException(550, said)) == shown
