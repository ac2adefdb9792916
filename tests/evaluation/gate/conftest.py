"""A wording that somebody wants to put in force."""

import pytest

from apps.llm.models import Prompt, PromptVersion


@pytest.fixture
def version() -> PromptVersion:
    """A wording of `answer` that is not in force."""
    prompt = Prompt.objects.select_related("published").get(slug="answer")
    assert prompt.published is not None
    return PromptVersion.objects.create(
        prompt=prompt, system=prompt.published.system + "\nNennen Sie nur Hauptwörter.", user=prompt.published.user
    )
