"""Outlook's `winmail.dat`: text, files and mails within it are read; what is cut costs itself alone."""

import struct
from email.message import EmailMessage

import pytest

from apps.documents.parsing.containers.mail_attachments import attachments_of_mail
from apps.documents.parsing.formats.mail_document import parse_mails
from apps.documents.parsing.formats.office_and_picture_media_types import EML
from apps.documents.parsing.mail.tnef import unpack_tnef

TEXT = "Die Sitzung beginnt um 18 Uhr im Saal."


def attribute(name: int, value: bytes) -> bytes:
    level = 1 if name == 0x00069003 else 2
    return struct.pack("<BII", level, name, len(value)) + value + struct.pack("<H", sum(value) & 0xFFFF)


def properties(*values: tuple[int, int, bytes]) -> bytes:
    """Of values with a length, each once."""
    made = struct.pack("<I", len(values))
    for tag, kind, value in values:
        made += struct.pack("<HHII", kind, tag, 1, len(value)) + value + b"\0" * (-len(value) % 4)
    return made


def winmail(*files: tuple[str, bytes], text: str = TEXT, inner: bytes = b"") -> bytes:
    made = struct.pack("<IH", 0x223E9F78, 1)
    named = struct.pack("<HH16sIII", 3, 0x8001, b"\0" * 16, 0, 5, 7)
    body = properties((0x1000, 0x1F, text.encode("utf-16-le") + b"\0\0"))
    made += attribute(0x00069003, struct.pack("<I", 2) + named + body[4:])
    for name, data in files:
        made += attribute(0x00069002, b"\0" * 14)
        made += attribute(0x00018010, b"KURZ~1.TXT\0") + attribute(0x0006800F, data)
        made += attribute(0x00069005, properties((0x3707, 0x1F, name.encode("utf-16-le") + b"\0\0")))
    if inner:
        made += attribute(0x00069002, b"\0" * 14)
        made += attribute(0x00069005, properties((0x3701, 0x0D, b"\0" * 16 + inner)))
    return made


def with_winmail(data: bytes) -> bytes:
    message = EmailMessage()
    message["Subject"] = "Einladung"
    message.add_attachment(data, maintype="application", subtype="ms-tnef", filename="winmail.dat")
    return message.as_bytes()


def test_text_and_files_of_a_winmail_are_those_of_the_mail() -> None:
    data = with_winmail(winmail(("Tagesordnung März.txt", b"TOP 1"), ("Plan.pdf", b"%PDF-1.7")))
    [page] = parse_mails(data, EML).pages
    assert TEXT in page.text
    assert "Anlagen: Tagesordnung März.txt, Plan.pdf" in page.text
    found = [(file.name, file.data) for file in attachments_of_mail(data, EML)]
    assert found == [("Tagesordnung März.txt", b"TOP 1"), ("Plan.pdf", b"%PDF-1.7")]


def test_a_mail_within_a_winmail_is_read_too() -> None:
    inner = winmail(("innen.txt", b"Text"), text="Der Haushalt ist beschlossen.")
    data = with_winmail(winmail(inner=inner))
    [page] = parse_mails(data, EML).pages
    assert "Der Haushalt ist beschlossen." in page.text
    assert [file.name for file in attachments_of_mail(data, EML)] == ["innen.txt"]


@pytest.mark.parametrize("length", [0, 5, 40, 200])
def test_what_of_a_winmail_is_cut_costs_itself_alone(length: int) -> None:
    data = with_winmail(winmail(("a.txt", b"Text"))[:length])
    assert "Einladung" in parse_mails(data, EML).pages[0].text


def test_another_stream_is_no_winmail() -> None:
    with pytest.raises(ValueError, match="no TNEF"):
        unpack_tnef(b"PK\x03\x04 and more")
