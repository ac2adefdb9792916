"""Converts HTML to Markdown: the main text of whole web pages, everything of a fragment. Nothing is fetched."""

import re
from contextlib import suppress
from html import unescape
from itertools import islice

from apps.documents.parsing.formats.plain_text import decode_text, split_text_into_pages
from apps.documents.parsing.mail.decode_part_text import text_of_part
from apps.documents.parsing.mail.eml_and_mbox import parse_mail_message
from apps.documents.parsing.normalise_text import bracket_note_marks, normalise_text
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParseFailure
from apps.documents.parsing.web_pages.aside_notes_to_paragraphs import notes_to_paragraphs
from apps.documents.parsing.web_pages.contacts_to_paragraphs import contacts_to_paragraphs
from apps.documents.parsing.web_pages.drop_empty_table_columns import drop_empty_table_columns
from apps.documents.parsing.web_pages.expand_spanned_cells import expand_spanned_cells
from apps.documents.parsing.web_pages.figure_captions_to_paragraphs import captions_to_paragraphs
from apps.documents.parsing.web_pages.inline_definition_lists import inline_definition_lists
from apps.documents.parsing.web_pages.mark_struck_text import mark_struck_text, normalise_struck_marks
from apps.documents.parsing.web_pages.resolve_hidden_elements import hiding_rules, resolve_hidden_elements
from apps.documents.parsing.web_pages.tabs_to_headings import tabs_to_headings
from apps.documents.parsing.web_pages.undo_layout_tables import undo_page_layout_tables
from apps.documents.parsing.web_pages.write_out_form_fields import write_out_fields

CHARSET = re.compile(
    rb"""<meta[^>]+charset\s*+=\s*+(?:["']\s*+)?([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)""", re.I
)
TITLE = re.compile(r"<title[^>]{0,500}>(.{0,1000}?)</title\s{0,9}>", re.I | re.S)
FIRST_HEADING = re.compile(r"<h1\b[^>]{0,500}>(.{0,1000}?)</h1\s{0,9}>", re.I | re.S)
TAG = re.compile(r"<[^>]{1,1000}+>")
TABLE_OR_CODE = re.compile(
    r"(?P<table><table\b)|(?P<fence>^(?:```|~~~))|(?:\A|(?<=\n\n))(?:(?: {4}|\t).*+(?:\n|\Z))++"
    r"|(?<!`)(?P<ticks>`++)(?:(?!\n\n)[\s\S]){1,1000}?(?<!`)(?P=ticks)(?!`)",
    re.I | re.M,
)
"""Code stands between lines of signs, behind four blanks below an empty line, or between ticks in a paragraph."""
TABLE_TAG, CODE_ENDS = re.compile(r"<table\b|(?P<ends></table\s*+>)", re.I), re.compile(r"^(?:```|~~~)", re.M)
BODY = re.compile(r"<(?:html|body)\b", re.I)
# Never text: what runs, what decorates, what is only a template. An unclosed one reaches to the end.
UNSEEN = re.compile(
    r"<(script|style|template|noscript|svg|iframe|object)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.I | re.S
)
RAISED_FIGURE = re.compile(r"<sup\b[^<>]{0,200}>\s{0,9}(?:<a\b[^<>]{0,500}>)?(\d{1,2})(?:</a>)?\s{0,9}</sup>", re.I)
OTHER_RAISED = re.compile(r"(?<=\d)<sup\b[^<>]{0,200}>(?=\s*[\d(\[<])", re.I)
"""What else is raised behind a figure, such as "1)" or "1,2": without a blank it would make another figure."""
AS_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
RAISED_LOWERED_OR_NEW = re.compile(r"</?(?:sup|sub|u|ins)\b[^<>]{0,200}>", re.I)
SOFT_HYPHEN = "\u00ad"
# Short pages come back as bare lines, without headings, lists, tables and links.
MARKUP = re.compile(r"^(?:#+ |- |\d+\. |\|)|\]\(|\*\*", re.M)
BLOCK = re.compile(r"<(?:p|div|td|th|tr|li|dt|dd|table|blockquote|h[1-6])\b", re.I)
MOST_BLOCKS = 5_000
"""Of a page that is searched for its main text in every way: the last one compares each block with all others."""
BLANK_LINES = re.compile(r"\n{3,}")
SHARE_OF_MAIN_TEXT = 0.05
"""Main text shorter than this share of all text was misjudged (a search result, a form): take all.

On German pages of authorities and newspapers 0.25 let twice as much navigation through and saved one sentence of 60.
"""


def parse_html(data: bytes) -> ParsedDocument:
    """Raises ParseFailure: wrong_encoding, no_text."""
    match = CHARSET.search(data[:4096])
    declared = (match[1] or match[2]).decode("ascii", errors="replace") if match else ""
    return build_html_document(decode_text(data, declared), "text/html")


def parse_web_archive(data: bytes, media_type: str) -> ParsedDocument:
    """Parses the archive's page alone. Raises ParseFailure: no_text."""
    parts = parse_mail_message(data).walk()
    source = next((text_of_part(part) for part in parts if part.get_content_type() == "text/html"), "")
    return build_html_document(source, media_type)


def build_html_document(source: str, media_type: str) -> ParsedDocument:
    pages = split_text_into_pages(page_to_markdown(source))
    return ParsedDocument(pages, media_type, title=html_title(source), page_count=len(pages))


def page_to_markdown(source: str) -> str:
    """Markdown of a page's main text, or of all of a fragment. Raises ParseFailure (no_text) when there is none."""
    is_page, source = BODY.search(source), visible_html(source)
    everything = visible_html_to_markdown(source)
    main = extract_main_text(source) if is_page else ""
    lost_markup = MARKUP.search(everything) and not MARKUP.search(main)
    return main if len(main) >= SHARE_OF_MAIN_TEXT * len(everything) and not lost_markup else everything


def whole_html_to_markdown(source: str) -> str:
    """All of it, as a mail is read: nothing around its text belongs to a site. Raises ParseFailure (no_text)."""
    return visible_html_to_markdown(visible_html(source))


def convert_html_tables(text: str) -> str:
    """A text in Markdown with its tables of HTML as those of Markdown; one in a block of code is an example."""
    parts, start, place, ends = list[str](), 0, 0, table_ends(text)
    while found := TABLE_OR_CODE.search(text, place):
        place = found.end()
        if found["fence"]:
            closing = CODE_ENDS.search(text, place)
            place = closing.end() if closing else len(text)
        elif found["table"] and (end := ends.get(found.start())):
            parts += [text[start : found.start()].rstrip(), table_as_markdown(text[found.start() : end])]
            start = place = end
    return "\n\n".join([*filter(None, parts), text[start:].lstrip("\n")]) if parts else text


def table_ends(text: str) -> dict[int, int]:
    """Maps the beginning of each closed table to its end; tables within others belong to them."""
    begun, ends = list[int](), dict[int, int]()
    for tag in TABLE_TAG.finditer(text):
        if not tag["ends"]:
            begun.append(tag.start())
        elif begun:
            ends[begun.pop()] = tag.end()
    return ends


def table_as_markdown(source: str) -> str:
    """Empty where it holds no text."""
    with suppress(ParseFailure):
        return whole_html_to_markdown(source)
    return ""


def visible_html_to_markdown(source: str) -> str:
    """Converts what `visible_html` left of a page. Raises ParseFailure (no_text) when nothing is left."""
    try:
        everything = fragment_to_markdown(source)
    except RecursionError:
        # Hundreds of tags that were never closed, as old editors leave them: the words without their markup.
        everything = strip_tags(source)
    if not everything:
        raise ParseFailure(FailureReason.NO_TEXT, "The page holds no text. It may be made by a script in the browser.")
    return everything


def visible_html(source: str) -> str:
    shown = resolve_hidden_elements(UNSEEN.sub(" ", source.replace("\x00", "")), hiding_rules(source))
    captioned = captions_to_paragraphs(mark_struck_text(flatten_superscripts(shown)))
    laid_out = contacts_to_paragraphs(tabs_to_headings(undo_page_layout_tables(captioned)))
    return expand_spanned_cells(inline_definition_lists(write_out_fields(notes_to_paragraphs(laid_out))))


def flatten_superscripts(source: str) -> str:
    """Writes raised figures as raised characters and drops the tags of what else is raised, lowered or underlined:
    main text would keep them."""
    raised = RAISED_FIGURE.sub(lambda found: found[1].translate(AS_RAISED), source)
    return RAISED_LOWERED_OR_NEW.sub("", OTHER_RAISED.sub(" ", raised))


def extract_main_text(source: str) -> str:
    """What trafilatura takes for the page's own text, without navigation, cookie notice and footer."""
    from trafilatura import extract

    has_many_blocks = next(islice(BLOCK.finditer(source), MOST_BLOCKS, None), None) is not None
    found = extract(
        source, output_format="markdown", include_tables=True, include_links=True, include_formatting=True,
        include_comments=False, favor_recall=True, fast=has_many_blocks,
    )  # fmt: skip
    return drop_empty_table_columns(normalise_markdown(found or "").strip())


def fragment_to_markdown(source: str) -> str:
    """Every heading, list, table and link, as it stands."""
    from markdownify import markdownify

    found = markdownify(
        TITLE.sub("", source), heading_style="ATX", bullets="-", strip=["img"], escape_asterisks=False,
        escape_underscores=False, escape_misc=False,
    )  # fmt: skip
    lines = (line.rstrip() for line in normalise_markdown(str(found)).splitlines())
    return drop_empty_table_columns(BLANK_LINES.sub("\n\n", "\n".join(lines)).strip())


def strip_tags(source: str) -> str:
    return " ".join(normalise_markdown(unescape(TAG.sub(" ", TITLE.sub("", source)))).split())


def html_title(source: str) -> str:
    """The page's <title>, else its first <h1>."""
    for pattern in (TITLE, FIRST_HEADING):
        match = pattern.search(source)
        if match and (title := " ".join(normalise_markdown(unescape(TAG.sub(" ", match[1]))).split())):
            return title
    return ""


def normalise_markdown(text: str) -> str:
    """Normalises, puts marks of notes into brackets and struck text between words, and drops soft hyphens (&shy;),
    which only say where a browser may break a word."""
    return normalise_struck_marks(normalise_text(bracket_note_marks(text)).replace(SOFT_HYPHEN, ""))
