"""The sections of the console's menu: which pages belong together for the people who work with them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

TECHNOLOGY = "technology"
"""Where a page goes that no section names."""

SECTIONS: dict[str, tuple[Promise, tuple[str, ...]]] = {
    "content": (
        _("Content"),
        (
            "documents.document", "documents.collection", "documents.source", "documents.sourcerun",
            "conflicts.conflict", "documents.receipt", "graph.graphindex", "graph.entity", "graph.community",
            "graph.mergesuggestion",
        ),
    ),
    "answers": (
        _("Answers"),
        (
            "chat.gap", "chat.conversation", "chat.feedback", "chat.fixedanswer", "llm.prompt", "llm.promptuse",
            "retrieval.profile", "retrieval.profileuse", "chat.servicerules", "simplify.texttype", "simplify.wordlist",
            "simplify.protectedword", "simplify.synonym", "simplify.options", "simplify.rewrite",
        ),
    ),
    "quality": (
        _("Quality"),
        (
            "evaluation.run", "evaluation.suite", "evaluation.case", "evaluation.review", "evaluation.draft",
            "evaluation.release", "evaluation.sampling", "evaluation.persona", "evaluation.criterion",
            "chat.readercalibration",
        ),
    ),
    "models": (
        _("Models and costs"),
        (
            "llm.endpoint", "llm.chatmodel", "llm.modelorder", "llm.embeddingmodel", "llm.price", "llm.modelcall",
            "llm.modeloutage", "documents.importbudget", "simplify.modelsettings",
        ),
    ),
    "people": (
        pgettext_lazy("task of the console", "People"),
        (
            "auth.user", "auth.group", "config.apitoken", "chat.room", "chat.platformuser", "chat.switchedoffworkspace",
        ),
    ),
    TECHNOLOGY: (_("Technology"), ()),
}  # fmt: skip
"""By a short name: what it is called, and its models ("app.model") in the order of the work."""

SHORTCUTS: dict[str, tuple[tuple[Promise, str, str], ...]] = {
    "content": ((_("Upload documents"), "admin:documents_document_upload", "documents.change_document"),),
    "answers": (
        (_("What people ask"), "admin:topics", "chat.view_gap"),
        (_("Try the search"), "admin:retrieval_try_out", "retrieval.view_profile"),
    ),
    "models": ((_("Connect a language model"), "admin:llm_connect_model", "llm.add_endpoint"),),
    "quality": ((_("Start a run"), "admin:evaluation_run_start", "evaluation.add_run"),),
}
"""Pages that are no list: (what to do, name of the address, the right it needs)."""

FOLDED = frozenset({TECHNOLOGY})


@dataclass(frozen=True, slots=True)
class SectionLink:
    """A page of the console; `add_url` is empty where the person may not add rows."""

    name: str
    url: str
    add_url: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One task with the pages that this person may open."""

    slug: str
    name: str
    links: list[SectionLink]
    is_open: bool


def menu_sections(apps: Iterable[Mapping[str, Any]], user: User | AnonymousUser) -> list[Section]:
    """Builds the menu from the admin's list of apps for a person, which leaves out what they may not see. No query."""
    links = {model_label(each): section_link(each) for app in apps for each in app["models"]}
    placed = {name for _title, names in SECTIONS.values() for name in names}
    rest = tuple(name for name in links if name not in placed)
    found = []
    for slug, (title, names) in SECTIONS.items():
        shown = [links[name] for name in (names or rest) if name in links]
        if every := [*shortcuts(slug, user), *shown]:
            found.append(Section(slug, str(title), every, slug not in FOLDED))
    return found


def shortcuts(slug: str, user: User | AnonymousUser) -> list[SectionLink]:
    return [
        SectionLink(str(title), reverse(address))
        for title, address, right in SHORTCUTS.get(slug, ())
        if user.has_perm(right)
    ]


def model_label(entry: Mapping[str, Any]) -> str:
    return str(entry["model"]._meta.label_lower)


def section_link(entry: Mapping[str, Any]) -> SectionLink:
    return SectionLink(str(entry["name"]), entry["admin_url"] or "", entry["add_url"] or "")
