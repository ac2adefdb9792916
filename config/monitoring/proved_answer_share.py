"""How many of the answers that each language model wrote could be proved, and whether that share has fallen."""

from dataclasses import dataclass

from apps.database.execute_batch_sql import fetch_rows

LEAST_ANSWERS = 20
"""In each of the two spans; fewer say nothing."""
FALLEN = 0.8
"""Of the share of the week before: below that it is an alarm."""
# An answer that nothing proved carries the name of the model that wrote it in its warning.
COUNTS = """
SELECT coalesce(jsonb_path_query_first(warnings, '$[*] ? (@.reason == "unproved").instead_of') #>> '{}', turn.model),
    count(*) FILTER (WHERE turn.state = 'done' AND turn.created_at > now() - interval '1 day'),
    count(*) FILTER (WHERE turn.created_at > now() - interval '1 day'),
    count(*) FILTER (WHERE turn.state = 'done' AND turn.created_at <= now() - interval '1 day'),
    count(*) FILTER (WHERE turn.created_at <= now() - interval '1 day')
FROM chat_turn turn JOIN chat_conversation conversation ON conversation.id = turn.conversation_id
WHERE turn.created_at > now() - interval '8 days' AND conversation.channel <> 'review' AND (
    turn.state = 'done' OR turn.warnings @> '[{"reason": "unproved"}]'
    OR (turn.state = 'refused' AND turn.warnings @> '[{"kind": "unproved_sentence"}]'))
GROUP BY 1 ORDER BY 1"""


@dataclass(frozen=True, slots=True)
class ProvedAnswers:
    """Counts of the last day and of the seven days before it. Refusals of the model itself do not count."""

    model: str
    proved: int
    written: int
    proved_before: int
    written_before: int

    @property
    def has_fallen(self) -> bool:
        if min(self.written, self.written_before) < LEAST_ANSWERS:
            return False
        return self.proved / self.written < FALLEN * self.proved_before / self.written_before


def proved_answers() -> list[ProvedAnswers]:
    """Counts by the model that wrote them. One query over the turns of eight days."""
    return [ProvedAnswers(*row) for row in fetch_rows(COUNTS, [])]
