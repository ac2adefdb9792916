"""The outcome of a rewrite: sentences with what was found in them, and the JSON of the command and the API."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from django.utils.translation import gettext as _

from apps.simplify.checks.rate_rewrite_safety import RewriteLevel
from apps.simplify.text.readability import Readability
from apps.simplify.text.rewrite_fidelity_violation import Violation

DRAFT_LABEL = "Einfache Sprache (Entwurf)"
"""Never "Leichte Sprache": that is written by rules of its own and proved by the people it is for."""
Action = Literal["repaired", "kept_original", "flagged"]


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """A violation and what became of it. "flagged" has no counterpart: something was added and is left out again."""

    violation: Violation
    action: Action

    def as_json(self) -> dict[str, Any]:
        violation = self.violation
        return {
            "kind": violation.kind,
            "before": violation.before,
            "after": violation.after,
            "action": self.action,
        }


@dataclass(frozen=True, slots=True)
class RewrittenSentence:
    """One or more sentences of the original and what they became; `separator` is what follows them in the rewrite."""

    before: str
    after: str
    separator: str
    kept_original: bool = False
    level: RewriteLevel = RewriteLevel.PLEASE_READ
    differences: tuple[str, ...] = ()
    """What no rule explains, such as "kann -> darf"."""
    findings: tuple[CheckFinding, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "before": self.before,
            "after": self.after,
            "kept_original": self.kept_original,
            "original": self.before,
            "text": self.after,
            "level": str(self.level),
            "differences": list(self.differences),
        }

    @classmethod
    def from_facts(cls, facts: dict[str, Any]) -> Self:
        """What `dataclasses.asdict` made of it, after a way through JSON."""
        findings = [CheckFinding(Violation(**one["violation"]), one["action"]) for one in facts["findings"]]
        told = {"level": RewriteLevel(facts["level"]), "differences": tuple(facts["differences"])}
        return cls(**{**facts, **told, "findings": tuple(findings)})


@dataclass(frozen=True, slots=True)
class RewriteOutcome:
    """`models` in the order in which they were tried; `model` wrote most of the text."""

    original: str
    sentences: tuple[RewrittenSentence, ...]
    parts: int
    model: str
    tried_models: tuple[str, ...]
    text_type: str
    prompt_version: str
    seconds: float
    tokens: dict[str, int]
    readability: tuple[Readability | None, Readability | None] = (None, None)
    """Before and after; None for a text without words."""
    stood_in: bool = False
    """True when the built-in rules wrote because no model answered or none may be asked."""
    stand_in: dict[str, str] | None = None
    """Who wrote in whose place and why (`model`, `instead_of`, `reason`); None when the first choice wrote it all."""

    @property
    def text(self) -> str:
        return rewritten_text(self.sentences)

    @property
    def label(self) -> str:
        """What stands above the text, in the language that is active: made by a machine, and by which kind."""
        if not self.stood_in:
            return _("Plain language (draft)")
        return f"{_('Plain language (draft)')} · {_('No model answered: the built-in rules have written this.')}"

    def as_json(self) -> dict[str, Any]:
        before, after = self.readability
        return {
            "text": self.text,
            "label": DRAFT_LABEL,
            "model": self.model,
            "tried_models": list(self.tried_models),
            "parts": self.parts,
            "violations": [finding.as_json() for sentence in self.sentences for finding in sentence.findings],
            "sentences": [sentence.as_json() for sentence in self.sentences if sentence.before],
            "readability": {
                "before": before.as_json() if before else None,
                "after": after.as_json() if after else None,
            },
            "text_type": self.text_type,
            "prompt_version": self.prompt_version,
            "stood_in": self.stood_in,
            "stand_in": self.stand_in,
            "seconds": round(self.seconds, 3),
            "tokens": self.tokens,
        }


def rewritten_text(sentences: Sequence[RewrittenSentence]) -> str:
    """The text of the rewrite, paragraphs as in the original."""
    return "".join(sentence.after + sentence.separator for sentence in sentences).strip()
