"""The JSON of answers as OpenAPI schemas. Objects may gain fields; those that are named here stay."""

from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
WHOLE: dict[str, Any] = {"type": "integer"}
TRUTH: dict[str, Any] = {"type": "boolean"}


def record(**fields: object) -> dict[str, Any]:
    """An object that has at least these fields."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def and_at_times(schema: dict[str, Any], **fields: object) -> dict[str, Any]:
    """The same with fields that do not come every time."""
    return {**schema, "properties": {**schema["properties"], **fields}}


def many(items: dict[str, Any]) -> dict[str, object]:
    return {"type": "array", "items": items}


def or_null(schema: dict[str, object]) -> dict[str, object]:
    return {**schema, "type": [schema["type"], "null"]}


CITATION = and_at_times(
    record(number=WHOLE, external_id=TEXT, title=TEXT, page=or_null(WHOLE), quote=TEXT, verified=TRUTH, url=TEXT),
    sheet=TEXT,
    cells=TEXT,
    section=TEXT,
    preceding=TEXT,
    following=TEXT,
    withdrawn=TRUTH,
)
LEVEL = {"type": "string", "enum": ["verbatim", "checked", "quoted", "contradicted", "without_source"]}
SENTENCE = record(text=TEXT, level=LEVEL, citations=many(WHOLE), differences=many(TEXT))
NEAREST = record(external_id=TEXT, title=TEXT, document=WHOLE, page=or_null(WHOLE), url=TEXT, label=TEXT)
WARNING = record(kind=TEXT, text=TEXT)
CARD = record(name=TEXT, urgent=TRUTH, heading=TEXT, text=TEXT, telephones=many(TEXT), link=TEXT)
ANSWER = record(
    answer=TEXT,
    refused=TRUTH,
    ai_generated=TRUTH,
    state={"type": "string", "enum": ["done", "done_without_llm", "refused", "interrupted"]},
    conversation={**TEXT, "description": "Goes on with this conversation, exports it and deletes it. Keep it secret."},
    turn=TEXT,
    citations=many(CITATION),
    sentences=many(SENTENCE),
    warnings=many(WARNING),
    nearest={
        **many(NEAREST),
        "description": "Documents near a question that none answers; they prove nothing.",
    },
    model=TEXT,
    stand_in=or_null(record(model=TEXT, instead_of=TEXT, reason=TEXT)),
    fixed=or_null(CARD),
    help=or_null(CARD),
    algorithm=TEXT,
    prompt_version=TEXT,
    query={**TEXT, "description": "What was searched for."},
    seconds={"type": "object", "additionalProperties": NUMBER},
    tokens=record(input=WHOLE, output=WHOLE),
)
PASSAGE = and_at_times(
    record(page=or_null(WHOLE), kind=TEXT, score=NUMBER, text=TEXT, url=TEXT), sheet=TEXT, cells=TEXT
)
DOCUMENT = record(external_id=TEXT, title=TEXT, score=NUMBER, url=TEXT, passages=many(PASSAGE))
STEP = and_at_times(
    record(name=TEXT, seconds=NUMBER, found=WHOLE, threshold=or_null(NUMBER)), detail={"type": "object"}
)
SEARCH_RESULT = record(
    question=TEXT,
    query=TEXT,
    algorithm=TEXT,
    seconds=NUMBER,
    documents=many(DOCUMENT),
    steps=many(STEP),
    explanation={**TEXT, "description": "A sentence when nothing was found."},
    profile={"type": "object", "description": "The profile in force: its short name, name and limits."},
    embedding_model=TEXT,
)
EXPORTED_TURN = record(
    number=WHOLE,
    turn=TEXT,
    question=TEXT,
    answer=TEXT,
    state=TEXT,
    ai_generated=TRUTH,
    digital_source_type=or_null(TEXT),
    label=TEXT,
    model=TEXT,
    algorithm=TEXT,
    prompt_versions={"type": "object", "additionalProperties": TEXT},
    asked=TEXT,
    citations=many(CITATION),
    sentences=many(SENTENCE),
    warnings=many(WARNING),
    feedback=or_null({"type": "object"}),
)
CONVERSATION = record(
    conversation=TEXT, begun=TEXT, language=TEXT, channel=TEXT, turns=many(EXPORTED_TURN), exported=TEXT
)
DOCUMENT_STANDING = record(
    id=WHOLE,
    collection=TEXT,
    external_id=TEXT,
    title=TEXT,
    status=TEXT,
    reason_code=or_null(TEXT),
    reason=or_null(TEXT),
    pages=WHOLE,
    chunks=WHOLE,
    flags=many(TEXT),
    attempts=WHOLE,
    next_retry_at=or_null(TEXT),
    cost=or_null(NUMBER),
    created_at=TEXT,
    updated_at=TEXT,
    url=or_null(TEXT),
)
READER_NAMES: dict[str, Any] = {
    "reader_groups": many(TEXT),
    "reader_users": many(TEXT),
}
DOCUMENT_WITH_READERS = {
    **DOCUMENT_STANDING,
    "properties": {
        **DOCUMENT_STANDING["properties"],
        "readers": {
            "type": "string",
            "enum": ["collection", "named"],
            "description": "All readers of the collection, or the named ones among them alone; with nobody named "
            "administrators. This and the lists of names are told to tokens that may write documents.",
        },
        **READER_NAMES,
        "source_users": {**many(TEXT), "description": "People whom the source of the document names beside them."},
    },
}
COLLECTION = record(slug=TEXT, name=TEXT, description=TEXT, language=TEXT, documents=WHOLE)
COLLECTION_WITH_READERS = {
    **COLLECTION,
    "properties": {
        **COLLECTION["properties"],
        "readers": {
            "type": "string",
            "enum": ["public", "staff", "groups"],
            "description": "Everybody, signed-in staff, or the named groups and people. This and the lists of names "
            "are told to those who may change collections.",
        },
        **READER_NAMES,
    },
}
UPLOADED = record(id=WHOLE, collection=TEXT, documents=many(DOCUMENT_STANDING))
RECEIPT = record(
    receipt=WHOLE,
    collection=TEXT,
    external_id=TEXT,
    withdrawn_at=TEXT,
    tables={
        "type": "object",
        "description": "Rows before and after, by table.",
        "additionalProperties": {"type": "object", "additionalProperties": WHOLE},
    },
)
