"""Accounts, conversations, evaluation and drafts of the dump. For 2a55bcd only: see make_dump.py."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.utils.timezone import now

QUESTIONS = {
    "dogs": "Wie hoch ist die Hundesteuer für den zweiten Hund?",
    "pool": "Was kostet der Eintritt ins Freibad für Erwachsene?",
    "airport": "Wann wurde der Flughafen von Musterfurt privatisiert?",
}
BACKENDS = ["django.contrib.auth.backends.ModelBackend", "config.single_sign_on.backend.SingleSignOnBackend"]


def fill() -> None:
    people = fill_accounts()
    turns = {name: asked(question) for name, question in QUESTIONS.items()}
    fill_around(turns, people)
    fill_platforms(turns["dogs"])
    suite = fill_suite(turns["dogs"])
    fill_runs(suite, people[0])
    fill_drafts(suite)


def fill_accounts() -> list[User]:
    """An administrator and an editor, who are signed in, each by a backend of their own."""
    people = []
    for name, backend in zip(["administrator", "editor"], BACKENDS, strict=True):
        person = User.objects.create_user(name, f"{name}@musterfurt.example", is_staff=True)
        person.set_unusable_password()
        person.save()
        person.groups.add(Group.objects.get(name=name))
        session = SessionStore()
        session.update({"_auth_user_id": str(person.pk), "_auth_user_backend": backend,
                        "_auth_user_hash": person.get_session_auth_hash()})  # fmt: skip
        session.set_expiry(timedelta(days=36_500))
        session.create()
        people.append(person)
    collection = apps.get_model("documents.Collection").objects.get(slug="demo")
    LogEntry.objects.create(
        user=people[0], content_type=ContentType.objects.get_for_model(collection), object_id=str(collection.pk),
        object_repr="Musterfurt", action_flag=CHANGE, change_message="[]",
    )  # fmt: skip
    apps.get_model("config.ApiToken")(name="Test", user=people[0], scopes=["ask", "search"]).issue()
    return people


def asked(question: str) -> Any:
    """The turn, as the command stores it."""
    said = StringIO()
    call_command("ask", question, collection=["demo"], json=True, stdout=said)
    return apps.get_model("chat.Turn").objects.get(pk=json.loads(said.getvalue())["turn"])


def fill_around(turns: dict[str, Any], people: list[User]) -> None:
    """What hangs on conversations: opinions, links, gaps, rules and limits."""
    from apps.chat.gap_list import group_refusals
    from apps.chat.sharing import share
    from apps.chat.storing import store_feedback

    call_command("ask", "Und für den dritten?", conversation=turns["dogs"].conversation.token, json=True)
    store_feedback(turns["dogs"], "down", ["incomplete"], "Der dritte Hund fehlt.")
    share(turns["dogs"].conversation)
    group_refusals()
    apps.get_model("chat.Gap").objects.update(owner=people[1], note="Beim Archiv fragen")
    apps.get_model("chat.ServiceRules").objects.create(
        pk=1, notice="Am Samstag wird gewartet.", contact="Bürgertelefon 115", keep_days=3_650, keep_staff_days=3_650,
        embedding_sites=["https://www.musterfurt.example"],
    )  # fmt: skip
    # What a visitor of the page leaves behind.
    apps.get_model("chat.Allowance").objects.create(name="questions 1", tokens=9, is_taken=True, filled_at=now())
    apps.get_model("chat.DailySalt").objects.get_or_create(day=now().date())
    apps.get_model("chat.VisitorDay").objects.create(visitor="0123456789abcdef", day=now().date(), questions=3)


def fill_platforms(turn: Any) -> None:
    """A question in a Slack channel that waits for approval, and the promise of a note."""
    asker = apps.get_model("chat.PlatformUser").objects.create(
        platform="slack", workspace="T1", external_id="U1", name="Ada", told_language="de-DE"
    )
    room = apps.get_model("chat.Room").objects.create(
        platform="slack", workspace="T1", external_id="C1", name="fragen", four_eyes=True, place={"channel": "C1"}
    )
    room.supervisors.add(asker)
    room.collections.add(apps.get_model("documents.Collection").objects.get(slug="demo"))
    gesture = apps.get_model("chat.Gesture").objects.create(
        platform="slack", room=room, asker=asker, conversation=turn.conversation, turn=turn, text=turn.question,
        state="approval", place={"channel": "C1", "ts": "1.1"},
    )  # fmt: skip
    apps.get_model("chat.GestureKey").objects.create(key="slack:event:Ev1", gesture=gesture)
    apps.get_model("chat.Delivery").objects.create(gesture=gesture, state="sent", message_id="1.2")


def fill_suite(turn: Any) -> Any:
    """Three cases that the built-in model passes, one of them promised to whoever disliked an answer."""
    evaluate("suite", "musterfurt", "--build", "2", "--outside", "1")
    suite = apps.get_model("evaluation.Suite").objects.get(slug="musterfurt")
    suite.turns, suite.judge_repeats, suite.pass_mark = 2, 1, 0.1
    suite.save()
    suite.collections.add(apps.get_model("documents.Collection").objects.get(slug="demo"))
    case = suite.cases.first()
    case.source, case.note = "feedback", f"turn {turn.pk}"
    case.persona = apps.get_model("evaluation.Persona").objects.first()
    case.save()
    apps.get_model("chat.Promise").objects.create(turn=turn, case=case.pk)
    return suite


def fill_runs(suite: Any, person: User) -> None:
    """Finished runs of each kind, reviewed; and one that was killed after two of its dialogues."""
    evaluate("dialogues", "--suite", suite.slug)
    evaluate("compare", "hybrid", "graph-global", "--suite", suite.slug, "--repeats", "2")
    evaluate("hit-rate", "--suite", suite.slug, "--algorithms", "keyword,hybrid")
    apps.get_model("evaluation.Sampling").objects.create(is_on=False, share=0.1)
    turn = apps.get_model("evaluation.DialogueTurn").objects.first()
    marks = dict.fromkeys(["understanding", "relevance", "completeness", "correctness", "coherence", "overall"], 4)
    review = apps.get_model("evaluation.Review").objects.create(turn=turn, reviewer=person, **marks)
    apps.get_model("evaluation.SentenceMark").objects.create(review=review, number=1, text="Ja.", mark="right")
    evaluate("dialogues", "--suite", suite.slug, "--new")
    killed = apps.get_model("evaluation.Run").objects.filter(kind="dialogues").first()
    killed.state, killed.finished_at, killed.result, killed.mean = "running", None, {}, None
    killed.options = {**killed.options, "background": True}
    killed.save()
    # Its calls are there, as a kill leaves them; what was made of them is not.
    last = killed.dialogues.last()
    last.turns.all().delete()
    last.state, last.ended_by, last.score, last.passed = "waiting", "", None, None
    last.save()


def evaluate(*words: str) -> None:
    call_command("evaluate", *words, "--json")


def fill_drafts(suite: Any) -> None:
    """One of each kind, held back because a suite is pinned; and a published one in the log before that."""
    from apps.evaluation.gate import pin
    from apps.evaluation.putting import put_in_force
    from apps.llm.publishing import PublicationHeld

    version = new_version("answer", "Erste Änderung")
    put_in_force("prompt", "answer", {"version": version.pk, "number": version.number})
    pin(suite, None)
    version = new_version("answer", "Zweite Änderung")
    built_in = apps.get_model("llm.ModelOrder").objects.get(purpose="default").model_id
    profile = apps.get_model("retrieval.Profile").objects.get(slug="short")
    from apps.retrieval.models import values

    for kind, target, content in [
        ("prompt", "answer", {"version": version.pk, "number": version.number}),
        ("profile", "active", {"profile": profile.slug, "values": values(profile)}),
        ("model_order", "answer", {"models": [built_in]}),
    ]:
        try:
            put_in_force(kind, target, content)
        except PublicationHeld:
            continue
        raise AssertionError(f"Nobody held back {kind} {target}.")


def new_version(slug: str, note: str) -> Any:
    prompt = apps.get_model("llm.Prompt").objects.select_related("published").get(slug=slug)
    words = prompt.published
    return prompt.versions.create(system=words.system, user=f"{words.user}\n\n{note}.", note=note)
