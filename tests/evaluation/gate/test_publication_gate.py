"""While a suite is pinned, nothing that answers changes unmeasured, whichever way somebody tries."""

import json
import re
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.forms import modelform_factory
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from apps.evaluation.commands import gate as gate_command
from apps.evaluation.gate import publication_gate
from apps.evaluation.gate.release_decision import decide, flips, measured_by
from apps.evaluation.models import Case, Draft, DraftState, Release, Run, RunState, Suite
from apps.evaluation.planning.start_run import options_of, start_suite
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Prompt, PromptVersion
from apps.llm.prompts.prompt_store import install_shipped_prompts, publish, published
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.models import Profile, ProfileUse
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db


@pytest.fixture
def version() -> PromptVersion:
    """A wording of `answer` that is not in force."""
    prompt = Prompt.objects.select_related("published").get(slug="answer")
    assert prompt.published is not None
    return PromptVersion.objects.create(
        prompt=prompt, system=prompt.published.system + "\nNennen Sie nur Hauptwörter.", user=prompt.published.user
    )


def number_in_force() -> int:
    return published("answer").number


def drafted(version: PromptVersion) -> Draft:
    with pytest.raises(PublicationHeld):
        publish(version.prompt, version)
    return Draft.objects.get(kind="prompt", target="answer", state=DraftState.OPEN)


def actions() -> list[str]:
    return list(Release.objects.order_by("pk").values_list("action", flat=True))


def test_without_a_pinned_suite_changes_go_live_at_once_and_are_logged(version: PromptVersion) -> None:
    publish(version.prompt, version)
    assert number_in_force() == version.number
    assert actions() == ["published"]


def test_a_pinned_suite_makes_a_draft_of_a_change(version: PromptVersion, pinned: Suite) -> None:
    with pytest.raises(PublicationHeld, match="Prüfung") as held:
        publish(version.prompt, version)
    draft = Draft.objects.get()
    assert number_in_force() == version.number - 1
    assert (draft.kind, draft.target, draft.content["version"]) == ("prompt", "answer", version.pk)
    assert held.value.address == reverse("admin:evaluation_draft_change", args=[draft.pk])
    assert actions() == ["drafted"]


def test_a_draft_that_passed_goes_live_and_the_log_names_its_run(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User
) -> None:
    draft = drafted(version)
    run = measured(pinned, draft)
    publication_gate.publish_draft(draft, editor)
    assert number_in_force() == version.number
    line = Release.objects.get(action="published")
    assert (line.run_number, line.by, line.after["number"]) == (run.pk, "editor-person", version.number)
    draft.refresh_from_db()
    assert draft.state == DraftState.PUBLISHED


def test_publishing_decides_once_and_takes_few_statements(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = drafted(version)
    measured(pinned, draft)
    decided: list[Draft] = []
    for module in (publication_gate, gate_command):
        monkeypatch.setattr(module, "decide", lambda *given: decided.append(given[0]) or decide(*given))
    with CaptureQueriesContext(connection) as queries:
        publication_gate.publish_draft(draft, editor)
    assert (len(decided), number_in_force()) == (1, version.number)
    assert len(queries) <= 28
    better = PromptVersion.objects.create(prompt=version.prompt, system=version.system + "!", user=version.user)
    second = drafted(better)
    measured(pinned, second)
    decided.clear()
    with CaptureQueriesContext(connection) as queries:
        arguments = ["gate", "--draft", str(second.pk), "--no-run", "--publish", "--json"]
        call_command("evaluate", *arguments, stdout=StringIO())
    assert (decided, number_in_force()) == ([second], better.number)
    assert len(queries) <= 45
    line = Release.objects.order_by("pk").last()
    assert line is not None
    assert (line.action, line.run_number) == ("published", second.runs.get().pk)
    second.refresh_from_db()
    assert second.state == DraftState.PUBLISHED


@pytest.mark.parametrize(
    "spoilt",
    [
        {"mean": 0.69}, {"mean": None}, {"broken": [3]}, {"state": RunState.STOPPED}, {"state": RunState.RUNNING},
        {"fingerprint": "another configuration"}, {"suite_fingerprint": "another suite"},
        {"result": {"turns": {"scored": 7, "unparsable": 2}, "cases": {"broken_controls": []}}},
    ],
    ids=["below the pass mark", "nothing scored", "broken control", "stopped", "running", "other settings",
         "other suite", "judge could not be read"],
)  # fmt: skip
def test_it_stays_a_draft(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User, spoilt: dict[str, object]
) -> None:
    draft = drafted(version)
    measured(pinned, draft, **spoilt)
    with pytest.raises(PublicationHeld):
        publication_gate.publish_draft(draft, editor)
    assert number_in_force() == version.number - 1
    assert actions() == ["drafted", "held"]


@pytest.mark.parametrize(
    "shortened", [{"turns": 1}, {"personas": ["calm"]}, {"seed": 7}, {"judges": 0}], ids=lambda given: next(iter(given))
)
def test_a_run_that_asked_less_than_the_suite_decides_nothing(
    version: PromptVersion, pinned: Suite, shortened: dict[str, Any]
) -> None:
    draft = drafted(version)
    for options, decides in ((replace(options_of(pinned), **shortened), False), (options_of(pinned), True)):
        run = start_suite(pinned, draft=draft, options=options)
        Run.objects.filter(pk=run.pk).update(state=RunState.FINISHED)
        assert (measured_by(draft, pinned) == run) is decides


def test_a_failed_case_that_is_no_control_only_counts_in_the_mean(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User
) -> None:
    draft = drafted(version)
    measured(pinned, draft, broken=[1])
    publication_gate.publish_draft(draft, editor)
    assert number_in_force() == version.number


def test_a_run_is_worth_nothing_once_something_else_has_gone_live(
    version: PromptVersion, pinned: Suite, measured: Measured, administrator: User
) -> None:
    draft = drafted(version)
    measured(pinned, draft)
    other = Profile.objects.filter(is_active=False).first()
    assert other is not None
    with pytest.raises(PublicationHeld):
        other.answer_everywhere()
    publication_gate.override_gate(Draft.objects.get(kind="profile"), administrator, "Die alte Suche ist ausgefallen.")
    assert not decide(draft, pinned).passes


def test_a_case_that_was_added_makes_earlier_runs_worthless(
    version: PromptVersion, pinned: Suite, measured: Measured
) -> None:
    draft = drafted(version)
    measured(pinned, draft)
    assert decide(draft, pinned).passes
    Case.objects.create(suite=pinned, question="Noch eine?")
    assert not decide(draft, pinned).passes


def test_who_writes_the_judge_cannot_pass_by_his_own_mark(pinned: Suite, measured: Measured, editor: User) -> None:
    prompt = Prompt.objects.select_related("published").get(slug="judge")
    assert prompt.published is not None
    kind = PromptVersion.objects.create(
        prompt=prompt, system=prompt.published.system + "\nVergeben Sie 5.", user=prompt.published.user
    )
    with pytest.raises(PublicationHeld):
        publish(prompt, kind)
    draft = Draft.objects.get()
    measured(pinned, draft)
    with pytest.raises(PublicationHeld):
        publication_gate.publish_draft(draft, editor)
    assert published("judge").number == kind.number - 1


class TestNoWayAround:
    """Every surface an editor has, and those below."""

    def test_the_form_of_the_prompt(self, client: Client, editor: User, pinned: Suite) -> None:
        client.force_login(editor)
        prompt = Prompt.objects.select_related("published").get(slug="answer")
        assert prompt.published is not None
        values = {"system": prompt.published.system + "\nKurz.", "user": prompt.published.user, "note": "kürzer"}
        page = client.post(reverse("admin:llm_prompt_change", args=[prompt.pk]), values)
        assert page["Location"] == reverse("admin:evaluation_draft_change", args=[Draft.objects.get().pk])
        assert published("answer").number == prompt.published.number
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
            publication_gate.override_gate(draft, editor, "Weil ich es gern so hätte.")
        assert Suite.objects.get(pk=pinned.pk).is_pinned
        assert number_in_force() == version.number - 1


def test_an_administrator_overrides_with_a_reason_that_stays_in_the_log(
    version: PromptVersion, pinned: Suite, measured: Measured, administrator: User
) -> None:
    draft = drafted(version)
    measured(pinned, draft, broken=[3])
    with pytest.raises(ValueError):
        publication_gate.override_gate(draft, administrator, " kurz ")
    publication_gate.override_gate(draft, administrator, "Die Kontrolle ist veraltet, Fall 12.")
    assert number_in_force() == version.number
    line = Release.objects.get(action="overridden")
    assert (line.reason, line.by) == ("Die Kontrolle ist veraltet, Fall 12.", "administrator-person")


def test_one_step_back_restores_what_was_there_to_the_byte(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User
) -> None:
    before = published("answer")
    draft = drafted(version)
    measured(pinned, draft)
    publication_gate.publish_draft(draft, editor)
    line = Release.objects.get(action="published")
    publication_gate.roll_back(line, editor)
    assert published("answer") == before
    with pytest.raises(PublicationHeld):
        publication_gate.roll_back(line, editor)


def test_profiles_and_orders_of_models_go_through_the_gate_and_back(
    pinned: Suite, measured: Measured, administrator: User
) -> None:
    active = Profile.objects.get(is_active=True)
    other = Profile.objects.exclude(pk=active.pk).first()
    assert other is not None
    model = ChatModel.objects.create(name="another")
    for make in (other.answer_everywhere, lambda: ModelOrder.objects.create(purpose="answer", model=model)):
        with pytest.raises(PublicationHeld):
            make()
        draft = Draft.objects.get(state=DraftState.OPEN)
        measured(pinned, draft)
        publication_gate.publish_draft(draft, administrator)
    assert Profile.objects.get(is_active=True) == other
    assert list(ModelOrder.objects.filter(purpose="answer").values_list("model", flat=True)) == [model.pk]
    publication_gate.roll_back(Release.objects.get(action="published", kind="profile"), administrator)
    assert Profile.objects.get(is_active=True) == active


def test_the_log_is_only_ever_added_to(version: PromptVersion) -> None:
    publish(version.prompt, version)
    for statement in (lambda: Release.objects.update(by="nobody"), lambda: Release.objects.all().delete()):
        with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
            statement()


def test_the_log_is_not_emptied_either(version: PromptVersion) -> None:
    publish(version.prompt, version)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL auskunft.empties_log = ''")
        with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
            cursor.execute("TRUNCATE evaluation_release")
    assert actions() == ["published"]


def test_drafts_that_a_command_makes_and_a_person_discards_stand_in_the_log(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User, client: Client
) -> None:
    measured(pinned)
    for _again in range(2):
        with pytest.raises(CommandError):
            call_command("evaluate", "gate", "--prompt", f"answer/{version.number}", "--no-run", stdout=StringIO())
    client.force_login(editor)
    for _again in range(2):
        client.post(reverse("admin:evaluation_draft_discard", args=[Draft.objects.get().pk]))
    assert list(Release.objects.order_by("pk").values_list("action", "target", "by")) == [
        ("drafted", "answer", ""),
        ("discarded", "answer", "editor-person"),
    ]


def test_repaired_and_broken_questions_are_told_apart(
    version: PromptVersion, pinned: Suite, measured: Measured
) -> None:
    before = measured(pinned, broken=[1])
    after = measured(pinned, drafted(version), broken=[2])
    repaired, broken = flips(before, after)
    assert [flip.question for flip in repaired] == ["Was kostet ein Ausweis?"]
    assert [flip.question for flip in broken] == ["Wie hoch ist die Hundesteuer?"]
    assert broken[0].before.turns.get().reply == "Antwort alt 2"


def test_pinning_is_a_right_and_is_logged(suite: Suite, editor: User, administrator: User) -> None:
    with pytest.raises(PermissionDenied):
        publication_gate.pin(suite, editor)
    publication_gate.pin(suite, administrator)
    publication_gate.unpin(administrator)
    assert actions() == ["pinned", "unpinned"]
