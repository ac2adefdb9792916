"""The JSON of answers as OpenAPI schemas. Objects may gain fields; those that are named here stay."""

from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
INTEGER: dict[str, Any] = {"type": "integer"}
BOOLEAN: dict[str, Any] = {"type": "boolean"}


def object_schema(**fields: object) -> dict[str, Any]:
    """An object that has at least these fields."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def with_optional_fields(schema: dict[str, Any], **fields: object) -> dict[str, Any]:
    """Returns the schema with fields that do not come every time."""
    return {**schema, "properties": {**schema["properties"], **fields}}


def array_schema(items: dict[str, Any]) -> dict[str, object]:
    return {"type": "array", "items": items}


def nullable(schema: dict[str, object]) -> dict[str, object]:
    return {**schema, "type": [schema["type"], "null"]}


CITATION = with_optional_fields(
    object_schema(
        number=INTEGER, external_id=TEXT, title=TEXT, page=nullable(INTEGER), quote=TEXT, verified=BOOLEAN, url=TEXT
    ),
    sheet=TEXT,
    cells=TEXT,
    section=TEXT,
    preceding=TEXT,
    following=TEXT,
    withdrawn=BOOLEAN,
)
LEVEL = {"type": "string", "enum": ["verbatim", "checked", "quoted", "contradicted", "without_source"]}
SENTENCE = object_schema(text=TEXT, level=LEVEL, citations=array_schema(INTEGER), differences=array_schema(TEXT))
NEAREST = object_schema(external_id=TEXT, title=TEXT, document=INTEGER, page=nullable(INTEGER), url=TEXT, label=TEXT)
WARNING = object_schema(kind=TEXT, text=TEXT)
CARD = object_schema(name=TEXT, urgent=BOOLEAN, heading=TEXT, text=TEXT, telephones=array_schema(TEXT), link=TEXT)
ANSWER = object_schema(
    answer=TEXT,
    refused=BOOLEAN,
    ai_generated=BOOLEAN,
    state={"type": "string", "enum": ["done", "done_without_llm", "refused", "interrupted"]},
    conversation={**TEXT, "description": "Goes on with this conversation, exports it and deletes it. Keep it secret."},
    turn=TEXT,
    citations=array_schema(CITATION),
    sentences=array_schema(SENTENCE),
    warnings=array_schema(WARNING),
    nearest={
        **array_schema(NEAREST),
        "description": "Documents near a question that none answers; they prove nothing.",
    },
    model=TEXT,
    stand_in=nullable(object_schema(model=TEXT, instead_of=TEXT, reason=TEXT)),
    fixed=nullable(CARD),
    help=nullable(CARD),
    algorithm=TEXT,
    prompt_version=TEXT,
    query={**TEXT, "description": "What was searched for."},
    seconds={"type": "object", "additionalProperties": NUMBER},
    tokens=object_schema(input=INTEGER, output=INTEGER),
)
PASSAGE = with_optional_fields(
    object_schema(page=nullable(INTEGER), kind=TEXT, score=NUMBER, text=TEXT, url=TEXT), sheet=TEXT, cells=TEXT
)
DOCUMENT = object_schema(external_id=TEXT, title=TEXT, score=NUMBER, url=TEXT, passages=array_schema(PASSAGE))
STEP = with_optional_fields(
    object_schema(name=TEXT, seconds=NUMBER, found=INTEGER, threshold=nullable(NUMBER)), detail={"type": "object"}
)
SEARCH_RESULT = object_schema(
    question=TEXT,
    query=TEXT,
    algorithm=TEXT,
    seconds=NUMBER,
    documents=array_schema(DOCUMENT),
    steps=array_schema(STEP),
    explanation={**TEXT, "description": "A sentence when nothing was found."},
    profile={"type": "object", "description": "The profile in force: its short name, name and limits."},
    embedding_model=TEXT,
)
EXPORTED_TURN = object_schema(
    number=INTEGER,
    turn=TEXT,
    question=TEXT,
    answer=TEXT,
    state=TEXT,
    ai_generated=BOOLEAN,
    digital_source_type=nullable(TEXT),
    label=TEXT,
    model=TEXT,
    algorithm=TEXT,
    prompt_versions={"type": "object", "additionalProperties": TEXT},
    asked=TEXT,
    citations=array_schema(CITATION),
    sentences=array_schema(SENTENCE),
    warnings=array_schema(WARNING),
    feedback=nullable({"type": "object"}),
)
CONVERSATION = object_schema(
    conversation=TEXT, begun=TEXT, language=TEXT, channel=TEXT, turns=array_schema(EXPORTED_TURN), exported=TEXT
)
DOCUMENT_STANDING = object_schema(
    id=INTEGER,
    collection=TEXT,
    external_id=TEXT,
    title=TEXT,
    status=TEXT,
    reason_code=nullable(TEXT),
    reason=nullable(TEXT),
    pages=INTEGER,
    chunks=INTEGER,
    flags=array_schema(TEXT),
    attempts=INTEGER,
    next_retry_at=nullable(TEXT),
    cost=nullable(NUMBER),
    created_at=TEXT,
    updated_at=TEXT,
    url=nullable(TEXT),
)
READER_NAMES: dict[str, Any] = {
    "reader_groups": array_schema(TEXT),
    "reader_users": array_schema(TEXT),
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
        "source_users": {
            **array_schema(TEXT),
            "description": "People whom the source of the document names beside them.",
        },
    },
}
COLLECTION = object_schema(slug=TEXT, name=TEXT, description=TEXT, language=TEXT, documents=INTEGER)
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
UPLOADED = object_schema(id=INTEGER, collection=TEXT, documents=array_schema(DOCUMENT_STANDING))
RECEIPT = object_schema(
    receipt=INTEGER,
    collection=TEXT,
    external_id=TEXT,
    withdrawn_at=TEXT,
    tables={
        "type": "object",
        "description": "Rows before and after, by table.",
        "additionalProperties": {"type": "object", "additionalProperties": INTEGER},
    },
)
