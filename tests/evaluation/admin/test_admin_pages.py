"""Every page of evaluation opens, for those who may see it, with what it is for."""

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from apps.chat.models import Conversation, Feedback, Turn
from apps.documents.models import Readers
from apps.evaluation.gate import gate_actions, publication_gate
from apps.evaluation.models import Case, DialogueTurn, Draft, Persona, Release, Review, Run, Sampling, Suite, Verdict
from apps.evaluation.planning.create_run import start_suite_run
from apps.llm.models import ChatModel
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.models import Profile
from tests import factories
from tests.evaluation.admin.conftest import text
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db


def beside(run: Run, other: Run) -> str:
    return reverse("admin:evaluation_run_change", args=[run.pk]) + f"?view=comparison&against={other.pk}"


@pytest.mark.parametrize(
    "model", ["suite", "case", "persona", "run", "draft", "release", "review"], ids=lambda name: str(name)
)
def test_every_list_opens(page: Client, suite: Suite, measured: Measured, model: str) -> None:
    measured(suite)
    assert text(page.get(reverse(f"admin:evaluation_{model}_changelist")))


def test_only_the_last_line_of_each_change_has_a_button_to_roll_back(page: Client) -> None:
    for target, number in (("answer", 2), ("answer", 3), ("judge", 2)):
        Release.objects.create(
            action="published", kind="prompt", target=target, before={"number": number - 1}, after={"number": number}
        )
    Release.objects.create(action="held", kind="prompt", target="answer", before={"number": 3}, after={"number": 4})
    Release.objects.create(action="published", kind="profile", target="active", before={}, after={"profile": "x"})
    shown = text(page.get(reverse("admin:evaluation_release_changelist")))
    last = [Release.objects.filter(action="published", target=name).latest("pk") for name in ("answer", "judge")]
    assert shown.count("/roll-back/") == 2
    assert all(reverse("admin:evaluation_release_roll_back", args=[line.pk]) in shown for line in last)


def test_one_imported_case_is_one(page: Client, suite: Suite) -> None:
    upload = SimpleUploadedFile("cases.jsonl", b'{"question": "Was kostet das?"}\n')
    response = page.post(reverse("admin:evaluation_suite_import", args=[suite.pk]), {"file": upload}, follow=True)
    assert "1 Fall importiert." in text(response)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"question,persona\nWas?,unbekannt\n", "Zeile 2: unbekannte Persona „unbekannt“."),
        (b"Frage;Antwort\nWas?;Das\n", "Die erste Zeile nennt keine Spalte „question“"),
        (b"", "Die übermittelte Datei ist leer."),
    ],
)
def test_a_file_of_cases_is_refused_in_the_language_of_the_reader(
    page: Client, suite: Suite, content: bytes, sentence: str
) -> None:
    address = reverse("admin:evaluation_suite_import", args=[suite.pk])
    assert sentence in text(page.post(address, {"file": SimpleUploadedFile("cases.csv", content)}))


def test_the_log_names_the_model_that_was_held_back(page: Client) -> None:
    model = ChatModel.objects.create(name="gpt-klein", label="Klein")
    Release.objects.create(action="held", kind="model", target=str(model.pk), reason="Muss gemessen werden.")
    shown = text(page.get(reverse("admin:evaluation_release_changelist")))
    assert "Klein" in shown
    assert 'class="field-kind">Sprachmodell</td>' in shown


def test_the_list_of_runs_writes_figures_as_people_do(page: Client, suite: Suite, measured: Measured) -> None:
    run = measured(suite)
    shown = text(page.get(reverse("admin:evaluation_run_changelist")))
    assert f"{run.mean:.2f}".replace(".", ",") in shown
    assert f"{run.mean:.2f}" not in shown


def test_the_list_of_suites_shows_no_hit_rate_beside_the_pass_mark(
    page: Client, suite: Suite, measured: Measured
) -> None:
    run = measured(suite, mean=0.6)
    Run.objects.create(kind="hit-rate", suite=suite, state="finished", mean=1.0)
    shown = text(page.get(reverse("admin:evaluation_suite_changelist")))
    assert reverse("admin:evaluation_run_change", args=[run.pk]) in shown
    assert "1,00" not in shown


def test_a_suite_is_pinned_and_unpinned_by_its_button(page: Client, suite: Suite) -> None:
    address = reverse("admin:evaluation_suite_pin", args=[suite.pk])
    assert page.get(address).status_code == 405
    page.post(address)
    assert Suite.objects.get(pk=suite.pk).is_pinned
    assert 'class="notice"' in text(page.get(reverse("admin:evaluation_suite_change", args=[suite.pk])))
    page.post(address)
    assert not Suite.objects.get(pk=suite.pk).is_pinned


def test_the_run_button_makes_a_run_that_waits(page: Client, suite: Suite) -> None:
    response = page.post(reverse("admin:evaluation_suite_run", args=[suite.pk]))
    run = Run.objects.get()
    assert response["Location"] == reverse("admin:evaluation_run_change", args=[run.pk])
    assert (run.state, run.dialogues.count(), run.created_by.username) == ("waiting", 3, "administrator-person")  # type: ignore[union-attr]
    assert 'http-equiv="refresh"' in text(page.get(response["Location"]))


def test_the_page_of_a_run_shows_weak_replies_and_that_the_judge_is_uncalibrated(
    page: Client, suite: Suite, measured: Measured
) -> None:
    run = measured(suite, mean=0.6)
    shown = text(page.get(reverse("admin:evaluation_run_change", args=[run.pk])))
    assert shown.count('class="answer weak rendered"') == 3
    assert shown.count('class="badge uncalibrated"') == 1
    assert "kappa" in text(page.get(reverse("admin:evaluation_run_change", args=[run.pk]), {"view": "figures"})).lower()


def test_two_runs_stand_side_by_side_with_their_differences(page: Client, suite: Suite, measured: Measured) -> None:
    old, new = measured(suite), measured(suite)
    DialogueTurn.objects.filter(dialogue__run=new).update(reply="Ganz anders")
    shown = text(page.get(beside(new, old)))
    assert "<del>" in shown or 'class="removed"' in shown


def test_the_turns_of_the_longer_dialogue_stand_beside_nothing(page: Client, suite: Suite, measured: Measured) -> None:
    old, new = measured(suite), measured(suite)
    longer = new.dialogues.first()
    DialogueTurn.objects.create(dialogue=longer, number=2, said="Und am Samstag?", reply="Dann ist geschlossen.")
    for run, other in ((new, old), (old, new)):
        shown = text(page.get(beside(run, other)))
        assert "Und am Samstag?" in shown
        assert "geschlossen" in shown


@pytest.mark.parametrize("form", ["xlsx", "csv", "json"])
def test_a_run_can_be_downloaded(page: Client, suite: Suite, measured: Measured, form: str) -> None:
    run = measured(suite)
    response = page.get(reverse("admin:evaluation_run_export", args=[run.pk, form]))
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="run-{run.pk}.{form}"'


@pytest.mark.parametrize("form", ["jsonl", "csv", "xlsx"])
def test_a_suite_goes_out_and_comes_in_again(page: Client, suite: Suite, form: str) -> None:
    content = page.get(reverse("admin:evaluation_suite_export", args=[suite.pk, form])).content
    suite.cases.all().delete()
    upload = SimpleUploadedFile(f"cases.{form}", content)
    page.post(reverse("admin:evaluation_suite_import", args=[suite.pk]), {"file": upload})
    assert suite.cases.count() == 3
    assert suite.cases.get(is_control=True).must_refuse


def test_a_bad_file_is_answered_with_a_sentence(page: Client, suite: Suite) -> None:
    upload = SimpleUploadedFile("cases.jsonl", b'{"question": "a?"}\n{"question": 7, "tags": 3}')
    response = page.post(reverse("admin:evaluation_suite_import", args=[suite.pk]), {"file": upload})
    assert "Zeile 2" in text(response)
    assert suite.cases.count() == 3


def held_draft() -> Draft:
    """Of another profile for everybody, which a pinned suite holds back."""
    other = Profile.objects.filter(is_active=False).first()
    assert other is not None
    with pytest.raises(PublicationHeld):
        other.answer_everywhere()
    return Draft.objects.get()


def test_the_page_of_a_draft_shows_both_answers_of_what_it_breaks(
    client: Client, editor: User, pinned: Suite, measured: Measured
) -> None:
    measured(pinned)
    draft = held_draft()
    measured(pinned, draft, broken=[3])
    client.force_login(editor)
    shown = text(client.get(reverse("admin:evaluation_draft_change", args=[draft.pk])))
    assert "Wer wird Weltmeister?" in shown
    assert "Antwort alt 3" in shown
    assert "Antwort neu 3" in shown
    # Why, in words: it is stored as a code.
    assert "Note unter 0,7" in shown
    assert "weak</p>" not in shown
    assert reverse("admin:evaluation_draft_publish", args=[draft.pk]) not in shown
    assert reverse("admin:evaluation_draft_override", args=[draft.pk]) not in shown


def test_the_page_of_a_draft_shows_no_answers_from_closed_collections(
    client: Client, editor: User, administrator: User, pinned: Suite, measured: Measured
) -> None:
    secret = factories.document(collection=factories.collection("personal", readers=Readers.GROUPS))
    measured(pinned)
    draft = held_draft()
    run = measured(pinned, draft, broken=[3])
    DialogueTurn.objects.filter(dialogue__run=run, dialogue__number=1).update(passages=[{"document": secret.pk}])
    address = reverse("admin:evaluation_draft_change", args=[draft.pk])
    client.force_login(editor)
    shown = text(client.get(address))
    assert "Antwort neu 3" not in shown
    assert "Antwort alt 3" not in shown
    assert "Dokumenten, die Sie nicht lesen dürfen" in shown
    client.force_login(administrator)
    assert "Antwort neu 3" in text(client.get(address))


def test_a_draft_that_the_gate_refuses_says_its_score_as_people_write_it(
    client: Client, editor: User, pinned: Suite, measured: Measured
) -> None:
    draft = held_draft()
    measured(pinned, draft, mean=0.2)
    client.force_login(editor)
    reason = "Die Note ist 0,20 (nicht kalibriert), die Bestehensgrenze 0,70."
    assert reason in text(client.get(reverse("admin:evaluation_draft_change", args=[draft.pk])))
    assert reason in text(client.get(reverse("admin:evaluation_draft_changelist")))


def test_one_failed_case_is_one(page: Client, suite: Suite, measured: Measured) -> None:
    run = measured(suite, broken=[3])
    shown = text(page.get(reverse("admin:evaluation_run_change", args=[run.pk])))
    assert "<strong>1</strong> <span>nicht bestandener Fall</span>" in shown
    assert "<strong>2</strong> <span>bestandene Fälle</span>" in shown


def test_the_page_of_a_draft_counts_what_it_breaks_only_when_both_have_run(
    client: Client, editor: User, pinned: Suite, measured: Measured
) -> None:
    draft = held_draft()
    measured(pinned, draft)
    client.force_login(editor)
    address = reverse("admin:evaluation_draft_change", args=[draft.pk])
    shown = text(client.get(address))
    assert "Nicht bekannt, bevor beide gelaufen sind." in shown
    assert "0 Fragen, die nicht mehr bestehen" not in shown
    # It shows by itself how far the run is that it waits for.
    assert 'http-equiv="refresh"' not in shown
    baseline = start_suite_run(pinned)
    assert 'http-equiv="refresh"' in text(client.get(address))
    baseline.delete()
    measured(pinned)
    shown = text(client.get(address))
    assert "0 Fragen, die nicht mehr bestehen" in shown
    assert "Nicht bekannt, bevor beide gelaufen sind." not in shown


def test_the_page_of_a_published_draft_leaves_what_it_changed_to_the_log(
    client: Client, editor: User, pinned: Suite, measured: Measured
) -> None:
    draft = held_draft()
    measured(pinned, draft)
    client.force_login(editor)
    client.post(reverse("admin:evaluation_draft_publish", args=[draft.pk]))
    shown = text(client.get(reverse("admin:evaluation_draft_change", args=[draft.pk])))
    assert "Was er geändert hat, steht im Freigabeprotokoll." in shown
    assert "Geltend" not in shown


def test_held_out_questions_are_hidden_from_those_who_write_prompts(
    client: Client, editor: User, evaluator: User, suite: Suite, measured: Measured
) -> None:
    Case.objects.filter(question="Wie hoch ist die Hundesteuer?").update(held_out=True)
    run = measured(suite)
    addresses = [
        reverse("admin:evaluation_run_change", args=[run.pk]),
        reverse("admin:evaluation_case_changelist"),
    ]
    client.force_login(editor)
    assert all("Hundesteuer" not in text(client.get(address)) for address in addresses)
    assert client.get(reverse("admin:evaluation_run_export", args=[run.pk, "json"])).status_code == 403
    client.force_login(evaluator)
    assert all("Hundesteuer" in text(client.get(address)) for address in addresses)


def test_reviewers_mark_blindly_and_the_next_reply_follows(
    client: Client, evaluator: User, suite: Suite, measured: Measured
) -> None:
    run = measured(suite)
    turn = DialogueTurn.objects.filter(dialogue__run=run).order_by("dialogue__number").first()
    assert turn is not None
    Verdict.objects.create(turn=turn, state="scored", overall=4, raw="GEHEIM", reason="GEHEIM")
    DialogueTurn.objects.filter(pk=turn.pk).update(reason="GEHEIM", reply="Ein Satz. Noch ein Satz.")
    client.force_login(evaluator)
    address = client.get(reverse("admin:evaluation_review_next"))["Location"]
    assert address == reverse("admin:evaluation_review_turn", args=[turn.pk])
    assert "GEHEIM" not in text(client.get(address))
    marks = dict.fromkeys(["understanding", "relevance", "completeness", "correctness", "coherence", "overall"], "4")
    client.post(address, {**marks, "comment": "gut", "mark-1": "right", "comment-1": "stimmt", "mark-9": "right"})
    review = Review.objects.get()
    assert (review.overall, review.comment, review.reviewer) == (4, "gut", evaluator)
    assert [(mark.number, mark.mark, mark.comment) for mark in review.sentences.all()] == [(1, "right", "stimmt")]
    assert client.get(reverse("admin:evaluation_review_next"))["Location"] != address


def test_a_complaint_becomes_a_case_in_two_clicks_without_personal_data(page: Client, suite: Suite) -> None:
    conversation = Conversation.objects.create()
    turn = Turn.objects.create(
        conversation=conversation, number=1, question="Und meine? DE02120300000000202051", state="done",
        query="Was kostet der Ausweis, IBAN DE02120300000000202051?", answer="Nichts.",
    )  # fmt: skip
    Feedback.objects.create(turn=turn, rating="down", comment="falsch")
    address = reverse("admin:evaluation_case_from_turn", args=[turn.pk])
    shown = text(page.get(address))
    assert "Nichts." in shown
    form = page.get(address).context["form"]
    values = {name: value for name, value in form.initial.items() if value} | {"suite": suite.pk}
    page.post(address, values)
    case = Case.objects.get(source="feedback")
    assert case.suite == suite
    assert "DE02" not in case.question
    assert case.question.startswith("Was kostet der Ausweis")


def test_the_last_change_is_rolled_back_by_its_button(page: Client, administrator: User) -> None:
    before = Profile.objects.get(is_active=True)
    other = Profile.objects.exclude(pk=before.pk).first()
    assert other is not None
    other.answer_everywhere()
    listed = text(page.get(reverse("admin:evaluation_release_changelist")))
    address = next(part.split('"')[0] for part in listed.split('formaction="') if "roll-back" in part[:200])
    # The list is the form that the button sends.
    assert 'method="post"' in listed[: listed.index(address)]
    assert Profile.objects.get(is_active=True) == other
    assert page.get(address).status_code == 405
    page.post(address)
    assert Profile.objects.get(is_active=True) == before


def test_a_changed_pass_mark_stands_in_the_log(page: Client, suite: Suite) -> None:
    address = reverse("admin:evaluation_suite_change", args=[suite.pk])
    given = {
        "slug": suite.slug,
        "name": suite.name,
        "turns": 3,
        "judge_repeats": 1,
        "vote": "mean",
        "seed": 42,
        "aspect_votes": 3,
    }
    for mark in ("0.7", "0.2"):
        assert page.post(address, {**given, "pass_mark": mark}).status_code == 302
    line = Release.objects.get()
    assert (line.action, line.target, line.by) == ("pass_mark", suite.slug, "administrator-person")
    assert (line.before, line.after) == ({"pass_mark": 0.7}, {"pass_mark": 0.2})
    assert not gate_actions.can_be_rolled_back(line)


def test_live_sampling_is_one_row_with_a_chart_and_a_table(page: Client) -> None:
    Run.objects.create(kind="sample", title="2026-01-02", state="finished", mean=0.8, low=0.7, high=0.9,
                       result={"dialogues": 5, "turns": {"unparsable": 1}})  # fmt: skip
    address = page.get(reverse("admin:evaluation_sampling_changelist"))["Location"]
    shown = text(page.get(address))
    assert "<svg" in shown
    assert "2026-01-02" in shown
    page.post(address, {"is_on": "on", "share": "0.1", "most": "20"})
    assert Sampling.current().share == 0.1


def test_shipped_personas_speak_three_languages() -> None:
    personas = {persona.slug: persona for persona in Persona.objects.all()}
    assert set(personas) >= {"angry", "calm", "beginner"}
    assert all(personas[slug].text(language) for slug in personas for language in ("de", "en", "ja"))
    assert personas["calm"].text("en") != personas["calm"].text("de")


def test_the_file_of_a_run_opens_as_a_workbook(page: Client, suite: Suite, measured: Measured) -> None:
    from openpyxl import load_workbook

    run = measured(suite, mean=0.5)
    DialogueTurn.objects.filter(dialogue__run=run, dialogue__number=1).update(reply='=HYPERLINK("http://boese")')
    book = load_workbook(BytesIO(page.get(reverse("admin:evaluation_run_export", args=[run.pk, "xlsx"])).content))
    sheet = book.worksheets[0]
    heading = [cell.value for cell in sheet[1]]
    assert heading == ["Angaben", *["Besucher/in", "Antwort", "Urteil"] * 3]
    assert sheet["C2"].data_type == "s"
    assert sheet["C2"].fill.fgColor.rgb.endswith("FADBDA")
    assert sheet["B2"].fill.fill_type is None
    assert f"Lauf: {run.pk}" in sheet["A2"].value.splitlines()
    assert publication_gate.has_release_table()


def test_a_line_of_the_release_log_says_what_was_before_and_after_in_words(page: Client) -> None:
    marks = {"pass_mark": 0.6}, {"pass_mark": 0.75}
    for kind, target, before, after, said in (
        ("prompt", "answer", {"number": 1, "version": 9}, {"number": 2, "version": 41}, ["Version 1", "Version 2"]),
        ("profile", "active", {}, {"profile": "Hausprofil"}, ["Hausprofil"]),
        ("suite", "demo", *marks, ["0.6", "0.75"]),
    ):
        line = Release.objects.create(action="published", kind=kind, target=target, before=before, after=after)
        shown = text(page.get(reverse("admin:evaluation_release_change", args=[line.pk])))
        assert all(one in shown for one in said)
        assert "{" not in shown.partition("<fieldset")[2].partition("</fieldset>")[0]


def test_the_title_of_a_long_case_says_that_it_goes_on(page: Client, suite: Suite) -> None:
    case = Case.objects.create(suite=suite, question="Welche Maßnahmen wurden wann fertiggestellt " * 4)
    shown = text(page.get(reverse("admin:evaluation_case_change", args=[case.pk])))
    assert f"{case.question[:99]}… | " in shown
