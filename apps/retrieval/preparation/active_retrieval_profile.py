"""The active retrieval profile, looked up for every question, and the profiles that an installation starts with."""

from collections.abc import Sequence
from typing import Any

from apps.database.settings_cache import load_cached
from apps.retrieval.algorithms import ALGORITHMS, shipped_profile_name
from apps.retrieval.models import Profile, ProfileUse
from apps.retrieval.query.types import SearchLimits

BEST_MEASURED = "hybrid"
"""The algorithm with the highest hit rate in docs/benchmarks.md."""

# A mean over many chunks drowns the one page that answers. Verbatim questions over 72 PDFs, document among the first
# three: 0.934 with 64 chunks, 0.996 with 16, 0.998 with 12 (chunks-only); 0.953, 0.989, 0.994 (summaries-and-chunks).
# Of 100,000 pages of law the index finds 0.985 of the ten nearest with this breadth (benchmarks/scale.py). The same
# pool for all algorithms, so that they compare.
POOL = {"chunk_limit": 12, "summary_limit": 12, "ef_search": 110}

OWN: dict[str, dict[str, Any]] = {
    # The ten nearest pieces of content, one of each other field; these thresholds are cosines of good embedding models.
    "fields": {
        "chunk_limit": 10,
        "document_limit": 10,
        "threshold": 0.2,
        "field_threshold": 0.5,
        "neighbours": 2,
    },
}


class NoActiveProfile(LookupError):  # noqa: N818 - it is an answer to the person who asks
    """No profile is switched on."""


def active_profile(*, channel: str = "", collections: Sequence[str] | None = None) -> Profile:
    """The profile that answers now: a switch in the admin holds for the very next question.

    `collections` are the short names that are asked, None is all. The most specific use counts: of the one collection
    in this channel, of the one collection, of the channel; without any, the active profile. Raises NoActiveProfile.
    """
    used = load_cached("profile-uses", profile_uses)
    collection = collections[0] if collections is not None and len(collections) == 1 else ""
    for key in ((channel, collection), ("", collection), (channel, "")):
        if key in used:
            return used[key]
    profile = load_cached("profile", lambda: Profile.objects.filter(is_active=True).first())
    if profile is None:
        raise NoActiveProfile("No retrieval profile is active. Choose one in the admin under Retrieval, Profiles.")
    return profile


def profile_uses() -> dict[tuple[str, str], Profile]:
    """Profiles by channel and collection; "" is any."""
    uses = ProfileUse.objects.select_related("profile", "collection")
    return {(use.channel, use.collection.slug if use.collection else ""): use.profile for use in uses}


def saved_or_shipped_profile(algorithm: str) -> Profile:
    """The first saved profile of an algorithm, or its shipped parameters. The algorithm must be known."""
    saved = Profile.objects.filter(algorithm=algorithm).order_by("-is_active", "pk")
    return load_cached(("profile-of", algorithm), saved.first) or shipped_profile(algorithm)


def shipped_profile(algorithm: str) -> Profile:
    """An unsaved profile with an algorithm's shipped parameters. The algorithm must be known."""
    parameters = {**POOL, **OWN.get(algorithm, {})}
    return Profile(slug=algorithm, name=shipped_profile_name(algorithm), algorithm=algorithm, **parameters)


def create_default_profiles(**_signal: object) -> None:
    """One profile for each algorithm that has none, and an active one. Changes nothing that is there; may run again."""
    used = set(Profile.objects.values_list("algorithm", flat=True))
    for algorithm in ALGORITHMS:
        if algorithm not in used:
            made = shipped_profile(algorithm)
            if not Profile.objects.filter(slug=made.slug).exists():
                made.save()
    best = Profile.objects.filter(algorithm=BEST_MEASURED).order_by("pk").first()
    if best and not Profile.objects.filter(is_active=True).exists():
        Profile.objects.filter(pk=best.pk).update(is_active=True)


def profile_as_json(profile: Profile, limits: SearchLimits) -> dict[str, Any]:
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
        "field_limit": limits.field_limit,
        "field_threshold": limits.field_threshold,
        "neighbours": limits.neighbours,
        "rerank_limit": limits.rerank_limit,
        "graph_level": limits.graph_level,
        "graph_tokens": limits.graph_tokens,
        "quote_form": profile.quote_form,
        "improves_questions": profile.improves_questions,
    }
