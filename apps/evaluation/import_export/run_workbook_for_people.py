"""The workbook of a run for people: headers, states and names in their language, and no JSON in a cell.

CSV, JSON and Google Sheets keep the codes, for programs (export_run.py).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from apps.evaluation.judging.judge_agreement_with_people import calibration_of_runs
from apps.evaluation.models import Comparison, Dialogue, DialogueTurn, Persona, Run, RunKind
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.planning.variants import profile_names, variant_label
from apps.evaluation.templatetags.metric_names import labelled, turn_reason
from apps.llm.prompt_definitions.evaluation import CRITERIA

Row = list[Any]
FEWEST_TURNS = 3
"""Ten columns at least: config, then user, assistant and check for three turns."""
COLUMN = "column in the file of a run"


def sheets_for_people(run: Run, dialogues: Sequence[Dialogue]) -> dict[str, list[Row]]:
    """Rows by the name of their sheet, in the active language; the first sheet has the places of `weak_reply_cells`.

    A few queries.
    """
    match run.kind:
        case RunKind.COMPARISON:
            first = {_("Comparisons"): comparison_rows(run)}
        case RunKind.HIT_RATE:
            first = {_("Questions"): rank_rows(run)}
        case _other:
            first = {_("Dialogues"): dialogue_rows(run, dialogues), _("Turns"): turn_rows(dialogues)}
    return first | {_("Summary"): summary_rows(run)}


def dialogue_rows(run: Run, dialogues: Sequence[Dialogue]) -> list[Row]:
    """What it was asked with, then the visitor's line, the reply and the verdict of each turn."""
    most = max([FEWEST_TURNS, *(len(dialogue.turns.all()) for dialogue in dialogues)])
    of_a_turn = [pgettext(COLUMN, "user"), pgettext(COLUMN, "assistant"), pgettext(COLUMN, "check")]
    heads = [pgettext(COLUMN, "config"), *of_a_turn * most]
    personas = dict(Persona.objects.values_list("slug", "name"))
    return [heads, *(dialogue_row(run, dialogue, personas) for dialogue in dialogues)]


def dialogue_row(run: Run, dialogue: Dialogue, personas: Mapping[str, str]) -> Row:
    began = date_format(localtime(run.started_at or run.created_at), "SHORT_DATETIME_FORMAT")
    facts = {
        _("date"): began,
        _("run"): run.pk,
        _("persona"): personas.get(dialogue.persona, dialogue.persona),
        _("language"): dialogue.language,
        _("score"): format_number(dialogue.score, 2),
        _("cost"): format_number(cost_as_float(dialogue.cost), 4),
    }
    cells: Row = ["\n".join(f"{name}: {value}" for name, value in facts.items() if value != "")]
    for turn in dialogue.turns.all():
        cells += [turn.said, turn.reply, format_verdicts(turn)]
    return cells


def format_verdicts(turn: DialogueTurn) -> str:
    """What the judge said, mark by mark and why; its own words where they could not be read, how the turn ended
    where it was not asked.
    """
    said = [format_verdict(verdict) for verdict in turn.verdicts.all() if verdict.raw]
    ended = f"{turn.get_state_display()} {turn_reason(turn.reason)}".strip()
    return "\n\n".join(said) or ended


def format_verdict(verdict: Any) -> str:
    if verdict.state != DialogueTurnState.SCORED:
        return f"{verdict.get_state_display()}:\n{verdict.raw}"
    # Stored JSON has its own order of names.
    marks = {"overall": verdict.overall} | {name: verdict.criteria.get(name) for name in CRITERIA}
    lines = [f"{labelled(name)!s}: {format_number(mark, 0)}" for name, mark in marks.items() if mark is not None]
    return "\n".join([*lines, verdict.reason]).strip()


def turn_rows(dialogues: Sequence[Dialogue]) -> list[Row]:
    """A line for each turn with its figures, to sort and to sum."""
    heads = [_("dialogue"), _("turn"), _("state"), _("score"), *map(labelled, CRITERIA), labelled("seconds"),
             labelled("tokens"), _("cost"), _("reason")]  # fmt: skip
    return [
        capitalise_headings(heads),
        *(turn_row(dialogue, turn) for dialogue in dialogues for turn in dialogue.turns.all()),
    ]


def turn_row(dialogue: Dialogue, turn: DialogueTurn) -> Row:
    marks = [turn.criteria.get(name) for name in CRITERIA]
    measured = [turn.metrics.get("seconds"), turn.metrics.get("tokens"), cost_as_float(turn.cost)]
    state = turn.get_state_display()
    return [dialogue.number, turn.number, state, turn.score, *marks, *measured, turn_reason(turn.reason)]


def comparison_rows(run: Run) -> list[Row]:
    names = [name for name, _meaning in run.options["criteria"]]
    profiles = profile_names()
    both = [variant_label(run.options[side], profiles) for side in ("a", "b")]
    heads = [_("question"), *both, *map(labelled, names), _("the two orders disagree"), pgettext(COLUMN, "check")]
    rows = run.comparisons.prefetch_related("ballots")
    return [capitalise_headings(heads), *(comparison_row(each, names, both) for each in rows)]


def comparison_row(comparison: Comparison, names: Sequence[str], both: Sequence[str]) -> Row:
    won = {"a": both[0], "b": both[1], "tie": _("tie")}
    winners = [won.get(comparison.results.get(name, ""), "") for name in names]
    said = "\n\n".join(ballot.reason for ballot in comparison.ballots.all() if ballot.reason)
    answers = [comparison.answer_a, comparison.answer_b]
    disagree = yes_or_no(comparison.orders_disagree)
    return [comparison.question, *answers, *winners, disagree, said or turn_reason(comparison.failed)]


def rank_rows(run: Run) -> list[Row]:
    """For each question the place of its document in every search; empty where it was not found."""
    ranks = run.result.get("ranks", {})
    profiles = profile_names()
    lines = zip(run.result.get("questions_asked", []), *ranks.values(), strict=True)
    return [
        capitalise_headings([_("question"), *(variant_label(name, profiles) for name in ranks)]),
        *(list(line) for line in lines),
    ]


def summary_rows(run: Run) -> list[Row]:
    result = run.result
    rows: list[Row] = [
        capitalise_headings([_("what"), _("value")]),
        [_("run"), run.pk],
        [_("state"), run.get_state_display()],
    ]
    rows += [[_("mean score"), run.mean], [_("interval 95 %"), format_interval(run.low, run.high)]]
    if "calibration" in result:
        rows += calibration_rows(calibration_of_runs(run))
    states = dict(DialogueTurnState.choices)
    rows += [[str(states.get(name, name)), number] for name, number in result.get("turns", {}).items()]
    profiles, measured = profile_names(), result.get("algorithms", {})
    rows += metric_rows(result.get("criteria", {}), {})
    rows += metric_rows(measured, {name: variant_label(name, profiles) for name in measured})
    return [*rows, [labelled("tokens"), result.get("tokens")], [_("cost"), result.get("cost")]]


def calibration_rows(found: Mapping[str, Any]) -> list[Row]:
    judges = [f"{one['model']}, {one['prompt_version']}, {one['language']}" for one in found["judges"]]
    return [[_("calibrated"), yes_or_no(found["calibrated"])], [_("judges"), "; ".join(judges)]]


def metric_rows(tree: Mapping[str, Any], names: Mapping[str, str]) -> list[Row]:
    """A line for each figure, named by the way to it: "Hybrid · hit_rate · 3"."""
    return [[" · ".join(way), value] for way, value in flatten_metrics(tree, names)]


def flatten_metrics(tree: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[tuple[list[str], object]]:
    for name, value in tree.items():
        said = names.get(name) or str(labelled(name))
        if isinstance(value, Mapping):
            yield from (([said, *way], each) for way, each in flatten_metrics(value, {}))
        elif isinstance(value, list):
            yield [said], format_interval(*value) if len(value) == 2 else ", ".join(map(str, value))
        else:
            yield [said], value


def format_interval(low: object, high: object) -> str:
    return "" if low is None or high is None else f"{format_number(low, 2)}–{format_number(high, 2)}"


def format_number(value: Any, decimals: int) -> str:
    """Formats as the reader writes; a whole mark without decimals, a half one with one. Empty for none."""
    if value is None:
        return ""
    return str(number_format(value, decimals if decimals or float(value).is_integer() else 1))


def capitalise_headings(heads: Iterable[object]) -> Row:
    return [capfirst(str(head)) for head in heads]


def cost_as_float(cost: Decimal | None) -> float | None:
    return None if cost is None else float(cost)


def yes_or_no(value: object) -> str:
    return _("yes") if value else _("no")
