"""Splits German and English text into sentences, keeping character positions, in linear time.

Every cut into sentences of the project is made here; what a block is (a line, an item of a list, a cell of a table) is
for the callers to know.
"""

import re
from collections.abc import Iterator

from apps.text.numbers.calendar_names import GERMAN_MONTHS, title_case_pattern

# A run of signs counts from its first one, and nothing is tried twice: hence the lookbehind and the possessive "+".
# Japanese and Chinese have signs of their own and no blank after them.
SIGNS = re.compile(
    r"(?<![.!?…])(?P<signs>[.!?…]++)(?P<closing>[\"“”»«’')\]*_]*+)(?=[\s(\[【]|\Z)|(?P<cjk>[。！？]++[」』）]*+)"
)
FOLLOWING = re.compile(r"\s*+(?P<opening>[\"„“”»«(\[–•*_#>-]*+\s*+)(?P<word>\w{0,30}+)")
BLANKS = re.compile(r"\s*+")
STRUCK_BEGINS, STRUCK_ENDS = "[gestrichen: ", "]"
"""Around each sentence, or words of it, that their document shows struck through."""
LONGEST_WORDS = 60
"""Characters before a full stop that are looked at: the word that it closes and the one before."""
OPENING = "([|„“”\"»«'*_–-"
MARK = re.compile(r"\s*+(?:[-–•*·>#]++\s*+)?\(?(?:\d{1,3}(?:\.\d{1,2})*|[a-zA-Z]{1,2})?\Z")
LONGEST_MARK = 12
ROMAN = re.compile(r"[IVX]{1,4}")

# Of more than one letter; a single letter before a full stop is an initial or a part of "z. B.".
ABBREVIATIONS = frozenset(
    """
    abb abs abschn abt abzgl allg anl anm antragsgegn antragst approx aufl az bd bek ber bes betr bspw buchst bzgl bzw
    ca dipl dgl dr drs ebd ehem einschl evtl exkl fa fr geb gegr gem gesetzl ggf ggfs ggü gez hr hrsg hs inkl ing insb
    insbes jährl jew jur kap kirchl lfd lit lt med mr mrs mtl monatl nat nds nr nrn öffentl parl phil prof rd rechtl reg
    rer rn sog sr st staatl städt stellv stv tägl tel uabs urspr verh vgl vol vorl vs ziff zit zuzügl zzgl
    jan feb mrz mär apr jun jul aug sept okt oct nov dez dec
    """.split()  # noqa: SIM905 - a list of words to be read
)
# "BGBl. 2001 II", "GBl. S. 581": gazettes; no German word ends so.
GAZETTE = re.compile(r"[A-ZÄÖÜ]\w{0,12}[Bb]l")
# "Hunde, Katzen usw. Der Antrag": they may be the last words of a sentence.
LAST_ABBREVIATIONS = frozenset(
    ("chr", "co", "etc", "ff", "inc", "jh", "jr", "ltd", "mio", "mrd", "std", "str", "tsd", "usw")
)
# Words of their own too, and abbreviations only before a figure or a currency: "Art. 5", "No. 3", "max. 10".
BEFORE_FIGURES = frozenset(("alt", "art", "max", "min", "mind", "no", "num", "sep", "tab"))
# "max. EUR 700".
CURRENCIES = frozenset(("EUR", "CHF", "USD", "GBP", "DM"))

# Words that begin sentences and follow neither an ordinal nor an abbreviation within one.
OPENERS = frozenset(
    """
    Aber Alle Alles Als Am An Auch Auf Aus Bei Beim Bis Da Dabei Dafür Daher Damit Danach Dann Das Davon Dazu Dem Den
    Der Des Deshalb Die Dies Diese Diesem Diesen Dieser Dieses Durch Ein Eine Einem Einen Einer Er Es Falls Für Gegen
    Hier Hierzu Ich Ihr Im In Ist Jede Jeder Jedes Kein Keine Man Mit Nach Nicht Nur Ob Ohne Sie Sind So Sofern Soweit
    Über Um Und Unter Vom Von Vor Was Wenn Wer Werden Wie Wir Wird Wo Zu Zum Zur
    An And As At But For From He However If It Its On She Since That The Then There These They This Those Thus To We
    What When Where Who With You
    """.split()  # noqa: SIM905 - a list of words to be read
)
# "am 3. Mai", "im 2. Quartal", "das 18. Lebensjahr", "am 3. Werktag".
AFTER_ORDINAL = re.compile(
    rf"\d.*|(?:{title_case_pattern(*GERMAN_MONTHS, 'jänner')}"
    r"|(?:Wahl|Amts)periode|Sitzung|Stock(?:werk)?|Geschoss|Etage|OG|UG|Änderung|Teil|Mal|Platz|Ausgabe|Auflage|Kind"
    r"|Person|Jahrhundert|\w{0,20}(?:[Jj]ahr|[Tt]ag|[Mm]onat|[Ww]oche|[Qq]uartal|[Ss]emester|[Kk]lasse|[Ss]tufe|[Gg]eschoss))"
    r"(?:e?s)?"
)
BEFORE_ORDINAL = frozenset(
    """
    ab am beim bis dem den der des die das dieser dieses diesem diesen jede jedem jeden jeder jedes im ins mein seinem
    seinen seiner ihrem ihren ihrer vom zum zur
    """.split()  # noqa: SIM905 - a list of words to be read
)
"""Before a number they make it an ordinal, unless a sentence surely begins after it."""


def sentence_spans(
    text: str, start: int = 0, stop: int | None = None, *, tail: re.Pattern[str] | None = None
) -> Iterator[tuple[int, int]]:
    """Begin and end of each sentence in `text[start:stop]`, without the white space around it; none of a blank text.

    Closing quotes and brackets belong to the sentence before them, and so does what `tail` matches after them, such as
    the markers of citations; it begins with white space or an opening bracket.
    """
    stop = len(text) if stop is None else stop
    begin = skip_blanks(text, start, stop)
    for found in SIGNS.finditer(text, begin, stop):
        end = found.end()
        if end < begin:
            continue
        if tail and (more := tail.match(text, end, stop)):
            end = more.end()
        if end < stop and ends_sentence(text, begin, found, end, stop):
            yield begin, end
            begin = skip_blanks(text, end, stop)
    rest = text[begin:stop].rstrip()
    if rest:
        yield begin, begin + len(rest)


def split_sentences(text: str) -> list[str]:
    """The sentences of a paragraph in their order."""
    return [text[start:end] for start, end in sentence_spans(text)]


def skip_blanks(text: str, start: int, stop: int) -> int:
    found = BLANKS.match(text, start, stop)
    return found.end() if found else start


def ends_sentence(text: str, begin: int, found: re.Match[str], end: int, stop: int) -> bool:
    """Whether the signs found in the sentence that starts at `begin` end it; `end` is after all that belongs to it."""
    if found["cjk"]:
        return True
    if not text[end].isspace():
        return False
    following = FOLLOWING.match(text, end, stop)
    word = following["word"] if following else ""
    if word[:1].islower() and not text.startswith(STRUCK_BEGINS, following.start("word") - 1 if following else end):
        return False
    if found["signs"] != "." or found["closing"]:
        return True
    return not is_dot_within_sentence(text, begin, found.start(), word)


def is_dot_within_sentence(text: str, begin: int, dot: int, following: str) -> bool:
    """Whether the full stop at `dot` belongs to an abbreviation, an ordinal, an initial or the mark of an item."""
    if dot - begin <= LONGEST_MARK and MARK.match(text, begin, dot):
        return True
    window = text[max(begin, dot - LONGEST_WORDS) : dot]
    words = window.split()[-2:]
    if not words or window[-1].isspace():
        return False
    last = words[-1].lstrip(OPENING)
    before = words[0].lstrip(OPENING) if len(words) > 1 else ""
    if (last.isdigit() and len(last) <= 3) or (ROMAN.fullmatch(last) and before.lower() in BEFORE_ORDINAL):
        return is_ordinal(before, following)
    return is_abbreviation(before, last, following)


def is_ordinal(before: str, following: str) -> bool:
    if AFTER_ORDINAL.fullmatch(following):
        return True
    return following not in OPENERS and before.lower() in BEFORE_ORDINAL


def is_abbreviation(before: str, word: str, following: str) -> bool:
    last = re.split(r"[.\-/]", word)[-1]
    lowered = last.lower()
    if lowered in LAST_ABBREVIATIONS or GAZETTE.fullmatch(last):
        return following not in OPENERS
    if lowered in BEFORE_FIGURES:
        return following[:1].isdigit() or following in CURRENCIES
    if len(last) == 1 and last.isalpha():
        # "10 m. Die Höhe", "§ 5 a. Der Antrag": after a number a letter is no initial.
        return not (before[-1:].isdigit() and following in OPENERS)
    return lowered in ABBREVIATIONS
