"""The checklist of a new installation: what it needs before the public should meet it; gone when all is done."""

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.chat.models.service_settings import load_service_rules
from apps.documents.models import Document
from apps.evaluation.models import Run, RunState
from apps.llm.models import ChatModel
from config.processes.create_administrator import ADMINISTRATOR_NAME, password_file

DEMO = "demo"
"""The short name of the collection and the suite that come with the product."""


@dataclass(frozen=True, slots=True)
class FirstStep:
    """What to do, why, whether it is done, and where."""

    title: str
    reason: str
    is_done: bool
    url: str


def first_steps(request: HttpRequest) -> list[FirstStep]:
    """Returns the steps that this person may do; empty when all of them are done. Two queries at most."""
    mine = {step: STEPS[step] for step, right in STEP_PERMISSIONS.items() if request.user.has_perm(right)}
    done = completed_steps() if mine else {}
    steps = [
        FirstStep(str(title), str(reason), done[step], reverse(name, args=arguments))
        for step, (title, reason, name, *arguments) in mine.items()
    ]
    return [] if all(step.is_done for step in steps) else steps


def completed_steps() -> dict[str, bool]:
    """Tells by the name of a step whether it is done. One query beside the rules."""
    in_force = load_service_rules()
    account = User.objects.filter(username=ADMINISTRATOR_NAME, is_active=True).values("password")[:1]
    found = ContentType.objects.order_by("pk").values_list(
        Subquery(account),
        Exists(ChatModel.objects.filter(is_active=True, endpoint__is_active=True)),
        Exists(Document.objects.exclude(collection__slug=DEMO)),
        Exists(Run.objects.filter(state=RunState.FINISHED).exclude(suite__slug=DEMO)),
    )
    password, has_model, has_documents, has_run = found[0]
    return {
        "password": password is None or not is_first_password(password),
        "name": str(settings.SITE_NAME) != "Auskunft",
        "contact": bool(in_force.contact),
        "imprint": bool(in_force.imprint_url),
        "model": has_model,
        "documents": has_documents,
        "run": has_run,
    }


@lru_cache(maxsize=4)
def is_first_password(encoded: str) -> bool:
    # Comparing is slow on purpose, so it is done once for each password that was ever set.
    file = password_file(settings.AUSKUNFT_DATA)
    return file.is_file() and check_password(file.read_text(encoding="utf-8").strip(), encoded)


STEP_PERMISSIONS = {
    "password": "chat.change_servicerules",
    "name": "chat.change_servicerules",
    "contact": "chat.change_servicerules",
    "imprint": "chat.change_servicerules",
    "model": "llm.add_endpoint",
    "documents": "documents.change_document",
    "run": "evaluation.add_suite",
}
"""By the name of a step, in the order in which they are best done: the right that makes it somebody's."""

STEPS: dict[str, tuple[Promise, Promise, str, *tuple[str, ...]]] = {
    "password": (
        _("Set a password of your own"),
        _("The first one lies in a file on the server."),
        "admin:password_change",
    ),
    "name": (
        _("Give the service its name"),
        _("SITE_NAME in the settings of the operator."),
        "help-chapter",
        "operation",
    ),
    "contact": (
        _("Name a contact"),
        _("It stands below every answer that the documents do not have."),
        "admin:chat_servicerules_changelist",
    ),
    "imprint": (
        _("Link the imprint"),
        _("Public bodies owe it on every page."),
        "admin:chat_servicerules_changelist",
    ),
    "model": (
        _("Connect a language model"),
        _("Without one, answers are made of sentences from the documents."),
        "admin:llm_connect_model",
    ),
    "documents": (
        _("Upload documents of your own"),
        _("So far only the demonstration is there."),
        "admin:documents_document_upload",
    ),
    "run": (
        _("Measure a first suite"),
        _("Questions with known answers show how good the service is."),
        "admin:evaluation_suite_add",
    ),
}
"""What to do, why, and name and parts of the address."""
