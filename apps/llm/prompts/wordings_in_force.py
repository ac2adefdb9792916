"""All wordings of a prompt that are in force: the usual one, and those for models, profiles, and models in profiles."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from apps.llm.prompts.fill_published_prompt import PublishedPrompt

WordingScope = tuple[str, str]
"""Name of a model and short name of a profile; empty is any."""
USUAL_SCOPE: WordingScope = ("", "")


@dataclass(frozen=True, slots=True)
class PromptWordings:
    """`by_scope` always has the usual wording."""

    by_scope: Mapping[WordingScope, PublishedPrompt]

    def in_profile(self, profile: str) -> PublishedPrompt:
        """The prompt where this profile answers, with the wordings that single models have there.

        The most exact one counts: of the model in this profile, of the profile, of the model. What a profile says is
        about the answers, what a model's wording says is about the model, so the profile's goes before it.
        """
        usual = self.by_scope[USUAL_SCOPE]
        if len(self.by_scope) == 1:
            return usual
        own = self.by_scope.get(("", profile)) if profile else None
        single = {
            model: wording
            for where in ([profile] if own else ["", profile])
            for (model, place), wording in self.by_scope.items()
            if model and place == where
        }
        return replace(own or usual, by_model=tuple(sorted(single.items())))

    def with_wording(self, scope: WordingScope, wording: PublishedPrompt | None) -> "PromptWordings":
        """Returns a copy with this wording in that place; None takes the one there away."""
        others = {place: each for place, each in self.by_scope.items() if place != scope}
        return PromptWordings(others if wording is None else {**others, scope: wording})
