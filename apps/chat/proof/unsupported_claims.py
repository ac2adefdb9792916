"""Finds unsupported claims of an answer beyond the pages it cites: figures, names and negations.

Each becomes a warning that is stored with the turn, and a mark at its place in the answer.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from apps.chat.contradictions import across_languages, changed_negations, exclusive_terms, reversed_bounds
from apps.chat.contradictions.sentences_off_cited_page import is_off_topic
from apps.chat.contradictions.unsupported_names import Name, find_names, folded_words, is_unsupported_name
from apps.chat.proof.find_quote import PageText
from apps.chat.quantities.numbers_dates_and_sections import (
    StatedFigure,
    StatedQuantity,
    claimed_quantities,
    stated_figures,
    stated_quantities,
)
from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER
from apps.text.across_languages.detect_text_language import LONGEST_TEXT_READ, detect_language

Kind = Literal[
    "unsupported_number",
    "other_number",
    "unsupported_name",
    "unsupported_negation",
    "missing_negation",
    "opposite",
    "unrelated",
]
Figures = Callable[[str], frozenset[StatedFigure]]
OF_FIGURES: frozenset[Kind] = frozenset(("unsupported_number", "other_number"))


@dataclass(frozen=True, slots=True)
class Doubt:
    """`body[start:end]` says something that the cited pages do not."""

    kind: Kind
    text: str
    start: int
    end: int

    def as_json(self) -> dict[str, object]:
        return {"kind": self.kind, "text": self.text}


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """A sentence of the answer: its words, the pages it cites, and the sentences quoted there, none without a link.

    `cited` begins anew to give what readers of these pages can see, the shortest first.
    """

    text: str
    start: int
    end: int
    pages: Sequence[PageText]
    quoted: Callable[[], Sequence[str]]
    cited: Callable[[], Iterator[str]]

    def whole(self, kind: Kind) -> Doubt:
        return Doubt(kind, self.text, self.start, self.end)


def find_doubts(body: str, claims: Sequence[AnswerClaim], cited: Callable[[], Iterator[str]]) -> list[Doubt]:
    """All doubts about an answer, figures first. `cited`: what stands on all pages that the answer cites.

    Texts are read as far as needed: most answers say what stands in the first ones.
    """
    if crossed := differing_languages(body, claims):
        return [doubt for claim in claims for doubt in doubts_across(claim, *crossed)]
    without_markers = MARKER.sub(lambda found: " " * len(found[0]), body)
    written = claimed_quantities(without_markers)
    starts = [one.start for one in written]
    own = [written[bisect_left(starts, claim.start) : bisect_left(starts, claim.end)] for claim in claims]
    elsewhere = frozenset(written).difference(*own)
    figures: Figures = lru_cache(maxsize=None)(stated_figures)  # Many sentences cite the same pages.
    found = [doubt for claim, stated in zip(claims, own, strict=True) for doubt in doubts_about(claim, stated, figures)]
    return [
        *(doubt for doubt in found if doubt.kind in OF_FIGURES),
        *unsupported_figures([one for one in written if one in elsewhere], cited, figures),
        *unsupported_names(without_markers, cited),
        *(doubt for doubt in found if doubt.kind not in OF_FIGURES),
    ]


def differing_languages(body: str, claims: Sequence[AnswerClaim]) -> tuple[str, str] | None:
    """Returns the languages of the answer and of its pages when they are certainly two."""
    own = detect_language(MARKER.sub(" ", body))
    cited = detect_language("\n".join(page.text[:LONGEST_TEXT_READ] for claim in claims[:1] for page in claim.pages))
    return (own, cited) if own and cited and own != cited else None


def doubts_across(claim: AnswerClaim, own: str, cited: str) -> Iterator[Doubt]:
    """Numbers and negations: of two languages nothing else can be compared without a model. Each names its sentence."""
    quoted = claim.quoted()
    for number, is_contradicted in across_languages.unstated_numbers(claim.text, own, quoted, claim.cited(), cited):
        yield Doubt("other_number" if is_contradicted else "unsupported_number", number, claim.start, claim.end)
    if across_languages.adds_negation(claim.text, own, quoted, cited):
        yield claim.whole("unsupported_negation")
    elif across_languages.drops_negation(claim.text, own, quoted, cited):
        yield claim.whole("missing_negation")


def doubts_about(claim: AnswerClaim, own: Sequence[StatedQuantity], figures: Figures) -> list[Doubt]:
    quoted = claim.quoted()
    return [*find_figure_doubts(own, claim, quoted, figures), *find_statement_doubts(claim, quoted)]


def find_figure_doubts(
    own: Sequence[StatedQuantity], claim: AnswerClaim, quoted: Sequence[str], figures: Figures
) -> list[Doubt]:
    """Finds figures of a sentence that its own pages do not state, or whose quoted sentence states others."""
    unsupported = mark_other_units(unsupported_figures(own, claim.cited, figures), own, quoted)
    named = {(doubt.start, doubt.end) for doubt in unsupported}
    contradicted = [one for one in contradicting_quantities(own, quoted) if (one.start, one.end) not in named]
    return [*unsupported, *(doubt_about(one, "other_number") for one in contradicted)]


def mark_other_units(found: Sequence[Doubt], own: Sequence[StatedQuantity], quoted: Sequence[str]) -> list[Doubt]:
    """ "24 Wochen", which no page states and of which the quoted sentence says "24 Werktage", is another number."""
    if not found:
        return []
    written = {(one.start, one.end): one for one in own}
    stated = stated_quantities("\n".join(quoted))
    kept = {figure for one in own for figure in one.proves}
    return [
        replace(doubt, kind="other_number")
        if any(
            is_other_time_unit(written[doubt.start, doubt.end], other) and not other.states & kept for other in stated
        )
        else doubt
        for doubt in found
    ]


def is_other_time_unit(one: StatedQuantity, other: StatedQuantity) -> bool:
    """Whether it is the same number of another unit of time. One of a thing may stand anywhere."""
    same = bool(set(one.values) & set(other.values)) and 1 not in one.values
    return same and one.measures == other.measures == {"time"} and one.unit != other.unit


def contradicting_quantities(own: Sequence[StatedQuantity], quoted: Sequence[str]) -> list[StatedQuantity]:
    """The figures of each measure (money, time …) of which the quoted sentences state some, but none of these.

    One that they do state suffices: what else the sentence says may stand elsewhere on the page.
    """
    in_quotes = stated_quantities("\n".join(quoted)) if any(one.measures for one in own) else []
    measures = {measure for one in in_quotes for measure in one.measures}
    stated = {figure for one in in_quotes for figure in one.states}
    agreed = {measure for one in own if one.proves & stated for measure in one.measures}
    return [one for one in own if one.measures & (measures - agreed)]


def unsupported_figures(
    written: Sequence[StatedQuantity], cited: Callable[[], Iterator[str]], figures: Figures
) -> list[Doubt]:
    open_ones = list(written)
    for text in cited() if open_ones else ():
        stated = figures(text)
        open_ones = [one for one in open_ones if not one.proves & stated]
        if not open_ones:
            break
    return [doubt_about(one, "unsupported_number") for one in open_ones]


def doubt_about(written: StatedQuantity, kind: Kind) -> Doubt:
    return Doubt(kind, written.text, written.start, written.end)


def unsupported_names(answer: str, cited: Callable[[], Iterator[str]]) -> list[Doubt]:
    open_ones: list[Name] = find_names(answer)
    known: frozenset[str] = frozenset()
    for text in cited() if open_ones else ():
        known |= folded_words(text)
        open_ones = [name for name in open_ones if is_unsupported_name(name, known)]
        if not open_ones:
            break
    return [Doubt("unsupported_name", name.text, name.start, name.end) for name in open_ones]


def find_statement_doubts(claim: AnswerClaim, quoted: Sequence[str]) -> Iterator[Doubt]:
    """Doubts about the sentence as a whole, one at most."""
    is_denial = changed_negations.contains_outright_denial(claim.text)
    if quoted and is_off_topic(claim.text, claim.cited()):
        yield claim.whole("unrelated")
    elif is_denial and changed_negations.adds_negation(claim.text, quoted, page_sentences(claim)):
        yield claim.whole("unsupported_negation")
    elif not quoted:
        return
    elif not is_denial and changed_negations.drops_negation(claim.text, quoted):
        yield claim.whole("missing_negation")
    elif reversed_bounds.reverses_statement(claim.text, quoted) or exclusive_terms.swaps_term(
        claim.text, quoted, page_sentences(claim)
    ):
        yield claim.whole("opposite")


def page_sentences(claim: AnswerClaim) -> Iterator[str]:
    return (sentence for page in claim.pages for sentence in page.sentences)


def doubts_as_warnings(found: Sequence[Doubt]) -> list[dict[str, object]]:
    """Each once, however often the answer repeats it."""
    listed = [doubt.as_json() for doubt in found]
    return [warning for place, warning in enumerate(listed) if warning not in listed[:place]]
