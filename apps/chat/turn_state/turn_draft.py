"""The draft of a turn under way: what is gathered from the question to the end of the model's reply."""

import asyncio
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import TurnState
from apps.chat.nearest_passages.similar_sentences import SimilarSentence
from apps.chat.proof.find_quote import PageText
from apps.chat.reply_parsing.number_citations import Numbering, build_numbering
from apps.chat.reply_parsing.parse_markers_and_quotes import is_no_answer, is_plain_refusal, split_reply
from apps.chat.sentence_numbers.number_sentences import numbered_sentences
from apps.chat.turn_state.load_turn_inputs import TurnSnapshot
from apps.chat.turn_state.stop_signal import Reason
from apps.conflicts.open_conflicts import OpenConflict
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.llm.types import Completion, Message
from apps.retrieval.query.types import Passage, SearchStep
from apps.text.locate_quote import Span

PARTS = ("rephrase", "embed", "search", "answer", "check")


@dataclass
class TurnDraft:
    """`used` are the passages the model saw, in the order of their numbers."""

    snapshot: TurnSnapshot
    ledger: Ledger
    started: float
    turn_id: uuid.UUID = field(default_factory=uuid.uuid4)
    attempts_to_end: int = 0
    """How often its end was to be stored: more than once after an outage of the database."""
    query: str = ""
    """What is searched: the question, or what a model made of a follow-up."""
    translation: str = ""
    """The question in the language of the documents, which is searched beside it."""
    rephrased_by: str = ""
    """The model that did; empty when none was asked or all failed."""
    unsure_query: str = ""
    """What a model made of the question in words that nobody has used: it is searched beside the question itself."""
    passages: Sequence[Passage] = ()
    steps: Sequence[SearchStep] = ()
    notes: str = ""
    """What the search found out beside the passages, for prompts that ask for it."""
    searched: bool = False
    used: Sequence[Passage] = ()
    messages: Sequence[Message] = ()
    """The prompt of the answer, in the form in which it was sent last."""
    pieces: list[str] = field(default_factory=list)
    completion: Completion | None = None
    is_worked_out: bool = False
    """Code worked the answer out from tables: no model was asked."""
    error: ModelError | None = None
    """The language model failed; what was found is still of use."""
    broken: Exception | None = None
    """The search or the database failed: there is nothing to show."""
    stopped: Reason | None = None
    page_texts: Mapping[int, PageText] = field(default_factory=dict)
    """The page by the id of the chunk found on it, for all that is used."""
    documents_searched: int = 0
    """How many documents the search had to do with; counted for refusals only."""
    documents_coming: int = 0
    """How many more are being read and cannot be searched yet; counted for refusals only."""
    similar: Mapping[int, SimilarSentence] = field(default_factory=dict)
    """Where there is no answer, the sentence of a place that is nearest to the question, by the id of its chunk."""
    conflicts: Sequence[OpenConflict] = ()
    """Contradictions between documents in which one of those used has a part."""
    pages_read: "asyncio.Future[None] | None" = None
    """The pages being read, beside the model's first words."""
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PARTS, 0.0))

    @property
    def ask(self) -> AskedQuestion:
        return self.snapshot.ask

    @property
    def reply(self) -> str:
        return self.completion.text if self.completion else "".join(self.pieces)

    @property
    def model_name(self) -> str:
        """Who wrote the answer; the first choice when nobody came to its end."""
        return self.completion.model if self.completion else self.snapshot.model.name

    @property
    def prompt_version(self) -> str:
        """The version that the model which answered was sent, such as "answer/3"."""
        return self.snapshot.answer_prompt.for_model(self.model_name).label

    @property
    def state(self) -> TurnState:
        """How the turn ends, from what has happened. Reads the whole reply."""
        if self.stopped:
            return TurnState.INTERRUPTED
        if self.error:
            return TurnState.INTERRUPTED if self.has_answer else TurnState.DONE_WITHOUT_LLM
        if not self.used:
            return TurnState.REFUSED
        if self.is_offline_fallback:
            return TurnState.DONE_WITHOUT_LLM
        if is_no_answer(self.reply):
            # One that is no refusal proves nothing either: sentences of the documents may take its place.
            return TurnState.REFUSED if self.is_refused_by_model else TurnState.DONE
        # A reply without an answer in it (quotes alone, the prompt written off) proves nothing; the model is not away.
        return TurnState.DONE if self.completion or self.has_answer else TurnState.DONE_WITHOUT_LLM

    @property
    def is_refused_by_model(self) -> bool:
        """Whether the model says so itself, in a reply that came to its end: one line was never too long."""
        was_cut = self.completion is not None and self.completion.finish_reason == "length"
        return is_plain_refusal(self.reply) and not was_cut

    @property
    def is_offline_fallback(self) -> bool:
        """The built-in model answered because no other was asked, or all failed: people must know this."""
        if self.completion is None or self.completion.model != OFFLINE_MODEL:
            return False
        return bool(self.ask.withheld) or self.snapshot.model.name != OFFLINE_MODEL

    @property
    def is_without_first_model(self) -> bool:
        """The model that was asked first failed, whoever answered then."""
        return self.error is not None or (self.completion is not None and self.completion.stand_in is not None)

    @property
    def has_answer(self) -> bool:
        return not is_no_answer(self.reply) and bool(split_reply(self.reply)[0])

    def numbering(self) -> Numbering:
        """The readers' numbers for what the model saw; nothing is numbered yet."""
        return build_numbering((n, passage.document_id, passage.page) for n, passage, _place in self.numbered_sources())

    def numbered_sources(self) -> list[tuple[int, Passage, Span | None]]:
        """What the model knows under a number: a sentence of a passage at its place, or a passage as a whole."""
        if self.snapshot.numbers_sentences and not self.is_worked_out:
            return [(one.number, one.passage, one.place) for one in numbered_sentences(self.used)]
        return [(number, passage, None) for number, passage in enumerate(self.used, start=1)]

    def record_time(self, name: str, since: float) -> float:
        """Notes how long something took, in seconds; returns the current time."""
        now = time.perf_counter()
        self.seconds[name] = round(now - since, 5)
        return now
