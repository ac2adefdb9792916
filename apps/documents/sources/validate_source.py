"""Validates a source as it stands in the form: a sentence for each field that is wrong."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError
from apps.documents.models import Source
from apps.documents.models.next_run_from_cron import cron_problem
from apps.documents.sources.allowed_locations import check_location
from apps.documents.sources.connector_registry import CONNECTORS
from apps.documents.sources.connectors.connector import Connector
from apps.documents.sources.connectors.source_item import SourceError
from apps.outbound_network.host_allowlist import parse_host


def check_source(source: Source) -> None:
    """Raises ValidationError."""
    problems: dict[str, Any] = {}
    if (kind := CONNECTORS.get(source.kind)) is not None:
        problems["options"] = option_problems(source.options, kind)
        problems["location"] = location_problems(source.location, kind)
    problems["hosts"] = [problem for host in source.hosts or [] for problem in host_problems(host)]
    if source.schedule and (problem := cron_problem(source.schedule)):
        problems["schedule"] = [
            _("'%(schedule)s' is no cron expression (%(problem)s). Use five fields such as 0 5 * * *.")
            % {"schedule": source.schedule, "problem": problem}
        ]
    if found := {field: sentences for field, sentences in problems.items() if sentences}:
        raise ValidationError(found)


def option_problems(options: object, kind: Connector) -> list[str]:
    if not isinstance(options, Mapping):
        return [_("Options are an object such as {}.")]
    return [problem for name, value in options.items() for problem in option_problem(name, value, kind)]


def option_problem(name: str, value: object, kind: Connector) -> list[str]:
    """A value must be of the type its default has; lists hold texts."""
    if name not in kind.options:
        known = ", ".join(sorted(kind.options))
        return [_("There is no option '%(name)s'. Known: %(known)s.") % {"name": name, "known": known}]
    default = kind.options[name]
    right = type(value) is type(default) and (
        not isinstance(value, list) or all(isinstance(each, str) and each for each in value)
    )
    if right and not (isinstance(value, int) and value < 0):
        return []
    return [
        _("The option '%(name)s' is %(value)s, use something like %(default)s.")
        % {"name": name, "value": str(value)[:100], "default": default}
    ]


def location_problems(location: str, kind: Connector) -> list[str]:
    try:
        check_location(location, kind, trusted=False)
    except (SourceError, FetchError) as error:
        return [str(error)]
    return []


def host_problems(entry: str) -> list[str]:
    """Private networks are the operator's to allow, not the editor's."""
    try:
        host = parse_host(entry)
    except ValueError:
        return [_("'%(host)s' is no host. Use a name such as www.example.org.") % {"host": entry[:100]}]
    if host.is_private:
        return [
            _("'%(host)s' is in a private network. Only the operator can allow it, with IMPORT_HOSTS.")
            % {"host": entry[:100]}
        ]
    return []
