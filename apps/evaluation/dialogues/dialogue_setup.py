"""The setup that all dialogues of a run share: assistant, visitor's model, judge, limits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apps.evaluation.dialogues.assistant import Assistant
from apps.evaluation.judging.claim_metrics import ClaimJudge
from apps.llm.prompts.published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel


@dataclass(frozen=True, slots=True)
class DialogueSetup:
    """What all dialogues of a run share. `judges` is how often each turn is judged; 0 is never.

    `may_go_on` says whether the budget has room for more calls. `claim_judge` checks the claims of replies, if wanted.
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
    claim_judge: ClaimJudge | None = None
