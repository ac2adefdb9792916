"""Compares nominal style with clauses, German and English: "auf Verlangen" is "wenn es verlangt wird"."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.comparison_result import ClauseComparison
from apps.text.entailment.derivation_result import Difference
from apps.text.entailment.german.nominalisations.act_nouns import head_index, verb_of_act_noun
from apps.text.entailment.german.nominalisations.nominalised_acts import OWN_ADVERBS
from apps.text.entailment.german.nominalisations.persons_and_offices import is_office
from apps.text.entailment.tokens.morphology import verb_of_participle

NOMINAL = {
    "np": {"that"},
    "near": {"if"},
    "on": {"if", "when", "as_soon"},
    "subject_to": {"if"},
    "under": {"if"},
    "with": {"if"},
    "after": {"after", "as_soon"},
    "before": {"before"},
    "about_topic": {"whether", "that"},
    "because_of": {"because"},
    "to": {"in_order_to"},
    "for": {"in_order_to"},
    "during": {"while"},
    "until": {"until"},
    "until+to": {"until"},
    "in_case_of": {"if"},
    "without": {"without"},
}
OF_QUALITY = ("heit", "keit")
"""Nouns such as "Anwesenheit", with which "in" tells when."""
CHANGES = frozenset({"beginnen", "enden", "sein fällig", "entstehen", "erlöschen", "gelten", "entfallen", "ablaufen"})
"""What happens with something else: "mit der Zustellung fällig" is "fällig, sobald zugestellt ist"."""
STARTS = frozenset({"beginnen", "sein fällig", "entstehen"})
"""What begins with something else and never before: "beginnt mit dem Eingang", "erst, wenn … eingegangen ist"."""
INTENDING = frozenset({"planen", "beabsichtigen", "vermeiden", "unterlassen", "plan", "avoid", "intend"})
"""Verbs whose own subject does what their object names."""
NAMED = frozenset().union(*NOMINAL.values(), {"only_if", "to", "only_in_order_to"})
"""The relations of clauses that a noun may say."""


def differences_said_by_noun(
    clause: Statement, other: Statement, found: ClauseComparison, kind: str
) -> list[Difference]:
    """Differences of parts that say the clause with a noun: "auf Verlangen" for "wenn es verlangt wird"."""
    if clause.scope == ("fully",):  # "vollständig eingegangen"
        clause = replace(clause, scope=(), parts=[Part("adv", clause.scope), *clause.parts])
    denied = clause.scope == ("not",) and clause.relation == "if"
    if clause.relation not in NAMED or clause.predicate.modality or clause.dependents or (clause.scope and not denied):
        return []
    if denied:
        return differences_said_by_denied_noun(replace(clause, scope=()), other, found, kind)
    places = {part.text: place for place, part in reversed(list(enumerate(other.parts)))}
    for difference in found.differences:
        place = place_of_difference(difference, places, kind)
        if place is None or not may_name_clause(other.parts[place], clause, other):
            continue
        if names_clause(other.parts[place], clause.parts, clause):
            return [difference]
        following = other.parts[place + 1 : place + 2]
        more = [d for d in found.differences if following and place_of_difference(d, places, kind) == place + 1]
        rest = [p for p in clause.parts if not (more and p.key == following[0].key)]
        if more and len(rest) < len(clause.parts) and names_clause(other.parts[place], rest, clause):
            return [difference, *more]
    return []


NOT = "nicht"


def differences_said_by_denied_noun(
    clause: Statement, other: Statement, found: ClauseComparison, kind: str
) -> list[Difference]:
    """ "bei Nichtbeachtung der Regeln" for "wenn Sie die Regeln nicht beachten"."""
    named = [p for p in other.parts if p.words and p.words[head_index(p)].startswith(NOT)]
    texts = {p.text for p in named}
    told = [d for d in found.differences if d.kind == kind and (d.source or d.claim) in texts]
    if len(named) != 1 or len(told) != 1 or any("not" in p.scope for p in clause.parts):
        return []
    place = head_index(named[0])
    words = (*named[0].words[:place], named[0].words[place].removeprefix(NOT), *named[0].words[place + 1 :])
    plain = replace(named[0], words=words)
    return told if may_name_clause(plain, clause, other) and names_clause(plain, clause.parts, clause) else []


def differences_said_by_participle(
    clause: Statement, source: Statement, claim: Statement, found: ClauseComparison, *, of_source: bool = False
) -> list[Difference]:
    """ "Nicht abgeholte Sachen werden verkauft" as "Wenn Sachen nicht abgeholt werden, werden sie verkauft"."""
    named = [p for p in clause.parts if p.mark == "np" and p.words[:1] != ("it",)]
    if clause.relation != "if" or clause.scope != ("not",) or len(named) != 1 or clause.dependents:
        return []
    if clause.predicate.modality or len(clause.parts) != 1 or clause.generic not in {"", "you", "one"}:
        return []
    pronoun = named[0].words[0] in PRONOUNS
    gone = [p for p in source.parts if p.mark == "np" and p.scope == ("not",) and len(p.words) > 1]
    gone = [p for p in gone if pronoun or p.words[1:] == named[0].words]
    meant = {p.words[1:] for p in gone} if pronoun else {(word,) for word in PRONOUNS | {"the"}}
    new = [p for p in claim.parts if p.mark == "np" and p.words in meant]
    if len(gone) != 1 or clause.predicate.verb not in {gone[0].words[0], verb_of_participle(gone[0].words[0])}:
        return []
    first, last = ("added", "dropped") if of_source else ("dropped", "added")
    told = [d for d in found.differences if (d.kind, d.source or d.claim) == (first, gone[0].text)]
    told += [d for d in found.differences if new and (d.kind, d.source or d.claim) == (last, new[0].text)]
    return told if len(told) == len(("dropped", "added")) else []


def differences_said_by_subject(
    clause: Statement, source: Statement, claim: Statement, found: ClauseComparison
) -> list[Difference]:
    """ "Ein Umzug im Kreis ändert nichts" as "Es ändert nichts, wenn Sie im Kreis umziehen"."""
    if clause.relation != "if" or clause.scope or clause.dependents or clause.predicate.modality:
        return []
    pointing = [p for p in claim.parts if p.mark == "np" and p.words in {("the",), ("it",), ("this",)} and not p.scope]
    for part in source.parts:
        if len(pointing) == 1 and part.mark == "np" and not part.scope and is_act_of_clause(part, clause):
            wanted = {("dropped", part.text, ""), ("added", "", pointing[0].text)}
            told = [d for d in found.differences if (d.kind, d.source, d.claim) in wanted]
            if len(told) == len(wanted):
                return told
    for place, part in enumerate(source.parts):
        words = part.words[part.words[:1] == ("a",) :]
        if part.mark != "np" or part.scope or len(words) != 1 or verb_of_act_noun(words[0]) != clause.predicate.verb:
            continue
        after = source.parts[place + 1 : place + 1 + len(clause.parts)]
        wanted = {("dropped", p.text, "") for p in (part, *after)} | {("added", "", p.text) for p in pointing}
        told = [d for d in found.differences if (d.kind, d.source, d.claim) in wanted]
        alike = sorted(p.key for p in after) == sorted(p.key for p in clause.parts)
        if alike and len(pointing) == 1 and len(told) == len(wanted):
            return told
    return []


def is_act_of_clause(part: Part, clause: Statement) -> bool:
    """ "Verlust des Ausweises" and "Sie verlieren den Ausweis", "Änderung der Anschrift" and "sie ändert sich"."""
    phrases = [p for p in clause.parts if p.words != ("oneself",)]
    act = part.words[1:2] == ("of",) and verb_of_act_noun(part.words[0]) == clause.predicate.verb
    return (
        act
        and len(phrases) == 1
        and (phrases[0].mark, phrases[0].words, phrases[0].scope) == ("np", part.words[2:], ())
    )


def place_of_difference(difference: Difference, places: Mapping[str, int], kind: str) -> int | None:
    """The first part that the difference is about. `places`: of each text the first."""
    if difference.kind != kind:
        return None
    return places.get(difference.source if kind == "dropped" else difference.claim)


def may_name_clause(part: Part, clause: Statement, other: Statement) -> bool:
    """Asked of clauses alone that have no modality, scope or clauses of their own."""
    told = set(NOMINAL.get(part.mark, set())) | (IN_QUALITY if part.mark == "in" and is_quality_noun(part) else set())
    relation, scope = clause.relation, part.scope
    if not part.words:
        return False
    if part.mark in {"for", "to"} and other.predicate.verb == "brauchen":
        told |= {"if", "when"}  # "Für den Antrag brauchen Sie X" is "Wenn Sie den Antrag stellen, brauchen Sie X".
    if relation == "only_in_order_to":
        return part.mark in {"to", "for"} and scope == ("only",)  # "nur zur Prüfung" is "nur, um zu prüfen"
    if relation == "only_if":
        # "nur bei Regen" is "nur, wenn es regnet", "erst nach Zahlung" is "erst, wenn gezahlt ist".
        if part.mark == "with" and not scope and other.predicate.verb in STARTS:
            return clause.predicate.tense in {"perfect", "past"}
        later = (
            part.mark == "after" and scope == ("not_before",) and clause.predicate.tense in {"perfect", "past"}
        ) or (part.mark == "after" and scope == ("only",))
        return bool(part.words) and (later or ("if" in told and scope == ("only",)))
    over = not other.predicate.modality and part.words[head_index(part)] in {"ablauf", "ende", "abschluss"}
    if (
        part.mark == "after"
        and (over or other.predicate.modality in AFTERWARDS)
        and clause.predicate.tense == "perfect"
    ):
        if not is_completed_act(part, clause):
            return False
        told |= {"if"}  # "unverzüglich nach der Aufgabe" is "unverzüglich, wenn … aufgegeben ist"
    ends = part.mark == "at" and part.words[:2] == ("ende", "of") and clause.predicate.tense == "perfect"
    if ends and other.predicate.verb in CHANGES:
        told |= {"if", "as_soon"}  # "endet mit Ablauf des Monats" is "endet, wenn der Monat abgelaufen ist"
    if part.mark == "np" and other.predicate.verb in INTENDING:
        told |= {"to"}  # "plant die Änderung des Gesetzes" is "plant, das Gesetz zu ändern"
    if relation == "as_soon" and part.mark == "with":
        relation = "if"
    if relation not in told:
        return False
    permits = other.predicate.modality in {"may", "can"} or other.predicate.verb == "allowed"
    consent = permits and verb_of_act_noun(part.words[head_index(part)]) in CONSENTING
    if part.mark == "with" and relation == "if" and other.predicate.verb not in CHANGES and not consent:
        return False
    return not scope and bool(part.words)


LAPSES = frozenset({"ablauf", "ende", "beginn", "eingang", "zustimmung"})
ONE = ("ein ", "eine ", "einer ", "einem ", "einen ")


def is_completed_act(part: Part, clause: Statement) -> bool:
    """ "Nach Befragung der Zeugen": they were asked, and all of them."""
    passive = clause.predicate.voice == "passive"
    acted = passive or part.words[head_index(part)] in LAPSES
    given = passive and any(p.mark == "np" and is_giver(p) for p in clause.parts)
    return acted and not given and not any(p.text.lower().startswith(ONE) for p in clause.parts)


def is_giver(part: Part) -> bool:
    """After "Genehmigung der Behörde", "Zustimmung der Nachbarn": who acts, though a passive makes them the object."""
    return NOMINATIVE not in part.cases or is_office(part)


AFTERWARDS = frozenset({"must", "can", "may"})
""" "Nach Ablauf der Frist kann …" is "wenn die Frist abgelaufen ist, kann …"."""
CONSENTING = frozenset(
    {"zustimmen", "genehmigen", "bewilligen", "gestatten", "zulassen", "approve", "consent", "agree"}
)
IN_QUALITY = frozenset({"if", "while"})


def is_quality_noun(part: Part) -> bool:
    return part.words[head_index(part)].endswith(OF_QUALITY) if part.words else False


def names_clause(part: Part, parts: Sequence[Part], clause: Statement) -> bool:
    """The noun is the act of the clause, its adjectives the clause's adverbs, its genitive the clause's only phrase."""
    if is_compound_of_clause(part, clause):
        return True
    if part.mark == "because_of" and part.words[0] == f"{clause.predicate.verb}d":
        # "wegen fehlender Unterlagen" for "weil Unterlagen fehlten"
        return len(parts) == 1 and (parts[0].mark, parts[0].words, parts[0].scope) == ("np", part.words[1:], ())
    given = clause.predicate.verb in {"bestehen", "vorliegen", "herrschen"} and not clause.generic
    if given and part.mark == "near" and len(parts) == 1 and (parts[0].mark, parts[0].words) == ("np", part.words):
        return not parts[0].scope  # "bei Stimmengleichheit" for "wenn Stimmengleichheit besteht"
    place = head_index(part)
    if place < 0 or verb_of_act_noun(part.words[place]) != clause.predicate.verb:
        return False
    if clause.predicate.verb in AFFECTING and has_only_its_subject(clause):
        return False
    said = [p for p in parts if p.words not in SILENT]
    adverbs = [p for p in said if p.mark in {"adj", "adv"}]
    phrases = [p for p in said if p not in adverbs]
    rest = adverb_forms(tuple(word for word in part.words[place + 2 :] if word not in {"her", "his"}))
    if part.mark == "on" and not rest and all(p.mark == "np" and p.words[0] in PRONOUNS for p in phrases if p.words):
        return True  # "auf Antrag" for "wenn sie ihn beantragen"
    if not part.words[:place] and adverbs and phrases and rest == (*adverb_words(adverbs), *phrases[0].words):
        return len(phrases) == 1  # "nach Eingang der vollständigen Unterlagen"
    if adverb_words(adverbs) != adverb_forms(part.words[:place]):
        return False
    marks = {"np", "with"} if clause.predicate.verb == "beginnen" else {"np"}  # "mit den Arbeiten beginnen"
    return (not rest and not phrases) or (
        len(phrases) == 1
        and phrases[0].mark in marks
        and adverb_forms(phrases[0].words) == rest
        and not phrases[0].scope
    )


AFFECTING = frozenset(
    {
        *"inspect terminate remove publish demolish install renovate steal present receive".split(),  # noqa: SIM905
        *("receive", "submit", "pay", "register", "tell", "lose", "deliver", "complete", "cancel", "purchase"),
    }
)
"""English acts whose "of" names what they are done to: "the inspection of the office" is not what the office does."""


def has_only_its_subject(clause: Statement) -> bool:
    """ "the tenant removes": its only phrase is its subject."""
    phrases = [p for p in clause.parts if p.mark == "np"]
    return clause.predicate.voice == "active" and len(phrases) == 1 and phrases[0].cases == {NOMINATIVE}


PRONOUNS = frozenset({"he", "they", "it", "this"})


def adverb_forms(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(OWN_ADVERBS.get(word, word) for word in words)


def adverb_words(parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(word for p in parts for word in (*p.scope, *p.words))


SILENT = frozenset({("it",), ("the",), ("this",), ("oneself",)})


def is_compound_of_clause(part: Part, clause: Statement) -> bool:
    """ "bei Barzahlung" for "wenn bar gezahlt wird": the first half of the noun is the only other word."""
    others = [p for p in clause.parts if p.words not in {("it",), ("the",), ("this",)}]
    if len(part.words) != 1 or len(others) != 1 or len(others[0].words) != 1 or others[0].scope:
        return False
    rest = part.words[0].removeprefix(others[0].words[0])
    return rest != part.words[0] and clause.predicate.verb in {
        verb_of_act_noun(rest),
        verb_of_act_noun(rest.removeprefix("s")),
    } - {""}
