import struct
from collections.abc import Mapping, Sequence

import pytest
from compressed_rtf import compress
from oxmsg import Message
from oxmsg.storage import Storage, Stream

from apps.documents.parsing.formats.detect_media_type import media_type_of
from apps.documents.parsing.formats.office_and_picture_media_types import MSG
from apps.documents.parsing.mail import outlook_msg as outlook
from apps.documents.parsing.types import ParseFailure
from tests.documents.compound_file import CompoundFile

UNICODE, BYTES, INTEGER = 0x001F, 0x0102, 0x0003
SENDER, LONG_FILE_NAME, ATTACH_METHOD, BY_VALUE = 0x0C1A, 0x3707, 0x3705, 1
INTERNET_CODE_PAGE, MESSAGE_CODE_PAGE = 0x3FDE, 0x3FFD


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
    mail = outlook.build_mail((Message(storage), storage))
    assert (mail.subject, mail.bodies[0].plain) == ("Außen", "Anbei.")
    (enclosed,) = mail.enclosed
    assert (enclosed.subject, enclosed.bodies[0].plain) == ("Weitergeleitet", "Der innere Brief.")
    assert enclosed.attachments == ["BRIEF~1.PDF"]


def test_its_attachments_count(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = with_mail_inside()
    monkeypatch.setattr(outlook, "stored_message", lambda data: (Message(storage), storage))
    assert list(outlook.attachments_with_class(b"")) == [("BRIEF~1.PDF", b"%PDF", True)]


def test_bytes_that_are_no_text_in_the_stated_code_page_are_windows_text() -> None:
    def refuses() -> str:
        return b"\xf6".decode("utf-8")

    texts = {
        (outlook.BODY, outlook.IN_A_CODE_PAGE): "Grüße".encode("cp1252"),
        (outlook.HTML, BYTES): "Köln".encode(),
    }
    storage = stored("", 32, texts)
    assert outlook.text_property(storage, outlook.BODY, refuses) == "Grüße"
    assert outlook.html_property(storage, refuses) == "Köln"
    assert outlook.text_property(storage, outlook.BODY, lambda: None) == ""


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
    assert outlook.build_mail((Message(storage), storage)).bodies[0].plain.strip() == "Die Gebühr beträgt neun Euro."
    damaged = stored("", 32, unicode(outlook.SUBJECT, "Akte") | {(outlook.RICH_TEXT, BYTES): compress(rtf)[:-4]})
    assert outlook.build_mail((Message(damaged), damaged)).bodies[0].plain == ""


def test_a_name_as_the_wire_has_it_is_read() -> None:
    assert outlook.decode_header_text("=?iso-8859-1?Q?Frau_M=FCller?= <m@x.example>") == "Frau Müller <m@x.example>"


def test_a_damaged_name_stands_as_the_wire_has_it() -> None:
    assert outlook.decode_header_text("=?utf-8?b?A?= <m@x.example>") == "=?utf-8?b?A?= <m@x.example>"
    assert outlook.decode_header_text("=?unknown?Q?M=FCller?=") == "=?unknown?Q?M=FCller?="


def properties(head: bytes, texts: Mapping[tuple[int, int], bytes], numbers: Mapping[int, int]) -> dict[str, bytes]:
    """The streams of a message or of what is attached to it, [MS-OXMSG] 2.4."""
    listed = [struct.pack("<HHIII", kind, tag, 6, len(data), 0) for (tag, kind), data in texts.items()]
    listed += [struct.pack("<HHIII", INTEGER, tag, 6, number, 0) for tag, number in numbers.items()]
    streams = {f"__substg1.0_{tag:04X}{kind:04X}": data for (tag, kind), data in texts.items()}
    return {"__properties_version1.0": head + b"".join(listed), **streams}


def message(
    texts: Mapping[tuple[int, int], bytes], *attached: tuple[str, bytes], numbers: Mapping[int, int] | None = None
) -> bytes:
    """A whole `.msg` with its attachments."""
    head = struct.pack("<8xIIII8x", 0, len(attached), 0, len(attached))
    files = {
        f"__attach_version1.0_#{place:08X}": properties(
            bytes(8), unicode(LONG_FILE_NAME, name) | {(0x3701, BYTES): data}, {ATTACH_METHOD: BY_VALUE}
        )
        for place, (name, data) in enumerate(attached)
    }
    return CompoundFile({**properties(head, texts, numbers or {}), **files}).data()


def test_a_whole_file_is_known_and_its_attachments_are_read() -> None:
    picture = bytes(range(256)) * 40
    data = message(
        unicode(outlook.SUBJECT, "Hallenzeiten") | unicode(SENDER, "Amt") | unicode(outlook.BODY, "Anbei der Plan."),
        ("Plan für März.pdf", b"%PDF-1.7 kurz"), ("bild.png", picture),
    )  # fmt: skip
    assert media_type_of(data, "mail.msg") == MSG
    mail = outlook.read_outlook_mail(data)
    assert (mail.subject, mail.bodies[0].plain) == ("Hallenzeiten", "Anbei der Plan.")
    assert mail.attachments == ["Plan für März.pdf", "bild.png"]
    assert list(outlook.attachments_with_class(data)) == [
        ("Plan für März.pdf", b"%PDF-1.7 kurz", True), ("bild.png", picture, True)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "charset", "text"),
    [(1251, "cp1251", "Приём с 9 до 12"), (932, "cp932", "受付は九時から"), (65001, "utf-8", "Grüße aus Köln"),
     (28592, "iso8859-2", "Opłata wynosi 30 zł"), (99999, "cp1252", "Grüße aus Köln")],
)  # fmt: skip
def test_a_whole_file_is_read_in_its_code_page(page: int, charset: str, text: str) -> None:
    texts = unicode(outlook.SUBJECT, "Zeiten") | {(outlook.BODY, outlook.IN_A_CODE_PAGE): text.encode(charset)}
    mail = outlook.read_outlook_mail(message(texts, numbers={INTERNET_CODE_PAGE: page, MESSAGE_CODE_PAGE: page}))
    assert mail.bodies[0].plain == text


def test_a_whole_file_with_rich_text_alone_is_read() -> None:
    rtf = compress(b"{\\rtf1\\ansi\\ansicpg1252 Die Halle ist ab dem 9. M\\'e4rz gesperrt.\\par}", compressed=True)
    mail = outlook.read_outlook_mail(message(unicode(outlook.SUBJECT, "Halle") | {(outlook.RICH_TEXT, BYTES): rtf}))
    assert "Die Halle ist ab dem 9. März gesperrt." in mail.bodies[0].plain


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_whole_file_that_breaks_off_is_damaged(kept: float) -> None:
    data = message(unicode(outlook.BODY, "Anbei der Plan. " * 500), ("plan.pdf", bytes(9000)))
    with pytest.raises(ParseFailure) as failure:
        media_type_of(data[: int(len(data) * kept)], "mail.msg")
    assert failure.value.reason_code == "damaged"
