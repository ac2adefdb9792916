"""Tells people who disliked an answer that it is fixed, as soon as the evaluation case made from it passes."""

import uuid

from apps.chat.channels.delivery.notify_of_improved_answers import make_improvement_notes, owe_notes_for_cases
from apps.chat.models import Turn
from apps.chat.models.platform_rooms_and_people import ImprovementNote
from apps.evaluation.models import Case, CaseSource, Dialogue, RunState
from apps.evaluation.models.runs import runs_in_force

TURN_NOTE_PREFIX = "turn "
"""How a case that was made of an answer begins its note; the answer's id follows."""


def process_fixed_cases() -> None:
    """Every minute: notes for new cases, to be sent for cases that pass with what is in force. May run twice."""
    promise_notes()
    waiting = list(ImprovementNote.objects.filter(fixed_at=None).values_list("case", flat=True))
    if waiting:
        owe_notes_for_cases(cases_passed_in_force(waiting))


def promise_notes() -> None:
    """A case from feedback promises a note to whoever disliked the answer. Three queries, however many cases there are
    whose answer was deleted."""
    promised = ImprovementNote.objects.values_list("case", flat=True)
    cases = Case.objects.filter(source=CaseSource.FEEDBACK, note__startswith=TURN_NOTE_PREFIX).exclude(pk__in=promised)
    turns = {pk: turn for pk, note in cases.values_list("pk", "note") if (turn := turn_from_note(note)) is not None}
    present = set(Turn.objects.filter(pk__in=set(turns.values())).values_list("pk", flat=True))
    make_improvement_notes({case: turn for case, turn in turns.items() if turn in present})


def turn_from_note(note: str) -> uuid.UUID | None:
    """The id of the answer that the note names."""
    try:
        return uuid.UUID(note.removeprefix(TURN_NOTE_PREFIX).split()[0])
    except (ValueError, IndexError):
        return None


def cases_passed_in_force(cases: list[int]) -> list[int]:
    """Returns the cases that passed in a run of what people get. One query."""
    passed = Dialogue.objects.filter(runs_in_force("run__"), case__in=cases, passed=True, run__state=RunState.FINISHED)
    return list(passed.values_list("case", flat=True).distinct())
