"""Which profile answers: the active one, read anew for every question; and the profiles an installation starts with."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils import translation

from apps.llm.remembering import remembered
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.models import Profile
from apps.retrieval.types import Limits

BEST_MEASURED = "hybrid"
"""The algorithm with the highest hit rate in docs/benchmarks.md."""

# A mean over many chunks drowns the one page that answers. Verbatim questions over 72 PDFs, document among the first
# three: 0.934 with 64 chunks, 0.996 with 16, 0.998 with 12 (chunks-only); 0.953, 0.989, 0.994 (summaries-and-chunks).
# ef_search 200 finds 0.997 of what comparing all vectors finds, 100 finds 0.988. The same pool for all algorithms, so
# that they compare.
POOL = {"chunk_limit": 12, "summary_limit": 12, "ef_search": 200}


class NoActiveProfile(LookupError):  # noqa: N818 - it is an answer to the person who asks
    """No profile is switched on."""


def active_profile(*, channel: str = "", collections: Sequence[str] | None = None) -> Profile:
    """The profile that answers now: a switch in the admin holds for the very next question."""
    profile = remembered("profile", Profile.objects.filter(is_active=True).first)
    if profile is None:
        raise NoActiveProfile("No retrieval profile is active. Choose one in the admin under Retrieval, Profiles.")
    return profile


def profile_for(algorithm: str) -> Profile:
    """An unsaved profile with an algorithm's shipped parameters. The algorithm must be known."""
    return Profile(slug=algorithm, name=str(ALGORITHMS[algorithm].label), algorithm=algorithm, **POOL)


def create_default_profiles(**_signal: Any) -> None:
    """One profile for each algorithm that has none, and an active one. Changes nothing that is there; may run again."""
    used = set(Profile.objects.values_list("algorithm", flat=True))
    for algorithm in ALGORITHMS:
        if algorithm not in used:
            # Commands run without a language, and the name stays in the row.
            with translation.override(settings.LANGUAGE_CODE):
                made = profile_for(algorithm)
            Profile.objects.get_or_create(
                slug=made.slug, defaults={"name": made.name, "algorithm": made.algorithm, **POOL}
            )
    best = Profile.objects.filter(algorithm=BEST_MEASURED).order_by("pk").first()
    if best and not Profile.objects.filter(is_active=True).exists():
        Profile.objects.filter(pk=best.pk).update(is_active=True)


def as_json(profile: Profile, limits: Limits) -> dict[str, Any]:
    """What a search was done with, as it is stored with an answer."""
    return {
        "slug": profile.slug,
        "name": profile.name,
        "chunk_limit": limits.chunk_limit,
        "summary_limit": limits.summary_limit,
        "document_limit": limits.document_limit,
        "pages_per_document": limits.pages_per_document,
        "threshold": limits.threshold,
        "context_tokens": limits.context_tokens,
        "ef_search": limits.ef_search,
    }
