"""Which sentences of a rewrite come from which of the original."""

from apps.simplify.text.align_rewritten_sentences import AlignedGroup, Aligner

BEFORE = [
    "Der Antrag auf Wohngeld ist bei der Gemeinde zu stellen.",
    "Die Unterlagen über das Einkommen sind beizufügen; Kopien genügen.",
    "Gegen den Bescheid ist Widerspruch möglich.",
]


def groups(before: list[str], after: list[str]) -> list[AlignedGroup]:
    aligner = Aligner(before)
    found = [group for sentence in after for group in aligner.add(sentence)]
    return found + aligner.finish()


def test_a_sentence_that_was_split_stays_together() -> None:
    after = ["Stellen Sie den Antrag auf Wohngeld bei der Gemeinde.", "Fügen Sie Unterlagen über das Einkommen bei.",
             "Kopien der Unterlagen genügen.", "Gegen den Bescheid können Sie Widerspruch einlegen."]  # fmt: skip
    assert groups(BEFORE, after) == [AlignedGroup(0, 1, 0, 1), AlignedGroup(1, 2, 1, 3), AlignedGroup(2, 3, 3, 4)]


def test_what_was_left_out_has_no_partner() -> None:
    after = [BEFORE[0], BEFORE[2]]
    assert groups(BEFORE, after) == [AlignedGroup(0, 1, 0, 1), AlignedGroup(1, 2, 1, 1), AlignedGroup(2, 3, 1, 2)]


def test_what_was_added_has_no_partner() -> None:
    after = [*BEFORE, "Im Sommer scheint die Sonne besonders lange auf den Rathausplatz."]
    assert groups(BEFORE, after)[-1] == AlignedGroup(3, 3, 3, 4)


def test_groups_are_settled_while_sentences_arrive() -> None:
    aligner = Aligner(BEFORE)
    assert aligner.add(BEFORE[0]) == []
    assert aligner.add(BEFORE[1]) == [AlignedGroup(0, 1, 0, 1)]


def test_every_sentence_of_the_original_is_in_exactly_one_group() -> None:
    for after in ([], ["Nein."], BEFORE[::-1], BEFORE * 3):
        found = groups(BEFORE, list(after))
        assert [place for group in found for place in range(group.before_from, group.before_to)] == [0, 1, 2]
        assert [place for group in found for place in range(group.after_from, group.after_to)] == [*range(len(after))]
