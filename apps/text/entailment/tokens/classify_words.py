"""The class and the base form of a word: function words by a table, all others by the tagger."""

from dataclasses import replace
from functools import lru_cache

from apps.text.entailment.tokens.morphology import SEPARABLE, TaggedWord, analyse_word, last_noun
from apps.text.entailment.tokens.parse_numbers_and_dates import UNITS, Value, format_decimal
from apps.text.entailment.tokens.spelling_variants import spelling_key
from apps.text.entailment.tokens.token import Token
from apps.text.grammar.function_words import closed_words
from apps.text.numbers.parse_number_words import parse_cardinal, parse_ordinal

SINGULAR_PAST = frozenset(
    "war hatte wurde galt hielt erhielt enthielt trat bat tat riet bot hatten waren wurden".split()  # noqa: SIM905
)
PAST_MODALS = frozenset(
    ["musste", "mussten", "durfte", "durften", "konnte", "konnten", "sollte", "sollten", "wollte", "wollten"]
)
ADVISING = frozenset({"sollte", "sollten"})
CONDITIONALS = frozenset(
    "könnte könnten müsste müssten dürfte dürften würde würden hätte hätten wäre wären".split()  # noqa: SIM905
)
WITH_ZU = tuple(f"{particle}zu" for particle in SEPARABLE)
FIRST = frozenset({"erste", "ersten", "erster", "erstes", "erstem"})
"""Not "erstatten", not "erstellen"."""
GERMAN_KINDS = {
    "NN": "noun", "NE": "noun", "NNA": "noun", "NNI": "noun", "VV": "verb", "VA": "aux", "VM": "modal", "ADJ": "adj",
    "ADV": "adv", "PROAV": "adv", "PTKVZ": "particle", "APPR": "prep", "KOUS": "sub", "KON": "conj", "CARD": "adj",
    "PIAT": "quant", "PIS": "quant",
}  # fmt: skip
OF_NOUNS = ("ung", "ungen", "heit", "heiten", "keit", "keiten", "schaft", "schaften", "tion", "tionen", "tät", "täten")
WITH_S = ("eis", "haus", "glas", "kurs")
"""Ends of nouns whose last letter the tagger takes for a genitive: "Leseausweis"."""
OF_ADJECTIVES = ("ig", "lich", "isch", "bar", "sam", "los", "haft", "frei", "t", "en", "end")
AUXILIARIES = {"sein", "haben", "werden"}
MODALS = {"können", "dürfen", "müssen", "sollen", "wollen", "mögen"}


@lru_cache(maxsize=20_000)
def classify_word(text: str, kind: str, form: str, next_text: str, next_kind: str, language: str) -> Token:
    """A word with its class and key. The next word decides a few: "Sie" before a plural verb is the reader."""
    token = Token(text, text, kind, form)
    if kind == "sign":
        return replace(token, kind="sign" if token.low not in UNITS else "noun")
    return (
        classify_english_word(token)
        if language == "en"
        else classify_german_word(token, Token(next_text, "", next_kind))
    )


def classify_german_word(token: Token, following: Token) -> Token:
    """The word with its class, base form and grammatical form. What lists know goes before the tagger's guess."""
    return (
        cardinal_word(token.text, token.low, following)
        or listed_word(token, following)
        or ordinal_word(token.text, token.low)
        or tagged_word(token, following)
    )


def cardinal_word(word: str, low: str, following: Token) -> Token | None:
    """ "zwei", "zweimal"."""
    if low == "achten" and not (following.text[:1].isupper() and following.text != "Sie"):
        return Token(word, "achten", "verb", "INF")  # "zu achten"; not "am achten Tag"
    if (number := parse_cardinal(low)) is not None:
        return Token(word, f"number:{format_decimal(number)}", "value", value=Value("number", format_decimal(number)))
    if low.endswith("mal") and (count := parse_cardinal(low.removesuffix("mal"))) is not None and count > 1:
        return Token(word, f"times:{format_decimal(count)}", "value", value=Value("times", format_decimal(count)))
    return None


def listed_word(token: Token, following: Token) -> Token | None:
    """Helping verbs, pronouns and all other words of closed classes."""
    word, low, starts = token.text, token.low, token.form == "start"
    if low == "berechtigt":
        return Token(word, "berechtigen", "verb", "FIN")
    if low == "sein" and (following.kind in {"punct", "end"}):
        return Token(word, "sein", "aux", "INF")
    if special := pronoun_of_address(word, low, starts, following):
        return special
    if (low in PAST_MODALS or low in CONDITIONALS) and (starts or not word[0].isupper()):
        lemma = analyse_word(low).lemma
        form = "FIN past" if low in PAST_MODALS else "FIN if"
        if low in ADVISING:
            form = "FIN"  # "Sie sollten" advises as "Sie sollen" does, and tells of no past.
        return Token(word, lemma, "aux" if lemma in AUXILIARIES else "modal", form)
    closed = closed_words("de").get(low)
    if closed is not None and not (word[0].isupper() and not starts and closed[0] != "det"):
        return Token(word, closed[1], closed[0])
    if low in THIRD_PARTIES and word[0].isupper() and not starts and not following.text[:1].isupper():
        return Token(word, "dritte", "noun", "NN")
    return None


def ordinal_word(word: str, low: str) -> Token | None:
    """ "dritte", "dritten"."""
    place = 1 if low in FIRST else None if low.startswith("erst") else parse_ordinal(low)
    if place is None or low in {"achten", "achte"}:
        return None
    return Token(word, f"ordinal:{place}", "value", value=Value("ordinal", str(place)))


def tagged_word(token: Token, following: Token) -> Token:
    word, low, starts = token.text, token.low, token.form == "start"
    if starts and low.startswith(WITH_ZU) and low.endswith("en") and following.low in {"ist", "sind"}:
        return Token(word, low, "adj")  # "Mitzubringen sind …"
    in_small_letters = starts and (
        begins_with_verb(low, following) or is_predicative(low, following) or is_attributive(low, following)
    )
    known = analyse_word(low if in_small_letters else word)
    if word[0].isupper() and not following.text[:1].isupper() and last_noun(word):
        known = TaggedWord(low, "NN")
    if word[0].isupper() and not starts and known.tag.startswith("VV(FIN") and following.text != "Sie":
        known = TaggedWord(low, "NN")  # "eine Vorsprache": no verb is written like this within a sentence.
    if word.islower() and known.tag.startswith("N") and low.endswith(FREE_OR_OWED):
        known = TaggedWord(low, "ADJ(D)")  # "genehmigungsfrei"
    found = token_by_tag(word, low, known)
    if in_small_letters and found.form == "PP" and following.text == "Sie" and low.endswith("en"):
        found = replace(found, form="INF")  # "Verstoßen Sie gegen …, …"
    return replace(found, kind="noun", form="NN") if is_nominalised_adjective(found, following, starts) else found


FREE_OR_OWED = ("sfrei", "pflichtig")


def is_nominalised_adjective(found: Token, following: Token, starts: bool) -> bool:
    """ "Schwerbehinderte": an adjective written like a noun, with none after it; at the start only before a verb."""
    if found.kind != "adj" or not found.text[0].isupper() or following.text[:1].isupper():
        return False
    return not starts or (found.low.endswith("e") and analyse_word(following.low).tag.startswith("V"))


def begins_with_verb(low: str, following: Token) -> bool:
    """An order to the reader: "Legen Sie …"; or any sentence that begins with a verb."""
    return following.text == "Sie" and analyse_word(low).tag.startswith(("VV", "VA", "VM"))


def is_attributive(low: str, following: Token) -> bool:
    """ "Entliehene Medien …": an adjective or participle in front of its noun."""
    noun = following.text[:1].isupper() and following.text != "Sie" and following.low != following.text
    return noun and low.endswith(INFLECTED) and analyse_word(low).tag == "ADJ(A)"


INFLECTED = ("e", "er", "es", "en", "em")
THIRD_PARTIES = frozenset({"dritte", "dritter", "dritten", "drittem"})


def is_predicative(low: str, following: Token) -> bool:
    """ "Ordnungswidrig handelt, wer …": an adjective in front of the verb; not "Anmeldungen sind …"."""
    return (
        not low.endswith(OF_NOUNS)
        and (low.endswith(OF_ADJECTIVES) or not analyse_word(low.capitalize()).tag.startswith("NN"))
        and analyse_word(low).tag == "ADJ(D)"
        and analyse_word(following.low).tag.startswith(("VV(FIN", "VA(FIN"))
    )


def pronoun_of_address(word: str, low: str, starts: bool, following: Token) -> Token | None:
    if low == "sie":
        plural = following.low.endswith(("n", "sind")) and following.low not in {"den", "in", "von"}
        formal = word[0].isupper() and (not starts or plural)
        return Token(word, "you" if formal else "they", "pron")
    if low.startswith("ihr") and low in {"ihr", "ihre", "ihrer", "ihres", "ihrem", "ihren"}:
        if word[0].isupper():
            return Token(word, "your", "det")
        return Token(word, "her", "det")
    return Token(word, "you" if word[0].isupper() else "they", "pron") if low == "ihnen" else None


def token_by_tag(word: str, low: str, known: TaggedWord) -> Token:
    tag, _, form = known.tag.partition("(")
    form = form.rstrip(")")
    kind = GERMAN_KINDS.get(tag, "noun" if word[0].isupper() else "adv")
    lemma = known.lemma
    if kind == "adj" and known.degree:
        lemma = f"{lemma}+{known.degree}"
    if kind in {"verb", "aux", "modal"}:
        kind = "aux" if lemma in AUXILIARIES else "modal" if lemma in MODALS else "verb"
        form += " past" if form == "FIN" and is_past_form(low, lemma) else ""
    elif kind == "noun":
        form = tag
        if low == f"{lemma}s" and low.endswith(WITH_S):
            lemma = low
    return Token(word, spelling_key(lemma, "de"), kind, form)


def is_past_form(low: str, lemma: str) -> bool:
    if low in SINGULAR_PAST:
        return True
    if low.endswith("darf"):
        return False
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


def classify_english_word(token: Token) -> Token:
    word, low = token.text, token.low
    number = parse_cardinal(low, "en")
    if number is not None:
        return Token(word, f"number:{format_decimal(number)}", "value", value=Value("number", format_decimal(number)))
    if word == "US":
        return Token(word, "usa", "noun")
    closed = closed_words("en").get(low)
    if closed is not None and word == "May" and token.form != "start":
        return Token(word, "may month", "noun")
    if closed is not None:
        form = "past" if low in {"was", "were", "had", "did"} else ""
        return Token(word, closed[1], closed[0], form)
    place = parse_ordinal(low, "en")
    if place is not None:
        return Token(word, f"ordinal:{place}", "value", value=Value("ordinal", str(place)))
    known = analyse_word(low, "en")
    kind = {"N": "noun", "V": "verb", "A": "adj"}.get(known.tag[:1], "adv")
    form = known.tag if kind == "verb" else ""
    lemma = spelling_key(known.lemma, "en")
    return Token(word, f"{lemma}+{known.degree}" if known.degree else lemma, kind, form)
