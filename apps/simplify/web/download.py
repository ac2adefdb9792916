"""The finished text as a file: plain, or for a word processor."""

from io import BytesIO

from apps.simplify.rewriting.rewrite_outcome import LABEL

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def as_text(text: str) -> bytes:
    return f"{LABEL}\n\n{text}\n".encode()


def as_docx(text: str) -> bytes:
    """A paragraph for each of the text, lists as lists, the label on top."""
    from docx import Document

    document = Document()
    document.core_properties.title = LABEL
    document.add_paragraph().add_run(LABEL).italic = True
    for paragraph in text.split("\n\n"):
        add_paragraph(document, paragraph)
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def add_paragraph(document: object, paragraph: str) -> None:
    lines = [line for line in paragraph.split("\n") if line.strip()]
    if lines and all(line.lstrip().startswith(("–", "•")) for line in lines):
        for line in lines:
            document.add_paragraph(line.lstrip(" –•"), style="List Bullet")  # type: ignore[attr-defined]
    elif lines:
        document.add_paragraph("\n".join(lines))  # type: ignore[attr-defined]
