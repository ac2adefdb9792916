"""The table of endpoints: model servers."""

from typing import Protocol
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.llm.endpoints.allowed_addresses import leads_into_private_network
from apps.llm.endpoints.api_keys_from_environment import (
    is_key_variable,
    key_from_environment,
    may_send_key,
    read_api_key,
)
from apps.llm.endpoints.encrypted_api_keys import open_seal


def slots_by_endpoint() -> dict[tuple[str, str], int]:
    """How many calls at once each server gets, by name and address of its endpoint. One query."""
    return {
        (name, url): most for name, url, most in Endpoint.objects.values_list("name", "base_url", "max_concurrency")
    }


class Endpoint(models.Model):
    """An OpenAI-compatible server. Its key stays in the environment, or is sealed if it was typed into the console."""

    name = models.CharField(_("name"), max_length=100, unique=True)
    base_url = models.URLField(_("base URL"), max_length=500, help_text=_("For example https://models.example/v1"))
    api_key_variable = models.CharField(
        _("variable with the key"),
        max_length=100,
        default="OPENAI_API_KEY",
        blank=True,
        validators=[RegexValidator(r"^[A-Z][A-Z0-9_]*$", _("Use the name of an environment variable, never the key."))],
        help_text=_("Name of the environment variable that holds the key (or NAME_FILE with the path of a file)."),
    )
    max_concurrency = models.PositiveSmallIntegerField(
        _("calls at once"),
        default=8,
        validators=[MinValueValidator(1), MaxValueValidator(256)],
        help_text=_(
            "Of all processes together, in the background. Answers that somebody reads as they are written take no "
            "place."
        ),
    )
    call_seconds = models.PositiveSmallIntegerField(
        _("longest call in seconds"),
        null=True,
        blank=True,
        validators=[MinValueValidator(5), MaxValueValidator(3_600)],
        help_text=_(
            "Until the whole reply is there; until its first word nothing else counts. Empty: as the operator has set "
            "it, 60 for answers and 180 in the background. Answers that somebody waits for end after 110."
        ),
    )
    sealed_key = models.TextField(_("sealed key"), blank=True, default="", editable=False)
    supports_json_schema = models.BooleanField(_("understands JSON schemas"), default=True)
    is_remote = models.BooleanField(
        _("text leaves the house"),
        default=True,
        help_text=_(
            "The server belongs to somebody else. People are told so before they type, and collections that stay in "
            "the house are never sent there."
        ),
    )
    is_active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("endpoint")
        verbose_name_plural = _("endpoints")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def api_key(self) -> str:
        """The key for this address, the one that was typed in first; empty when there is none."""
        if self.sealed_key:
            return open_seal(self.sealed_key, self.base_url)
        return read_api_key(self.api_key_variable, self.base_url)

    def clean(self) -> None:
        try:
            _port = urlsplit(self.base_url).port
        except ValueError:
            raise ValidationError(
                {"base_url": _("The address '%(url)s' has a port that does not exist.") % {"url": self.base_url}}
            ) from None
        if problems := endpoint_problems(self.base_url, self.api_key_variable):
            raise ValidationError(dict(problems))


class HasEndpoint(Protocol):
    """A row of a language model or of an embedding model; the built-in ones have no endpoint."""

    @property
    def endpoint(self) -> "Endpoint | None": ...


def is_remote_model(row: HasEndpoint) -> bool:
    """Whether what this model is given is sent to somebody else's server. No query when the endpoint is loaded."""
    return row.endpoint is not None and row.endpoint.is_remote


def endpoint_problems(base_url: str, api_key_variable: str) -> dict[str, str]:
    """Field -> why the operator's settings forbid it, as far as the row itself shows. No network."""
    problems = {}
    if leads_into_private_network(base_url):
        problems["base_url"] = _(
            "'%(url)s' is in a private network. Only the operator can allow it, with MODEL_HOSTS=%(host)s."
        ) % {"url": base_url, "host": urlsplit(base_url).netloc.rpartition("@")[2]}
    if api_key_variable and not is_key_variable(api_key_variable):
        problems["api_key_variable"] = _(
            "Keys may not be taken from %(variable)s. The operator decides that with API_KEY_VARIABLES: %(allowed)s."
        ) % {"variable": api_key_variable, "allowed": ", ".join(settings.API_KEY_VARIABLES)}
    elif api_key_variable and key_from_environment(api_key_variable) and not may_send_key(api_key_variable, base_url):
        problems["api_key_variable"] = _(
            "The key in %(variable)s is not for '%(url)s'. The operator decides that with API_KEY_HOSTS; leave this "
            "empty for a server that asks for no key."
        ) % {"variable": api_key_variable, "url": base_url}
    return problems
