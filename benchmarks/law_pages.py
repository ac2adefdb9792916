"""Pages in any number out of the federal laws: sections as they are, then sections made of the halves of two.

The laws hold about 26,000 sections. Every page after these begins with the first half of one section and ends with the
second half of another, so that no two pages are alike and each still reads as German law. The same pages every time.
"""

import random
import re
import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

HEADING = re.compile(r"^#{2,6} (?=§|Art)", re.MULTILINE)
TITLE = re.compile(r"^Title: *(.+)$", re.MULTILINE)
TYPES = 100
"""Each type is that of one page in a hundred: a filter by type keeps 1 %."""
SEED = 20_261_120


def sections(archive: Path) -> Iterator[tuple[str, str]]:
    """(title, text) of every section of every law, in the order of the archive."""
    with tarfile.open(archive) as laws:
        for member in laws:
            file = laws.extractfile(member) if member.name.endswith(".md") else None
            if file is None:
                continue
            text = file.read().decode("utf-8", "replace")
            found = TITLE.search(text)
            law = found[1].strip(" \"'") if found else Path(member.name).stem
            for section in HEADING.split(text)[1:]:
                heading, _, body = section.partition("\n")
                if body.strip():
                    yield f"{law}, {heading.strip()}"[:500], body.strip()


def records(archive: Path, count: int) -> Iterator[dict[str, Any]]:
    """`count` records as `import_documents` takes them."""
    for number, (title, text) in enumerate(islice(pages(archive), count)):
        yield {"id": f"page-{number}", "title": title, "text": text, "metadata": {"type": f"Art {number % TYPES}"}}


def pages(archive: Path) -> Iterator[tuple[str, str]]:
    own = list(sections(archive))
    yield from own
    rng = random.Random(SEED)  # noqa: S311 - the same pages each time
    while True:
        (title, first), (_, second) = rng.choice(own), rng.choice(own)
        yield f"{title} (Fassung {rng.randrange(10**6)})", f"{half(first, 0)}\n\n{half(second, 1)}"


def half(text: str, which: int) -> str:
    words = text.split(" ")
    middle = (len(words) + 1) // 2
    return " ".join(words[:middle] if which == 0 else words[middle:] or words)


def questions(chosen: list[dict[str, Any]], count: int) -> list[tuple[str, str]]:
    """(question, id of the page it stands in): runs of 4 to 30 words, in turn short and long."""
    rng = random.Random(SEED)  # noqa: S311
    asked: list[tuple[str, str]] = []
    for record in rng.sample(chosen, min(len(chosen), 4 * count)):
        words = record["text"].split()
        length = (5, 12, 30)[len(asked) % 3]
        if len(words) > length:
            start = rng.randrange(len(words) - length)
            asked.append((" ".join(words[start : start + length]), record["id"]))
        if len(asked) == count:
            break
    return asked
