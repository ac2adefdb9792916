"""An exception that a rewrite tells as a sentence of its own: dogs may not come in, assistance dogs may."""

import re

from apps.simplify.text.split_sentences import split_sentences
from apps.simplify.text.words_and_stems import are_related_stems, content_stems, stem
from apps.text.grammar.negation_words import is_negated

EXCEPTED = re.compile(
    r"\b(?:[Mm]it Ausnahme (?:von|de[rsm])|[Aa]usgenommen(?: sind| ist| auf| für| in| im| an| am| bei)?"
    r"|[Bb]is auf|[Aa]ußer|[Aa]bgesehen von)\s"
    r"(?:[a-zäöüß]+\s){0,2}(?P<noun>[A-ZÄÖÜ][\w-]{3,})"
)


def states_exception_separately(before: str, after: str) -> bool:
    """What is excepted stands in sentences of the opposite polarity, beside one that says what holds for the rest."""
    found = EXCEPTED.search(before)
    if found is None:
        return False
    rule, excepted = is_negated(before), stem(found["noun"])
    own: list[bool] = []
    others: list[bool] = []
    for sentence in split_sentences(after):
        is_about = any(are_related_stems(excepted, one) for one in content_stems(sentence.text))
        (own if is_about else others).append(is_negated(sentence.text))
    return bool(own) and all(negated != rule for negated in own) and rule in others
