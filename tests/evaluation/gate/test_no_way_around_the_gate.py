"""Every surface an editor has, and those below, lead through the gate."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.forms import modelform_factory
from django.test import Client
from django.urls import reverse
from django.utils import translation

from apps.evaluation.gate import gate_actions
from apps.evaluation.gate.publication_gate import ChangePermit
from apps.evaluation.models import Draft, Release, Suite
from apps.evaluation.models.change_drafts_and_release_log import content_digest
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Prompt, PromptVersion
from apps.llm.prompts.prompt_store import install_shipped_prompts, load_published_prompt
from apps.llm.publication_hooks import PublicationHeld, publishing_as
from apps.retrieval.models import Profile, ProfileUse
from tests.evaluation.conftest import Measured
from tests.evaluation.gate.drafting import drafted, number_in_force

pytestmark = pytest.mark.django_db


class TestNoWayAround:
    """Every surface an editor has, and those below."""

    def test_the_form_of_the_prompt(self, client: Client, editor: User, pinned: Suite) -> None:
        client.force_login(editor)
        prompt = Prompt.objects.select_related("published").get(slug="answer")
        assert prompt.published is not None
        values = {"system": prompt.published.system + "\nKurz.", "user": prompt.published.user, "note": "kürzer"}
        page = client.post(reverse("admin:llm_prompt_change", args=[prompt.pk]), values)
        assert page["Location"] == reverse("admin:evaluation_draft_change", args=[Draft.objects.get().pk])
        assert load_published_prompt("answer").number == prompt.published.number
        assert prompt.versions.count() == 2

    def test_the_button_of_a_version(
        self, client: Client, editor: User, pinned: Suite, version: PromptVersion, measured: Measured
    ) -> None:
        measured(pinned, drafted(version), broken=[3])
        client.force_login(editor)
        client.post(reverse("admin:llm_prompt_publish", args=[version.prompt_id, version.number]))
        assert number_in_force() == version.number - 1

    def test_the_switch_and_the_form_of_a_profile(self, client: Client, editor: User, pinned: Suite) -> None:
        client.force_login(editor)
        other = Profile.objects.filter(is_active=False).first()
        active = Profile.objects.get(is_active=True)
        assert other is not None
        client.post(reverse("admin:retrieval_profile_use", args=[other.pk]))
        client.post(
            reverse("admin:retrieval_profile_changelist"), {"action": "use_for_answers", "_selected_action": [other.pk]}
        )
        form = {
            name: "" if value is None else value
            for name, value in Profile.objects.filter(pk=active.pk).values()[0].items()
            if name not in ("id", "is_active")
        }
        client.post(reverse("admin:retrieval_profile_change", args=[active.pk]), {**form, "document_limit": 1})
        again = Profile.objects.get(is_active=True)
        assert (again.pk, again.document_limit) == (active.pk, active.document_limit)
        assert Draft.objects.filter(kind="profile").count() == 2

    def test_direct_forms_of_the_models(self, pinned: Suite, version: PromptVersion) -> None:
        prompt_form = modelform_factory(Prompt, fields=["published"])(
            {"published": version.pk}, instance=version.prompt
        )
        with pytest.raises(PublicationHeld):
            prompt_form.save()
        profile = Profile.objects.filter(is_active=False).first()
        assert profile is not None
        profile.is_active = True
        with pytest.raises(PublicationHeld), transaction.atomic():
            profile.save()
        with pytest.raises(PublicationHeld):
            ProfileUse(profile=profile, channel="slack").save()
        with pytest.raises(PublicationHeld):
            ModelOrder.objects.create(purpose="answer", model=ChatModel.objects.get(endpoint=None))
        with pytest.raises(PublicationHeld):
            ModelOrder.objects.get(purpose="default").delete()
        with pytest.raises(PublicationHeld):
            Profile.objects.get(is_active=True).delete()
        assert number_in_force() == version.number - 1

    @pytest.mark.parametrize("change", [{"name": "other"}, {"is_active": False}, {"endpoint": True}], ids=str)
    def test_a_model_in_an_order_becomes_no_other_one(
        self, client: Client, administrator: User, pinned: Suite, change: dict[str, Any]
    ) -> None:
        model = ChatModel.objects.get(orders__purpose="default")
        before = model.identity()
        endpoint = Endpoint.objects.create(name="other", base_url="http://127.0.0.1:9/v1")
        for name, value in change.items():
            setattr(model, name, endpoint if name == "endpoint" else value)
        with translation.override("en"), pytest.raises(PublicationHeld, match="new row"):
            model.save()
        fields = ("name", "endpoint", "label", "context_window", "max_output_tokens", "is_active")
        given = {name: value.pk if isinstance(value := getattr(model, name), Endpoint) else value for name in fields}
        inline = {"orders-TOTAL_FORMS": 0, "orders-INITIAL_FORMS": 0}
        client.force_login(administrator)
        form = {name: value for name, value in given.items() if value not in (None, False)}
        client.post(reverse("admin:llm_chatmodel_change", args=[model.pk]), {**form, **inline})
        assert ChatModel.objects.get(pk=model.pk).identity() == before
        assert [(line.action, line.by) for line in Release.objects.order_by("pk")] == [
            ("held", ""),
            ("held", "administrator-person"),
        ]

    def test_a_model_may_be_called_otherwise_and_one_that_answers_nothing_may_change(self, pinned: Suite) -> None:
        model = ChatModel.objects.get(orders__purpose="default")
        model.label = "Hausmodell"
        model.save()
        unused = ChatModel.objects.create(name="unused")
        unused.name = "other"
        unused.save()
        assert not Release.objects.exists()

    def test_statements_that_ask_nobody(self, pinned: Suite, version: PromptVersion) -> None:
        model = ChatModel.objects.get(endpoint=None)
        profile = Profile.objects.get(is_active=True)
        for statement in (
            lambda: Prompt.objects.filter(slug="answer").update(published=version),
            lambda: PromptVersion.objects.filter(prompt=version.prompt, number=1).update(system="Anders."),
            lambda: Profile.objects.filter(is_active=True).update(document_limit=1),
            lambda: Profile.objects.filter(is_active=True).update(is_active=False),
            lambda: Profile.objects.filter(is_active=True).delete(),
            lambda: ProfileUse.objects.bulk_create([ProfileUse(profile=profile, channel="slack")]),
            lambda: ModelOrder.objects.bulk_create([ModelOrder(purpose="answer", model=model)]),
            lambda: ModelOrder.objects.update(position=7),
            lambda: ModelOrder.objects.all().delete(),
        ):
            with pytest.raises(IntegrityError, match="only through the gate"), transaction.atomic():
                statement()

    def test_sql_by_hand(self, pinned: Suite, version: PromptVersion) -> None:
        for statement, values in (
            ("UPDATE llm_prompt SET published_id = %s WHERE slug = 'answer'", [version.pk]),
            ("UPDATE retrieval_profile SET is_active = NOT is_active", []),
            ("DELETE FROM llm_modelorder", []),
        ):
            with pytest.raises(IntegrityError, match="only through the gate"), transaction.atomic():
                connection.cursor().execute(statement, values)

    def test_the_api_has_no_way_to_change_what_answers(self, client: Client) -> None:
        paths = client.get("/api/openapi.json").json()["paths"]
        writing = [path for path, operations in paths.items() if {"post", "put", "patch", "delete"} & set(operations)]
        assert "/api/v1/ask" in writing
        guarded = re.compile("prompt|profile|model|draft|suite|release|publish")
        assert [path for path in writing if guarded.search(path)] == []

    def test_the_command(self, pinned: Suite, version: PromptVersion, measured: Measured) -> None:
        measured(pinned)
        measured(pinned, drafted(version), broken=[3])
        output = StringIO()
        arguments = ["gate", "--prompt", f"answer/{version.number}", "--no-run", "--publish", "--json"]
        with pytest.raises(CommandError, match="Not passed") as error:
            call_command("evaluate", *arguments, stdout=output)
        assert error.value.returncode == 1
        data = json.loads(output.getvalue())
        assert (data["passes"], data["published"], data["broken_controls"]) == (False, False, [3])
        assert (data["mean"], data["calibration"]["calibrated"]) == (0.9, False)
        assert [flip["question"] for flip in data["broken"]] == ["Wer wird Weltmeister?"]
        assert number_in_force() == version.number - 1

    def test_the_command_says_in_words_that_the_score_is_uncalibrated(self, pinned: Suite, measured: Measured) -> None:
        measured(pinned, mean=0.6)
        output = StringIO()
        with translation.override("en"), pytest.raises(CommandError, match=r"0\.60 \(uncalibrated\)"):
            call_command("evaluate", "gate", "--no-run", stdout=output)
        assert "score 0.600 (uncalibrated), pass mark 0.70" in output.getvalue()

    def test_an_update_of_the_product(self, pinned: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
        from apps.llm.prompts import prompt_store

        definition = prompt_store.PROMPTS["answer"]
        renewed = type(definition)(definition.slug, definition.title, definition.required, definition.optional)
        object.__setattr__(renewed, "system", definition.system + "\nNeu.")
        object.__setattr__(renewed, "user", definition.user)
        monkeypatch.setitem(prompt_store.PROMPTS, "answer", renewed)
        before = number_in_force()
        install_shipped_prompts()
        assert number_in_force() == before
        assert Prompt.objects.get(slug="answer").versions.count() == 2

    def test_an_editor_can_neither_unpin_nor_override_nor_edit_the_suite(
        self, client: Client, editor: User, pinned: Suite, version: PromptVersion
    ) -> None:
        draft = drafted(version)
        client.force_login(editor)
        assert client.post(reverse("admin:evaluation_suite_pin", args=[pinned.pk])).status_code == 403
        assert (
            client.post(reverse("admin:evaluation_suite_change", args=[pinned.pk]), {"pass_mark": 0}).status_code == 403
        )
        override = reverse("admin:evaluation_draft_override", args=[draft.pk])
        assert client.post(override, {"reason": "Weil ich es gern so hätte."}).status_code == 403
        with pytest.raises(PermissionDenied):
            gate_actions.override_gate(draft, editor, "Weil ich es gern so hätte.")
        assert Suite.objects.get(pk=pinned.pk).is_pinned
        assert number_in_force() == version.number - 1

    def test_the_deletion_of_a_model_that_stands_in_an_order(self, admin_client: Client, pinned: Suite) -> None:
        model = ModelOrder.objects.get(purpose="default").model
        page = admin_client.post(reverse("admin:llm_chatmodel_delete", args=[model.pk]), {"post": "yes"})
        assert page.status_code == 302
        assert ModelOrder.objects.filter(model=model).exists()
        draft = Draft.objects.get()
        assert draft.kind == "model_order"
        assert page.headers["Location"] == reverse("admin:evaluation_draft_change", args=[draft.pk])
        assert [message.level_tag for message in get_messages(page.wsgi_request)] == ["warning"]
        assert not LogEntry.objects.exists()

    def test_the_deletion_of_several_models_tells_which_of_them_stays(
        self, admin_client: Client, pinned: Suite
    ) -> None:
        kept, gone = ModelOrder.objects.get(purpose="default").model, ChatModel.objects.create(name="unused")
        chosen = {"action": "delete_selected", "_selected_action": [kept.pk, gone.pk], "post": "yes"}
        page = admin_client.post(reverse("admin:llm_chatmodel_changelist"), chosen)
        assert list(ChatModel.objects.filter(pk__in=[kept.pk, gone.pk])) == [kept]
        assert [message.level_tag for message in get_messages(page.wsgi_request)] == ["warning"]
        assert [entry.object_repr for entry in LogEntry.objects.all()] == [str(gone)]

    def test_of_two_changes_at_once_the_one_that_is_held_leaves_its_draft(self, pinned: Suite) -> None:
        model = ModelOrder.objects.get(purpose="default").model
        other = ChatModel.objects.create(name="other")
        Suite.objects.update(is_pinned=False)
        for purpose in ("answer", "rephrase"):
            ModelOrder.objects.create(purpose=purpose, model=other, position=1)
            ModelOrder.objects.create(purpose=purpose, model=model, position=2)
        Suite.objects.update(is_pinned=True)
        changes = list(other.changes_of_deletion())
        assert {change.target for change in changes} >= {"answer", "rephrase"}
        first = changes[0]
        permit = ChangePermit(first.kind, first.target, content_digest(first.after))
        with pytest.raises(PublicationHeld) as held, publishing_as(None, permit):
            other.delete()
        draft = Draft.objects.get()
        assert held.value.address == reverse("admin:evaluation_draft_change", args=[draft.pk])
        assert Release.objects.filter(action=Release.Action.DRAFTED, target=draft.target).count() == 1

    def test_the_deletion_of_a_profile_that_answers_in_one_place(self, admin_client: Client, pinned: Suite) -> None:
        profile = Profile.objects.filter(is_active=False)[0]
        Suite.objects.update(is_pinned=False)
        ProfileUse.objects.create(profile=profile, channel="slack")
        Suite.objects.update(is_pinned=True)
        page = admin_client.post(reverse("admin:retrieval_profile_delete", args=[profile.pk]), {"post": "yes"})
        assert page.status_code == 302
        assert ProfileUse.objects.filter(profile=profile).exists()


def test_without_a_suite_the_deletion_of_a_model_is_in_the_release_log(db: None) -> None:
    model = ChatModel.objects.create(name="first")
    ModelOrder.objects.create(purpose="report", model=model)
    model.delete()
    assert Release.objects.filter(kind="model_order", target="report").count() >= 1
