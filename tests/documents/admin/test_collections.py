"""The form of a collection: what is new is not public by an oversight."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories

pytestmark = pytest.mark.django_db


def test_a_new_collection_begins_with_staff_as_its_readers(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:documents_collection_add"))
    assert page.context["adminform"].form["readers"].value() == "staff"


def test_one_that_is_there_keeps_its_readers(admin_client: Client) -> None:
    stadt = factories.collection("stadt", readers="public")
    page = admin_client.get(reverse("admin:documents_collection_change", args=[stadt.pk]))
    assert page.context["adminform"].form["readers"].value() == "public"
