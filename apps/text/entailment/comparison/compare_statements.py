"""Compares two statements: every difference is either explained by a named rule or returned."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from apps.text.entailment.both_languages.apply_and_record_rules import drop_shared_licences
from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import WHICH, Statement
from apps.text.entailment.comparison.claim_of_one_alternative import is_one_alternative
from apps.text.entailment.comparison.claim_of_one_listed_item import matching_list_items
from apps.text.entailment.comparison.compare_clause_part_order import compare_order, crosses_other_pair
from apps.text.entailment.comparison.compare_grammatical_agents import (
    clause_about_reader,
    compare_agents,
    is_allowed_by_rule,
    license_anybody_as_reader,
    license_applicant_as_reader,
    license_office_as_we,
    license_told_to_us,
)
from apps.text.entailment.comparison.compare_nominal_style_with_clauses import (
    differences_said_by_noun,
    differences_said_by_participle,
    differences_said_by_subject,
)
from apps.text.entailment.comparison.comparison_result import ClauseComparison
from apps.text.entailment.comparison.equal_parts import are_equal_parts, is_weekday_of_habit
from apps.text.entailment.comparison.semantic_roles_of_parts import differs_in_case, resolve_roles
from apps.text.entailment.german.nominalisations.compound_paraphrases import find_paraphrase_of_compound
from apps.text.entailment.german.quantities.period_and_deadline_paraphrases import CONTINUED
from apps.text.entailment.german.rules.cost_phrases import PLAIN_FEES
from apps.text.entailment.german.rules.modality import ASKED

UNFINISHED = frozenset({"müssen", "sollen", "können", "dürfen", "wollen", "mögen", "werden", "?"})
"""A helping verb whose verb was not found: the clause was not read."""


@lru_cache(maxsize=512)
def compare_statements(source: Statement, claim: Statement) -> ClauseComparison:
    """Compares one clause with all that hangs on it. Kept for those who ask again: not to be changed."""
    found = ClauseComparison(licences=drop_shared_licences([*source.licences, *claim.licences], source, claim))
    compare_predicates(source, claim, found)
    compare_scopes(source, claim, found)
    align_parts(source, claim, found)
    license_applicant_as_reader(source, claim, found)
    license_anybody_as_reader(source, claim, found)
    license_office_as_we(source, claim, found)
    license_told_to_us(source, claim, found)
    if not found.differences:
        compare_roles(source, claim, found)
        compare_order(source, claim, found)
    compare_dependents(source, claim, found)
    compare_also(source, claim, found)
    return ignore_fee_named_by_verb(found, source, claim)


def compare_also(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """ "Anmeldungen sind auch bis Mai möglich" does not say "Anmeldeschluss ist im Mai"."""
    if claim.exclusive and "auch" in source.text.lower().replace(",", " ").split(" "):
        found.differ("scope", "auch", "")


CALLED = frozenset({"gebühr", "kosten", "preis", "entgelt"})
"""What anything that costs money may be said to have."""


def ignore_fee_named_by_verb(found: ClauseComparison, source: Statement, claim: Statement) -> ClauseComparison:
    """ "Die Gebühr beträgt …" as "… kostet": what is paid is named by the verb."""
    free = any(p.words == ("free",) for p in source.parts)  # Who pays no entrance may pay for other things.
    plain_fees = CALLED if free else PLAIN_FEES
    fees = [p.text for p in source.parts if p.mark == "fee" and p.words in {(word,) for word in plain_fees}]
    names = [p.text for p in claim.parts if p.mark == "fee" and p.words in {(word,) for word in CALLED}]
    if source.predicate.verb == claim.predicate.verb == "amount" and len(fees) + len(names) == 1:
        unwanted = {*(("dropped", text, "") for text in fees), *(("added", "", text) for text in names)}
        rest = [d for d in found.differences if (d.kind, d.source, d.claim) not in unwanted]
        if len(rest) < len(found.differences):
            found.license("idiom: Die Gebühr beträgt = es kostet")
            found.differences = rest
    return found


def compare_predicates(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = source.predicate, claim.predicate
    if (before.verb in UNFINISHED or after.verb in UNFINISHED) and source.text.lower() != claim.text.lower():
        found.differ("unread", source.text, claim.text)
    if (before.verb, after.verb) == ("obtain", "receive") and {"get", "gets"} & set(claim.text.lower().split(" ")):
        found.license("word: obtain = get")
    elif before.verb != after.verb:
        found.differ("verb", before.verb, after.verb)
    if before.modality != after.modality and is_order_restated(source, claim):
        found.license("modality: behind a condition, what you do is no order")
    elif {before.modality, after.modality} == {"", "will"} and before.tense == after.tense == "present":
        found.license("modality: will = does, by a rule")
    elif (before.modality, after.modality) == ("should", "must") and ASKED in source.licences and is_request(claim):
        found.license("modality: werden gebeten, zu … = bitte …")
    elif {before.modality, after.modality} == {"must", "will"} and is_shall(source, claim):
        found.license("modality: shall be done = will be done")
    elif {before.modality, after.modality} == {"", "must"} and is_payment_by_rule(source, claim):
        found.license("modality: pays = must pay, by a rule")
    elif {before.modality, after.modality} == {"", "must"} and is_calculation_by_rule(source, claim):
        found.license("modality: ist anzurechnen = wird angerechnet, of what an office reckons")
    elif {before.modality, after.modality} == {"can", "may"} and is_allowed_by_rule(source, claim):
        found.license("modality: kann = darf, of what a rule allows")
    elif (before.modality, after.modality) == ("may", "can") and grants_same_power(source, claim):
        found.license("modality: may = can, of what a rule lets somebody do")
    elif (before.modality, after.modality) == ("can", "") and source.scope == claim.scope == ("not",):
        found.license("modality: what cannot be done is not done")
    elif {before.modality, after.modality} == {"", "must"} and is_constituted_by_rule(source, claim):
        found.license("modality: shall consist of = consists of, of what a rule sets up")
    elif before.modality != after.modality and not forbid_alike(source, claim):
        found.differ("modality", before.modality or "∅", after.modality or "∅")
    elif before.modality != after.modality:
        found.license(f"modality: {before.modality} -> {after.modality} under negation")
    if before.tense != after.tense and is_told_as_past(source) and is_told_as_past(claim):
        found.license("tense: past = perfect")
    elif before.tense != after.tense:
        found.differ("tense", source.text, claim.text)
    if before.mood != after.mood:
        found.differ("mood", source.text, claim.text)
    if (source.relation, connector_to_previous(source)) != (claim.relation, connector_to_previous(claim)):
        found.differ("connective", source.relation or source.connector, claim.relation or claim.connector)
    if source.head != claim.head:
        found.differ("head", source.head, claim.head)
    compare_agents(source, claim, found)


def is_told_as_past(statement: Statement) -> bool:
    """ "Beschloss", "hat beschlossen", "ist gewählt worden": what happened. "Ist gesperrt" tells how it is now."""
    found = statement.predicate
    if found.tense == "past" or found.voice == "active":
        return found.tense in {"past", "perfect"}
    return found.tense == "perfect" and "worden" in statement.text.lower().split()


def is_order_restated(source: Statement, claim: Statement) -> bool:
    """ "Wenn Sie X sind, zahlen Sie 5 Euro" tells what anybody pays who is X, as well as it may order to pay."""
    told = [s for s in (source, claim) if s.predicate.imperative and not s.denied]
    other = claim if told == [source] else source
    if len(told) == 1 and other.generic == "you" and other.front and not other.predicate.modality and not other.denied:
        return True  # "Bei Fragen wenden Sie sich an uns" orders as well as "Wenden Sie sich bei Fragen an uns".
    told = [s for s in told if s.dependents and s.front == 0]
    plain = not other.predicate.modality and not other.predicate.imperative and not other.denied
    return len(told) == 1 and plain and other.generic in {"you", "one"}


def is_request(claim: Statement) -> bool:
    """ "Bitte bringen Sie … mit"."""
    return claim.predicate.imperative and claim.text.lower().startswith("bitte ") and not claim.scope


def is_shall(source: Statement, claim: Statement) -> bool:
    """ "The deposit shall be refunded" as "will be refunded": in the passive both promise it."""
    rule = source if source.predicate.modality == "must" else claim
    passive = source.predicate.voice == claim.predicate.voice == "passive"
    return passive and "shall" in rule.text.lower().split(" ") and not rule.scope


def grants_same_power(source: Statement, claim: Statement) -> bool:
    """ "The council may waive the fee" as "can waive": in plain English both give leave. Not in a condition."""
    words = (source.text.lower().split(" "), claim.text.lower().split(" "))
    plain = not (source.relation or source.denied or claim.denied)
    return plain and "can" in words[1] and source.predicate.tense == claim.predicate.tense == "present"


HANDED_IN = frozenset({"application", "form", "request", "proposal", "report", "plan", "file", "document", "letter"})
"""What somebody still has to see to: "The application shall consist of two forms"."""
BODIES = frozenset({"board", "council", "committee", "commission", "assembly", "court", "meeting", "member", "panel"})
""" "Member": those of a body elect its chair."""
TEXTS = frozenset({"rule", "section", "act", "regulation", "provision", "article", "paragraph", "part", "this"})
TEXTS |= {"subsection", "schedule", "fee", "charge", "rate", "tariff"}
"""What applies without anybody's doing."""
COUNTING_AS = frozenset({"quorum", "majority", "offence", "breach", "agreement", "contract", "evidence", "consent"})


def is_constituted_by_rule(source: Statement, claim: Statement) -> bool:
    """ "The board shall consist of five members" as "consists of five members"; a report makes no rule."""
    found = source.predicate
    if found.verb != claim.predicate.verb or claim.predicate.tense != "present" or source.scope:
        return False
    if found.modality != "must" or "shall" not in source.text.lower().split(" "):
        return False
    return sets_up_itself(source) and (found.voice == claim.predicate.voice or found.verb in {"elect", "appoint"})


def sets_up_itself(rule: Statement) -> bool:
    """Whether it is so once the rule says so, or what a body does; not what a person has still to do."""
    verb, voice = rule.predicate.verb, rule.predicate.voice
    named = [p for p in rule.parts if p.words and p.mark in {"np", "by"}]
    agent = next((p.words[-1] for p in named if (p.mark == "by") == (voice == "passive")), "")
    if verb in {"consist", "comprise"}:
        return agent not in HANDED_IN
    if verb in {"elect", "appoint"}:
        return agent in BODIES
    if verb == "apply":
        return agent in TEXTS and "for" not in {p.mark for p in rule.parts}
    if verb == "constitute":
        return any(p.words[-1] in COUNTING_AS for p in named)
    return verb == "mean" or (verb == "deem" and voice == "passive")


def is_payment_by_rule(source: Statement, claim: Statement) -> bool:
    """ "You pay a fee of £5" tells of a rule what has to be paid; with a condition as well as without."""
    alike = all(s.predicate.verb == "pay" and s.predicate.tense == "present" and not s.scope for s in (source, claim))
    return alike and all(s.generic in {"you", "one"} or s.predicate.voice == "passive" for s in (source, claim))


RECKONING = frozenset(
    {
        *("runden", "aufrunden", "abrunden", "berechnen", "anrechnen", "einrechnen", "hinzurechnen", "zusammenrechnen"),
        *("umrechnen", "mitrechnen", "abziehen", "addieren", "zusammenzählen", "mitzählen", "bemessen"),
        *("verzinsen", "hochrechnen", "gegenrechnen", "verrechnen"),
    }
)
"""What a rule tells of figures: nobody else but who applies it does so."""


def is_calculation_by_rule(source: Statement, claim: Statement) -> bool:
    """ "Bruchteile sind aufzurunden" tells of a rule what is done by it: "Bruchteile werden aufgerundet"."""
    alike = all(s.predicate.tense == "present" and not s.scope and not s.generic for s in (source, claim))
    passive = source.predicate.voice == claim.predicate.voice == "passive"
    named = any(p.mark in {"from", "by"} for p in source.parts)
    same_verb = source.predicate.verb == claim.predicate.verb and source.predicate.verb in RECKONING
    return alike and passive and not named and same_verb


def connector_to_previous(statement: Statement) -> str:
    """What joins it to the clause before; a relative clause told apart is joined by nothing."""
    return "" if statement.connector == WHICH else statement.connector


def forbid_alike(source: Statement, claim: Statement) -> bool:
    """ "kann nicht" and "darf nicht" forbid alike."""
    return source.denied and claim.denied and {source.predicate.modality, claim.predicate.modality} == {"can", "may"}


def compare_scopes(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = source.scope, claim.scope
    if before != after and [w for w in before if w != "also"] == [w for w in after if w != "also"] and claim.follows:
        found.license("scope: auch joins it to the sentence before")
    elif tuple(w for w in before if w != "also") == after != before:
        found.license(ALSO_LEFT_OUT)
    elif before != after:
        kind = "negation" if source.denied != claim.denied else "scope"
        found.differ(kind, " ".join(source.scope), " ".join(claim.scope))


def align_parts(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """Parts of equal content, one to one, the nearest places first."""
    pairing = Pairing(source, claim, found, free=list(range(len(source.parts))))
    for index in range(len(claim.parts)):
        pairing.find_partner(index)
    pairing.join_compounds_of_source()
    pairing.report_unpaired()


@dataclass(slots=True)
class Pairing:
    """Pairs the parts of a claim with those of its source. `free` are places of the source, `left` those of the claim
    that have no partner."""

    source: Statement
    claim: Statement
    found: ClauseComparison
    free: list[int]
    left: list[int] = field(default_factory=list)
    alone: set[Part] = field(default_factory=set)
    """Parts of the claim without a partner. The free places become fewer, so an equal part has none either."""
    one_value: bool = field(init=False)
    """Whether neither side has two values."""

    def __post_init__(self) -> None:
        self.one_value = max(count_values(self.source), count_values(self.claim)) < len(("one", "other"))

    def find_partner(self, index: int) -> None:
        """For the part `index` of the claim: an equal one, else two that say it together, else a list it is one of."""
        part = self.claim.parts[index]
        if part in self.alone:
            self.left.append(index)
        elif same := self.places_of_equals(part):
            best = min(same, key=lambda place: abs(place - index))
            self.free.remove(best)
            self.found.pairs.append((best, index))
        elif self.is_in_that_case(index):
            self.found.license("connective: in diesem Fall = dann")
        elif is_next_step(part, self.claim):
            self.found.license("connective: the next step of what stands in this order")
        elif not (self.is_compound_of_two(index) or self.is_one_of_list(index) or self.is_alternative(index)):
            self.left.append(index)
            self.alone.add(part)

    def is_in_that_case(self, index: int) -> bool:
        """ "Dann" in front for "in diesem Fall"; not the other way round, as "dann" may only tell what comes next."""
        told = self.claim.parts[index]
        cases = [place for place in self.free if self.source.parts[place].key == ("in", (), ("this", "fall"))]
        if index or told.key != ("adv", (), ("dann",)) or len(cases) != 1 or cases[0]:
            return False
        self.free.remove(cases[0])
        return True

    def places_of_equals(self, part: Part) -> list[int]:
        """All free places of parts that say the same. A single value may stand in another order of words."""
        parts = self.source.parts
        same = [place for place in self.free if are_equal_parts(parts[place], part, reordered=self.one_value)]
        if not same and part.scope == ("also",) and self.claim.follows:
            plain = replace(part, scope=())
            same = [place for place in self.free if are_equal_parts(parts[place], plain, reordered=self.one_value)]
            self.found.license("scope: auch joins it to the sentence before")
        if same:
            return same
        # What has no "auch" was compared as it is.
        also = (place for place in self.free if parts[place].scope == ("also",))
        if same := [place for place in also if are_equal_parts(drop_also_from_part(parts[place]), part)]:
            self.found.license(ALSO_LEFT_OUT)
        return same

    def is_compound_of_two(self, index: int) -> bool:
        part = self.claim.parts[index]
        whole = find_paraphrase_of_compound(part, self.source, self.free)
        if whole is None:
            return False
        self.free = [place for place in self.free if place not in {whole, whole + 1}]
        self.found.pairs.append((whole, index))
        said = f"{self.source.parts[whole].text} {self.source.parts[whole + 1].text}"
        self.found.license(f"compound: {said} = {part.text}")
        return True

    def is_one_of_list(self, index: int) -> bool:
        """Takes an item of a list, of one list only, unless the source denies all that are named."""
        if self.found.taken and not self.source.denied:
            return False
        listed = find_listed_item(self.source, self.claim, self.free, index)
        if not listed:
            return False
        place, chosen = listed
        self.found.taken[place] = chosen
        self.free.remove(place)
        self.found.pairs.append((place, index))
        self.found.license(f"list: {self.claim.parts[index].text} is one of those named")
        return True

    def is_alternative(self, index: int) -> bool:
        part = self.claim.parts[index]
        place = next((i for i in self.free if is_one_alternative(self.source, self.claim, i, part)), None)
        if place is None:
            return False
        self.free.remove(place)
        self.found.pairs.append((place, index))
        self.found.license(f"list: {part.text} is one of the alternatives")
        return True

    def join_compounds_of_source(self) -> None:
        """A compound of the source whose halves are two parts of the claim."""
        for place in list(self.free):
            whole = find_paraphrase_of_compound(self.source.parts[place], self.claim, self.left)
            if whole is not None:
                self.free.remove(place)
                self.left = [index for index in self.left if index not in {whole, whole + 1}]
                self.found.pairs.append((place, whole))
                self.found.license(f"compound: {self.source.parts[place].text} = {self.claim.parts[whole].text} …")

    def report_unpaired(self) -> None:
        for index in self.left:
            self.found.differ("added", "", self.claim.parts[index].text)
        for part in (self.source.parts[place] for place in self.free):
            if part.words == ("daher",) and not part.scope:
                self.found.license("connective: what it follows from left out")
            else:
                self.found.differ("dropped", part.text, "")


ALSO_LEFT_OUT = "scope: auch left out, what is said of one stays true"


def drop_also_from_part(part: Part) -> Part:
    return replace(part, scope=()) if part.scope == ("also",) else part


def count_values(statement: Statement) -> int:
    return len([word for p in statement.parts for word in p.words if ":" in word])


def find_listed_item(
    source: Statement, claim: Statement, free: Sequence[int], index: int
) -> tuple[int, frozenset[int]] | None:
    """A list of the source that is not used yet, and which of its items the claim's part is."""
    part = claim.parts[index]
    if part.scope == ("also",) and claim.follows:
        part = replace(part, scope=())
    for place in free:
        if chosen := matching_list_items(source, claim, place, part):
            return place, chosen
    return None


STEPS = frozenset({("dann",), ("danach",), ("anschliessend",), ("daraufhin",)})


def is_next_step(part: Part, claim: Statement) -> bool:
    """ "Dann" in front of a sentence that follows another; whether they follow in the source is looked at apart."""
    return part.words in STEPS and not part.scope and claim.follows and part is claim.parts[0]


SAME_ROLES = (
    {"value", "for"},
    {"during", "in"},
    {"having", "near"},
    {"for", "per"},
    {"for", "near"},
    {"for", "in"},
    {"for", "to"},
)


def compare_roles(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = resolve_roles(source), resolve_roles(claim)
    same_voice = source.predicate.voice == claim.predicate.voice
    for place, index in found.pairs:
        other_case = same_voice and differs_in_case(source.parts[place], claim.parts[index])
        marks = {source.parts[place].mark, claim.parts[index].mark}
        told = is_weekday_of_habit(source.parts[place], claim.parts[index])
        other_case |= marks == {"value", "for"} and not states_duration(source)
        other_case |= marks == {"during", "in"} and source.predicate.verb.removeprefix("sein ") in CONTAINING
        part_of = marks == {"from", "np"} and source.parts[place].words[:1][0].startswith("number:")
        if other_case or not (before[place] & after[index] or marks in SAME_ROLES or part_of or told):
            found.differ("role", source.parts[place].text, claim.parts[index].text)
    if found.differences:
        return
    moved = {
        dative_plural_shift(source.parts[a].text, claim.parts[b].text)
        for a, b in found.pairs
        if source.parts[a].mark == "np"
    }
    if same_voice and {1, -1} <= moved:
        found.differ("role", source.text, claim.text)
    phrases = [
        (place, index) for place, index in found.pairs if "np" in {source.parts[place].mark, claim.parts[index].mark}
    ]
    for place, index in phrases:
        crosses = [other for other in phrases if crosses_other_pair((place, index), [other])]
        if any(before[place] & before[a] or after[index] & after[b] for a, b in crosses):
            found.differ("role", source.parts[place].text, claim.parts[index].text)


CONTAINING = frozenset({"enthalten", "anrechnen", "einrechnen", "einschliessen", "einschließen", "einbeziehen"})
""" "In der Arbeitszeit enthalten" is no time at which something is so."""
MEASURED_FROM = frozenset(
    {("in_advance",), ("ahead",), ("later",), ("earlier",), ("danach",), ("davor",), ("rückwirkend",)}
)


def states_duration(statement: Statement) -> bool:
    """ "Drei Tage vorher", "drei Tage vor dem Fest" tell how far, and "kostet für drei Tage" of what."""
    apart = any(p.words in MEASURED_FROM or p.mark in {"before", "after"} for p in statement.parts)
    return not apart and (statement.predicate.verb in CONTINUED or statement.predicate.verb.startswith("sein "))


def dative_plural_shift(before: str, after: str) -> int:
    """-1 where the words lose the -n of the dative plural, 1 where they get it, else 0."""
    pairs = [(a, b) for a, b in zip(before.split(), after.split(), strict=False) if a != b]
    if pairs and all(a == b + "n" for a, b in pairs):
        return -1
    return 1 if pairs and all(a + "n" == b for a, b in pairs) else 0


def compare_dependents(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """Conditions, relative clauses and the like: each on both sides, as a clause or in nominal style."""
    free = [clause_about_reader(clause, found) for clause in source.dependents]
    for dependent in claim.dependents:
        tried = [(compare_statements(other, dependent), other) for other in free]
        best = min(tried, key=lambda pair: len(pair[0].differences), default=None)
        if best is not None and not best[0].differences:
            found.licences += best[0].licences
            free.remove(best[1])
        elif said := differences_said_by_participle(dependent, source, claim, found) or differences_said_by_subject(
            dependent, source, claim, found
        ):
            found.differences = [d for d in found.differences if d not in said]
            found.license(f"nominal style: {said[0].source} = wenn …")
        elif dropped := differences_said_by_noun(dependent, source, found, "dropped"):
            found.differences = [d for d in found.differences if d not in dropped]
            found.license(f"nominal style: {dropped[0].source} = {dependent.relation} …")
        elif best is not None and len(best[0].differences) < unmatched_clause_cost(dependent):
            found.differences += best[0].differences
            free.remove(best[1])
        else:
            found.differ(dependent.relation, "", dependent.text)
    for other in free:
        if said := differences_said_by_participle(other, claim, source, found, of_source=True):
            found.differences = [d for d in found.differences if d not in said]
            found.license(f"nominal style: wenn … = {said[0].claim or said[0].source}")
        elif added := differences_said_by_noun(other, claim, found, "added"):
            found.differences = [d for d in found.differences if d not in added]
            found.license(f"nominal style: {other.relation} … = {added[0].claim}")
        else:
            found.differ(other.relation, other.text, "")


def unmatched_clause_cost(statement: Statement) -> int:
    return 2 + len(statement.parts)
