"""Derives a sentence from its source: every difference is licensed by a rule, or reported. No model.

A clause that is proved in other words than its source's names at least one licence: each rule that changed it, each
pair of words that the table of equivalents takes for one, else the words that differ. Not named one by one are forms
of one word, and what the parser reads alike ("ist zu zahlen", "muss gezahlt werden") where another licence is named.

A claim is proved when each of its clauses is, with everything that hangs on it, one clause of one quote. Readings
may be wrong; as both sides are read by the same rules, a wrong reading leaves differences unexplained rather than
proving a lie.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from apps.text.entailment.both_languages.statement import WHICH, Statement
from apps.text.entailment.comparison.claim_of_one_listed_item import count_listed_items, split_into_item_statements
from apps.text.entailment.comparison.compare_statements import compare_statements
from apps.text.entailment.comparison.comparison_result import ClauseComparison
from apps.text.entailment.comparison.pair_parts import ALSO_LEFT_OUT
from apps.text.entailment.derivation_result import Derivation, Difference, Level, drop_repetitions
from apps.text.entailment.find_contradictions import find_contradictions, shares_content_words
from apps.text.entailment.find_losses_in_rewrite import find_losses
from apps.text.entailment.narrowing_sentences import narrows_statement_before
from apps.text.entailment.parse_statements import abbreviations_in_brackets, parse_statements
from apps.text.entailment.quotes.drop_optional_source_text import drop_optional_source_text
from apps.text.entailment.quotes.find_restrictions_in_other_quotes import find_withheld_limits
from apps.text.entailment.quotes.verbatim_match import find_word_for_word_quote
from apps.text.entailment.quotes.words_differing_from_source import differing_word_licences, unmatched_words_licence
from apps.text.entailment.tokens.language_by_closed_words import is_of_unread_language
from apps.text.entailment.tokens.tokenise import BIDI_CONTROLS, visible_text
from apps.text.entailment.verify_computed_values import verify_computed_value


@dataclass(frozen=True, slots=True)
class ClauseMatch:
    """A clause of the claim and the clause `place` of the quote `quote` that it is nearest to, both counted from 0."""

    comparison: ClauseComparison
    quote: int
    place: int


CONDITION = re.compile(r"\?(?=\s+Dann\b)")
"""A question that only sets a condition."""
ANSWERING = re.compile(r"(?:Ja|Nein|Yes|No),\s+")
LONGEST_CLAIM = 1_500
LONGEST_QUOTE = 6_000
LONGEST_REWRITE = 4_000
"""Characters that are read; what is longer is never proved."""
MOST_CLAUSES = 80
"""Clauses of a quote that are compared."""
UNREAD = frozenset({"unread", "order"})
"""Kinds of differences that stand between a sentence and itself where a clause could not be read."""
LEFT_OUT = "detail: a number of a paragraph, a reference or an example in brackets left out"
SAME_WORDS = ("notation: the same words in the same order",)
BACKWARD = frozenset(
    {"he", "they", "it", "this", "danach", "dann", "sonst", "andernfalls", "dort", "dazu", "davon", "hiervon", "the"}
)


def derive(claim: str, quotes: Sequence[str], *, only_proof: bool = False) -> Derivation:
    """How a sentence stands to the quotes it cites: verbatim, derived, unexplained, contradicted or unrelated.

    Each clause must follow from one quote. With `only_proof` what is not proved is unexplained, and nobody looks for
    why.
    """
    if len(claim) > LONGEST_CLAIM or not claim.strip():
        return Derivation(Level.UNEXPLAINED, differences=(Difference("length", "", claim[:60]),))
    if BIDI_CONTROLS.search(claim):
        return Derivation(Level.UNEXPLAINED, differences=(Difference("direction of writing", "", claim[:60]),))
    if "?" in CONDITION.sub("", claim) and not any("?" in quote for quote in quotes):
        return Derivation(Level.UNEXPLAINED, differences=(Difference("question", "", claim),))
    if is_quoted_sentence_itself(claim, quotes):
        return Derivation(Level.VERBATIM, quote=0)
    found = derive_without_computing(claim, quotes, only_proof=only_proof)
    if found.proved and is_of_unread_language(claim) and find_word_for_word_quote(claim, quotes) is None:
        # Read by the grammar of another language, who does what to whom is a guess.
        return Derivation(Level.UNEXPLAINED, (), (Difference("language", "", claim[:60]),))
    if found.level is Level.CONTRADICTED and follows_behind_yes(claim, quotes):
        return Derivation(Level.UNEXPLAINED, (), (Difference("word", "", claim.partition(",")[0]),))
    if not found.proved and (shorter := [drop_optional_source_text(quote) for quote in quotes]) != list(quotes):
        said = derive_without_computing(claim, shorter, only_proof=True)
        if said.proved:
            found = replace(said, level=Level.DERIVED, licences=drop_repetitions((*said.licences, LEFT_OUT)))
    if (
        found.proved
        or (worked_out := verify_computed_value(claim, [quote[:LONGEST_QUOTE] for quote in quotes])) is None
    ):
        return found
    if worked_out.difference is not None:
        return Derivation(Level.CONTRADICTED, (), (worked_out.difference,))
    rest = (
        derive_without_computing(worked_out.rest, quotes, only_proof=True)
        if worked_out.rest
        else Derivation(Level.DERIVED)
    )
    return replace(rest, level=Level.DERIVED, licences=(*rest.licences, worked_out.licence)) if rest.proved else found


def follows_behind_yes(claim: str, quotes: Sequence[str]) -> bool:
    """What stands behind "Ja," follows from the quotes: whether "Ja" does, only the question tells."""
    answer = ANSWERING.match(claim)
    return answer is not None and derive_without_computing(claim[answer.end() :], quotes, only_proof=True).proved


def is_quoted_sentence_itself(claim: str, quotes: Sequence[str]) -> bool:
    """Nothing needs to be read where the first quote is the claim, sign for sign, and all others are parts of it.

    Any other quote may take back what the claim says.
    """
    said, *others = ((" ".join(visible_text(text).split()).rstrip(".")) for text in (claim, *quotes))
    return bool(others) and others[0] == said and any(map(str.isalnum, said)) and all(one in said for one in others)


def derive_without_computing(claim: str, quotes: Sequence[str], *, only_proof: bool = False) -> Derivation:
    """Derives the claim without working anything out."""
    sources = [parse_statements(quote[:LONGEST_QUOTE]) for quote in quotes]
    asked, found = match_clauses_and_items(parse_statements(claim), sources)
    unexplained = [d for match in found for d in match.comparison.differences] + unguarded_differences(
        asked, found, sources
    )
    unexplained += unknown_abbreviations(claim, quotes)
    if not unexplained and len(quotes) > 1:
        unexplained = find_withheld_limits(asked, sources)
    if asked and all(d.kind in UNREAD for d in unexplained) and not is_continued_in_quote(claim, quotes):
        if (number := find_verbatim_quote(claim, quotes)) is not None:
            return Derivation(Level.VERBATIM, quote=number)
        if (number := find_word_for_word_quote(claim, [quote[:LONGEST_QUOTE] for quote in quotes])) is not None:
            return Derivation(Level.DERIVED, SAME_WORDS, quote=number)
    if asked and not unexplained:
        licences = collect_licences(asked, found, sources)
        places = {match.quote for match in found}
        level = Level.DERIVED if licences or len(asked) > 1 else Level.VERBATIM
        return Derivation(level, licences, (), places.pop() if len(places) == 1 else None)
    if only_proof:
        return Derivation(Level.UNEXPLAINED)
    if unexplained and all(d.kind == "exception" for d in unexplained):
        # It says too much, and nothing else than its source.
        return Derivation(Level.UNEXPLAINED, (), unique_differences(unexplained))
    differences, contradicted = find_contradictions(claim, quotes)
    level = (
        Level.CONTRADICTED
        if contradicted
        else Level.UNEXPLAINED
        if shares_content_words(claim, quotes)
        else Level.UNRELATED
    )
    return Derivation(level, (), unique_differences(differences or unexplained))


def collect_licences(
    asked: Sequence[Statement], found: Sequence[ClauseMatch], sources: Sequence[Sequence[Statement]]
) -> tuple[str, ...]:
    """The rules by which each clause is its source's, and the words of its own; none where it has no other words."""
    names: list[str] = []
    for claim, match in zip(asked, found, strict=True):
        source = sources[match.quote][match.place]
        own = [*match.comparison.licences, *differing_word_licences(source.text, claim.text)]
        names += own or unmatched_words_licence(source.text, claim.text)
    return drop_repetitions(names)


def unique_differences(differences: Iterable[Difference]) -> tuple[Difference, ...]:
    """Each difference once."""
    return tuple({(d.kind, d.source, d.claim): d for d in differences}.values())


def find_verbatim_quote(claim: str, quotes: Sequence[str]) -> int | None:
    """Which quote has the claim as one or more whole sentences, sign for sign."""
    wanted = " ".join(visible_text(claim).split()).rstrip(".")
    for number, quote in enumerate(quotes):
        text = " ".join(visible_text(quote).split())
        at = text.find(wanted)
        if text.rstrip(".") == wanted:
            return number
        before, after = text[:at].rstrip(), text[at + len(wanted) :]
        if at >= 0 and (not before or before[-1] in ".!?:") and (not after or after[0] in ".!?"):
            return number
    return None


def is_continued_in_quote(claim: str, quotes: Sequence[str]) -> bool:
    """Another quote has the claim's words and goes on: with a condition after a comma, or what takes it back."""
    wanted = " ".join(visible_text(claim).split()).rstrip(".")
    for text in (" ".join(visible_text(quote).split()) for quote in quotes if len(quotes) > 1):
        after = text.partition(wanted)[2].lstrip()
        if after[:1] == "," or any(
            narrows_statement_before(other) for other in parse_statements(after.lstrip(".!? "))[:1]
        ):
            return True
    return False


def unknown_abbreviations(claim: str, quotes: Sequence[str]) -> list[Difference]:
    """Abbreviations that the claim puts in brackets and no quote does."""
    told = abbreviations_in_brackets(claim)
    # Most claims have none: their quotes, which are longer, are not read for it.
    known = frozenset().union(*map(abbreviations_in_brackets, quotes)) if told else told
    return [Difference("abbreviation", "", name) for name in sorted(told - known)]


def derive_rewrite(before: str, rewrite: str) -> Derivation:
    """How a rewrite in plain language stands to its original: unchanged, derived, please_read, lost.

    Derived when each of its clauses follows from the original and each clause of the original is said in it.
    """
    if visible_text(before).split() == visible_text(rewrite).split():
        return Derivation(Level.UNCHANGED)
    if max(len(before), len(rewrite)) > LONGEST_REWRITE or not rewrite.strip():
        return Derivation(
            Level.PLEASE_READ if rewrite.strip() else Level.LOST, differences=(Difference("length", "", rewrite[:60]),)
        )
    original = parse_statements(before)
    said, found = match_clauses_and_items(parse_statements(rewrite), [original])
    unexplained = [d for match in found for d in match.comparison.differences] + unknown_abbreviations(
        rewrite, [before]
    )
    uncovered = {
        place for place, statement in enumerate(original) if not is_covered_by_rewrite(statement, place, found)
    }
    if said and not unexplained and not uncovered and keeps_quote_order(said, found, [original]):
        return Derivation(Level.DERIVED, collect_licences(said, found, [original]), (), 0)
    if (
        all(d.kind in UNREAD for d in unexplained)
        and find_word_for_word_quote(rewrite, [before]) == find_word_for_word_quote(before, [rewrite]) == 0
    ):
        return Derivation(Level.DERIVED, SAME_WORDS, (), 0)
    differences, contradicted = find_contradictions(rewrite, [before])
    missing = find_losses(before, rewrite)
    level = Level.LOST if contradicted or missing else Level.PLEASE_READ
    return Derivation(level, (), unique_differences((*missing, *(differences or unexplained))))


def is_covered_by_rewrite(statement: Statement, place: int, found: Sequence[ClauseMatch]) -> bool:
    """A clause of the rewrite says the whole of it, or several say each item of its list."""
    own = [match.comparison for match in found if match.place == place and not match.comparison.differences]
    if any(ALSO_LEFT_OUT in comparison.licences for comparison in own):
        return False  # What is said stays true, but that others are meant too is lost.
    said = [comparison.taken for comparison in own]
    if not all(said):
        return True
    lists = {tuple(taken) for taken in said}
    if len(lists) != 1 or len(listed := lists.pop()) != 1:
        return False
    items = frozenset().union(*(taken[listed[0]] for taken in said))
    return len(items) == count_listed_items(statement.parts[listed[0]])


def keeps_quote_order(
    said: Sequence[Statement], found: Sequence[ClauseMatch], sources: Sequence[Sequence[Statement]]
) -> bool:
    """Clauses come in the order of the quote, and one that points back ("er", "danach") follows what it pointed to."""
    if found and not found[0].comparison.differences and is_match_of_cell(found[0], sources):
        return False
    for index in range(1, len(found)):
        before, match = found[index - 1], found[index]
        if is_match_of_cell(match, sources):
            if (before.quote, before.place) != (match.quote, match.place - 1):
                return False
            continue
        rows = is_row(said[index]) and is_row(said[index - 1])
        earlier = [found[i] for i in range(index) if not is_fact(said[i])]
        late = earlier[-1] if earlier and not is_fact(said[index]) else match
        if match.quote == late.quote and match.place < late.place and not rows:
            return False
        if has_backward_pronoun(said[index]) and (match.quote, match.place - 1) != (before.quote, before.place):
            return False
    return True


def is_match_of_cell(match: ClauseMatch, sources: Sequence[Sequence[Statement]]) -> bool:
    """The source's clause is a cell that says nothing without the cell before it."""
    group = sources[match.quote] if match.quote < len(sources) else ()
    return match.place < len(group) and group[match.place].cell


def is_row(statement: Statement) -> bool:
    """A line of a table or a list of prices: these may stand in any order."""
    verbs = {"", "amount", "betragen", "dauern"} if statement.label else {"", "amount"}
    listed = statement.predicate.verb in verbs and not statement.dependents and not statement.scope
    return listed and (bool(statement.label) or any(p.has_value for p in statement.parts))


FACTS = frozenset({"sein", "be", "gelten", "amount", "haben", "bestehen", "dauern"})


def is_fact(statement: Statement) -> bool:
    """What is, not what is done: it may be told before or after anything else. Pronouns are looked at apart."""
    found = statement.predicate
    plain = not found.modality and not found.imperative and found.tense == "present" and not statement.connector
    return (
        found.verb.split(" ")[0] in FACTS and plain and not has_backward_pronoun(statement) and not is_step(statement)
    )


def is_step(statement: Statement) -> bool:
    return any(set(part.words) & {"zuerst", "first", "then", "finally"} for part in statement.parts)


def has_backward_pronoun(statement: Statement) -> bool:
    return any(part.words[:1] and part.words[0] in BACKWARD and len(part.words) == 1 for part in statement.parts)


def match_clauses(claims: Sequence[Statement], sources: Sequence[Sequence[Statement]]) -> list[ClauseMatch]:
    """For each clause the nearest of the quotes; among equal ones the next after the one before."""
    found: list[ClauseMatch] = []
    for claim in claims:
        found.append(best_match(claim, sources, found[-1] if found else ClauseMatch(ClauseComparison(), 0, -1)))
    return found


def match_clauses_and_items(
    claims: Sequence[Statement], sources: Sequence[Sequence[Statement]]
) -> tuple[list[Statement], list[ClauseMatch]]:
    """Clauses and their matches; one that matches none as a whole is said of each item of its list, where all match."""
    found = match_clauses(claims, sources)
    if not any(match.comparison.differences for match in found):
        return list(claims), found
    told: list[Statement] = []
    for claim, match in zip(claims, found, strict=True):
        halves = split_into_item_statements(claim) if match.comparison.differences else []
        whole = halves and not any(match.comparison.differences for match in match_clauses(halves, sources))
        told += halves if whole else [claim]
    return (told, match_clauses(told, sources)) if len(told) > len(claims) else (list(claims), found)


def best_match(claim: Statement, sources: Sequence[Sequence[Statement]], before: ClauseMatch) -> ClauseMatch:
    """The clause of the quotes with the fewest differences: among those with its verb, where there are any."""
    places = [(number, place) for number, group in enumerate(sources) for place in range(len(group))]
    same_verb = [(n, p) for n, p in places if sources[n][p].predicate.verb == claim.predicate.verb]
    tried = (
        ClauseMatch(compare_statements(sources[n][p], claim), n, p) for n, p in (same_verb or places)[:MOST_CLAUSES]
    )
    nothing = ClauseMatch(ClauseComparison(differences=[Difference("source", "", claim.text)]), 0, 0)
    return min(
        tried, key=lambda match: (len(match.comparison.differences), goes_backwards(match, before)), default=nothing
    )


def goes_backwards(match: ClauseMatch, before: ClauseMatch) -> bool:
    return match.quote == before.quote and match.place <= before.place


def unguarded_differences(
    asked: Sequence[Statement], found: Sequence[ClauseMatch], sources: Sequence[Sequence[Statement]]
) -> list[Difference]:
    """Half of an alternative, what the next sentence takes back in part, a pronoun that may mean something else."""
    covered = {(match.quote, match.place) for match in found}
    differences = []
    for statement, match in zip(asked, found, strict=True):
        for number, place in ((match.quote, match.place), *repeated_source_clauses(statement, match, sources)):
            following = sources[number][place + 1 : place + 2] if number < len(sources) else ()
            said = (number, place + 1) in covered or any(is_clause_of_claim(other, asked) for other in following)
            if not said and any(
                other.connector in {"or", WHICH} or narrows_statement_before(other) for other in following
            ):
                differences.append(Difference("exception", following[0].text, ""))
        if match.place and has_backward_pronoun(statement) and (match.quote, match.place - 1) not in covered:
            differences.append(Difference("reference", sources[match.quote][match.place - 1].text, statement.text))
    return differences + ([] if keeps_quote_order(asked, found, sources) else [Difference("order", "", asked[0].text)])


def repeated_source_clauses(
    statement: Statement, match: ClauseMatch, sources: Sequence[Sequence[Statement]]
) -> list[tuple[int, int]]:
    """Returns where other quotes say the same clause: what follows there may take it back."""
    if match.comparison.differences:
        return []
    return [
        (number, place)
        for number, group in enumerate(sources)
        if number != match.quote
        for place, other in enumerate(group[:MOST_CLAUSES])
        if other.predicate.verb == statement.predicate.verb and not compare_statements(other, statement).differences
    ]


def is_clause_of_claim(other: Statement, asked: Sequence[Statement]) -> bool:
    """The claim has this clause, too, proved by another quote."""
    return any(
        one.predicate.verb == other.predicate.verb and not compare_statements(other, one).differences for one in asked
    )
