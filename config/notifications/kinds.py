"""The kinds of events, each with its sentence and the right that somebody needs to hear of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.documents.status_messages import sentence

Words = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NotificationKind:
    """`said` makes the sentence, in the language that is active, of the words of an event."""

    title: str | Promise
    right: str
    said: Callable[[Words], str]
    by_mail: bool = True
    """Unless the person has chosen something else."""


def import_failed(words: Words) -> str:
    return _("Documents of the collection '%(collection)s' could not be read.") % words


def source_alarm(words: Words) -> str:
    alarm = sentence(words["code"], words["detail"])
    return _("Source '%(name)s': %(alarm)s") % {"name": words["name"], "alarm": alarm}


def budget(words: Words) -> str:
    shown = {"name": str(BUDGETS[words["budget"]]), "limit": number_format(words["limit"])}
    if words["is_spent"]:
        return _("%(name)s is spent for today (limit: %(limit)s).") % shown
    return _("Four fifths of today are spent: %(name)s (limit: %(limit)s).") % shown


def model_server(words: Words) -> str:
    if words["is_back"]:
        return _("The model server '%(endpoint)s' is back") % words
    return _("The model server '%(endpoint)s' is down") % words


def gate_result(words: Words) -> str:
    said = _("has passed and can go live") if words["passes"] else _("has not passed")
    return _("Measured: %(draft)s %(said)s.") % {"draft": words["draft"], "said": said}


def weak_sample(words: Words) -> str:
    shown = {"day": words["day"], "mean": number_format(f"{words['mean']:.2f}", 2)}
    return _("The sample of answers of %(day)s scored %(mean)s on average.") % shown


def gap_assigned(words: Words) -> str:
    # Not the question: whether its owner may read it is decided by the list.
    return _("A gap was assigned to you.")


BUDGETS = {
    "cost": gettext_lazy("The budget of the day"),
    "tokens": gettext_lazy("The tokens of the day"),
    "import_cost": gettext_lazy("The budget of imports"),
    "import_tokens": gettext_lazy("The tokens of imports"),
}

KINDS: dict[str, NotificationKind] = {
    "import_failed": NotificationKind(
        gettext_lazy("Documents could not be read"), "documents.view_document", import_failed, by_mail=False
    ),
    "source_alarm": NotificationKind(
        gettext_lazy("Alarms of sources"), "documents.view_sourcerun", source_alarm
    ),
    "budget": NotificationKind(gettext_lazy("Budgets, at 80 % and spent"), "llm.view_modelcall", budget),
    # Administrators get a mail of their own about outages (config/monitoring/model_server_alarms.py).
    "model_server": NotificationKind(
        gettext_lazy("Model servers that are down, and back"), "llm.view_modeloutage", model_server, by_mail=False
    ),
    "gate_result": NotificationKind(
        gettext_lazy("My drafts are measured"), "evaluation.view_draft", gate_result
    ),
    "weak_sample": NotificationKind(
        gettext_lazy("Weak samples of real answers"), "evaluation.view_sampling", weak_sample
    ),
    "gap_assigned": NotificationKind(
        gettext_lazy("Gaps are assigned to me"), "chat.view_gap", gap_assigned
    ),
}  # fmt: skip
