"""A wording for a model or a profile goes the way of every change: draft, measured, published, taken back."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from apps.evaluation.gate import gate_actions
from apps.evaluation.gate.draft_change_diff import draft_changes
from apps.evaluation.models import Draft, Release, Suite
from apps.evaluation.planning.run_configuration import configuration_in_force, restore_configuration
from apps.llm.models import Prompt, PromptUse
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.models import Profile
from tests.evaluation.conftest import Measured
from tests.llm.prompts.test_own_wordings import own_wording

pytestmark = pytest.mark.django_db
MODEL = "offline-extractive"


def write(client: Client, system: str = "Für dieses Modell.", **where: str) -> None:
    """By the form of the admin."""
    prompt = Prompt.objects.select_related("published").get(slug="answer")
    assert prompt.published is not None
    values = {"prompt": prompt.pk, "model": "", "profile": "", "system": system, "user": prompt.published.user}
    client.post(reverse("admin:llm_promptuse_add"), {**values, "note": "kürzer", **where})


def sent() -> str:
    return load_published_prompt("answer").for_model(MODEL).system


def test_a_wording_is_a_draft_until_it_has_passed_and_can_be_taken_back(
    client: Client, editor: User, pinned: Suite, measured: Measured
) -> None:
    client.force_login(editor)
    usual = sent()
    write(client, model=MODEL)
    draft = Draft.objects.get()
    assert (draft.target, sent()) == (f"answer */{MODEL}", usual)
    assert draft_changes(draft).texts
    measured(pinned)
    measured(pinned, draft, broken=[3])
    with pytest.raises(PublicationHeld):
        gate_actions.publish_draft(draft, editor)
    measured(pinned, draft)
    gate_actions.publish_draft(draft, editor)
    assert sent() == "Für dieses Modell."
    line = Release.objects.get(action="published", kind="prompt")
    gate_actions.roll_back(line, editor)
    assert sent() == usual
    gate_actions.roll_back(Release.objects.get(action="rolled_back"), editor)
    assert sent() == "Für dieses Modell."


def test_a_wording_of_a_profile_is_measured_with_that_profile(client: Client, editor: User, pinned: Suite) -> None:
    client.force_login(editor)
    profile = Profile.objects.filter(is_active=False)[0]
    write(client, "Für dieses Haus.", profile=profile.slug)
    tried = configuration_in_force().with_draft(Draft.objects.get())
    assert (tried.profile, tried.prompts["answer"].system) == (profile, "Für dieses Haus.")


def test_runs_keep_the_wordings_they_began_with() -> None:
    before = configuration_in_force().fingerprint
    own_wording("Nur dort.", profile="anderswo")
    assert configuration_in_force().fingerprint == before, "what another profile says makes no other answer"
    own_wording("Für dieses Modell.", model=MODEL)
    begun = configuration_in_force()
    assert begun.fingerprint != before
    stored = restore_configuration(begun.as_stored)
    assert stored.prompts["answer"].for_model(MODEL).system == "Für dieses Modell."
    assert stored.fingerprint == begun.fingerprint


def test_no_statement_goes_around_the_gate(pinned: Suite) -> None:
    prompt = Prompt.objects.select_related("published").get(slug="answer")
    Suite.objects.update(is_pinned=False)
    use = own_wording("Für dieses Modell.", model=MODEL)
    Suite.objects.filter(pk=pinned.pk).update(is_pinned=True)
    for statement in (
        lambda: PromptUse.objects.bulk_create([PromptUse(prompt=prompt, model="x", version=use.version)]),
        lambda: PromptUse.objects.update(version=prompt.published),
        lambda: PromptUse.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError, match="only through the gate"), transaction.atomic():
            statement()


def test_a_wording_for_the_judge_cannot_let_itself_pass(pinned: Suite, editor: User) -> None:
    with pytest.raises(PublicationHeld):
        own_wording("Immer zehn Punkte.", slug="judge", model=MODEL)
    with pytest.raises(PublicationHeld):
        gate_actions.publish_draft(Draft.objects.get(), editor)


def test_the_page_of_the_prompt_and_the_list_show_where_it_is_worded_otherwise(client: Client, editor: User) -> None:
    client.force_login(editor)
    write(client, model=MODEL)
    use = PromptUse.objects.get()
    page = client.get(reverse("admin:llm_prompt_change", args=[use.prompt_id])).content.decode()
    own = reverse("admin:llm_promptuse_change", args=[use.pk])
    assert own in page
    assert f"{reverse('admin:llm_promptuse_add')}?prompt={use.prompt_id}" in page
    assert MODEL in client.get(reverse("admin:llm_promptuse_changelist")).content.decode()
    begun = client.get(f"{reverse('admin:llm_promptuse_add')}?prompt={use.prompt_id}").content.decode()
    assert "{context}" in begun
    values = {"system": "Noch kürzer.", "user": use.version.user, "note": ""}
    client.post(own, values)
    assert sent() == "Noch kürzer."
    client.post(reverse("admin:llm_promptuse_delete", args=[use.pk]), {"post": "yes"})
    assert not PromptUse.objects.exists()
