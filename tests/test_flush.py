"""What every test begins with is there again after a test that commits (tests/flush.py)."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.db import connection

from apps.llm.models import Prompt, PromptVersion
from tests import factories, flush


@pytest.mark.django_db(transaction=True)
def test_what_a_test_wrote_deleted_or_changed_is_put_back() -> None:
    before = stamp()
    factories.collection("left-over")
    Group.objects.all().delete()
    Permission.objects.create(name="x", codename="x", content_type_id=Permission.objects.first().content_type_id)
    PromptVersion.objects.update(system="changed")
    Prompt.objects.filter(slug="answer").update(published=None)

    call_command("flush", verbosity=0, interactive=False)

    assert flush.rows_of_all_tables() == flush.FIRST_ROWS
    assert stamp() != before


@pytest.mark.django_db(transaction=True)
def test_keys_go_on_behind_those_that_are_put_back() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence('auth_group', 'id'), 1, false)")
    call_command("flush", verbosity=0, interactive=False)
    assert Group.objects.create(name="one more").pk > max(
        Group.objects.exclude(name="one more").values_list("pk", flat=True)
    )


def stamp() -> object:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM llm_configuration_stamp")
        return cursor.fetchall()
