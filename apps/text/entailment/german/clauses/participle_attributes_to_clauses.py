"""Attributes with a participle in front of their noun, read as relative clauses: "die im Antrag genannten Personen".

"Die im Antrag genannten Personen" is "die Personen, die im Antrag genannt sind", "durch Frost entstehende Schäden" is
"Schäden, die durch Frost entstehen". Only where a phrase with a preposition opens the attribute; German.
"""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.german.clauses.verb_chain import infinitive_with_zu
from apps.text.entailment.tokens.morphology import analyse_word, verb_of_participle
from apps.text.entailment.tokens.token import EMPTY_TOKEN, Token

ARTICLES = frozenset(
    {
        *("der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines"),
        *("alle", "allen", "aller", "diese", "dieser", "diesen", "jede", "jeder", "jeden", "jedes"),
        *("kein", "keine", "keinen", "keinem", "keiner", "keines"),
    }
)
DATIVES = frozenset({"dem", "der", "den", "diesem", "dieser", "diesen", "einem", "einer", "ihm", "ihr", "ihnen"})
""" "Die dem Antrag beigefügten Unterlagen": right after an article they open an attribute."""
INFLECTED = ("e", "en", "er", "es", "em")
WITHIN = frozenset({"prep", "det", "quant", "noun", "adj", "adv", "value", "conj", "limit", "sign"})
"""Kinds of words that an attribute may have in front of its participle: no verb, denial, pronoun or scope."""
LONGEST = 12
"""Words of an attribute in front of its participle."""


def move_attributes_after_nouns(tokens: Sequence[Token]) -> list[Token]:
    """Each attribute of this form after its noun, with a pronoun, between commas."""
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        if end := place_of_aged_noun(tokens, index):
            if done and done[-1].low in ARTICLES:
                done[-1] = read_as_article(done[-1])
            done += [tokens[end], *COMMA_AND_PRONOUN, tokens[index], tokens[index + 1], BE]
            if end + 1 < len(tokens) and tokens[end + 1].kind not in {"end", "punct"}:
                done.append(COMMA_AND_PRONOUN[0])
            index = end + 1
            continue
        place = place_of_attribute_participle(tokens, index)
        end = place_of_noun_after(tokens, place) if place else 0
        if not end and (place := place_of_leading_participle(tokens, index)):
            end = place_of_noun_after(tokens, place)
            if end:
                done += [*tokens[place + 1 : end + 1], *relative_clause_tokens(tokens[index:place], tokens[place])]
                done.append(Token(",", ",", "punct"))
                index = end + 1
                continue
        if not end:
            done.append(tokens[index])
            index += 1
            continue
        opening, inner = tokens[index], tokens[index + 1 : place]
        done += [read_as_article(opening), *tokens[place + 1 : end + 1], *relative_clause_tokens(inner, tokens[place])]
        following = tokens[end + 1] if end + 1 < len(tokens) else None
        if following is not None and following.kind not in {"end", "punct"}:
            done.append(Token(",", ",", "punct"))
        index = end + 1
    return done


COMMA_AND_PRONOUN = (Token(",", ",", "punct"), Token("die", "the", "pron"))
BE = Token("sind", "sein", "aux", "FIN")


def place_of_aged_noun(tokens: Sequence[Token], at: int) -> int:
    """ "über drei Monate alte Hunde" as "Hunde, die über drei Monate sind": where the noun stands; 0 for nowhere."""
    bound, age, old, noun = (*tokens[at : at + 4], *[EMPTY_TOKEN] * 4)[:4]
    bounded = bound.kind == "prep" and bound.key in {"about_topic", "under"} and age.kind == "value"
    aged = bounded and age.value is not None and age.value.kind in {"months", "days"} and old.key == "alt"
    return at + 3 if aged and old.low != old.key and noun.kind == "noun" else 0


def read_as_article(token: Token) -> Token:
    return replace(token, kind="det") if token.kind == "pron" else token


def place_of_attribute_participle(tokens: Sequence[Token], at: int) -> int:
    """Finds the participle whose attribute opens after the article or preposition `at`; 0 for nothing."""
    opening = tokens[at]
    article = opening.kind in {"det", "pron", "quant"} and opening.low in ARTICLES
    if not (article or opening.kind == "prep") or at + 2 >= len(tokens):
        return 0
    if tokens[at + 1].kind != "prep" and not (article and tokens[at + 1].low in DATIVES):
        return 0
    if article and at and tokens[at - 1].text == "," and not ends_with_zu(tokens, at):
        return 0  # It may be the pronoun of a relative clause.
    if not article and opening.low in {"bis", "von", "zu", "ab"}:
        return 0  # "bis zu", "von bis"
    for place in range(at + 2, min(at + LONGEST, len(tokens) - 1)):
        if (verb_of_inflected_participle(tokens[place]) or is_governing_adjective(tokens, place)) and tokens[
            place + 1
        ].kind in {"noun", "adj"}:
            named = any(t.kind == "noun" or t.key == "you" for t in tokens[at + 2 : place])
            return place if named else 0
        if tokens[place].kind not in WITHIN and tokens[place].key != "you":
            return 0
    return 0


def ends_with_zu(tokens: Sequence[Token], at: int) -> bool:
    """ "…, die im Antrag genannten Unterlagen vorzulegen": the piece from `at` on is no relative clause."""
    end = next((i for i in range(at, len(tokens)) if tokens[i].kind in {"punct", "end"}), len(tokens))
    last, before = tokens[end - 1], tokens[end - 2]
    return before.low == "zu" or bool(infinitive_with_zu(last.low))


REFERENCES = frozenset({"absatz", "satz", "nummer", "artikel", "anlage", "§"})


def place_of_leading_participle(tokens: Sequence[Token], at: int) -> int:
    """ "Nach der Frist eingehende Anträge …": where the participle stands, after a phrase that opens the sentence."""
    opens = tokens[at].kind == "prep" and (at == 0 or tokens[at - 1].kind in {"end", "bullet"})
    for place in range(at + 2, min(at + LONGEST, len(tokens) - 2)) if opens else ():
        after_phrase = (
            tokens[place - 1].kind == "noun" or tokens[place - 2].key in REFERENCES
        )  # "In Absatz 1 genannte …"
        if verb_of_inflected_participle(tokens[place]) and after_phrase and tokens[place + 1].kind == "noun":
            return place if tokens[place + 2].kind in {"verb", "aux", "modal"} else 0
        if tokens[place].kind not in WITHIN:
            return 0
    return 0


def place_of_noun_after(tokens: Sequence[Token], place: int) -> int:
    """The noun that the participle belongs to, with at most one adjective between; 0 when there is none."""
    for end in (place + 1, place + 2):
        if end < len(tokens) and tokens[end].kind == "noun" and tokens[end].text[:1].isupper():
            pair = [t.kind for t in tokens[end + 1 : end + 3]] == ["conj", "noun"]  # "… Turngeräte und Spielgeräte"
            return end + 2 * pair
        if end < len(tokens) and tokens[end].kind != "adj":
            return 0
    return 0


def verb_of_inflected_participle(token: Token) -> tuple[str, bool] | None:
    """The verb of an inflected participle, and whether its noun is who does it; None for any other word."""
    if not token.low.endswith(INFLECTED) or token.text[:1].isupper():
        return None
    if token.kind == "adj" and token.key.endswith("end") and analyse_word(token.key[:-1]).tag.startswith("VV"):
        return token.key[:-1], True
    if token.kind == "adj" and (verb := verb_of_participle(token.key)):
        return verb, False
    inflected = token.low.endswith(("te", "ten", "ter", "tes", "tem", "ene", "enen", "ener", "enes", "enem"))
    if token.kind == "verb" and inflected and token.low != token.key and token.form != "IZU":
        return token.key, False
    return None


def is_governing_adjective(tokens: Sequence[Token], place: int) -> bool:
    """ "Die für das Amt erforderliche Eignung": an inflected adjective after a phrase of its own."""
    found = tokens[place]
    inflected = found.kind == "adj" and found.low.endswith(INFLECTED) and found.low != found.key
    return inflected and tokens[place - 1].kind == "noun"


def relative_clause_tokens(inner: Sequence[Token], found: Token) -> list[Token]:
    verb, active = verb_of_inflected_participle(found) or ("", False)
    opening = [*COMMA_AND_PRONOUN, *inner]
    if active and inner[-1].low == "zu":
        return [*opening[:-1], Token(f"zu {found.text}", verb, "verb", "IZU"), BE]
    if active and (due := infinitive_with_zu(verb)):
        return [*opening, Token(found.text, due, "verb", "IZU"), BE]
    if not verb:
        return [*opening, replace(found, form="D"), BE]
    if active:
        return [*opening, Token(found.text, verb, "verb", "FIN")]
    return [*opening, Token(found.text, verb, "verb", "PP"), Token("sind", "sein", "aux", "FIN")]
