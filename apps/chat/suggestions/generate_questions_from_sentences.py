"""Generates questions that a sentence of a document answers, of its own words, and those it asks itself.

German sentences of few plain forms: where none fits there is no question. None of them is believed; each is asked.
"""

import re
from collections.abc import Sequence

from apps.llm.offline.ranking.answer_type_cues import DAYS, MONTHS, NUMBERS, SPANS

NAMED = r"\A(?P<article>Der|Die|Das) (?P<named>[^\W\d_][\w-]*(?: [^\W\d_][\w.-]*){0,7}?)"
"""What a sentence begins with and is about: an article and up to eight words without a sign between them."""
CHARGED = r"[^.;]{0,40}?\d[\d.,]*\s?(?:Euro|EUR|€|Prozent|%|v\. ?H\.)"
LASTING = rf"[^.;]{{0,30}}?\b(?i:{NUMBERS} {SPANS})\b"
AT_A_TIME = rf"(?=[^.;]*\b(?i:{DAYS}|{MONTHS}|täglich|Uhr)\b)"
FOR = r"(?P<whom>(?:die|den|das) [^\W\d_][\w-]*(?: [^\W\d_][\w-]*){0,5}?)"
FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"{NAMED} beträgt {CHARGED}"), "Wie hoch ist {thing}?"),
    (re.compile(rf"{NAMED} betragen {CHARGED}"), "Wie hoch sind {thing}?"),
    (re.compile(rf"{NAMED} beträgt {LASTING}"), "Wie lang ist {thing}?"),
    (re.compile(rf"{NAMED} kostet {CHARGED}"), "Was kostet {thing}?"),
    (re.compile(rf"{NAMED} kosten {CHARGED}"), "Was kosten {thing}?"),
    (re.compile(rf"{NAMED} (?P<verb>ist|hat) {AT_A_TIME}[^.;]*geöffnet\b"), "Wann {verb} {thing} geöffnet?"),
    (re.compile(rf"{NAMED} findet {AT_A_TIME}[^.;]* statt\b"), "Wann findet {thing} statt?"),
    (re.compile(rf"\AZuständig für {FOR} (?:ist|sind) "), "Wer ist für {whom} zuständig?"),
    (re.compile(rf"\AFür {FOR} (?:ist|sind) [^.;]* zuständig\b"), "Wer ist für {whom} zuständig?"),
)
POINTS_BACK = re.compile(
    r"(?=[^\W\d])"
    r"\b(?:dies\w*|jen\w*|jeweilig\w*|genannt\w*|vorstehend\w*|obig\w*|solch\w*|hierfür|hierzu|dafür|davon|dazu|darüber"
    r"|sie|er|es|ihm|ihn|ihr\w*|deren|dessen|satz|absatz|nr|nummer|ziffer|anlage|wird|werden|sind|ist|hat|kann|muss|soll)\b",
    re.IGNORECASE,
)
"""Words by which a name leans on what stands before it, or is no name at all."""
POINTS_BACK_IN_QUESTION = re.compile(
    r"\b(?:dies\w*|jen\w*|dafür|davon|dazu|darüber|hierfür|hierzu|sie(?! sich)|er|es(?! gibt)|ihm|ihn|dabei)\b|, und "
)
ADDRESSED = frozenset({"Sie", "Ihr", "Ihre", "Ihren", "Ihrem", "Ihrer", "Ihnen"})
LONG_ENOUGH = 12
"""Letters of a single noun that says by itself what it is about: "Hundesteuersatz", not "Gebühr"."""
BEFORE_QUESTION = re.compile(r"^(?:\(?\d{1,3}[.)]|[-*•#]+|[a-z]\))\s+")
ASKS = re.compile(r"(?:W(?:ie|as|er|o|ann|elche[rsnm]?|en|em|oher|ohin|ofür|omit|orauf)|How|What|When|Where|Who) ")
SHORTEST_OWN, LONGEST_OWN = 4, 14
"""Words of a question that a document asks itself."""


def generate_question(sentence: str) -> str:
    """The question, or empty where the sentence has none of the forms or its subject does not stand for itself."""
    text = " ".join(sentence.split())
    return next((asked for form, words in FORMS if (asked := question_from_form(form, words, text))), "")


def question_from_form(form: re.Pattern[str], words: str, text: str) -> str:
    found = form.match(text)
    if found is None:
        return ""
    parts = found.groupdict()
    if not stands_for_itself(parts.get("named") or parts["whom"]):
        return ""
    thing = f"{parts.get('article', '').lower()} {parts.get('named', '')}"
    return words.format(thing=thing, verb=parts.get("verb", ""), whom=parts.get("whom", ""))


def stands_for_itself(named: str) -> bool:
    """Whether nobody has to know what was said before to know what is meant."""
    return has_subject(named.split()) and not POINTS_BACK.search(named)


def has_subject(words: Sequence[str]) -> bool:
    """Whether these words name one thing among many: two nouns, or a long one."""
    nouns = [word for word in words if word[0].isupper() and word not in ADDRESSED]
    return len(nouns) > 1 or any(len(noun) >= LONG_ENOUGH for noun in nouns)


def extract_own_question(text: str) -> str:
    """The question that a document asks itself, as pages of questions and answers do, or empty where nobody would ask
    it in these words."""
    asked = BEFORE_QUESTION.sub("", " ".join(text.split()))
    if not (ASKS.match(asked) and asked.endswith("?") and asked.count("?") == 1):
        return ""
    fits = SHORTEST_OWN <= len(asked.split()) <= LONGEST_OWN and not POINTS_BACK_IN_QUESTION.search(asked)
    return asked if fits and has_subject(asked.rstrip("?").split()[1:]) else ""
