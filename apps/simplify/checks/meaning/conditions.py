"""Conditions, limits and exceptions: sofern may become wenn, mindestens may become nicht weniger als."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.simplify.checks.meaning.exception_as_sentence import states_exception_separately
from apps.simplify.text.rewrite_fidelity_violation import Violation
from apps.simplify.text.words_and_stems import are_related_stems, content_stems, first_missing, stem


@dataclass(frozen=True, slots=True)
class ConditionWording:
    """Wordings of one condition. `weak` words count only as far as the rewrite has gained them.

    `hint`: beginnings of words, one of which occurs in every wording but the weak ones (skip_unneeded_checks.py).
    """

    name: str
    hint: str
    words: re.Pattern[str]
    weak: re.Pattern[str] | None = None


def word_beginnings_hint(words: str) -> str:
    """The hint for a list of beginnings that is separated by |; "ab$" is a whole word."""
    return rf"^(?i:{words})"


def whole_words_pattern(words: str) -> re.Pattern[str]:
    """Whole words of a list that is separated by |."""
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w])", re.IGNORECASE)


NUMBER = (
    r"(?= (?:\d|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|hundert|tausend|die Hälfte"
    r"|das Doppelte))"
)
# "nur wenige" says how many, not under which condition; "nur nicht" is an exception.
ONLY = (
    r"(?<!nicht )nur(?! nicht\b)(?! (?:noch )?(?:wenige?[nrms]?|knapp|etwas|selten|geringe?[nrms]?|schwach|kurz|leicht"
    r"|schwer|ungefähr|vorübergehend|zeitweise)\b)"
)

GROUPS: Sequence[ConditionWording] = (
    ConditionWording(
        "only",
        word_beginnings_hint("nur$|ausschließ|lediglich|allein$|einzig$|erst$|bloß$|ausnahmsweise|only|solely"),
        whole_words_pattern(
            rf"{ONLY}|(?<!nicht )(?:ausschließlich\w*|lediglich|allein|bloß)|einzig|erst|ausnahmsweise|only|solely"
        ),
        whole_words_pattern(r"nicht\b.{1,80}\bwenn nicht|außer|ohne|kein\w*|nicht|unless|not"),
    ),
    ConditionWording(
        "except",
        word_beginnings_hint(
            "denn$|bis$|nur$|au(?:ßer|sgenommen|snahme?)|abgesehen|sonst|ander(?:e)?nfalls|unless|except|unbesch|abweich"
        ),
        whole_words_pattern(
            r"es sei denn|außer|ausgenommen|bis auf(?! (?:weiteres|Widerruf)\b)|nur nicht"
            r"|mit Ausnahme\w*|Ausnahmen?|abgesehen von|ausnahmsweise|sonst"
            r"|andernfalls|anderenfalls|unless|except|unbeschadet|abweichend\w*"
        ),
        whole_words_pattern(r"nicht|kein\w*|anders|aber|jedoch|ohne|not"),
    ),
    ConditionWording(
        "if",
        word_beginnings_hint(
            "wenn|falls|sofern|soweit|insoweit|f[aä]lle?n?$|voraus|bedingung|solange|sobald|insofern|vorbehaltl|if$|provided|case|long|where"
        ),
        whole_words_pattern(
            "wenn|falls|sofern|soweit|insoweit|(?:i[mn]|für) (?:de[mn] |diese[mn] )?F(?:all|älle)[en]?|vorausgesetzt"
            "|(?<!ob die )Voraussetzung(?:en)?"
            "|unter der Bedingung|solange|sobald|insofern|vorbehaltlich|if|provided|in case|as long as|where"
        ),
        whole_words_pattern(
            "bei|beim|dann|dafür|nach|ob|wer|während|je nach|when|außer|sonst|andernfalls|anderenfalls"
        ),
    ),
    ConditionWording(
        "at least",
        word_beginnings_hint(r"mindest|wenigstens|zumindest|weniger|unter$|minimal|least|less|ab$|mehr$|älter"),
        whole_words_pattern(
            "mindestens|wenigstens|zumindest|nicht weniger als|nicht unter|Mindest[a-zäöüß]+|minimal|at least"
            rf"|no less than|ab{NUMBER}|(?<![\d.,])\d[\d.,]*+(?: \w++)? (?:oder|und) mehr|oder älter"
        ),
    ),
    ConditionWording(
        "at most",
        word_beginnings_hint(
            "höchst|maximal|beschränkt$|begrenzt$|eingeschränkt$|befristet$|mehr$|über|bis$|längst|allenfalls|länger|höher|größer|älter|später|öfter|weiter|most|no$|up$|weniger|jünger"
        ),
        whole_words_pattern(
            r"höchstens|beschränkt|begrenzt|eingeschränkt|befristet"
            rf"|maximal|maximale[nrms]?|nicht mehr als|nicht über|bis zu{NUMBER}|längstens"
            "|Höchst[a-zäöüß]+|allenfalls|nicht länger als|nicht höher als|nicht größer als|nicht älter als"
            "|nicht später als|nicht öfter als|nicht weiter als|Maximal[a-zäöüß]+|at most|no more than|up to"
            r"|oder weniger|oder jünger|übersteigt nicht|nicht (?:\w+ ){0,4}(?:übersteig\w+|überschreit\w+)"
            r"|nicht (?:\w+ ){0,3}(?:mehr|länger|höher|größer|älter|später) als"
        ),
        whole_words_pattern(r"(?:begrenz|beschränk|einschränk|limitier|gedeckelt)\w*|\w*(?:grenze|betrag) von"),
    ),
    ConditionWording(
        "more",
        word_beginnings_hint("mehr$|more|über|länger|größer|höher|älter|oberhalb"),
        whole_words_pattern(
            rf"(?<!nicht )mehr als{NUMBER}|(?<!nicht )über{NUMBER}|(?<!nicht )länger als|(?<!nicht )größer als"
            r"|(?<!nicht )höher als|(?<!nicht )älter als|more than"
            r"|(?<!nicht )übersteig\w*|(?<!nicht )überschreit\w*|oberhalb"
        ),
    ),
    ConditionWording(
        "less",
        word_beginnings_hint("weniger|unter|kürzer|kleiner|niedriger|jünger|less|fewer"),
        whole_words_pattern(
            # Not the number of a telephone: unter 030 123456, unter 115.
            rf"(?<!nicht )weniger als{NUMBER}|(?<!nicht )unter(?! 0| \d{{5}}| 11\d\b){NUMBER}"
            r"|(?<!nicht )kürzer als|(?<!nicht )kleiner als"
            r"|(?<!nicht )niedriger als|(?<!nicht )jünger als|less than|fewer than|unterschreit\w*|unterhalb"
        ),
    ),
    ConditionWording(
        "by",
        word_beginnings_hint(
            "spätestens|binnen|innerhalb|bis$|vor$|fristgerecht|rechtzeitig|within|by$|until|later|später|längstens|zeit$"
        ),
        whole_words_pattern(
            r"spätestens|binnen|innerhalb|(?<!\d )(?<!\d)(?<! und )bis(?! zu | auf (?!weiteres|Widerruf))"
            "|vor Ablauf"
            "|fristgerecht|rechtzeitig|within|by|until|no later than|nicht später als|längstens"
            r"|ha(?:ben|t)\b[^.!?]{1,60} Zeit"
        ),
        whole_words_pattern(r"in|vor|haben|Zeit|\w*[Ff]rist\w*|nicht länger als|zu"),
    ),
    ConditionWording(
        "at the earliest",
        word_beginnings_hint("frühe|vor$|erst$|earliest|ab$"),
        whole_words_pattern(
            "frühestens|nicht vor|nicht früher als|erst ab|erst nach|at the earliest"
            r"|erst(?: wenn\b|\b[^.!?,]{0,60}, wenn\b)"
            r"|ab(?= (?:\d|dem|der|Beginn|sofort|Januar|Februar|März|April|Mai|Ju|August|Sep|Okt|Nov|Dez))"
        ),
        whole_words_pattern("erst|nach|seit|von"),
    ),
    ConditionWording(
        "at once",
        word_beginnings_hint("unverz|sofort|umgehend|schnell|bald|sogleich|ohne|gleich$|möglichst$|immediately"),
        whole_words_pattern(
            "unverzüglich|sofort|umgehend|so schnell wie möglich|so bald wie möglich|sogleich|ohne Verzögerung"
            r"|gleich(?! (?:lautend|groß|hoch|viel|alt|lang|gestellt|behandelt)\w*)|schnellstmöglich"
            "|möglichst (?:schnell|bald|rasch)|immediately"
        ),
    ),
    ConditionWording(
        "as a rule",
        word_beginnings_hint("grunds|regel|normalfall|rule"),
        whole_words_pattern("grundsätzlich(?:e[nrms]?)?|in der Regel|im Regelfall|im Normalfall|as a rule"),
        whole_words_pattern(
            "regelmäßig|normalerweise|üblicherweise|meistens|meist|im Allgemeinen|usually|generell|gewöhnlich"
            "|fast immer"
        ),
    ),
)
NAMES = {group.name: group for group in GROUPS}
# A limit that has become its opposite is named by both words.
OPPOSITES = {"at least": "at most", "at most": "at least", "more": "less", "less": "more"}
# May be said by the words of another group: höchstens 3, nicht mehr als 3; nur wenn, es sei denn; bis, spätestens;
# auf die Kosten beschränkt, nur die Kosten.
ALSO = {
    "at most": ("by", "only"),
    "by": ("at most",),
    "except": ("only",),
    "only": ("except", "at the earliest", "at most"),
    "more": ("at least",),
}
FIRST_VERBS = (
    "Wird|Werden|Wurden?|Ist|Sind|Hat|Haben|Sollten?|Kann|Können|Muss|Müssen|Darf|Dürfen|Liegt|Liegen|Besteht|Bestehen|Kommt"
    "|Kommen|Fehlt|Fehlen|Stellt|Stellen|Erfolgt|Ergibt|Tritt|Treten|Geht|Gehen|Verlangt|Ziehen|Wollen|Möchten"
)
# "Fällt der Termin aus, …": a verb in the third person and who does it. "Sagen Sie …, …" is an order unless a verb with
# its subject follows: "Sagen Sie ab, behalten wir …".
THIRD_PERSON = (
    r"[A-ZÄÖÜ][a-zäöüß]{2,20}t (?:er|sie|es|der|die|das|ein|eine|einer|man|jemand|niemand|Ihr|Ihre|kein|keine)"
)
POLITE = (
    r"[A-ZÄÖÜ][a-zäöüß]{2,20}en Sie\b[^.!?,]*, (?!denen)[a-zäöüß]{3,20}(?:en|t)"
    r" (?:wir|Sie|er|sie|es|der|die|das|Ihre?|man)\b"
)
VERB_FIRST = re.compile(rf"(?:^|[.!?] )(?:(?:{FIRST_VERBS}|{THIRD_PERSON})\b[^.!?]*(?:,|\?)|{POLITE})")
INVERTED = re.compile(rf"(?:^|[.!?;] )(?:{FIRST_VERBS})\b[^.!?]*?, (?:so|dann)\b")
CONDITIONAL = re.compile(
    r"\b(?:wenn|falls|sofern|soweit|solange|sobald|dann|f(?:all|älle)[ens]?|bei|beim|wer|nur|erst|voraussetzung\w*)\b|\?",
    re.IGNORECASE,
)
OCCASION = re.compile(r"(?:^|[.!?;] )(?:Bei|Während) (?:[a-zäöüß]+ ){0,2}([A-ZÄÖÜ][\w-]{3,})")
INVERTED_HINT = r"^(?:so|dann|Bei|Während)$"
# "sofern" and "soweit" are "nur wenn" in other words; "wenn" alone is not.
# What must follow is looked for by a run without choices first: "nur nur nur …" would be tried sign by sign.
ONLY_IF = re.compile(r"\bnur(?: dann\b|(?=[^.!?]{0,82}wenn\b)[^.!?]{0,80}?,? wenn\b)", re.IGNORECASE)
AS_FAR_AS = re.compile(r"\b(?:sofern|soweit|vorausgesetzt|voraussetzung|bedingung)\b", re.IGNORECASE)
ALLOWED_TO_APPEAR = frozenset({"if", "except", "by", "at the earliest", "at once", "as a rule"})


def check(group: ConditionWording, before: str, after: str) -> list[Violation]:
    """What the group says is said in the rewrite as often, in whatever words."""
    violation = check_condition(group, before, after)
    return [violation] if violation else []


def check_condition(group: ConditionWording, before: str, after: str) -> Violation | None:
    old, rewritten = find_wordings(group.name, before), find_wordings(group.name, after)
    if group.name == "except" and len(old) > len(rewritten) and states_exception_separately(before, after):
        return None
    if len(old) > len(rewritten) and len(old) > len(rewritten) + count_gained_wordings(group, before, after):
        return Violation("condition", first_missing(old, rewritten), find_opposite_wording(group, before, after))
    return check_invented_condition(group, before, after, len(old), rewritten)


def check_invented_condition(
    group: ConditionWording, before: str, after: str, old: int, rewritten: tuple[str, ...]
) -> Violation | None:
    """A limit or "nur" that the original has not. Said twice because a sentence was split is no invention."""
    if group.name in ALLOWED_TO_APPEAR or old or not rewritten:
        return None
    if count_gained_wordings(group, after, before) or (
        group.name == "only" and ONLY_IF.search(after) and AS_FAR_AS.search(before)
    ):
        return None
    return Violation("condition", None, rewritten[0])


def check_inverted_condition(before: str, after: str) -> list[Violation]:
    """ "Wird der Antrag zurückgenommen, so …" has no word for its condition, "Bei Verlust …" a weak one."""
    found = INVERTED.search(before) or lost_occasion(before, after)
    if found is None or CONDITIONAL.search(after) or VERB_FIRST.search(after):
        return []
    return [Violation("condition", found[0].strip(), None)]


def lost_occasion(before: str, after: str) -> re.Match[str] | None:
    """ "Bei Verlust …", "Während der Probezeit …": nothing of the rewrite speaks of the loss."""
    found, rewritten = OCCASION.search(before), content_stems(after)
    return None if found is None or any(are_related_stems(stem(found[1]), one) for one in rewritten) else found


def count_gained_wordings(group: ConditionWording, before: str, after: str) -> int:
    """In how many other words the rewrite says what is missing."""
    others = sum(
        max(0, len(find_wordings(name, after)) - len(find_wordings(name, before))) for name in ALSO.get(group.name, ())
    )
    if group.weak:
        others += max(0, len(group.weak.findall(after)) - len(group.weak.findall(before)))
    if group.name == "if":
        others += max(0, len(VERB_FIRST.findall(after)) - len(VERB_FIRST.findall(before)))
    return others


def find_opposite_wording(group: ConditionWording, before: str, after: str) -> str | None:
    name = OPPOSITES.get(group.name)
    if name is None:
        return None
    found = find_wordings(name, after)
    return found[0] if len(found) > len(find_wordings(name, before)) else None


@lru_cache(maxsize=20_000)
def find_wordings(name: str, text: str) -> tuple[str, ...]:
    return tuple(found.lower() for found in NAMES[name].words.findall(text))
