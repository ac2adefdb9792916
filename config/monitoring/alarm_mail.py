"""Sends alarms by mail to ALARM_ADDRESSES, and writes them into the log.

Staff are notified by config/notifications, as each of them chooses.
"""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage

logger = logging.getLogger(__name__)


def send_alarm(subject: str, text: str, level: int) -> bool:
    """False where a mail server refused it; without a mail server or addresses the log is enough."""
    logger.log(level, "%s. %s", subject, " ".join(text.split()))
    if not (settings.EMAIL_HOST and settings.ALARM_ADDRESSES):
        return True
    try:
        EmailMessage(f"[{settings.SITE_NAME}] {subject}", text, to=list(settings.ALARM_ADDRESSES)).send()
    except (OSError, SMTPException) as error:
        logger.error("The mail could not be sent: %s.", error)
        return False
    return True
