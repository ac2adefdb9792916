"""Parses a second reader's reply, strictly: what cannot be read, or quotes what is not there, is no verdict."""

import json
import re
from collections.abc import Sequence

from apps.llm.prompt_definitions.chat import READING_SCHEMA
from apps.llm.providers.parse_json_output import first_schema_problem
from apps.text.locate_quote import find_quote_span

FENCE = re.compile(r"```(?:json)?(.*?)```", re.DOTALL)
WORD = re.compile(r"\w")
NOT_SAID = "not_said"


class UnreadableReading(ValueError):  # noqa: N818 - a state, counted as such
    """The reply is no verdict. The message says why."""


def parse_reading(text: str, quotes: Sequence[str]) -> tuple[str, str]:
    """Verdict and deciding words. Raises UnreadableReading.

    The reply must be one JSON object with exactly the two fields, in a fence or bare. A reader that finds a sentence
    supported or contradicted must name words of one of the quotes; who finds it not said need not.
    """
    fenced = FENCE.fullmatch(text.strip())
    try:
        data = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        raise UnreadableReading("the reply is no JSON object") from None
    problem = first_schema_problem(data, READING_SCHEMA, "the reply")
    if problem or set(data) != set(READING_SCHEMA["properties"]):
        raise UnreadableReading(problem or "the reply has other fields")
    verdict, words = data["verdict"], data["words"].strip()
    if verdict != NOT_SAID and not is_found_in_quotes(words, quotes):
        raise UnreadableReading("the deciding words do not stand in the quote")
    return verdict, words if is_found_in_quotes(words, quotes) else ""


def is_found_in_quotes(words: str, quotes: Sequence[str]) -> bool:
    return bool(WORD.search(words)) and any(find_quote_span(quote, words) is not None for quote in quotes)
