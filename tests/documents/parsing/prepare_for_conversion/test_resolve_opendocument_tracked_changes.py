import re

from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.prepare_for_conversion.resolve_opendocument_tracked_changes import decide_changes
from tests.documents.office_files import NAMESPACES


def content(asides: str, body: str) -> bytes:
    return (
        f"<office:document-content {NAMESPACES}><office:body><office:text>"
        f"<text:tracked-changes>{asides}</text:tracked-changes>{body}</office:text></office:body>"
        "</office:document-content>"
    ).encode()


def inserted(number: str) -> str:
    return f'<text:changed-region text:id="{number}"><text:insertion/></text:changed-region>'


def deleted(number: str, *paragraphs: str) -> str:
    text = "".join(f"<text:p>{each}</text:p>" for each in paragraphs)
    return f'<text:changed-region text:id="{number}"><text:deletion>{text}</text:deletion></text:changed-region>'


def mark(kind: str, number: str) -> str:
    return f'<text:{kind} text:change-id="{number}"/>'


def decided(part: bytes) -> tuple[list[str], list[str]]:
    return paragraphs(decide_changes(part, TrackedChanges.ACCEPTED)), paragraphs(
        decide_changes(part, TrackedChanges.REJECTED)
    )


def paragraphs(part: bytes) -> list[str]:
    assert b"change" not in part
    found = re.findall(r"<text:p>(.*?)</text:p>", part.decode())  # an empty one has no end
    return [re.sub(r"<[^>]*>", "", each.replace("<text:line-break/>", " ")) for each in found]


def test_inserted_and_deleted_words() -> None:
    part = content(
        inserted("1") + deleted("2", "zehn"),
        f"<text:p>Die Gebühr beträgt {mark('change', '2')}{mark('change-start', '1')}zwölf{mark('change-end', '1')}"
        " Euro.</text:p>",
    )
    assert decided(part) == (["Die Gebühr beträgt zwölf Euro."], ["Die Gebühr beträgt zehn Euro."])


def test_inserted_paragraphs() -> None:
    body = (
        f"<text:p>Eins.{mark('change-start', '1')} Neu.</text:p><text:p>Ganz <text:span>neu</text:span>.</text:p>"
        f"<text:p>Auch neu.{mark('change-end', '1')} Zwei.</text:p>"
    )
    assert decided(content(inserted("1"), body)) == (
        ["Eins. Neu.", "Ganz neu.", "Auch neu. Zwei."], ["Eins.", " Zwei."],
    )  # fmt: skip


def test_deleted_paragraphs_come_back_in_lines() -> None:
    part = content(deleted("2", "Alt", "und <text:span>älter</text:span>."), f"<text:p>{mark('change', '2')}</text:p>")
    assert decided(part) == ([], ["Alt und älter."])
