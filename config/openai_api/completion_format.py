"""Formats an answer as OpenAI's completion: whole, or in chunks of a stream."""

import re
import time
from collections.abc import Iterator, Sequence

from apps.chat.proof.citation_markers import MARKER, numbers_of
from apps.chat.rendering.page_and_cell_label import page_and_cell_label
from config.api.protocol.json_parser import JsonObject
from config.openai_api.answer_as_one_text import Answer, in_one_text

PIECE = re.compile(r"\S+\s*|\s+")
WORDS_OF_PIECE = 8
WORD = re.compile(r"\w+")
CUT = {"cut_off": "length", "interrupted": "length", "stopped": "length", "content_filter": "content_filter"}
"""Kinds of warnings, and what OpenAI calls such an end."""


def completion(answer: Answer, model: str, address: str, language: str) -> JsonObject:
    """`address` is that of the site, for whole links."""
    answer = in_one_text(answer, language)
    message = {
        "role": "assistant",
        "content": answer["answer"],
        "refusal": None,
        "annotations": annotations(answer, address),
    }
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish_reason(answer)}
    return head(answer["turn"], model, "chat.completion") | {"choices": [choice], "usage": usage(answer)}


def head(turn: str, model: str, kind: str) -> JsonObject:
    return {"id": f"chatcmpl-{turn or 'card'}", "object": kind, "created": int(time.time()), "model": model}


def chunk(of: JsonObject, delta: JsonObject, finish: str | None = None) -> JsonObject:
    return of | {"choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]}


def pieces(text: str) -> Iterator[str]:
    """A few words at a time; together they are the text."""
    words = PIECE.findall(text)
    for start in range(0, len(words), WORDS_OF_PIECE):
        yield "".join(words[start : start + WORDS_OF_PIECE])


def finish_reason(answer: Answer) -> str:
    kinds = [warning["kind"] for warning in answer["warnings"]]
    return next((CUT[kind] for kind in kinds if kind in CUT), "stop")


def usage(answer: Answer) -> dict[str, int]:
    read, written = answer["tokens"]["input"], answer["tokens"]["output"]
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def annotations(answer: Answer, address: str) -> list[JsonObject]:
    """Each proved citation at each place that names its number; at the end of the text where none does.

    In the order of the text. Several quotes may have one number: the one that says most of what stands before the place
    comes first, since many programs show one link for each.
    """
    text, proved = answer["answer"], [one for one in answer["citations"] if one["verified"]]
    placed = [(citation, *place) for citation in proved for place in places_of(citation["number"], text)]
    placed.sort(key=lambda each: (each[1], -len(words_of(each[0]["quote"]) & words_of(said_before(each[1], text)))))
    return [citation_at(citation, start, end, address) for citation, start, end in placed]


def said_before(start: int, text: str) -> str:
    """What stands between this place and the one before it."""
    ends = [found.end() for found in MARKER.finditer(text, 0, start)]
    return text[ends[-1] if ends else 0 : start]


def words_of(text: str) -> set[str]:
    return set(WORD.findall(text.casefold()))


def places_of(number: int, text: str) -> Sequence[tuple[int, int]]:
    named = [found.span() for found in MARKER.finditer(text) if number in numbers_of(found[0])]
    return named or [(len(text), len(text))]


def citation_at(citation: Answer, start: int, end: int, address: str) -> JsonObject:
    url = citation["url"]
    where = (citation["page"], citation.get("sheet", ""), citation.get("cells", ""))
    return {
        "type": "url_citation",
        "url_citation": {
            "start_index": start,
            "end_index": end,
            "title": page_and_cell_label(citation["title"], *where),
            "url": f"{address}{url}" if url.startswith("/") else url,
        },
    }
