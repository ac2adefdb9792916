"""Nouns that name an act: "Zustimmung" is zustimmen, "Betreten" betreten."""

import re
from functools import cache, lru_cache
from pathlib import Path

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.replace_equivalents import equivalent_verb
from apps.text.entailment.tokens.morphology import SEPARABLE, analyse_word, is_known_verb, is_separable_verb

TABLE = Path(__file__).with_name("act_nouns.tsv")


@cache
def verbs_by_act_noun() -> dict[str, str]:
    rows = (line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return {noun: verb for _, noun, verb in rows}


@lru_cache(maxsize=8192)
def verb_of_act_noun(noun: str) -> str:
    """The verb whose act a German noun (base form, lower case) names, or an empty text."""
    if noun in verbs_by_act_noun():
        return equivalent_verb(verbs_by_act_noun()[noun])
    if noun.endswith("ung") and (verb := infinitive_of_stem(noun.removesuffix("ung"))):
        return "" if is_made_up_verb(verb) else equivalent_verb(verb)
    if ELIDED.search(noun) and (verb := infinitive_of_stem(f"{noun.removesuffix('lung')}el")):
        return equivalent_verb(verb)  # "Ermittlung" is ermitteln.
    if (
        noun.startswith(SEPARABLE)
        and not noun.endswith(("trag", "en"))
        and infinitive_of_stem(noun)
        and is_separable_verb(f"{noun}en")
    ):
        return equivalent_verb(f"{noun}en")  # "Ausfall" is ausfallen.
    if noun.endswith(("heit", "keit")) and (quality := adjective_of_stem(noun[:-4])):
        return f"sein {quality}"
    if noun.startswith("rück") and (verb := verb_of_act_noun(noun.removeprefix("rück"))):
        return equivalent_verb(f"zurück{verb}")
    if noun.endswith(("en", "ern", "eln")) and analyse_word(noun).tag.startswith("VV"):
        return equivalent_verb(noun)
    return ""


def is_made_up_verb(verb: str) -> bool:
    """ "gebührenerheben": no verb, but a noun in front of one, as "Gebührenerhebung" is the act of a thing."""
    if is_known_verb(verb):
        return False
    places = range(SHORTEST_NOUN, len(verb) - SHORTEST_NOUN)
    return any(is_known_verb(verb[place:]) and opens_compound(verb[:place]) for place in places)


def opens_compound(half: str) -> bool:
    """ "gebühren", "amts": a noun with what joins it to another."""
    nouns = (half.removesuffix(joint) for joint in ("", "s", "es", "n", "en") if half.endswith(joint))
    return any(len(noun) >= SHORTEST_NOUN and is_known_base_noun(noun) for noun in nouns)


SHORTEST_NOUN = 3
"""Letters: "Amt", "Bau"."""
ELIDED = re.compile(r"[bcdfgkmnpstvwxz]lung$")
"""The end of nouns made of verbs in -eln."""


@lru_cache(maxsize=8192)
def split_act_compound(noun: str) -> tuple[str, str]:
    """ "terminvereinbarung" as ("termin", "vereinbarung"): what is done to it after; two empty texts for others."""
    if len(noun) < SHORTEST_COMPOUND or noun in verbs_by_act_noun() or verb_of_act_noun(noun):
        return "", ""
    for place in range(SHORTEST_NOUN, len(noun) - SHORTEST_HALF + 1):
        first, act = noun[:place], noun[place:]
        verb = infinitive_of_stem(act.removesuffix("ung")) if act.endswith("ung") else ""
        named = act in SHORT_ACTS or (verb and is_known_verb(verb))
        if named and is_known_base_noun(act) and verb_of_act_noun(act) and (whole := first_noun_of_compound(first)):
            return ("", "") if act in THINGS else (whole, act)  # A shorter act is no word of it: "Berufsausbildung".
    return "", ""


SHORT_ACTS = frozenset({"wahl", "übergabe", "rückgabe", "einsicht", "abgabe"})
THINGS = frozenset(
    {
        *("bescheinigung", "bestätigung", "erklärung", "wohnung", "ausbildung", "zeichnung", "rechnung", "ausrüstung"),
        *("kleidung", "heizung", "leistung", "versicherung", "ausstattung", "bedingung", "zeitung", "ordnung"),
        *("satzung", "leitung", "verwaltung", "regierung", "abteilung", "sitzung", "veranstaltung", "währung"),
    }
)
"""What the noun names as a rule is no act: one needs the thing."""
AMBIGUOUS = frozenset(
    {
        *("umzug", "auszug", "heizung", "sammlung", "sendung", "führung", "pflege", "überweisung", "versicherung"),
        *("leitung", "sitzung", "ausstellung", "lösung", "öffnung", "vorstellung", "wohnung", "zeichnung", "kündigung"),
    }
)
"""By themselves they name things or events as often as acts."""
SHORTEST_COMPOUND, SHORTEST_HALF = 10, 4


def is_known_base_noun(word: str) -> bool:
    """One that the tagger knows by this form; keys are spelled with "ss"."""
    forms = {word, word.replace("ss", "ß")}
    return any((found := analyse_word(form.capitalize())).tag == "NN" and found.lemma == form for form in forms)


def first_noun_of_compound(half: str) -> str:
    """ "unterlagen" is "unterlage", "genehmigungs" "genehmigung": the noun a compound begins with, or nothing."""
    for ending in ("", "s", "es", "n", "en"):
        word = half.removesuffix(ending) if ending else half
        if (word != half or not ending) and len(word) >= SHORTEST_NOUN and is_known_base_noun(word):
            return word
    return ""


def infinitive_of_stem(stem: str) -> str:
    """ "zustimm" is zustimmen, "änder" ändern, "sammel" sammeln; empty when there is no such verb."""
    if len(stem) < len("üb"):
        return ""
    for ending in ("n", "en") if stem.endswith(("er", "el")) else ("en",):
        found = analyse_word(stem + ending)
        if found.tag.startswith("VV") and found.lemma == stem + ending:
            return stem + ending
        written = analyse_word((stem + ending).replace("ss", "ß"))  # Keys are spelled with "ss".
        if "ss" in stem and written.tag.startswith("VV") and written.lemma == (stem + ending).replace("ss", "ß"):
            return stem + ending
    return ""


def adjective_of_stem(stem: str) -> str:
    """ "anwesen" is anwesend, "zuständig" zuständig: what a noun in -heit or -keit says of somebody."""
    for word in (f"{stem}d" if stem.endswith("en") else stem, stem):
        if analyse_word(word).tag.startswith("ADJ") and analyse_word(word).lemma == word:
            return word
    return ""


ORGANISATION_ENDINGS = tuple(
    "leitung verwaltung regierung abteilung versammlung vertretung einrichtung verbindung".split()  # noqa: SIM905
)
"""Ends of nouns that name who acts, though they are made of a verb."""


def head_index(part: Part) -> int:
    """Returns the place of the noun that the rest depends on: before "of", or last."""
    return part.words.index("of") - 1 if "of" in part.words else len(part.words) - 1


def verb_of_part(part: Part) -> str:
    place = head_index(part)
    if part.words[place : place + 1] == ("aufwendung",) and "Ausgabe" in part.text.split(" "):
        return equivalent_verb("ausgeben")  # One of them is given out; several ("Ausgaben") are spent.
    return (verb_of_act_noun(part.words[place]) or verb_of_bare_infinitive(part)) if place >= 0 else ""


def verb_of_bare_infinitive(part: Part) -> str:
    """ "Parken" without an article is parken, whatever noun its form may belong to; "Garagen" are several of them."""
    name = part.text.lower()
    is_word = part.text[:1].isupper() and name.isalpha() and name.endswith("en")
    if not is_word or not analyse_word(name).tag.startswith("VV(INF"):
        return ""
    several = f"{analyse_word(part.text).lemma}n" == name and not is_known_verb(name)
    return "" if several else equivalent_verb(name)
