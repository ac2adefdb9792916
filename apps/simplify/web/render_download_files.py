"""Downloads of the finished text: plain, or for a word processor."""

from collections.abc import Iterator
from io import BytesIO

from apps.documents.sandbox.child_operations import ChildRequest, send_result_bytes
from apps.simplify.errors import TextTooLong
from apps.simplify.rewriting.rewrite_outcome import DRAFT_LABEL
from apps.simplify.rewriting.rewrite_request import LONGEST_HERE, LONGEST_TEXT
from apps.simplify.rewriting.run_rewrite_child import rewrite_child_session

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
WRITE_DOCX = "apps.simplify.web.render_download_files.write_docx"


def render_text_file(text: str) -> bytes:
    return f"{DRAFT_LABEL}\n\n{text}\n".encode()


async def render_docx_file(text: str) -> bytes:
    """Renders as `render_docx`, a long text in a process of its own.

    Raises TextTooLong, TextTooDemanding, TooManyLongTexts, RewriteInterrupted.
    """
    if len(text) > LONGEST_TEXT:
        raise TextTooLong(len(text), LONGEST_TEXT)
    if len(text) <= LONGEST_HERE:
        return render_docx(text)
    async with rewrite_child_session(WRITE_DOCX, text.encode("utf-8", "surrogatepass")) as child:
        await child.answer()
        return await child.read_bytes()


def write_docx(call: ChildRequest) -> bool:
    """In the child: answers with the file."""
    return send_result_bytes(call, render_docx(call.data.decode("utf-8", "surrogatepass")))


def render_docx(text: str) -> bytes:
    """A paragraph for each of the text, lists as lists, the label on top; in time in proportion to the text."""
    from docx import Document

    document = Document()
    document.core_properties.title = DRAFT_LABEL
    document.add_paragraph().add_run(DRAFT_LABEL).italic = True
    # Each style that is looked up by name and each paragraph that the library puts in costs a search from the top.
    end, bullet = document.element.body.sectPr, document.styles["List Bullet"].style_id
    for line, is_item in paragraphs_and_items(text):
        paragraph = document.element.body._new_p()
        paragraph.add_r().text = line
        if is_item:
            paragraph.style = bullet
        end.addprevious(paragraph)
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def paragraphs_and_items(text: str) -> Iterator[tuple[str, bool]]:
    """Paragraphs, and the items of lists with True."""
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.split("\n") if line.strip()]
        if lines and all(line.lstrip().startswith(("–", "•")) for line in lines):
            yield from ((line.lstrip(" –•"), True) for line in lines)
        elif lines:
            yield "\n".join(lines), False
