"""Joins lines to running text: adds spaces between lines and removes hyphens where a word was only broken."""

import re
from collections.abc import Iterable

# "Ein- und Ausgang", "Haupt- bzw. Nebenfach": the next line begins with a word that joins two parts.
COORDINATORS = frozenset(("und", "oder", "bzw", "beziehungsweise", "sowie", "bis", "als", "statt", "and", "or"))
FIRST_WORD = re.compile(r"[^\W\d_]+")
LAST_WORD = re.compile(r"(?<![\w-])[\w-]++$")
# Web addresses are full of hyphens of their own, and are broken after them.
ADDRESS = re.compile(r"://|www\.|@|\w/\w|\w\.\w")
SOFT_HYPHEN = "\u00ad"
HYPHENS = ("-", "\u2010", SOFT_HYPHEN)


def join_lines(lines: Iterable[str]) -> str:
    """One paragraph from its lines. "Bundes-" + "regierung" is one word, "Nord-" + "Süd" and "Ein-" + "und" are not."""
    text = ""
    for line in lines:
        line = " ".join(line.split())
        if line:
            text = append_line(text, line) if text else line
    return text.replace(SOFT_HYPHEN, "")


def append_line(text: str, line: str) -> str:
    if text.endswith("/") and not text.endswith(" /"):
        return text + line
    if not text.endswith(HYPHENS):
        return f"{text} {line}"
    before = text[:-1]
    if not before or not before[-1].isalnum():
        return f"{text} {line}"
    return text + (" " + line if begins_with_coordinator(line) else line) if keeps_hyphen(text, line) else before + line


def begins_with_coordinator(line: str) -> bool:
    first = FIRST_WORD.match(line)
    return first is not None and first[0].lower() in COORDINATORS


def keeps_hyphen(text: str, line: str) -> bool:
    """German writes a compound's second part with a capital after a real hyphen only ("Nord-Süd", "EU-Staat").

    A word broken by the printer goes on in small letters, except a word in capitals throughout ("VERORD-NUNG").
    """
    if text.endswith(SOFT_HYPHEN):
        return False
    # The last word alone: a paragraph may have ten thousand lines.
    word = text.rsplit(maxsplit=1)[-1]
    last = LAST_WORD.search(word[:-1])
    fragment = last[0] if last else ""
    if begins_with_coordinator(line) or ADDRESS.search(word):
        return True
    if line[0].islower():
        # "E-mail", "17-jährig", "EU-weit": digits, single letters and short forms in capitals keep theirs.
        part = fragment.rsplit("-", 1)[-1]
        return part.isdigit() or len(part) == 1 or (part.isupper() and len(part) > 1)
    first = FIRST_WORD.match(line)
    all_capitals = first is not None and len(first[0]) > 1 and first[0].isupper()
    return not (all_capitals and fragment.isupper() and len(fragment) > 3)
