"""The publication gate: with a suite pinned, a change goes live only if it passed or somebody overrules it.

Who overrules it needs the right to do so and says why.

`guard_publication` stands around every publication (apps/llm/publication_hooks.py); gate_actions.py is what people do.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import NoReturn

from django.db import connection, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.evaluation.gate.release_decision import decide_release, pinned_suite
from apps.evaluation.gate.write_release_log import log_publication, write_release
from apps.evaluation.models import Draft, DraftState, Release, Suite
from apps.evaluation.models.change_drafts_and_release_log import content_digest
from apps.llm.publication_hooks import Publication, PublicationHeld, current_publisher


@dataclass(frozen=True, slots=True)
class ChangePermit:
    """One change that may go live: exactly this content, nothing else; with what the log says of it."""

    kind: str
    target: str
    digest: str
    action: Release.Action = Release.Action.PUBLISHED
    reason: str = ""
    run_number: int | None = None

    def fits(self, change: Publication) -> bool:
        return (self.kind, self.target, self.digest) == (change.kind, change.target, content_digest(change.after))


@contextmanager
def guard_publication(change: Publication) -> Iterator[None]:
    """Around the statements that put the change in force. Raises PublicationHeld; every end is in the release log."""
    if not has_release_table():
        yield
        return
    with transaction.atomic():
        try:
            permit = find_permit(change)
        except PublicationHeld as error:
            held = error
        else:
            line = log_publication(change, permit.action, permit.reason, permit.run_number) if permit else nullcontext()
            with line, mark_draft_published(change):
                yield
            return
    # Outside: what the log says of it, and the draft that was made of it, are not rolled back.
    raise held


def find_permit(change: Publication) -> ChangePermit | None:
    """Why it may go live; None where the log has no line of it. Raises PublicationHeld, and logs that."""
    given, suite = current_publisher().permit, pinned_suite()
    if change.kind == "model":
        if suite is not None:
            refuse_model_change(change)
        return None
    if isinstance(given, ChangePermit) and given.fits(change):
        return given
    run_number = require_passing_run(change, suite) if suite else None
    # The first setting of a new installation changes nothing.
    is_first = suite is None and not any(change.before.values())
    key = draft_key(change)
    return None if is_first else ChangePermit(key["kind"], key["target"], key["digest"], run_number=run_number)


@contextmanager
def mark_draft_published(change: Publication) -> Iterator[None]:
    """Whichever way the change goes live, its draft is published with it, in the transaction around this block."""
    yield
    Draft.objects.filter(**draft_key(change)).update(state=DraftState.PUBLISHED)


def refuse_model_change(change: Publication) -> NoReturn:
    """A row of a model is no draft: what is measured is an order of rows. Raises PublicationHeld, and logs it."""
    message = _(
        "This model answers, and every change has to be measured first. Make a new row for the other model and put "
        "it into the order: that becomes a draft."
    )
    write_release(change, Release.Action.HELD, message)
    raise PublicationHeld(message)


def require_passing_run(change: Publication, suite: Suite) -> int:
    """The number of the run with which the draft of this change has passed.

    Where it has not, the draft is made and logged, and PublicationHeld is raised.
    """
    draft, is_new = get_or_create_draft(change)
    decision = decide_release(draft, suite)
    if decision.passes and decision.run:
        return decision.run.pk
    write_release(change, Release.Action.DRAFTED if is_new else Release.Action.HELD, " ".join(decision.reasons))
    if is_new:
        message = _("This is a draft now. It goes live when it has passed suite “%(suite)s”.") % {"suite": suite}
    else:
        message = _("Not published: %(reasons)s") % {"reasons": " ".join(decision.reasons)}
    raise PublicationHeld(message, reverse("admin:evaluation_draft_change", args=[draft.pk]))


def get_or_create_draft(change: Publication) -> tuple[Draft, bool]:
    """The draft of exactly this change, and whether it is new."""
    user = current_publisher().user
    draft, is_new = Draft.objects.get_or_create(
        **draft_key(change), defaults={"content": change.after, "created_by_id": user.pk if user else None}
    )
    if draft.state != DraftState.OPEN:
        Draft.objects.filter(pk=draft.pk).update(state=DraftState.OPEN)
    return draft, is_new


def draft_key(change: Publication) -> dict[str, str]:
    """What tells the draft of this change from all others."""
    return {"kind": change.kind, "target": change.target, "digest": content_digest(change.after)}


def has_release_table() -> bool:
    """False while migrations have not come this far."""
    return Release._meta.db_table in connection.introspection.table_names()
