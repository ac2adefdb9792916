"""Header fields that nobody would write by hand are read in no time, honest ones as Python reads them."""

from email import message_from_bytes, policy

import pytest

from apps.documents.parsing.containers.mail_attachments import attachments_of_mail
from apps.documents.parsing.formats.office_and_picture_media_types import EML
from apps.documents.parsing.mail.bounded_headers import BOUNDED_POLICY
from apps.documents.parsing.mail.eml_and_mbox import read_mail
from tests.processor_time import at_most

PART = b"--B\r\nContent-Type: text/plain%b\r\nContent-Disposition: attachment; filename=a.txt%b\r\n\r\nx\r\n"
HOSTILE = {
    "parameters": b"Content-Type: text/plain" + b";a=" * 20_000 + b"\r\n\r\nx",
    "encoded words": b"Subject: " + b"=?utf-8?q?a?= " * 20_000 + b"\r\n\r\nx",
    "recipients": b"To: " + b"a@b.example," * 50_000 + b"\r\n\r\nx",
    "comments": b"Date: " + b"(" * 100_000 + b"\r\n\r\nx",
    "parts": b"Content-Type: multipart/mixed; boundary=B\r\n\r\n" + PART % (b";a=" * 5_000, b";b=" * 5_000) * 20,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_head_takes_no_minutes(name: str) -> None:
    with at_most(10):
        read_mail(HOSTILE[name])
        list(attachments_of_mail(HOSTILE[name], EML))


def test_an_honest_head_is_read_as_before() -> None:
    data = (
        b"Subject: =?utf-8?q?Geb=C3=BChren?=\r\nFrom: Ida <ida@example.org>\r\n"
        b"Date: Wed, 04 Nov 2026 10:00:00 +0100\r\n"
        b"Content-Type: text/plain; charset=utf-8; name*=utf-8''%C3%A4.txt\r\n\r\nx"
    )
    bounded, plain = (message_from_bytes(data, policy=each) for each in (BOUNDED_POLICY, policy.default))
    assert dict(bounded.items()) == dict(plain.items())
    assert (bounded.get_filename(), bounded.get_content_charset()) == ("ä.txt", "utf-8")
