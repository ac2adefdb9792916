"""What a migration may do while the code of before still runs beside it, on tables that are large."""

import re
from collections.abc import Iterator

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

GONE = (
    operations.RemoveField,
    operations.DeleteModel,
    operations.RenameField,
    operations.RenameModel,
    operations.AlterModelTable,
)
LOCKING = {
    r"create\s+(unique\s+)?index\s+(?!concurrently)": "an index built so keeps writers out: CREATE INDEX CONCURRENTLY",
    r"set\s+not\s+null": "every row is read while nobody may write: add a CHECK that is NOT VALID, then validate it",
    r"alter\s+column\s+\S+\s+(set\s+data\s+)?type": "the table is written anew: a new column, filled in portions",
    r"\bvacuum\s+full\b|\bcluster\b": "the table is locked until it is written anew",
}


def is_reversible(operation: operations.base.Operation) -> bool:
    return bool(operation.reversible)


def problems(migration: Migration, before: ProjectState) -> Iterator[str]:
    """Why code of before would fail beside it, or wait for long. `before`: all models as they were."""
    state, created = before.clone(), set[str]()
    for operation in migration.operations:
        if isinstance(operation, operations.CreateModel):
            created.add(operation.name_lower)
        yield from (f"{operation.describe()}: {problem}" for problem in of_one(operation, created, state, migration))
        operation.state_forwards(migration.app_label, state)


def of_one(
    operation: operations.base.Operation, created: set[str], state: ProjectState, migration: Migration
) -> Iterator[str]:
    if not is_reversible(operation):
        yield "there is no way back"
    if isinstance(operation, operations.RunSQL):
        yield from locks_of(operation)
    model = str(getattr(operation, "model_name_lower", getattr(operation, "name_lower", "")))
    if model in created:
        return
    if isinstance(operation, GONE):
        yield "code of before still asks for it: do it one version later"
    if isinstance(operation, operations.AddField) and must_be_given(operation.field):
        yield "code of before inserts rows without it: null=True or a db_default"
    if isinstance(operation, operations.AlterField):
        former = state.models[migration.app_label, model].fields[operation.name]
        if former.null and not operation.field.null:
            yield "code of before writes NULL"
    if isinstance(operation, operations.AddIndex) and not isinstance(operation, AddIndexConcurrently):
        yield "writers wait until it is built: AddIndexConcurrently, atomic = False"
    if type(operation) is operations.AddConstraint:
        yield "every row is checked while nobody may write: AddConstraintNotValid, then ValidateConstraint"


def must_be_given(field: models.Field) -> bool:  # type: ignore[type-arg]
    """A column that takes no row without a value. Django's own default is not one of the database's."""
    return not (field.many_to_many or field.null or field.db_default is not NOT_PROVIDED)


def locks_of(operation: operations.RunSQL) -> Iterator[str]:
    text = operation.sql if isinstance(operation.sql, str) else " ".join(map(str, operation.sql or []))
    yield from (problem for pattern, problem in LOCKING.items() if re.search(pattern, text, re.IGNORECASE))
