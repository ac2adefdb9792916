"""Variants that can be measured against what is in force: a profile, an algorithm, a prompt version, a model."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.evaluation.models import Draft
from apps.evaluation.planning.run_configuration import Configuration, configuration_in_force
from apps.llm.models import ChatModel, PromptVersion, Purpose
from apps.llm.offline.built_in_model_display_names import model_display_name
from apps.llm.prompts.prompt_store import as_published_prompt
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from apps.text.numbers.parse_database_row_id import parse_row_id

IN_FORCE = "in-force"


KINDS: dict[str, Promise] = {
    "model": _("model %(name)s"),
    "prompt": _("prompt %(name)s"),
    "draft": _("draft %(name)s"),
    "profile": _("profile %(name)s"),
}


class UnknownVariant(LookupError):  # noqa: N818 - it is an answer to the person who typed the name
    """The message names what was typed and what would be right."""


def configuration_named(name: str) -> Configuration:
    """`hybrid` is a profile (or an algorithm), `prompt:answer/3` a version, `model:NAME` the model of answers,
    `draft:7` a draft, and `in-force` what answers now.

    Raises UnknownVariant, NoActiveProfile, DraftTargetMissing.
    """
    return configuration_in_force() if name == IN_FORCE else replace(resolve_variant(name), variant=name)


def variant_label(name: str, profiles: Mapping[str, str]) -> str:
    """What people call it: "model large" for `model:large`. `profiles` are names by short names."""
    if name in ("", IN_FORCE):
        return str(_("what is in force"))
    kind, colon, rest = name.partition(":")
    if not colon or kind not in KINDS:
        return profiles.get(name, name)
    names = {"model": model_display_name(rest), "profile": profiles.get(rest, rest)}
    return str(KINDS[kind]) % {"name": names.get(kind, rest)}


def measured_name(profile: str) -> str:
    """The name under which the figures of a profile are kept: its short name, unless an algorithm has the same."""
    return f"profile:{profile}" if profile in ALGORITHMS else profile


def profile_names() -> dict[str, str]:
    """By short names. One query."""
    return {profile.slug: str(profile) for profile in Profile.objects.only("slug", "name", "algorithm")}


def resolve_variant(name: str) -> Configuration:
    kind, colon, rest = name.partition(":")
    if not colon:
        return replace(configuration_in_force(), profile=profile_named(name))
    if kind == "prompt":
        return configuration_with_prompt(rest)
    if kind == "model":
        return configuration_with_model(rest)
    if kind == "draft":
        return configuration_in_force().with_draft(draft_numbered(rest))
    raise UnknownVariant(f"'{name}' is no variant, use a profile, prompt:NAME/NUMBER, model:NAME or draft:NUMBER.")


def draft_numbered(number: str) -> Draft:
    """Raises UnknownVariant."""
    found = Draft.objects.filter(pk=parse_row_id(number)).first()
    if found is None:
        raise UnknownVariant(f"There is no draft '{number}'.")
    return found


def profile_named(slug: str) -> Profile:
    stored = Profile.objects.filter(slug=slug).first()
    if stored is not None:
        return stored
    if slug in ALGORITHMS:
        return shipped_profile(slug)
    known = ", ".join(sorted({*Profile.objects.values_list("slug", flat=True), *ALGORITHMS}))
    raise UnknownVariant(f"Unknown profile '{slug}'. Known: {known}.")


def configuration_with_prompt(label: str) -> Configuration:
    slug, _slash, number = label.partition("/")
    versions = PromptVersion.objects.filter(prompt__slug=slug, number=parse_row_id(number))
    version = versions.first()
    if version is None:
        raise UnknownVariant(f"There is no version '{label}' of a prompt, use for example answer/1.")
    return replace(configuration_in_force(), prompts={slug: as_published_prompt(slug, version)})


def configuration_with_model(name: str) -> Configuration:
    model = ChatModel.objects.select_related("endpoint").filter(name=name).first()
    if model is None:
        known = ", ".join(ChatModel.objects.values_list("name", flat=True))
        raise UnknownVariant(f"Unknown model '{name}'. Known: {known}.")
    return replace(configuration_in_force(), orders={Purpose.ANSWER.value: [model], Purpose.REPHRASE.value: [model]})
