"""Deletes pictures of pages whose file is gone from the database: another host has withdrawn or replaced the document.

A withdrawal deletes the pictures on the disk of its own process at once; each web process keeps pictures of its own.
"""

import logging
import threading
import time

from django.db import Error, connection

from apps.documents.models import Blob
from apps.documents.pages.page_images import delete_pictures, preview_folder

logger = logging.getLogger(__name__)
INTERVAL = 3600.0  # seconds


def start_hourly_thread() -> None:
    """Look at once and then every hour, from a thread that ends with the process."""
    threading.Thread(target=delete_for_ever, name="pictures", daemon=True).start()


def delete_for_ever() -> None:
    while True:
        try:
            delete_pictures_without_file()
        except (Error, OSError) as error:
            logger.warning("Pictures of pages were not looked through: %s.", type(error).__name__)
        finally:
            connection.close()
        time.sleep(INTERVAL)


def delete_pictures_without_file() -> None:
    """One query for each of at most 256 folders. Raises Error where the database cannot be reached, and OSError."""
    for folder in preview_folder().glob("??"):
        files = {path.name.partition("-")[0] for path in folder.iterdir()}
        delete_pictures(files.difference(Blob.objects.filter(pk__in_array=list(files)).values_list("pk", flat=True)))
