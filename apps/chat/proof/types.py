"""Types of a proof: sources as the model saw them, citations that hold and those that fail, the sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.chat.proof.find_quote import PageText
from apps.chat.reply_parsing.split_answer_sentences import Sentence
from apps.text.locate_quote import Span


@dataclass(frozen=True, slots=True)
class NumberedSource:
    """A passage as the model saw it under `number`, and the text of the page it stands on.

    With `place` the number stands for this sentence of the passage alone.
    """

    number: int
    document_id: int
    external_id: str
    title: str
    page: int | None
    passage: str
    page_text: PageText
    date: str = ""
    place: Span | None = None

    @property
    def sentence(self) -> str:
        """What the number stands for, where that is a sentence."""
        return self.passage[self.place.start : self.place.end] if self.place else ""


@dataclass(frozen=True, slots=True)
class ProvedCitation:
    """`quote` stands on the page, in the page's own wording; without `span` it is a whole sentence of it.

    `number` is what readers see, one for each page; `link` tells the places of one page apart.
    """

    number: int
    link: int
    document_id: int
    external_id: str
    title: str
    page: int
    quote: str
    page_text: PageText
    span: Span | None = None

    @property
    def sheet(self) -> str:
        return self.page_text.sheet.name if self.page_text.sheet else ""

    @property
    def cells(self) -> str:
        return self.page_text.cells(self.quote, self.span)

    @property
    def sentence(self) -> str:
        return self.page_text.sentence_around(self.span) if self.span else self.quote


@dataclass(frozen=True, slots=True)
class FailedCitation:
    """A marker that proves nothing: what it names, the model's own quote, and why."""

    source: NumberedSource | None
    quote: str
    reason: str
    sentence: str


@dataclass(frozen=True, slots=True)
class CitationUse:
    """Markers side by side, and what the answer says before them."""

    start: int
    end: int
    numbers: list[int]
    claim: str


@dataclass(frozen=True, slots=True)
class ProvedSentence:
    """A sentence of the answer, and the proofs of each of its uses; empty where there is none."""

    place: Sentence
    words: str
    uses: Sequence[tuple[CitationUse, Sequence[ProvedCitation]]]
    is_uncited: bool = False
    """It is part of a paragraph that should prove itself and has no proof anywhere."""

    @property
    def is_cell(self) -> bool:
        """Whether it is a cell of a table, after the first."""
        return self.place.claim_start < self.place.start

    @property
    def is_unproved(self) -> bool:
        return self.is_uncited or any(not proofs for _, proofs in self.uses)

    @property
    def is_proved(self) -> bool:
        return any(proofs for _, proofs in self.uses)
