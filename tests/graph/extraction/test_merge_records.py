from apps.graph.extraction.merge_records import merge_records
from apps.graph.extraction.parse_records import ExtractedRecords, parse_records


def read(*replies: str) -> list[ExtractedRecords]:
    return [parse_records(reply) for reply in replies]


def test_the_same_entity_in_two_texts_is_one_with_two_mentions() -> None:
    graph = merge_records(read('("entity"<|>Amt<|>T<|>tut dies)', '("entity"<|>AMT<|>t<|>tut das)'))
    [entity] = graph.entities.values()
    assert entity.mentions == [(0, "Amt", "tut dies"), (1, "AMT", "tut das")]
    assert entity.description == "tut dies tut das"


def test_a_name_that_only_a_relationship_knows_becomes_an_entity() -> None:
    graph = merge_records(read('("entity"<|>A<|>T<|>a)##("relationship"<|>A<|>B<|>x<|>5)'))
    assert {entity.name for entity in graph.entities.values()} == {"A", "B"}


def test_a_relationship_means_the_entity_of_its_own_text() -> None:
    fruit = '("entity"<|>Apple<|>Frucht<|>f)##("entity"<|>Baum<|>T<|>b)##("relationship"<|>Apple<|>Baum<|>x<|>5)'
    firm = '("entity"<|>Apple<|>Firma<|>f)'
    graph = merge_records(read(fruit, firm, firm))
    assert list(graph.relations) == [("apple|frucht", "baum|t")]


def test_weights_lie_between_zero_and_one() -> None:
    strong = '("relationship"<|>A<|>B<|>x<|>9)'
    graph = merge_records(read(strong, strong, '("relationship"<|>B<|>C<|>x<|>9)'))
    assert [relation.weight for relation in graph.relations.values()] == [1.0, 0.5]


def test_both_directions_are_one_relationship_named_as_most_texts_do() -> None:
    there, back = '("relationship"<|>B<|>A<|>x<|>5)', '("relationship"<|>A<|>B<|>y<|>5)'
    [relation] = merge_records(read(there, there, back)).relations.values()
    assert (relation.source, relation.target) == ("b|", "a|")
    assert relation.units() == [0, 1, 2]


def test_names_that_people_joined_are_one() -> None:
    graph = merge_records(
        read('("entity"<|>BA<|>T<|>a)##("entity"<|>Bundesagentur<|>T<|>b)'), {"ba|t": "bundesagentur|t"}
    )
    assert list(graph.entities) == ["bundesagentur|t"]


def test_names_whose_decisions_run_in_a_circle_are_one_all_the_same() -> None:
    """Of three names that are the same the other one was kept once."""
    names = read("##".join(f'("entity"<|>{name}<|>T<|>x)' for name in "ABCD"))
    circle = {"b|t": "a|t", "c|t": "b|t", "a|t": "c|t", "d|t": "c|t"}
    assert list(merge_records(names, circle).entities) == ["a|t"]


def test_descriptions_within_others_are_told_once() -> None:
    graph = merge_records(read('("entity"<|>A<|>T<|>baut)', '("entity"<|>A<|>T<|>baut Brücken)'))
    assert graph.entities["a|t"].description == "baut Brücken"


def test_what_a_text_relates_to_itself_is_no_relationship() -> None:
    """Also where a person joined the two ends to one."""
    reply = '("relationship"<|>A<|>a<|>x<|>5)##("relationship"<|>A<|>B<|>x<|>5)'
    assert not merge_records(read(reply), {"b|": "a|"}).relations


def test_a_name_that_its_text_does_not_describe_means_the_entity_that_most_texts_mention() -> None:
    fruit, firm = '("entity"<|>Apple<|>Frucht<|>f)', '("entity"<|>Apple<|>Zulieferer<|>z)'
    graph = merge_records(read(fruit, firm, firm, '("relationship"<|>Apple<|>Baum<|>x<|>5)'))
    assert list(graph.relations) == [("apple|zulieferer", "baum|")]


def test_the_rank_of_a_relationship_is_the_sum_of_the_degrees_of_its_ends() -> None:
    ends = ["A<|>B", "A<|>C", "A<|>D", "B<|>C"]
    graph = merge_records(read("##".join(f'("relationship"<|>{pair}<|>x<|>5)' for pair in ends)))
    assert {pair: relation.rank for pair, relation in graph.relations.items()} == {
        ("a|", "b|"): 5, ("a|", "c|"): 5, ("a|", "d|"): 4, ("b|", "c|"): 4,
    }  # fmt: skip
