"""A text as typed tokens: words by base form and class, numbers, dates and amounts by value. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path

from apps.text.derivation.reading.morphology import TaggedWord, analysed
from apps.text.derivation.reading.values import (
    CLOCK,
    DATE,
    ENGLISH_NUMBER,
    NUMBER,
    TENS,
    UNITS,
    Value,
    clock_value,
    date_value,
    decimal,
    measured,
    written,
)  # fmt: skip
from apps.text.number_words import cardinal, ordinal

MARKER = re.compile(r"[ ]?\[\d{1,3}\](?=[\s.,;:!?)\[]|$)")
"""A citation in an answer, such as [1]: no part of the sentence."""
WORD = re.compile(r"[-–]?[^\W\d_]+(?:[-'’:*][^\W\d_]+)*|[^\s\w]|_|\w")
ADDRESS = re.compile(r"https?://[^\s<>]{1,300}|www\.[^\s<>]{1,300}")
ABBREVIATIONS = frozenset(
    [
        "abs",
        "nr",
        "nrn",
        "art",
        "bzw",
        "ca",
        "vgl",
        "inkl",
        "zzgl",
        "ggf",
        "evtl",
        "gem",
        "lit",
        "ziff",
        "tel",
        "str",
        "std",
        "mio",
        "mrd",
        "tsd",
        "hr",
        "fr",
        "min",
        "max",
        "insb",
        "sog",
        "buchst",
        "einschl",
        "mind",
        "az",
        "abb",
        "tab",
        "kap",
        "bd",
        "anm",
        "dr",
        "prof",
        "st",
        "usw",
        "etc",
        "mr",
        "mrs",
        "ms",
        "vs",
        "eg",
        "ie",
        "no",
        "inc",
    ]
)
SINGULAR_PAST = frozenset(
    [
        "war",
        "hatte",
        "wurde",
        "galt",
        "hielt",
        "erhielt",
        "enthielt",
        "trat",
        "bat",
        "tat",
        "riet",
        "bot",
        "hatten",
        "waren",
        "wurden",
    ]
)
PAST_MODALS = frozenset(
    ["musste", "mussten", "durfte", "durften", "konnte", "konnten", "sollte", "sollten", "wollte", "wollten"]
)
CONDITIONALS = frozenset(
    [
        "könnte",
        "könnten",
        "müsste",
        "müssten",
        "dürfte",
        "dürften",
        "würde",
        "würden",
        "hätte",
        "hätten",
        "wäre",
        "wären",
    ]
)
ENDS = frozenset(".!?\n")
QUOTATION = frozenset("\"'„“”»«‚‘’`´*_")
DASHES = frozenset("–—-‑•·")
GERMAN_KINDS = {
    "NN": "noun", "NE": "noun", "NNA": "noun", "NNI": "noun", "VV": "verb", "VA": "aux", "VM": "modal", "ADJ": "adj",
    "ADV": "adv", "PROAV": "adv", "PTKVZ": "particle", "APPR": "prep", "KOUS": "sub", "KON": "conj", "CARD": "adj",
    "PIAT": "quant", "PIS": "quant",
}  # fmt: skip
AUXILIARIES = {"sein", "haben", "werden"}
MODALS = {"können", "dürfen", "müssen", "sollen", "wollen", "mögen"}


@dataclass(frozen=True, slots=True)
class Token:
    """`key` is what is compared: base form, class key or value. `form` is FIN, INF, PP or IZU for German verbs."""

    text: str
    key: str
    kind: str
    form: str = ""
    value: Value | None = None

    @property
    def low(self) -> str:
        return self.text.lower()


def plain(text: str) -> str:
    """Without invisible characters, in composed form, with one kind of blank: what is seen is what is compared."""
    composed = unicodedata.normalize("NFKC", text.replace("²", "2").replace("³", "3"))
    seen = "".join(
        sign for sign in composed if unicodedata.category(sign) not in {"Cf", "Cc", "Co", "Cn"} or sign in "\n\t"
    )
    return MARKER.sub(" ", seen).replace("\t", " ").replace(" ", " ").replace(" ", " ")


@cache
def closed_words(language: str) -> dict[str, tuple[str, str]]:
    """Kind and key of each function word by its form; the first line that names a form counts."""
    words: dict[str, tuple[str, str]] = {}
    for line in Path(__file__).with_name("closed_words.tsv").read_text("utf-8").splitlines():
        if line.startswith(f"{language}\t"):
            _, kind, key, forms = line.split("\t")
            for form in forms.split():
                words.setdefault(form, (kind, key))
    return words


def language_of(text: str) -> str:
    """ "en" or "de", by the function words; German when neither has more."""
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", text[:2000])]
    german, english = closed_words("de"), closed_words("en")
    return "en" if sum(w in english for w in words) > sum(w in german for w in words) else "de"


def tokenise(text: str, language: str = "de") -> list[Token]:
    """Tokens of a text that `plain` has gone over. Sentence ends are tokens of kind "end"."""
    tokens = with_ranges(with_units(scanned(text, language), language))
    return with_pronouns(tokens) if language == "de" else tokens


BEHIND_PRONOUNS = frozenset({"prep", "pron", "det", "verb", "aux", "modal", "punct", "end"})


def with_pronouns(tokens: list[Token]) -> list[Token]:
    """ "die im Freibad …", "das gilt": an article with no noun behind it is a pronoun."""
    for index, token in enumerate(tokens):
        if token.kind == "det" and token.key in {"the", "this", "that", "a"}:
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            if following is None or following.kind in BEHIND_PRONOUNS:
                tokens[index] = replace(token, kind="pron")
    return tokens


def scanned(text: str, language: str) -> list[Token]:
    found: list[Token] = []
    position, length = 0, len(text)
    start_of_line = True
    while position < length:
        sign = text[position]
        if sign == "\n":
            if found and found[-1].kind != "end" and line_ends(text, position):
                found.append(Token("\n", ".", "end"))
            position, start_of_line = position + 1, True
            continue
        if sign.isspace():
            position += 1
            continue
        token, position = next_token(text, position, found, language, start_of_line)
        start_of_line = False
        if token is not None:
            found.append(token)
    return found


def line_ends(text: str, position: int) -> bool:
    """True when the line break is more than the end of a full line: a short line, a bullet or an empty line follows."""
    before = text.rfind("\n", 0, position)
    following = text[position + 1 : position + 3].lstrip(" ")
    return position - before < 56 or following[:1] in DASHES or following[:1] == "\n" or following[:1] == "|"


def next_token(text: str, at: int, found: Sequence[Token], language: str, line_start: bool) -> tuple[Token | None, int]:
    sign = text[at]
    if sign.isdigit() or (sign.isalpha() and language == "en"):
        value, end = figure(text, at, language)
        if value is not None:
            return value, end
    if sign in "hw" and (address := ADDRESS.match(text, at)):
        return Token(address[0], address[0].rstrip(".,;:").lower(), "noun"), address.end()
    match = WORD.match(text, at)
    if match is None:
        return None, at + 1
    word = match[0]
    if not word[-1].isalpha():
        return punctuation(text, word, at, found, line_start), match.end()
    if word[0] in "-–" and (not found or text[at - 1 : at] not in {" ", "\n"} or len(word) == 1):
        word = word[1:]
    end = match.end()
    if word.lower() in ABBREVIATIONS and text[end : end + 1] == ".":
        end += 1
    return Token(word, "", "word", "start" if at_start(found) else ""), end


def figure(text: str, at: int, language: str) -> tuple[Token | None, int]:
    if match := DATE.match(text, at):
        value = date_value(match)
        if value is not None:
            return Token(match[0], str(value), "value", value=value), match.end()
    if not text[at].isdigit():
        return None, at
    if match := CLOCK.match(text, at):
        value = clock_value(match)
        return Token(match[0], str(value), "value", value=value), match.end()
    match = (ENGLISH_NUMBER if language == "en" else NUMBER).match(text, at)
    number = decimal(match[0], language) if match else None
    if match is None or number is None:
        return None, at
    kind, end = "number", match.end()
    if text[end : end + 1] == "." and text[end + 1 : end + 2] == " " and text[end + 2 : end + 3].islower():
        kind, end = "ordinal", end + 1
    value = Value(kind, written(number))
    return Token(match[0], str(value), "value", value=value), end


def punctuation(text: str, sign: str, at: int, found: Sequence[Token], line_start: bool) -> Token | None:
    if sign in QUOTATION:
        return None
    if sign in DASHES and found and found[-1].kind == "value" and text[at + 1 : at + 3].strip()[:1].isdigit():
        return Token(sign, "until", "prep")
    if sign in DASHES:
        return Token(sign, "-", "bullet" if line_start else "dash")
    if sign in ".!?":
        return Token(sign, sign, "end") if ends_sentence(text, at, found) else None
    if sign in ",;:()":
        return Token(sign, sign, "punct")
    if sign == "/":
        return Token(sign, "per", "prep")
    return Token(sign, sign, "sign")


def ends_sentence(text: str, at: int, found: Sequence[Token]) -> bool:
    if text[at] != ".":
        return True
    following = text[at + 1 : at + 3]
    if following.strip() and not following[0].isspace():
        return False
    last = found[-1] if found else None
    return not (last and last.kind == "word" and len(last.text) == 1 and following.strip())


def at_start(found: Sequence[Token]) -> bool:
    return not found or found[-1].kind in {"end", "bullet"} or found[-1].text == ":"


def with_units(tokens: Sequence[Token], language: str) -> list[Token]:
    """Numbers joined with their units, and every word given its key and class."""
    done: list[Token] = []
    for index, token in enumerate(tokens):
        if (
            token.kind == "value"
            and token.value
            and token.value.kind == "number"
            and index
            and tokens[index - 1].text in {"€", "$", "£"}
        ):
            done[-1] = amount_token(done[-1], token)
            continue
        if token.kind not in {"word", "sign"}:
            done.append(token)
            continue
        before = done[-1] if done else None
        unit = measured_by(before, token) if before is not None else None
        if unit is not None:
            done[-1] = unit
        else:
            following = tokens[index + 1] if index + 1 < len(tokens) else NOTHING
            done.append(typed(token.text, token.kind, token.form, following.text, following.kind, language))
    return done


def amount_token(sign: Token, number: Token) -> Token:
    kind = {"€": "euro", "$": "dollar", "£": "pound"}[sign.text]
    value = Value(kind, number.value.amount if number.value else "")
    return replace(number, key=str(value), value=value)


def measured_by(before: Token, token: Token) -> Token | None:
    """The number before a unit as an amount; "tausend" and its like multiply."""
    if before.kind == "det" and before.key == "a" and token.low in UNITS and UNITS[token.low][0] not in {"euro"}:
        value = measured("1", token.low)
        return Token(f"{before.text} {token.text}", str(value), "value", value=value)
    if before.kind != "value" or before.value is None or before.value.kind != "number":
        return None
    if token.low.rstrip(".") in TENS:
        value = Value("number", written(Decimal(before.value.amount) * TENS[token.low.rstrip(".")]))
        return Token(f"{before.text} {token.text}", str(value), "value", value=value)
    value = measured(before.value.amount, token.low)
    return None if value is None else Token(f"{before.text} {token.text}", str(value), "value", value=value)


RANGE_WORDS = frozenset({"until", "and", "or", "to", "-"})


def with_ranges(tokens: list[Token]) -> list[Token]:
    """ "von 8 bis 22 Uhr": the first number is of the second one's kind."""
    for index in range(len(tokens) - 2):
        first, middle, last = tokens[index : index + 3]
        if (
            first.value is not None
            and last.value is not None
            and first.value.kind == "number"
            and middle.key in RANGE_WORDS
            and last.value.kind not in {"number", "date", "ordinal"}
        ):  # fmt: skip
            value = like(first.value.amount, last)
            tokens[index] = replace(first, key=str(value), value=value)
    return tokens


def like(amount: str, last: Token) -> Value:
    if last.value is not None and last.value.kind == "clock":
        return Value("clock", f"{amount}:00")
    unit = last.text.split(" ")[-1]
    return measured(amount, unit) or Value("number", amount)


NOTHING = Token("", "", "end")


@lru_cache(maxsize=20_000)
def typed(text: str, kind: str, form: str, next_text: str, next_kind: str, language: str) -> Token:
    """A word with its class and key. The next word decides a few: "Sie" before a plural verb is the reader."""
    token = Token(text, text, kind, form)
    if kind == "sign":
        return replace(token, kind="sign" if token.low not in UNITS else "noun")
    return english(token) if language == "en" else german(token, Token(next_text, "", next_kind))


def german(token: Token, following: Token) -> Token:
    word, low, starts = token.text, token.low, token.form == "start"
    number = cardinal(low)
    if number is not None:
        return Token(word, f"number:{written(number)}", "value", value=Value("number", written(number)))
    if low == "berechtigt":
        return Token(word, "berechtigen", "verb", "FIN")
    if low == "sein" and (following.kind in {"punct", "end"}):
        return Token(word, "sein", "aux", "INF")
    if special := addressed(word, low, starts, following):
        return special
    if low in PAST_MODALS or low in CONDITIONALS:
        lemma = analysed(low).lemma
        form = "FIN past" if low in PAST_MODALS else "FIN if"
        return Token(word, lemma, "aux" if lemma in AUXILIARIES else "modal", form)
    closed = closed_words("de").get(low)
    if closed is not None and not (word[0].isupper() and not starts and closed[0] != "det"):
        return Token(word, closed[1], closed[0])
    place = ordinal(low) if not low.startswith("erst") else 1
    if place is not None and low not in {"erst", "achten", "achte"}:
        return Token(word, f"ordinal:{place}", "value", value=Value("ordinal", str(place)))
    known = analysed(low if starts and verb_first(low, following) else word)
    return by_tag(word, low, known)


def verb_first(low: str, following: Token) -> bool:
    """An order to the reader: "Legen Sie …"; or any sentence that begins with a verb."""
    return following.text == "Sie" and analysed(low).tag.startswith(("VV", "VA", "VM"))


def addressed(word: str, low: str, starts: bool, following: Token) -> Token | None:
    if low == "sie":
        plural = following.low.endswith(("n", "sind")) and following.low not in {"den", "in", "von"}
        formal = word[0].isupper() and (not starts or plural)
        return Token(word, "you" if formal else "they", "pron")
    if low.startswith("ihr") and low in {"ihr", "ihre", "ihrer", "ihres", "ihrem", "ihren"}:
        if word[0].isupper():
            return Token(word, "your", "det")
        return Token(word, "her", "det")
    return Token(word, "you", "pron") if word == "Ihnen" else None


def by_tag(word: str, low: str, known: TaggedWord) -> Token:
    tag, _, form = known.tag.partition("(")
    form = form.rstrip(")")
    kind = GERMAN_KINDS.get(tag, "noun" if word[0].isupper() else "adv")
    lemma = known.lemma
    if kind == "adj" and known.degree:
        lemma = f"{lemma}+{known.degree}"
    if kind in {"verb", "aux", "modal"}:
        kind = "aux" if lemma in AUXILIARIES else "modal" if lemma in MODALS else "verb"
        form += " past" if form == "FIN" and is_past(low, lemma) else ""
    elif kind == "noun":
        form = tag
    return Token(word, lemma.replace("ß", "ss").lstrip("-–"), kind, form)


def is_past(low: str, lemma: str) -> bool:
    if low in SINGULAR_PAST:
        return True
    stem = lemma.removesuffix("n").removesuffix("e")
    if low in {lemma, stem + "e", stem + "t", stem + "et", stem + "en", stem + "n", stem + "st"}:
        return False
    return not low.endswith("t") and low not in {
        "ist",
        "sind",
        "bin",
        "wird",
        "kann",
        "darf",
        "muss",
        "soll",
        "will",
        "mag",
        "weiß",
    }


def english(token: Token) -> Token:
    word, low = token.text, token.low
    number = cardinal(low, "en")
    if number is not None:
        return Token(word, f"number:{written(number)}", "value", value=Value("number", written(number)))
    closed = closed_words("en").get(low)
    if closed is not None:
        form = "past" if low in {"was", "were", "had", "did"} else ""
        return Token(word, closed[1], closed[0], form)
    place = ordinal(low, "en")
    if place is not None:
        return Token(word, f"ordinal:{place}", "value", value=Value("ordinal", str(place)))
    known = analysed(low, "en")
    kind = {"N": "noun", "V": "verb", "A": "adj"}.get(known.tag[:1], "adv")
    form = known.tag if kind == "verb" else ""
    return Token(word, f"{known.lemma}+{known.degree}" if known.degree else known.lemma, kind, form)
