import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from apps.documents.sandbox.preload_libraries import preload_libraries
preload_libraries("pdf")
known = set(sys.modules)
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.prepare_for_conversion.printable_copy import printable_copy
from apps.documents.parsing.collection_reading_options import DEFAULT_READING_OPTIONS
data = sys.stdin.buffer.read()
printable_copy(data, DOCX, DEFAULT_READING_OPTIONS.changes)
assert read_source_paragraphs(data, DOCX)
print(*(name for name in set(sys.modules) - known if name.startswith(("apps", "lxml"))))
"""


def test_a_child_loads_nothing_more_for_a_word_file(tmp_path: Path) -> None:
    from docx import Document

    path = tmp_path / "bericht.docx"
    document = Document()
    document.add_paragraph("Die Gebühr beträgt drei Euro.")
    document.save(str(path))
    ended = subprocess.run([sys.executable, "-c", PROGRAM], input=path.read_bytes(), capture_output=True, check=True)
    assert ended.stdout.split() == []
