"""Downloads of the finished text: plain, or for a word processor."""

from collections.abc import Iterator
from io import BytesIO

from apps.documents.sandbox.child_operations import ChildRequest, send_made
from apps.simplify.errors import TextTooLong
from apps.simplify.rewriting.rewrite_outcome import LABEL
from apps.simplify.rewriting.rewrite_request import LONGEST_HERE, LONGEST_TEXT
from apps.simplify.rewriting.run_rewrite_child import session

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
WRITE_DOCX = "apps.simplify.web.download.write_docx"


def as_text(text: str) -> bytes:
    return f"{LABEL}\n\n{text}\n".encode()


async def docx_of(text: str) -> bytes:
    """As `as_docx`; of a long text in a process of its own.

    Raises TextTooLong, TextTooDemanding, TooManyLongTexts, RewriteInterrupted.
    """
    if len(text) > LONGEST_TEXT:
        raise TextTooLong(len(text), LONGEST_TEXT)
    if len(text) <= LONGEST_HERE:
        return as_docx(text)
    async with session(WRITE_DOCX, text.encode("utf-8", "surrogatepass")) as child:
        await child.answer()
        return await child.read_bytes()


def write_docx(call: ChildRequest) -> bool:
    """In the child: answers with the file."""
    return send_made(call, as_docx(call.data.decode("utf-8", "surrogatepass")))


def as_docx(text: str) -> bytes:
    """A paragraph for each of the text, lists as lists, the label on top; in time in proportion to the text."""
    from docx import Document

    document = Document()
    document.core_properties.title = LABEL
    document.add_paragraph().add_run(LABEL).italic = True
    # Each style that is looked up by name and each paragraph that the library puts in costs a search from the top.
    end, bullet = document.element.body.sectPr, document.styles["List Bullet"].style_id
    for line, is_item in lines_of(text):
        paragraph = document.element.body._new_p()
        paragraph.add_r().text = line
        if is_item:
            paragraph.style = bullet
        end.addprevious(paragraph)
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def lines_of(text: str) -> Iterator[tuple[str, bool]]:
    """Paragraphs, and the items of lists with True."""
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.split("\n") if line.strip()]
        if lines and all(line.lstrip().startswith(("–", "•")) for line in lines):
            yield from ((line.lstrip(" –•"), True) for line in lines)
        elif lines:
            yield "\n".join(lines), False
