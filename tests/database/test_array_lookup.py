"""Lists that are longer than a statement may have parameters."""

import pytest
from django.db import connection
from django.db.models.lookups import In
from django.test.utils import CaptureQueriesContext

from apps.database.postgresql.base import MOST_PARAMETERS
from apps.documents.models import Chunk, Document, Page, Revision, Step
from apps.documents.step_scheduling import claims
from tests import factories

TOO_MANY = range(10_000_000, 10_070_000)
"""More numbers than a statement may have parameters; no row has them."""


@pytest.mark.django_db
class TestArrayLookup:
    def test_django_s_own_lookup_stays_as_django_made_it(self) -> None:
        for field in (Document._meta.pk, Page._meta.get_field("revision")):
            assert field.get_lookup("in").__module__.startswith("django.")  # type: ignore[union-attr]
        assert Document._meta.pk.get_lookup("in") is In

    def test_open_steps_are_counted_among_70000_revisions(self) -> None:
        revision = factories.document(embed=False).revisions.get()
        Step.objects.create(revision=revision, stage="extract")
        assert claims.open_steps([*TOO_MANY, revision.pk]) == 1

    def test_a_long_list_is_one_parameter_for_keys_relations_and_texts(self) -> None:
        document = factories.document(embed=False)
        names = [str(number) for number in TOO_MANY]
        assert Document.objects.filter(pk__in_array=[*TOO_MANY, document.pk]).get() == document
        assert Document.objects.filter(external_id__in_array=[*names, document.external_id]).get() == document
        assert Page.objects.filter(revision__document__in_array=[*TOO_MANY, document.pk]).exists()
        assert Page.objects.filter(revision__document__in_array=[document]).exists()

    def test_what_is_excluded_may_be_long_too(self) -> None:
        document = factories.document(embed=False)
        other = factories.document(embed=False)
        assert Document.objects.exclude(pk__in_array=[*TOO_MANY, document.pk]).get() == other

    def test_nothing_is_in_a_long_list_of_nothing(self) -> None:
        factories.document(embed=False)
        assert not Document.objects.filter(current_revision__in_array=[None] * 70_000).exists()

    def test_a_row_without_a_value_is_neither_in_a_list_nor_lost_when_the_list_is_excluded(self) -> None:
        document = factories.document(embed=False)
        Document.objects.update(current_revision=None)
        assert not Document.objects.filter(current_revision__in_array=[1, 2]).exists()
        assert Document.objects.exclude(current_revision__in_array=[1, 2]).get() == document

    def test_a_queryset_is_refused_by_name(self) -> None:
        with pytest.raises(TypeError, match="goes by in"):
            Document.objects.filter(pk__in_array=Document.objects.values("pk"))


@pytest.mark.django_db
class TestDjangosOwnLists:
    def test_many_rows_are_looked_up_by_their_keys(self) -> None:
        document = factories.document(embed=False)
        assert list(Document.objects.in_bulk([*TOO_MANY, document.pk])) == [document.pk]

    def test_a_revision_with_more_chunks_than_parameters_can_be_deleted(self) -> None:
        document = factories.document(embed=False)
        revision = document.revisions.get()
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO documents_chunk (document_id, revision_id, kind, position, start, text, tokens, text_hash)"
                " SELECT %s, %s, 'title', number, 0, 'a', 1, 'a' FROM generate_series(1, %s) AS number",
                [document.pk, revision.pk, MOST_PARAMETERS + 10],
            )
        Document.objects.update(current_revision=None)
        Revision.objects.filter(pk=revision.pk).delete()
        assert not Chunk.objects.exists()

    def test_a_short_list_stays_a_list(self) -> None:
        with CaptureQueriesContext(connection) as queries:
            list(Document.objects.filter(pk__in=[1, 2]))
        assert "ANY" not in queries.captured_queries[0]["sql"]
