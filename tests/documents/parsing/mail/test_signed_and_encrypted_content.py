"""S/MIME and Rights Management: what a signature encloses is read, what is encrypted is told to be so."""

from base64 import b64encode, encodebytes
from collections.abc import Callable
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
from apps.documents.parsing.types import ParseFailure
from tests.documents.parsing.mail.test_detect_encrypted_openpgp_messages import ARMOUR, FEE, text_mail
from tests.documents.parsing.mail.test_outlook_msg import message, unicode

TEXT = "Die Sitzung beginnt um 18 Uhr im Saal."


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
    message.add_attachment(bytes.fromhex("76e80460c411e386a4"), **kind, filename="message.rpmsg")
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


PROTECTED = bytes.fromhex("76e80460c411e386") + b"\0" * 40


@pytest.mark.parametrize("name", ["message.rpmsg", "message_v2.rpmsg", "message_v3.rpmsg", "message_v4.rpmsg"])
def test_rights_management_is_known_by_its_content(name: str) -> None:
    def mail(data: bytes) -> bytes:
        made = EmailMessage()
        made["Subject"] = "Bescheid"
        made.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
        return made.as_bytes()

    for data, kind in ((mail(PROTECTED), EML), (message(unicode(0x0037, "Bescheid"), (name, PROTECTED)), MSG)):
        with pytest.raises(ParseFailure) as failure:
            parse_mails(data, kind)
        assert failure.value.facts == {"method": "Microsoft Rights Management"}
    for data, kind in ((mail(FEE.encode()), EML), (message(unicode(0x0037, "Bescheid"), (name, FEE.encode())), MSG)):
        assert f"Anlagen: {name}" in parse_mails(data, kind).pages[0].text
        assert [(file.name, file.data) for file in attachments_of_mail(data, kind)] == [(name, FEE.encode())]


@pytest.mark.parametrize("encode", [b64encode, encodebytes, lambda der: b"-----BEGIN PKCS7-----\n" + encodebytes(der)
                                    + b"-----END PKCS7-----\n"], ids=["one line", "lines", "PEM"])  # fmt: skip
@pytest.mark.parametrize("media_type", [EML, MSG])
def test_s_mime_in_letters_is_known(encode: Callable[[bytes], bytes], media_type: str) -> None:
    def mail(content: bytes) -> bytes:
        kept = message(unicode(outlook_msg.SUBJECT, "Bescheid"), ("smime.p7m", encode(content)))
        return kept if media_type == MSG else mail_with(encode(content), "smime.p7m")

    assert TEXT in parse_mails(mail(signed(inner_mail(), pkcs7.PKCS7Options.Binary)), media_type).pages[0].text
    for length in (1_500, 1_600, 1_700, 4_000):
        with pytest.raises(ParseFailure) as failure:
            parse_mails(mail(enveloped(length)), media_type)
        assert failure.value.facts == {"method": "S/MIME"}


@pytest.mark.parametrize("content", [b"", b"\x30\x82", FEE.encode(), b"%PDF-1.7", b"MIIF3AYJ!"])
def test_an_unreadable_smime_part_that_outlook_kept_is_an_attachment(content: bytes) -> None:
    data = message(unicode(outlook_msg.SUBJECT, "Bescheid"), ("smime.p7m", content))
    [page] = parse_mails(data, MSG).pages
    assert page.text == "# Bescheid\n\nAnlagen: smime.p7m"
    assert [file.data for file in attachments_of_mail(data, MSG)] == [content] * bool(content)


@pytest.mark.parametrize(("kind", "is_mail"), [("IPM.Note", False), ("IPM.Note.SMIME", True),
                                               ("IPM.Note.SMIME.MultipartSigned", True)])  # fmt: skip
def test_text_named_smime_is_the_mail_only_where_outlook_takes_it_for_that(kind: str, is_mail: bool) -> None:
    heads = unicode(outlook_msg.SUBJECT, "Bescheid") | unicode(0x001A, kind)
    data = message(heads, ("smime.p7m", f"Content-Type: text/plain\n\n{FEE}".encode()))
    assert (FEE in parse_mails(data, MSG).pages[0].text) == is_mail
    assert len(list(attachments_of_mail(data, MSG))) == (not is_mail)


@pytest.mark.parametrize("name", ["encrypted.p7m", "Nachricht.p7m", "smime.p7m", "x.p7z", ""])
@pytest.mark.parametrize("said", ["; smime-type=enveloped-data", "; smime-type=authEnveloped-data", ""])
def test_a_whole_mail_by_s_mime_is_one_whatever_its_name(name: str, said: str) -> None:
    named = f'; name="{name}"' if name else ""
    head = f"Subject: Bescheid\nContent-Type: application/pkcs7-mime{said}{named}\n"
    head += "Content-Transfer-Encoding: base64\n\n"
    for length in (200, 1_600, 5_000):
        with pytest.raises(ParseFailure) as failure:
            parse_mails(head.encode() + encodebytes(enveloped(length)), EML)
        assert failure.value.facts == {"method": "S/MIME"}
    signed_one = head.encode() + encodebytes(signed(inner_mail(), pkcs7.PKCS7Options.Binary))
    assert TEXT in parse_mails(signed_one, EML).pages[0].text
    assert [file.name for file in attachments_of_mail(signed_one, EML)] == ["Bescheid.pdf"]


def test_all_standards_of_a_mailbox_are_told_and_a_mail_without_heads_is_a_page() -> None:
    def mailbox(*mails: bytes) -> bytes:
        return b"".join(b"From amt@example.org Mon Nov 30 10:00:00 2026\n" + mail + b"\n\n" for mail in mails)

    closed = mail_with(enveloped(1_600), "smime.p7m")
    with pytest.raises(ParseFailure) as failure:
        parse_mails(mailbox(closed, text_mail(ARMOUR)), MBOX)
    assert failure.value.facts == {"method": "S/MIME, OpenPGP"}
    document = parse_mails(mailbox(text_mail(FEE), b"X-Nothing: 1\n\n" + ARMOUR.encode()), MBOX)
    assert [sorted(page.flags) for page in document.pages] == [[], ["encrypted_part"]]


@pytest.mark.parametrize(("subject", "which"), [("Bescheid Nr. 7", "last"), ("", "first"), ("# 5 Gebuehren", "last")])
def test_a_forwarded_mail_that_is_encrypted_names_its_own_page(subject: str, which: str) -> None:
    outer, inner = EmailMessage(), EmailMessage()
    outer["Subject"], inner["Subject"] = "Fwd: Bescheid", subject
    outer.set_content("\n\n".join(f"Der Satz {number} steht in der Mail davor." for number in range(400)))
    inner.add_attachment(enveloped(1_600), maintype="application", subtype="pkcs7-mime", filename="smime.p7m")
    outer.add_attachment(inner)
    pages = parse_mails(outer.as_bytes(), EML).pages
    assert len(pages) > 2
    told = [page.number for page in pages if "encrypted_part" in page.flags]
    assert told == [len(pages) if which == "last" else 1]
