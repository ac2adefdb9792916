import struct
from collections.abc import Mapping, Sequence

import pytest
from compressed_rtf import compress
from oxmsg import Message
from oxmsg.storage import Storage, Stream

from apps.documents.parsing.mail import outlook

UNICODE, BYTES = 0x001F, 0x0102


def stored(path: str, head: int, texts: Mapping[tuple[int, int], bytes], storages: Sequence[Storage] = ()) -> Storage:
    """`head`: bytes before the properties, 32 of a mail, 24 of one within a mail, 8 of what is attached."""
    listed = b"".join(struct.pack("<HHI8x", kind, tag, 6) for tag, kind in texts)
    properties = Stream(f"{path}/__properties_version1.0", bytes(head) + listed)
    streams = [Stream(f"{path}/__substg1.0_{tag:04X}{kind:04X}", data) for (tag, kind), data in texts.items()]
    return Storage(path, (properties, *streams), tuple(storages))


def unicode(tag: int, text: str) -> dict[tuple[int, int], bytes]:
    return {(tag, UNICODE): text.encode("utf-16-le")}


def with_mail_inside() -> Storage:
    letter = stored(
        "inner/__attach_version1.0_#00000000", 8,
        unicode(outlook.SHORT_FILE_NAME, "BRIEF~1.PDF") | {(0x3701, BYTES): b"%PDF"},
    )  # fmt: skip
    inner = stored(
        f"attached/{outlook.ENCLOSED_MAIL}", 24,
        unicode(outlook.SUBJECT, "Weitergeleitet") | unicode(outlook.BODY, "Der innere Brief."), [letter],
    )  # fmt: skip
    attached = stored("__attach_version1.0_#00000000", 8, {}, [inner])
    return stored("", 32, unicode(outlook.SUBJECT, "Außen") | unicode(outlook.BODY, "Anbei."), [attached])


def test_a_mail_attached_as_a_mail_is_part_of_the_text() -> None:
    storage = with_mail_inside()
    mail = outlook.mail_of((Message(storage), storage))
    assert (mail.subject, mail.bodies[0].plain) == ("Außen", "Anbei.")
    (enclosed,) = mail.enclosed
    assert (enclosed.subject, enclosed.bodies[0].plain) == ("Weitergeleitet", "Der innere Brief.")
    assert enclosed.attachments == ["BRIEF~1.PDF"]


def test_its_attachments_count(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = with_mail_inside()
    monkeypatch.setattr(outlook, "stored_message", lambda data: (Message(storage), storage))
    assert list(outlook.attachments_of_message(b"")) == [("BRIEF~1.PDF", b"%PDF")]


def test_bytes_that_are_no_text_in_the_stated_code_page_are_windows_text() -> None:
    def refuses() -> str:
        return b"\xf6".decode("utf-8")

    texts = {(outlook.BODY, outlook.IN_A_CODE_PAGE): "Grüße".encode("cp1252"), (outlook.HTML, BYTES): "Köln".encode()}
    storage = stored("", 32, texts)
    assert outlook.text_of(storage, outlook.BODY, refuses) == "Grüße"
    assert outlook.html_of(storage, refuses) == "Köln"
    assert outlook.text_of(storage, outlook.BODY, lambda: None) == ""


@pytest.mark.parametrize(
    "rtf",
    [
        rb"{\rtf1\ansi\ansicpg1252 Die Geb\'fchr betr\'e4gt neun Euro.}",
        rb"{\rtf1\ansi\ansicpg1252\fromhtml1{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Die Geb\'fchr betr\'e4gt neun Euro."
        rb"\htmlrtf\par}\htmlrtf0{\*\htmltag72 </p>}}",
    ],
)
def test_a_text_that_is_kept_in_compressed_rtf_alone_is_read(rtf: bytes) -> None:
    storage = stored("", 32, unicode(outlook.SUBJECT, "Akte") | {(outlook.RICH_TEXT, BYTES): compress(rtf)})
    assert outlook.mail_of((Message(storage), storage)).bodies[0].plain.strip() == "Die Gebühr beträgt neun Euro."
    damaged = stored("", 32, unicode(outlook.SUBJECT, "Akte") | {(outlook.RICH_TEXT, BYTES): compress(rtf)[:-4]})
    assert outlook.mail_of((Message(damaged), damaged)).bodies[0].plain == ""


def test_a_name_as_the_wire_has_it_is_read() -> None:
    assert outlook.in_letters("=?iso-8859-1?Q?Frau_M=FCller?= <m@x.example>") == "Frau Müller <m@x.example>"


def test_a_damaged_name_stands_as_the_wire_has_it() -> None:
    assert outlook.in_letters("=?utf-8?b?A?= <m@x.example>") == "=?utf-8?b?A?= <m@x.example>"
    assert outlook.in_letters("=?unknown?Q?M=FCller?=") == "=?unknown?Q?M=FCller?="
