"""Parses the parts of a German clause beside its verb: phrases with preposition, scope words and case, in order."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import (
    ACCUSATIVE,
    ALL_CASES,
    DATIVE,
    GENITIVE,
    NOMINATIVE,
    NOMINATIVE_OR_ACCUSATIVE,
    Part,
)
from apps.text.entailment.german.clauses.part_boundaries import (
    OF_ORDINALS,
    SCOPE_KINDS,
    is_ordinal_token,
    is_weekday_adverb,
    opens_part,
)
from apps.text.entailment.tokens.token import Token

CASES = {
    "der": frozenset({NOMINATIVE, GENITIVE, DATIVE}),
    "die": NOMINATIVE_OR_ACCUSATIVE,
    "das": NOMINATIVE_OR_ACCUSATIVE,
    "den": frozenset({ACCUSATIVE, DATIVE}),
    "dem": frozenset({DATIVE}),
    "des": frozenset({GENITIVE}),
    "einen": frozenset({ACCUSATIVE}),
    **dict.fromkeys(("einer", "ihrer", "seiner", "unserer"), frozenset({GENITIVE, DATIVE})),
    **dict.fromkeys(("eines", "ihres", "seines", "unseres"), frozenset({GENITIVE})),
}
ENDINGS = (
    ("em", frozenset({DATIVE})),
    ("en", frozenset({ACCUSATIVE, DATIVE})),
    ("es", frozenset({NOMINATIVE, GENITIVE, ACCUSATIVE})),
    ("er", frozenset({NOMINATIVE, GENITIVE, DATIVE})),
    ("e", NOMINATIVE_OR_ACCUSATIVE),
)
PRONOUNS = {
    "er": frozenset({NOMINATIVE}),
    "ihn": frozenset({ACCUSATIVE}),
    "ihm": frozenset({DATIVE}),
    "ihr": frozenset({DATIVE}),
    "ihnen": frozenset({DATIVE}),
    "man": frozenset({NOMINATIVE}),
    "wir": frozenset({NOMINATIVE}),
    "ich": frozenset({NOMINATIVE}),
    "sich": frozenset({DATIVE, ACCUSATIVE}),
    "uns": frozenset({DATIVE, ACCUSATIVE}),
    "mich": frozenset({ACCUSATIVE}),
    "mir": frozenset({DATIVE}),
    "wer": frozenset({NOMINATIVE}),
    "wen": frozenset({ACCUSATIVE}),
    "sie": NOMINATIVE_OR_ACCUSATIVE,
    "es": NOMINATIVE_OR_ACCUSATIVE,
    "niemand": frozenset({NOMINATIVE}),
    "dies": NOMINATIVE_OR_ACCUSATIVE,
}
SILENT_DETERMINERS = frozenset({"the", "a", "your"})


def parse_clause_parts(tokens: Sequence[Token], *, passive: bool = False, front: int = 0) -> list[tuple[int, Part]]:
    """Each with the place of its first token. The `front` ones stand in front of the verb, as one phrase."""
    groups: list[tuple[int, list[Token]]] = []
    signs: dict[int, str] = {}
    tokens = mark_dative_pronoun(tokens)
    for index, token in enumerate(tokens):
        if token.text in {",", ":"} or token.kind == "break":
            groups.append((index + 1, []))
            if token.text in {",", ":"}:
                signs[index + 1] = token.text
        elif not groups or opens_part(
            groups[-1][1],
            token,
            tokens[index + 1] if index + 1 < len(tokens) else None,
            passive and index >= front and not is_exception_group(groups[-1][1]),
        ):
            groups.append((index, [token]))
        else:
            groups[-1][1].append(token)
    return [(index, build_part(group, signs.get(index, ""))) for index, group in groups if group]


def mark_dative_pronoun(tokens: Sequence[Token]) -> list[Token]:
    """ "ist ihr ein Nachweis vorzulegen": in front of an article "ihr" is none."""
    found = list(tokens)
    for index, (token, following) in enumerate(pairwise(tokens)):
        if token.low == "ihr" and token.kind == "det" and following.kind == "det":
            found[index] = replace(token, key="they", kind="pron")
    return found


def is_exception_group(group: Sequence[Token]) -> bool:
    """ "ausgenommen Halter von Blindenhunden": who acts does not stand within it."""
    return bool(group) and group[0].key == "except"


def build_part(group: Sequence[Token], sign: str = "") -> Part:
    leading = 0
    while leading < len(group) and group[leading].kind in SCOPE_KINDS:
        leading += 1
    scope = tuple(t.key for t in group[:leading])
    mark, rest = split_off_mark(group[leading:])
    determiner = next((t for t in rest if t.kind in {"det", "quant"}), None)
    words = tuple(part_keys(rest))
    if mark == "until+to" and words and all(word.startswith("date:") for word in words):
        mark = "until"  # "bis zum 12. Juni" is "bis 12. Juni".
    if (
        mark == "from"
        and len(rest) == len(("at_most", "value"))
        and rest[0].kind == "limit"
        and rest[1].kind == "value"
    ):
        mark, scope, words = "value", (rest[0].key,), words[1:]  # "ein Zuschuss von höchstens 5 Euro"
    text = " ".join(t.text for t in group)
    cases = ALL_CASES
    if mark == "np":
        cases = possible_cases(rest, determiner)
    name = (
        determiner.key
        if determiner is not None and determiner is rest[0] and determiner.key not in SILENT_DETERMINERS
        else ""
    )
    return Part(mark, words, scope, cases, name, text, sign)


def split_off_mark(body: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    if body and body[0].kind == "conj" and len(body) > 1 and body[1].kind == "prep":
        mark, rest = split_off_mark(body[1:])
        return f"{body[0].key}+{mark}", rest
    if len(body) > 1 and body[0].kind == "conj" and is_weekday_adverb(body[1]):
        return f"{body[0].key}+adv", body[1:]
    if body and body[0].kind in {"prep", "sub"}:
        inner = 1
        while inner < len(body) and body[inner].kind in {"prep", "sub"}:
            inner += 1
        # "von bis zu 5 Euro" is "bis zu 5 Euro".
        first = 1 if inner > 1 and (body[0].key, body[1].key) == ("from", "until") else 0
        return "+".join(t.key for t in body[first:inner]), body[inner:]
    kinds = {t.kind for t in body}
    if kinds & {"noun", "pron"}:
        return "np", body
    if "value" in kinds:
        return "value", body
    if kinds <= {"adj", "conj"}:
        return "adj", body
    return ("np", body) if kinds & {"det", "quant"} else ("adv", body)


def part_keys(rest: Sequence[Token]) -> list[str]:
    found: list[str] = []
    for index, token in enumerate(rest):
        before = rest[index - 1] if index else None
        if (
            before is not None
            and (before.kind == "noun" or (is_ordinal_token(before) and token.low in OF_ORDINALS))
            and (token.kind in {"det", "quant", "noun", "adj"} or token.low in {"von", "vom"})
        ):
            found.append("of")
        if token.kind == "det" and token.key in SILENT_DETERMINERS:
            continue
        if token.low in {"von", "vom"}:
            continue
        found.append(token.key)
    return found


MASCULINE = (
    *"er ling ismus eur or kreis rat verein verband bund staat ausschuss vorstand".split(),  # noqa: SIM905
    *("betrieb", "dienst", "antrag", "bescheid", "beitrag", "vertrag", "zuschuss", "mensch", "beirat"),
)
FEMININE_ER = tuple(
    """
    mutter tochter schwester steuer feier dauer mauer nummer kammer feder trauer leiter ziffer oper
    """.split()  # noqa: SIM905 - a list of words to be read
)
FEMININE = (
    *("ung", "heit", "keit", "schaft", "tät", "ion", "enz", "anz", "erin", "ei", "ik", "kunft", "schrift", "sicht"),
    *("fahrt", "zahl", "zeit", "pflicht", "frist", "stadt", "wahl", "bank", "kraft", "arbeit", "person", "nummer"),
    *("behörde", "gemeinde", "schule", "stelle", "kasse", "karte", "firma", "kirche", "klasse", "gruppe", "familie"),
    *("anlage", "aufgabe", "gebühr", "straße", "strasse", "leitung", "miete", "akte", "urkunde", "steuer", "gefahr"),
)


def cases_for_gender(cases: frozenset[str], determiner: str, noun: str) -> frozenset[str]:
    """ "der Mieter" is a nominative, "der Satzung" is none: by the ending of the noun, where it tells."""
    if determiner != "der":
        return cases
    if noun.endswith(MASCULINE) and not noun.endswith(FEMININE_ER):
        return frozenset({NOMINATIVE})
    return cases - {NOMINATIVE} if noun.endswith(FEMININE) else cases


def is_dative_plural(token: Token) -> bool:
    """ "Kindern", "Arbeitnehmern": a plural in -er with the -n that it has in no other case."""
    plural = token.low.removesuffix("n")
    if token.kind != "noun" or plural == token.low or not plural.endswith("er") or token.low == token.key:
        return False
    return not plural.endswith(WEAK_ER if plural == token.key else FEMININE_ER)


WEAK_ER = (
    *FEMININE_ER,
    "bauer",
    "vetter",
    "gevatter",
    "ungar",
    "bayer",
    "folter",
    "ader",
    "letter",
    "ziffer",
    "klammer",
)
"""Ends of nouns whose plural has the -n in every case: "Bauern"."""


def possible_cases(rest: Sequence[Token], determiner: Token | None) -> frozenset[str]:
    first = rest[0] if rest else None
    if first is not None and first.kind == "pron":
        return PRONOUNS.get(first.low, ALL_CASES)
    if determiner is None or determiner is not first:
        bare = all(t.kind in {"noun", "conj"} for t in rest)
        given = bare and any(is_dative_plural(t) for t in rest)
        return frozenset({DATIVE}) if given else frozenset({NOMINATIVE, ACCUSATIVE, DATIVE})
    if determiner.low == "den" and (noun := next((t for t in rest if t.kind == "noun"), None)) is not None:
        # In the dative plural every noun ends with -n, or with -s: "den Termin" is none.
        plural = noun.low.endswith(("n", "s")) and (noun.low != noun.key or noun.key.endswith(("en", "ern", "eln")))
        return CASES["den"] if plural else frozenset({ACCUSATIVE})
    if determiner.low in CASES:
        return cases_for_gender(
            CASES[determiner.low], determiner.low, next((t.key for t in rest if t.kind == "noun"), "")
        )
    for ending, cases in ENDINGS:
        if determiner.low.endswith(ending):
            return cases
    return frozenset({NOMINATIVE, ACCUSATIVE})
