"""Whoever updates from 2a55bcd loses nothing: rows, schedules, queued tasks, drafts, searches, exports.

The database is real, made by that commit (make_dump.py). The present code meets it as an operator would let it:
`migrate`, the commands, the worker.
"""

import json
import pydoc
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.module_loading import import_string
from django_q import core_signing
from django_q.signing import PickleSerializer

from tests.upgrade.conftest import Upgrade
from tests.upgrade.database import Database, Row
from tests.upgrade.dump_facts import KEY, POOL
from tests.upgrade.installation import Installation
from tests.upgrade.schema import schema_of, without_brackets

REWRITTEN = {
    ("django_q_schedule", "func"),
    ("django_q_task", "func"),
    ("llm_configuration_stamp", "number"),
    ("django_content_type", "model"),
    ("auth_permission", "codename"),
    ("auth_permission", "name"),
}
"""Columns whose values a migration changes on purpose: names follow renamed models, the stamp counts every change."""
MAY_GROW = {
    "auth_group_permissions",
    "auth_permission",
    "django_content_type",
    "django_migrations",
    # A wording that is shipped anew waits as a draft where a suite is pinned, and the log of releases names it.
    "evaluation_draft",
    "evaluation_release",
    "llm_prompt",
    "llm_promptversion",
    "retrieval_profile",
    "simplify_wordlist",
    "simplify_protectedword",
    "django_q_schedule",
}
"""Tables to which every release may add what it ships."""

RENAMED_TABLES = {
    "chat_gesture": "chat_interaction",
    "chat_gesturekey": "chat_interactionkey",
    "chat_promise": "chat_improvementnote",
}
RENAMED_COLUMNS = {"gesture_id": "interaction_id", "kept_at": "fixed_at"}

INVALID = """
import json
from django.apps import apps
from django.core.exceptions import ValidationError
wrong = []
for model in apps.get_models():
    # Filled in by code, so that no form misses it.
    exclude = [field.name for field in model._meta.fields if field.null and not field.blank]
    for row in model._default_manager.all():
        try:
            row.full_clean(exclude=exclude, validate_unique=False, validate_constraints=False)
        except ValidationError as error:
            wrong.append([model._meta.label, str(row.pk), str(error)])
print(json.dumps(wrong))
"""
ADDRESSES = """
import json
from django.contrib import admin
from django.urls import reverse
from config.oauth.hide_toolkit_admin import HiddenAdmin
addresses = []
for model, page in admin.site._registry.items():
    if isinstance(page, HiddenAdmin):
        continue
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    addresses.append(reverse(f"{name}_changelist"))
    addresses.extend(reverse(f"{name}_change", args=[row.pk]) for row in model._default_manager.all()[:1])
print(json.dumps(addresses))
"""
PUBLISH = """
import json
from django.core.management import call_command
from apps.evaluation.models import Draft
states = []
for number in {numbers}:
    call_command("evaluate", "gate", "--draft", str(number), "--publish", "--json")
    states.append(dict(Draft.objects.values_list("id", "state")))
print()
print(json.dumps(states))
"""


def compared(table: str, rows: list[Row], columns: set[str]) -> list[str]:
    kept = sorted(column for column in columns if (table, column) not in REWRITTEN)
    return sorted(json.dumps([row[column] for column in kept]) for row in rows)


def queued(before: dict[str, list[Row]]) -> list[dict[str, Any]]:
    """The tasks as the old code has packed them."""
    return [
        core_signing.loads(row["payload"], key=KEY, salt=row["key"], serializer=PickleSerializer)
        for row in before["django_q_ormq"]
    ]


def columns_of(rows: list[Row]) -> set[str]:
    return set(rows[0]) if rows else set()


def test_the_dump_says_something_of_every_kind_of_task(upgrade: Upgrade) -> None:
    scheduled = {row["func"] for row in upgrade.before["django_q_schedule"]}
    assert len(scheduled) == 11
    assert scheduled < {task["func"] for task in queued(upgrade.before)}


def test_no_row_and_no_value_is_lost(upgrade: Upgrade) -> None:
    for table, rows in upgrade.before.items():
        if not rows:
            continue
        rows = [{RENAMED_COLUMNS.get(column, column): value for column, value in row.items()} for row in rows]
        there = upgrade.after.get(RENAMED_TABLES.get(table, table), [])
        columns = columns_of(rows)
        assert columns <= columns_of(there), f"{table} has lost {columns - columns_of(there)}"
        before, after = (compared(table, found, columns) for found in (rows, there))
        lost = [row for row in before if row not in set(after)]
        assert not lost, f"{table} has lost {len(lost)} of {len(before)} rows, such as {lost[0][:500]}"
        if table not in MAY_GROW:
            assert len(after) == len(before), table


def test_what_is_in_search_is_dated_as_its_document_and_nothing_else_is(upgrade: Upgrade) -> None:
    shown = {row["current_revision_id"]: row["updated_at"] for row in upgrade.before["documents_document"]}
    dated = {row["id"]: row["published_at"] for row in upgrade.after["documents_revision"] if row["published_at"]}
    assert dated == {revision: moment for revision, moment in shown.items() if revision}
    assert len(dated) > 3


@pytest.mark.django_db
def test_its_tables_are_those_of_a_new_database(upgrade: Upgrade) -> None:
    """New ones are made by the squashed migrations; their rows are compared by compare_squashed_migrations.py."""
    new = Database(connection.settings_dict["NAME"], upgrade.upgraded.database.place)
    ours, theirs = ({without_brackets(line) for line in schema_of(each)} for each in (new, upgrade.upgraded.database))
    assert ours ^ theirs == set()
    assert len(ours) > 3000


def test_the_squashed_migrations_count_as_applied(upgrade: Upgrade) -> None:
    applied = {(row["app"], row["name"]) for row in upgrade.after["django_migrations"]}
    squashed = MigrationLoader(None).replacements.keys()
    assert len(squashed) == 8
    assert squashed <= applied


def test_every_schedule_is_there_once_with_its_hour_and_a_function_that_exists(upgrade: Upgrade) -> None:
    before = {row["id"]: row for row in upgrade.before["django_q_schedule"]}
    after = {row["id"]: row for row in upgrade.after["django_q_schedule"]}
    assert before.keys() <= after.keys()
    assert len({row["func"] for row in after.values()}) == len(after)
    assert after[by_name(before, "evaluation: sample")]["cron"] == "5 4 * * 1"
    for row in after.values():
        assert row["next_run"], row["name"]
        assert callable(pydoc.locate(row["func"])), row["func"]


def by_name(rows: dict[int, Row], name: str) -> int:
    return next(number for number, row in rows.items() if row["name"] == name)


def test_what_has_failed_can_be_sent_again(upgrade: Upgrade) -> None:
    [failed] = [row for row in upgrade.after["django_q_task"] if not row["success"]]
    assert callable(pydoc.locate(failed["func"])), failed["func"]


def test_everybody_stays_signed_in(upgrade: Upgrade) -> None:
    for session in upgrade.before["django_session"]:
        kept = core_signing.loads(
            session["session_data"], key=KEY, salt="django.contrib.sessions.SessionStore", serializer=Json
        )
        assert import_string(kept["_auth_user_backend"])
    [(status, page)] = upgrade.upgraded.get("/admin/", session=session_of(upgrade, "administrator"))
    assert status == 200
    assert "administrator" in page


class Json:
    """How Django packs sessions."""

    @staticmethod
    def loads(data: bytes) -> Any:
        return json.loads(data)


def session_of(upgrade: Upgrade, name: str) -> str:
    """The key in this person's cookie."""
    numbers = {row["username"]: str(row["id"]) for row in upgrade.before["auth_user"]}
    for row in upgrade.before["django_session"]:
        data = core_signing.loads(
            row["session_data"], key=KEY, salt="django.contrib.sessions.SessionStore", serializer=Json
        )
        if data["_auth_user_id"] == numbers[name]:
            return str(row["session_key"])
    raise AssertionError(f"{name} has no session.")


def test_every_stored_word_is_one_that_the_code_knows(upgrade: Upgrade) -> None:
    """Choices, algorithms, variables of prompts, kinds of sources: whatever models check."""
    assert upgrade.upgraded.python(INVALID) == []


def test_every_list_and_a_row_of_each_open_in_the_console(installation: Installation, upgrade: Upgrade) -> None:
    installation.database.execute("UPDATE auth_user SET is_superuser = true")
    addresses = installation.python(ADDRESSES)
    pages = installation.get(*addresses, session=session_of(upgrade, "administrator"))
    # Tables of a single row lead on to it.
    wrong = {address: page for address, page in zip(addresses, pages, strict=True) if page[0] not in (200, 302)}
    assert {address: status for address, (status, _text) in wrong.items()} == {}


def test_a_second_migrate_changes_nothing(installation: Installation, upgrade: Upgrade) -> None:
    installation.run("migrate")
    again = installation.database.tables()
    assert again.keys() == upgrade.after.keys()
    assert [table for table, rows in again.items() if key(rows) != key(upgrade.after[table])] == []


def key(rows: list[Row]) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def test_a_sentence_of_the_demo_is_found(upgrade: Upgrade) -> None:
    found = upgrade.upgraded.json("search", "Was kostet der Eintritt ins Freibad?", "--collection", "demo")
    assert POOL in json.dumps(found, ensure_ascii=False)


def test_a_conversation_goes_on_and_is_exported_with_its_proofs(installation: Installation, upgrade: Upgrade) -> None:
    [shared] = upgrade.before["chat_sharelink"]
    [conversation] = [row for row in upgrade.before["chat_conversation"] if row["id"] == shared["conversation_id"]]
    turns = [row for row in upgrade.before["chat_turn"] if row["conversation_id"] == conversation["id"]]
    installation.json("ask", "Und für den vierten?", "--conversation", conversation["token"])
    [(_ok, text)] = installation.get(f"/api/v1/conversations/{conversation['token']}")
    exported = json.loads(text)["turns"]
    assert len(exported) == len(turns) + 1
    assert {turn["answer"] for turn in turns} <= {turn["answer"] for turn in exported}
    cited = next(citation for turn in exported for citation in turn["citations"] if citation["url"])
    [(_seen, proof), (_shown, page)] = installation.get(cited["url"], f"/shared/{shared['token']}/")
    assert "<mark" in proof
    assert turns[0]["question"] in page


def test_drafts_are_measured_and_published(installation: Installation, upgrade: Upgrade) -> None:
    """One after the other in one process: the next one stays open until it is its turn."""
    drafts = {row["kind"]: row["id"] for row in upgrade.before["evaluation_draft"]}
    assert drafts.keys() == {"prompt", "profile", "model_order"}
    numbers = list(drafts.values())
    states = installation.python(PUBLISH.format(numbers=numbers))
    for turn, states_of_all in enumerate(states, start=1):
        after = {draft: state for draft, state in states_of_all.items() if int(draft) in numbers}
        assert after == {str(draft): "published" if draft in numbers[:turn] else "open" for draft in numbers}
    assert len(states) == len(numbers)


def test_a_graph_is_built_again_from_the_replies_that_were_kept(installation: Installation) -> None:
    built = installation.json("graph", "build", "--collection", "demo", "--full")
    assert built["state"] == "complete"
    assert not {"extract", "report"} & built["last_build"]["model_calls"].keys()


def test_all_that_was_queued_and_half_done_is_done_by_the_worker(installation: Installation, upgrade: Upgrade) -> None:
    installation.inbox.mkdir()
    (installation.inbox / "neu.txt").write_text("Das Hallenbad bleibt im Juli geschlossen.", encoding="utf-8")
    installation.database.execute("UPDATE documents_source SET location = %s", str(installation.inbox))
    wanted = {task["id"]: task["func"] for task in queued(upgrade.before)}

    def done() -> dict[str, tuple[bool, str]]:
        rows = installation.database.fetch("SELECT id, success, func FROM django_q_task")
        return {number: (success, func) for number, success, func in rows if number in wanted}

    def open_work() -> int:
        [[steps, runs]] = installation.database.fetch(
            "SELECT (SELECT count(*) FROM documents_step WHERE state IN ('waiting', 'running')),"
            " (SELECT count(*) FROM evaluation_run WHERE state IN ('waiting', 'running'))"
        )
        return int(steps) + int(runs)

    log = installation.work_until(lambda: done().keys() == wanted.keys() and not open_work())
    assert done().keys() == wanted.keys(), log
    assert [wanted[number] for number, (success, _func) in done().items() if not success] == [], log
    assert open_work() == 0, log
    titles = installation.database.fetch("SELECT external_id FROM documents_document WHERE status = 'ready'")
    assert {"ehrenamtskarte.md", "neu.txt"} <= {title for (title,) in titles}
    ends = installation.database.fetch("SELECT DISTINCT state FROM evaluation_run")
    assert ends == [("finished",)]
    assert installation.database.fetch("SELECT 1 FROM chat_gap WHERE checked_at IS NULL") == []
