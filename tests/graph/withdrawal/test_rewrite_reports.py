"""Reports and figures after a withdrawal: as many statements for many communities and builds as for one."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from apps.documents.models import Collection
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.models import Build, Community, GraphIndex, Report
from apps.graph.withdrawal.recount_build_figures import recount_build_figures
from apps.graph.withdrawal.rewrite_reports import rewrite_reports

Counted = Callable[[int], AbstractContextManager[object]]


@pytest.fixture
def communities(town: Collection, index: GraphIndex) -> list[int]:
    index.max_cluster_size = 2
    index.save()
    build_collection_graph(index)
    found = list(Community.objects.order_by("pk").values_list("pk", flat=True))
    assert len(found) > 2
    return found


def test_many_reports_take_as_many_statements_as_one(
    town: Collection, communities: list[int], django_assert_num_queries: Counted
) -> None:
    withdrawn = [town.documents.get(external_id="library.txt").pk]
    with django_assert_num_queries(8):
        assert rewrite_reports(communities[:1], withdrawn) == 1
    with django_assert_num_queries(8):
        assert rewrite_reports(communities, withdrawn) == len(communities)
    assert not Report.objects.filter(is_stale=False).exists()


def test_a_report_says_nothing_of_the_withdrawn_document_and_names_its_members(
    town: Collection, communities: list[int]
) -> None:
    rewrite_reports(communities, [town.documents.get(external_id="library.txt").pk])
    for report in Report.objects.select_related("community"):
        names = set(report.community.members.values_list("entity__name", flat=True))
        assert set(report.title.split(", ")) <= names
        assert "Stadtbücherei gehört" not in report.summary


def test_many_builds_are_recounted_with_as_many_statements_as_one(
    town: Collection, index: GraphIndex, django_assert_num_queries: Counted
) -> None:
    build_collection_graph(index)
    build_collection_graph(index, BuildOptions(rebuild_communities=True))
    builds = {each.pk: each.levels for each in Build.objects.all()}
    Build.objects.update(levels=[{}])
    with django_assert_num_queries(3):
        recount_build_figures([max(builds)], [])
    with django_assert_num_queries(3):
        recount_build_figures(list(builds), [])
    assert Build.objects.get(pk=max(builds)).levels == builds[max(builds)]
