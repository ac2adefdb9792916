"""Event kinds, each with its message and the permission somebody needs to be notified."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.documents.status_messages import status_sentence
from apps.llm.errors import ModelErrorCode, model_error

Words = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NotificationKind:
    """`said` makes the sentence, in the language that is active, of the words of an event."""

    title: str | Promise
    right: str
    said: Callable[[Words], str]
    by_mail: bool = True
    """Unless the person has chosen something else."""
    details: Callable[[Words], str] = lambda words: ""
    """What stands below the sentence in a mail."""
    goes_to_alarm_addresses: bool = False
    """Config/monitoring writes to ALARM_ADDRESSES about it; people with such an address get no second mail."""


def import_failed_sentence(words: Words) -> str:
    return _("Documents of the collection '%(collection)s' could not be read.") % words


def source_alarm_sentence(words: Words) -> str:
    alarm = status_sentence(words["code"], words["detail"])
    return _("Source '%(name)s': %(alarm)s") % {"name": words["name"], "alarm": alarm}


def budget_sentence(words: Words) -> str:
    # Money with two decimals, tokens in groups of three.
    limit = number_format(words["limit"], 2 if "cost" in words["budget"] else 0, force_grouping=True)
    shown = {"name": str(BUDGETS[words["budget"]]), "limit": limit}
    if words["is_spent"]:
        return _("%(name)s is spent for today (limit: %(limit)s).") % shown
    return _("Four fifths of today are spent: %(name)s (limit: %(limit)s).") % shown


def budget_details(words: Words) -> str:
    """What happens where it is spent, and what can be done."""
    if words["budget"].startswith("import"):
        return _("When it is spent, documents wait until tomorrow, or until somebody raises the budget.")
    return _(
        "When it is spent, questions are answered with sentences of the documents until midnight, and the page says "
        "so. Administrators raise it in the rules of the service."
    )


def model_server_sentence(words: Words) -> str:
    if words["is_back"]:
        return _("The model server '%(endpoint)s' is back") % words
    return _("The model server '%(endpoint)s' is down") % words


def model_server_details(words: Words) -> str:
    if words["is_back"]:
        shown = {name: short_date(words[name]) for name in ("began", "ended")}
        return _("It was down from %(began)s to %(ended)s.") % shown
    problem = str(model_error(cast(ModelErrorCode, words["reason"]), words["endpoint"]))
    later = _(
        "Until it is back the next model in the order answers, or the built-in one, and every such answer says so. "
        "The server is asked once a minute whether it is back; you get one more mail then."
    )
    return f"{problem}\n\n{later}"


def short_date(stored: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(stored)), "SHORT_DATETIME_FORMAT")


def proved_answers_sentence(words: Words) -> str:
    return _("Fewer answers are proved than before")


def proved_answers_details(words: Words) -> str:
    """A line for each model."""
    line = _(
        "%(model)s: %(proved)d of %(written)d answers proved in the last day, %(before)d of %(all)d in the week before."
    )
    advice = _("Look at the latest answers, and at what was changed: model, prompt, documents.")
    return "\n".join([*(line % model for model in words["models"]), "", advice])


def gate_result_sentence(words: Words) -> str:
    said = _("has passed and can go live") if words["passes"] else _("has not passed")
    return _("Measured: %(draft)s %(said)s.") % {"draft": words["draft"], "said": said}


def weak_sample_sentence(words: Words) -> str:
    shown = {"day": words["day"], "mean": number_format(f"{words['mean']:.2f}", 2)}
    return _("The sample of answers of %(day)s scored %(mean)s on average.") % shown


def gap_assigned_sentence(words: Words) -> str:
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
        gettext_lazy("Documents could not be read"), "documents.view_document", import_failed_sentence, by_mail=False
    ),
    "source_alarm": NotificationKind(
        gettext_lazy("Alarms of sources"), "documents.view_sourcerun", source_alarm_sentence
    ),
    "budget": NotificationKind(
        gettext_lazy("Budgets, at 80 % and spent"), "llm.view_modelcall", budget_sentence, details=budget_details
    ),
    "model_server": NotificationKind(
        gettext_lazy("Model servers that are down, and back"), "llm.view_modeloutage", model_server_sentence,
        details=model_server_details, goes_to_alarm_addresses=True,
    ),
    "proved_answers": NotificationKind(
        gettext_lazy("Fewer answers are proved than before"), "chat.view_conversation", proved_answers_sentence,
        details=proved_answers_details, goes_to_alarm_addresses=True,
    ),
    "gate_result": NotificationKind(
        gettext_lazy("My drafts are measured"), "evaluation.view_draft", gate_result_sentence
    ),
    "weak_sample": NotificationKind(
        gettext_lazy("Weak samples of real answers"), "evaluation.view_sampling", weak_sample_sentence
    ),
    "gap_assigned": NotificationKind(
        gettext_lazy("Gaps are assigned to me"), "chat.view_gap", gap_assigned_sentence
    ),
}  # fmt: skip
