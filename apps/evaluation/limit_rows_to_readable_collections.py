"""Limits suites, cases and runs to those about collections that the member of staff may read."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from apps.documents.admin.limit_rows_to_readable_collections import (
    rows_naming_unreadable_documents,
    sees_all,
    unreadable_collections,
    unreadable_documents,
)
from apps.evaluation.models import Case, Comparison, DialogueTurn, Review, Run, Suite


def readable_suites(request: HttpRequest) -> QuerySet[Suite]:
    """Keeps suites with no collection closed to this person, and no case made of what is."""
    if sees_all(request):
        return Suite.objects.all()
    closed = unreadable_collections(request)
    suites = Suite.objects.exclude(collections__in=closed).exclude(cases__derived_from__collection__in=closed)
    return suites.exclude(cases__derived_from__in=unreadable_documents(request))


def readable_cases(request: HttpRequest, cases: QuerySet[Case]) -> QuerySet[Case]:
    return cases if sees_all(request) else cases.filter(suite__in=readable_suites(request))


def readable_runs(request: HttpRequest, runs: QuerySet[Run]) -> QuerySet[Run]:
    """Keeps runs of readable suites whose answers were made from nothing that is closed: they show it."""
    if sees_all(request):
        return runs
    turns = DialogueTurn.objects.filter(pk__in=rows_naming_unreadable_documents(request, DialogueTurn, "passages"))
    runs = runs.filter(Q(suite=None) | Q(suite__in=readable_suites(request)))
    return runs.exclude(pk__in=turns.values("dialogue__run")).exclude(pk__in=closed_comparisons(request).values("run"))


def closed_comparisons(request: HttpRequest) -> QuerySet[Comparison]:
    """Those with an answer from a closed document; where nobody noted the documents, it may be any. A few queries."""
    closed = Q(pk__in=rows_naming_unreadable_documents(request, Comparison, "documents"))
    if unreadable_collections(request).exists() or unreadable_documents(request).exists():
        closed |= Q(answers_ready=True, documents__isnull=True)
    return Comparison.objects.filter(closed)


def readable_replies(request: HttpRequest, replies: QuerySet[DialogueTurn]) -> QuerySet[DialogueTurn]:
    if sees_all(request):
        return replies
    return replies.filter(dialogue__run__in=readable_runs(request, Run.objects.all()))


def readable_reviews(request: HttpRequest, reviews: QuerySet[Review]) -> QuerySet[Review]:
    """Keeps reviews of readable replies; those to held-out cases only for those who may change cases."""
    if not request.user.has_perm("evaluation.change_case"):
        reviews = reviews.exclude(turn__dialogue__expectation__held_out=True)
    if sees_all(request):
        return reviews
    return reviews.filter(turn__in=readable_replies(request, DialogueTurn.objects.all()))
