"""What is in force, and the draft that a pinned suite makes of a change."""

import pytest

from apps.evaluation.models import Draft, DraftState
from apps.llm.models import PromptVersion
from apps.llm.prompts.prompt_store import load_published_prompt, publish_version
from apps.llm.publication_hooks import PublicationHeld


def number_in_force() -> int:
    return load_published_prompt("answer").number


def drafted(version: PromptVersion) -> Draft:
    with pytest.raises(PublicationHeld):
        publish_version(version.prompt, version)
    return Draft.objects.get(kind="prompt", target="answer", state=DraftState.OPEN)
