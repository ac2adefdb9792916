"""Whether two spellings differ by one letter, as slips of the pen make them."""

from apps.text.word_stems import common_prefix_length


def differs_by_one_letter(word: str, expected: str, *, replaced: bool) -> bool:
    """One letter more or less, two exchanged, another one if `replaced`; the first may only be exchanged."""
    if abs(len(word) - len(expected)) > 1:
        return False
    start = common_prefix_length(word, expected)
    rest, other = word[start:], expected[start:]
    if rest[:2] == other[:2][::-1] and rest[2:] == other[2:]:
        return True
    if not start:
        return False
    return rest[1:] == other or rest == other[1:] or (replaced and rest[1:] == other[1:])
