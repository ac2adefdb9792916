"""What the admin shows of entities and communities: facts with their pages, relationships, diagrams."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q, QuerySet, Window
from django.db.models.functions import RowNumber

from apps.documents.models import document_url
from apps.graph.admin.network_diagram import MOST_NODES, DiagramEdge, DiagramNode, NetworkDiagram, draw_network
from apps.graph.models import Claim, Community, Entity, Mention, RelationFact, Relationship, Unit

MOST_FACTS = 200
PAGES_PER_RELATIONSHIP = 3


def facts_of_entity(entity: Entity) -> list[dict[str, object]]:
    """What each piece of text says of the entity, with the address of its page. One query."""
    rows = Mention.objects.filter(entity=entity).select_related("unit__document").order_by("pk")[:MOST_FACTS]
    return [fact_with_page(row.unit, row.description or row.name) for row in rows]


def fact_with_page(unit: Unit, text: str) -> dict[str, object]:
    """A text with the title, number and address of the page it is from, as the templates show it."""
    document = unit.document
    return {
        "text": text,
        "title": document.title or document.external_id,
        "page": unit.page_number,
        "url": document_url(document.pk, unit.page_number, text[:300]),
    }


def claims_of_entity(entity: Entity) -> list[dict[str, object]]:
    """The first claims about the entity, with their status and dates. One query."""
    rows = Claim.objects.filter(entity=entity).select_related("unit__document").order_by("pk")[:MOST_FACTS]
    return [
        fact_with_page(row.unit, row.description) | {"status": row.status, "begins": row.begins, "ends": row.ends}
        for row in rows
    ]


def relationships_of_entity(entity: Entity) -> QuerySet[Relationship]:
    ends = Q(source=entity) | Q(target=entity)
    return Relationship.objects.filter(ends).select_related("source", "target")[:MOST_FACTS]


def entity_diagram(entity: Entity) -> NetworkDiagram:
    """The entity in the middle, its most connected neighbours around it."""
    ties = relationships_of_entity(entity)
    near = {end.pk: end for tie in ties for end in (tie.source, tie.target) if end.pk != entity.pk}
    ranked = sorted(near.values(), key=lambda each: (-each.degree, each.name))[: MOST_NODES - 1]
    return build_diagram([entity, *ranked])


def community_diagram(community: Community) -> NetworkDiagram:
    return build_diagram(community_members(community)[:MOST_NODES])


def community_members(community: Community) -> list[Entity]:
    return list(Entity.objects.filter(memberships__community=community).order_by("-degree", "name")[:MOST_FACTS])


def build_diagram(entities: Sequence[Entity]) -> NetworkDiagram:
    ids = [entity.pk for entity in entities]
    ties = Relationship.objects.filter(source__in=ids, target__in=ids).values_list("source_id", "target_id", "weight")
    return draw_network(
        [DiagramNode(each.pk, each.name, each.degree) for each in entities], [DiagramEdge(*tie) for tie in ties]
    )


def relationships_within(entities: Iterable[Entity]) -> QuerySet[Relationship]:
    """Relationships with both ends among the entities: the table beside the diagram."""
    ids = [entity.pk for entity in entities]
    found = Relationship.objects.filter(source__in=ids, target__in=ids).select_related("source", "target")
    return found[:MOST_FACTS]


def report_findings(community: Community) -> list[dict[str, object]]:
    """The findings of the report, each with its pages. One query."""
    report = getattr(community, "report", None)
    if report is None:
        return []
    cited = {unit for finding in report.findings for unit in finding.get("units", ())}
    units = Unit.objects.filter(pk__in=cited).select_related("document").in_bulk()
    return [
        {
            "summary": finding.get("summary", ""),
            "explanation": finding.get("explanation", ""),
            "pages": [
                fact_with_page(units[pk], finding.get("explanation", ""))
                for pk in finding.get("units", ())
                if pk in units
            ],
        }
        for finding in report.findings
    ]


def relationships_with_pages(ties: Iterable[Relationship]) -> list[dict[str, object]]:
    """Each with the first PAGES_PER_RELATIONSHIP pages that say so. Two queries."""
    shown = list(ties)
    number = Window(RowNumber(), partition_by="relationship", order_by="pk")
    facts = RelationFact.objects.filter(relationship__in=shown).annotate(number=number)
    pages: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    first = facts.filter(number__lte=PAGES_PER_RELATIONSHIP).select_related("unit__document").order_by("pk")
    for row in first:
        pages[row.relationship_id].append(fact_with_page(row.unit, row.description))
    return [{"tie": tie, "pages": pages[tie.pk]} for tie in shown]
