"""A reader (person, group member or the public), and the query condition for the documents they may read."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from apps.database.enable_prepared_statements import use_prepared_statements
from apps.database.execute_batch_sql import fetch_rows
from apps.documents.models.readers_named_by_sources import NAMES_OF
from apps.documents.models.resolve_account_names import account_names_sql


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever reads. The defaults are the public, and what reads for several people: a room or an evaluation."""

    user_id: int | None = None
    group_ids: tuple[int, ...] = ()
    sees_all: bool = False
    named_ids: tuple[int, ...] = ()
    """Of the names that sources call this person by (readers_named_by_sources.py)."""

    def may_read(self, path: str = "") -> Q:
        """Documents that are as open as their collection, and those that name this reader.

        `path` leads to the document, such as "revision__document__". No query. The same in SQL: access_conditions.py.
        """
        if self.sees_all:
            return Q()
        allowed = Q(**{f"{path}reader_groups__isnull": True})
        if self.group_ids:
            allowed |= Q(**{f"{path}reader_groups__overlap": list(self.group_ids)})
        if self.user_id is not None:
            allowed |= Q(**{f"{path}reader_users__contains": [self.user_id]})
        if self.named_ids:
            allowed |= Q(**{f"{path}named_readers__overlap": list(self.named_ids)})
        return allowed


PUBLIC = Reader()


def reader_of(user: AbstractBaseUser | AnonymousUser | None) -> Reader:
    """One query for people. A user without a row is nobody: it stands for several people or for a program.

    Every question of somebody who is signed in asks it, and Django's own words for it take five times as long."""
    if user is None or not user.is_authenticated or user.pk is None:
        return PUBLIC
    if getattr(user, "is_superuser", False):
        return Reader(user.pk, sees_all=True)
    statement = (
        f"WITH known AS NOT MATERIALIZED ({account_names_sql()}) SELECT "  # noqa: S608 - statements of ours
        f"ARRAY(SELECT group_id FROM auth_user_groups WHERE user_id = %(user)s ORDER BY group_id), ARRAY({NAMES_OF})"
    )
    with use_prepared_statements():
        [(groups, names)] = fetch_rows(statement, {"user": user.pk})
    return Reader(user.pk, tuple(groups), named_ids=tuple(sorted(names)))
