"""Lists that are longer than a statement may have parameters."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents.models import Document, Page, Step
from apps.documents.steps import claims
from tests import factories

TOO_MANY = range(10_000_000, 10_070_000)
"""More numbers than a statement may have parameters; no row has them."""


@pytest.mark.django_db
class TestLongLists:
    def test_open_steps_are_counted_among_70000_revisions(self) -> None:
        revision = factories.document(embed=False).revisions.get()
        Step.objects.create(revision=revision, stage="extract")
        assert claims.open_steps([*TOO_MANY, revision.pk]) == 1

    def test_a_long_list_is_one_parameter_for_keys_relations_and_texts(self) -> None:
        document = factories.document(embed=False)
        names = [str(number) for number in TOO_MANY]
        assert Document.objects.filter(pk__in=[*TOO_MANY, document.pk]).get() == document
        assert Document.objects.filter(external_id__in=[*names, document.external_id]).get() == document
        assert Page.objects.filter(revision__document__in=[*TOO_MANY, document]).exists()
        assert list(Document.objects.in_bulk([*TOO_MANY, document.pk])) == [document.pk]

    def test_what_is_excluded_may_be_long_too(self) -> None:
        document = factories.document(embed=False)
        other = factories.document(embed=False)
        assert Document.objects.exclude(pk__in=[*TOO_MANY, document.pk]).get() == other

    def test_nothing_in_a_long_list_of_nothing(self) -> None:
        factories.document(embed=False)
        assert not Document.objects.filter(current_revision__in=[None] * 70_000).exists()

    def test_a_short_list_stays_a_list(self) -> None:
        with CaptureQueriesContext(connection) as queries:
            list(Document.objects.filter(pk__in=[1, 2]))
        assert "ANY" not in queries.captured_queries[0]["sql"]
