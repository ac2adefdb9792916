"""What needs a permit, how many may take part, how long it takes: "The extension requires a permit". English."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.tokens.parse_numbers_and_dates import PERIOD_PREFIXES

PERMITS = frozenset({"permit", "licence", "permission", "approval", "consent"})
UNDERTAKEN = frozenset(
    {
        *("extension", "garage", "fence", "shed", "wall", "sign", "building", "conversion", "work", "event", "stall"),
        *("market", "festival", "fire", "firework", "barbecue", "demolition", "advertisement", "aerial", "change"),
    }
)
"""Things that need a permit and never hold one, as persons, firms and offices do."""


def thing_with_permit(statement: Statement) -> None:
    """ "The extension requires (needs) a permit" as "a permit is needed for the extension"."""
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np"]
    plain = found.verb in {"require", "need"} and found.voice == "active" and found.tense == "present"
    if not plain or found.modality or statement.generic or len(named) != len(("thing", "permit")):
        return
    thing, permit = named
    told = thing.words[-1] in UNDERTAKEN and permit.words[-1] in PERMITS
    if (
        not told
        or thing.scope
        or permit.scope
        or thing.determiner
        or permit.determiner
        or thing is not statement.parts[0]
    ):
        return
    needed = replace(permit, cases=frozenset({NOMINATIVE}))
    statement.parts = [needed, replace(thing, mark="for"), *(p for p in statement.parts if p not in named)]
    statement.front = 1
    replace_verb(statement, "need", voice="passive")
    statement.licences.append("word: X requires a permit = a permit is needed for X")


COUNTED = frozenset({("number", "of", "participant"), ("participant",)})


def limited_number(statement: Statement) -> None:
    """ "The number of participants is limited to 20" as "at most 20 people can take part"."""
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np" and p.words in COUNTED and not p.scope]
    counts = [p for p in statement.parts if p.mark == "to" and p.words[:1] and p.words[0].startswith("number:")]
    limited = found.verb in {"limit", "limited"} and found.voice == "passive" and found.tense == "present"
    if not limited or found.modality or statement.scope or len(named) != 1 or len(counts) != 1:
        return
    if counts[0].scope or counts[0].words[1:] not in {(), ("person",), ("participant",)}:
        return
    who = Part("np", (counts[0].words[0], "person"), ("at_most",), frozenset({NOMINATIVE}), text=counts[0].text)
    statement.parts = [who, *(p for p in statement.parts if p not in (named[0], counts[0]))]
    statement.front, statement.predicate = 1, Predicate("take_part", "can")
    statement.licences.append("limit: limited to X = at most X can take part")


def time_taken(statement: Statement) -> None:
    """ "The processing time is about six weeks" as "processing takes about six weeks"."""
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np"]
    spans = [
        p for p in statement.parts if p.mark == "value" and len(p.words) == 1 and p.words[0].startswith(PERIOD_PREFIXES)
    ]
    plain = (
        found.verb == "be" and found.tense == "present" and not found.modality and statement.scope in {(), ("about",)}
    )
    if not plain or len(named) != 1 or len(spans) != 1 or named[0].scope or named[0].determiner:
        return
    words = named[0].words
    if words[-1:] != ("time",) or len(words) != len(("processing", "time")) or not words[0].endswith("ing"):
        return
    act = replace(named[0], words=words[:1])
    span = replace(spans[0], scope=(*statement.scope, *spans[0].scope))
    statement.parts = [act if p is named[0] else span if p is spans[0] else p for p in statement.parts]
    statement.scope = ()
    replace_verb(statement, "take")
    statement.licences.append("word: the processing time is X = processing takes X")


def brought_along(statement: Statement) -> None:
    """ "Bring a photo with you" as "bring a photo"."""
    found = statement.predicate
    if found.verb == "bring" and (found.imperative or statement.generic == "you"):
        drop_parts(statement, lambda part: part.mark == "with" and part.words == ("you",) and not part.scope)


def remaining_valid(statement: Statement) -> None:
    """ "The card remains valid" as "the card is valid"."""
    found = statement.predicate
    if found.verb == "remain" and any(p.words == ("valid",) for p in statement.parts):
        replace_verb(statement, "be", same_subject=True)
        statement.licences.append("word: remains valid = is valid")
