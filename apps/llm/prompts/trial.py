"""Work done with settings that are not in force: how a draft is measured before it goes live.

    with trying(Trial(prompts={"answer": draft})):
        ...                             # everything called from here uses the draft

It holds for the task or thread that says so, and for what these start; nobody else's questions notice.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apps.llm.models import ChatModel
    from apps.llm.prompts.published_prompt import PublishedPrompt
    from apps.llm.types import LanguageModel


@dataclass(frozen=True, slots=True)
class Trial:
    """What takes the place of the settings in force. `wrap` gets each language model with its purpose, for example to
    keep what it replies."""

    prompts: "Mapping[str, PublishedPrompt]" = field(default_factory=dict)
    orders: "Mapping[str, Sequence[ChatModel]]" = field(default_factory=dict)
    wrap: "Callable[[str, LanguageModel], LanguageModel] | None" = None


NOTHING = Trial()
_trial: ContextVar[Trial] = ContextVar("trial", default=NOTHING)


@contextmanager
def trying(trial: Trial) -> Iterator[None]:
    token = _trial.set(trial)
    try:
        yield
    finally:
        _trial.reset(token)


def current_trial() -> Trial:
    return _trial.get()
