"""What a model server says in each part that evaluation gives to it."""

import json
import zlib
from collections.abc import Callable
from typing import Any

from tests.fakes.openai_server import Request

FEES = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr. Sie ist bar zu zahlen."
ANSWER = (
    'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro"'
)
NAMES = ("understanding", "relevance", "completeness", "correctness", "coherence")
COMPARED = ("comprehensiveness", "diversity", "empowerment", "directness")
QUESTION = "Was kostet ein Anwohnerparkausweis?"


def marks(overall: Any) -> str:
    return json.dumps({"comment": {"overall": "Grund"}, **dict.fromkeys(NAMES, 4), "overall": overall})


def ballot(place: int) -> str:
    """1 is the answer shown first, 2 the second, 0 neither."""
    return json.dumps({name: {"reason": "Grund", "winner": place} for name in COMPARED})


def part_of(request: Request) -> str:
    if "Sie prüfen die Antwort" in request.system:
        return "judge"
    if "Sie spielen eine Person" in request.system:
        return "persona"
    if "Sie vergleichen zwei Antworten" in request.system:
        return "compare"
    return "answer" if "<quelle" in request.prompt else "rephrase"


def speaking(**parts: Callable[[Request], str]) -> Callable[[Request], str]:
    usual: dict[str, Callable[[Request], str]] = {
        "judge": lambda request: marks(4),
        "compare": lambda request: ballot(1),
        "persona": lambda request: f"Und der Anwohnerparkausweis im Jahr {zlib.crc32(request.prompt.encode())}?",
        "rephrase": lambda request: "Was kostet ein Anwohnerparkausweis im Jahr?",
        "answer": lambda request: ANSWER,
    }
    spoken = usual | parts
    return lambda request: spoken[part_of(request)](request)
