"""What all dialogues of a run share: who answers, who asks, who judges, and how often."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apps.evaluation.dialogues.assistant import Assistant
from apps.evaluation.judging.claim_metrics import Anatomist
from apps.llm.prompts.published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the dialogues of a run share. `judges` is how often each turn is judged; 0 is never.

    `may_go_on` says whether the budget has room for more calls. `anatomist` takes replies apart, where that is wanted.
    """

    assistant: Assistant
    persona_model: LanguageModel
    persona_prompts: Mapping[str, PublishedPrompt]
    persona_texts: Mapping[tuple[str, str], str]
    judge_model: LanguageModel
    judge_prompt: PublishedPrompt
    turns: int
    judges: int
    vote: str
    may_go_on: Callable[[], bool]
    anatomist: Anatomist | None = None
