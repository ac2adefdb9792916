"""An answer as its asker is shown it, on every platform."""

from apps.chat.ai_notices import is_sent_outside
from apps.chat.channels.interface.channel_answer import Answer, build_answer
from apps.chat.models.platform_rooms_and_people import Interaction
from apps.chat.turn_state.turn_events import TurnDone
from apps.database.async_access import run_in_database


async def build_shown_answer(interaction: Interaction, done: TurnDone) -> Answer:
    """The first answer of an asker comes with the notice that answers are generated. One query for it."""
    is_first = interaction.asker.notice_shown_at is None
    outside = is_first and await run_in_database(is_sent_outside, None)
    return build_answer(done, interaction.conversation.language, is_first=is_first, is_sent_outside=outside)
