"""Extracts what a message asks, without greeting, thanks, "ich wollte nur wissen" or the story around it.

A topic before a question stands behind it.

Hallo, wir heiraten auf dem Schiff. Können Sie mir sagen, wie viele Gäste mitkommen dürfen? Vielen Dank!
-> wie viele Gäste mitkommen dürfen, Schiff?
"""

import re
from collections.abc import Callable, Iterable

from apps.llm.offline.questions.rephrase_question import QUESTION_WORDS, depends_on_earlier
from apps.llm.offline.questions.split_question import ASKING
from apps.llm.offline.ranking.analyse_question import DECISION
from apps.llm.offline.ranking.term_coverage import GENERAL_STEMS
from apps.text.entailment.tokens.morphology import reads_as_noun
from apps.text.word_stems import GENERIC_WORDS, STOP_WORDS, content_stems, content_words, fold, stem

SENTENCE_END = re.compile(r"(?<=[!?])\s+|(?<=[^\W\d]{3}\.)\s+(?=[^\W\d])|\n+")
LONGEST_MESSAGE = 1_000
"""Characters of a message that is looked at."""
GREETING = re.compile(
    rf"""\A\W*(?:hallo|hallöchen|hi|hey|hej|moin(?:\W+moin)?|servus|grüezi|hello|(?:schönen\s+)?guten?\s+(?:tag|morgen
        |abend)|gr(?:ü|ue)(?:ß|ss)\s+(?:gott|dich|euch|sie)|good\s+(?:morning|evening)|sehr\s+geehrte[^,!.?]{{0,60}}[,!.])
    (?:(?:\s+(?!(?:{QUESTION_WORDS}|ich|wir|i|we)\b)\w+){{0,3}}\s*[,!.:–-]|(?<=[,!.])|\b)\s*""",
    re.IGNORECASE | re.VERBOSE,
)
"""An interjection, with whom it greets up to the next sign."""
ASKS = re.compile(rf"\b(?:ob|whether|{ASKING})", re.IGNORECASE)
ANNOUNCES = re.compile(
    r"\b(?:fragen?|wissen|weiß|sagen|erklären|verraten|mitteilen|know|tell|question|ask)\b", re.IGNORECASE
)
"""Verbs of saying, before a question that is their object."""
MUST_SAY = re.compile(r"\b(?:muss|müssen|soll\w*|must)\b", re.IGNORECASE)
TELLS = re.compile(r"\b(?:ich|wir|mein\w*|unser\w*|i|we|my|our)\b", re.IGNORECASE)
BEGINS_CLAUSE = re.compile(
    r"\A\W*(?:und |aber )?(?:wenn|falls|sofern|weil|da|als|nachdem|bevor|obwohl|if|when|because)\b", re.IGNORECASE
)
"""A condition belongs to the question: without it another one is asked."""
WHETHER = re.compile(r"\A(?:ob|whether) (.+) ([^\W\d]+)\W*\Z", re.IGNORECASE)
TOPIC = re.compile(r"\A([^:?!.–]{2,60}?)(?::| [-–/]) +([^:]+)\Z")
MOST_OF_TOPIC, MOST_OF_STORY = 5, 3
"""Words."""
ASKS_FIRST = re.compile(rf"\A\W*{ASKING}", re.IGNORECASE)


def core_questions(message: str, is_said: Callable[[str], bool]) -> list[str]:
    """The questions for which a message may stand, the likeliest first, the message itself last.

    `is_said`: whether the sources say the word of this stem. Loads the tagger; no network, no database.
    """
    if len(message) > LONGEST_MESSAGE:
        return [message]
    bare = strip_greeting(message)
    core, told = split_core_and_story(bare)
    if not core:
        return [move_topic_to_end(bare)]
    about = story_subjects(told, core, is_said)
    if not about and not any(map(TELLS.search, told)):
        return list(dict.fromkeys([move_topic_to_end(core), move_topic_to_end(bare)]))
    whole = f"{core.rstrip(' ?!.')}, {', '.join(about)}?" if about else core
    # What leans on the story needs more of it than its nouns: "Wie viel kommt da dazu?" for a second dog.
    of_core = [whole] if about else []
    return list(dict.fromkeys([bare, *of_core] if depends_on_earlier(core) else [*of_core, core, bare]))


def story_stems(message: str) -> frozenset[str]:
    """Stems of what is told around the question, and not asked: of whom, of what, when. Empty where nothing is told.
    Loads the tagger; no network, no database."""
    if len(message) > LONGEST_MESSAGE:
        return frozenset()
    core, told = split_core_and_story(strip_greeting(message))
    return content_stems(" ".join(told)) - content_stems(core) if core else frozenset()


def strip_greeting(message: str) -> str:
    return GREETING.sub("", message, count=1) or message


def split_core_and_story(bare: str) -> tuple[str, list[str]]:
    """What asks, and the rest; the first is empty where nothing asks."""
    parts = [part for one in SENTENCE_END.split(bare) if (part := one.strip())]
    asking = [part for part in parts if asks_something(part)]
    if not asking:
        return "", parts
    cores, stories = zip(*map(split_announcement, asking), strict=True)
    return " ".join(cores), [*(part for part in parts if part not in asking), *filter(None, stories)]


def asks_something(sentence: str) -> bool:
    return (
        sentence.endswith("?")
        or bool(ASKS_FIRST.match(sentence) or DECISION.match(sentence))
        or announces_question(sentence)
    )


def announces_question(sentence: str) -> bool:
    found = ASKS.search(sentence)
    return found is not None and only_announces(sentence[: found.start()])


def only_announces(begin: str) -> bool:
    """Whether this only leads to what is asked: says that somebody asks, and names nothing."""
    is_of_asker = ANNOUNCES.search(begin) is not None and not MUST_SAY.search(begin)
    words = re.findall(r"[^\W\d_]+", begin)
    return is_of_asker and not any(names_thing(word, place) for place, word in enumerate(words))


def names_thing(word: str, place: int) -> bool:
    """Whether it is a noun: by its capital, or as a German one where it has none."""
    if fold(word) in STOP_WORDS or ANNOUNCES.fullmatch(word):
        return False
    return len(word) > 3 and (word[0].isupper() if place else reads_as_noun(word) and word[0].islower())


def split_announcement(sentence: str) -> tuple[str, str]:
    """The sentence from what asks on, and what somebody tells of themselves before it."""
    found = ASKS.search(sentence)
    if found is None or not (begin := sentence[: found.start()].strip()):
        return put_verb_first(sentence), ""
    if only_announces(begin):
        return put_verb_first(sentence[found.start() :]), ""
    is_story = begin[-1] in ",;:–-" and TELLS.search(begin) and not BEGINS_CLAUSE.match(begin)
    return (sentence[found.start() :], begin) if is_story and not DECISION.match(begin) else (sentence, "")


def put_verb_first(clause: str) -> str:
    """ "kann man im Rathaus heiraten?" for "ob man im Rathaus heiraten kann"; any other clause as it is."""
    found = WHETHER.match(clause)
    return f"{found[2].capitalize()} {found[1]}?" if found else clause


def story_subjects(told: Iterable[str], core: str, is_said: Callable[[str], bool]) -> list[str]:
    """Nouns of what is told that the sources know and the question does not name: of whose wedding on a ship it is."""
    named = {stem(word) for word in content_words(core)}
    found: dict[str, str] = {}
    for sentence in told:
        for place, word in enumerate(re.findall(r"[^\W\d_]+", sentence)):
            key = stem(fold(word))
            is_subject = (
                names_thing(word, place) and fold(word) not in GENERIC_WORDS and key not in GENERAL_STEMS | named
            )
            if is_subject and is_said(key):
                found.setdefault(key, word)
    return list(found.values())[:MOST_OF_STORY]


def move_topic_to_end(question: str) -> str:
    """ "wer ist befreit, Hundesteuer?" for "Hundesteuer: wer ist befreit?": kinds of questions are told by their
    beginning."""
    found = TOPIC.match(question)
    if found is None or len(found[1].split()) > MOST_OF_TOPIC or ASKS.search(found[1]) or DECISION.match(found[1]):
        return question
    topic, rest = found[1].strip(" ,"), found[2].strip().rstrip(" ?!.")
    does_ask = ASKS_FIRST.match(rest) or DECISION.match(rest)
    return f"{rest}, {topic}?" if does_ask else f"{rest} {topic}"
