"""Formats an answer as OpenAI's completion: whole, or in chunks of a stream."""

import re
import time
from collections.abc import Iterator, Sequence
from operator import itemgetter

from apps.chat.rendering.page_and_cell_label import page_and_cell_label
from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER, parse_marker_numbers
from config.api.protocol.json_parser import JsonObject
from config.openai_api.add_card_and_notices_to_answer import Answer, answer_as_one_text

PIECE = re.compile(r"\S+\s*|\s+")
WORDS_OF_PIECE = 8
WORD = re.compile(r"\w+")
CUT = {"cut_off": "length", "interrupted": "length", "stopped": "length", "content_filter": "content_filter"}
"""Kinds of warnings, and what OpenAI calls such an end."""


def format_completion(answer: Answer, model: str, address: str, language: str) -> JsonObject:
    """`address` is that of the site, for whole links."""
    answer = answer_as_one_text(answer, language)
    message = {
        "role": "assistant",
        "content": answer["answer"],
        "refusal": None,
        "annotations": citation_annotations(answer, address),
    }
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish_reason(answer)}
    return completion_head(answer["turn"], model, "chat.completion") | {
        "choices": [choice],
        "usage": token_usage(answer),
    }


def completion_head(turn: str, model: str, kind: str) -> JsonObject:
    return {"id": f"chatcmpl-{turn or 'card'}", "object": kind, "created": int(time.time()), "model": model}


def completion_chunk(of: JsonObject, delta: JsonObject, finish: str | None = None) -> JsonObject:
    return of | {"choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]}


def text_pieces(text: str) -> Iterator[str]:
    """A few words at a time; together they are the text."""
    words = PIECE.findall(text)
    for start in range(0, len(words), WORDS_OF_PIECE):
        yield "".join(words[start : start + WORDS_OF_PIECE])


def finish_reason(answer: Answer) -> str:
    kinds = [warning["kind"] for warning in answer["warnings"]]
    return next((CUT[kind] for kind in kinds if kind in CUT), "stop")


def token_usage(answer: Answer) -> dict[str, int]:
    read, written = answer["tokens"]["input"], answer["tokens"]["output"]
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def citation_annotations(answer: Answer, address: str) -> list[JsonObject]:
    """Each proved citation at each place that names its number; at the end of the text where none does.

    In the order of the text. Several quotes may have one number: the one that says most of what stands before the place
    comes first, since many programs show one link for each.
    """
    text, proved = answer["answer"], [one for one in answer["citations"] if one["verified"]]
    said = words_before_places(text)
    placed = [
        (start, -len(folded_words(citation["quote"]) & said[start]), end, citation)
        for citation in proved
        for start, end in marker_positions(citation["number"], text)
    ]
    placed.sort(key=itemgetter(0, 1))
    return [format_citation(citation, start, end, address) for start, _shared, end, citation in placed]


def words_before_places(text: str) -> dict[int, set[str]]:
    """By the beginning of each place that names numbers, and by the end of the text: the words since the place before.
    In one pass: a reply may have thousands of places."""
    spans = [*(found.span() for found in MARKER.finditer(text)), (len(text), len(text))]
    ends = [0, *(end for _start, end in spans)]
    return {start: folded_words(text[before:start]) for before, (start, _end) in zip(ends, spans, strict=False)}


def folded_words(text: str) -> set[str]:
    return set(WORD.findall(text.casefold()))


def marker_positions(number: int, text: str) -> Sequence[tuple[int, int]]:
    named = [found.span() for found in MARKER.finditer(text) if number in parse_marker_numbers(found[0])]
    return named or [(len(text), len(text))]


def format_citation(citation: Answer, start: int, end: int, address: str) -> JsonObject:
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
