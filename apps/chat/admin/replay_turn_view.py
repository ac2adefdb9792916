"""The page that replays a turn: a stored answer beside the same question answered again, with a diff."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from apps.chat.admin.turns_staff_may_read import readable_turns
from apps.chat.models import Turn, TurnState
from apps.chat.regenerate_stored_turn import Replay, Versions, replay_turn
from apps.chat.turn_state.turn_events import TurnDone
from apps.text.diff import diff_lines

if TYPE_CHECKING:
    from django.contrib import admin


def replay_view(model_admin: "admin.ModelAdmin[Any]", request: HttpRequest, turn_id: UUID) -> TemplateResponse:
    """Calls a model only after the button was pressed."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    turn = get_object_or_404(readable_turns(request).select_related("conversation"), pk=turn_id)
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": _("Make an answer again"),
        "turn": turn,
        "versions": Versions.choices,
    }
    if request.method == "POST":
        chosen = request.POST.get("versions")
        versions = Versions(chosen) if chosen in Versions.values else Versions.STORED
        context |= comparison_context(turn, replay_turn(turn, versions)) | {"chosen": versions}
    return TemplateResponse(request, "admin/chat/turn/replay.html", context)


def comparison_context(turn: Turn, made: Replay) -> dict[str, object]:
    done = made.end if isinstance(made.end, TurnDone) else None
    answer = done.answer if done else getattr(made.end, "message", "")
    return {
        "rows": diff_lines(turn.answer, answer),
        "is_same": turn.answer == answer,
        "differences": made.differences,
        "facts": answer_metadata_rows(turn, done) if done else [],
    }


def answer_metadata_rows(turn: Turn, done: TurnDone) -> list[tuple[str, str, str]]:
    """What both answers were made with: label, stored value, value of the replay."""
    return [
        (_("Model"), turn.model, done.model),
        (_("Prompt version"), str(turn.prompt_versions.get("answer", "")), done.prompt_version),
        (_("Algorithm"), turn.algorithm, done.algorithm),
        (_("Searched for"), turn.query, done.query),
        (_("State"), str(turn.get_state_display()), str(TurnState(done.state).label)),
        (_("Citations"), str(turn.citations.filter(verified=True).count()), str(len(done.citations))),
    ]
