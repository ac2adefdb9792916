"""What an answer says beyond the pages it cites: figures, names and negations that none of them states. Pure.

Each becomes a warning that is stored with the turn, and a mark at its place in the answer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from apps.chat import negations
from apps.chat.figures import claimed_figures, figures_of
from apps.chat.markers import MARKER
from apps.chat.names import Name, missing, names_in, words_of
from apps.chat.quoting import PageText

Kind = Literal["unsupported_number", "unsupported_name", "unsupported_negation", "missing_negation"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """`body[start:end]` says something that the cited pages do not."""

    kind: Kind
    text: str
    start: int
    end: int

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "text": self.text}


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the answer with proof: its words, the pages that it cites, and the sentences quoted there."""

    text: str
    start: int
    end: int
    pages: Sequence[PageText]
    quoted: Callable[[], Sequence[str]]


def doubts(body: str, claims: Sequence[Claim], cited: Callable[[], Iterator[str]]) -> list[Doubt]:
    """All doubts about an answer, figures first. `cited` begins anew to give what readers of the cited pages can see.

    It is read as far as needed: most answers say what stands in the first texts.
    """
    without_markers = MARKER.sub(lambda found: " " * len(found[0]), body)
    return [
        *unsupported_figures(without_markers, cited),
        *unsupported_names(without_markers, cited),
        *(doubt for claim in claims if (doubt := doubted_negation(claim))),
    ]


def unsupported_figures(answer: str, cited: Callable[[], Iterator[str]]) -> list[Doubt]:
    open_ones = claimed_figures(answer)
    for text in cited() if open_ones else ():
        stated = figures_of(text)
        open_ones = [written for written in open_ones if not written.proves & stated]
        if not open_ones:
            break
    return [Doubt("unsupported_number", one.text, one.start, one.end) for one in open_ones]


def unsupported_names(answer: str, cited: Callable[[], Iterator[str]]) -> list[Doubt]:
    open_ones: list[Name] = names_in(answer)
    known: frozenset[str] = frozenset()
    for text in cited() if open_ones else ():
        known |= words_of(text)
        open_ones = [name for name in open_ones if missing(name, known)]
        if not open_ones:
            break
    return [Doubt("unsupported_name", name.text, name.start, name.end) for name in open_ones]


def doubted_negation(claim: Claim) -> Doubt | None:
    if negations.is_negated(claim.text):
        said = (sentence for page in claim.pages for sentence in page.sentences)
        if negations.added(claim.text, [*claim.quoted(), *said]):
            return Doubt("unsupported_negation", claim.text, claim.start, claim.end)
    elif negations.lost(claim.text, claim.quoted()):
        return Doubt("missing_negation", claim.text, claim.start, claim.end)
    return None


def as_warnings(found: Sequence[Doubt]) -> list[dict[str, Any]]:
    """Each once, however often the answer repeats it."""
    listed = [doubt.as_json() for doubt in found]
    return [warning for place, warning in enumerate(listed) if warning not in listed[:place]]
