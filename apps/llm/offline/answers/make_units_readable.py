"""Makes units readable: lists follow their lead, rows become sentences, half sentences are joined or left out.

What is quoted stays as it stands on the page; only `shown` says more.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from apps.llm.offline.answers.table_rows_to_sentences import contains_contact, merge_opening_hours, row_sentence
from apps.text.grammar.item_labels import JOINS_NEXT
from apps.text.quotable_units import QuotableUnit
from apps.text.quotable_units import quotable_units as units_of_page
from apps.text.word_stems import IS_CJK

MOST_WORDS_OF_LIST, MOST_ITEMS, LONGEST_LIST = 60, 8, 80
LONGEST_PROOF = 500
"""In characters: of a longer quote readers see the beginning only."""
SENTENCE_ENDING = re.compile(r"[.!?…。！？][\"“”»)\]*]*$")
ENDS_WITHIN = re.compile(r"(?:[,;–-]|\b(?:und|oder|sowie|bzw\.))$")
COUNTING = re.compile(
    r"\b(?:nur|erst|allein|lediglich|ausschließlich|mindestens|höchstens|wenn|falls|sofern|soweit|solange|zusammen"
    r"|insgesamt|ein(?:e[rsmn]?|s)? (?:der|von)|jeweils|entweder|zwei|drei|vier|fünf|\d+"
    r"|only|all|least|most|if|unless|either|one of|both)\b",
    re.IGNORECASE,
)
"""What a line says of all its items together, or under which condition."""
BEFORE_NOUN_OR_CLAUSE = r"de[rmns]|d[ia][es]|eine?[nmrs]?|wenn|wer|dass|soweit|sofern|falls"
HANGS = re.compile(
    r"(?:,|\b(?:von|vom|für|mit|durch|über|an|am|auf|bei|beim|in|im|zu|zum|zur|nach|aus|um|gegen|ohne"
    rf"|{BEFORE_NOUN_OR_CLAUSE}))$",
    re.IGNORECASE,
)
"""Ends of a line that no sentence ends with: what follows goes on with it."""
STAYS_OPEN = re.compile(rf"(?:,|\b(?:und|oder|{BEFORE_NOUN_OR_CLAUSE}))$", re.IGNORECASE)
"""Ends of what no sentence is. Not prepositions: they may be the second half of a verb ("rechnen wir nicht an")."""
LATER_ITEM = re.compile(r"\(?[b-z]\)")
RUNNING_FOOT = re.compile(
    r"\bSeite\W{1,3}(?:\d+|\|)(?:\W{1,3}von\W{1,3}\d+)?\W*$|^Seite \d+\b|^Stand: .{3,40} Seite: |^Stand:? [\w. ]{3,30}$"
)
IN_CONTENTS = re.compile(r"^.{1,120}?(?:(?:\.{3}|…|(?:\. ){3})[. …]*\d*| \.)$")
"""A line of a table of contents, the number of whose page may be lost."""
SAYS_SOMETHING = re.compile(r"[^\W\d_]{2}")
STARTS_MID_SENTENCE = re.compile(r"(?!\w{1,3}\))[a-zäöüß]|\d{1,2}[.:]\d\d\b")
NOTE_MARK = re.compile(r"(?<!\S)\d{1,2}\)(?!\S)")
"""That of a note in a row: "780,00 1)". Its bracket closes nothing."""
LABEL = re.compile(r"^[^.:]{2,60}: .*\d")
FEWEST_WORDS = 3
LONGEST_CONTACT = 200
SIGNATURE = re.compile(
    r"(?:(?:Dr|Prof|Dipl)\.(?:-\w+\.)? ?){0,3}[A-ZÄÖÜ][\w-]+(?: (?:von|zu|van|de))?(?: [A-ZÄÖÜ][\w-]+){1,2},? "
    r"(?:[A-ZÄÖÜ]\w*)?(?:[Mm]eister|[Pp]räsident|[Mm]inister|[Dd]irektor|[Ll]eiter|[Dd]ezernent|[Vv]orsteher|[Rr]at"
    r"|[Rr]ät|[Vv]orsitzende|[Bb]eauftragte|[Bb]eigeordnete|[Ii]ntendant)(?:in|r)?"
)
"""A name with its office, as it stands below official papers."""
PAIRS = (("(", ")"), ("„", "“"), ("[", "]"))
"""What is opened and not closed, or the other way round, is half of something."""
INTRODUCTION = re.compile(r"^(?:Zu \d+[a-z]?\.?:|Antwort:|[a-z]\)|\(\d{1,2}[a-z]?\))\s+(?=[A-ZÄÖÜ„])")
"""Of an answer to a numbered question, or of a paragraph: readers of a single sentence have no use for it."""


@dataclass(frozen=True, slots=True)
class ReadableUnit:
    """`unit.shown` can be read by itself; `words` are those by which the unit is found, `lead` those of what leads to
    it."""

    unit: QuotableUnit
    words: str
    lead: str
    is_list: bool = False
    """All items under a heading: too much for somebody who asks for a figure."""

    @property
    def can_be_read(self) -> bool:
        return is_readable_alone(self.unit)


@dataclass(frozen=True, slots=True)
class OpenList:
    """A list at the end of a page: the line that leads to it, and the mark of its last item."""

    leading: str
    mark: str

    def goes_on_with(self, unit: QuotableUnit) -> bool:
        """Whether the unit is the item after it: "d)" after "c)"."""
        return unit.is_item and bool(self.mark) and unit.mark == next_item_mark(self.mark)


def readable_units(found: Sequence[QuotableUnit], before: OpenList | None = None) -> list[ReadableUnit]:
    """Returns units in the order of the text, without questions; not all of them can be read by themselves.

    `before`: the list with which the page before ends.
    """
    units = resolve_lists_and_rows(join_broken_sentences(merge_opening_hours(drop_meaningless_units(found))))
    return attach_open_list(units, before) if before else units


def drop_meaningless_units(found: Sequence[QuotableUnit]) -> list[QuotableUnit]:
    return [unit for unit in found if unit.cells or not is_meaningless(unit.quote)]


def is_meaningless(quote: str) -> bool:
    """Whether it is the foot of a page, a line of its table of contents, or a date or number alone."""
    return bool(RUNNING_FOOT.search(quote) or IN_CONTENTS.match(quote)) or not (
        SAYS_SOMETHING.search(quote) or IS_CJK.search(quote)
    )


def join_broken_sentences(found: Sequence[QuotableUnit]) -> list[QuotableUnit]:
    """Joins the halves of a sentence that a line read from an image breaks."""
    units: list[QuotableUnit] = []
    for unit in found:
        before = units[-1] if units else None
        if (
            before
            and is_unfinished(before)
            and continues_previous_sentence(unit)
            and is_under_same_heading(before, unit)
        ):
            units[-1] = replace(before, shown=f"{before.shown} {unit.shown}", quote=f"{before.quote} {unit.quote}")
        else:
            units.append(unit)
    return units


def is_unfinished(unit: QuotableUnit) -> bool:
    is_end_of_item = unit.is_item and unit.quote.endswith((",", ";"))
    return not (
        is_end_of_item
        or unit.cells
        or unit.is_question
        or unit.quote.endswith(":")
        or SENTENCE_ENDING.search(unit.quote)
    )


def continues_previous_sentence(unit: QuotableUnit) -> bool:
    return not unit.is_item and not unit.cells and STARTS_MID_SENTENCE.match(unit.quote) is not None


def resolve_lists_and_rows(found: Sequence[QuotableUnit]) -> list[ReadableUnit]:
    """Rows as sentences, items after what leads to them, and short lists as one sentence in place of their lead."""
    units: list[ReadableUnit] = []
    for place, unit in enumerate(found):
        if unit.is_question:
            continue
        if unit.cells:
            units.append(ReadableUnit(replace(unit, shown=row_sentence(unit)), unit.shown, unit.lead))
        elif unit.is_item:
            if unit.follows_lead and (listed := list_under_heading(unit, found[place + 1 :])):
                units.append(listed)
            units.append(readable_item(unit, units_above(found, place), found[place + 1 : place + 1 + LONGEST_LIST]))
        else:
            units.append(lead_with_items(unit, found[place + 1 :]) if leads_to_items(unit) else readable_sentence(unit))
    return units


def trailing_open_list(found: Sequence[QuotableUnit]) -> OpenList | None:
    """None where the page does not end with a list, or where its items cannot be read without each other."""
    units = drop_meaningless_units(found)
    line = next((place for place in reversed(range(len(units))) if not units[place].is_item), None)
    if line is None or line == len(units) - 1 or not leads_to_items(units[line]):
        return None
    leading, items = units[line], units[line + 1 :]
    if not all(is_under_same_heading(before, unit) for before, unit in pairwise(units[line:])):
        return None
    if not applies_to_each_item(leading.quote, items):
        return None
    return OpenList(leading.quote, items[-1].mark)


def next_item_mark(mark: str) -> str:
    """Returns "d)" for "c)" and "5." for "4."; empty after other marks than letters and numbers."""
    if re.fullmatch(r"[a-y]\)", mark):
        return f"{chr(ord(mark[0]) + 1)}{mark[1:]}"
    return f"{int(mark[:-1]) + 1}{mark[-1]}" if re.fullmatch(r"\d{1,3}[.)]", mark) else ""


def attach_open_list(found: Sequence[ReadableUnit], before: OpenList) -> list[ReadableUnit]:
    """The first items of a page after the line that leads to them, which is on the page before."""
    units = list(found)
    for place, one in enumerate(units):
        if not before.goes_on_with(one.unit) or not holds_alone(one.unit, before.leading, (), ()):
            break
        shown = f"{before.leading} {one.unit.quote.rstrip(' ,;')}"
        unit = replace(one.unit, shown=shown, proof=one.unit.quote, lead_proof=before.leading)
        units[place] = ReadableUnit(unit, one.words, f"{one.lead} {before.leading}".strip())
        before = replace(before, mark=one.unit.mark)
    return units


def units_above(found: Sequence[QuotableUnit], place: int) -> Sequence[QuotableUnit]:
    """What stands before a unit under the same heading, back to the last table at most."""
    begin = place
    while begin and is_verbatim(found[begin - 1]) and is_under_same_heading(found[begin - 1], found[begin]):
        begin -= 1
    return found[begin:place]


def is_verbatim(unit: QuotableUnit) -> bool:
    """Not made of the rows of a table, whose quotes leave out the names of the columns."""
    return not unit.cells and unit.shown == unit.quote


def is_under_same_heading(before: QuotableUnit, unit: QuotableUnit) -> bool:
    """No heading and no question stands between them."""
    return unit.lead == before.lead and not unit.follows_lead


def readable_sentence(unit: QuotableUnit) -> ReadableUnit:
    # Neither shown nor quoted: what both say alike is proved word for word.
    shown, quote = (INTRODUCTION.sub("", text) for text in (unit.shown, unit.quote))
    return ReadableUnit(replace(unit, shown=strip_unpaired_quotes(shown), quote=quote), unit.shown, unit.lead)


def strip_unpaired_quotes(text: str) -> str:
    """Strips a quotation mark whose other half stands in another sentence."""
    return text.strip("„“") if text.count("„") != text.count("“") else text


def leads_to_items(unit: QuotableUnit) -> bool:
    """Whether items may go on with it: it ends with a colon or in the midst of a sentence."""
    return unit.quote.endswith(":") or (is_verbatim(unit) and not SENTENCE_ENDING.search(unit.quote))


def readable_item(
    unit: QuotableUnit, before: Sequence[QuotableUnit], following: Sequence[QuotableUnit] = ()
) -> ReadableUnit:
    """The item after the line that leads to it, or after its heading, if one quote can prove both or two can."""
    text = re.sub(r",? (?:und|oder)$", "", unit.shown.rstrip(" ,;–—"))
    line = next((place for place in reversed(range(len(before))) if not before[place].is_item), None)
    leading = before[line].quote if line is not None and leads_to_items(before[line]) else ""
    shown, proof = text, ""
    if leading and not is_whole_sentence(unit, leading):
        shown = f"{leading} {text}"
        # "Personen, die": of conditions that "und" joins one alone says less than all.
        is_part = HANGS.search(leading) and are_joined([*before[line:], unit, *remaining_items(unit, following)])
        proof = "" if is_part else page_text_of_units([*before[line:], unit])
    elif line is None and not unit.lead and LATER_ITEM.fullmatch(unit.mark):
        # What it goes on with stands on another page.
        return ReadableUnit(replace(unit, shown="", proof=""), unit.shown, "")
    elif not (SENTENCE_ENDING.search(text) or text[:1].isdigit()):
        shown = prefix_with_heading(unit, text)
        reaches_heading = (before[0] if before else unit).follows_lead
        proof = page_text_of_units([*before, unit], unit.lead) if reaches_heading else ""
    lead = f"{unit.lead} {leading}".strip()
    if len(proof) > LONGEST_PROOF and leading and holds_alone(unit, leading, before[line:], following):
        apart = replace(unit, shown=shown, proof=unit.quote, lead_proof=leading)
        return ReadableUnit(apart, unit.shown, lead)
    if shown != text and not 0 < len(proof) <= LONGEST_PROOF:
        # By itself it may say the opposite: only a whole sentence is shown without what leads to it, and what goes on
        # with a sentence that is open ("für das Halten von") never is one.
        alone = "" if HANGS.search(leading) else text
        return ReadableUnit(replace(unit, shown=alone, is_item=False), unit.shown, lead)
    return ReadableUnit(replace(unit, shown=shown, proof=proof if shown != text else ""), unit.shown, lead)


def holds_alone(
    unit: QuotableUnit, leading: str, before: Sequence[QuotableUnit], following: Sequence[QuotableUnit]
) -> bool:
    """Whether line and item say together what they say in the list, though two short quotes leave out the rest of it.

    Not where the items are joined ("und" may make each of them a condition), nor where the line counts or limits them.
    """
    rest = remaining_items(unit, following)
    quotable = all(len(text.split()) >= FEWEST_WORDS and len(text) <= LONGEST_PROOF for text in (leading, unit.quote))
    return quotable and len(rest) < LONGEST_LIST and applies_to_each_item(leading, (*before, unit, *rest))


def applies_to_each_item(leading: str, items: Sequence[QuotableUnit]) -> bool:
    """Whether the line says of each item by itself what it says of all."""
    is_begun = leading.endswith(":") or HANGS.search(leading)
    return bool(is_begun and not are_joined(items) and not COUNTING.search(leading))


def are_joined(items: Sequence[QuotableUnit]) -> bool:
    return any(JOINS_NEXT.search(each.quote) for each in items)


def remaining_items(unit: QuotableUnit, following: Sequence[QuotableUnit]) -> list[QuotableUnit]:
    """The items after one, up to the end of its list."""
    items: list[QuotableUnit] = []
    for other in following:
        if not other.is_item or not is_under_same_heading(items[-1] if items else unit, other):
            break
        items.append(other)
    return items


def page_text_of_units(parts: Sequence[QuotableUnit], heading: str = "") -> str:
    """What the page says from the first unit to the last, with the numbers of items that stand between them."""
    first, *others = parts
    words = [first.mark if heading else "", first.quote, *(f"{unit.mark} {unit.quote}" for unit in others)]
    return " ".join(" ".join([heading, *words]).split())


def prefix_with_heading(unit: QuotableUnit, shown: str) -> str:
    """An item that is no sentence and has no line before it says something only under its heading."""
    heading = heading_of_unit(unit)
    return f"{heading}: {shown}" if heading and not LABEL.match(shown) else shown


def heading_of_unit(unit: QuotableUnit) -> str:
    return "" if unit.lead.endswith("?") else re.sub(r"^§\s*+\d++\w*+\s++", "", unit.lead).rstrip(" :.")


def is_whole_sentence(unit: QuotableUnit, leading: str) -> bool:
    """A whole sentence after a colon; what a colon leads to that begins small never is one."""
    return (
        leading.endswith(":")
        and unit.quote[:1].isupper()
        and bool(SENTENCE_ENDING.search(unit.quote))
        and " " in unit.quote
    )


def lead_with_items(unit: QuotableUnit, following: Sequence[QuotableUnit]) -> ReadableUnit:
    """The lead with its items as one sentence, when it is short enough; else the lead alone, which nobody can read."""
    items = items_after_unit(unit, following)
    quote = page_text_of_units([unit, *items])
    if not items or not is_short_list(quote):
        return ReadableUnit(unit, unit.shown, unit.lead)
    shown = f"{unit.shown} {join_enumeration([item.shown for item in items])}"
    return ReadableUnit(replace(unit, shown=shown, quote=quote, proof=quote), unit.shown, unit.lead)


def list_under_heading(first: QuotableUnit, following: Sequence[QuotableUnit]) -> ReadableUnit | None:
    """A short list of things under a heading, such as papers to be brought, as one sentence."""
    items = [first, *items_after_unit(first, following)]
    heading, proof = heading_of_unit(first), page_text_of_units(items, first.lead)
    if not heading or len(items) < 2 or not is_short_list(proof):
        return None
    shown = f"{heading}: {join_enumeration([item.shown for item in items])}"
    unit = replace(first, shown=shown, quote=page_text_of_units(items), proof=proof)
    return ReadableUnit(unit, shown, first.lead, is_list=True)


def is_short_list(quote: str) -> bool:
    return len(quote.split()) <= MOST_WORDS_OF_LIST and len(quote) <= LONGEST_PROOF


def items_after_unit(before: QuotableUnit, following: Sequence[QuotableUnit]) -> list[QuotableUnit]:
    """The items right after a unit and under the same heading; none when they are too many."""
    items: list[QuotableUnit] = []
    for unit in following[: MOST_ITEMS + 1]:
        is_tail = bool(items) and not SENTENCE_ENDING.search(items[-1].quote) and continues_previous_sentence(unit)
        if not (unit.is_item or is_tail) or not is_under_same_heading(items[-1] if items else before, unit):
            break
        items.append(unit)
    return items if len(items) <= MOST_ITEMS else []


def join_enumeration(texts: Sequence[str]) -> str:
    *others, last = texts
    return " ".join([*(text if ENDS_WITHIN.search(text) else f"{text.rstrip('.')};" for text in others), last])


def is_readable_alone(unit: QuotableUnit) -> bool:
    """Whole sentences and what lists and tables were made into; no headings, no halves of a sentence."""
    shown = INTRODUCTION.sub("", unit.shown)
    if IS_CJK.search(shown):
        return True
    if shown[:1].islower() or len(shown.split()) < FEWEST_WORDS or shown.endswith(":"):
        return False
    if STAYS_OPEN.search(shown):
        return False
    is_marked = unit.cells and shown.count("(") < shown.count(")")
    paired = NOTE_MARK.sub("", shown) if is_marked else shown
    if any(paired.count(opening) != paired.count(closing) for opening, closing in PAIRS):
        return False
    is_closed = unit.cells or unit.is_item or SENTENCE_ENDING.search(shown) or LABEL.match(shown) or "; " in shown
    return bool(is_closed) or is_contact_line(shown) or SIGNATURE.fullmatch(shown) is not None


def is_contact_line(line: str) -> bool:
    """Whether it is a line like "Bürgerbüro, Kornhausgasse 4, Telefon 09999 55-200", which ends without a sign."""
    is_cut = len(line) > LONGEST_CONTACT or HANGS.search(line) or ENDS_WITHIN.search(line)
    return not is_cut and contains_contact(line)


def is_proved_by_list(page: str, said: str, quoted: Collection[str]) -> bool:
    """Whether a list of the page says this: an item after the line that leads to it, both quoted by themselves.

    By the rule that made them two quotes: the items are not joined, and the line neither counts nor limits them.
    """
    of_page = {normalise_unit_text(text) for text in quoted}
    pairs = (one.unit for one in readable_units(units_of_page(page)) if one.unit.lead_proof)
    return any(
        normalise_unit_text(unit.shown) == normalise_unit_text(said)
        and {normalise_unit_text(unit.lead_proof), normalise_unit_text(unit.proof)} <= of_page
        for unit in pairs
    )


def normalise_unit_text(text: str) -> str:
    return " ".join(text.split()).rstrip(".,; ")
