from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.db import connection
from django.db.models.signals import post_init
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django_q.models import OrmQ

from apps.documents.models import Collection
from apps.graph.admin import entity_and_community_details, indexes_and_builds
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.estimate_cost import estimate_build_cost
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.graph.models import (
    Build,
    BuildState,
    Claim,
    Community,
    Entity,
    GraphIndex,
    MergeSuggestion,
    RelationFact,
    Relationship,
    Unit,
)
from tests.factories import add_revision, collection, document


@pytest.fixture
def administrator(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("admin"))
    return client


@pytest.fixture
def built(index: GraphIndex) -> GraphIndex:
    build_collection_graph(index)
    index.refresh_from_db()
    return index


def test_the_page_of_a_graph_compares_each_level_with_reading_everything(
    administrator: Client, built: GraphIndex
) -> None:
    page = administrator.get(reverse("admin:graph_graphindex_change", args=[built.pk])).content.decode()
    assert "Share of reading everything" in page or "Anteil" in page
    assert "100 %" in page
    assert "style=" not in page.partition('id="levels"')[2]


def test_the_page_of_a_community_leads_from_findings_to_pages(administrator: Client, built: GraphIndex) -> None:
    community = Community.objects.exclude(report__findings=[]).order_by("-size")[0]
    page = administrator.get(reverse("admin:graph_community_change", args=[community.pk])).content.decode()
    assert "/pages/1/?quote=" in page
    assert "<svg" in page
    assert page.count("<circle") == min(24, community.size)
    assert f"<title>{community.report.title}" in " ".join(page.split()).replace("<title> ", "<title>")


def test_the_page_of_an_entity_has_its_facts_its_picture_and_its_table(
    administrator: Client, built: GraphIndex
) -> None:
    entity = Entity.objects.get(name="Nordbrücke")
    page = administrator.get(reverse("admin:graph_entity_change", args=[entity.pk])).content.decode()
    assert "Das Tiefbauamt saniert die Nordbrücke." in page
    assert "bridge.txt" in page
    assert "<line" in page
    assert "Stadtrat" in page
    # Facts and relationships lead to pages.
    assert "/pages/1/?quote=" in page.partition('id="ties"')[0]
    assert "/pages/1/?quote=" in page.partition('id="ties"')[2]


def test_a_claim_leads_to_its_page(administrator: Client, built: GraphIndex) -> None:
    entity = Entity.objects.get(name="Nordbrücke")
    unit = entity.mentions.select_related("unit").order_by("pk")[0].unit
    Claim.objects.create(
        build=built.current, unit=unit, entity=entity, status="SUSPECTED", begins="2024", description="Sie sei marode."
    )
    page = administrator.get(reverse("admin:graph_entity_change", args=[entity.pk])).content.decode()
    claim = page.partition("Sie sei marode.")[2].partition("</li>")[0]
    assert "SUSPECTED, 2024" in claim
    assert "/pages/1/?quote=" in claim


def test_a_finished_build_is_at_no_step_any_more(administrator: Client, built: GraphIndex) -> None:
    assert (built.current.phase, built.current.done) == ("", 0)
    Build.objects.update(state=BuildState.INCOMPLETE, phase="report", done=3, total=7)
    page = administrator.get(reverse("admin:graph_graphindex_change", args=[built.pk])).content.decode()
    assert "3 / 7" in page
    assert "<td>report</td>" not in page


def test_who_decides_about_two_names_sees_what_is_said_of_both(administrator: Client, built: GraphIndex) -> None:
    bridge = Entity.objects.get(name="Nordbrücke")
    suggestion = MergeSuggestion.objects.create(
        index=built, key=bridge.key, other_key="gone", name="Nordbrücke", other_name="Brücke", reason="part_of_name"
    )
    page = administrator.get(reverse("admin:graph_mergesuggestion_change", args=[suggestion.pk])).content.decode()
    assert bridge.description.split(".")[0] in page
    assert reverse("admin:graph_entity_change", args=[bridge.pk]) in page


@pytest.mark.parametrize("name", ["graphindex", "build", "community", "entity", "mergesuggestion"])
def test_the_lists_open(administrator: Client, built: GraphIndex, name: str) -> None:
    assert administrator.get(reverse(f"admin:graph_{name}_changelist")).status_code == 200


def test_the_button_hands_the_build_to_the_worker(administrator: Client, index: GraphIndex) -> None:
    answer = administrator.post(reverse("admin:graph_graphindex_build", args=[index.pk]))
    assert answer.status_code == 302
    assert OrmQ.objects.count() == 1


def test_who_may_only_look_cannot_build(index: GraphIndex) -> None:
    editor = User.objects.create_user("editor", is_staff=True)
    editor.groups.add(Group.objects.get(name="editor"))
    client = Client()
    client.force_login(editor)
    assert client.post(reverse("admin:graph_graphindex_build", args=[index.pk])).status_code == 403
    assert OrmQ.objects.count() == 0


def test_a_list_of_graphs_asks_for_the_state_alone(
    administrator: Client, built: GraphIndex, django_assert_max_num_queries: Any
) -> None:
    """Costs, figures and problems of all builds are not read for one word about each graph."""
    address = reverse("admin:graph_graphindex_changelist")
    administrator.get(address)
    with CaptureQueriesContext(connection) as one:
        administrator.get(address)
    for number in range(5):
        get_or_create_graph_index(collection(f"other-{number}"))
    with django_assert_max_num_queries(len(one) + 5 * 3):
        administrator.get(address)


def test_of_a_relationship_only_the_facts_that_are_shown_are_read(built: GraphIndex) -> None:
    tie = Relationship.objects.order_by("pk")[0]
    unit = Unit.objects.order_by("pk")[0]
    RelationFact.objects.filter(relationship=tie).delete()
    facts = [RelationFact(build=tie.build, unit=unit, relationship=tie, description=f"Satz {n}") for n in range(9)]
    RelationFact.objects.bulk_create(facts)
    read: list[RelationFact] = []

    def count(instance: RelationFact, **_signal: object) -> None:
        read.append(instance)

    post_init.connect(count, sender=RelationFact)
    try:
        [shown] = entity_and_community_details.relationships_with_pages([tie])
    finally:
        post_init.disconnect(count, sender=RelationFact)
    assert [page["text"] for page in shown["pages"]] == ["Satz 0", "Satz 1", "Satz 2"]  # type: ignore[attr-defined]
    assert len(read) == 3


@pytest.mark.parametrize(("action", "state"), [("accept", "accepted"), ("reject", "rejected")])
def test_suggestions_are_decided_in_the_list(administrator: Client, index: GraphIndex, action: str, state: str) -> None:
    suggestion = MergeSuggestion.objects.create(
        index=index, key="a|", other_key="b|", name="A", other_name="B", reason="spelling"
    )
    form = {"action": action, "_selected_action": [suggestion.pk]}
    administrator.post(reverse("admin:graph_mergesuggestion_changelist"), form)
    suggestion.refresh_from_db()
    assert suggestion.state == state
    assert suggestion.decided_at


def test_the_other_name_can_be_the_one_that_stays(administrator: Client, index: GraphIndex) -> None:
    suggestion = MergeSuggestion.objects.create(
        index=index, key="a|", other_key="b|", name="A", other_name="B", reason="spelling"
    )
    form = {"action": "swap", "_selected_action": [suggestion.pk]}
    administrator.post(reverse("admin:graph_mergesuggestion_changelist"), form)
    suggestion.refresh_from_db()
    assert (suggestion.key, suggestion.other_key, suggestion.state) == ("b|", "a|", "accepted")


def page_of(client: Client, index: GraphIndex, query: str = "") -> str:
    with translation.override("en"):
        address = reverse("admin:graph_graphindex_change", args=[index.pk]) + query
        return client.get(address, headers={"accept-language": "en"}).content.decode()


def test_the_page_names_the_documents_that_are_new_changed_or_gone(
    administrator: Client, built: GraphIndex, town: Collection
) -> None:
    document(["Die Sporthalle ist neu."], collection=town, external_id="new.txt", title="Sporthalle")
    add_revision(town.documents.get(external_id="library.txt"), ["Die Bücherei zieht um."])
    town.documents.filter(external_id="bridge.txt").update(status="failed")
    stale = page_of(administrator, built).partition("<dt>Documents</dt>")[2].partition("</dd>")[0]
    assert "3 new, changed or withdrawn since" in stale
    for title, change in [("bridge.txt", "no longer in search"), ("library.txt", "changed"), ("Sporthalle", "new")]:
        assert f"{title}</a>: {change}</li>" in stale


def test_the_page_says_when_settings_have_changed(administrator: Client, built: GraphIndex) -> None:
    said = "Settings or joined names have changed since"
    assert said not in page_of(administrator, built)
    GraphIndex.objects.update(claims=True)
    assert said in page_of(administrator, built)


def test_texts_are_read_for_an_estimate_only_when_it_is_asked_for(
    administrator: Client, built: GraphIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(
        indexes_and_builds, "estimate_build_cost", lambda index: asked.append(index) or estimate_build_cost(index)
    )
    page = page_of(administrator, built)
    assert (asked, '<a href="?forecast=1">' in page) == ([], True)
    assert "0 calls, 0 tokens" in page_of(administrator, built, "?forecast=1")
    assert asked == [built]


def test_what_a_build_could_not_deal_with_is_listed(administrator: Client, built: GraphIndex) -> None:
    Build.objects.update(problems=[{"what": "document 7, page 3", "reason": "content_filter"}])
    problems = page_of(administrator, built).partition('id="problems"')[2].partition("</table>")[0]
    assert "<td>document 7, page 3</td><td>content_filter</td>" in problems


def test_the_communities_of_a_level_are_its_partition(administrator: Client, built: GraphIndex) -> None:
    address = reverse("admin:graph_community_changelist")
    for level in built.current.levels:
        page = administrator.get(address, {"on_level": level["level"]})
        assert page.context["cl"].result_count == level["communities"]
    assert administrator.get(address, {"on_level": "x"}).context["cl"].result_count == Community.objects.count()


def test_a_long_list_says_how_much_of_it_is_shown(
    administrator: Client, built: GraphIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entity_and_community_details, "MOST_FACTS", 1)
    entity = Entity.objects.order_by("-mention_count")[0]
    community = Community.objects.order_by("-size")[0]
    with translation.override("en"):
        for name, pk, number in [
            ("entity", entity.pk, entity.mention_count),
            ("community", community.pk, community.size),
        ]:
            address = reverse(f"admin:graph_{name}_change", args=[pk])
            page = administrator.get(address, headers={"accept-language": "en"}).content.decode()
            assert f"The first 1 of {number}." in page


def test_a_decision_on_the_page_of_two_names_has_its_time(administrator: Client, built: GraphIndex) -> None:
    suggestion = MergeSuggestion.objects.create(
        index=built, key="a|", other_key="b|", name="a", other_name="b", reason="spelling"
    )
    administrator.post(reverse("admin:graph_mergesuggestion_change", args=[suggestion.pk]), {"state": "rejected"})
    suggestion.refresh_from_db()
    assert (suggestion.state, suggestion.decided_at is None) == ("rejected", False)


def test_a_graph_can_be_deleted_with_all_that_was_built(administrator: Client, built: GraphIndex) -> None:
    address = reverse("admin:graph_graphindex_delete", args=[built.pk])
    asked = administrator.get(address)
    assert (str(Entity._meta.verbose_name_plural), Entity.objects.count()) in list(asked.context["model_count"])
    administrator.post(address, {"post": "yes"})
    assert not GraphIndex.objects.exists()
    assert not Entity.objects.exists()


def test_chosen_graphs_can_be_deleted_together(administrator: Client, built: GraphIndex) -> None:
    chosen = {"action": "delete_selected", "_selected_action": [built.pk], "post": "yes"}
    administrator.post(reverse("admin:graph_graphindex_changelist"), chosen)
    assert not GraphIndex.objects.exists()


def test_the_log_of_a_decision_names_nothing_that_may_have_to_leave(administrator: Client, built: GraphIndex) -> None:
    suggestion = MergeSuggestion.objects.create(
        index=built, key="a|", other_key="b|", name="Stadtbücherei", other_name="Bücherei", reason="spelling"
    )
    address = reverse("admin:graph_mergesuggestion_change", args=[suggestion.pk])
    administrator.post(address, {"state": "rejected"})
    assert LogEntry.objects.get().object_repr == str(suggestion.pk)
