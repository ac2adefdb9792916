"""Text of an answer as Slack's markup, with everything neutralised that would do more than be read. Pure."""

import re

BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
BULLET = re.compile(r"^([ \t]*)[-*+][ \t]+", re.MULTILINE)
DISGUISED_LINK = re.compile(r"\](?=[(\[])")
LONGEST_SECTION = 3_000


def escaped(text: str) -> str:
    """Slack's three signs as text: no mention, no broadcast (<!channel>) and no link (<https://…|…>) survives."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def streamed(text: str) -> str:
    """For calls that read Markdown: links that hide their address become visible text as well."""
    return DISGUISED_LINK.sub("] ", escaped(text))


def mrkdwn(text: str) -> str:
    """The finished text. Quotation signs at the start of a line are escaped with the rest."""
    text = HEADING.sub(r"*\1*", BOLD.sub(r"*\1*", BULLET.sub(r"\1• ", streamed(text))))
    return text.strip()


def sections(text: str, longest: int = LONGEST_SECTION) -> list[str]:
    """Pieces that fit a block, cut between paragraphs, lines or words where there are any."""
    pieces = []
    while len(text) > longest:
        cut = max(text.rfind(sign, longest // 2, longest) for sign in ("\n\n", "\n", " "))
        cut = cut if cut > 0 else longest
        pieces.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [piece for piece in [*pieces, text] if piece]


def link(url: str, name: str) -> str:
    """A link with a name; the name alone where there is no address."""
    shown = escaped(name).replace("|", "/").replace("\n", " ")
    safe = url.replace("&", "&amp;").replace("<", "%3C").replace(">", "%3E").replace("|", "%7C").replace(" ", "%20")
    return f"<{safe}|{shown}>" if url else shown
