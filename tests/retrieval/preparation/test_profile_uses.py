"""Channels and collections with a profile of their own: the most exact use counts."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from apps.database.settings_cache import use_settings_cache
from apps.llm.call_ledger import Ledger
from apps.retrieval.models import Profile, ProfileUse
from apps.retrieval.preparation.active_retrieval_profile import active_profile
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.question_channel_names import CHANNEL_NAMES
from tests import factories

pytestmark = pytest.mark.django_db


def profile(algorithm: str) -> Profile:
    return Profile.objects.get(algorithm=algorithm)


def test_the_most_exact_use_counts() -> None:
    amt = factories.collection("amt")
    factories.collection("bau")
    ProfileUse.objects.create(profile=profile("keyword"), channel="slack")
    ProfileUse.objects.create(profile=profile("fields"), collection=amt)
    ProfileUse.objects.create(profile=profile("chunks-only"), channel="slack", collection=amt)
    for channel, collections, expected in [
        ("web", None, "hybrid"),
        ("slack", None, "keyword"),
        ("web", ["amt"], "fields"),
        ("web", ["bau"], "hybrid"),
        ("web", ["amt", "bau"], "hybrid"),
        ("slack", ["amt"], "chunks-only"),
        ("slack", ["bau"], "keyword"),
    ]:
        assert active_profile(channel=channel, collections=collections).algorithm == expected


def test_a_search_takes_the_profile_of_its_channel() -> None:
    ProfileUse.objects.create(profile=profile("keyword"), channel="slack")
    assert load_search_setup(SearchRequest(channel="slack"), Ledger()).algorithm.slug == "keyword"
    assert load_search_setup(SearchRequest(channel="web"), Ledger()).algorithm.slug == "hybrid"


def test_a_new_use_holds_for_the_very_next_question() -> None:
    with use_settings_cache():
        assert active_profile(channel="slack").algorithm == "hybrid"
    ProfileUse.objects.create(profile=profile("keyword"), channel="slack")
    with use_settings_cache():
        assert active_profile(channel="slack").algorithm == "keyword"


def test_there_is_one_profile_for_each_use() -> None:
    ProfileUse.objects.create(profile=profile("keyword"), channel="slack")
    with pytest.raises(IntegrityError), transaction.atomic():
        ProfileUse.objects.create(profile=profile("hybrid"), channel="slack")


def test_a_use_names_a_known_channel_or_a_collection() -> None:
    assert {"web", "slack", "teams", "api"} <= CHANNEL_NAMES.keys()
    for use in (ProfileUse(profile=profile("keyword")), ProfileUse(profile=profile("keyword"), channel="fax")):
        with pytest.raises(ValidationError):
            use.full_clean()


def test_the_admin_makes_uses(admin_client: Client) -> None:
    values = {"profile": profile("keyword").pk, "channel": "slack", "collection": ""}
    admin_client.post(reverse("admin:retrieval_profileuse_add"), values)
    assert str(ProfileUse.objects.get()).startswith("slack/*")
    assert "Slack" in admin_client.get(reverse("admin:retrieval_profileuse_changelist")).content.decode()
