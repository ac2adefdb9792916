"""Old and new code run beside each other while machines are exchanged one by one, so migrations come in two halves.

What expands the tables comes with the new code; what takes something away comes one version later, when nobody asks for
it any more (docs/operations.md). The rule counts from the numbers named here on: before them there was no version to
come from.
"""

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently
from django.core.management import call_command
from django.db import connection, models
from django.db.migrations import Migration, RunPython, RunSQL, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ModelState, ProjectState

from tests.upgrade.migration_rules import problems

OWN = ("chat", "conflicts", "config", "documents", "evaluation", "graph", "llm", "retrieval", "simplify")
FIRST = {"documents": 27, "chat": 26, "retrieval": 11, "evaluation": 11, "graph": 5, "llm": 13}
FIRST_OF_OTHERS = 1
LOADER = MigrationLoader(None, replace_migrations=False)
"""With those that squashed ones stand for: each is looked at by itself."""
MIGRATIONS = sorted(key for key in LOADER.disk_migrations if key[0] in OWN)
COUNTED = [key for key in MIGRATIONS if int(key[1][:4]) >= FIRST.get(key[0], FIRST_OF_OTHERS)]
NEWEST = {app: int(number[:4]) for app, number in MIGRATIONS}
ONE_WAY = {key for key in MIGRATIONS if not all(each.reversible for each in LOADER.disk_migrations[key].operations)}


def test_the_newest_migrations_count() -> None:
    """Numbers that nobody reaches would let everything pass."""
    assert {app: FIRST[app] for app in FIRST if FIRST[app] > NEWEST[app] + 1} == {}
    assert ("documents", "0032_signs_of_vectors") in COUNTED


def test_every_migration_can_be_taken_back() -> None:
    assert set() == ONE_WAY


def problems_of(key: tuple[str, str]) -> list[str]:
    return list(problems(LOADER.disk_migrations[key], LOADER.project_state(key, at_end=False)))


def test_code_of_before_works_on_beside_each_that_counts() -> None:
    assert {".".join(key): found for key in COUNTED if (found := problems_of(key))} == {}


def before() -> ProjectState:
    state = ProjectState()
    state.add_model(ModelState("chat", "Room", [("id", models.AutoField(primary_key=True)), ("note", NOTE.clone())]))
    return state


NOTE = models.TextField(null=True)
CHECK = models.CheckConstraint(condition=models.Q(id__gt=0), name="positive")


@pytest.mark.parametrize(
    ("operation", "problem"),
    [
        (operations.AddField("room", "size", models.IntegerField(default=1)), "inserts rows without it"),
        (operations.AddField("room", "size", models.IntegerField(default=1, db_default=1)), ""),
        (operations.AddField("room", "size", models.IntegerField(null=True)), ""),
        (operations.AlterField("room", "note", models.TextField()), "writes NULL"),
        (operations.AlterField("room", "note", models.TextField(null=True, blank=True)), ""),
        (operations.RemoveField("room", "note"), "one version later"),
        (operations.RenameField("room", "note", "remark"), "one version later"),
        (operations.DeleteModel("room"), "one version later"),
        (operations.AddIndex("room", models.Index(fields=["note"], name="by_note")), "AddIndexConcurrently"),
        (AddIndexConcurrently("room", models.Index(fields=["note"], name="by_note")), ""),
        (operations.AddConstraint("room", CHECK), "AddConstraintNotValid"),
        (RunPython(RunPython.noop), "no way back"),
        (RunPython(RunPython.noop, RunPython.noop), ""),
        (RunSQL("CREATE INDEX by_note ON chat_room (note)", "DROP INDEX by_note"), "CONCURRENTLY"),
        (RunSQL("CREATE INDEX CONCURRENTLY by_note ON chat_room (note)", "DROP INDEX by_note"), ""),
        (RunSQL("ALTER TABLE chat_room ALTER COLUMN note SET NOT NULL", ""), "NOT VALID"),
        (RunSQL("ALTER TABLE chat_room ALTER COLUMN note TYPE varchar(9)", ""), "written anew"),
    ],
)
def test_the_rule_sees_what_would_stop_the_code_of_before(operation: operations.base.Operation, problem: str) -> None:
    migration = Migration("0099_next", "chat")
    migration.operations = [operation]
    found = " ".join(problems(migration, before()))
    assert problem in found
    assert bool(problem) == bool(found)


def test_a_table_that_is_new_may_be_made_as_one_likes() -> None:
    migration = Migration("0099_next", "chat")
    migration.operations = [
        operations.CreateModel("desk", [("id", models.AutoField(primary_key=True))]),
        operations.AddField("desk", "size", models.IntegerField(default=1)),
        operations.AddConstraint("desk", CHECK),
    ]
    assert list(problems(migration, before())) == []


def test_the_rule_finds_what_was_done_before_there_was_a_version() -> None:
    assert sum(bool(problems_of(key)) for key in MIGRATIONS) > 10


@pytest.mark.django_db
def test_models_and_migrations_say_the_same() -> None:
    # Ends with an exit where a migration is missing.
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_migrations_that_were_interrupted_anywhere_before_they_were_squashed_go_on_to_the_end() -> None:
    recorder = MigrationRecorder(connection)
    everything = LOADER.disk_migrations.keys() - LOADER.replacements.keys()
    begin_with(recorder, [replacing.replaces[0] for replacing in LOADER.replacements.values()])
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    step_by_step = [migration for migration, _back in executor.migration_plan(leaves, clean_start=True)]
    assert {(each.app_label, each.name) for each in step_by_step} == everything

    for count in range(0, len(step_by_step) + 1, 8):
        done = [(each.app_label, each.name) for each in step_by_step[:count]]
        begin_with(recorder, done)
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
        plan = [migration for migration, _back in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        to_do = [key for each in plan for key in each.replaces or [(each.app_label, each.name)]]
        assert sorted([*done, *to_do]) == sorted(everything)


def begin_with(recorder: MigrationRecorder, applied: list[tuple[str, str]]) -> None:
    rows = recorder.Migration.objects
    rows.all().delete()
    rows.bulk_create(recorder.Migration(app=app, name=name) for app, name in applied)
