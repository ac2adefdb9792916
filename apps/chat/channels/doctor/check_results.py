"""Results of the channel checks, and the report of each platform."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.llm.doctor.findings import Finding

LABELS: dict[str, Promise] = {
    "clock": _("clock"),
    "events": _("events"),
    "extra": _("additional package"),
    "keys": _("keys"),
    "login": _("sign-in"),
    "reachable": _("can be reached"),
    "scopes": _("permissions"),
    "settings": _("settings"),
    "signing_secret": _("signing secret"),
    "socket_mode": _("socket mode"),
    "token": _("token"),
    "workspace": _("workspace"),
}


class CheckResult(Finding):
    """A finding as the page of the channels shows it."""

    __slots__ = ()

    @property
    def label(self) -> str:
        """What was checked, for people; programs read `name`."""
        return str(LABELS.get(self.name, self.name))

    @property
    def shown(self) -> str:
        return self.said(self.message)

    @property
    def advice(self) -> str:
        return self.said(self.fix)


@dataclass(frozen=True, slots=True)
class PlatformReport:
    """One platform: its findings, and the manifest that connects this installation."""

    platform: str
    connected: bool
    findings: tuple[CheckResult, ...]
    manifest: dict[str, Any]

    @property
    def is_well(self) -> bool:
        return all(finding.state != "problem" for finding in self.findings)

    @property
    def manifest_text(self) -> str:
        return json.dumps(self.manifest, ensure_ascii=False, indent=2)

    def as_json(self) -> dict[str, object]:
        return {
            "connected": self.connected,
            "ok": self.is_well,
            "checks": [finding.as_json() for finding in self.findings],
            "manifest": self.manifest,
        }
