from email.message import EmailMessage

from apps.documents.parsing.formats.office_and_picture_media_types import EML, MBOX
from apps.documents.sources.connectors.expand_enclosed_items import expand_enclosed_items
from apps.documents.sources.connectors.source_item import Item
from tests.documents.office_files import packed


def ended(data: bytes, name: str, media_type: str = "") -> list[tuple[str, str]]:
    found = expand_enclosed_items(Item(f"ordner/{name}", name, data, media_type))
    return [(item.external_id, item.reason_code) for item in found]


def letter(subject: str, **attached: str) -> bytes:
    message = EmailMessage()
    message["Subject"] = subject
    message.set_content("Siehe Anlage.")
    for name, text in attached.items():
        message.add_attachment(text, filename=f"{name}.txt")
    return message.as_bytes()


def test_an_archive_is_replaced_by_its_files() -> None:
    archive = packed({"a.txt": "eins", "sub/a.txt": "zwei", "tor.exe": "x", "innen.zip": packed({"b.txt": "x"})})
    assert ended(archive, "akten.zip") == [
        ("ordner/akten.zip/a.txt", ""),
        ("ordner/akten.zip/sub/a.txt", ""),
        ("ordner/akten.zip/tor.exe", "unsupported_type"),
        ("ordner/akten.zip/innen.zip", ""),
    ]


def test_attachments_follow_their_mail_and_name_it() -> None:
    mail, inner = expand_enclosed_items(Item("a.eml", "a.eml", letter("Ihr Antrag", brief="Text"), EML))
    assert mail.metadata == {}
    assert (inner.external_id, inner.file_name, inner.data) == ("a.eml/brief.txt", "brief.txt", b"Text\n")
    assert inner.metadata == {"mail": "Ihr Antrag", "attached_to": "a.eml"}


def test_a_mail_in_an_archive_brings_its_attachments() -> None:
    assert ended(packed({"a.eml": letter("x", brief="Text")}), "akten.zip") == [
        ("ordner/akten.zip/a.eml", ""), ("ordner/akten.zip/a.eml/brief.txt", ""),
    ]  # fmt: skip


def test_files_of_one_name_are_told_apart() -> None:
    message = EmailMessage()
    message.set_content("x")
    for text in ("eins", "zwei"):
        message.add_attachment(text, filename="brief.txt")
    assert [name for name, _ in ended(message.as_bytes(), "a.eml", EML)][1:] == [
        "ordner/a.eml/brief.txt", "ordner/a.eml/brief (2).txt",
    ]  # fmt: skip


def test_a_broken_archive_is_one_failed_document_and_other_files_stay_what_they_are() -> None:
    assert ended(packed({"a.txt": "x" * 500})[:40], "akten.zip") == [("ordner/akten.zip", "damaged")]
    assert ended(packed({}), "leer.zip") == [("ordner/leer.zip", "no_text")]
    assert ended(b"Text", "a.txt", "text/plain") == [("ordner/a.txt", "")]


def test_a_mailbox_without_a_mail_ends_no_run() -> None:
    assert ended(b"no line of this begins a mail\n", "alt.mbox", MBOX) == [("ordner/alt.mbox", "")]


SEALED = {
    "Bescheid.pdf.p7m": bytes.fromhex("30820640") + bytes.fromhex("06092a864886f70d010703a0820631") + b"\0" * 60,
    "Bescheid.pdf.gpg": bytes.fromhex("85010c03") + b"k" * 267 + b"\xd2\xff",
    "Bescheid.pgp": bytes.fromhex("c15e03") + b"k" * 93 + b"\xd2\xff",
    "Bescheid.asc": b"-----BEGIN PGP MESSAGE-----\n\nhQEMAkkk\n-----END PGP MESSAGE-----\n",
    "Bescheid.rpmsg": bytes.fromhex("76e80460c411e386") + b"\0" * 60,
}


def test_encrypted_files_are_told_to_be_so_whatever_their_suffix() -> None:
    message = EmailMessage()
    message.set_content("Siehe Anlage.")
    for name, data in SEALED.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    message.add_attachment(b"Text", maintype="application", subtype="octet-stream", filename="offen.asc")
    expected = [(name, "encrypted") for name in SEALED] + [("offen.asc", "unsupported_type")]
    for data, name in ((message.as_bytes(), "a.eml"), (packed(SEALED | {"offen.asc": "Text"}), "a.zip")):
        found = [(where.rpartition("/")[2], reason) for where, reason in ended(data, name) if where.count("/") > 1]
        assert found == expected
    items = list(expand_enclosed_items(Item("a.eml", "a.eml", message.as_bytes(), EML)))
    assert [item.reason_detail.get("method") for item in items[1:6]] == [
        "S/MIME", "OpenPGP", "OpenPGP", "OpenPGP", "Microsoft Rights Management",
    ]  # fmt: skip
