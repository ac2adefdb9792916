"""A text as sentences with what stands between them: joined again they are the text, sign for sign."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

END = re.compile(r"(?:[.!?…]+[\"“”»«)\]’']*|[:;](?=\n))(?=\s)")
# After these a full stop ends no sentence. A number with a full stop is looked at by what follows it.
ABBREVIATION = re.compile(
    r"(?:(?<![\w])(?:Nr|Nrn|Abs|Art|Dr|Prof|bzw|ca|vgl|inkl|zzgl|ggf|ggfs|evtl|gem|lit|Ziff|Tel|Str|St|Mio|Mrd|Tsd|Hr|Fr|Std"
    r"|Min|max|min|insb|sog|Buchst|Bd|Anm|S|Jan|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez|Kap|Tab|Abb|rd|str|allg|jew|einschl|mind|Az|Drs"
    r"|i|d|u|z|B|h|a|A|v|V|o|e|ä|m|s|n|Chr|Nds|Hs|Alt|UAbs|ff|f|Fa|geb|gez|Ing|Dipl|med|jur|phil|rer|nat|Mr|Mrs|No|vs|Inc|approx|e\.g|i\.e)"
    r"|(?<![\w])[A-Za-zÄÖÜäöü])\.$"
)
LAST_SIGNS = 12
"""At the end of what may be a sentence: enough for the longest abbreviation and the sign before it."""
ORDINAL = re.compile(r"(?<![\w.,])\d{1,4}\.$|(?<!\w)[IVX]{1,4}\.$")
# "am 3. Mai", "im 2. Quartal", "18. Lebensjahr": after an ordinal the sentence goes on.
AFTER_ORDINAL = re.compile(
    r"\s+(?:[a-zäöüß]|\d|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Quartal|Halbjahr"
    r"|\w*[Jj]ahr|Tag|Woche|Monat|Wahlperiode|Sitzung|Stock|Klasse|Geschoss|Etage|OG|UG|Änderung|Stufe|Teil|Mal|Platz|Ausgabe|Auflage|Kind|Person)"
)
STARTS = re.compile(r"\s+[\"„“”»«(\[–•*-]*\s*[A-ZÄÖÜ0-9§]")
MARKER = re.compile(r"[ \t]*(?:[-–•*·]|\(?\d{1,3}[.)]|\(?[a-z]{1,2}\)|#{1,6}|>|\|)[ \t]*")
LINE_END = re.compile(r"[ \t]*\n\s*")
AHEAD = 40
"""Characters of the next line that are looked at."""
SHORT_LINE = 55
"""Characters up to which a line that does not end like a sentence is a line of its own, such as an address."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`separator` is the white space after it, with line ends; `text` has no white space around it."""

    text: str
    separator: str

    @property
    def ends_paragraph(self) -> bool:
        return "\n" in self.separator


def split_sentences(text: str) -> list[Sentence]:
    """All of the text; what stands before the first sentence belongs to it."""
    found: list[Sentence] = []
    for line, line_end in lines(text):
        pieces = list(split_line(line))
        for number, (sentence, blank) in enumerate(pieces):
            found.append(Sentence(sentence, line_end if number == len(pieces) - 1 else blank))
    return found


def joined(sentences: Sequence[Sentence]) -> str:
    return "".join(sentence.text + sentence.separator for sentence in sentences)


def lines(text: str) -> Iterator[tuple[str, str]]:
    """Lines that stand for themselves, with the line ends after them; lines broken inside a sentence are one."""
    start = len(text) - len(text.lstrip())
    for end in LINE_END.finditer(text, start):
        line, rest = text[start : end.start()], text[end.end() : end.end() + AHEAD]
        if end.end() < len(text) and goes_on(line, end[0], rest):
            continue
        if line.strip():
            yield line, text[end.start() : end.end()]
        start = end.end()
    if text[start:].strip():
        tail = text[start:]
        yield tail.rstrip(), tail[len(tail.rstrip()) :]


def goes_on(line: str, line_end: str, rest: str) -> bool:
    """True when the line was broken only because it was full."""
    if (
        line_end.count("\n") > 1
        or MARKER.match(rest)
        or line.rstrip().endswith((".", "!", "?", ":", ";", "|", '"', "“"))
    ):
        return False
    last = line.rsplit("\n", 1)[-1]
    return len(last) > SHORT_LINE or rest[:1].islower()


def split_line(line: str) -> Iterator[tuple[str, str]]:
    """Sentences of a line, each with the blanks after it."""
    start = 0
    for end in END.finditer(line):
        if end.end() <= start or not is_end(line, start, end):
            continue
        following = len(line) - len(line[end.end() :].lstrip())
        yield line[start : end.end()], line[end.end() : following]
        start = following
    if line[start:].strip():
        yield line[start:].rstrip(), ""


def is_end(line: str, start: int, end: re.Match[str]) -> bool:
    before, after = line[start : end.end()], line[end.end() :]
    if not STARTS.match(after):
        return False
    if not before.endswith("."):
        return True
    marker = MARKER.match(before)
    if marker and not before[marker.end() :].strip():
        return False
    last_signs = before[-LAST_SIGNS:]
    if ORDINAL.search(last_signs):
        return not AFTER_ORDINAL.match(after)
    return not ABBREVIATION.search(last_signs)
