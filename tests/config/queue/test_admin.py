"""The queue in the console."""

import pytest
from django.test import Client
from django.urls import reverse
from django_q.models import OrmQ
from django_q.tasks import async_task

pytestmark = pytest.mark.django_db


def test_a_queued_task_has_a_name(admin_client: Client) -> None:
    async_task("apps.documents.tasks.sweep", task_name="Dokumente durchsehen")
    page = admin_client.get(reverse("admin:django_q_ormq_change", args=[OrmQ.objects.get().pk])).content.decode()
    assert "OrmQ object" not in page
    assert "Dokumente durchsehen" in page.partition("<h1>")[2]


def test_a_task_that_cannot_be_read_has_a_page_all_the_same(admin_client: Client) -> None:
    task = OrmQ.objects.create(key="auskunft", payload="verdorben")
    assert admin_client.get(reverse("admin:django_q_ormq_change", args=[task.pk])).status_code == 200
