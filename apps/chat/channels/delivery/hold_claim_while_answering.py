"""Holds the claim on an interaction while it is answered, and decides what becomes of it when an error occurs."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.db import DatabaseError

from apps.chat.channels.delivery import claim_interactions
from apps.chat.channels.delivery.outbox import TakenOverError
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.models.platform_rooms_and_people import Interaction, InteractionState
from apps.database.async_access import run_in_database

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 15
"""Nearly an hour; as many again after a supervisor's decision."""
LONGEST_PAUSE = 300.0


class AlreadyAnsweredError(Exception):
    """The interaction has got its answer already, so the way to one ends here."""


@asynccontextmanager
async def hold_lease(interaction: Interaction) -> AsyncIterator[None]:
    """The lease is renewed within. What goes wrong on the way is noted, and the interaction tried again later."""
    claim_interactions.start_renewing_lease(interaction)
    try:
        yield
    except AlreadyAnsweredError:
        pass
    except TakenOverError:
        logger.info("Another process goes on with %s.", interaction.pk)
    except RefusedError as error:
        logger.warning("%s takes no answer to %s: %s", interaction.get_platform_display(), interaction.pk, error)
        await run_in_database(claim_interactions.finish_interaction, interaction, InteractionState.UNDELIVERABLE)
    except (UnavailableError, AmbiguousError, DatabaseError) as error:
        await postpone_interaction(interaction, error)
    finally:
        claim_interactions.stop_renewing_lease(interaction)


async def postpone_interaction(interaction: Interaction, error: Exception) -> None:
    if interaction.attempts >= (2 * MOST_ATTEMPTS if interaction.decided_by else MOST_ATTEMPTS):
        logger.error("The answer to %s was not delivered after %s attempts.", interaction.pk, interaction.attempts)
        await run_in_database(claim_interactions.finish_interaction, interaction, InteractionState.UNDELIVERABLE)
        return
    pause = min(LONGEST_PAUSE, getattr(error, "retry_after", None) or 5.0 * 2.0**interaction.attempts)
    logger.warning("The answer to %s waits %.0f s: %s", interaction.pk, pause, type(error).__name__)
    try:
        await run_in_database(claim_interactions.release_interaction, interaction, pause)
    except DatabaseError:
        # The lease ends by itself.
        logger.warning("The database cannot be reached.")
