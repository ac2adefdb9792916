"""Groups: an editor owns texts, an evaluator judges and changes nothing, an administrator owns models and people."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User

from config.console.roles import GROUP_PERMISSIONS, create_groups

pytestmark = pytest.mark.django_db


def member_of(group: str) -> User:
    user = User.objects.create_user(f"{group}-person", is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


def test_migrating_makes_the_three_groups() -> None:
    assert set(GROUP_PERMISSIONS) <= set(Group.objects.values_list("name", flat=True))


def test_an_editor_changes_prompts_but_neither_models_nor_people() -> None:
    editor = member_of("editor")
    assert editor.has_perms(["llm.change_prompt", "documents.add_collection", "retrieval.change_profile"])
    assert editor.has_perms(["chat.add_fixedanswer", "chat.change_fixedanswer"])
    assert not editor.has_perm("chat.delete_fixedanswer")
    assert not editor.has_perm("llm.change_endpoint")
    assert not editor.has_perm("llm.change_chatmodel")
    assert not editor.has_perm("auth.change_user")
    assert not editor.has_perm("chat.view_conversation")


def test_an_evaluator_reads_transcripts_and_changes_nothing_that_makes_answers() -> None:
    evaluator = member_of("evaluator")
    assert evaluator.has_perms(["chat.view_conversation", "chat.view_turn", "llm.view_prompt"])
    assert not evaluator.has_perm("llm.change_prompt")
    assert not evaluator.has_perm("retrieval.change_profile")
    assert not evaluator.has_perm("documents.delete_document")


def test_an_administrator_owns_models_and_people() -> None:
    administrator = member_of("administrator")
    assert administrator.has_perms(["llm.add_endpoint", "llm.change_price", "auth.add_user", "documents.view_step"])


def test_rights_somebody_changed_by_hand_survive_the_next_migration() -> None:
    group = Group.objects.get(name="editor")
    group.permissions.remove(group.permissions.get(codename="delete_document"))
    create_groups()
    assert not group.permissions.filter(codename="delete_document").exists()


def test_a_model_that_comes_with_an_update_gets_its_rights() -> None:
    newer = Permission.objects.filter(content_type__app_label="llm", content_type__model="price")
    for group in Group.objects.all():
        group.permissions.remove(*newer)
    create_groups()
    assert member_of("administrator").has_perms(["llm.view_price", "llm.change_price"])
    assert not member_of("editor").has_perm("llm.view_price")


def test_editors_of_older_installations_get_the_right_to_write_fixed_answers() -> None:
    group = Group.objects.get(name="editor")
    group.permissions.remove(*Permission.objects.filter(content_type__model="fixedanswer"))
    migration = import_module("config.migrations.0010_editors_write_fixed_answers")
    migration.give_rights(apps, None)
    editor = member_of("editor")
    assert editor.has_perms(["chat.view_fixedanswer", "chat.add_fixedanswer", "chat.change_fixedanswer"])
    assert not editor.has_perm("chat.delete_fixedanswer")
