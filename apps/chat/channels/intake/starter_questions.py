"""Questions that a person may begin with in a chat platform: those of collections that they may read."""

import random

from apps.chat.channels.intake.reply_audience import active_user
from apps.chat.models.platform_rooms_and_people import Platform, PlatformUser
from apps.documents.models import Collection

MOST_QUESTIONS = 4


def pick_starter_questions(platform: Platform, workspace: str, person: str) -> list[str]:
    """Picks four example questions at most, others each time, so that people see what can be answered. Two queries."""
    known = PlatformUser.objects.select_related("user").filter(
        platform=platform, workspace=workspace, external_id=person
    )
    reader = next((found.user for found in known), None)
    collections = Collection.objects.readable_by(active_user(reader))
    questions = sorted({text for collection in collections for text in collection.example_questions})
    return random.sample(questions, min(MOST_QUESTIONS, len(questions)))
