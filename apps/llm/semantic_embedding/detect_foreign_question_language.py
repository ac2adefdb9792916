"""Detects whether a question is in another language than the documents, in the process of the model.

py3langid was chosen over lingua: of 3,600 questions in 12 languages it names 98.5 % rightly and none wrongly with a
probability above 0.9 (lingua without its large models: 95.6 % and 1.5 %), in 0.2 ms each and 90 MB (80 MB), which the
web process may not take.
"""

import asyncio
import re
import time
from collections.abc import Collection, Mapping

from apps.llm.errors import ModelError
from apps.llm.semantic_embedding import semantic_embedder, verify_weights_package
from apps.llm.semantic_embedding.talk_to_model_process import ModelProcess
from apps.text.across_languages.detect_text_language import detect_language

HARDLY = 0.05
"""Probability of the documents' languages. Of 300 German questions and 123 reworded ones none is below 0.18, of 3,300
in 11 other languages none above it."""
RECOGNISED = 0.25
"""Least probability of the most probable language. Single words, names and numbers are below it: they may be any."""
UNLIKELY, SENTENCE = 0.01, 4
"""Probability of the documents' languages below which a question of so many words is in none of them, although no other
is recognised, as in Arabic written in Latin letters. Of 2,078 German questions none of that length is below 0.1."""
LONGEST = 500
WORD = re.compile(r"[^\W\d_]+")
LETTER = re.compile(r"[^\W\d_]")
SCRIPTS = {
    "ar": re.compile(r"[\u0600-\u06ff]"),
    "el": re.compile(r"[\u0370-\u03ff]"),
    "hi": re.compile(r"[\u0900-\u097f]"),
    "ja": re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]"),
    "th": re.compile(r"[\u0e00-\u0e7f]"),
    "zh": re.compile(r"[\u4e00-\u9fff]"),
    "ru": re.compile(r"[\u0400-\u04ff]"),
}
KANA = re.compile(r"[\u3040-\u30ff]")
"""What tells Japanese, most of whose letters may be Chinese."""
UKRAINIAN = re.compile(r"[іїєґ]", re.IGNORECASE)
MOST_RECENT = 16
"""Questions whose languages are remembered, for as long as they are being searched."""
RECENT: dict[tuple[ModelProcess, str], Mapping[str, float]] = {}
ASKED_NOW: dict[tuple[asyncio.AbstractEventLoop, ModelProcess, str], asyncio.Future[Mapping[str, float]]] = {}
"""Questions whose languages the process is being asked for."""
LOADING_SECONDS, PAUSE = 6.0, 0.2
"""How long a question waits for a process that is loading what recognises languages, which takes it a second of an idle
processor, and how often that is asked: without it, readers would be told that the documents do not answer."""
MOST_OF_IT = 0.5
"""Share of its letters in another script: a name or a sign among others says nothing."""


async def find_foreign_language(question: str, languages: Collection[str], process: ModelProcess | None = None) -> str:
    """Returns the code of a language that is certainly none of these; else empty, also when nobody here can tell.

    Where the model's process is not there, letters and words may still tell.
    """
    if process is None and not verify_weights_package.is_installed():
        return guess_language_without_model(question[:LONGEST], languages)
    try:
        probabilities = await language_probabilities(question[:LONGEST], process or semantic_embedder.for_questions)
    except ModelError:
        probabilities = {}
    if not probabilities:
        return guess_language_without_model(question[:LONGEST], languages)
    return most_probable_language(probabilities) if excludes_languages(probabilities, languages, question) else ""


async def language_probabilities(question: str, process: ModelProcess) -> Mapping[str, float]:
    """Asked once for a question, whose translator and whose search want to know at the same time. Raises ModelError.

    Empty where the process goes on loading what recognises languages; that is not remembered.
    """
    if (known := RECENT.get((process, question))) is not None:
        return known
    asked = (asyncio.get_running_loop(), process, question)
    if asked not in ASKED_NOW:
        ASKED_NOW[asked] = asyncio.ensure_future(ask_language_probabilities(question, process))
        ASKED_NOW[asked].add_done_callback(lambda _: ASKED_NOW.pop(asked))
    # A caller who stops waiting takes nobody else's answer away.
    return await asyncio.shield(ASKED_NOW[asked])


async def ask_language_probabilities(question: str, process: ModelProcess) -> Mapping[str, float]:
    """Asks the process until it has loaded, and remembers what it says; empty where it loads for too long. Raises
    ModelError."""
    ends = time.monotonic() + LOADING_SECONDS
    told = await asyncio.to_thread(process.languages, question)
    # It waits in no thread: the same few are needed by what answers.
    while not told and time.monotonic() < ends:
        await asyncio.sleep(PAUSE)
        told = await asyncio.to_thread(process.languages, question)
    if len(RECENT) >= MOST_RECENT:
        RECENT.clear()
    if told:
        RECENT[process, question] = told
    return told


def guess_language_without_model(question: str, languages: Collection[str]) -> str:
    """Guesses by letters, else by the common words of a whole question; empty where neither tells, or these do.

    Of 3,908 wordings of German questions none is taken for another language, of whole ones in English, Spanish,
    Romanian and Turkish three quarters to nine tenths are recognised.
    """
    if (found := language_of_script(question, languages)) or len(WORD.findall(question)) < SENTENCE:
        return found
    found = detect_language(question)
    return "" if found in languages else found


def language_of_script(question: str, languages: Collection[str]) -> str:
    """The language of a script that most letters are of and none of these languages is written in; else empty."""
    letters = len(LETTER.findall(question))
    for code, script in SCRIPTS.items():
        if len(script.findall(question)) > MOST_OF_IT * letters and (code != "ja" or KANA.search(question)):
            found = "uk" if code == "ru" and UKRAINIAN.search(question) else code
            return "" if {found, code} & set(languages) or (code == "zh" and "ja" in languages) else found
    return ""


def excludes_languages(probabilities: Mapping[str, float], languages: Collection[str], question: str) -> bool:
    """Whether these languages are hardly possible, and another is recognised or the question too long for that to be
    chance; probabilities by two-letter code."""
    own = sum(probabilities.get(code, 0.0) for code in languages)
    is_recognised = max(probabilities.values(), default=0.0) >= RECOGNISED
    is_sentence = len(WORD.findall(question)) >= SENTENCE and bool(probabilities)
    return own < (HARDLY if is_recognised else UNLIKELY) and (is_recognised or is_sentence)


def most_probable_language(probabilities: Mapping[str, float]) -> str:
    return max(probabilities, key=lambda code: probabilities[code])
