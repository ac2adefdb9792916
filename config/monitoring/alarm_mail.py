"""A mail to the administrators about what needs somebody, and the same in the log."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db.models import Q

logger = logging.getLogger(__name__)


def tell_administrators(subject: str, text: str, level: int) -> bool:
    """False where a mail server refused it; without a mail server or addresses the log is enough. One query."""
    logger.log(level, "%s. %s", subject, " ".join(text.split()))
    to = recipients()
    if not (settings.EMAIL_HOST and to):
        return True
    try:
        EmailMessage(f"[{settings.SITE_NAME}] {subject}", text, to=to).send()
    except (OSError, SMTPException) as error:
        logger.error("The mail could not be sent: %s.", error)
        return False
    return True


def recipients() -> list[str]:
    """ALARM_ADDRESSES, else the addresses of administrators and superusers who may sign in."""
    if settings.ALARM_ADDRESSES:
        return list(settings.ALARM_ADDRESSES)
    responsible = Q(is_superuser=True) | Q(groups__name="administrator")
    people = User.objects.filter(responsible, is_active=True).exclude(email="")
    return sorted(set(people.values_list("email", flat=True)))
