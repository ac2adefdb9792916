"""Rephrases a follow-up question by rules, to be understandable without the conversation.

Wie hoch ist die Hundesteuer für den ersten Hund? / Und für den zweiten?
-> Wie hoch ist die Hundesteuer für den ersten Hund? Und für den zweiten?
"""

import re
from collections.abc import Sequence

from apps.text.entailment.tokens.morphology import reads_as_noun
from apps.text.plausibility.detect_random_typing import is_typed_at_random
from apps.text.word_stems import content_words, stem

FEW_WORDS = 3
OPENING = re.compile(r"^\s*(?:und|oder|aber|auch|sowie|and|or|but|what about|how about)\b", re.IGNORECASE)
POINTING = re.compile(
    r"\b(?:er|es|ihn|ihm|dies\w*|jen\w+|davon|dafür|dagegen|dazu|daran|darauf|darüber|darunter|damit|dabei|daraus|deren"
    r"|dessen|dort|dorthin|sein\w*|das\s+(?:auch|noch|schon|so|nur|immer|jetzt|heute|bei|am|im|an|für|alles)"
    r"|it|its|they|them|their|this|that|these|those|there)\b",
    re.IGNORECASE,
)
BEGINS_WITH_CASE = re.compile(
    r"\A\W*(?:am|im|in|an|bei|beim|mit|ohne|für|ab|bis|nach|vor|um|während|on|in|at|for|with|without|after|before)\b",
    re.IGNORECASE,
)
"""How a question goes on that only names another case: "am Samstag?". "Zum Freibad" goes elsewhere."""
IMPERSONAL = re.compile(
    r"\b(?:gibt\s+es|es\s+gibt|handelt\s+es\s+sich|ist\s+es|is\s+it|is\s+there|are\s+there)\b", re.IGNORECASE
)
FIRST_PERSON = re.compile(r"\A\W*(?:ich|wir|mir|uns|i|we)\b[^?\d]*\Z", re.IGNORECASE)
QUESTION_WORDS = (
    "wann|wo|wohin|woher|wie|wer|wen|wem|warum|wieso|weshalb|was|welche[rsmn]?|when|where|how|who|why|what|which"
)
ASKS_ITSELF = re.compile(rf"\b(?:{QUESTION_WORDS})\b", re.IGNORECASE)
WITHOUT_VERB = re.compile(
    rf"\A\W*\w+\s+(?:{QUESTION_WORDS})\s+(?:d(?:er|ie|as|en|em)|the|für|im|in|am|at|for)\s+[\w-]++\W*+\Z", re.IGNORECASE
)
""" "Und wann das Hallenbad?" asks no more than "Und das Hallenbad?"."""
VERB_FIRST = re.compile(
    r"\A\W*(?:(?:und|oder|aber|auch|and|or|but)\s+)?(?:geht|gehen|gibt|ist|sind|war|kann|können|muss|müssen|darf|dürfen"
    r"|soll|brauche?n?|gilt|gelten|habe?n?|hat|wird|werden|kostet|zahle?n?|bekomme?n?|is|are|can|do|does|must|may|will)\b",
    re.IGNORECASE,
)
BEFORE_NOUN = re.compile(
    r"d(?:er|ie|as|en|em|es)|[kmsd]?ein(?:e[mnrs]?)?|unsere?[mnrs]?|für|bei|beim|im|in|am|an|auf|zum|zur|von|vom|mit"
    r"|the|an?|for|of|at|my|our",
    re.IGNORECASE,
)
# "sie" as subject after a verb ("Wie hoch ist sie?") points back; "Sie" in capitals addresses the reader.
LOWER_SIE = re.compile(r"\b(?:sie|ihr|ihre[rnms]?)\b")

SUBJECT = r"([^\s:,]++(?:\s++[^\s:,]++){0,4}+)"
GOES_BACK = re.compile(
    rf"""\A\W*+(?:(?:und|aber|jetzt|nun|and|but|now)\s++)?(?:
        (?:noch\s?mals?|zurück|wieder|(?:noch\s+)?eine\s+frage|noch\s+(?:et)?was|back|again|a\s+question)\s++
            (?:zu[mr]?|to|about)\s++(?:(?:de[rmn]|the)\s++)?{SUBJECT}\s*+[:,]
        |(?:zu[mr]?|about)\s++(?:(?:de[rmn]|the)\s++)?{SUBJECT}\s*+:
    )\s++(\S.*)\Z""",
    re.IGNORECASE | re.VERBOSE,
)
"""Names what the conversation goes back to before it asks: "Nochmal zum Sperrmüll: wann …"."""


def rephrase_follow_up(question: str, earlier: Sequence[str]) -> str:
    """The question, with the words of the question before it when it cannot stand alone. `earlier`: oldest first."""
    question = " ".join(question.split())
    if found := GOES_BACK.match(question):
        return format_subject_first(found)
    base = last_standalone_question(earlier)
    if base is None or not depends_on_earlier(question):
        return question
    return join_questions(base, question)


def format_subject_first(found: re.Match[str]) -> str:
    """ "Sperrmüll: wann …", of a match of GOES_BACK."""
    return f"{found[1] or found[2]}: {found[3]}"


def depends_on_earlier(question: str) -> bool:
    """True when the question leans on what was said before."""
    if asks_nothing(question) or GOES_BACK.match(question):
        return False
    if OPENING.search(question) or LOWER_SIE.search(question):
        return True
    if POINTING.search(IMPERSONAL.sub("", question)):
        return True
    if names_case_only(question):
        return True
    return len(content_words(question)) < FEW_WORDS and not names_subject(question)


def names_case_only(question: str) -> bool:
    """ "am Samstag?", "Für Rentner?": one word behind a preposition, however it is written."""
    found = BEGINS_WITH_CASE.match(question)
    return found is not None and len(content_words(question[found.end() :])) == 1 and not ASKS_ITSELF.search(question)


def split_asked_case(question: str) -> tuple[str, str]:
    """The question before and the case for which a rephrased one asks it again ("Und für Kinder?" of "Was kostet der
    Eintritt: Und für Kinder?"); the case is empty where it asks something of its own."""
    base, _, case = question.rpartition(": ")
    opens = (OPENING.search(case) or BEGINS_WITH_CASE.match(case)) and not VERB_FIRST.match(case)
    names_case = base and opens and (WITHOUT_VERB.match(case) or not ASKS_ITSELF.search(OPENING.sub("", case)))
    return base, case if names_case else ""


def asks_nothing(question: str) -> bool:
    """Keys struck at random, or what people say of themselves ("Ich kann nicht mehr") without a noun or a figure."""
    says_own = FIRST_PERSON.search(question) is not None and not names_subject(question)
    return says_own or is_typed_at_random(question)


def names_subject(question: str) -> bool:
    """A noun (capital letter inside the sentence) makes even a short question a question of its own."""
    return any(word[:1].isupper() and len(word) > 3 for word in re.findall(r"\w+", question)[1:])


def last_standalone_question(earlier: Sequence[str]) -> str | None:
    """The last question that says what it is about; with the follow-up before it when there was one."""
    for question in reversed(earlier):
        if not depends_on_earlier(question) and not asks_nothing(question):
            return " ".join(question.split())
    return " ".join(earlier[0].split()) if earlier else None


def words_from_first_noun(words: Sequence[str]) -> Sequence[str]:
    """The words from the first noun on, with what belongs to it: "Was kostet" would make "Wann öffnet es?" one of fees.

    All of them where no noun is found; typed without capitals, nouns are those of German.
    """
    has_capitals = any(word[:1].isupper() for word in words[1:])
    is_noun = is_capitalised if has_capitals else reads_as_noun
    first = next((place for place, word in enumerate(words) if place and is_noun(word)), 0)
    while first and BEFORE_NOUN.fullmatch(words[first - 1]):
        first -= 1
    return words[first:]


def is_capitalised(word: str) -> bool:
    return word[:1].isupper() and len(word) > len("Sie")


def join_questions(base: str, question: str) -> str:
    """Words of the earlier question that the new one does not repeat, then the new one."""
    known = {stem(word) for word in content_words(question)}
    kept = [word for word in words_to_keep(base, question) if not {stem(part) for part in content_words(word)} & known]
    return f"{' '.join(kept)}: {question}" if kept else question


def words_to_keep(base: str, question: str) -> Sequence[str]:
    """Keeps the earlier question's subject where the new one says by itself what it asks, otherwise all of it."""
    asks_itself = ASKS_ITSELF.search(question) is not None
    if found := GOES_BACK.match(base):
        return (found[1] or found[2] if asks_itself else format_subject_first(found).rstrip("?!. ")).split()
    words = base.rstrip("?!. ").split()
    return words_from_first_noun(words) if asks_itself else words
