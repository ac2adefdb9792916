"""Compares the share of proved sentences in a run with what the suite requires, and with the run before."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.evaluation.models import Run, Suite

LEAST_CHANGE = 0.005
"""Half a percent point: less is the same figure on the page."""


@dataclass(frozen=True, slots=True)
class ProvedChange:
    """Shares from 0 to 1."""

    before: float
    after: float

    @property
    def is_lower(self) -> bool:
        return self.before - self.after >= LEAST_CHANGE


def proved_share(run: Run) -> float | None:
    """None where no answer of the run had a sentence, or the run is older than the figure."""
    figure = run.result.get("metrics", {}).get("proved_sentences", {})
    return figure.get("mean")  # type: ignore[no-any-return]


def is_of_all_sentences(run: Run) -> bool:
    """Whether its share is that of all its sentences; runs of before hold the mean of the shares of their answers."""
    return "sentences" in run.result.get("metrics", {})


def proved_change(before: Run | None, after: Run | None) -> ProvedChange | None:
    """None where one of the two has no share, or they were counted in two ways."""
    if before is None or after is None or is_of_all_sentences(before) != is_of_all_sentences(after):
        return None
    old, new = proved_share(before), proved_share(after)
    return None if old is None or new is None else ProvedChange(old, new)


def proved_share_objections(run: Run, suite: Suite) -> list[str]:
    """A sentence when the suite asks for more than the run has."""
    if suite.proved_mark is None:
        return []
    share = proved_share(run)
    if share is None:
        return [_("No sentence of the answers could be counted as proved or not.")]
    if share >= suite.proved_mark:
        return []
    said = _("Of the sentences %(share).0f %% are proved, and %(mark).0f %% must be.")
    return [said % {"share": 100 * share, "mark": 100 * suite.proved_mark}]
