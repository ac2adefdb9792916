"""What another host withdrew leaves this host's disk."""

from pathlib import Path

import pytest
from django.conf import LazySettings

from apps.documents.models import Blob
from apps.documents.pages.delete_pictures_without_file import delete_pictures_without_file
from apps.documents.pages.page_images import picture_path
from tests import factories


@pytest.mark.django_db
def test_pictures_without_a_file_go_and_the_others_stay(tmp_path: Path, settings: LazySettings) -> None:
    settings.AUSKUNFT_DATA = str(tmp_path)
    delete_pictures_without_file()  # nothing was drawn yet
    factories.document(["Die Gebühr beträgt 30 Euro."], embed=False)
    kept = picture_path(Blob.objects.get().pk, 1)
    gone = picture_path("ab" * 32, 3)
    left_by_a_killed_process = gone.with_name(f"{gone.stem}-x.part")
    for path in (kept, gone, left_by_a_killed_process):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"picture")
    delete_pictures_without_file()
    assert [path.exists() for path in (kept, gone, left_by_a_killed_process)] == [True, False, False]
