"""Messages of OpenPGP, in armour or binary: told by their content, and what can be read beside them is kept."""

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from apps.documents.parsing.containers.mail_attachments import attachments_of_mail
from apps.documents.parsing.formats.mail_document import parse_mails
from apps.documents.parsing.formats.office_and_picture_media_types import EML, MSG
from apps.documents.parsing.mail import outlook_msg
from apps.documents.parsing.mail.signed_and_encrypted_content import encryption_standard
from apps.documents.parsing.types import ParseFailure
from tests.documents.parsing.mail.test_outlook_msg import message, unicode

FEE = "Die Gebuehr betraegt 30 Euro."
ARMOUR = (
    "-----BEGIN PGP MESSAGE-----\nVersion: GnuPG v2\n\n" + "hQEMA".ljust(64, "k") + "\n" + "x" * 64 + "\nab12\n=aB3d\n"
    "-----END PGP MESSAGE-----\n"
)


def text_mail(text: str, subtype: str = "plain") -> bytes:
    mail = EmailMessage()
    mail["Subject"] = "Bescheid"
    mail.set_content(text, subtype=subtype)
    return mail.as_bytes()


def outlook_mail(text: str, subtype: str = "plain") -> bytes:
    kept = unicode(outlook_msg.BODY, text) if subtype == "plain" else {(outlook_msg.HTML, 0x0102): text.encode()}
    return message(unicode(outlook_msg.SUBJECT, "Bescheid") | kept)


@pytest.mark.parametrize(("build", "media_type"), [(text_mail, EML), (outlook_mail, MSG)], ids=["eml", "msg"])
@pytest.mark.parametrize(
    ("text", "subtype"),
    [
        (f"{FEE}\n\n{ARMOUR}", "plain"), (f"{ARMOUR}\n{FEE}", "plain"), (f"{ARMOUR}\n{FEE}\n{ARMOUR}", "plain"),
        (f"<p>{FEE}</p><pre>{ARMOUR}</pre>", "html"),
        (f"<div>{FEE}<br>{ARMOUR.replace(chr(10), '<br>' + chr(10))}</div>", "html"),
        ("".join(f"<p>{line or '&nbsp;'}</p>" for line in f"{ARMOUR}{FEE}".splitlines()), "html"),
    ],
    ids=["before", "after", "between", "pre", "br", "p"],
)  # fmt: skip
def test_what_can_be_read_beside_an_encrypted_block_is_read(
    build: Callable[[str, str], bytes], media_type: str, text: str, subtype: str
) -> None:
    document = parse_mails(build(text, subtype), media_type)
    [page] = document.pages
    assert FEE in page.text
    assert "PGP" not in page.text
    assert "kkk" not in page.text
    assert document.partial_reason == "encrypted_part"


@pytest.mark.parametrize(("build", "media_type"), [(text_mail, EML), (outlook_mail, MSG)], ids=["eml", "msg"])
@pytest.mark.parametrize("subtype", ["plain", "html"])
def test_a_mail_that_is_one_block_is_told_to_be_encrypted(
    build: Callable[[str, str], bytes], media_type: str, subtype: str
) -> None:
    text = f"<html><body><pre>{ARMOUR}</pre></body></html>" if subtype == "html" else f"\n{ARMOUR}"
    with pytest.raises(ParseFailure) as failure:
        parse_mails(build(text, subtype), media_type)
    assert failure.value.facts == {"method": "OpenPGP"}


@pytest.mark.parametrize(
    "inside",
    [
        FEE, f"\n\n{FEE}", f"Version: 1\n\n{FEE}", f"{FEE}\n\nhQEMA", f"\n\nhQEMA\n{FEE}", "\n\nowEBkk\n=aB3d",
        "\n\nhQEM\nDie\nGebuehr\nist\n30\nEuro", "\n\nhQEMAkkk\nGebuehr+\n30++Euro\nabc",
        *(f"{f'Comment: {FEE}{chr(10)}' * times}\nhQEMA" for times in (5, 9)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["-----END PGP MESSAGE-----\n", ""])
def test_no_text_hides_as_an_encrypted_block(inside: str, end: str) -> None:
    """Those that are signed, not encrypted, begin with the same line; so do texts that explain it."""
    text = f"Hallo,\n-----BEGIN PGP MESSAGE-----\n{inside}\n{end}"
    read = parse_mails(text_mail(text), EML).pages[0].text
    assert all(word in read for word in inside.split())
    assert not encryption_standard(text.partition("\n")[2].encode())


def multipart_encrypted(*parts: str, protocol: str = "application/pgp-encrypted") -> bytes:
    head = f'Subject: Bescheid\nContent-Type: multipart/encrypted; boundary=x; protocol="{protocol}"\n\n'
    return (head + "".join(f"--x\n{part}\n" for part in parts) + "--x--\n").encode()


CONTROL = "Content-Type: application/pgp-encrypted\n\nVersion: 1"


SEALED_PART = f"Content-Type: application/octet-stream; name=msg.asc\n\n{ARMOUR}"


OPEN_PART = f"Content-Type: text/plain\n\n{FEE}"


OPEN_FILE = "Content-Type: application/pdf; name=Bescheid.pdf\nContent-Disposition: attachment\n\n%PDF-1.7"


@pytest.mark.parametrize("parts", [(OPEN_PART, OPEN_FILE), (CONTROL, OPEN_PART, OPEN_FILE),
                                   (CONTROL, SEALED_PART, OPEN_PART, OPEN_FILE)])  # fmt: skip
def test_a_head_that_says_encrypted_hides_nothing(parts: tuple[str, ...]) -> None:
    data = multipart_encrypted(*parts)
    document = parse_mails(data, EML)
    assert FEE in document.pages[0].text
    assert "Anlagen: Bescheid.pdf" in document.pages[0].text
    assert [file.name for file in attachments_of_mail(data, EML)] == ["Bescheid.pdf"]
    assert document.partial_reason == ("encrypted_part" if SEALED_PART in parts else None)


@pytest.mark.parametrize(
    ("parts", "protocol", "method"),
    [
        ((CONTROL, SEALED_PART), "application/pgp-encrypted", "OpenPGP"), ((CONTROL,), "", "OpenPGP"),
        (("Content-Type: application/octet-stream\n\n\x01",), "application/pkcs7-mime", "S/MIME"), ((), "", "OpenPGP"),
    ],
)  # fmt: skip
def test_a_mail_with_nothing_to_read_is_told_by_what_it_claims(
    parts: tuple[str, ...], protocol: str, method: str
) -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_mails(multipart_encrypted(*parts, protocol=protocol), EML)
    assert failure.value.facts == {"method": method}


def test_open_pgp_that_outlook_kept_as_an_attachment_is_told() -> None:
    data = message(unicode(outlook_msg.SUBJECT, "Bescheid"), ("encrypted.asc", ARMOUR.encode()))
    with pytest.raises(ParseFailure) as failure:
        parse_mails(data, MSG)
    assert failure.value.facts == {"method": "OpenPGP"}


def key_packet(tag: int, version: int, form: int) -> bytes:
    """A session key, its length in one of six forms."""
    content = bytes([version]) + b"k" * 268
    length = len(content)
    if form < 2:  # of the old format, in two bytes or four
        return bytes([0x80 | tag << 2 | form + 1]) + length.to_bytes(2 + 2 * form) + content
    if form == 2:
        return bytes([0xC0 | tag, 255]) + length.to_bytes(4) + content
    if form == 3:
        return bytes([0xC0 | tag, 192 + (length - 192 >> 8), length - 192 & 0xFF]) + content
    short = content[:90]
    return bytes([0xC0 | tag if form == 4 else 0x80 | tag << 2, len(short)]) + short


@pytest.mark.parametrize("form", range(6))
@pytest.mark.parametrize(("tag", "version"), [(1, 3), (1, 6), (3, 4), (3, 5), (3, 6)])
def test_binary_open_pgp_is_known(tag: int, version: int, form: int) -> None:
    packet = key_packet(tag, version, form)
    for data in (packet + b"\xd2\xff", packet * 3 + b"\xd4\x20", packet[:60]):
        assert encryption_standard(data) == "OpenPGP"
    assert not encryption_standard(packet + b"Text")
    assert not encryption_standard(packet[:10])


@pytest.mark.parametrize(
    "text",
    [
        "„Gebühr“: 30 Euro für alle Kinder.",
        "…und so weiter, immer weiter.",
        "Œuvre complète de Molière",
        "Ámbito de aplicación y objeto",
        "Â§ 5 Abs. 2 der Satzung ist neu",
    ],
)
def test_a_text_that_begins_with_a_sign_of_windows_is_not_encrypted(text: str) -> None:
    for data in (text.encode("cp1252"), text.encode(), b"\x84\x03" * 20, b"\xc1" * 40, b"\x85" * 40, b"\x87" * 40):
        assert not encryption_standard(data)
