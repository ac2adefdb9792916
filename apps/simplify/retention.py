"""Keeps rewrites only if the organisation has switched that on, and deletes them after the time it has set."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from apps.simplify.models import Options, Rewrite
from apps.simplify.rewriting.rewrite_outcome import RewriteOutcome


def store_rewrite(outcome: RewriteOutcome, user: User | None) -> Rewrite | None:
    """The stored row, None where nothing is kept. One query without storing."""
    options = Options.objects.filter(pk=1).first()
    if options is None or not options.store_rewrites:
        return None
    return Rewrite.objects.create(
        user=user,
        text_type=outcome.text_type,
        original=outcome.original,
        text=outcome.text,
        model=outcome.model,
        prompt_version=outcome.prompt_version,
        result=outcome.as_json(),
    )


def delete_old_rewrites() -> int:
    """Deletes what is older than the organisation wants, everything when it keeps nothing. Returns the number."""
    options = Options.objects.filter(pk=1).first()
    rewrites = Rewrite.objects.all()
    if options is not None and options.store_rewrites:
        rewrites = rewrites.filter(created_at__lt=timezone.now() - timedelta(days=options.keep_days))
    deleted, _by_model = rewrites.delete()
    return deleted
