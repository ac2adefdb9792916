"""Whether a question is in another language than the documents; the library works in the process of the model.

py3langid was chosen over lingua: of 3,600 questions in 12 languages it names 98.5 % rightly and none wrongly with a
probability above 0.9 (lingua without its large models: 95.6 % and 1.5 %), in 0.2 ms each and 90 MB (80 MB), which the
web process may not take.
"""

import asyncio
from collections.abc import Collection, Mapping

from apps.llm.errors import ModelError
from apps.llm.meaning import embedder, package
from apps.llm.meaning.model_process import ModelProcess

HARDLY = 0.05
"""Probability of the documents' languages. Of 300 German questions and 123 reworded ones none is below 0.18, of 3,300
in 11 other languages none above it."""
RECOGNISED = 0.25
"""Least probability of the most probable language. Single words, names and numbers are below it: they may be any."""
LONGEST = 500


async def foreign_language(question: str, languages: Collection[str], process: ModelProcess | None = None) -> str:
    """Its code of two letters when it is certainly in none of these; else empty, also when nobody here can tell."""
    if process is None and not package.is_installed():
        return ""
    asked = process or embedder.for_questions
    try:
        probabilities = await asyncio.to_thread(asked.languages, question[:LONGEST])
    except ModelError:
        return ""
    return most_probable(probabilities) if excludes(probabilities, languages) else ""


def excludes(probabilities: Mapping[str, float], languages: Collection[str]) -> bool:
    """Pure."""
    own = sum(probabilities.get(code, 0.0) for code in languages)
    return own < HARDLY and max(probabilities.values(), default=0.0) >= RECOGNISED


def most_probable(probabilities: Mapping[str, float]) -> str:
    return max(probabilities, key=lambda code: probabilities[code])
