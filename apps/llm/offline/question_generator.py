"""Generates questions about a collection without a language model: its frequent words in fixed sentences."""

import json
import re
from collections.abc import Sequence

from apps.llm.offline.summarise_text import extract_tags
from apps.llm.prompts.delimit_quoted_text import parse_block
from apps.llm.types import Message

NUMBER = re.compile(r"\d+")
QUESTIONS = (
    "Was sagen die Dokumente über {term}?", "Welche Regeln gelten für {term}?", "Wer ist für {term} zuständig?",
    "Welche Fristen gibt es bei {term}?", "Was kostet {term}?", "Was hat sich bei {term} geändert?",
)  # fmt: skip
PERSON, TASK = "Person, die sich mit {term} befasst", "herausfinden, was zu {term} gilt"


def generate_questions(messages: Sequence[Message]) -> str:
    """Users with tasks, or questions: which of the two the system message asks for in its form."""
    system, prompt = messages[0].text, messages[-1].text
    found = NUMBER.search(system)
    number = int(found[0]) if found else 5
    terms = extract_tags(parse_block("text", prompt) or prompt) or ["die Sammlung"]
    if '"users"' in system:
        users = [
            {
                "user": PERSON.format(term=terms[place % len(terms)]),
                "tasks": [TASK.format(term=terms[(place + step) % len(terms)]) for step in range(number)],
            }
            for place in range(number)
        ]
        return json.dumps({"users": users}, ensure_ascii=False)
    named = [term for term in terms if term in system] or terms
    asked = [
        QUESTIONS[step % len(QUESTIONS)].format(term=named[step // len(QUESTIONS) % len(named)])
        for step in range(number)
    ]
    return json.dumps({"questions": asked}, ensure_ascii=False)
