"""Bytes that one document gives up while another one registers them stay."""

import hashlib
import threading

import pytest
from django.db import connection, transaction

from apps.database.execute_batch_sql import execute_sql
from apps.documents.lifecycle.register_documents import STORE_FILES
from apps.documents.models import Blob, Revision
from apps.documents.pages.delete_unreferenced_originals import delete_unreferenced_originals
from tests import factories
from tests.waiting import until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_file_that_is_registered_at_this_moment_is_not_deleted() -> None:
    old, new = factories.document(["Dieselben Bytes."], embed=False), factories.document(["Andere."], embed=False)
    given = Revision.objects.get(document=old)
    file = Blob.objects.get(pk=given.blob_id)
    sha256, data = hashlib.sha256(bytes(file.data)).hexdigest(), bytes(file.data)
    assert sha256 == file.pk
    gone: list[set[str]] = []

    def give_up() -> None:
        with transaction.atomic():
            Revision.objects.filter(pk=given.pk).delete()
            gone.append(delete_unreferenced_originals([sha256]))
        connection.close()

    giving = threading.Thread(target=give_up)
    with transaction.atomic():
        execute_sql(STORE_FILES, [[sha256], [data]])
        giving.start()
        until_somebody_waits()
        Revision.objects.create(document=new, number=2, blob_id=sha256, file_name="b.txt", media_type="text/plain")
    giving.join()
    assert gone == [set()]
    assert Blob.objects.filter(pk=sha256).exists()
