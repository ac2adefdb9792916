"""The setup that all dialogues of a run share: assistant, visitor's model, judge, limits."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from apps.evaluation.dialogues.ask_assistant import Assistant
from apps.evaluation.judging.claim_metrics import ClaimJudge
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel


@dataclass(frozen=True, slots=True)
class Critic:
    """Who checks whole dialogues: each aspect by `votes` calls, or one more where that is an even number."""

    model: LanguageModel
    prompt: PublishedPrompt
    aspects: Sequence[str]
    votes: int


@dataclass(frozen=True, slots=True)
class DialogueSetup:
    """What all dialogues of a run share. `judges` is how often each turn is judged; 0 is never.

    `may_go_on` says whether the budget has room for more calls. `claim_judge` checks the claims of replies,
    `critic` whole dialogues, if wanted.
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
    critic: Critic | None = None
