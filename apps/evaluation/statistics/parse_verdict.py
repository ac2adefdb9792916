"""Parses the verdict of a judge: lenient about the wrapping, strict about marks; what is unreadable is no number."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from apps.llm.prompt_definitions.evaluation import CRITERIA, OVERALL
from apps.llm.providers.parse_json_output import DECODER, TRAILING_COMMA, json_candidates
from apps.text.strip_unstorable_characters import strip_unstorable

LOWEST, HIGHEST = 1.0, 5.0
NAMES = {OVERALL: (OVERALL, "overall_score", "gesamt", "gesamturteil")} | {name: (name,) for name in CRITERIA}
PLACES_FOR_MARKS = ("scores", "score", "marks", "ratings", "evaluation", "result", "bewertung")
MARK_INSIDE = ("score", "mark", "rating", "value", "note")
REASONS = ("comment", "comments", "reason", "reasoning", "begründung")
STRING_OR_BRACE = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|(?P<open>\Z|\\\Z))|[{}]', re.DOTALL)
BRACE = re.compile(r"[{}]")
MARK = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*(?:(?:/|von|of|out of)\s*5(?:[.,]0+)?)?\s*", re.IGNORECASE)


class UnreadableVerdict(ValueError):  # noqa: N818 - a state, counted as such
    """The reply holds no marks that can be read. The message says why."""


@dataclass(frozen=True, slots=True)
class Marks:
    """`overall` and each criterion from 1 to 5; a criterion the judge left out is missing here, too."""

    overall: float
    criteria: dict[str, float] = field(default_factory=dict)
    reason: str = ""

    @property
    def score(self) -> float:
        """From 0.2 to 1: the overall mark divided by 5."""
        return self.overall / HIGHEST


def parse_marks(text: str) -> Marks:
    """The marks of a judge's reply. Raises UnreadableVerdict.

    Read are objects in fences, between prose, with doubled braces or trailing commas, compact or spread out, with marks
    beside the comment or in an object of their own, and marks such as 4, 4.5, "4,5" and "4/5". Not read are marks
    outside of 1 to 5, words, and marks that stand in no JSON.

    The verdict is the object with the most marks, the last of several: who thinks aloud may write down an overall mark
    on the way. Where the verdict cannot be read, no other object takes its place.
    """
    problem = "the reply holds no JSON object"
    found = [lowercase_keys(each) for each in json_objects_in_text(text)]
    most = max(map(count_named_marks, found), default=0)
    if most == 1 and is_truncated(text, found):
        raise UnreadableVerdict("the verdict broke off")
    for data in found:
        if count_named_marks(data) < most:
            continue
        try:
            return marks_from_object(data)
        except UnreadableVerdict as error:
            problem = str(error)
    raise UnreadableVerdict(problem)


def count_named_marks(data: Mapping[str, object]) -> int:
    """How many of the marks that were asked for the object names, readable or not."""
    table = marks_table(data)
    return sum(first_present_value(table, names) is not None for names in NAMES.values())


def is_truncated(text: str, found: Sequence[Mapping[str, object]]) -> bool:
    """Whether the name of a criterion stands in the text as in an object, but in none that is whole."""
    whole = json.dumps(found, default=str).lower()
    return any(f'"{name}"' in text.lower() and f'"{name}"' not in whole for name in CRITERIA)


def json_objects_in_text(text: str) -> Iterator[Mapping[str, object]]:
    """All objects that stand in the text, the last one first; then those that only a part of it holds, as a fence."""
    seen: set[str] = set()
    for candidate in sorted(json_candidates(text), key=len, reverse=True):
        for attempt in (candidate, TRAILING_COMMA.sub(r"\1", candidate)):
            if attempt not in seen:
                seen.add(attempt)
                yield from reversed(list(outermost_json_objects(attempt)))


def outermost_json_objects(text: str) -> Iterator[Mapping[str, object]]:
    """The outermost objects of a text. What stands inside an object that broke off is a part of it, no verdict."""
    start = text.find("{")
    while start >= 0:
        try:
            found, end = DECODER.raw_decode(text, start)
            found = strip_unstorable(found)
        except (ValueError, RecursionError):
            end = closing_brace(text, start)
        else:
            yield found
        start = text.find("{", end) if end > 0 else -1


def closing_brace(text: str, start: int) -> int:
    """The place after the brace that closes the one at `start`; 0 when there is none. Strings may hold braces."""
    depth = 0
    for piece in strings_and_braces(text, start):
        depth += {"{": 1, "}": -1}.get(piece[0], 0)
        if depth == 0:
            return piece.end()
    return 0


def strings_and_braces(text: str, start: int) -> Iterator[re.Match[str]]:
    """Strings and braces. A quotation mark that nothing closes begins no string; looked for once, not at each mark."""
    for piece in STRING_OR_BRACE.finditer(text, start):
        if piece["open"] is not None:
            yield from BRACE.finditer(text, piece.start() + 1)
        else:
            yield piece


def lowercase_keys(data: Mapping[str, object]) -> dict[str, object]:
    return {str(name).strip().lower(): value for name, value in data.items()}


def marks_from_object(data: Mapping[str, object]) -> Marks:
    """Raises UnreadableVerdict when there is no overall mark, or when any mark that is there cannot be read."""
    table = marks_table(data)
    overall = first_present_value(table, NAMES[OVERALL])
    if overall is None:
        raise UnreadableVerdict("the reply has no overall mark")
    given = {name: first_present_value(table, NAMES[name]) for name in CRITERIA}
    return Marks(
        overall=parse_mark(overall, OVERALL),
        criteria={name: parse_mark(value, name) for name, value in given.items() if value is not None},
        reason=verdict_reason(data, table),
    )


def marks_table(data: Mapping[str, object]) -> Mapping[str, object]:
    """Returns the table with the marks: the object itself, or one inside it."""
    if first_present_value(data, NAMES[OVERALL]) is not None:
        return data
    inside = [data.get(name) for name in PLACES_FOR_MARKS]
    tables = [lowercase_keys(value) for value in inside if isinstance(value, Mapping)]
    return next((table for table in tables if first_present_value(table, NAMES[OVERALL]) is not None), data)


def first_present_value(data: Mapping[str, object], names: tuple[str, ...]) -> object:
    return next((data[name] for name in names if data.get(name) is not None), None)


def parse_mark(value: object, name: str) -> float:
    """Raises UnreadableVerdict for whatever is not a number from 1 to 5."""
    if isinstance(value, Mapping):
        value = first_present_value(lowercase_keys(value), MARK_INSIDE)
    number = parse_number(value)
    if number is None:
        raise UnreadableVerdict(f"'{name}' is no number: {str(value)[:40]}")
    if not LOWEST <= number <= HIGHEST:
        raise UnreadableVerdict(f"'{name}' is {number:g}, which is not from 1 to 5")
    return number


def parse_number(value: object) -> float | None:
    # True is an int to Python, not to a judge.
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        found = MARK.fullmatch(value)
        return float(found[1].replace(",", ".")) if found else None
    try:
        return float(value)
    except OverflowError:
        return None


def verdict_reason(data: Mapping[str, object], table: Mapping[str, object]) -> str:
    """What the judge said of the whole; otherwise all it said."""
    said = first_present_value(data, REASONS)
    if isinstance(said, Mapping):
        said = lowercase_keys(said)
        whole = first_present_value(said, NAMES[OVERALL])
        return str(whole) if whole is not None else " ".join(str(value) for value in said.values())
    inside = first_present_value(table, NAMES[OVERALL])
    if said is None and isinstance(inside, Mapping):
        said = first_present_value(lowercase_keys(inside), (*REASONS, "text"))
    return "" if said is None else str(said)
