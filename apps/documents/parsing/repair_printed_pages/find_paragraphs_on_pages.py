"""Finds many paragraphs in the text of all pages, by an index of their beginnings where a plain search is slow."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection

BEGINNING = 24
"""Letters by which paragraphs are looked for together."""
MOST_ALIKE = 50
"""Places at which the same beginning stands: with more of them the whole text is looked through."""
WORTH_A_PASS = 10**9
"""Letters that would be looked through if each paragraph were missing; a pass takes as long as some 10**8 of them."""


class LettersOfPages:
    """`keys` are the letters of the paragraphs that will be asked for."""

    def __init__(self, letters: str, keys: Collection[str]) -> None:
        self.letters = letters
        is_long = len(letters) * len(keys) > WORTH_A_PASS
        self.places = places_of_beginnings(letters, keys) if is_long else None

    def find(self, key: str, start: int = 0) -> int:
        """Finds the first place of the key from `start` on, -1 where it stands nowhere."""
        if self.places is None or len(key) < BEGINNING:
            return self.letters.find(key, start)
        places = self.places.get(key[:BEGINNING], [])
        if len(places) > MOST_ALIKE:
            return self.letters.find(key, start)
        later = places[bisect_left(places, start) :]
        return next((place for place in later if self.letters.startswith(key, place)), -1)


def places_of_beginnings(letters: str, keys: Collection[str]) -> dict[str, list[int]]:
    """Maps the first letters of these to the places where they stand, in order, MOST_ALIKE and one at most."""
    wanted = {key[:BEGINNING] for key in keys if len(key) >= BEGINNING}
    found: defaultdict[str, list[int]] = defaultdict(list)
    for place in range(len(letters) - BEGINNING + 1):
        part = letters[place : place + BEGINNING]
        if part in wanted and len(found[part]) <= MOST_ALIKE:
            found[part].append(place)
    return dict(found)
