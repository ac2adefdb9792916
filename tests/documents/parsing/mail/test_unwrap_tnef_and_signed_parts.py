"""Mails in forms of their own: Outlook's `winmail.dat`, written by [MS-OXTNEF], and mails signed as a whole."""

import struct
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7

from apps.documents.parsing.containers.mail_attachments import attachments_of_mail
from apps.documents.parsing.formats.detect_media_type import media_type_of
from apps.documents.parsing.formats.mail_document import parse_mails
from apps.documents.parsing.formats.office_and_picture_media_types import EML, MBOX, MSG
from apps.documents.parsing.mail import outlook_msg
from apps.documents.parsing.mail.signed_and_encrypted_content import encryption_standard, extract_signed_content
from apps.documents.parsing.mail.tnef import unpack_tnef
from apps.documents.parsing.types import ParseFailure
from tests.documents.parsing.mail.test_outlook_msg import message, unicode

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


def signed(content: bytes, *options: pkcs7.PKCS7Options, encoding: Encoding = Encoding.DER) -> bytes:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Stadt Musterstadt")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    certificate = builder.sign(key, hashes.SHA256())
    signing = pkcs7.PKCS7SignatureBuilder().set_data(content).add_signer(certificate, key, hashes.SHA256())
    return signing.sign(encoding, [*options])


def inner_mail() -> bytes:
    message = EmailMessage()
    message["Subject"] = "innen"
    message.set_content(TEXT)
    message.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="Bescheid.pdf")
    return message.as_bytes()


def mail_with(data: bytes, name: str) -> bytes:
    message = EmailMessage()
    message["Subject"] = "Bescheid"
    message.add_attachment(data, maintype="application", subtype="pkcs7-mime", filename=name)
    return message.as_bytes()


def test_a_mail_that_was_signed_as_a_whole_is_read() -> None:
    data = mail_with(signed(inner_mail(), pkcs7.PKCS7Options.Binary), "smime.p7m")
    [page] = parse_mails(data, EML).pages
    assert TEXT in page.text
    assert [(file.name, file.data) for file in attachments_of_mail(data, EML)] == [("Bescheid.pdf", b"%PDF-1.7")]


def test_a_signed_file_is_the_file() -> None:
    data = mail_with(signed(b"%PDF-1.7", pkcs7.PKCS7Options.Binary), "Bescheid.pdf.p7m")
    assert [(file.name, file.data) for file in attachments_of_mail(data, EML)] == [("Bescheid.pdf", b"%PDF-1.7")]
    assert "Anlagen: Bescheid.pdf" in parse_mails(data, EML).pages[0].text


def test_a_signature_beside_a_mail_is_no_document() -> None:
    data = signed(b"Content-Type: text/plain\r\n\r\n" + TEXT.encode(), pkcs7.PKCS7Options.DetachedSignature,
                  encoding=Encoding.SMIME)  # fmt: skip
    assert TEXT in parse_mails(data, EML).pages[0].text
    assert not list(attachments_of_mail(data, EML))


def test_lengths_that_are_not_stated_end_where_they_are_closed() -> None:
    def open_ended(tag: int, content: bytes) -> bytes:
        return bytes([tag, 0x80]) + content + b"\0\0"

    octets = open_ended(0x24, b"\x04\x03Hal\x04\x02lo")
    enclosed = open_ended(0x30, b"\x06\x01\x2a" + open_ended(0xA0, octets))
    version = b"\x02\x01\x01\x31\x00"
    kind = bytes.fromhex("06092a864886f70d010702")
    data = open_ended(0x30, kind + open_ended(0xA0, open_ended(0x30, version + enclosed)))
    assert extract_signed_content(data) == b"Hallo"


@pytest.mark.parametrize("data", [b"", b"\x30", b"\x30\x80" * 500, b"\x30\x84\xff\xff\xff\xff", b"0\x03\x02\x01\x01"])
def test_damaged_signed_content_is_told(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"signed|deep"):
        extract_signed_content(data)


def sealed(content: bytes) -> bytes:
    """For a recipient, as mail programs encrypt."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Stadt Musterstadt")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    certificate = builder.sign(key, hashes.SHA256())
    return pkcs7.PKCS7EnvelopeBuilder().set_data(content).add_recipient(certificate).encrypt(Encoding.DER, [])


def open_pgp_mail() -> bytes:
    return (
        b"Subject: Bescheid\r\nContent-Type: multipart/encrypted; boundary=x\r\n"
        b"\r\n--x\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--x\r\n"
        b"Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\n"
        b"-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n--x--\r\n"
    )  # fmt: skip


def protected_mail() -> bytes:
    message = EmailMessage()
    message["Subject"] = "Bescheid"
    kind = {"maintype": "application", "subtype": "x-microsoft-rpmsg-message"}
    message.add_attachment(b"\x76\xe8\x04\x60", **kind, filename="message.rpmsg")
    return message.as_bytes()


@pytest.mark.parametrize(
    ("data", "method"),
    [
        (mail_with(sealed(inner_mail()), "smime.p7m"), "S/MIME"),
        (mail_with(sealed(inner_mail())[:300], "smime.p7m"), "S/MIME"),
        (open_pgp_mail(), "OpenPGP"),
        (b"Subject: Bescheid\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n", "OpenPGP"),
        (protected_mail(), "Microsoft Rights Management"),
    ],
    ids=["S/MIME", "cut", "PGP/MIME", "PGP in the text", "rights"],
)
def test_an_encrypted_mail_is_no_page_of_heads(data: bytes, method: str) -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_mails(data, EML)
    assert (failure.value.reason_code, failure.value.facts) == ("encrypted", {"method": method})
    assert not list(attachments_of_mail(data, EML))


def enveloped(length: int, kind: str = "2a864886f70d010703") -> bytes:
    """DER of a message for recipients with so many bytes after those of its length."""
    stated = length.to_bytes(max(1, (length.bit_length() + 7) // 8))
    head = bytes([0x30, 0x80 | len(stated)]) + stated + bytes.fromhex(f"06{len(kind) // 2:02x}{kind}")
    return head + b"\xa0\x80" + b"\0" * (length - len(kind) // 2 - 4)


@pytest.mark.parametrize("kind", ["2a864886f70d010703", "2a864886f70d010706", "2a864886f70d0109100117"])
def test_encrypted_content_of_any_length_is_told(kind: str) -> None:
    """The bytes of a length may look like any tag."""
    lengths = [*range(128, 4_000), *range(0x0600F0, 0x060110), *range(0x010600, 0x010610), 0x010106, 0x06060606]
    unknown = [each for each in lengths if encryption_standard(enveloped(min(each, 5_000), kind)) != "S/MIME"]
    heads = [
        bytes([0x30, 0x84]) + each.to_bytes(4) + bytes.fromhex(f"06{len(kind) // 2:02x}{kind}") for each in lengths
    ]
    assert not unknown
    assert not [head.hex() for head in heads if encryption_standard(head) != "S/MIME"]


@pytest.mark.parametrize("length", [*range(1_500, 1_800, 7), 0x060100])
def test_an_encrypted_mail_of_any_length_is_no_page_of_heads(length: int) -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_mails(mail_with(enveloped(length), "smime.p7m"), EML)
    assert failure.value.reason_code == "encrypted"


@pytest.mark.parametrize("data", [b"", b"0", b"0\x82", b"0\x82\x06\x00", b"0\x82\x06\x00\x06\x09", signed(b"Text")])
def test_other_content_is_not_told_to_be_encrypted(data: bytes) -> None:
    assert not encryption_standard(data)


def test_an_encrypted_mail_among_others_is_told_with_its_page() -> None:
    mails = (b"Subject: offen\n\nDer Saal ist frei.\n", mail_with(sealed(inner_mail()), "smime.p7m"))
    mailbox = b"".join(b"From amt@example.org Mon Nov 30 10:00:00 2026\n" + mail + b"\n\n" for mail in mails)
    document = parse_mails(mailbox, MBOX)
    assert document.partial_reason == "encrypted_part"
    assert [sorted(page.flags) for page in document.pages] == [[], ["encrypted_part"]]


@pytest.mark.parametrize("data", [sealed(b"Text"), b"\n-----BEGIN PGP MESSAGE-----\n\nhQEMA"])
def test_an_encrypted_file_is_told_to_be_so(data: bytes) -> None:
    with pytest.raises(ParseFailure) as failure:
        media_type_of(data, "Bescheid.txt")
    assert failure.value.reason_code == "encrypted"


def test_an_encrypted_file_attached_to_a_mail_is_a_document_of_its_own() -> None:
    data = mail_with(sealed(b"%PDF-1.7"), "Bescheid.pdf.p7m")
    assert "Anlagen: Bescheid.pdf.p7m" in parse_mails(data, EML).pages[0].text
    assert [file.name for file in attachments_of_mail(data, EML)] == ["Bescheid.pdf.p7m"]


def test_a_signed_mail_that_outlook_kept_is_read() -> None:
    """Beside the head Outlook keeps the mail as it was signed, with or without the heads of its parts."""
    beside = b"Content-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n" + inner_mail() + b"\r\n--y--\r\n"
    for content in (signed(inner_mail(), pkcs7.PKCS7Options.Binary), beside, inner_mail()):
        data = message(unicode(outlook_msg.SUBJECT, "Bescheid"), ("smime.p7m", content))
        [page] = parse_mails(data, MSG).pages
        assert TEXT in page.text
        assert "smime.p7m" not in page.text
        assert [(file.name, file.data) for file in attachments_of_mail(data, MSG)] == [("Bescheid.pdf", b"%PDF-1.7")]


def test_an_encrypted_mail_that_outlook_kept_is_told_to_be_so() -> None:
    data = message(unicode(outlook_msg.SUBJECT, "Bescheid"), ("smime.p7m", sealed(inner_mail())))
    with pytest.raises(ParseFailure) as failure:
        parse_mails(data, MSG)
    assert failure.value.reason_code == "encrypted"
