"""A search request: what applies beside the question (who asks, in which collections, with which profile)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from apps.llm.prompts_and_models_in_use import NO_TRIAL, TrialConfiguration
from apps.retrieval.models import Profile
from apps.retrieval.query.filters import NO_FILTERS, Filters

User = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What `user` may read is searched; None is the public.

    `collections` are short names, None means all; `algorithm` and `limit` (documents) go before the profile's; an
    algorithm other than the profile's brings the parameters of its own profile. `filters` leave out documents
    (filters.py). `channel`, such as "web" or "slack", may have a profile of its own. `trial` takes the place of prompts
    and models in force. `in_house`: something of the question may be sent to no server outside, whatever is searched.
    """

    user: User | None = None
    collections: Sequence[str] | None = None
    profile: Profile | None = None
    algorithm: str | None = None
    limit: int | None = None
    filters: Filters = NO_FILTERS
    channel: str = ""
    trial: TrialConfiguration = NO_TRIAL
    in_house: bool = False
