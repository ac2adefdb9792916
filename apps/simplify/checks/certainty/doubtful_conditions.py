"""Conditions and limits that a free rewrite may say without any of the words that are counted for them."""

import re

from apps.simplify.checks.certainty.gained_words import gains
from apps.simplify.checks.meaning.conditions import NAMES, ONLY_IF, ConditionWording, either, said
from apps.simplify.text.sentences import split_sentences
from apps.simplify.text.violation import Violation
from apps.simplify.text.words import content_stems, related
from apps.text.grammar.negations import is_negated

IF = either(
    r"wenn|falls|sofern|soweit|solange|sobald|bei|beim|wer|dann|ob|Fall|Fälle[n]?|Bedingung(?:en)?|Voraussetzung(?:en)?"
)
FREE_VERB_FIRST = re.compile(
    r"(?:^|[.!?:;] )(?!(?:Mit|Seit|Damit|Somit|Jetzt|Sonst|Zuletzt|Zudem|In|An|Von)\b)"
    r"[A-ZÄÖÜ][a-zäöüß]{1,20}[nt] (?:Sie|Ihnen|sich|er|sie|es|der|die|das|de[nm]|eine?[nmr]?|man|jemand|niemand"
    r"|Ihre?[nmr]?|keine?[nmr]?|wir|uns|diese[nmrs]?|jede[nmrs]?|[A-ZÄÖÜ]\w+)\b[^.!?]*,[^.!?]*"
)
"""A condition without its word: "Beziehen Sie kein Wasser mehr, haften Sie", also with other commas in it."""
SAYS_CONDITION = re.compile(
    r"\b(?:wenn|falls|sofern|soweit|solange|sobald|Bedingung(?:en)?|Voraussetzung(?:en)?|vorausgesetzt|Fall|Fälle[n]?|danach|müssen|nötig"
    r"|muss|braucht|brauchen|dafür|dazu|sonst)\b|\?",
    re.IGNORECASE,
)
POINTS_BACK = frozenset({"insoweit", "insofern"})
BACK = re.compile(r"in (?:diese[mn]|dem|den) f(?:all|ällen)")
MAY_SAY = {
    "only": r"Bedingung(?:en)?|Voraussetzung(?:en)?|sonst|niemand|andere[nmrs]?|außerdem|vorher|zuerst|allein\w*",
    "except": r"Ausnahmen?|nicht|kein\w*|aber|jedoch|doch|trotzdem|anders|sonst|wenn|nur",
    "at least": r"öfter|nicht weniger|wenigstens|schon|oder (?:mehr|länger|höher|älter)|ab|frühestens|erst",
    "at most": r"nicht (?:mehr|länger|höher|später|öfter)|Grenze|bis|nur|weniger|kleiner|spätestens|innerhalb",
    "more": r"größer|höher|länger|mehr|über|ab|älter|oberhalb|hinaus|zu (?:viel|hoch|lange?|spät)",
    "less": r"noch nicht|weniger|unter|niedriger|kleiner|geringer|kürzer|jünger|zu (?:wenig|niedrig|kurz)"
    r"|nicht (?:mehr|erreich\w*)",
    "by": r"in|vor|Zeit|\w*[Ff]rist\w*|zwischen|und|solange|Ende|endet|vorbei|dauer\w*|spätestens|vorher|pünktlich"
    r"|zu spät|früh genug|nach|lang|höchstens|danach|über",
    "at the earliest": r"erst|nach|nachdem|seit|von|vorher|früher|wenn|sobald|danach|später",
    "at once": r"schnell\w*|direkt|zügig|rasch|sobald|warten|früh\w*|bald\w*|sofort\w*|am selben Tag",
    "as a rule": r"meist\w*|normal\w*|üblich\w*|gewöhnlich\w*|oft|häufig|Ausnahmen?|Regel|fast|eigentlich",
}
"""Words beyond those of the group by which a rewrite may say it."""
TURNED = {"at the earliest": "by", "at least": "at most", "at most": "at least", "more": "less", "less": "more"}
"""What a limit becomes that is turned round: a new "spätestens" does not say "frühestens"."""
KIN = (
    frozenset({"at the earliest", "at least", "more"}),
    frozenset({"by", "at most", "less"}),
)
"""Limits from below and from above."""
TELLS_AGE = re.compile(r"minderjährig|vollend|volljährig|noch nicht|jugendlich", re.IGNORECASE)
PASSED = re.compile(r"\b(?:nach|nachdem|erst|seit|wenn|sobald|vorbei|Ende|später|danach)\b", re.IGNORECASE)
DEMAND = re.compile(r"\b(?:muss|müssen|darf|dürfen|aber|nur|dafür|dazu|nötig|brauch\w*)\b", re.IGNORECASE)
LIMITING = re.compile(r"\b(?:frühestens|erst|nur|höchstens|mindestens|nicht|kein\w*|ausschließlich)\b", re.IGNORECASE)
CUES = {name: either(pattern) for name, pattern in MAY_SAY.items()}
ARRIVED = either(r"da|vorlieg\w*|bekomm\w*|angekommen|erh[aä]lt\w*|hat|haben|ist|sind|wenn|sobald|nachdem")
FORMAL = re.compile(r"^(?:auf|nach|ab|seit|mit|gegen|unter|bei|am|vom|in voller)\b|^schriftlich", re.IGNORECASE)
EXCLUSIVE = re.compile(
    r"beschränk|begrenz|eingeschränk|vorbehalten|ausschließ|allein|einzig|bedarf|bedürf|vorausgesetz|voraussetz"
    r"|\bmit (?:Zustimmung|Genehmigung|Erlaubnis|Einwilligung)|\bohne\b|\bnicht\b|\bkein|\berst\b|\bsoweit\b"
    r"|\bsofern\b",
    re.IGNORECASE,
)


def is_only_about_if(one: Violation, before: str, after: str) -> bool:
    """ "nur wenn" for "wenn" and the reverse: narrower or wider, which a reader is to compare."""
    if one.kind != "condition" or "nur" not in (one.before, one.after) or (one.before and one.after):
        return False
    text, other = (before, after) if one.before else (after, before)
    return bool(ONLY_IF.search(text)) and (bool(IF.search(other)) or has_verb_first(other))


def is_doubtful_condition(one: Violation, before: str, after: str) -> bool:
    if one.before and one.after:
        return is_limit_told_as_duty(one, before, after)
    if one.after:
        return is_only_about_if(one, before, after) or is_doubtful_new(one.after, before, after)
    lost = (one.before or "").lower()
    if is_only_about_if(one, before, after) or lost in POINTS_BACK or BACK.fullmatch(lost):
        return True
    group = group_of(lost)
    if group is None:
        return is_doubtful_form(lost, before, after)
    if group.name == "if":
        return says_condition(before, after) or tells_what_is_needed(lost, before, after)
    if group.name == "only" and gains(SAYS_CONDITION, before, after) and ONLY_IF.search(before):
        return True
    if is_told_by_kin(group.name, before, after):
        return True
    turned = TURNED.get(group.name)
    if turned and len(said(turned, after)) > len(said(turned, before)):
        return False
    return gains(CUES[group.name], before, after) or (group.weak is not None and gains(group.weak, before, after))


def is_limit_told_as_duty(one: Violation, before: str, after: str) -> bool:
    """ "darf frühestens nach …" may be told as "muss mindestens warten", "darf nicht gehen" as "muss bleiben"."""
    if (one.before or "").lower() not in {"darf", "dürfen", "kann", "können"}:
        return False
    return is_negated(before) or bool(LIMITING.search(before) and LIMITING.search(after))


def is_told_by_kin(name: str, before: str, after: str) -> bool:
    """Another limit in the same direction is new: "mindestens 48 Stunden warten" for "frühestens nach 48 Stunden"."""
    kin = next((family - {name} for family in KIN if name in family), frozenset())
    return any(len(said(other, after)) > len(said(other, before)) for other in kin)


def tells_what_is_needed(word: str, before: str, after: str) -> bool:
    """Of the condition itself the most is told as a demand: "Es dürfen aber keine Belange entgegenstehen"."""
    demands = [one.text for one in split_sentences(after) if DEMAND.search(one.text)]
    told = content_stems(" ".join(demands))
    clauses = re.findall(rf"\b{re.escape(word)}\b([^.;!?]*)", before, re.IGNORECASE)
    return any(
        2 * sum(any(related(one, other) for other in told) for one in stems) >= len(stems)
        for clause in clauses
        if (stems := content_stems(clause))
    )


def group_of(word: str) -> ConditionWording | None:
    return next((group for group in NAMES.values() if group.words.fullmatch(word)), None) or next(
        (group for group in NAMES.values() if group.words.match(f"{word} zwei")), None
    )


def is_doubtful_new(word: str, before: str, after: str) -> bool:
    """ "nur" where the original limits in other words; a limit for another one in the same direction; "erst morgen"."""
    if word in {"nur", "erst"}:
        return word == "erst" or EXCLUSIVE.search(before) is not None
    if re.search(rf"\bnicht (?:\w+ ){{0,3}}{re.escape(word)}\b", after) or TELLS_AGE.search(before):
        return True
    group = group_of(word)
    return group is not None and is_told_by_kin(group.name, after, before)


def is_doubtful_form(lost: str, before: str, after: str) -> bool:
    """A condition that began with its verb, or what a time limit begins with."""
    if lost.startswith(("mit ", "nach ", "ab ", "seit ")):
        return gains(ARRIVED, before, after) or (lost.startswith("nach ") and PASSED.search(after) is not None)
    return not FORMAL.match(lost) and len(lost.split()) > 2 and (says_condition(before, after))


def says_condition(before: str, after: str) -> bool:
    return has_verb_first(after) or gains(SAYS_CONDITION, before, after) or gains(IF, before, after)


def has_verb_first(text: str) -> bool:
    return FREE_VERB_FIRST.search(text) is not None
