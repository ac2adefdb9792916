from email.message import EmailMessage

from apps.documents.parsing.containers.mail_attachments import MOST_ATTACHMENTS, attachments_of_mail
from apps.documents.parsing.formats.mail_document import parse_mails
from apps.documents.parsing.formats.office_and_picture_media_types import EML, MBOX
from apps.documents.parsing.types import ParseFlag
from apps.documents.stages.extract import partial_detail
from apps.documents.status_messages import status_sentence


def mail(subject: str = "Akte") -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = subject
    message.set_content("Siehe Anlage.")
    return message


def test_named_parts_are_attachments_with_their_bytes() -> None:
    message = mail()
    message.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="../Bescheid\u202efdp.pdf")
    (found,) = attachments_of_mail(message.as_bytes(), EML)
    assert (found.name, found.data) == ("Bescheidfdp.pdf", b"%PDF-1.7")


def test_a_mail_in_a_mail_is_part_of_its_text_and_its_attachments_count() -> None:
    inner = mail("innen")
    inner.add_attachment("Text", filename="brief.txt")
    outer = mail("aussen")
    outer.add_attachment(inner)
    assert [file.name for file in attachments_of_mail(outer.as_bytes(), EML)] == ["brief.txt"]


def test_pictures_in_the_text_are_none() -> None:
    message = mail()
    drawn = {"cid": "<logo>", "filename": "logo.png", "disposition": "inline"}
    message.add_related(b"\x89PNG", maintype="image", subtype="png", **drawn)
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="image001.png")
    assert not list(attachments_of_mail(message.as_bytes(), EML))


def test_three_hundred_parts_end_at_the_limit() -> None:
    message = mail()
    for number in range(300):
        message.add_attachment("x", filename=f"{number}.txt")
    assert len(list(attachments_of_mail(message.as_bytes(), EML))) == MOST_ATTACHMENTS
    read = parse_mails(message.as_bytes(), EML)
    assert read.partial_reason == ParseFlag.ATTACHMENT_LIMIT
    detail = partial_detail(read)
    assert detail == {"attachments": 300, "attachments_read": 200}
    assert status_sentence("attachment_limit", detail).startswith("Nur 200 von 300 Anlagen wurden zu Dokumenten.")


def test_as_many_as_become_documents_are_no_reason() -> None:
    message = mail()
    for number in range(MOST_ATTACHMENTS):
        message.add_attachment("x", filename=f"{number}.txt")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="image001.png")
    assert parse_mails(message.as_bytes(), EML).partial_reason is None


def test_mails_fifty_deep_are_walked_through() -> None:
    message = mail("0")
    message.add_attachment("tief", filename="tief.txt")
    for number in range(50):
        outer = mail(str(number))
        outer.add_attachment(message)
        message = outer
    assert [file.name for file in attachments_of_mail(message.as_bytes(), EML)] == ["tief.txt"]


def test_those_of_a_mailbox_name_their_mail() -> None:
    mails = []
    for subject in ("Erste", "Zweite"):
        message = mail(subject)
        message.add_attachment(subject, filename="brief.txt")
        mails.append(b"From a Mon Jan  1 00:00:00 2024\n" + message.as_bytes())
    found = list(attachments_of_mail(b"\n".join(mails), MBOX))
    assert [(file.name, file.mail, file.data.strip()) for file in found] == [
        ("brief.txt", "Erste", b"Erste"), ("brief.txt", "Zweite", b"Zweite"),
    ]  # fmt: skip


def test_no_mail_has_none() -> None:
    assert not list(attachments_of_mail(b"From a Mon Jan  1 00:00:00 2024\n\nText", MBOX))
    assert not list(attachments_of_mail(b"\xff\xfe\x00", EML))
