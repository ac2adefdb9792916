"""What an earlier withdrawal left readable: sentences that their source did not say, and warnings that repeat them."""

import re
from collections import defaultdict
from typing import Any

from django.db import migrations, transaction

from apps.chat.privacy.redact_withdrawn_sentences import (
    cover_warnings,
    needs_redaction,
    render_text,
    split_numbers_by_reason,
    withdrawn_label,
)

AT_ONCE = 200
REASON = "withdrawn"
MARKED_WORDS = re.compile(r'<span class="(?:unproved|contradicted)"')
"""What stood within or before such a mark may be readable."""


def cover(apps: Any, schema_editor: Any) -> None:
    """Covers in portions what is left. May be interrupted and run again."""
    Citation, Turn = apps.get_model("chat", "Citation"), apps.get_model("chat", "Turn")
    cited = Citation.objects.filter(reason=REASON)
    ids = list(cited.order_by("turn").values_list("turn", flat=True).distinct())
    for start in range(0, len(ids), AT_ONCE):
        with transaction.atomic(using=schema_editor.connection.alias):
            rows = Turn.objects.select_for_update(of=["self"]).filter(pk__in=ids[start : start + AT_ONCE])
            turns = list(rows.select_related("conversation").order_by("pk"))
            pairs = defaultdict(list)
            for turn, *pair in Citation.objects.filter(turn__in=turns).values_list("turn", "number", "reason"):
                pairs[turn].append(pair)
            for turn in turns:
                cover_turn(turn, *split_numbers_by_reason(pairs[turn.pk], REASON))
            Turn.objects.bulk_update(turns, ["answer_html", "warnings"])


def cover_turn(turn: Any, gone: set[int], kept: set[int]) -> None:
    """Changes the turn without saving it. Its text and its sentences are covered already, so the HTML is made of it."""
    is_covered = any(needs_redaction(one, gone, kept) for one in turn.sentences)
    if is_covered and MARKED_WORDS.search(turn.answer_html):
        turn.answer_html = render_text(turn.answer)
    covered = f"[{withdrawn_label(turn.conversation.language)}]"
    turn.warnings = cover_warnings(turn.warnings, [one["text"] for one in turn.sentences], covered)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("chat", "0034_turns_with_conflict")]

    operations = [migrations.RunPython(cover, migrations.RunPython.noop)]
