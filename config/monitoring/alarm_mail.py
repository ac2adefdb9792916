"""Sends alarms by mail to ALARM_ADDRESSES, and writes them into the log.

Staff are notified by config/notifications, as each of them chooses.
"""

import logging

from django.conf import settings
from django.core.mail import EmailMessage

from apps.deliveries.deliver_owed import NotDeliveredError
from apps.deliveries.mail_connection import MailConnection

logger = logging.getLogger(__name__)


def send_alarm(subject: str, text: str, level: int) -> bool:
    """False where it is worth another attempt; the log is enough without a mail server or addresses, and for what
    cannot be written as a mail."""
    logger.log(level, "%s. %s", subject, " ".join(text.split()))
    if not (settings.EMAIL_HOST and settings.ALARM_ADDRESSES):
        return True
    mail = EmailMessage(f"[{settings.SITE_NAME}] {subject}", text, to=list(settings.ALARM_ADDRESSES))
    try:
        with MailConnection() as mails:
            mails.send(mail)
    except NotDeliveredError as error:
        logger.error("The mail could not be sent: %s.", error)
        return error.is_final
    return True
