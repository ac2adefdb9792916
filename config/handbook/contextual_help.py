"""Contextual help: which chapter explains a page of the console."""

from django.urls import ResolverMatch

from config.handbook.chapters import START

CHAPTER_OF = {
    "auth": "people",
    "chat": "gaps",
    "chat_channels": "channels",
    "chat_interaction": "channels",
    "chat_platformuser": "channels",
    "chat_room": "channels",
    "chat_servicerules": "rules",
    "config": "operation",
    "conflicts": "gaps",
    "django_q": "operation",
    "documents": "upload",
    "documents_collection": "sources",
    "documents_importbudget": "sources",
    "documents_receipt": "sources",
    "documents_source": "sources",
    "documents_sourcerun": "sources",
    "evaluation": "suites",
    "evaluation_draft": "prompts",
    "evaluation_release": "prompts",
    "evaluation_review": "reviews",
    "graph": "graph",
    "llm": "models",
    "llm_prompt": "prompts",
    "llm_promptuse": "prompts",
    "oauth2_provider": "operation",
    "retrieval": "profiles",
    "simplify": "protected-words",
    "simplify_modelsettings": "models",
    "topics": "gaps",
}
"""By app, or by app and model as the names of the console's addresses begin; the longest beginning counts."""


def help_chapter_for_page(match: ResolverMatch | None) -> str:
    """The chapter for the page that the address was resolved to; the first one for pages that belong to no app."""
    name = (match.kwargs.get("app_label") or match.url_name or "") if match else ""
    parts = name.split("_")
    beginnings = ("_".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((CHAPTER_OF[each] for each in beginnings if each in CHAPTER_OF), START)
