"""A model that writes without end and never the same twice: what proving its words costs the process of the chat."""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from benchmarks.attack_parts.hostile_questions import QuestionTrial
from benchmarks.attack_parts.visitors import Pings
from benchmarks.chat import ModelServer
from benchmarks.sockets import Clients
from tests.attacks.hostile_texts import hostile_texts

LENGTH, SENTENCE, PIECE = 60_000, 400, 60
"""Characters of a reply, of a sentence in it, and of what the model server sends at once."""
CLAIM = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr"
NUMBER = re.compile(r"Anfrage (\d+)\?")
QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis? Anfrage {number}?"


@cache
def replies() -> dict[str, str]:
    """Each sentence begins with a number of its own, so that none is a repetition, and cites the first source."""
    kinds = hostile_texts(SENTENCE)
    kinds["true claims"] = f"{CLAIM}. "
    kinds["claims that differ"] = f"Die Gebühr, die {CLAIM[4:]} betragen soll, ist nicht vor dem 3. Mai zu zahlen. "
    return {name: "".join(sentences(text)) for name, text in kinds.items()}


def sentences(text: str) -> Iterator[str]:
    for number in range(LENGTH // (len(text) + 12)):
        yield f"{number}. {text} [1]. "


class HostileModel(ModelServer):
    """Answers question n with the n-th reply, whole and quickly."""

    def pieces_for(self, prompt: str) -> list[str]:
        found = NUMBER.search(prompt)
        texts = list(replies().values())
        text = texts[int(found[1]) % len(texts)] if found else f"{CLAIM} [1]."
        whole = f'{text}\nBELEGE\n[1] "{CLAIM}"'
        return [whole[start : start + PIECE] for start in range(0, len(whole), PIECE)]


async def hostile_replies(client: Clients) -> dict[str, Any]:
    """Asked and measured as hostile questions are (hostile_questions.py); held are those that come to an end."""
    pings = Pings(pause=0.01)
    trial = QuestionTrial(client, pings)
    pinging = asyncio.create_task(pings.send(client))
    try:
        for number, kind in enumerate(replies()):
            await trial.hold(kind, asked_of(trial, number), "")
    finally:
        pinging.cancel()
    return trial.figures()


def asked_of(trial: QuestionTrial, number: int) -> Callable[[str], Any]:
    return lambda _text: trial.on_socket(QUESTION.format(number=number))
