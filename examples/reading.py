"""Read a text source: front matter and Markdown become a `Source` with typed blocks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

SOURCES = Path(__file__).parent / "sources"
REQUIRED = ("external_id", "title", "date", "kind", "number", "authors", "layout")
PAGE_BREAK = "<!-- neue Seite -->"
# Statutes number their paragraphs "(1)" and their items "a)": Markdown knows neither.
MARKER = re.compile(r"^(\(\d+[a-z]?\)|[a-z]\)) ")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style: "" (regular), "bold" or "italic"."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of the flow: heading, paragraph, item, quote, table or page break."""

    kind: str
    runs: tuple[Run, ...] = ()
    level: int = 0
    marker: str = ""
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()
    aligned: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class Source:
    """A text source: its front matter and its Markdown body."""

    path: Path
    fields: dict[str, str]
    body: str

    @property
    def external_id(self) -> str:
        return self.fields["external_id"]

    @property
    def title(self) -> str:
        return self.fields["title"]

    @property
    def suffix(self) -> str:
        return Path(self.external_id).suffix

    def page_numbers(self, field: str) -> frozenset[int]:
        """The pages named in `scanned_pages` or `turned_pages`; empty when the field is missing."""
        return frozenset(int(number) for number in self.fields.get(field, "").split(",") if number.strip())

    def blocks(self) -> list[Block]:
        return list(_blocks(MarkdownIt("commonmark").enable("table").parse(self.body)))


def read_source(path: Path) -> Source:
    """Raises ValueError, naming the file, when the front matter is missing or incomplete."""
    parts = path.read_text(encoding="utf-8").split("---\n", 2)
    if len(parts) != 3 or parts[0]:
        raise ValueError(f"{path.name} does not begin with front matter between two lines '---'.")
    pairs = (line.split(":", 1) for line in parts[1].splitlines() if line.strip())
    fields = {name.strip(): value.strip() for name, value in pairs}
    if missing := [name for name in REQUIRED if name not in fields]:
        raise ValueError(f"{path.name} lacks in its front matter: {', '.join(missing)}.")
    return Source(path, fields, parts[2].strip() + "\n")


def read_sources() -> list[Source]:
    return [read_source(path) for path in sorted(SOURCES.glob("*.md"))]


def _blocks(tokens: list[Token]) -> Iterator[Block]:
    """Flatten Markdown tokens; lists keep their markers and depth, tables their alignment."""
    counters: list[int] = []
    marker, in_quote, position = "", False, 0
    while position < len(tokens):
        token = tokens[position]
        match token.type:
            case "bullet_list_open":
                counters.append(-1)
            case "ordered_list_open":
                counters.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                counters.pop()
            case "list_item_open":
                marker = "•" if counters[-1] < 0 else f"{counters[-1]}."
                counters[-1] += 1 if counters[-1] >= 0 else 0
            case "blockquote_open" | "blockquote_close":
                in_quote = token.type.endswith("open")
            case "html_block" if token.content.strip() == PAGE_BREAK:
                yield Block("break")
            case "heading_open":
                yield Block("heading", _runs(tokens[position + 1]), level=int(token.tag[1]))
            case "paragraph_open":
                yield _paragraph(_runs(tokens[position + 1]), marker, len(counters), in_quote)
                marker = ""
            case "table_open":
                end = next(i for i in range(position, len(tokens)) if tokens[i].type == "table_close")
                yield _table(tokens[position:end])
                position = end
        position += 1


def _paragraph(runs: tuple[Run, ...], marker: str, depth: int, in_quote: bool) -> Block:
    if in_quote:
        return Block("quote", runs)
    if depth:
        return Block("item", runs, level=depth, marker=marker)
    if found := MARKER.match(runs[0].text):
        rest = (Run(runs[0].text[found.end() :], runs[0].style), *runs[1:])
        return Block("item", rest, level=1 if found[1].startswith("(") else 2, marker=found[1])
    return Block("paragraph", runs)


def _table(tokens: list[Token]) -> Block:
    rows: list[list[tuple[Run, ...]]] = []
    aligned: list[str] = []
    for position, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            if len(rows) == 1:
                aligned.append("right" if "right" in str(token.attrs.get("style", "")) else "left")
            rows[-1].append(_runs(tokens[position + 1]))
    return Block("table", rows=tuple(tuple(row) for row in rows), aligned=tuple(aligned))


def _runs(inline: Token) -> tuple[Run, ...]:
    style, runs = "", []
    for child in inline.children or []:
        match child.type:
            case "strong_open":
                style = "bold"
            case "em_open":
                style = "italic"
            case "strong_close" | "em_close":
                style = ""
            case "softbreak":
                runs.append(Run(" ", style))
            case "hardbreak":
                runs.append(Run("\n", style))
            case _ if child.content:
                runs.append(Run(child.content, style))
    return tuple(runs)
