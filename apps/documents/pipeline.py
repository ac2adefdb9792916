"""The way of a document through the pipeline. New here? Read this file, then `engine/advance_documents.py`, then any
stage.

    import -> extract -> split -> summarise -> tag -> embed -> publish

`lifecycle/import_documents.py` registers files: a document, a revision with the file's bytes, and one waiting step.
From there on rows decide: a `Step` says which stage a revision is in, who works on it and how often it was tried
(`step_scheduling/claims.py`). The engine claims a batch of steps, loads what they need, computes without the database
and stores the results together with the next step, in one short transaction. So a step may run twice without harm, and
a worker may die at any moment.

A stage is a file in `stages/` with a line in STAGES. Adding one costs that, a test and a sentence in docs/reference.md.
"""

from collections.abc import Callable
from typing import Any

from apps.documents.stages import embed, extract, publish, split, summarise, tag
from apps.documents.step_scheduling.stage_interface import AnyStage

STAGES: list[AnyStage] = [
    extract.STAGE,
    split.STAGE,
    summarise.STAGE,
    tag.STAGE,
    embed.STAGE,
    publish.STAGE,
]
"""In the order in which they run."""

BY_NAME: dict[str, AnyStage] = {stage.name: stage for stage in STAGES}
FIRST = STAGES[0].name
STAGES_LEFT = {stage.name: len(STAGES) - place for place, stage in enumerate(STAGES)}
"""The stage itself included."""
AT_ONCE: dict[str, Callable[[Any], bool]] = {"extract": extract.is_plain_record}
"""Whether the work on an input is so little that a task of its own would cost more than it."""
WITHOUT_MODELS: dict[str, Callable[[Any], Any]] = {
    "summarise": summarise.summary_without_model,
    "tag": tag.frequent_word_tags,
}
"""What is stored of an input when the models stayed out of reach; a stage that is not here fails the document."""
NEXT: dict[str, str | None] = dict(
    zip([stage.name for stage in STAGES], [*[stage.name for stage in STAGES[1:]], None], strict=True)
)
