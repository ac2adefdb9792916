"""The events of a turn: what happens while an answer is made. Every channel loops over these."""

from dataclasses import dataclass, field
from typing import Any, Literal

from apps.chat.ai_notices import is_ai_generated
from apps.chat.fixed_answers.find_fixed_answer import FixedReply
from apps.chat.rendering.page_and_cell_label import page_and_cell_label
from apps.chat.rendering.quote_in_context import context_as_json
from apps.chat.turn_state.fallback_notices import stand_in_json
from apps.retrieval.search.search_result import cells_as_json

Step = Literal["rephrasing", "searching", "answering", "checking"]


@dataclass(frozen=True, slots=True)
class CitationView:
    """A citation as people see it. `url` opens the page with the quote marked."""

    number: int
    external_id: str
    title: str
    page: int | None
    quote: str
    verified: bool
    url: str
    sheet: str = ""
    cells: str = ""
    """Of a workbook, such as B4."""
    withdrawn: bool = False
    """The document is gone, and with it quote and address."""
    section: str = ""
    """The headings above the quote on its page, from the outermost."""
    preceding: str = ""
    """The sentence before the quote on its page, where the answer does not quote it, too."""
    following: str = ""
    """The one behind it."""

    @property
    def place(self) -> str:
        """The title and where in the document, as people say it."""
        return page_and_cell_label(self.title, self.page, self.sheet, self.cells)

    def as_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "external_id": self.external_id,
            "title": self.title,
            "page": self.page,
            "quote": self.quote,
            "verified": self.verified,
            "url": self.url,
            **context_as_json(self),
            **({"withdrawn": True} if self.withdrawn else {}),
            **cells_as_json(self.sheet, self.cells),
        }


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A step begins. The first one comes before any model is called and tells the ids of what has begun."""

    step: Step
    turn: str
    conversation: str


@dataclass(frozen=True, slots=True)
class HelpOffered:
    """The question may speak of a crisis: the card for it, before anything is searched; `turn` is empty where none is
    begun."""

    card: FixedReply
    turn: str
    conversation: str


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More plain text of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class CitationsFound:
    """The proved citations; without a language model, the passages that were found."""

    citations: tuple[CitationView, ...]


@dataclass(frozen=True, slots=True)
class TurnDone:
    """The end of a turn. `answer` is text with numbers, `answer_html` the same to be shown."""

    turn: str
    conversation: str
    state: str
    answer: str
    answer_html: str
    citations: tuple[CitationView, ...] = ()
    warnings: tuple[dict[str, Any], ...] = ()
    nearest: tuple[dict[str, Any], ...] = ()
    sentences: tuple[dict[str, Any], ...] = ()
    """Each sentence with its level of proof, as the contract has it."""
    model: str = ""
    algorithm: str = ""
    prompt_version: str = ""
    query: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    input_tokens: int = 0
    output_tokens: int = 0
    fixed: FixedReply | None = None
    """A card that stands in the rules of the service; nothing of such a turn was stored, and `turn` is empty."""
    help: FixedReply | None = None
    """The card of a crisis of which the question may speak, beside the answer; not stored."""

    @property
    def is_ai_generated(self) -> bool:
        """Whether a language model wrote it, rather than rules or the staff."""
        return self.fixed is None and is_ai_generated(self.state, self.model, self.answer)

    def as_json(self) -> dict[str, object]:
        """The object that command and interface hand out."""
        return {
            "answer": self.answer,
            "refused": self.state == "refused",
            "ai_generated": self.is_ai_generated,
            "state": self.state,
            "conversation": self.conversation,
            "turn": self.turn,
            "citations": [citation.as_json() for citation in self.citations],
            "sentences": list(self.sentences),
            "warnings": list(self.warnings),
            "nearest": list(self.nearest),
            "model": self.model,
            "stand_in": stand_in_json(self.warnings),
            "fixed": self.fixed.as_json() if self.fixed else None,
            "help": self.help.as_json() if self.help else None,
            "algorithm": self.algorithm,
            "prompt_version": self.prompt_version,
            "query": self.query,
            "seconds": self.seconds,
            "tokens": {"input": self.input_tokens, "output": self.output_tokens},
        }


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The end of a turn without any answer: a code for programs, a sentence for people."""

    code: str
    message: str
    retry_after: float | None = None
    turn: str = ""
    conversation: str = ""

    def as_json(self) -> dict[str, object]:
        """In place of an answer, for command and interface."""
        return {
            "answer": None,
            "refused": False,
            "ai_generated": False,
            "state": "failed",
            "conversation": self.conversation,
            "turn": self.turn,
            "citations": [],
            "warnings": [],
            "error": {"code": self.code, "message": self.message, "retry_after": self.retry_after},
        }


Event = HelpOffered | StepStarted | TextDelta | CitationsFound | TurnDone | TurnFailed
