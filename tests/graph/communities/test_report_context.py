from apps.graph.communities.build_extractive_report import ReportContent, ReportFinding
from apps.graph.communities.leiden import Hierarchy, LeidenCluster, link_parts
from apps.graph.communities.model_written_reports import parse_report
from apps.graph.communities.report_context import GraphLines, leading_lines_within, report_context
from apps.graph.extraction.merge_records import Graph, merge_records
from apps.graph.extraction.parse_records import parse_records
from apps.text.estimate_tokens import estimate_tokens


def chain(number: int) -> Graph:
    """Each entity is tied to the next; the first one to all."""
    lines = [f'("entity"<|>N{n:02}<|>T<|>Beschreibung von N{n:02}.)' for n in range(number)]
    lines += [f'("relationship"<|>N{n:02}<|>N{n + 1:02}<|>folgt.<|>5)' for n in range(number - 1)]
    lines += [f'("relationship"<|>N00<|>N{n:02}<|>führt an.<|>5)' for n in range(2, number)]
    return merge_records([parse_records("##".join(lines))])


def whole(graph: Graph) -> Hierarchy:
    return link_parts([LeidenCluster(0, sorted(graph.entities))])


def test_the_most_connected_come_first() -> None:
    graph = chain(6)
    lines = GraphLines(graph).of(graph.entities)
    assert lines[0].text.startswith("N00")


def test_every_line_is_numbered_once() -> None:
    graph = chain(8)
    labels = [line.label for line in GraphLines(graph).of(graph.entities)]
    assert len(labels) == len(set(labels)) == 8 + 13


def test_the_budget_is_kept() -> None:
    graph = chain(60)
    made = report_context(0, whole(graph), GraphLines(graph), {}, 500)
    assert not made.is_whole
    assert estimate_tokens(made.text) <= 500


def test_what_does_not_fit_gives_way_to_the_report_on_the_largest_part() -> None:
    graph = chain(40)
    keys = sorted(graph.entities)
    hierarchy = link_parts([LeidenCluster(0, keys), LeidenCluster(1, keys[:30], 0), LeidenCluster(1, keys[30:], 0)])
    reports = {
        place: ReportContent("Teil", "Kurz gesagt.", 5, "", (ReportFinding("a", "b", (0,)),)) for place in (1, 2)
    }
    made = report_context(0, hierarchy, GraphLines(graph), reports, 600)
    assert made.lines[0].label == "P1"
    assert made.lines[0].units == (0,)
    assert any(line.label.startswith("E") for line in made.lines), "the smaller part is still told line by line"


def test_the_part_with_the_most_tokens_gives_way_first_however_few_its_members_are() -> None:
    told = [f'("entity"<|>L{n}<|>T<|>{"Ausführlich beschrieben und lang erzählt. " * 20})' for n in range(3)]
    brief = [f'("entity"<|>K{n:02}<|>T<|>Kurz.)' for n in range(12)]
    graph = merge_records([parse_records("##".join([*brief, *told]))])
    keys = sorted(graph.entities)
    parts = [[key for key in keys if graph.entities[key].name.startswith(letter)] for letter in "KL"]
    hierarchy = link_parts([LeidenCluster(0, keys), LeidenCluster(1, parts[0], 0), LeidenCluster(1, parts[1], 0)])
    reports = {place: ReportContent(f"Teil {place}", "Kurz gesagt.", 5, "", ()) for place in (1, 2)}
    made = report_context(0, hierarchy, GraphLines(graph), reports, 400)
    swapped = hierarchy.groups[2]
    assert sorted(swapped.members) == parts[1]
    assert made.lines[0].text.startswith("# Teil 2")
    assert any("K00" in line.text for line in made.lines), "the part with more members is still told line by line"


def test_at_least_one_line_is_kept() -> None:
    graph = chain(3)
    assert len(leading_lines_within(GraphLines(graph).of(graph.entities), 1).lines) == 1


def test_references_of_a_report_become_pieces_of_text() -> None:
    graph = chain(4)
    lines = GraphLines(graph).of(graph.entities)
    data = {
        "title": "T",
        "summary": "S",
        "rating": "12",
        "findings": [
            {"summary": "a", "explanation": "b", "references": ["E1", "R2 und R3", 7]},
            {"summary": "Beschreibung von N03", "explanation": "ohne Nummern"},
        ],
    }
    report = parse_report(data, lines)
    assert [finding.units for finding in report.findings] == [(0,), (0,)]
    assert report.rating == 10.0
