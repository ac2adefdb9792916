"""Parses citation markers that the model writes, such as [1], and the list of quotes after BELEGE."""

import json
import re
from dataclasses import dataclass

SOURCE_WORD = r"(?:Quellen?|Sources?|Belege?)[ \t]{0,2}(?:Nr\.|:)?[ \t]{0,2}"
NEXT_NUMBER = rf"[ \t]{{0,2}}(?:[,;/&–،、-]|und|and|bis)[ \t]{{0,2}}(?:{SOURCE_WORD})?\d{{1,3}}"
# Bounded white space, so that no input makes the search slow. An address after it would be the model's own link.
# The word "source" in round brackets says the same as square ones; "(1)" alone is a paragraph of a law.
MARKER_PATTERN = (
    rf"(?:[\[【][ \t]{{0,2}}\^?(?:{SOURCE_WORD})?\d{{1,3}}(?:{NEXT_NUMBER}){{0,20}}[ \t]{{0,2}}[\]】]"
    r"(?:\([^()\s]{0,500}\))?"
    rf"|\([ \t]{{0,2}}(?!Beleg){SOURCE_WORD}\d{{1,3}}(?:{NEXT_NUMBER}){{0,20}}[ \t]{{0,2}}\))"
)
MARKER = re.compile(MARKER_PATTERN, re.IGNORECASE)
NUMBERS = re.compile(r"(?P<until>(?:bis|[–-])\s{0,4}+(?:[a-z]{1,12}+\s{0,4}+)?)?(?P<number>\d{1,3})", re.IGNORECASE)
LONGEST_RANGE = 20

# A line of its own; weak models also write the word after their last sentence, as large as they were told to.
EVIDENCE_HEAD = re.compile(
    r"^[ \t#*_>-]*BELEGE[ \t:*_]*$|(?<=[.!?\]])[ \t]+[*_]{0,2}(?-i:BELEGE)[ \t:*_]*$", re.IGNORECASE | re.MULTILINE
)
OPENING_QUOTES = "\"'„“”»«‘’‚‹›"
# A line such as: [1] "words of the page"   also with a list mark, a colon, or in JSON: "1": "words",
EVIDENCE_LINE = re.compile(
    rf"^[ \t]*(?:[-*•{{][ \t]*)?(?:(?P<marker>{MARKER_PATTERN})|[\"']?(?P<bare>\d{{1,3}})[\"']?[.):])[ \t]*[:–-]?[ \t]*"
    rf"(?P<quote>.*)$",
    re.IGNORECASE,
)
QUOTED_LINE = re.compile(
    rf"^[ \t]*(?:[-*•][ \t]*)?{MARKER_PATTERN}[ \t]*+(?::[ \t]*+)?[{OPENING_QUOTES}][^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
JSON_NUMBER_KEYS = ("quelle", "nummer", "number", "source", "id")
JSON_QUOTE_KEYS = ("zitat", "quote", "text", "beleg")
WORD = re.compile(r"\w+")
MOST_WORDS = 60
"""Of a refusal with what is missing; the prompt asks for one sentence."""
NO_ANSWER = re.compile(r"^[ \t#*_>-]*KEINE_ANTWORT\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One line of the list: the number of a source and the words said to stand in it."""

    number: int
    quote: str


def parse_marker_numbers(marker: str) -> list[int]:
    """The sources that a marker names: "[1, 2]" gives 1 and 2, "[1-3]" gives 1, 2 and 3."""
    numbers: list[int] = []
    for found in NUMBERS.finditer(marker.partition("](")[0]):
        number = int(found["number"])
        begin = numbers[-1] + 1 if found["until"] and numbers else number
        if not begin <= number <= begin + LONGEST_RANGE:
            begin = number
        numbers += [n for n in range(begin, number + 1) if n not in numbers]
    return numbers


def is_no_answer(reply: str) -> bool:
    """True when the model says that the sources do not answer the question, and has not answered a part before."""
    found = NO_ANSWER.search(reply)
    return found is not None and not MARKER.search(reply, 0, found.start())


def is_plain_refusal(reply: str) -> bool:
    """`is_no_answer` in the form that was asked for: the word once, with a sentence or two. A model that writes its
    orders off, or the word again and again, says nothing of the documents."""
    return is_no_answer(reply) and len(NO_ANSWER.findall(reply)) == 1 and len(WORD.findall(reply)) <= MOST_WORDS


def split_reply(reply: str) -> tuple[str, list[Evidence]]:
    """The answer for people, and the quotes. Without the word BELEGE, lines of number and quote are taken for them."""
    head = EVIDENCE_HEAD.search(reply)
    body, listed = (reply[: head.start()], reply[head.end() :]) if head else (reply, "")
    if head is None:
        listed = "\n".join(found[0] for found in QUOTED_LINE.finditer(reply))
        body = QUOTED_LINE.sub("", reply)
    no_answer = NO_ANSWER.search(body)
    return (body[: no_answer.start()] if no_answer else body).strip(), parse_evidence(listed)


def parse_evidence(text: str) -> list[Evidence]:
    """The quotes of the list in their order, whether written as lines or as JSON."""
    from_json = parse_json(text)
    return from_json if from_json is not None else parse_lines(text)


def parse_lines(text: str) -> list[Evidence]:
    evidence: list[Evidence] = []
    for line in text.splitlines():
        found = EVIDENCE_LINE.match(line)
        if found:
            numbers = parse_marker_numbers(found["marker"]) if found["marker"] else [int(found["bare"])]
            evidence += [Evidence(number, strip_quotation_marks(found["quote"])) for number in numbers]
        elif evidence and line.strip(" \t`{}[]"):
            # A quote over several lines.
            last = evidence.pop()
            evidence.append(Evidence(last.number, strip_quotation_marks(f"{last.quote} {line}")))
    return [item for item in evidence if item.quote]


def strip_quotation_marks(text: str) -> str:
    """Strips the quotation marks around a text, and the comma that lists in JSON leave behind."""
    return text.strip().rstrip(",;").strip().strip(OPENING_QUOTES).strip()


def parse_json(text: str) -> list[Evidence] | None:
    """Quotes written as a JSON object or list; None when the text is no JSON."""
    body = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    if not body.startswith(("{", "[{")):
        return None
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, dict):
        return [item for number, quotes in data.items() for item in evidence_of(number, quotes)]
    return [item for record in data if isinstance(record, dict) for item in evidence_of_record(record)]


def evidence_of_record(record: dict[str, object]) -> list[Evidence]:
    number = next((record[key] for key in JSON_NUMBER_KEYS if key in record), "")
    return evidence_of(number, next((record[key] for key in JSON_QUOTE_KEYS if key in record), ""))


def evidence_of(number: object, quotes: object) -> list[Evidence]:
    found = re.search(r"\d{1,3}", str(number))
    listed = quotes if isinstance(quotes, list) else [quotes]
    return [
        Evidence(int(found[0]), strip_quotation_marks(quote))
        for quote in listed
        if isinstance(quote, str) and found and quote
    ]
