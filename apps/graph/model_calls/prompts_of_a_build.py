"""The prompts of a build, German or English, and the values they are filled with: types, language, claims."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import translation

from apps.documents.models.languages import language_display_name
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt

TYPES = {
    "de": ("Person", "Organisation", "Ort", "Ereignis", "Rechtsnorm"),
    "en": ("person", "organisation", "place", "event", "law"),
}
CLAIMS = {
    "de": (
        "Nennen Sie außerdem Aussagen (claim) über ein Ding, die strittig sind oder geprüft werden müssen: "
        '("claim"<|>Name<|>anderer Name oder NONE<|>Art<|>TRUE, FALSE oder SUSPECTED<|>Beginn oder NONE<|>Ende oder '
        "NONE<|>Beschreibung)"
    ),
    "en": (
        "Also name claims about a thing that are disputed or need checking: "
        '("claim"<|>name<|>other name or NONE<|>kind<|>TRUE, FALSE or SUSPECTED<|>start or NONE<|>end or NONE'
        "<|>description)"
    ),
}
NO_CLAIMS = {"de": "Keine Datensätze der Art claim.", "en": "No records of the kind claim."}


@dataclass(frozen=True, slots=True)
class BuildPrompts:
    """`types` are those of the index, or the usual ones of the language."""

    language: str
    types: tuple[str, ...]
    with_claims: bool
    extract: PublishedPrompt
    glean: PublishedPrompt
    describe: PublishedPrompt
    report: PublishedPrompt

    @property
    def language_name(self) -> str:
        """In the language of the prompts."""
        with translation.override(self.written_in):
            return language_display_name(self.language)

    @property
    def claims(self) -> str:
        return (CLAIMS if self.with_claims else NO_CLAIMS)[self.written_in]

    @property
    def written_in(self) -> str:
        """The language of the prompts themselves, `de` or `en`."""
        return "en" if self.language == "en" else "de"


def load_build_prompts(language: str, types: Sequence[str], *, with_claims: bool) -> BuildPrompts:
    """The versions in force. Up to four queries."""
    suffix = "-en" if language == "en" else ""
    extract, glean, describe, report = (
        load_published_prompt(f"graph-{name}{suffix}") for name in ("extract", "glean", "describe", "report")
    )
    usual = TYPES.get(language, TYPES["de"])
    return BuildPrompts(language, tuple(types) or usual, with_claims, extract, glean, describe, report)
