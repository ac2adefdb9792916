"""Second readers behind the fake model server: an honest one, one who always agrees, one who talks nonsense.

openai_server.default_reply = honest(labels)      # labels: (claim, quote) -> whether the quote supports it
"""

import json
from collections.abc import Callable, Mapping

from apps.llm.prompts.delimit_quoted_text import parse_block
from tests.fakes.openai_server import Request

Labels = Mapping[tuple[str, str], bool]


def asked(request: Request) -> tuple[str, str]:
    """The sentence and its quotes as they stand in the prompt."""
    return parse_block("aussage", request.prompt), parse_block("zitat", request.prompt)


def reading(verdict: str, words: str = "") -> str:
    return json.dumps({"words": words, "verdict": verdict}, ensure_ascii=False)


def first_quote(quotes: str) -> str:
    return quotes.split("\n\n")[0]


def honest(labels: Labels) -> Callable[[Request], str]:
    def reply(request: Request) -> str:
        claim, quotes = asked(request)
        return reading("supported", first_quote(quotes)) if labels[claim, quotes] else reading("not_said")

    return reply


def yes_sayer(request: Request) -> str:
    return reading("supported", first_quote(asked(request)[1]))


def accuser(request: Request) -> str:
    return reading("contradicted", first_quote(asked(request)[1]))


def talker(request: Request) -> str:
    return "Der Satz ist meiner Meinung nach gut belegt."
