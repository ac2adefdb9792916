"""Pairs the parts of a claim with those of its source: an equal one, a list it is one of, a compound of two."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.claim_of_one_alternative import is_one_alternative
from apps.text.entailment.comparison.claim_of_one_listed_item import matching_list_items
from apps.text.entailment.comparison.comparison_result import ClauseComparison
from apps.text.entailment.comparison.equal_parts import are_equal_parts, differ_in_definiteness
from apps.text.entailment.comparison.one_and_several import is_other_number, is_other_subject
from apps.text.entailment.german.clauses.grammatical_number import is_plural
from apps.text.entailment.german.nominalisations.compound_paraphrases import find_paraphrase_of_compound


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
            self.compare_number(self.source.parts[best], part)
            self.compare_definiteness(self.source.parts[best], part)
        elif self.is_in_that_case(index):
            self.found.license("connective: in diesem Fall = dann")
        elif is_next_step(part, self.claim):
            self.found.license("connective: the next step of what stands in this order")
        elif not (self.is_compound_of_two(index) or self.is_one_of_list(index) or self.is_alternative(index)):
            self.left.append(index)
            self.alone.add(part)

    def compare_number(self, source: Part, claim: Part) -> None:
        """ "Anträge sind einzureichen" is what holds of each one; "hat den Antrag angenommen" tells of one alone."""
        if not (is_other_number(source, claim) or is_other_subject(source, claim, self.source, self.claim)):
            return
        of_each = self.source.predicate.modality == self.claim.predicate.modality != ""
        of_any = any(is_plural(p) and not p.text.lower().startswith(("die ", "den ", "the ")) for p in (source, claim))
        if self.source.predicate.tense == self.claim.predicate.tense == "present" and (of_each or of_any):
            self.found.license(f"number: {source.text} = {claim.text}")
        else:
            self.found.differ("word", source.text, claim.text)

    def compare_definiteness(self, source: Part, claim: Part) -> None:
        """ "An exception was made for the school": for that one alone. Rules speak of any by either article."""
        predicate = self.source.predicate
        if differ_in_definiteness(source, claim) and (predicate.tense in PAST or predicate.verb == "be"):
            self.found.differ("word", source.text, claim.text)

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


PAST = frozenset({"past", "perfect", "past perfect"})
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
