"""Prompts that build and search the knowledge graph.

What is written into the index is asked for in the language of the documents: "-en" for English, the plain names for
German and, with the language named, for all others.
"""

from typing import Any

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

POINTS_SCHEMA = object_schema(
    {
        "points": {
            "type": "array",
            "items": object_schema(
                {"description": STRING, "score": NUMBER, "references": REFERENCES}, ["description", "score"]
            ),
        }
    },
    ["points"],
)
"""What `graph-map` asks for."""

RATINGS_SCHEMA = object_schema(
    {"ratings": {"type": "array", "items": object_schema({"number": NUMBER, "rating": NUMBER}, ["number", "rating"])}},
    ["ratings"],
)
"""What `graph-rate` asks for."""

ROUTE_SCHEMA = object_schema({"way": {"type": "string", "enum": ["local", "global"]}}, ["way"])
"""What `graph-route` asks for."""

ANSWERING = ("context", "question"), ("notes", "history", "language")

DEFINITIONS: tuple[PromptDefinition, ...] = (
    PromptDefinition("graph-extract", "Dinge und Beziehungen finden", ("text", "types"), ("claims", "language")),
    PromptDefinition(
        "graph-extract-en", "Dinge und Beziehungen finden (englisch)", ("text", "types"), ("claims", "language")
    ),
    PromptDefinition("graph-glean", "Nach Übersehenem fragen", (), ("language",)),
    PromptDefinition("graph-glean-en", "Nach Übersehenem fragen (englisch)", (), ("language",)),
    PromptDefinition("graph-describe", "Beschreibungen verbinden", ("text",), ("name", "language")),
    PromptDefinition("graph-describe-en", "Beschreibungen verbinden (englisch)", ("text",), ("name", "language")),
    PromptDefinition("graph-report", "Bericht über zusammengehörige Dinge", ("text",), ("language",)),
    PromptDefinition("graph-report-en", "Bericht über zusammengehörige Dinge (englisch)", ("text",), ("language",)),
    PromptDefinition("graph-map", "Beiträge zu einer Frage sammeln", ("text", "question"), ()),
    PromptDefinition("graph-rate", "Berichte nach ihrem Nutzen für eine Frage einschätzen", ("text", "question"), ()),
    PromptDefinition("graph-route", "Frage nach einer Stelle oder nach dem Ganzen", ("question",), ()),
    PromptDefinition("graph-reduce", "Antwort aus gesammelten Beiträgen", *ANSWERING),
    PromptDefinition("graph-local", "Antwort mit dem Umfeld der gefragten Dinge", *ANSWERING),
)
