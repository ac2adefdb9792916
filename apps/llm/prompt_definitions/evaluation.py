"""Prompts of personas, judges, comparisons and written questions, with the forms of the replies they ask for."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.llm.prompt_definitions.definition import PromptDefinition

CRITERIA = ("understanding", "relevance", "completeness", "correctness", "coherence")
OVERALL = "overall"


def object_schema(properties: dict[str, object]) -> dict[str, object]:
    """An object with exactly these properties, in this order: what comes first is thought of first."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


TEXT: dict[str, Any] = {"type": "string"}
MARK: dict[str, Any] = {"type": "integer", "enum": [1, 2, 3, 4, 5]}
YES_OR_NO: dict[str, Any] = {"type": "integer", "enum": [0, 1]}

JUDGE_SCHEMA = object_schema(
    {"comment": object_schema(dict.fromkeys((*CRITERIA, OVERALL), TEXT))} | dict.fromkeys((*CRITERIA, OVERALL), MARK)
)
"""The reasons come before the marks."""
ASPECT_SCHEMA = object_schema({"reason": TEXT, "verdict": YES_OR_NO})
STATEMENTS_SCHEMA = object_schema({"statements": {"type": "array", "items": TEXT}})
SUPPORT_SCHEMA = object_schema({"supported": {"type": "array", "items": YES_OR_NO}})
ASKED_BACK_SCHEMA = object_schema({"questions": {"type": "array", "items": TEXT}, "noncommittal": YES_OR_NO})
USERS_SCHEMA = object_schema(
    {"users": {"type": "array", "items": object_schema({"user": TEXT, "tasks": {"type": "array", "items": TEXT}})}}
)
QUESTIONS_SCHEMA = object_schema({"questions": {"type": "array", "items": TEXT}})


def comparison_schema(criteria: tuple[str, ...]) -> dict[str, object]:
    """1 is the first answer, 2 the second, 0 neither; the reason comes before it."""
    winner = {"type": "integer", "enum": [0, 1, 2]}
    return object_schema({name: object_schema({"reason": TEXT, "winner": winner}) for name in criteria})


DEFINITIONS: tuple[PromptDefinition, ...] = (
    PromptDefinition("persona", _("A person asks on (German)"), ("persona", "question"), ()),
    PromptDefinition("persona-en", _("A person asks on (English)"), ("persona", "question"), ()),
    PromptDefinition("persona-ja", _("A person asks on (Japanese)"), ("persona", "question"), ()),
    PromptDefinition("judge", _("Rate an answer"), ("context", "question", "answer"), ("reference", "language")),
    PromptDefinition("judge-dialogue", _("Check a whole dialogue"), ("history", "aspect"), ("language",)),
    PromptDefinition("judge-statements", _("Divide an answer into statements"), ("question", "answer", "task"), ()),
    PromptDefinition(
        "judge-support", _("Check which statements a text supports"), ("statements", "text", "task"), ("question",)
    ),
    PromptDefinition("judge-questions", _("Find the questions to an answer"), ("answer", "task"), ()),
    PromptDefinition(
        "compare", _("Compare two answers"), ("question", "answer_one", "answer_two", "criteria"), ("language",)
    ),
    PromptDefinition("generate-users", _("Invent people who ask and their tasks"), ("text", "number"), ("language",)),
    PromptDefinition(
        "generate-questions",
        _("Invent questions to the collection"),
        ("text", "user", "chore", "number"),
        ("language",),
    ),
)
