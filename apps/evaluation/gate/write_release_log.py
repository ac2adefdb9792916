"""Writes the lines of the release log, and tells the triggers of the database which line a change belongs to.

Triggers let no statement change what is in force without a line in the log.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import connection

from apps.evaluation.models import Draft, Release, Suite
from apps.llm.publication_hooks import Publication, current_publisher

User = AbstractBaseUser | AnonymousUser


@contextmanager
def log_publication(
    change: Publication, action: Release.Action, reason: str = "", run_number: int | None = None
) -> Iterator[None]:
    """The line of the log, the change, and between them the word to the triggers that this line stands for it.

    Inside a transaction.
    """
    line = write_release(change, action, reason, run_number)
    announce_release_to_triggers(str(line.pk))
    yield
    announce_release_to_triggers("")


def write_release(
    change: Publication, action: Release.Action, reason: str = "", run_number: int | None = None
) -> Release:
    user = current_publisher().user
    return Release.objects.create(
        action=action,
        kind=change.kind,
        target=change.target,
        before=dict(change.before),
        after=dict(change.after),
        reason=reason,
        run_number=run_number,
        by=user.get_username() if user else "",
    )


def announce_release_to_triggers(line: str) -> None:
    """For this transaction, or until the savepoint it stands in is rolled back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('auskunft.release', %s, true)", [line])


def log_draft(draft: Draft, action: Release.Action, user: User | None) -> None:
    log_release(action, draft.kind, draft.target, user, after=draft.content)


def log_suite(suite: Suite, action: Release.Action, user: User | None) -> None:
    log_release(action, "suite", suite.slug, user)


def log_pass_marks(suite: Suite, before: Mapping[str, float | None], user: User | None) -> None:
    """`before`: those marks of the suite that were changed, with what they were."""
    after = {name: getattr(suite, name) for name in before}
    reason = ", ".join(f"{format_mark(value)} → {format_mark(after[name])}" for name, value in before.items())
    log_release(Release.Action.PASS_MARK, "suite", suite.slug, user, reason=reason, before=dict(before), after=after)


def format_mark(mark: float | None) -> str:
    return "–" if mark is None else f"{mark:g}"


def log_release(action: Release.Action, kind: str, target: str, user: User | None, **values: object) -> None:
    by = user.get_username() if user else ""
    Release.objects.create(action=action, kind=kind, target=target, by=by, **values)
