"""Negations: what is denied, forbidden or excluded stays so, however it is worded."""

import re
from collections.abc import Sequence
from functools import lru_cache

from apps.simplify.checks.meaning.exception_as_sentence import states_exception_separately
from apps.simplify.checks.meaning.word_pairs_within_distance import NearbyWords, contains_nearby_pair
from apps.simplify.text.rewrite_fidelity_violation import Violation
from apps.simplify.text.words_and_stems import first_missing
from apps.text.grammar.negation_words import IDIOM, IMPLICIT_NEGATIONS, find_negations

# Words that deny in themselves. "unter", "und", "uns" and the like begin so too, hence the list of what follows "un".
REVERSED = (
    r"zulässig|gültig|wirksam|möglich|befugt|erlaubt|berechtigt|vollständig|richtig|zutreffend|begründet|zumutbar"
    r"|anfechtbar|widerruflich|geeignet|verhältnismäßig|rechtmäßig|pünktlich|befristet|entgeltlich|verheiratet"
)
"""What "un" turns into a denial that a rewrite must keep."""
UN = (
    rf"un(?:{REVERSED}|verändert|abhängig|berührt|mittelbar|verzüglich|brauchbar|bekannt|genügend|zureichend|bedenklich"
    r"|schädlich|beschadet|geklärt|tersagt|benutzt|bebaut|bewohnt|nötig|klar|bestritten|streitig|wahr|fähig"
    r"|eingeschränkt|beschränkt|sachgemäß|terlassen)"
)
OTHER_DENIALS = r"in(?:akzeptabel|diskutabel|kompatibel|stabil|relevant)\w*|ir(?:relevant|reparabel)\w*|illegal\w*"
CLOSED = re.compile(
    rf"(?<![\w-])(?=[^\W\d])(?:{UN}\w*|{OTHER_DENIALS}|{IMPLICIT_NEGATIONS}|unterlass\w*|unterbleib\w*|ausschließen"
    r"|ausgenommen|bis auf(?! (?:weiteres|widerruf)\b)|mit ausnahme"
    r"|ausschluss\w*|entfäll\w*|entfallen\w*|abgelehnt\w*|ablehn\w*|lehn(?:t|en) .{0,60}\bab"
    r"|fehl(?:t|en|ende[nrms]?)"
    r"|mangels|kostenfrei\w*|kostenlos\w*|gebührenfrei\w*|steuerfrei\w*|barrierefrei\w*|frei von"
    r"|freie[nmrs]? (?:eintritt|fahrt|verpflegung)"
    r"|verhinder\w*|verm[ei]+d\w*"
    r"|wegfall\w*|weggefallen|wegfäll\w*|erlischt|außer|es sei denn|soweit nicht|lediglich|nur(?! nicht\b)"
    r"|ausschließlich|höchstens|maximal|mindestens"
    r"|(?:ge)?hinder\w*|kaum|selten|gering\w*|wenig(?:er|e[nrms]?)?|zu \w+, (?:als dass|um)"
    r"|[a-zäöü]{4,}(?:los(?:e[nmrs]?|igkeit)?|frei(?:e[nmrs]?)?)|statt|anstelle|anstatt|allein|erst|bis zu"
    r"|wenigstens|ablehnung\w*|abgewiesen\w*"
    r"|verletz\w*|verst(?:o(?:ß|ss)|öß|ieß)\w*|versäum\w*|verpass\w*|missacht\w*"
    r"|(?:\w*(?:forderung|kosten|zahlung|beitrag|steuer)|gebühr|zinsen|schuld)\w*\b[^.!?]{0,60}\berlass\w*"
    r"|unless|except|unable|exclud\w*)(?![\w])"
    r"|\bnicht(?!s\b)[a-zäöü]+"
)
"""Of a text in small letters: where case is ignored, each sign is compared twice."""

# "nicht weniger als" holds a word that denies little by itself.
LIMITS = re.compile(r"\bnicht \w+er als\b", re.IGNORECASE)
LISTED = re.compile(r"\b(?:kein\w*|ohne)\s(?:\S+\s){1,3}?(?:und|oder|sowie|noch)\b", re.IGNORECASE)
DENYING = re.compile(
    rf"(?<![\w-])(?:un(?:{REVERSED})\w*"
    r"|untersag\w*|verbot\w*|verbiet\w*|ausgeschlossen\w*|entfällt|entfallen|abgelehnt\w*|verweigert\w*"
    r"|verzicht\w*|verm[ei]+d\w*|verhinder\w*)",
    re.IGNORECASE,
)
UNWORD = re.compile(r"(?<![\w-])un(?!ter|gefähr|mittelbar|ion|ivers|iform|sere?)([a-zäöüß]{5,})", re.IGNORECASE)
"""Any word that "un" turns round, with the word itself."""
NOT_ALL = re.compile(r"\bnicht (?:alle[nrms]?|jede[nrms]?|immer|überall|stets)\b", re.IGNORECASE)
PARTS = re.compile(r"\b(?:manch|einige|wenige|viele|teil|selten|meist|oft)\w*", re.IGNORECASE)
ALL = re.compile(r"\b(?:alle[nrms]?|jede[nrms]?|immer|überall|stets)\b", re.IGNORECASE)

HINT = (
    rf"^(?i:nicht|un(?!ter|d$|s$)\w{{5}}|in(?:akz|disk|komp|stab|relev)|ir(?:rel|rep)|illegal|kein|nie|nirgend|weder|ohne|not$|no$|nothing|nowhere|never|nobody|none|neither|without|cannot|t$|{UN}|unter(?:sag|lass|bleib)"
    r"|verb[oi]|aus(?:geschl|schl|gen|schluss)|entf[aä]l|ab(?:ge)?leh?n|lehn|verweiger|versag|fehl|mangels"
    r"|befrei|verzicht|(?:ver|ge)?hinder|verm[ei]+d|wegf[aä]l|weggef|erlischt|erlosch|außer|denn$|lediglich|nur$"
    r"|höchstens|maximal|mindestens|kaum|selten|gering|wenig|dass$|um$|statt|an(?:stelle|statt)|allein|erst$|bis$"
    r"|abgewiesen|prohibit|forbid|unless|except|unable|refus|exclud)|(?i:frei|los(?:e[nmrs]?|igkeit)?$)"
)

NOT_WITHOUT = NearbyWords(
    re.compile(r"\b(?:(?P<without>ohne)|(?P<denial>nicht|kein\w*))\b|[.!?]", re.IGNORECASE),
    frozenset({("without", "denial"), ("denial", "without")}),
    120,
)
ONLY_WITH = NearbyWords(
    re.compile(r"\b(?:(?P<only>nur|erst)|(?P<condition>wenn|mit|nach|sobald))\b|[.!?]", re.IGNORECASE),
    frozenset({("only", "condition")}),
    100,
)
IF = r"(?:wenn|falls|sofern|soweit)\b"
IF_NOT = re.compile(rf"\b{IF}(?! {IF})[^.!?]{{0,80}}\b(?:nicht|kein\w*)\b")
"""For a text in small letters. Of several conditions in a row the last one tells as much."""
OTHERWISE = re.compile(r"\b(?:sonst|andernfalls|anderenfalls)\b", re.IGNORECASE)
UNLESS_OTHERS = re.compile(r"\bvorbehaltlich (?:abweichend|ander|entgegenstehend|besonder)", re.IGNORECASE)


def check(before: str, after: str) -> list[Violation]:
    """A negation may change its word (nicht zulässig, unzulässig, verboten), but not get lost or appear."""
    (old, old_idioms), (rewritten, idioms) = find_negations(before), find_negations(after)
    if idioms > old_idioms:
        # A new "nicht nur" denies after all: the original said "nur".
        return [Violation("negation", None, "nicht")]
    old = old[count_licensed_losses(before, after) :]
    gained = len(rewritten) - len(old)
    if gained < 0 and -gained > count_gained_closed_words(before, after):
        return [Violation("negation", first_missing(old, rewritten), None)]
    if gained > 0 and gained > max(0, -count_gained_closed_words(before, after)) + count_allowed_denials(
        old, before, after
    ):
        return [Violation("negation", None, first_missing(rewritten, old))]
    return (
        check_turned_denials(before, after, gained)
        or check_turned_un_words(before, after, gained)
        or check_negation_scope(before, after)
    )


def count_licensed_losses(before: str, after: str) -> int:
    """Denials that other words do without: "Ohne A nicht B", "B nur mit A"; "wenn nicht A, B", "A, sonst B"."""
    if says_only_with(before, after):
        return 2
    return int(says_otherwise(before, after) or bool(IF_NOT.search(before.lower()) and gains_otherwise(before, after)))


def says_otherwise(before: str, after: str) -> bool:
    """ "Ohne A nicht B" as "A, sonst nicht B"."""
    return gains_otherwise(before, after) and contains_nearby_pair(NOT_WITHOUT, before)


def gains_otherwise(before: str, after: str) -> bool:
    return bool(OTHERWISE.search(after)) and not OTHERWISE.search(before)


def says_only_with(before: str, after: str) -> bool:
    is_only_now = contains_nearby_pair(ONLY_WITH, after) and not contains_nearby_pair(ONLY_WITH, before)
    return is_only_now and contains_nearby_pair(NOT_WITHOUT, before)


def check_turned_denials(before: str, after: str, gained: int) -> list[Violation]:
    """A word that denied in itself has become its opposite: unzulässig, zulässig; verboten, erlaubt."""
    old, rewritten = DENYING.findall(before), DENYING.findall(after)
    missing = len(old) - len(rewritten)
    if missing > max(0, gained) and missing > max(0, gained) + max(
        0, count_gained_closed_words(before, after) + missing
    ):
        return [Violation("negation", first_missing(old, rewritten), None)]
    if len(rewritten) > len(old) and not (find_negations(before)[0] or count_closed_words(before)):
        return [Violation("negation", None, first_missing(rewritten, old))]
    return []


def check_turned_un_words(before: str, after: str, gained: int) -> list[Violation]:
    """ "unbehandelt" has become "behandelt" or the other way round, and no other word denies in its place."""
    for text, other, change in ((before, after, gained), (after, before, -gained)):
        for found in UNWORD.finditer(text):
            plain = re.compile(rf"(?<![\w-]){found[1]}", re.IGNORECASE)
            if change < 1 and plain.search(other) and not plain.search(text) and found[0] not in other:
                word, opposite = (found[0], found[1]) if text is before else (found[1], found[0])
                return [Violation("negation", word, opposite)]
    return []


def check_negation_scope(before: str, after: str) -> list[Violation]:
    """ "Nicht alle" are some, however often "nicht" is said of all of them."""
    found = NOT_ALL.search(before)
    if found and not NOT_ALL.search(after) and ALL.search(after) and not PARTS.search(after):
        return [Violation("negation", found[0], None)]
    return []


def count_allowed_denials(old: Sequence[str], before: str, after: str) -> int:
    """ "weder A noch B" may become two sentences, one "kein" before a list of things, too; "unbehandelt" is "ohne".

    An exception may be told in a sentence that denies; "vorbehaltlich anderer Regeln" is "wenn es keine anderen gibt".
    """
    lists = sum(word in ("weder", "neither") for word in old)
    unsaid = sum(found[0] not in after for found in UNWORD.finditer(before))
    others = (LISTED.search(before), states_exception_separately(before, after), UNLESS_OTHERS.search(before))
    return lists + unsaid + sum(map(bool, others))


@lru_cache(maxsize=2_000)
def count_closed_words(text: str) -> int:
    return len(CLOSED.findall(IDIOM.sub(" ", LIMITS.sub(" ", text)).lower()))


def count_gained_closed_words(before: str, after: str) -> int:
    """Looked up only where something else has changed: it is the slowest of these comparisons."""
    return count_closed_words(after) - count_closed_words(before)
