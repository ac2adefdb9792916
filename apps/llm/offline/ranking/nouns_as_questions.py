"""Turns bare nouns into the questions they stand for: "Gebühr für Fernleihe" into "Was kostet Fernleihe?"."""

import re
from collections.abc import Iterator

from apps.llm.offline.ranking.question_kinds import question_kind
from apps.text.word_stems import STOP_WORDS, fold

NOUNS_OF_TIME = ("zeit", "dauer", "frist")
"""Heads of nouns that ask how long something takes; German compounds end with them, and all are feminine."""
NOUN_OF_FEE = re.compile(r"gebühr(?:en)?|entgelte?|preise?|kosten|tarife?|steuern?", re.IGNORECASE)
"""By itself: a compound says of what it is one, and any other price of the thing beside it would be a wrong one."""
VALUES = {"höhe": "Wie hoch ist die {}?", "anzahl": "Wie viele {} gibt es?"}
"""What nouns of a value ask for, which stand before or behind what has it."""
SENTENCE = re.compile(
    r"\b(?:w(?:er|em|en|as|ann|ie|o|arum|elch\w*)|kann|muss|darf|übern\w+|trägt|tragen|ich|wir|mein\w*|unser\w*)\b",
    re.IGNORECASE,
)
"""A word that no name of a thing has."""
MOST_WORDS_OF_NAME = 6


def question_wordings(question: str) -> list[str]:
    """The questions for which a message may stand, the likeliest first, the message itself last: not where it names a
    value or a fee, without which nothing answers it."""
    if value := value_question(question) or cost_question(question):
        return [value]
    return [*filter(None, [how_long_question(question)]), question]


def how_long_question(question: str) -> str:
    """ "Wie lange ist die Ruhezeit bei einer Urne?" for "Ruhezeit bei einer Urne". Empty for all that do not begin with
    a noun of time."""
    words = name_words(question)
    return f"Wie lange ist die {' '.join(words)}?" if words and words[0].lower().endswith(NOUNS_OF_TIME) else ""


def value_question(question: str) -> str:
    """ "Wie hoch ist die Grundsteuer?" for "Grundsteuer Höhe". Empty for all that neither begin nor end with one of
    VALUES, and for such a noun alone."""
    return next(
        (VALUES[noun.lower()].format(named) for noun, named in noun_name_pairs(question) if noun.lower() in VALUES), ""
    )


def cost_question(question: str) -> str:
    """ "Was kostet Fernleihe?" for "Gebühr für Fernleihe", "Was kostet Boot?" for "Boot Steuer". Empty for all that
    neither begin nor end with a noun of fees, and for such a noun alone."""
    costs = (f"Was kostet {named}?" for noun, named in noun_name_pairs(question) if NOUN_OF_FEE.fullmatch(noun))
    return next(costs, "")


def noun_name_pairs(question: str) -> Iterator[tuple[str, str]]:
    """The first and the last word of a message without a verb, each with the words that name a thing beside it."""
    words = name_words(question)
    if len(words) < 2 or SENTENCE.search(question):
        return
    for noun, others in ((words[0], words[1:]), (words[-1], words[:-1])):
        if named := " ".join(strip_leading_stop_words(others)):
            yield noun, named


def name_words(question: str) -> list[str]:
    """The words of a message that may be the name of a thing: a few, of which none asks for a kind of answer."""
    words = question.strip(" ?!.").split()
    return words if len(words) <= MOST_WORDS_OF_NAME and question_kind(question) is None else []


def strip_leading_stop_words(words: list[str]) -> list[str]:
    while words and fold(words[0]) in STOP_WORDS:
        words = words[1:]
    return words
