"""While a suite is pinned, nothing that answers changes unmeasured, whichever way somebody tries."""

from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from apps.documents.models import Collection
from apps.evaluation.gate import gate_actions, publication_gate
from apps.evaluation.gate.activate_configuration import activate_change
from apps.evaluation.gate.release_decision import changed_outcomes, decide_release, find_newest_run
from apps.evaluation.models import Case, Draft, DraftState, Release, Run, RunState, Suite
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, content_digest
from apps.evaluation.planning.create_run import run_options_of_suite, start_suite_run
from apps.evaluation.planning.run_configuration import DraftTargetMissing, configuration_in_force
from apps.llm.models import ChatModel, ModelOrder, Prompt, PromptVersion
from apps.llm.prompts.prompt_store import load_published_prompt, publish_version
from apps.llm.publication_hooks import PublicationHeld, publishing_as
from apps.retrieval.models import Profile, ProfileUse
from tests.evaluation.conftest import Measured
from tests.evaluation.gate.drafting import drafted, number_in_force

pytestmark = pytest.mark.django_db


def actions() -> list[str]:
    return list(Release.objects.order_by("pk").values_list("action", flat=True))


def test_without_a_pinned_suite_changes_go_live_at_once_and_are_logged(version: PromptVersion) -> None:
    publish_version(version.prompt, version)
    assert number_in_force() == version.number
    assert actions() == ["published"]


def test_a_pinned_suite_makes_a_draft_of_a_change(version: PromptVersion, pinned: Suite) -> None:
    with pytest.raises(PublicationHeld, match="Prüfung") as held:
        publish_version(version.prompt, version)
    draft = Draft.objects.get()
    assert number_in_force() == version.number - 1
    assert (draft.kind, draft.target, draft.content["version"]) == ("prompt", "answer", version.pk)
    assert held.value.address == reverse("admin:evaluation_draft_change", args=[draft.pk])
    assert actions() == ["drafted"]


def test_a_second_editor_is_told_of_the_draft_that_waits(
    version: PromptVersion, pinned: Suite, client: Client, editor: User
) -> None:
    first = drafted(version)
    client.force_login(editor)
    address = reverse("admin:llm_prompt_change", args=[version.prompt_id])
    link = f'<a href="{reverse("admin:evaluation_draft_change", args=[first.pk])}">'
    assert link in client.get(address).content.decode()
    other = PromptVersion.objects.create(prompt=version.prompt, system=version.system + "!", user=version.user)
    with pytest.raises(PublicationHeld) as held:
        publish_version(other.prompt, other)
    assert link in client.get(held.value.address).content.decode()
    Draft.objects.update(state=DraftState.DISCARDED)
    assert link not in client.get(address).content.decode()


def test_a_draft_that_passed_goes_live_and_the_log_names_its_run(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User
) -> None:
    draft = drafted(version)
    run = measured(pinned, draft)
    gate_actions.publish_draft(draft, editor)
    assert number_in_force() == version.number
    line = Release.objects.get(action="published")
    assert (line.run_number, line.by, line.after["number"]) == (run.pk, "editor-person", version.number)
    draft.refresh_from_db()
    assert draft.state == DraftState.PUBLISHED


PUBLISHING: dict[str, Callable[[Draft, User], None]] = {
    "the button": gate_actions.publish_draft,
    "against the gate": lambda draft, by: gate_actions.override_gate(draft, by, "Die Kontrolle ist veraltet."),
}


@pytest.mark.parametrize("way", PUBLISHING)
def test_a_break_before_the_draft_is_noted_as_published_takes_the_publication_back(
    way: str, version: PromptVersion, pinned: Suite, measured: Measured, administrator: User
) -> None:
    draft = drafted(version)
    measured(pinned, draft)

    def break_at_the_draft(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith('UPDATE "evaluation_draft"'):
            raise OperationalError("server closed the connection")
        return execute(sql, *rest)

    with pytest.raises(OperationalError), connection.execute_wrapper(break_at_the_draft):
        PUBLISHING[way](draft, administrator)
    draft.refresh_from_db()
    assert (number_in_force(), draft.state, actions()) == (version.number - 1, DraftState.OPEN, ["drafted"])
    PUBLISHING[way](draft, administrator)
    draft.refresh_from_db()
    assert (number_in_force(), draft.state) == (version.number, DraftState.PUBLISHED)


def test_what_goes_live_after_the_suite_is_unpinned_is_no_open_draft_any_more(
    version: PromptVersion, pinned: Suite, administrator: User
) -> None:
    draft = drafted(version)
    with pytest.raises(PublicationHeld):
        ModelOrder.objects.create(purpose="judge", model=ChatModel.objects.create(name="another"))
    gate_actions.unpin_suite(administrator)
    gate_actions.publish_draft(draft, administrator)
    gate_actions.publish_draft(Draft.objects.get(kind="model_order"), administrator)
    assert not Draft.objects.filter(state=DraftState.OPEN)


def test_the_draft_of_a_collection_that_is_gone_cannot_go_live(pinned: Suite, administrator: User) -> None:
    collection = Collection.objects.create(name="Bald weg")
    with pytest.raises(PublicationHeld):
        ProfileUse(profile=Profile.objects.filter(is_active=False)[0], collection=collection).save()
    collection.delete()
    with pytest.raises(DraftTargetMissing, match="Collection"):
        gate_actions.override_gate(Draft.objects.get(), administrator, "Die Kontrolle ist veraltet.")
    assert not ProfileUse.objects.exists()


def test_publishing_takes_few_statements(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User
) -> None:
    draft = drafted(version)
    measured(pinned, draft)
    with CaptureQueriesContext(connection) as queries:
        gate_actions.publish_draft(draft, editor)
    assert number_in_force() == version.number
    assert len(queries) <= 29
    better = PromptVersion.objects.create(prompt=version.prompt, system=version.system + "!", user=version.user)
    second = drafted(better)
    measured(pinned, second)
    with CaptureQueriesContext(connection) as queries:
        arguments = ["gate", "--draft", str(second.pk), "--no-run", "--publish", "--json"]
        call_command("evaluate", *arguments, stdout=StringIO())
    assert number_in_force() == better.number
    # It decides once to print it, the gate once more inside the transaction that puts it in force.
    assert len(queries) <= 58
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
        # Three good turns each, and one that failed of each of the others.
        {"result": {"turns": {"scored": 18, "failed": 4}, "dialogues": 10, "scored_dialogues": 6,
                    "cases": {"broken_controls": []}}},
    ],
    ids=["below the pass mark", "nothing scored", "broken control", "stopped", "running", "other settings",
         "other suite", "judge could not be read", "two of five questions without an answer"],
)  # fmt: skip
def test_it_stays_a_draft(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User, spoilt: dict[str, object]
) -> None:
    draft = drafted(version)
    measured(pinned, draft, **spoilt)
    with pytest.raises(PublicationHeld):
        gate_actions.publish_draft(draft, editor)
    assert number_in_force() == version.number - 1
    assert actions() == ["drafted", "held"]


@pytest.mark.parametrize(
    "shortened", [{"turns": 1}, {"personas": ["calm"]}, {"seed": 7}, {"judges": 0}], ids=lambda given: next(iter(given))
)
def test_a_run_that_asked_less_than_the_suite_decides_nothing(
    version: PromptVersion, pinned: Suite, shortened: dict[str, Any]
) -> None:
    draft = drafted(version)
    for options, decides in (
        (replace(run_options_of_suite(pinned), **shortened), False),
        (run_options_of_suite(pinned), True),
    ):
        run = start_suite_run(pinned, draft=draft, options=options)
        Run.objects.filter(pk=run.pk).update(state=RunState.FINISHED)
        assert (find_newest_run(pinned, configuration_in_force().with_draft(draft).fingerprint) == run) is decides


def test_a_failed_case_that_is_no_control_only_counts_in_the_mean(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User
) -> None:
    draft = drafted(version)
    measured(pinned, draft, broken=[1])
    gate_actions.publish_draft(draft, editor)
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
    gate_actions.override_gate(Draft.objects.get(kind="profile"), administrator, "Die alte Suche ist ausgefallen.")
    assert not decide_release(draft, pinned).passes


def test_a_case_that_was_added_makes_earlier_runs_worthless(
    version: PromptVersion, pinned: Suite, measured: Measured
) -> None:
    draft = drafted(version)
    measured(pinned, draft)
    assert decide_release(draft, pinned).passes
    Case.objects.create(suite=pinned, question="Noch eine?")
    assert not decide_release(draft, pinned).passes


def test_who_writes_the_judge_cannot_pass_by_his_own_mark(pinned: Suite, measured: Measured, editor: User) -> None:
    prompt = Prompt.objects.select_related("published").get(slug="judge")
    assert prompt.published is not None
    kind = PromptVersion.objects.create(
        prompt=prompt, system=prompt.published.system + "\nVergeben Sie 5.", user=prompt.published.user
    )
    with pytest.raises(PublicationHeld):
        publish_version(prompt, kind)
    draft = Draft.objects.get()
    measured(pinned, draft)
    with pytest.raises(PublicationHeld):
        gate_actions.publish_draft(draft, editor)
    assert load_published_prompt("judge").number == kind.number - 1


def test_an_administrator_overrides_with_a_reason_that_stays_in_the_log(
    version: PromptVersion, pinned: Suite, measured: Measured, administrator: User
) -> None:
    draft = drafted(version)
    measured(pinned, draft, broken=[3])
    with pytest.raises(ValueError):
        gate_actions.override_gate(draft, administrator, " kurz ")
    gate_actions.override_gate(draft, administrator, "Die Kontrolle ist veraltet, Fall 12.")
    assert number_in_force() == version.number
    line = Release.objects.get(action="overridden")
    assert (line.reason, line.by) == ("Die Kontrolle ist veraltet, Fall 12.", "administrator-person")


def test_a_permit_is_for_exactly_the_content_that_a_person_looked_at(
    version: PromptVersion, pinned: Suite, administrator: User
) -> None:
    draft = drafted(version)
    other = content_digest(draft.content | {"user": "Something else."})
    permit = publication_gate.ChangePermit(draft.kind, draft.target, other, Release.Action.OVERRIDDEN, "Seen by me.")
    with pytest.raises(PublicationHeld), publishing_as(administrator, permit):
        activate_change(ChangeKind(draft.kind), draft.target, draft.content)
    assert number_in_force() == version.number - 1


def test_one_step_back_restores_what_was_there_to_the_byte(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User
) -> None:
    before = load_published_prompt("answer")
    draft = drafted(version)
    measured(pinned, draft)
    gate_actions.publish_draft(draft, editor)
    line = Release.objects.get(action="published")
    gate_actions.roll_back(line, editor)
    assert load_published_prompt("answer") == before
    with pytest.raises(PublicationHeld):
        gate_actions.roll_back(line, editor)


def test_what_the_gate_holds_on_the_way_back_leaves_its_draft(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = drafted(version)
    measured(pinned, draft)
    gate_actions.publish_draft(draft, editor)

    def without_permit(permit: publication_gate.ChangePermit, content: dict[str, Any], user: User) -> None:
        activate_change(ChangeKind(permit.kind), permit.target, content)

    monkeypatch.setattr(gate_actions, "activate_with_permit", without_permit)
    with pytest.raises(PublicationHeld):
        gate_actions.roll_back(Release.objects.get(action="published"), editor)
    assert Draft.objects.filter(state=DraftState.OPEN).exists()
    assert Release.objects.filter(action="drafted").count() == 2


def test_only_who_may_change_it_publishes_discards_and_takes_back(
    version: PromptVersion, pinned: Suite, measured: Measured, editor: User
) -> None:
    reader = User.objects.create_user("reader", is_staff=True)
    draft = drafted(version)
    measured(pinned, draft)
    for act in (gate_actions.publish_draft, gate_actions.discard_draft):
        with pytest.raises(PermissionDenied):
            act(draft, reader)
    gate_actions.publish_draft(draft, editor)
    with pytest.raises(PermissionDenied):
        gate_actions.roll_back(Release.objects.get(action="published"), reader)
    assert number_in_force() == version.number


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
        gate_actions.publish_draft(draft, administrator)
    assert Profile.objects.get(is_active=True) == other
    assert list(ModelOrder.objects.filter(purpose="answer").values_list("model", flat=True)) == [model.pk]
    gate_actions.roll_back(Release.objects.get(action="published", kind="profile"), administrator)
    assert Profile.objects.get(is_active=True) == active


def test_people_read_purposes_and_models_and_no_numbers(
    pinned: Suite, measured: Measured, administrator: User, client: Client
) -> None:
    model = ChatModel.objects.create(name="another")
    with pytest.raises(PublicationHeld):
        ModelOrder.objects.create(purpose="second_reader", model=model)
    draft = Draft.objects.get()
    client.force_login(administrator)
    log = client.get(reverse("admin:evaluation_release_changelist")).content.decode()
    with translation.override("de"):
        assert str(draft) == f"Reihenfolge der Modelle (Sätze gegen ihre Zitate prüfen): {model}"
    assert "Sätze gegen ihre Zitate prüfen" in log
    assert ">Reihenfolge der Modelle<" in log
    assert "second_reader" not in log


@pytest.mark.parametrize(
    ("target", "label"),
    [
        ("answer", "Antwort auf eine Frage"),
        ("answer */large", "Antwort auf eine Frage */large"),
        ("gone", "gone"),
    ],
)
def test_people_read_the_titles_of_prompts(target: str, label: str) -> None:
    with translation.override("de"):
        assert str(Draft(kind="prompt", target=target, content={"number": 3})) == f"Prompt ({label}): Version 3"
        assert str(Release(action="held", kind="prompt", target=target)).endswith(f": Prompt ({label})")


def test_the_log_is_only_ever_added_to(version: PromptVersion) -> None:
    publish_version(version.prompt, version)
    for statement in (lambda: Release.objects.update(by="nobody"), lambda: Release.objects.all().delete()):
        with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
            statement()


def test_the_log_is_not_emptied_either(version: PromptVersion) -> None:
    publish_version(version.prompt, version)
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
    changed = changed_outcomes(before, after)
    assert [flip.question for flip in changed.repaired] == ["Was kostet ein Ausweis?"]
    assert [flip.question for flip in changed.broken] == ["Wie hoch ist die Hundesteuer?"]
    assert changed.broken[0].before.turns.get().reply == "Antwort alt 2"


def test_pinning_is_a_right_and_is_logged(suite: Suite, editor: User, administrator: User) -> None:
    with pytest.raises(PermissionDenied):
        gate_actions.pin_suite(suite, editor)
    gate_actions.pin_suite(suite, administrator)
    gate_actions.unpin_suite(administrator)
    assert actions() == ["pinned", "unpinned"]
