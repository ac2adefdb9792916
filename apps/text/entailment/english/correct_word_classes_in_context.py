"""Corrects the word classes of English words by their neighbours: "you need", "the landlord's agreement"."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from apps.text.entailment.both_languages.replace_equivalents import equivalent_verb
from apps.text.entailment.english.determined_quantities import mark_determined_quantities
from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.parse_numbers_and_dates import Value, format_decimal
from apps.text.entailment.tokens.spelling_variants import spelling_key
from apps.text.entailment.tokens.token import Token

PERSONS = frozenset({"you", "we", "they", "i"})
OWNED = frozenset({"noun", "adj", "verb", "value"})
POSSESSIVE = ("'s", "s'", "’s", "s’")
OF = Token("of", "of", "prep")


def correct_word_classes(tokens: Sequence[Token]) -> list[Token]:
    """Verbs after pronouns as verbs, and what belongs to somebody after "of"."""
    read = [
        correct_to_participle(
            tokens, at, correct_to_noun(tokens, at, correct_to_adverb(tokens, at, correct_to_verb(tokens, at)))
        )
        for at in range(len(tokens))
    ]
    told = move_age_bounds_to_front(normalise_nobody(merge_pronouns_of_both_sexes(mark_determined_quantities(read))))
    return normalise_all_as_whole(
        normalise_between_dates(
            normalise_ages(normalise_possessives(merge_working_days(normalise_not_allowed_to(told))))
        )
    )


OF_ANY_SEX = {("he", "she"): ("they", "pron"), ("his", "her"): ("their", "det"), ("she", "he"): ("they", "pron")}
"""Keys of two words around "or", and what stands for both."""


def merge_pronouns_of_both_sexes(tokens: Sequence[Token]) -> list[Token]:
    """ "he or she" as "they", "his or her" as "their"."""
    done: list[Token] = []
    for token in tokens:
        done.append(token)
        if len(done) < len(("he", "or", "she")) or done[-2].key != "or":
            continue
        pair = (done[-3].key, "she" if token.low == "her" and done[-3].key == "he" else token.key)
        if (meant := OF_ANY_SEX.get(pair)) is not None:
            done[-3:] = [Token(" ".join(t.text for t in done[-3:]), *meant)]
    return done


def normalise_nobody(tokens: Sequence[Token]) -> list[Token]:
    """ "nobody" and "no one" as "no person"."""
    done: list[Token] = []
    for token in tokens:
        parted = token.low == "one" and bool(done) and done[-1].low == "no"
        if token.low == "nobody":
            done += [Token(token.text, "no", "det"), Token("", "person", "noun")]
        else:
            done.append(Token(token.text, "person", "noun") if parted else token)
    return done


AFTER_AMOUNT = {"over": "at_least", "old": "at_least", "above": "at_least", "under": "at_most", "young": "at_most"}
"""What stands behind "16 or": with "than" before the number none of them takes the number in."""
GROWN = frozenset({"older", "over", "above", "under", "younger", "below"})
YEARS = frozenset({"year", "years", "of", "age"})


def move_age_bounds_to_front(tokens: Sequence[Token]) -> list[Token]:
    """ "16 or over", "aged 16 and older" as "at least 16"; "aged" adds nothing to an age that has a bound."""
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        token, following = tokens[index], tokens[index + 1] if index + 1 < len(tokens) else None
        if token.low in {"or", "and"} and following is not None and following.low in GROWN:
            place = place_of_age_number(done)
            goes_on = tokens[index + 2] if index + 2 < len(tokens) else None
            named = goes_on is not None and (goes_on.kind in {"value", "det", "noun"} or goes_on.key == "than")
            if place is not None and not named:
                key = AFTER_AMOUNT.get(following.key, AFTER_AMOUNT.get(following.low, "at_least"))
                done[place] = whole_years(done[place]) or done[place]
                done.insert(place, Token(f"{token.text} {following.text}", key, "limit"))
                index += 2
                continue
        done.append(token)
        index += 1
    return [t for at, t in enumerate(done) if not (t.low == "aged" and contains_bound(done[at + 1 : at + 2]))]


def contains_bound(following: Sequence[Token]) -> bool:
    return any(t.key in {"at_least", "at_most", "under", "over"} for t in following)


def place_of_age_number(done: Sequence[Token]) -> int | None:
    """Returns the place of the number that ends what was read, "years of age" behind it and no bound before."""
    place = len(done) - 1
    while place > 0 and done[place].low in YEARS and done[place].value is None:
        place -= 1
    value = done[place].value if done else None
    bound = place > 0 and (done[place - 1].kind == "limit" or done[place - 1].key in {"under", "over", "than"})
    if value is None or bound or value.kind not in {"number", "months"}:
        return None
    return place


def normalise_all_as_whole(tokens: Sequence[Token]) -> list[Token]:
    """ "all night" as "the whole night", which is not "every night"; "all nights" stays."""
    return [
        replace(t, key="whole") if t.low == "all" and precedes_singular_noun(tokens, at) else t
        for at, t in enumerate(tokens)
    ]


SINGULAR = frozenset({"NN1", "NP0"})
"""CLAWS tags of nouns and names in the singular; the tag of "people" and "staff" is NN0."""


def precedes_singular_noun(tokens: Sequence[Token], at: int) -> bool:
    """The last of the nouns after it is a singular: "all the summer season", not "all school children"."""
    end = at + 1
    while end < len(tokens) and (tokens[end].kind in {"noun", "adj"} or tokens[end].key == "the"):
        end += 1
    name = analyse_word(tokens[end - 1].low, "en")
    return tokens[end - 1].kind == "noun" and name.tag in SINGULAR and name.lemma == tokens[end - 1].low


def normalise_between_dates(tokens: Sequence[Token]) -> list[Token]:
    """ "between 1 April and 31 July" as "from 1 April to 31 July"."""
    done = list(tokens)
    for index in range(len(done) - 3):
        opening, first, joint, last = done[index : index + 4]
        dates = all(t.value is not None and t.value.kind in {"date", "clock"} for t in (first, last))
        if opening.key == "between" and joint.key == "and" and dates:
            done[index], done[index + 2] = replace(opening, key="from"), replace(joint, key="to", kind="prep")
    return done


def correct_to_noun(tokens: Sequence[Token], at: int, token: Token) -> Token:
    """ "Permits are issued": what may be a verb is a noun in front of a helping verb."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    before = tokens[at - 1] if at else None
    first = before is None or before.kind in {"end", "bullet", "det", "adj", "prep"}
    helped = following is not None and following.kind in {"aux", "modal"}
    alone = following is None or following.kind in {"prep", "end", "punct", "conj", "aux", "modal"}
    if token.low in {"permit", "permits"} and (alone or (before is not None and before.kind == "det")):
        return replace(token, key="permit", kind="noun", form="")
    if not (token.form == "VVZ" and helped and first):
        return token
    return replace(token, key=analyse_word(token.low, "en").lemma, kind="noun", form="")


def correct_to_adverb(tokens: Sequence[Token], at: int, token: Token) -> Token:
    """ "may be renewed once": only in front of a clause is it "as soon as"."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.low != "once" or (following is not None and following.kind in {"det", "pron", "noun", "quant", "adj"}):
        return token
    return replace(token, key="once", kind="adv", form="")


def correct_to_participle(tokens: Sequence[Token], at: int, token: Token) -> Token:
    """ "may be renewed": a participle that the tagger takes for an adjective only."""
    helped = at > 0 and tokens[at - 1].kind == "aux"
    if (
        token.kind != "adj"
        or token.key == "allowed"
        or not helped
        or token.low != token.key
        or not token.low.endswith("ed")
    ):
        return token
    for stem in (token.low[:-2], token.low[:-1], token.low[:-3]):
        known = analyse_word(stem, "en")
        if known.tag.startswith("VV") and known.lemma == stem:
            return replace(token, key=spelling_key(stem, "en"), kind="verb", form="VVN")
    return token


def normalise_not_allowed_to(tokens: Sequence[Token]) -> list[Token]:
    """ "are not allowed to" as "may not"."""
    done: list[Token] = []
    for token in tokens:
        done.append(token)
        helper, denial, allowed, to = [*done[-4:]] if len(done) > 3 else [Token("", "", "")] * 4
        denied = helper.low in {"is", "are"} and denial.key == "not" and denial.kind == "neg"
        if denied and allowed.key == "allowed" and to.low == "to":
            done[-4:] = [replace(allowed, key="may", kind="modal", form=""), denial]
    return done


def merge_working_days(tokens: Sequence[Token]) -> list[Token]:
    """ "five working days" as one value."""
    done: list[Token] = []
    for token in tokens:
        done.append(token)
        number, kind, days = [*done[-3:]] if len(done) > 2 else [Token("", "", "")] * 3
        counted = number.value is not None and number.value.kind == "number"
        if counted and number.value and kind.low in {"working", "business"} and days.low in {"day", "days"}:
            value = Value("working_days", number.value.amount)
            done[-3:] = [Token(f"{number.text} {kind.text} {days.text}", str(value), "value", value=value)]
    return done


NOT_REACHED = (
    ("who", "have", "not", "yet", "reach", "the", "age", "of"),
    ("who", "have", "not", "reach", "the", "age", "of"),
    ("who", "be", "not", "yet"),
)
"""What stands before the age of those who are younger; keys."""


def normalise_ages(tokens: Sequence[Token]) -> list[Token]:
    """ "children who have not yet reached the age of three" as "children under three"."""
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        if done and done[-1].key in BOUNDS_OF_AGE and (years := age_in_years(tokens, index)) is not None:
            done.append(years)
            index += 2 if tokens[index + 1].key == "old" else len(("years", "of", "age"))
            continue
        if done and done[-1].low.endswith("age of") and (years := whole_years(tokens[index])) is not None:
            done.append(years)
            index += 1
            continue
        size = next((len(keys) for keys in NOT_REACHED if matches_keys(tokens, index, keys)), 0)
        value = tokens[index + size] if size and index + size < len(tokens) else None
        if value is None or value.value is None:
            done.append(tokens[index])
            index += 1
            continue
        done += [Token("under", "under", "prep"), value]
        index += size + 1
    return done


MONTHS = 12
BOUNDS_OF_AGE = frozenset({"under", "over", "at_least", "at_most"})


def age_in_years(tokens: Sequence[Token], at: int) -> Token | None:
    """ "three years old", "three years of age" as the number that "under three" has; None for anything else."""
    value = tokens[at].value
    after = tuple(t.key for t in tokens[at + 1 : at + 3])
    if value is None or value.kind != "months" or not (after[:1] == ("old",) or after == ("of", "age")):
        return None
    return whole_years(tokens[at])


def whole_years(token: Token) -> Token | None:
    """ "12 years" as the number 12; None for what is not written in years."""
    if token.value is None or token.value.kind != "months" or "year" not in token.low:
        return None
    years = format_decimal(Decimal(token.value.amount) / MONTHS)
    return Token(token.text, f"number:{years}", "value", value=Value("number", years))


def matches_keys(tokens: Sequence[Token], at: int, keys: Sequence[str]) -> bool:
    return tuple(t.key for t in tokens[at : at + len(keys)]) == tuple(keys)


def correct_to_verb(tokens: Sequence[Token], at: int) -> Token:
    """ "you need", "they own": after a pronoun a base form is the verb, whatever noun it may be elsewhere."""
    token = tokens[at]
    before = tokens[at - 1] if at else None
    if before is None or before.kind != "pron" or before.key not in PERSONS or token.kind not in {"noun", "adj"}:
        return token
    return (
        replace(token, key=equivalent_verb(token.key, "en"), kind="verb", form="VVB")
        if token.low == token.key
        else token
    )


def normalise_possessives(tokens: Sequence[Token]) -> list[Token]:
    """ "the landlord's written agreement" as "the written agreement of the landlord"."""
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        end = place_of_owned_noun(tokens, index)
        if end == index or not tokens[index].text.endswith(POSSESSIVE) or tokens[index].kind != "noun":
            done.append(tokens[index])
            index += 1
            continue
        start = len(done)
        while start and done[start - 1].kind in {"noun", "adj"}:
            start -= 1
        owner = [*done[start:], tokens[index]]
        article = [done.pop(start - 1)] if start and done[start - 1].kind == "det" else []
        del done[start - len(article) :]
        done += [*article, *tokens[index + 1 : end + 1], OF, *article, *owner]
        index = end + 1
    return done


def place_of_owned_noun(tokens: Sequence[Token], at: int) -> int:
    """Returns the place of the noun that belongs to the owner `at`; `at` itself when there is none."""
    end = at
    while end + 1 < len(tokens) and tokens[end + 1].kind in OWNED and not tokens[end + 1].text.endswith(POSSESSIVE):
        end += 1
    while end > at and tokens[end].kind != "noun":
        end -= 1
    return end
