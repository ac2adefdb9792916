"""The data of the sentence view for its template: changed words, findings, decisions, and readability."""

import json
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.simplify.checks.rate_rewrite_safety import RewriteLevel
from apps.simplify.rewriting.rewrite_outcome import CheckFinding, RewrittenSentence
from apps.simplify.rewriting.violation_messages import KIND_NAMES
from apps.simplify.text.readability import Readability
from apps.text.diff import DiffPart, diff_words

ACTION_NAMES = {
    "repaired": lambda: _("repaired"),
    "kept_original": lambda: _("the original stays"),
    "flagged": lambda: _("left out"),
}


LEVEL_NAMES: dict[RewriteLevel, Promise] = {
    RewriteLevel.UNCHANGED: gettext_lazy("unchanged"),
    RewriteLevel.DERIVED: gettext_lazy("every difference explained"),
    RewriteLevel.CHECKED: gettext_lazy("checked by a second model"),
    RewriteLevel.PLEASE_READ: gettext_lazy("please read: not every difference is explained"),
    RewriteLevel.KEPT: gettext_lazy("the original stays"),
}


@dataclass(frozen=True, slots=True)
class ShownFinding:
    kind: str
    sentence: str
    action: str
    is_open: bool
    """True where the original had to stay."""


@dataclass(frozen=True, slots=True)
class ShownSentence:
    number: int
    sentence: RewrittenSentence
    left: list[DiffPart]
    right: list[DiffPart]
    findings: list[ShownFinding]

    @property
    def changed(self) -> bool:
        return self.sentence.before != self.sentence.after

    @property
    def level_label(self) -> str:
        return str(LEVEL_NAMES[self.sentence.level])

    @property
    def please_compare(self) -> list[str]:
        """What no rule explains, unless a second reader has found it faithful."""
        if self.sentence.level == RewriteLevel.CHECKED:
            return []
        return [describe_difference(one) for one in self.sentence.differences]

    @property
    def proposal(self) -> str:
        """The form for a synonym that explains this sentence, filled in as far as it is known; empty without need."""
        if self.sentence.level != RewriteLevel.PLEASE_READ or not self.sentence.differences:
            return ""
        official, _arrow, plain = self.sentence.differences[0].partition(" -> ")
        words = {} if "∅" in (official, plain) else {"official": official, "plain": plain}
        given = words | {"original": self.sentence.before, "rewrite": self.sentence.after}
        return f"{reverse('admin:simplify_synonym_add')}?{urlencode(given)}"

    @property
    def rows(self) -> int:
        """Height of the field for editing."""
        return min(12, 2 + len(self.sentence.after) // 60)

    @property
    def packed(self) -> str:
        """What the form sends back: nothing is kept on the server."""
        one = self.sentence
        return json.dumps([self.number, one.before, one.after, one.separator], ensure_ascii=False)


def build_shown_sentence(sentence: RewrittenSentence, number: int) -> ShownSentence:
    left, right = diff_words(sentence.before, sentence.after)
    return ShownSentence(number, sentence, left, right, [build_shown_finding(finding) for finding in sentence.findings])


def build_shown_finding(finding: CheckFinding) -> ShownFinding:
    violation = finding.violation
    return ShownFinding(
        kind=str(KIND_NAMES[violation.kind]),
        sentence=describe_change(violation.before, violation.after),
        action=ACTION_NAMES[finding.action](),
        is_open=finding.action == "kept_original",
    )


def describe_change(before: str | None, after: str | None) -> str:
    if before and before == after:
        return _("“%(before)s” stands in the original, too") % {"before": before}
    if before and after:
        return _("“%(before)s” became “%(after)s”") % {"before": before, "after": after}
    if before:
        return _("“%(before)s” was missing") % {"before": before}
    return _("“%(after)s” was added") % {"after": after or ""}


def describe_difference(written: str) -> str:
    """Says "kann -> darf" as people would; "∅" stands for a side that has nothing."""
    before, _arrow, after = ("" if side == "∅" else side for side in written.partition(" -> "))
    return describe_change(before, after)


@dataclass(frozen=True, slots=True)
class ReadabilityFigure:
    """One measure before and after, ready for the table; `better` is None where nothing changed."""

    label: str
    before: str
    after: str
    better: bool | None


def readability_figures(before: Readability | None, after: Readability | None) -> list[ReadabilityFigure]:
    if before is None or after is None:
        return []
    return [
        build_readability_figure(_("Flesch (Amstad), higher is easier"), before, after, "flesch_amstad", rises=True),
        build_readability_figure(_("Wiener Sachtextformel 1 (school year)"), before, after, "wiener_1"),
        build_readability_figure(_("Wiener Sachtextformel 2 (school year)"), before, after, "wiener_2"),
        build_readability_figure(_("Wiener Sachtextformel 3 (school year)"), before, after, "wiener_3"),
        build_readability_figure(_("Wiener Sachtextformel 4 (school year)"), before, after, "wiener_4"),
        build_readability_figure("LIX", before, after, "lix"),
        build_readability_figure(_("Sentences over 20 words"), before, after, "long_sentences", percent=True),
        build_readability_figure(_("Sentences with a passive"), before, after, "passive_sentences", percent=True),
        build_readability_figure(_("Nouns made of verbs"), before, after, "nominal_style", percent=True),
    ]


def build_readability_figure(
    label: str, before: Readability, after: Readability, name: str, *, rises: bool = False, percent: bool = False
) -> ReadabilityFigure:
    old, new = float(getattr(before, name)), float(getattr(after, name))
    form = "{:.0%}" if percent else "{:.1f}"
    texts = form.format(old), form.format(new)
    better = None if texts[0] == texts[1] else (new > old) is rises
    return ReadabilityFigure(label, localise_number(texts[0]), localise_number(texts[1]), better)


def localise_number(number: str) -> str:
    from django.utils.formats import get_format

    return number.replace(".", str(get_format("DECIMAL_SEPARATOR"))).replace("%", " %")
