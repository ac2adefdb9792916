"""What a check of a connection has found, in German and English: of a model server here, of Slack and Teams in chat."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.utils import translation

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

State = Literal["ok", "problem", "off", "unknown"]
LANGUAGES = ("de", "en")


@dataclass(frozen=True, slots=True)
class Finding:
    """`fix` says what to do, empty when there is nothing to do. Both are lazy texts with `values` to be filled in."""

    name: str
    state: State
    message: "_StrOrPromise"
    fix: "_StrOrPromise" = ""
    values: tuple[tuple[str, str], ...] = ()

    def said(self, text: "_StrOrPromise") -> str:
        """Says the text in the language in force."""
        return str(text) % dict(self.values) if self.values and text else str(text)

    @property
    def sentence(self) -> str:
        return f"{self.said(self.message)} {self.said(self.fix)}".strip()

    def as_json(self) -> dict[str, object]:
        texts: dict[str, dict[str, str]] = {"message": {}, "fix": {}}
        for language in LANGUAGES:
            with translation.override(language):
                texts["message"][language], texts["fix"][language] = self.said(self.message), self.said(self.fix)
        return {"name": self.name, "state": self.state, **texts}


@dataclass(frozen=True, slots=True)
class ModelReport:
    """One model at one endpoint."""

    endpoint: str
    model: str
    findings: tuple[Finding, ...]

    @property
    def is_well(self) -> bool:
        return all(finding.state != "problem" for finding in self.findings)

    def as_json(self) -> dict[str, object]:
        checks = [finding.as_json() for finding in self.findings]
        return {"endpoint": self.endpoint, "model": self.model, "ok": self.is_well, "checks": checks}
