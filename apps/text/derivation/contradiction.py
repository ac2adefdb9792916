"""What surely says otherwise: another value, the opposite word, another necessity, exchanged places. Pure.

Held apart from the proof: nothing here can prove a sentence. A difference counts as opposite only by one of the rules
below, and only between two sentences that are otherwise nearly the same; anything else stays unexplained.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache, lru_cache
from pathlib import Path

from apps.text.derivation.clause_comparison import UNFINISHED, compared, settled
from apps.text.derivation.outcome import Difference
from apps.text.derivation.reading.clause_parts import Part
from apps.text.derivation.reading.clauses import joined_zu, sentences
from apps.text.derivation.reading.tokens import Token
from apps.text.derivation.rules.act_nouns import verb_of
from apps.text.derivation.statement import Statement
from apps.text.derivation.statements import statements, words_of

TABLE = Path(__file__).with_name("opposites.tsv")
CONTENT = frozenset({"noun", "verb", "adj", "value"})
SILENT = frozenset({"the", "a", "your", "it"})
LONGEST = 6_000
NEARLY_THE_SAME = 0.6
"""Share of the content of a sentence that stands in the other too before a difference can be an opposite."""
LEFT_OVER = 0.34
"""Share of the content that may differ beside the opposite."""
DENIALS = frozenset({"not", "no", "never", "nothing", "nobody"})
NECESSITY = {
    "müssen": "must",
    "sollen": "should",
    "können": "may",
    "dürfen": "may",
    "must": "must",
    "should": "should",
    "may": "may",
    "can": "may",
}
CLASSES = (
    {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"},
    {"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"},
    {
        "januar",
        "februar",
        "märz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "dezember",
    },
    {"daily", "weekly", "monthly", "yearly", "per_day", "per_hour", "once"},
    {"tag", "woche", "monat", "jahr", "stunde", "minute", "quartal", "halbjahr", "werktag"},
    {"day", "week", "month", "year", "hour", "minute"},
    {"frühling", "sommer", "herbst", "winter"},
    {"all", "some", "both", "few", "several", "many", "no", "most"},
    {"only", "also"},
    {"and", "or"},
    {"at_least", "at_most", "more", "less", "about"},
    {"at_latest", "at_earliest"},
    {"until", "starting", "since"},
    {"before", "after", "during", "while"},
    {"under", "about_topic", "over"},
    {"with", "without"},
    {"including", "plus", "except", "minus"},
    {"within", "outside"},
    {"within", "after"},
    {"to", "from"},
    {"if", "unless"},
    {"if", "although", "because"},
    {"for", "against"},
    {"always", "sometimes", "never", "usually"},
    {"fully", "partly"},
    {"müssen", "sollen", "können"},
    {"müssen", "sollen", "dürfen"},
    {"must", "should", "may"},
    {"must", "should", "can"},
    {"in", "out"},
    {"in", "except"},
    {"within", "not_before"},
    {"only", "not_before"},
    {"until", "not_before"},
    {"at_latest", "not_before"},
    {"at_latest", "starting"},
    {"at_least", "until"},
    {"under", "starting"},
    {"under", "until"},
    {"both", "one"},
    {"this", "bisherig"},
)
PREFIXES = (
    ("höchst", "mindest"),
    ("an", "ab"),
    ("ein", "aus"),
    ("auf", "zu"),
    ("vor", "nach"),
    ("höchst", "normal"),
    ("maximal", "minimal"),
)
SUFFIXES = (("pflichtig", "frei"), ("geber", "nehmer"), ("voll", "los"))


@dataclass(frozen=True, slots=True)
class Opposition:
    """`differences` of one sentence against its nearest in the source; `opposite` when it surely says otherwise."""

    differences: tuple[Difference, ...]
    opposite: bool
    likeness: float


@cache
def pairs() -> frozenset[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            _, left, right = line.split("\t")
            found |= {(a, b) for a in left.split(" | ") for b in right.split(" | ")}
    return frozenset(found | {(b, a) for a, b in found})


@lru_cache(maxsize=20_000)
def opposite(before: str, after: str) -> bool:
    """Of two keys: by the table, as members of one closed class, or by their parts ("un-", "-frei")."""
    if before == after:
        return False
    if (before, after) in pairs() or any({before, after} <= group for group in CLASSES):
        return True
    if (one := verb_of(before)) and (other := verb_of(after)) and (one, other) in pairs():
        return True
    if "un" + before == after or "un" + after == before or "nicht" + before == after or before == "nicht" + after:
        return True
    return any(differ_by(before, after, a, b) for a, b in PREFIXES) or any(
        differ_by_end(before, after, a, b) for a, b in SUFFIXES
    )


def differ_by(before: str, after: str, one: str, other: str) -> bool:
    for a, b in ((one, other), (other, one)):
        rest = before.removeprefix(a)
        if rest != before and len(rest) > 3 and after == b + rest:
            return True
    return False


def differ_by_end(before: str, after: str, one: str, other: str) -> bool:
    for a, b in ((one, other), (other, one)):
        rest = before.removesuffix(a)
        if rest != before and len(rest) > 3 and after == rest + b:
            return True
    return False


@lru_cache(maxsize=512)
def read(text: str) -> tuple[tuple[Token, ...], ...]:
    """Sentences without articles and fillers, phrases of the same meaning under one key."""
    found = (tuple(t for t in joined_zu(sentence) if speaks(t)) for sentence in sentences(words_of(text[:LONGEST])))
    return tuple(sentence for sentence in found if sentence)


def speaks(token: Token) -> bool:
    return token.kind not in {"filler", "punct", "dash", "bullet"} and token.key not in SILENT


def opposed(claim: str, quotes: Sequence[str]) -> tuple[list[Difference], bool]:
    """Differences of each sentence from the nearest one of the quotes, and whether one surely says otherwise."""
    sources = [sentence for quote in quotes for sentence in read(quote)]
    clauses = [s for quote in quotes for s in statements(quote[:LONGEST])]
    reordered = all(any(same_parts(s, c) for s in clauses) for c in statements(claim))
    findings = [nearest(sentence, sources, reordered) for sentence in read(claim)]
    said = [finding for finding in findings if finding is not None]
    moved = list(exchanged_between(statements(claim), clauses))
    moved += list(other_predicates(statements(claim), clauses))
    differences = [*moved, *(difference for finding in said for difference in finding.differences)]
    return differences, any(d.opposite for d in moved) or any(finding.opposite for finding in said)


def same_parts(source: Statement, claim: Statement) -> bool:
    return Counter(p.key for p in source.parts) == Counter(p.key for p in claim.parts)


def nearest(sentence: Sequence[Token], sources: Sequence[Sequence[Token]], reordered: bool) -> Opposition | None:
    ranked = sorted(sources, key=lambda source: -likeness(source, sentence))[:2]
    found = [held(source, sentence, reordered) for source in ranked]
    return min(found, key=lambda finding: (not finding.likeness, len(finding.differences)), default=None)


def likeness(source: Sequence[Token], claim: Sequence[Token]) -> float:
    """Content in common, of the smaller side; 0 to 1."""
    before, after = content(source), content(claim)
    smaller = min(before.total(), after.total())
    return (before & after).total() / smaller if smaller else 0.0


def content(tokens: Sequence[Token]) -> Counter[str]:
    return Counter(t.key for t in tokens if t.kind in CONTENT)


def held(source: Sequence[Token], claim: Sequence[Token], reordered: bool = False) -> Opposition:
    found, left = [], 0
    for before, after in regions(source, claim):
        typed, rest = classified(before, after)
        found += typed
        left += rest
    several = sum(d.kind == "negation" for d in found) > 1
    if ((left or several) and negated(source) == negated(claim)) or any(t.key in DENYING for t in (*source, *claim)):
        found = [replace(d, opposite=False) if d.kind == "negation" else d for d in found]
    share = left / max(1, content(source).total() + content(claim).total())
    alike = likeness(source, claim)
    exchanged = None if reordered else places_exchanged(source, claim)
    if exchanged is not None:
        found = [exchanged]
    sure = exchanged is not None or (
        any(d.opposite for d in found) and (share <= LEFT_OVER / 2 or (share <= LEFT_OVER and alike >= NEARLY_THE_SAME))
    )
    return Opposition(tuple(found), sure, alike)


DENYING = frozenset({"forbidden", "impossible", "without", "ausschliessen", "verbieten", "untersagen"})
"""Words that deny without "nicht"."""


def negated(tokens: Sequence[Token]) -> bool:
    return any(t.key in DENIALS for t in tokens)


def regions(source: Sequence[Token], claim: Sequence[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
    matcher = SequenceMatcher(None, [t.key for t in source], [t.key for t in claim], autojunk=False)
    for name, a, b, c, d in matcher.get_opcodes():
        if name != "equal":
            yield list(source[a:b]), list(claim[c:d])


def classified(before: list[Token], after: list[Token]) -> tuple[list[Difference], int]:
    """Typed differences of a stretch, and how many words of content are left without a type."""
    found: list[Difference] = []
    for taken in opposite_pairs(before, after):
        found.append(taken)
    gone, new = denials(before), denials(after)
    if gone != new:
        found.append(
            Difference("negation", " ".join(gone), " ".join(new), opposite=sorted((len(gone), len(new))) == [0, 1])
        )
    rest_before = [t for t in before if t.key not in DENIALS]
    rest_after = [t for t in after if t.key not in DENIALS]
    if rest_before or rest_after:
        found.append(Difference(kind_of([*rest_before, *rest_after]), words(rest_before), words(rest_after)))
    left = sum(t.kind in CONTENT for t in [*rest_before, *rest_after])
    return found, left


def opposite_pairs(before: list[Token], after: list[Token]) -> Iterator[Difference]:
    """Takes what it yields out of both lists."""
    for one in list(before):
        for other in after:
            kind = opposition(one, other)
            if kind:
                before.remove(one)
                after.remove(other)
                yield Difference(kind, one.text, other.text, opposite=True)
                break


def opposition(one: Token, other: Token) -> str:
    if one.value is not None and other.value is not None and one.key != other.key:
        same_kind = one.value.kind == other.value.kind
        return (
            "number"
            if same_kind
            else "unit"
            if one.value.amount == other.value.amount or "working_days" in {one.value.kind, other.value.kind}
            else ""
        )
    if one.key in NECESSITY and other.key in NECESSITY:
        return "modality" if NECESSITY[one.key] != NECESSITY[other.key] else ""
    return kind_of([one]) if opposite(one.key, other.key) else ""


def denials(tokens: Sequence[Token]) -> list[str]:
    return [t.text for t in tokens if t.key in DENIALS]


def kind_of(tokens: Sequence[Token]) -> str:
    kinds = {t.kind for t in tokens}
    for kind, name in (
        ("value", "number"),
        ("modal", "modality"),
        ("quant", "quantifier"),
        ("limit", "limit"),
        ("focus", "scope"),
        ("sub", "connective"),
        ("conj", "connective"),
        ("prep", "limit"),
    ):
        if kinds == {kind} or (kind == "value" and kind in kinds):
            return name
    return "word"


def words(tokens: Sequence[Token]) -> str:
    return " ".join(t.text for t in tokens)


def places_exchanged(source: Sequence[Token], claim: Sequence[Token]) -> Difference | None:
    """The same words in the same kinds of places, but not in the same order: somebody else does it, or pays it."""
    if len(source) != len(claim) or Counter(t.key for t in source) != Counter(t.key for t in claim):
        return None
    if [t.kind for t in source] != [t.kind for t in claim]:
        return None
    moved = [(a, b) for a, b in zip(source, claim, strict=True) if a.key != b.key]
    return (
        Difference("role", words([a for a, _ in moved]), words([b for _, b in moved]), opposite=True) if moved else None
    )


def exchanged_between(claims: Sequence[Statement], sources: Sequence[Statement]) -> Iterator[Difference]:
    """Values that went to another key, and phrases that went to another place of the same clause."""
    for claim in claims:
        yield from wrong_keys(claim, sources)
        for source in sources:
            if (found := other_roles(source, claim) or wrong_places(source, claim)) is not None:
                yield found
                break


def wrong_keys(claim: Statement, sources: Sequence[Statement]) -> Iterator[Difference]:
    """Its value stands in the source with another key, and its key there with another value."""
    for value in values_of(claim):
        kind = value.split(":")[0]
        holders = [s for s in sources if value in values_of(s)]
        rivals = [
            s for s in sources if any(v.startswith(f"{kind}:") for v in values_of(s)) and value not in values_of(s)
        ]
        asked = key_of(claim, kind)
        if not holders or not rivals or not asked:
            continue
        best = max(rivals, key=lambda s: len(asked & key_of(s, kind)))
        there = max(len(asked & key_of(s, kind)) for s in holders)
        if len(asked & key_of(best, kind)) > there and not asked & key_of(best, kind) <= shared_keys(sources, kind):
            right = next(v for v in values_of(best) if v.startswith(f"{kind}:"))
            yield Difference("number", right.split(":", 1)[1], value.split(":", 1)[1], opposite=True)


NAMES = {"must": "muss", "should": "soll", "can": "kann", "may": "darf", "": "∅", "will": "wird", "want": "will"}


def other_predicates(claims: Sequence[Statement], sources: Sequence[Statement]) -> Iterator[Difference]:
    """The same done by and to the same, but with another necessity, denied, or in parts that are opposite."""
    for claim in claims:
        tried = [
            (compared(source, claim), source) for source in sources if source.predicate.verb == claim.predicate.verb
        ]
        if not tried or claim.predicate.verb in UNFINISHED:
            continue
        comparison, source = min(tried, key=lambda pair: len(pair[0].differences))
        kinds = {d.kind for d in comparison.differences}
        if kinds and kinds <= {"modality", "negation", "agent", "voice"}:
            yield from other_predicate(source, claim, kinds)
        elif kinds and kinds <= {"added", "dropped"} and comparison.pairs:
            yield from opposite_parts(source, claim, comparison.differences)


def other_predicate(source: Statement, claim: Statement, kinds: set[str]) -> Iterator[Difference]:
    before, after = source.predicate.modality, claim.predicate.modality
    if "modality" in kinds and before and after:
        sure = {before, after} != {"can", "may"}
        yield Difference("modality", NAMES.get(before, before), NAMES.get(after, after), opposite=sure)
    elif "negation" in kinds:
        yield Difference("negation", " ".join(source.scope), " ".join(claim.scope), opposite=True)


def opposite_parts(source: Statement, claim: Statement, differences: Sequence[Difference]) -> Iterator[Difference]:
    """Each part that was exchanged, when every one of them is the opposite of what stood there."""
    gone = [p for p in source.parts if any(d.source == p.text for d in differences)]
    new = [p for p in claim.parts if any(d.claim == p.text for d in differences)]
    if len(gone) != len(new) or len(gone) > MOST_EXCHANGED:
        return
    kinds = [opposite_part(before, after) for before, after in zip(gone, new, strict=True)]
    if all(kinds):
        for kind, before, after in zip(kinds, gone, new, strict=True):
            yield Difference(kind, before.text, after.text, opposite=True)


MOST_EXCHANGED = 2


def opposite_part(before: Part, after: Part) -> str:
    """What kind of opposite one phrase is of the other, or an empty text."""
    if before.words == after.words and before.scope == after.scope:
        return "limit" if opposite(before.mark, after.mark) else ""
    if before.mark != after.mark or before.scope != after.scope or len(before.words) != len(after.words):
        return ""
    changed = [(a, b) for a, b in zip(before.words, after.words, strict=True) if a != b]
    if len(changed) != 1:
        return ""
    one, other = changed[0]
    if ":" in one and ":" in other:
        return "number" if one.split(":")[0] == other.split(":")[0] else "unit"
    return "word" if opposite(one, other) else ""


def values_of(statement: Statement) -> list[str]:
    return [word for p in statement.parts for word in p.words if ":" in word and not word.startswith("ordinal")]


def key_of(statement: Statement, kind: str) -> frozenset[str]:
    """Words that tell what a value of this kind belongs to: all others of the clause, its verb too."""
    words = {word for p in statement.parts for word in p.words if not word.startswith(f"{kind}:")}
    return frozenset(words | {statement.predicate.verb}) - {"of", "and", "or", "", "amount", "gebühr"}


def shared_keys(sources: Sequence[Statement], kind: str) -> frozenset[str]:
    """What stands beside every value of the kind tells nothing of one of them."""
    found = [key_of(s, kind) for s in sources if any(v.startswith(f"{kind}:") for v in values_of(s))]
    return frozenset.intersection(*found) if found else frozenset()


def wrong_places(source: Statement, claim: Statement) -> Difference | None:
    """The same verb, the same marks and the same words, in other phrases."""
    if (
        source.predicate != claim.predicate
        or source.scope != claim.scope
        or len(source.parts) != len(claim.parts)
        or len(source.parts) < 2
    ):
        return None
    if sorted(p.mark for p in source.parts) != sorted(p.mark for p in claim.parts):
        return None
    if same_parts(source, claim):
        return None
    before, after = phrase_words(source), phrase_words(claim)
    if Counter(before) != Counter(after) or Counter(p.key for p in source.parts) == Counter(p.key for p in claim.parts):
        return None
    return Difference("role", source.text, claim.text, opposite=True)


def other_roles(source: Statement, claim: Statement) -> Difference | None:
    """The same phrases, and by their forms surely another one acts."""
    if source.predicate.verb != claim.predicate.verb:
        return None
    differences = compared(source, claim).differences
    if not differences or any(d.kind != "role" for d in differences):
        return None
    before, after = settled(source), settled(claim)
    agents = [
        {p.words for p, names in zip(s.parts, found, strict=True) if names == {"agent"}}
        for s, found in ((source, before), (claim, after))
    ]
    sure = len(agents[0]) == len(agents[1]) == 1 and agents[0] != agents[1]
    return Difference("role", source.text, claim.text, opposite=True) if sure else None


def phrase_words(statement: Statement) -> list[str]:
    ignored = {"of", "her", "his"}
    return [word for p in statement.parts for word in p.words if word not in ignored]


def related(claim: str, quotes: Sequence[str]) -> bool:
    """True when any word of content, or the beginning of one, stands on both sides."""
    asked = {key[:5] for sentence in read(claim) for key in content(sentence)}
    said = {key[:5] for quote in quotes for sentence in read(quote) for key in content(sentence)}
    return bool(asked & said)
