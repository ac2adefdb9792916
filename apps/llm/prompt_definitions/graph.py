"""Prompts that build and search the knowledge graph.

What is written into the index is asked for in the language of the documents: "-en" for English, the plain names for
German and, with the language named, for all others.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.llm.prompt_definitions.definition import PromptDefinition

STRING: dict[str, Any] = {"type": "string"}
# Models write scores as "85.5" and ratings as "7/10"; they are read, not refused.
NUMBER: dict[str, Any] = {"type": ["number", "string"]}
REFERENCES: dict[str, Any] = {"type": "array", "items": {"type": ["string", "number"]}}


def object_schema(properties: dict[str, object], required: list[str]) -> dict[str, object]:
    return {"type": "object", "properties": properties, "required": required}


REPORT_SCHEMA = object_schema(
    {
        "title": STRING,
        "summary": STRING,
        "rating": NUMBER,
        "rating_explanation": STRING,
        "findings": {
            "type": "array",
            "items": object_schema(
                {"summary": STRING, "explanation": STRING, "references": REFERENCES}, ["summary", "explanation"]
            ),
        },
    },
    ["title", "summary", "rating", "findings"],
)
"""What `graph-report` asks for."""

POINTS_PROPERTIES: dict[str, object] = {
    "points": {
        "type": "array",
        "items": object_schema(
            {"description": STRING, "score": NUMBER, "references": REFERENCES}, ["description", "score"]
        ),
    }
}
POINTS_SCHEMA = object_schema(POINTS_PROPERTIES, ["points"])
"""What `graph-map` asks for."""

DRIFT_SCHEMA = object_schema(
    {**POINTS_PROPERTIES, "follow_ups": {"type": "array", "items": STRING}},
    ["points"],
)
"""What `graph-drift-read` asks for."""

RATINGS_SCHEMA = object_schema(
    {"ratings": {"type": "array", "items": object_schema({"number": NUMBER, "rating": NUMBER}, ["number", "rating"])}},
    ["ratings"],
)
"""What `graph-rate` asks for."""

ROUTE_SCHEMA = object_schema({"way": {"type": "string", "enum": ["local", "global"]}}, ["way"])
"""What `graph-route` asks for."""

ANSWERING = ("context", "question"), ("notes", "history", "language")

DEFINITIONS: tuple[PromptDefinition, ...] = (
    PromptDefinition("graph-extract", _("Find things and relationships"), ("text", "types"), ("claims", "language")),
    PromptDefinition(
        "graph-extract-en", _("Find things and relationships (English)"), ("text", "types"), ("claims", "language")
    ),
    PromptDefinition("graph-glean", _("Ask for what was overlooked"), (), ("language",)),
    PromptDefinition("graph-glean-en", _("Ask for what was overlooked (English)"), (), ("language",)),
    PromptDefinition("graph-describe", _("Join descriptions"), ("text",), ("name", "language")),
    PromptDefinition("graph-describe-en", _("Join descriptions (English)"), ("text",), ("name", "language")),
    PromptDefinition("graph-report", _("Report on things that belong together"), ("text",), ("language",)),
    PromptDefinition("graph-report-en", _("Report on things that belong together (English)"), ("text",), ("language",)),
    PromptDefinition("graph-map", _("Collect contributions to a question"), ("text", "question"), ()),
    PromptDefinition("graph-rate", _("Rate reports by their use for a question"), ("text", "question"), ()),
    PromptDefinition("graph-drift-report", _("Write a report that would answer a question"), ("text", "question"), ()),
    PromptDefinition("graph-drift-read", _("Collect contributions and ask on"), ("text", "question"), ()),
    PromptDefinition("graph-route", _("A question about a place or about the whole"), ("question",), ()),
    PromptDefinition("graph-reduce", _("Answer from collected contributions"), *ANSWERING),
    PromptDefinition("graph-local", _("Answer with what surrounds the things asked about"), *ANSWERING),
)
