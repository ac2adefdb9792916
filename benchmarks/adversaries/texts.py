# ruff: noqa: E501 - a pattern in one piece can be read, a wrapped one cannot
"""Sentences of files: Markdown, plain text, HTML, lines of JSON, archives of these. Each file or record is one document.

A document belongs to one of two halves by a hash of its name: `development` to look at while a rule is written, `unseen`
to measure on.
"""

import gzip
import hashlib
import html
import json
import re
import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.adversaries.sentences import Sentence

HALVES = ("development", "unseen")
FIELDS = ("text", "original", "Original_Sentence", "answer", "facts", "entries")
SUFFIXES = (".md", ".txt", ".html", ".jsonl", ".jsonl.gz", ".tar.xz")
ABBREVIATIONS = (
    r"Abs|Nr|Art|Buchst|bzw|ca|usw|etc|ggf|vgl|gem|Str|Dr|Prof|St|Tel|inkl|zzgl|max|min|evtl|sog|Satz|lit|Ziff|Kap|Bd|ff|"
    r"Mio|Mrd|S|i|d|h|z|B|u|a|v|H|V|m|o|e|No|Mr|Mrs|Ms|Inc|Ltd|vs|approx|Std|Stv|Lfd|gez|Az|Rn|Jan|Feb|Aug|Sept|Okt|Nov|Dez"
)
SHORTENED = re.compile(rf"(?:\b(?:{ABBREVIATIONS})|\b\d{{1,2}}|\b[A-Z])\.$")
GERMAN = re.compile(r"\b(?:der|die|das|und|ist|nicht|von|den|dem|zu|für|mit|werden|wird|eine?|auf)\b", re.IGNORECASE)
ENGLISH = re.compile(r"\b(?:the|and|of|to|is|are|for|with|that|you|must|may|this|be|or|an?)\b", re.IGNORECASE)
FEWEST_WORDS, MOST_WORDS = 5, 36
MOST_SENTENCES = 4_000
"""Of a folder: enough for any count, and 3,000 laws take minutes to read."""


def sentences_of(folder: Path, half: str | None) -> Iterator[Sentence]:
    """Whole sentences of one half's documents (None: of both), of 4,000 at most; large folders are taken by hash."""
    found = (
        sentence
        for name, text in sorted(documents(folder), key=lambda document: digest(document[0]))
        if half is None or half_of(name) == half
        for sentence in sentences(text, name)
    )
    return islice(found, MOST_SENTENCES)


def half_of(name: str) -> str:
    return HALVES[digest(name)[0] % 2]


def digest(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def documents(folder: Path) -> Iterator[tuple[str, str]]:
    """Pairs of name and text."""
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    for path in paths:
        if path.is_file() and path.name.endswith(SUFFIXES) and path.name not in {"SOURCES.md", "README.md"}:
            yield from documents_of_file(path)


def documents_of_file(path: Path) -> Iterator[tuple[str, str]]:
    if path.name.endswith(".tar.xz"):
        with tarfile.open(path) as archive:
            for member in sorted(archive.getmembers(), key=lambda member: member.name):
                file = archive.extractfile(member)
                if file is not None and member.name.endswith(SUFFIXES):
                    yield f"{path.parent.name}/{Path(member.name).name}", file.read().decode("utf-8", "replace")
    elif ".jsonl" in path.name:
        raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for number, line in enumerate(raw.decode("utf-8").splitlines()):
            yield f"{path.parent.name}/{path.name}/{number}", "\n\n".join(strings(json.loads(line)))
    else:
        text = path.read_text(encoding="utf-8", errors="replace")
        yield f"{path.parent.name}/{path.name}", without_tags(text) if path.suffix == ".html" else text


def strings(record: Any) -> Iterator[str]:
    """The texts of a record, in the fields that hold prose."""
    if isinstance(record, str):
        yield record
    elif isinstance(record, list):
        for item in record:
            yield from strings(item)
    elif isinstance(record, dict):
        for field in FIELDS:
            yield from strings(record.get(field))


def without_tags(text: str) -> str:
    paragraphs = re.findall(r"<p\b[^>]*>(.*?)</p>", text, re.DOTALL)
    return "\n\n".join(html.unescape(re.sub(r"<[^>]+>", "", paragraph)) for paragraph in paragraphs)


def sentences(text: str, name: str) -> Iterator[Sentence]:
    for paragraph in paragraphs(text):
        found = split(paragraph)
        for place, sentence in enumerate(found):
            language = language_of(sentence)
            if language and is_whole(sentence):
                following = found[place + 1] if place + 1 < len(found) and is_whole(found[place + 1]) else ""
                yield Sentence(sentence, language, name, following)


def paragraphs(text: str) -> Iterator[str]:
    """Without headings, lists, tables, front matter and the marks of Markdown."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"<br ?/?>", " ", text)
    for block in re.split(r"\n\s*\n", text):
        if re.match(r"\s*(?:#|\||[-*+] |\d+[.)] |[a-z][.)] |:|>|```)", block) or "|" in block:
            continue
        plain = re.sub(r"\*\*|__|\[([^\]]*)\]\([^)]*\)", r"\1", block)
        plain = re.sub(r"[\s\u00a0]+", " ", plain).strip()
        yield re.sub(r"^\(?\d+[a-z]?\) ", "", plain)


def split(paragraph: str) -> list[str]:
    """At stops that are not those of abbreviations, numbers of days or initials."""
    found: list[str] = []
    for part in re.split(r"(?<=[.!?]) (?=[A-ZÄÖÜ§])", paragraph):
        if found and SHORTENED.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def is_whole(sentence: str) -> bool:
    words = sentence.split()
    return (
        FEWEST_WORDS <= len(words) <= MOST_WORDS
        and sentence.endswith(".")
        and not SHORTENED.search(sentence)
        and re.match(r"(?!(?:Januar|Februar|März|April|Mai|Juni|Juli|August|\w+ember|Oktober) \d)[A-ZÄÖÜ§]", sentence)
        is not None
        and re.search(r"[\"„“”»«›‹\[\]{}<>*_|=\\]|\.\.|://|: |@|\bIch\b|\bich\b|…", sentence) is None
        and sentence.count("(") == sentence.count(")")
        and sum(character.isupper() for character in sentence) < len(sentence) / 4
    )


def language_of(sentence: str) -> str:
    """Empty when neither language is sure."""
    german, english = len(GERMAN.findall(sentence)), len(ENGLISH.findall(sentence))
    if german > english + 1:
        return "de"
    return "en" if english > german + 1 else ""


def table_blocks(text: str) -> Iterator[list[list[str]]]:
    """Tables of Markdown as rows of cells, the head first."""
    for block in re.findall(r"(?:^\|.*\|[ ]*\n){4,}", text, re.MULTILINE):
        rows = [[cell_text(cell) for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        if re.fullmatch(r"[-: ]+", "".join(rows[1]) or "x"):
            yield [rows[0], *rows[2:]]


def cell_text(cell: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\*\*|<br ?/?>", " ", cell)).strip()
