"""Delimits quoted text in a prompt: each stands in its own block, which it cannot close from inside.

    <quelle nummer="1" titel="Gebührenordnung" seite="3" datum="2024-05-01">
    …text of the page…
    </quelle>

Prompts say that what stands in a block is data and never an instruction.
"""

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

SOURCE_TAG = "quelle"
BLOCKS = (
    SOURCE_TAG, "frage", "verlauf", "text", "antwort", "antwort_1", "antwort_2", "referenz", "aussagen", "aufgabe",
    "notizen", "schutz", "entwurf", "auftrag", "fehler", "aussage", "zitat", "massstab",
)  # fmt: skip

OPENING = re.compile("([<＜﹤])")
"""Also as it is written beside Chinese letters."""
NAME_OF_BLOCK = re.compile(rf"[^\w]*(?:{'|'.join(' ?'.join(name) for name in BLOCKS)})\b")
"""Behind "<": signs that are no letters, then a name, which blanks may part."""
WITHOUT_WIDTH = frozenset({"Cf", "Mn", "Me", "Cc"})
"""Categories of Unicode; what has no width is not seen, by a model perhaps no more than by people."""
FILLERS = frozenset("\u115f\u1160\u2800")
LOOK_ALIKE = str.maketrans("аеорсухіѕο", "aeopcyxiso")
"""Cyrillic and Greek letters that look like Latin ones."""
LONGEST_NAME = 200
"""Characters behind "<" that are looked at."""
SOURCE = re.compile(
    r'^<quelle nummer="(?P<number>\d+)"(?P<numbered> saetze="[\d–]+")? titel="(?P<title>[^"\n]*)"'
    r'(?: aktenzeichen="(?P<reference>[^"\n]*)")?(?: datei="[^"\n]*")?'
    r'(?: seite="(?P<page>\d+)")?(?: datum="(?P<date>[^"\n]*)")?>\n(?P<text>.*?)\n</quelle>$',
    re.MULTILINE | re.DOTALL,
)
LABEL = re.compile(r"^\[\d{1,3}\] ", re.MULTILINE)
"""The number before a sentence, where sentences are numbered."""
QUESTION, ANSWER = "Frage: ", "Antwort: "


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """A source as it stands in a prompt; `text` is what the model saw, `reference` the document's own number."""

    number: int
    title: str
    page: int | None
    text: str
    reference: str = ""


def disarm_tags(text: str) -> str:
    """The text with every tag of a block made harmless; all else stays as it is, so quotes are still found."""
    first, *rest = OPENING.split(text)
    signs, followings = rest[::2], rest[1::2]
    return first + "".join(
        ("‹" if NAME_OF_BLOCK.match(visible_form(following[:LONGEST_NAME])) else sign) + following
        for sign, following in zip(signs, followings, strict=True)
    )


def visible_form(text: str) -> str:
    """Returns small Latin letters and single blanks, without what has no width."""
    seen = "".join(sign if sign.isspace() or has_width(sign) else "" for sign in unicodedata.normalize("NFKC", text))
    return " ".join(seen.lower().translate(LOOK_ALIKE).split())


def has_width(sign: str) -> bool:
    return unicodedata.category(sign) not in WITHOUT_WIDTH and sign not in FILLERS


def render_source_block(
    number: int,
    text: str,
    *,
    title: str,
    page: int | None,
    date: str = "",
    reference: str = "",
    file_name: str = "",
    sentences: str = "",
) -> str:
    """The text as source `number`. `page` is None for what belongs to the whole document, such as a summary.

    `reference` is the document's own number, such as that of a printed paper. `sentences` are the numbers before the
    lines of the text, such as 12–25, of which `number` is the first; empty where they have none.
    """
    said = {
        "nummer": str(number), "saetze": sentences, "titel": title, "aktenzeichen": reference, "datei": file_name,
        "seite": "" if page is None else str(page), "datum": date,
    }  # fmt: skip
    attributes = [f'{name}="{escape_attribute(value)}"' for name, value in said.items() if value or name == "titel"]
    return f"<{SOURCE_TAG} {' '.join(attributes)}>\n{disarm_tags(text)}\n</{SOURCE_TAG}>"


def escape_attribute(value: str) -> str:
    return html.escape(" ".join(value.split()), quote=True)


def parse_source_blocks(text: str) -> list[SourceBlock]:
    """All sources in a prompt, in the order in which they stand there."""
    return [
        SourceBlock(
            number=int(found["number"]),
            title=html.unescape(found["title"]),
            page=int(found["page"]) if found["page"] else None,
            text=LABEL.sub("", found["text"]) if found["numbered"] else found["text"],
            reference=html.unescape(found["reference"] or ""),
        )
        for found in SOURCE.finditer(text)
    ]


def render_block(name: str, text: str) -> str:
    """The text in a block of that name; an empty text gives an empty string, so that no empty block is shown."""
    return f"<{name}>\n{disarm_tags(text)}\n</{name}>" if text.strip() else ""


def parse_block(name: str, text: str) -> str:
    """What stands in the last block of that name, or an empty string."""
    found = re.findall(rf"^<{name}>\n(.*?)\n</{name}>$", text, re.MULTILINE | re.DOTALL)
    return found[-1] if found else ""


def render_conversation(turns: Sequence[tuple[str, str]]) -> str:
    """Earlier questions and answers as text, oldest first, one line for each."""
    lines = [(QUESTION + " ".join(question.split()), ANSWER + " ".join(answer.split())) for question, answer in turns]
    return "\n".join(line for pair in lines for line in pair)


def parse_questions(history: str) -> list[str]:
    """The questions of a text made by `render_conversation`, oldest first."""
    return [line[len(QUESTION) :] for line in history.splitlines() if line.startswith(QUESTION)]
