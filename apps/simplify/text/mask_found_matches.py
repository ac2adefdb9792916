"""Masks matches in a text, kind by kind, so that patterns of the next kind do not match them again."""

import re
from collections.abc import Callable, Iterator


class MaskedText:
    """A text from which findings are taken out as they are claimed. Offsets stay those of the original."""

    def __init__(self, text: str) -> None:
        self.text = text

    def take(
        self, pattern: re.Pattern[str], accept: Callable[[re.Match[str]], bool] = lambda _found: True
    ) -> Iterator[re.Match[str]]:
        """All findings of the pattern that are accepted; they are blanked out once the caller has read them."""
        found = [match for match in pattern.finditer(self.text) if accept(match)]
        if found:
            # All at once: text by text, each would copy the whole of it.
            starts, ends = [0, *(match.end() for match in found)], [*(match.start() for match in found), len(self.text)]
            kept = [self.text[start:end] for start, end in zip(starts, ends, strict=True)]
            blanks = [" " * len(match[0]) for match in found]
            self.text = "".join(part for pair in zip(kept, [*blanks, ""], strict=True) for part in pair)
        return iter(found)

    def blank(self, start: int, end: int) -> None:
        self.text = self.text[:start] + " " * (end - start) + self.text[end:]


def normalise_blanks(text: str) -> str:
    """White space of any kind and number as one blank: line ends and no-break spaces change nothing."""
    return " ".join(text.split())
