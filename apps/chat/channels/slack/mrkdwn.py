"""Converts an answer's text to Slack's mrkdwn, neutralising all markup that could do more than be read."""

import re

BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
HEADING = re.compile(r"^#{1,6}[ \t]++(.+)$", re.MULTILINE)
BULLET = re.compile(r"^([ \t]*)[-*+][ \t]+", re.MULTILINE)
DISGUISED_LINK = re.compile(r"\](?=[(\[])")
HALF_SIGN = re.compile(r"&[a-z]*$")
LONGEST_SECTION = 3_000
LONGEST_NAME = 300
"""Characters of a link's name, escaped."""


def escape_mrkdwn(text: str) -> str:
    """Slack's three signs as text: no mention, no broadcast (<!channel>) and no link (<https://…|…>) survives."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def truncate_escaped(text: str, longest: int) -> str:
    """The beginning of an escaped text, never with half of an escaped character at its end."""
    return text if len(text) <= longest else HALF_SIGN.sub("", text[:longest])


def escape_streamed_markdown(text: str) -> str:
    """Escapes a text for calls that read Markdown: links that hide their address become visible text as well.

    Of a text that grows, each is the beginning of the next one: signs are added to, never taken back.
    """
    return DISGUISED_LINK.sub("] ", escape_mrkdwn(text))


def format_mrkdwn(text: str) -> str:
    """The finished text. Quotation signs at the start of a line are escaped with the rest."""
    text = HEADING.sub(bold_heading, BOLD.sub(r"*\1*", BULLET.sub(r"\1• ", escape_streamed_markdown(text))))
    return text.strip()


def bold_heading(found: re.Match[str]) -> str:
    """Makes a heading bold, without the signs that may close it."""
    words = found[1].rstrip().rstrip("#").rstrip()
    return f"*{words}*"


def split_into_sections(text: str) -> list[str]:
    """Pieces that fit a block, cut between paragraphs, lines or words where there are any."""
    pieces = []
    while len(text) > LONGEST_SECTION:
        end = max(text.rfind(sign, LONGEST_SECTION // 2, LONGEST_SECTION) for sign in ("\n\n", "\n", " "))
        piece = text[:end] if end > 0 else truncate_escaped(text, LONGEST_SECTION)
        pieces.append(piece.rstrip())
        text = text[len(piece) :].lstrip()
    return [piece for piece in [*pieces, text] if piece]


def format_link(url: str, name: str) -> str:
    """A link with a name; the name alone where there is no address."""
    shown = truncate_escaped(escape_mrkdwn(name), LONGEST_NAME).replace("|", "/").replace("\n", " ")
    safe = url.replace("&", "&amp;").replace("<", "%3C").replace(">", "%3E").replace("|", "%7C").replace(" ", "%20")
    return f"<{safe}|{shown}>" if url else shown
