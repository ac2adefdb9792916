"""Documents of about 2,000 characters that share a vocabulary of invented names, as many as wanted, always the same."""

import json
import random
import tempfile
from itertools import pairwise
from pathlib import Path

SYLLABLES = ["bar", "den", "fal", "gor", "hel", "kam", "lin", "mor", "nov", "pel", "rus", "sal", "tor", "ved", "win"]
NAMES_OF_A_DOCUMENT = 8

Record = dict[str, str]


def texts(number: int) -> list[Record]:
    """Neighbours share names, so that the graph hangs together; each has sentences of its own."""
    chance = random.Random(11)  # noqa: S311 - the same texts every time
    vocabulary = ["".join(chance.choices(SYLLABLES, k=3)).capitalize() for _ in range(number * 4)]
    found = []
    for place in range(number):
        names = chance.sample(vocabulary[max(0, place * 4 - 40) : place * 4 + 12], NAMES_OF_A_DOCUMENT)
        sentences = [
            f"{one} arbeitet seit Jahren mit {other} zusammen und berichtet darüber." for one, other in pairwise(names)
        ]
        found.append({"id": f"doc-{place:04}", "title": f"Bericht {place}", "text": " ".join(sentences * 3)})
    return found


def distinctive(documents: list[Record], place: int) -> list[str]:
    """Sentences of one document that no other has, and names that stand in it alone."""
    own = set(documents[place]["text"].split(". "))
    others = " ".join(each["text"] for number, each in enumerate(documents) if number != place)
    names = {word for sentence in own for word in sentence.split() if word.istitle()}
    return sorted(text for text in own | names if text not in others)


def imported(documents: list[Record], slug: str) -> None:
    """Imported with the models in force; what is there already stays."""
    from apps.documents.lifecycle.import_documents import import_paths

    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records.jsonl"
        records.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in documents), encoding="utf-8")
        import_paths([records], slug)
