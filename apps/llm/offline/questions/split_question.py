"""Splits a message that asks two things at once: "Was kostet die Bücherei und wann hat sie auf?".

A question word that follows a question for yes or no is put before it: "Darf ich grillen, und wo?".
"""

import re
from collections.abc import Sequence

from apps.llm.offline.questions.rephrase_question import QUESTION_WORDS, depends_on_earlier, words_from_first_noun
from apps.llm.offline.ranking.analyse_question import DECISION
from apps.text.word_stems import content_words

MOST_QUESTIONS = 2
LONGEST = 300
"""Characters: what is longer tells a story, the words of which belong together."""
ASKING = (
    r"(?:(?:an|in|zu|für|mit|bei|von|bis|ab|seit) )?"
    rf"(?:(?:wie|how) (?:viele?|lange?|hoch|oft|teuer|much|many|long|often)|wieviele?|{QUESTION_WORDS})\b"
)
ASKS = re.compile(rf"\b{ASKING}", re.IGNORECASE)
BETWEEN = re.compile(rf"[,;]? (?:und|sowie|and) (?:wenn ja,? )?(?={ASKING})|(?<=\?) (?={ASKING})", re.IGNORECASE)


def put_question_word_first(question: str) -> list[str]:
    """ "Wo darf ich grillen?" and "Darf ich grillen?" for "Darf ich grillen, und wo?": what answers the first answers
    the second. None for all other messages. No network, no database."""
    parts = split_question_parts(question)
    if len(parts) < 2 or not DECISION.match(question) or not ASKS.fullmatch(parts[1]):
        return []
    whether, word = parts
    return [f"{word.capitalize()} {whether[0].lower()}{whether[1:]}?", f"{whether}?"]


def split_question(question: str) -> Sequence[str]:
    """Each question by itself, with the subject of the first where a later one says none; the message alone where it
    asks only one thing. No network, no database."""
    parts = split_question_parts(question)
    if len(parts) < 2 or not ASKS.search(parts[0]):
        return [question]
    first, *others = parts
    if not content_words(first):
        # "Wann und wo ist der Markt?"
        first = f"{first} {ASKS.sub('', others[0], count=1).strip()}"
    if subject := subject_before(first):
        return [f"{part}, {subject}?" for part in (first.removeprefix(subject).strip(" ,"), *others)]
    return [f"{first}?", *(append_subject(first, other) for other in others)]


def subject_before(first: str) -> str:
    """What stands before a question word that ends the first question: "Kurs für Kinder" of "Kurs für Kinder, wann".
    Empty where it asks otherwise."""
    asking, *others = ASKS.finditer(first)
    return first[: asking.start()].rstrip(" ,") if asking.end() == len(first) and not others else ""


def split_question_parts(question: str) -> list[str]:
    """What stands on either side of a second question; nothing of long messages."""
    if len(question) > LONGEST:
        return []
    return [part.strip(" ?!.") for part in BETWEEN.split(" ".join(question.split()), MOST_QUESTIONS - 1)]


def append_subject(first: str, other: str) -> str:
    """The later question, followed by the subject of the first one where it points back to it."""
    words = first.split()
    subject = words_from_first_noun(words)
    return f"{other}, {' '.join(subject)}?" if depends_on_earlier(other) and len(subject) < len(words) else f"{other}?"
