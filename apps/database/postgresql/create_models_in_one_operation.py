"""Migration operation that creates all models of an app at once, in place of one `CreateModel` for each.

`CreateModel` puts them in one by one, and each time Django builds the class of every related model anew, which through
the table of users are nearly all there are: with a hundred models that took most of the time of a new database.
"""

from typing import Any

from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Models that may point at each other in any order: PostgreSQL hears of foreign keys when all tables are there."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, creations: list[CreateModel]) -> None:
        self.creations = creations

    def describe(self) -> str:
        return f"Create models {', '.join(each.name for each in self.creations)}"

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Classes are built when they are asked for next, all in one go.
        state.__dict__.pop("apps", None)
        for creation in self.creations:
            creation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for creation in self.creations:
            creation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for creation in reversed(self.creations):
            creation.database_backwards(app_label, schema_editor, from_state, to_state)
