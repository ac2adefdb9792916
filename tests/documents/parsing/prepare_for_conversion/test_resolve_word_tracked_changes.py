import re

import pytest

from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.prepare_for_conversion.resolve_word_tracked_changes import decide_changes

BY = 'w:id="1" w:author="Mia" w:date="2024-02-05T10:00:00Z"'


def document(body: str) -> bytes:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'.encode()


def lines(part: bytes) -> list[str]:
    """The text of each paragraph, where nothing is marked any more."""
    assert b"delText" not in part
    return ["".join(re.findall(r"<w:t[^>]*>([^<]*)", each)) for each in part.decode().split("</w:p>")[:-1]]


def run(text: str, tag: str = "t") -> str:
    return f"<w:r><w:{tag}>{text}</w:{tag}></w:r>"


def decided(body: str) -> tuple[list[str], list[str]]:
    part = document(body)
    return (
        lines(decide_changes(part, TrackedChanges.ACCEPTED)),
        lines(decide_changes(part, TrackedChanges.REJECTED)),
    )


def test_inserted_and_deleted_words() -> None:
    body = (
        f"<w:p>{run('Die Gebühr beträgt ')}<w:del {BY}>{run('zehn', 'delText')}</w:del>"
        f"<w:ins {BY}>{run('zwölf')}</w:ins>{run(' Euro.')}</w:p>"
    )
    assert decided(body) == (["Die Gebühr beträgt zwölf Euro."], ["Die Gebühr beträgt zehn Euro."])


def test_moved_text_stands_in_one_place() -> None:
    body = (
        f"<w:p><w:moveFrom {BY}>{run('Absatz.')}</w:moveFrom>{run('Eins.')}</w:p>"
        f"<w:p>{run('Zwei.')}<w:moveTo {BY}>{run('Absatz.')}</w:moveTo></w:p>"
    )
    assert decided(body) == (["Eins.", "Zwei.Absatz."], ["Absatz.Eins.", "Zwei."])


@pytest.mark.parametrize(
    ("mark", "expected"),
    [("del", (["Eins.Zwei."], ["Eins.", "Zwei."])), ("ins", (["Eins.", "Zwei."], ["Eins.Zwei."]))],
)
def test_the_end_of_a_paragraph_is_a_change_too(mark: str, expected: tuple[list[str], list[str]]) -> None:
    properties = f"<w:pPr><w:rPr><w:{mark} {BY}/></w:rPr></w:pPr>"
    assert decided(f"<w:p>{properties}{run('Eins.')}</w:p><w:p>{run('Zwei.')}</w:p>") == expected


def test_rows_go_as_a_whole_and_a_table_with_the_last_of_them() -> None:
    row = f"<w:tr><w:trPr><w:ins {BY}/></w:trPr><w:tc><w:p>{run('Neu')}</w:p></w:tc></w:tr>"
    kept = f"<w:tr><w:tc><w:p>{run('Alt')}</w:p></w:tc></w:tr>"
    assert decided(f"<w:tbl>{row}{kept}</w:tbl>") == (["Neu", "Alt"], ["Alt"])
    assert b"tbl" not in decide_changes(document(f"<w:tbl>{row}</w:tbl>"), TrackedChanges.REJECTED)


def test_what_one_inserted_and_another_deleted_is_in_neither() -> None:
    both = f"<w:p>{run('A')}<w:ins {BY}><w:del {BY}>{run('B', 'delText')}</w:del></w:ins></w:p>"
    assert decided(both) == (["A"], ["A"])
