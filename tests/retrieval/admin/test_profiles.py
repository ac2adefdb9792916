"""The switch of the algorithm: one profile is active, always."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from apps.retrieval.models import Profile

pytestmark = pytest.mark.django_db


def active() -> list[str]:
    return list(Profile.objects.filter(is_active=True).values_list("slug", flat=True))


def test_activating_a_profile_switches_the_other_one_off() -> None:
    assert len(active()) == 1
    other = Profile.objects.filter(is_active=False).first()
    assert other is not None
    other.answer_everywhere()
    assert active() == [other.slug]


def test_the_action_of_the_list_activates_exactly_one(admin_client: Client) -> None:
    before = active()
    every = list(Profile.objects.values_list("pk", flat=True))
    data = {"action": "use_for_answers", "_selected_action": every}
    admin_client.post(reverse("admin:retrieval_profile_changelist"), data)
    assert active() == before
    other = Profile.objects.filter(is_active=False)[0]
    data = {"action": "use_for_answers", "_selected_action": [other.pk]}
    admin_client.post(reverse("admin:retrieval_profile_changelist"), data)
    assert active() == [other.slug]


def test_the_active_profile_cannot_be_deleted(admin_client: Client) -> None:
    profile = Profile.objects.get(is_active=True)
    address = reverse("admin:retrieval_profile_delete", args=[profile.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 403
    assert active() == [profile.slug]


def test_a_limit_out_of_range_is_refused_with_a_sentence(admin_client: Client) -> None:
    profile = Profile.objects.get(is_active=True)
    values = {
        "name": profile.name,
        "slug": profile.slug,
        "algorithm": profile.algorithm,
        "document_limit": 400,
        "chunk_limit": 64,
        "summary_limit": 16,
        "pages_per_document": 3,
        "context_tokens": 15_000,
        "ef_search": 100,
        "field_limit": 1,
        "field_threshold": 0.5,
        "neighbours": 2,
        "rerank_limit": 0,
        "quote_form": "words",
        "graph_tokens": 8_000,
    }
    page = admin_client.post(reverse("admin:retrieval_profile_change", args=[profile.pk]), values)
    assert page.status_code == 200
    assert page.context["adminform"].form.errors.keys() == {"document_limit"}
    profile.refresh_from_db()
    assert profile.document_limit != 400


def test_the_page_of_a_profile_switches_it_on_but_not_by_a_mere_link(admin_client: Client) -> None:
    other = Profile.objects.filter(is_active=False)[0]
    address = reverse("admin:retrieval_profile_use", args=[other.pk])
    assert address in admin_client.get(reverse("admin:retrieval_profile_change", args=[other.pk])).content.decode()
    assert admin_client.get(address).status_code == 405
    admin_client.post(address)
    assert active() == [other.slug]
    assert address not in admin_client.get(reverse("admin:retrieval_profile_change", args=[other.pk])).content.decode()


def test_an_evaluator_switches_no_profile(client: Client) -> None:
    person = User.objects.create_user("evaluator-person", is_staff=True)
    person.groups.add(Group.objects.get(name="evaluator"))
    client.force_login(person)
    before = active()
    other = Profile.objects.filter(is_active=False)[0]
    assert client.post(reverse("admin:retrieval_profile_use", args=[other.pk])).status_code == 403
    assert active() == before


def test_a_shipped_name_is_shown_in_the_language_of_the_reader_until_it_is_changed(admin_client: Client) -> None:
    def listed(language: str) -> str:
        address = reverse("admin:retrieval_profile_changelist")
        return str(admin_client.get(address, headers={"Accept-Language": language}).content.decode())

    first = '<a href="/admin/retrieval/profile/{}/change/">{}</a>'
    shipped = Profile.objects.get(slug="graph-global")
    assert first.format(shipped.pk, "Graph: the whole collection") in listed("en")
    assert first.format(shipped.pk, "Graph: die ganze Sammlung") in listed("de")
    Profile.objects.filter(pk=shipped.pk).update(name="Ganze Sammlung")
    assert first.format(shipped.pk, "Ganze Sammlung") in listed("en")
