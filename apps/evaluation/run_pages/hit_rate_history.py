"""The history of hit rates over runs of the same questions."""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from apps.evaluation.hit_rates.hit_rate_runs import shown_depth, shown_hit_rate
from apps.evaluation.models import Run, RunKind
from apps.evaluation.statistics.trend_charts import ChartPoint, trend_chart

RUNS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class HitRateHistory:
    """The history of an algorithm or profile; `rows` are the runs with their points, oldest first."""

    name: str
    chart: SafeString
    rows: list[tuple[Run, ChartPoint]]


def hit_rate_histories(run: Run) -> list[HitRateHistory]:
    """For all that this run measured and another one of the same questions did, too. One query."""
    same = Run.objects.filter(kind=RunKind.HIT_RATE, result__asked=run.result["asked"]).order_by("-pk")
    runs = list(same[:RUNS_SHOWN])[::-1]
    found = [
        (name, [(each, history_point(each, name)) for each in runs if name in each.result["algorithms"]])
        for name in run.result["algorithms"]
    ]
    return [HitRateHistory(name, history_chart(name, rows), rows) for name, rows in found if len(rows) > 1]


def history_point(run: Run, name: str) -> ChartPoint:
    figures = run.result["algorithms"][name]
    low, high = figures["interval_95"][shown_depth(figures)]
    return ChartPoint(date_format(localtime(run.finished_at), "j.n."), shown_hit_rate(figures), low, high)


def history_chart(name: str, rows: list[tuple[Run, ChartPoint]]) -> SafeString:
    return trend_chart([each for _run, each in rows], _("Hit rate of %(name)s by run") % {"name": name})
