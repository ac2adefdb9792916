"""Uploaded files with the metadata of their sender, and the error with which an upload is refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.files.uploadedfile import UploadedFile

from apps.documents.sources.connectors.local_files_and_folders import printable_name

SentFile: TypeAlias = "UploadedFile[Any]"
Uploader: TypeAlias = AbstractBaseUser | AnonymousUser | None


class UploadRefused(Exception):  # noqa: N818 - wrong use, told to the person
    """Nothing was stored. `code` is a word for programs, the message a sentence, `status` the one of HTTP."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


@dataclass(frozen=True, slots=True)
class SenderMetadata:
    """What the sender says of the file. Empty: its name and its content decide."""

    external_id: str = ""
    title: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    reader_groups: Sequence[str] = ()
    """Names of groups that alone may read the documents, beside the people; none leaves as it is which may."""
    reader_users: Sequence[str] = ()
    """User names, mail addresses or identifiers of the people who alone may; none leaves as it is who may."""


def safe_file_name(file: SentFile) -> str:
    """Returns the name without a path, whatever parts its folders, and without what no database keeps."""
    name = printable_name(PurePosixPath((file.name or "").replace("\\", "/").replace("\x00", "")).name)
    return name[-255:].encode("utf-8", "replace").decode() or "document"
