"""The results of checks: what each has found, in German and English."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

State = Literal["ok", "problem", "off", "unknown"]
LANGUAGES = ("de", "en")
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


@dataclass(frozen=True, slots=True)
class CheckResult:
    """`fix` says what to do; empty when nothing is to be done. Both are lazy texts with `values` to be filled in."""

    name: str
    state: State
    message: "_StrOrPromise"
    fix: "_StrOrPromise" = ""
    values: tuple[tuple[str, str], ...] = ()

    def said(self, text: "str | Promise") -> str:
        """In the language in force."""
        return str(text) % dict(self.values) if self.values and text else str(text)

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

    def as_json(self) -> dict[str, object]:
        texts: dict[str, dict[str, str]] = {"message": {}, "fix": {}}
        for language in LANGUAGES:
            with translation.override(language):
                texts["message"][language], texts["fix"][language] = self.shown, self.advice
        return {"name": self.name, "state": self.state, **texts}


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
