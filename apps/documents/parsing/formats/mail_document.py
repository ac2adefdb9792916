"""Reads mails as pages: subject, fields, the better of text and HTML, names of attachments, enclosed mails."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import replace

from apps.documents.parsing.formats.html_to_markdown import whole_html_to_markdown
from apps.documents.parsing.formats.office_and_picture_media_types import MBOX, MSG
from apps.documents.parsing.formats.plain_text import split_text_into_pages
from apps.documents.parsing.mail.eml_and_mbox import read_mail, read_mailbox
from apps.documents.parsing.mail.outlook_msg import read_outlook_mail
from apps.documents.parsing.mail.parsed_mail_message import Mail, MailBody
from apps.documents.parsing.mail.select_attached_files import count_attachments_read
from apps.documents.parsing.normalise_text import bracket_note_marks, normalise_text
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure, ParseFlag
from apps.documents.parsing.web_pages.undo_layout_tables import undo_mail_layout_tables

QUOTED_AGAIN = re.compile(r"^(?:> ?){2,}.*\n?", re.M)
SHARE_OF_HTML = 0.5
"""A text shorter than this share of the HTML's says "your program cannot show HTML" or the like."""
SHARE_OF_OTHER_WORDS = 0.1
"""Of the HTML's words that the text lacks: from here on it is another text and no other form of the same."""
OTHER_VERSION = "Andere Fassung derselben Nachricht (HTML):"
ADDRESS = re.compile(r"(?:https?://|mailto:|www\.)[^\s<>()\[\]]{1,2000}+")
WORD = re.compile(r"\w+")


def parse_mails(data: bytes, media_type: str) -> ParsedDocument:
    """A mail begins a page; attachments beyond those that become documents are counted.

    Raises ParseFailure: damaged, no_text, encrypted.
    """
    mails = list(read_mails(data, media_type))
    if mails and all(mail.is_sealed for mail in mails):
        method = ", ".join(dict.fromkeys(mail.encrypted_with for mail in mails))
        raise ParseFailure(FailureReason.ENCRYPTED, f"The mail is encrypted ({method}).", method=method)
    pages = tuple(number_pages(page for mail in mails for page in mail_pages(mail)))
    if not any(mail.has_text or mail.subject or mail.enclosed for mail in mails):
        raise ParseFailure(FailureReason.NO_TEXT, "The file holds no mail with a text.")
    title = normalise_text(mails[0].subject) if len(mails) == 1 else ""
    counts = [mail.all_files for mail in mails]
    said = {"attachments": sum(counts), "attachments_read": count_attachments_read(counts)}
    is_cut = said["attachments"] > said["attachments_read"]
    flags = frozenset(flag for page in pages for flag in page.flags)
    return ParsedDocument(
        pages,
        media_type,
        title=" ".join(title.split()),
        page_count=len(pages),
        flags=flags | {ParseFlag.ATTACHMENT_LIMIT} if is_cut else flags,
        front_matter={"metadata": said} if is_cut else {},
    )


def read_mails(data: bytes, media_type: str) -> Iterable[Mail]:
    if media_type == MBOX:
        return read_mailbox(data)
    return [read_outlook_mail(data) if media_type == MSG else read_mail(data)]


def mail_subject(data: bytes, media_type: str) -> str:
    """Empty when it has none or cannot be read."""
    with suppress(ParseFailure):
        first = next(iter(read_mails(data, media_type)), Mail())
        return " ".join(normalise_text(first.subject).split())
    return ""


def mail_pages(mail: Mail) -> Sequence[ParsedPage]:
    """None of a mail that says nothing at all, such as one that a program has left behind in a mailbox."""
    if mail.is_damaged:
        return [ParsedPage(1, "", method="none", flags=frozenset({ParseFlag.PAGE_UNREADABLE}))]
    text = bracket_note_marks(render_mail(mail))
    pages = split_text_into_pages(text) if text.strip() else ()
    if mail.holds_encrypted and not pages:
        return [ParsedPage(1, "", method="none", flags=frozenset({ParseFlag.ENCRYPTED_PART}))]
    told = encrypted_page_numbers(mail, pages)
    return [add_page_flag(page, ParseFlag.ENCRYPTED_PART) if page.number in told else page for page in pages]


def encrypted_page_numbers(mail: Mail, pages: Sequence[ParsedPage]) -> set[int]:
    """Returns the pages on which encrypted mails begin; the first one where a heading is not found."""
    if not mail.holds_encrypted:
        return set()
    headings: dict[str, set[int]] = {}
    for page in pages:
        for line in page.text.splitlines():
            if line.startswith("#"):
                headings.setdefault(line.lstrip("# "), set()).add(page.number)
    first = {pages[0].number}
    told = first if mail.encrypted_with else set()
    inner = [each for each in all_enclosed(mail) if each.encrypted_with]
    return told.union(*(headings.get(normalise_text(each.subject).strip().lstrip("# "), first) for each in inner))


def all_enclosed(mail: Mail) -> Iterator[Mail]:
    for each in mail.enclosed:
        yield each
        yield from all_enclosed(each)


def add_page_flag(page: ParsedPage, flag: ParseFlag) -> ParsedPage:
    return replace(page, flags=page.flags | {flag})


def number_pages(pages: Iterable[ParsedPage]) -> Iterator[ParsedPage]:
    for number, page in enumerate(pages, 1):
        yield replace(page, number=number)


def render_mail(mail: Mail, level: int = 1) -> str:
    """Markdown. What was quoted twice stands elsewhere and is left out."""
    fields = [*mail.fields, *([("Anlagen", ", ".join(mail.attachments))] if mail.attachments else [])]
    lines = "  \n".join(f"{label}: {value}" for label, value in fields)
    texts = (text.replace("\r\n", "\n") for text in distinct_body_texts(mail.bodies))
    bodies = [QUOTED_AGAIN.sub("", text).strip() for text in texts]
    enclosed = [render_mail(each, min(level + 1, 6)) for each in mail.enclosed]
    heading = f"{'#' * level} {mail.subject}" if mail.subject else ""
    return "\n\n".join(filter(None, [heading, lines, *bodies, *enclosed])).replace("\f", "\n")


def distinct_body_texts(bodies: Iterable[MailBody]) -> Iterator[str]:
    """Yields bodies but those that repeat an earlier one, as where a mail brings its forms side by side."""
    said: set[str] = set()
    for body in bodies:
        text = choose_body_text(body)
        words = word_set(text)
        if text.strip() and (not said or has_new_words(words, said)):
            yield text
            said |= words


def choose_body_text(body: MailBody) -> str:
    """Chooses the better one of text and HTML; both where they differ, for mail programs show the HTML."""
    html = ""
    if body.html.strip():
        with suppress(ParseFailure):
            html = whole_html_to_markdown(undo_mail_layout_tables(body.html))
    if len(body.plain.strip()) < SHARE_OF_HTML * len(html) or not body.plain.strip():
        return html
    return (
        f"{body.plain.rstrip()}\n\n{OTHER_VERSION}\n\n{html}"
        if has_new_words(word_set(html), word_set(body.plain))
        else body.plain
    )


def has_new_words(words: Set[str], said: Set[str]) -> bool:
    """Whether these words have a figure that was not said, or many that were not."""
    more = words - said
    has_figure = any(len(word) > 1 and word.isdecimal() for word in more)
    return has_figure or len(more) > SHARE_OF_OTHER_WORDS * len(words)


def word_set(text: str) -> set[str]:
    """Returns the words without the addresses behind links."""
    return set(WORD.findall(ADDRESS.sub(" ", text.replace("_", " ")).casefold()))
