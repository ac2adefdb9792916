"""Writes the taggers of German and English words ready for use, from the models in the package HanTa.

    python bin/prepare_taggers.py

Needed after an upgrade of HanTa or a change of IndexedTagger or CompactWordTable; tests/text/entailment/
tokens/test_indexed_tagger.py fails where what is kept is not what this program would write.
"""

import marshal
import sys
import zlib
from pathlib import Path
from typing import Any

from HanTa.HanoverTagger import HanoverTagger

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from apps.text.entailment.tokens.indexed_tagger import MODELS, IndexedTagger, tagger_path

FORMAT = 4
"""Of marshal: every version of Python that the project runs on reads it."""


def main() -> None:
    for language, model in MODELS.items():
        tables = IndexedTagger(HanoverTagger(model)).tables()
        tagger_path(language).write_bytes(zlib.compress(marshal.dumps(united(tables, {}), FORMAT), 9))


def united(value: Any, known: dict[Any, Any]) -> Any:
    """The same value, in which equal words, figures and tuples of them are one object."""
    if isinstance(value, dict):
        return {united(key, known): united(one, known) for key, one in value.items()}
    if isinstance(value, list | set | frozenset):
        return type(value)(united(one, known) for one in value)
    if isinstance(value, tuple):
        made = tuple(united(one, known) for one in value)
        return known.setdefault(tuple(map(id, made)), made)
    # By how it is written: 0.0 and -0.0 are equal, as are 1 and True.
    return known.setdefault((type(value), repr(value)), value)


if __name__ == "__main__":
    main()
