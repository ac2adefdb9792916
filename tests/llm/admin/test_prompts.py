"""Editors write prompts in the admin: every wording is kept, a broken one is refused with a sentence."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from apps.llm.models import Prompt, PromptVersion
from apps.llm.publication_hooks import WaitingChange

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(client: Client) -> Client:
    user = User.objects.create_user("editor-person", is_staff=True)
    user.groups.add(Group.objects.get(name="editor"))
    client.force_login(user)
    return client


@pytest.fixture
def prompt() -> Prompt:
    return Prompt.objects.select_related("published").get(slug="rephrase")


def address(prompt: Prompt) -> str:
    return reverse("admin:llm_prompt_change", args=[prompt.pk])


def in_force(prompt: Prompt) -> PromptVersion:
    version = Prompt.objects.select_related("published").get(pk=prompt.pk).published
    assert version is not None
    return version


def test_the_page_promises_to_put_a_wording_in_force_only_where_no_suite_is_pinned(
    editor: Client, prompt: Prompt
) -> None:
    page = editor.get(address(prompt), headers={"Accept-Language": "de"}).content.decode()
    assert "eine neue Version, die sofort gilt" not in page
    assert "sind Testfälle verbindlich, wird daraus ein Entwurf" in page


def test_saving_a_new_wording_adds_a_version_and_puts_it_in_force(editor: Client, prompt: Prompt) -> None:
    before = in_force(prompt)
    editor.post(
        address(prompt), {"system": before.system + "\nKurz.", "user": before.user, "note": "kürzer"}, follow=True
    )
    after = in_force(prompt)
    assert after.number == before.number + 1
    assert after.system.endswith("Kurz.")
    assert (after.note, after.created_by and after.created_by.username) == ("kürzer", "editor-person")
    assert PromptVersion.objects.filter(pk=before.pk).exists()


def test_an_unchanged_wording_adds_nothing_even_with_the_line_ends_of_a_browser(editor: Client, prompt: Prompt) -> None:
    before = in_force(prompt)
    windows = {"system": before.system.replace("\n", "\r\n"), "user": before.user.replace("\n", "\r\n"), "note": ""}
    editor.post(address(prompt), windows)
    assert in_force(prompt) == before
    assert prompt.versions.count() == 1


def test_who_wrote_from_an_older_version_is_told_before_undoing_what_another_editor_changed(
    editor: Client, prompt: Prompt
) -> None:
    first = in_force(prompt)
    theirs = {"system": first.system + "\nKurz.", "user": first.user, "note": "", "began_with": first.number}
    editor.post(address(prompt), theirs)
    second = in_force(prompt)
    mine = {"system": first.system + "\nFreundlich.", "user": first.user, "note": "", "began_with": first.number}
    page = editor.post(address(prompt), mine, headers={"Accept-Language": "de"}).content.decode()
    assert f"Inzwischen gilt Version {second.number} (editor-person)" in page
    assert in_force(prompt) == second
    assert "Freundlich." in page
    # The page knows the newer version by now: saving again says that it shall be replaced.
    assert f'name="began_with" value="{second.number}"' in page
    editor.post(address(prompt), mine | {"began_with": second.number})
    assert in_force(prompt).system.endswith("Freundlich.")


def test_a_wording_without_its_variable_is_refused_with_a_sentence(editor: Client, prompt: Prompt) -> None:
    page = editor.post(address(prompt), {"system": "x", "user": "Ohne Variable", "note": ""})
    assert page.status_code == 200
    assert "{question}" in page.content.decode()
    assert prompt.versions.count() == 1


def test_two_versions_are_shown_side_by_side(editor: Client, prompt: Prompt) -> None:
    first = in_force(prompt)
    PromptVersion.objects.create(prompt=prompt, system=first.system + "\n<b>Neu</b>", user=first.user)
    page = editor.get(reverse("admin:llm_prompt_version", args=[prompt.pk, 2])).content.decode()
    assert "<ins>" in page
    assert "&lt;b&gt;Neu&lt;/b&gt;" in page


def test_an_old_version_comes_back_byte_for_byte(editor: Client, prompt: Prompt) -> None:
    first = in_force(prompt)
    editor.post(address(prompt), {"system": "Anders.", "user": first.user, "note": ""})
    assert in_force(prompt).number == 2
    editor.post(reverse("admin:llm_prompt_publish", args=[prompt.pk, 1]))
    assert in_force(prompt) == first


def test_a_version_is_not_put_in_force_by_a_mere_link(editor: Client, prompt: Prompt) -> None:
    assert editor.get(reverse("admin:llm_prompt_publish", args=[prompt.pk, 1])).status_code == 405


def test_an_evaluator_reads_prompts_and_changes_none(client: Client, prompt: Prompt) -> None:
    user = User.objects.create_user("evaluator-person", is_staff=True)
    user.groups.add(Group.objects.get(name="evaluator"))
    client.force_login(user)
    page = client.get(address(prompt)).content.decode()
    assert escape(in_force(prompt).user.splitlines()[0]) in page
    assert "<textarea" not in page
    assert client.get(reverse("admin:llm_prompt_version", args=[prompt.pk, 1])).status_code == 200
    first = in_force(prompt)
    assert client.post(address(prompt), {"system": "x", "user": first.user, "note": ""}).status_code == 403
    assert client.post(reverse("admin:llm_prompt_publish", args=[prompt.pk, 1])).status_code == 403
    assert in_force(prompt) == first


def test_the_page_names_what_waits_to_change_the_same_prompt(
    editor: Client, prompt: Prompt, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drafts(kind: str, target: str) -> list[WaitingChange]:
        return [WaitingChange("Version 7", "<b>anna</b>", "/d/7/")] if (kind, target) == ("prompt", "rephrase") else []

    monkeypatch.setattr("apps.llm.publication_hooks.WAITING_CHANGES", [drafts])
    page = editor.get(address(prompt), headers={"Accept-Language": "de"}).content.decode()
    assert 'Ein Entwurf dazu wartet schon: <a href="/d/7/">Version 7</a> (&lt;b&gt;anna&lt;/b&gt;)' in page
    monkeypatch.setattr("apps.llm.publication_hooks.WAITING_CHANGES", [])
    assert "wartet schon" not in editor.get(address(prompt), headers={"Accept-Language": "de"}).content.decode()
