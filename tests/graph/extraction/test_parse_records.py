import pytest

from apps.graph.extraction.parse_records import (
    ClaimRecord,
    EntityRecord,
    RelationRecord,
    contains_records,
    first_number,
    parse_records,
)


def test_whole_records_are_read() -> None:
    reply = (
        '("entity"<|>Bezirksamt (Mitte)<|>Organisation<|>Setzt die Gebühr fest (§ 9).)\n##\n'
        '("relationship"<|>Bezirksamt (Mitte)<|>Gebühr<|>setzt fest<|>8)\n##\n'
        '("claim"<|>Amt<|>NONE<|>Verzug<|>SUSPECTED<|>2024-01-01<|>NONE<|>Soll zu spät sein.)\n<|COMPLETE|>'
    )
    records = parse_records(reply)
    assert records.entities == [EntityRecord("Bezirksamt (Mitte)", "Organisation", "Setzt die Gebühr fest (§ 9).")]
    assert records.relations == [RelationRecord("Bezirksamt (Mitte)", "Gebühr", "setzt fest", 8.0)]
    assert records.claims == [ClaimRecord("Amt", "", "Verzug", "suspected", "2024-01-01", "", "Soll zu spät sein.")]
    assert records.malformed == 0


@pytest.mark.parametrize(
    "reply",
    [
        '("entity"<|>nur ein Name)',
        '("entity"<|><|>Art<|>ohne Namen)',
        '("entity"<|>A<|>B<|>C<|>ein Feld zu viel)',
        '("relationship"<|>A<|>A<|>mit sich selbst<|>5)',
        '("relationship"<|>A<|>B<|>Text<|>stark)',
        '("claim"<|>A<|>B<|>zu kurz)',
        '("entity", "A", "B", "falsches Zeichen")',
    ],
)
def test_what_is_not_whole_is_counted_and_left_out(reply: str) -> None:
    records = parse_records(reply)
    assert not records
    assert records.malformed == 1
    assert not contains_records(reply)


def test_a_broken_record_does_not_take_its_neighbours_along() -> None:
    records = parse_records('("entity"<|>A<|>T<|>a)##("entity"<|>kaputt##("entity"<|>B<|>T<|>b)')
    assert [each.name for each in records.entities] == ["A", "B"]
    assert records.malformed == 1


def test_braces_and_other_scripts_stay_as_they_are() -> None:
    records = parse_records('("entity"<|>東京都 {x}<|>場所<|>{"json": "bleibt"})<|COMPLETE|>')
    assert records.entities == [EntityRecord("東京都 {x", "場所", '{"json": "bleibt"}')]


def test_quotes_and_missing_separators_are_forgiven() -> None:
    records = parse_records('("entity"<|>"A"<|>"T"<|>"a")\n("entity"<|>B<|>T<|>b')
    assert [each.name for each in records.entities] == ["A", "B"]


def test_strengths_are_bounded_and_usual_when_missing() -> None:
    reply = '("relationship"<|>A<|>B<|>x<|>85.5)##("relationship"<|>A<|>C<|>x)##("relationship"<|>A<|>D<|>x<|>0)'
    assert [each.strength for each in parse_records(reply).relations] == [10.0, 5.0, 1.0]


@pytest.mark.parametrize(
    ("text", "value"), [("7", 7.0), ("85.5", 85.5), ("85,5 %", 85.5), ("9/10", 9.0), ("-3", -3.0), ("keine", None)]
)
def test_numbers_are_read_as_models_write_them(text: str, value: float | None) -> None:
    assert first_number(text) == value


def test_a_later_round_adds_only_what_is_new() -> None:
    first = parse_records('("entity"<|>A<|>T<|>a)')
    first.add(parse_records('("entity"<|>a<|>T<|>again)##("entity"<|>B<|>T<|>b)'))
    assert [each.name for each in first.entities] == ["A", "B"]


def test_a_later_round_adds_the_firm_to_the_fruit_of_the_same_name() -> None:
    first = parse_records('("entity"<|>Apfel<|>Obst<|>a)')
    first.add(parse_records('("entity"<|>Apfel<|>Firma<|>b)'))
    assert [each.type for each in first.entities] == ["Obst", "Firma"]
