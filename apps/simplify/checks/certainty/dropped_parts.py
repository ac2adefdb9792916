"""Parts of the original of which a rewrite has nothing: a sentence, a condition, what "nur" names, one of the cases.

No word is looked for by itself here, but everything a part says: where none of its words is left, and nothing stands in
its place, the part is gone, however freely the rest is told.
"""

import re
from collections.abc import Iterator

from apps.simplify.checks.certainty.doubtful_conditions import has_verb_first
from apps.simplify.text.sentences import split_sentences
from apps.simplify.text.violation import Violation
from apps.simplify.text.words import content_stems, related

FEWEST_OWN = 4
"""Content words that only this sentence has: of so many, one is left wherever the sentence is told."""
FEWEST_OF_CONDITION = 2
FEWEST_OF_CASE = 3
MOSTLY = 0.6
"""Share of a sentence's other content words (0 to 1) that the rewrite tells, so that a missing case is not reworded."""
CONDITION = re.compile(r"\b(?:wenn|falls|sofern|soweit|es sei denn)\b,?([^,.;:!?]*)", re.IGNORECASE)
ANY_IF = re.compile(r"\b(?:wenn|falls|sofern|soweit|solange|sobald)\b,?([^,.;:!?]*)", re.IGNORECASE)
SAYS_CONDITION = re.compile(
    r"\b(?:bedingung\w*|voraussetzung\w*|f[aä]ll\w*|beim|sonst|wer"
    r"|dafür|dazu|nur(?= (?:bei|mit|für|dann|wenn|durch))"
    r"|nötig|brauch\w+|erst(?=,? (?:wenn|dann)))\b|\?",
    re.IGNORECASE,
)
VERB_FIRST = re.compile(r"(?:^|[.!?;:] )([A-ZÄÖÜ][a-zäöüß]+ [^.!?;]*?), (?:so|dann)\b")
OCCASION = re.compile(r"\b[Bb]ei (?:[a-zäöüß]+ ){0,2}([A-ZÄÖÜ][\w-]{3,})")
EXCEPTION = re.compile(
    r"\b(?:ausgenommen(?: sind| ist)?|mit Ausnahme (?:von|de[rsm])|abgesehen von)\b([^,.;:!?]*)", re.IGNORECASE
)
SAYS_EXCEPTION = re.compile(r"\b(?:ausnahme\w*|außer|ausgenommen|andere\w*|nur|sonst|manche\w*)\b", re.IGNORECASE)
ONLY = re.compile(
    r"\bnur (?:durch|mit|bei|für|von|in|an|auf|nach|zu[rm]?|gegen|über|unter|aus) (?:[a-zäöüß]+ ){0,3}[A-ZÄÖÜ][\w-]+"
)
LIMITED = re.compile(r"\b(?:nur|lediglich|ausschließlich|allein|einzig|außer|erst|ohne|sonst|wenn)\b", re.IGNORECASE)
CASE = re.compile(r"(?P<first>[A-ZÄÖÜ][\w-]{2,}) oder (?:[a-zäöüß]+ ){0,3}(?P<other>[\w-]*[A-ZÄÖÜ][\w-]{3,})")
OR = re.compile(r"\b(?:oder|bzw\.|beziehungsweise|sowie|und)(?!\w)|,", re.IGNORECASE)
CLAUSE_CASE = re.compile(r"\boder ((?:de[rmns]|die|das|eine?[nmr]?|[Ss]eine?|[Ii]hre?) [^,.;:!?]{10,})")
BOTH = re.compile(
    r"\bund (?:de[rmns]|die|das|eine?[nmr]?|seine?|ihre?) (?P<other>[A-ZÄÖÜ][\w-]{3,}) (?P<verb>[a-zäöüß]{5,})$"
)
ALL = re.compile(r"\b(?:und|beide\w*|alle\w*|auch|sowie|gemeinsam|jeweils)\b", re.IGNORECASE)


def dropped(before: str, after: str) -> list[Violation]:
    """What is certainly gone; several kinds may name the same part."""
    return [*sentences(before, after), *conditions(before, after), *limits(before, after), *cases(before, after)]


def sentences(before: str, after: str) -> Iterator[Violation]:
    """Of fewer sentences than the original has, none has a word of what only this one says."""
    texts = [sentence.text for sentence in split_sentences(before)]
    if len(split_sentences(after)) >= len(texts):
        return
    for number, text in enumerate(texts):
        others = content_stems(" ".join(texts[:number] + texts[number + 1 :]))
        own = [one for one in content_stems(text) if not is_told(one, others)]
        if len(own) >= FEWEST_OWN and not any(is_told(one, content_stems(after)) for one in own):
            yield Violation("omission", text, None)


def conditions(before: str, after: str) -> Iterator[Violation]:
    """A condition of which no word is left, and none other is told in its place."""
    for found in EXCEPTION.finditer(before):
        own, told = content_stems(found[1]), content_stems(after)
        if own and not SAYS_EXCEPTION.search(after) and not any(is_told(one, told) for one in own):
            yield Violation("condition", found[0].strip(), None)
    for found in (*CONDITION.finditer(before), *VERB_FIRST.finditer(before)):
        if is_gone(found[1], before, after) or lacks_one_of_both(found[1], after):
            yield Violation("condition", found[0].strip(), None)


def is_gone(condition: str, before: str, after: str) -> bool:
    """Of what only the condition names nothing is told, and no other condition stands in its place."""
    rest = before.replace(condition, " ")
    known, told = content_stems(rest), content_stems(after)
    own = [one for one in content_stems(condition) if not is_told(one, known)]
    if len(own) < FEWEST_OF_CONDITION or any(is_told(one, told) for one in own):
        return False
    return not says_another(rest, after)


def says_another(rest: str, after: str) -> bool:
    """The rewrite has a condition that is not the one of another sentence of the original."""
    known = content_stems(rest)
    clauses = [content_stems(found[1]) for found in (*ANY_IF.finditer(after), *OCCASION.finditer(after))]
    new = any(sum(is_told(one, known) for one in clause) < len(clause) / 2 for clause in clauses)
    return new or SAYS_CONDITION.search(after) is not None or has_verb_first(after)


def lacks_one_of_both(condition: str, after: str) -> bool:
    """ "wenn A und B zustimmen" has become "wenn A zustimmt": the same verb, once, and nobody beside A."""
    found = BOTH.search(condition.strip())
    if found is None:
        return False
    other, verb = content_stems(found["other"]), content_stems(found["verb"])
    told = [one[1] for one in CONDITION.finditer(after) if verb & content_stems(one[1])]
    return (
        len(told) == 1
        and not ALL.search(told[0])
        and not any(is_told(one, content_stems(told[0])) for one in other)
        and len([one for one in split_sentences(after) if verb & content_stems(one.text)]) == 1
    )


def limits(before: str, after: str) -> Iterator[Violation]:
    """ "nur durch Vergleich" of which neither the limit nor what it names is left."""
    for found in ONLY.finditer(before):
        own = content_stems(found[0])
        if own and not LIMITED.search(after) and not any(is_told(one, content_stems(after)) for one in own):
            yield Violation("condition", found[0], None)


def cases(before: str, after: str) -> Iterator[Violation]:
    """One of several cases is gone with its "oder", though the sentence is told in its own words otherwise."""
    if len(OR.findall(after)) >= len(OR.findall(before)):
        return
    told = content_stems(after)
    for found in CLAUSE_CASE.finditer(before):
        own = content_stems(found[1])
        if len(own) >= FEWEST_OF_CASE and not any(is_told(one, told) for one in own):
            yield Violation("omission", found[0], None)
    for found in CASE.finditer(before):
        first, other = content_stems(found["first"]), content_stems(found["other"])
        if re.search(rf"{re.escape(found['first'])}\w*(?: oder\b| und\b|,| sowie\b| bzw)", after):
            continue  # The other one may be reworded.
        if is_all_told(first, told) and other and not any(is_told(one, told) for one in other):
            rest = content_stems(before) - other
            if sum(is_told(one, told) for one in rest) >= MOSTLY * len(rest):
                yield Violation("omission", found[0], None)


def is_all_told(stems: frozenset[str], others: frozenset[str]) -> bool:
    return bool(stems) and all(is_told(one, others) for one in stems)


def is_told(one: str, others: frozenset[str]) -> bool:
    return one in others or any(related(one, other) for other in others)
