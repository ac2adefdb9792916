"""The admin's upload page: several files into a collection; the next page shows the worker's progress on each."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.documents.admin.upload.duplicate_uploads import unchanged_upload_notes
from apps.documents.admin.upload.progress import MOST_SHOWN, upload_progress
from apps.documents.admin.upload.upload_form import UploadForm
from apps.documents.models import Document
from apps.documents.uploads.accept_uploaded_files import upload_files
from apps.documents.uploads.refuse_files import MOST_FILES, separate_readable_files
from apps.documents.uploads.sent_file_and_metadata import UploadRefused


def upload_view(request: HttpRequest) -> HttpResponse:
    """Stores the files of an upload, or shows its form.

    Must be wrapped in AdminSite.admin_view. Raises PermissionDenied.
    """
    if not request.user.has_perm("documents.change_document"):
        raise PermissionDenied
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = UploadForm(*sent, user=request.user)
    if form.is_valid():
        sent_files, began = form.cleaned_data["file"], timezone.now()
        # One file of fifty that cannot be read stops none of the others, as in every import.
        files, reasons = separate_readable_files(sent_files)
        try:
            # A refused file leaves no empty collection behind.
            with transaction.atomic():
                ids = upload_files(form.target(), files or sent_files, user=request.user)
        except UploadRefused as refused:
            form.add_error("file", str(refused))
        else:
            for reason in reasons:
                messages.warning(request, reason)
            for sentence in unchanged_upload_notes(request.user, ids, began):
                messages.info(request, sentence)
            named = ",".join(map(str, ids[:MOST_SHOWN]))
            return HttpResponseRedirect(f"{reverse('admin:documents_document_progress')}?ids={named}")
    too_many = _("These are too many files. Please send at most {most} at once.").format(most=MOST_FILES)
    return render_upload_page(
        request, "upload", title=_("Upload documents"), form=form, most_files=MOST_FILES, too_many_files=too_many
    )


def progress_view(request: HttpRequest) -> HttpResponse:
    """Lists how far the worker is with each file of an upload.

    Must be wrapped in AdminSite.admin_view. Raises PermissionDenied.
    """
    if not request.user.has_perm("documents.view_document"):
        raise PermissionDenied
    files = upload_progress(request.user, parse_document_ids(request.GET.get("ids", "")))
    may_retry = request.user.has_perm("documents.change_document")
    ready = sum(file.has_ended and not file.has_failed for file in files)
    is_open = not all(file.has_ended for file in files)
    return render_upload_page(
        request, "progress", title=_("Uploaded documents"), files=files, ready=ready, is_open=is_open,
        may_retry=may_retry,
    )  # fmt: skip


def parse_document_ids(text: str) -> list[int]:
    """Reads "3,5,8"; what is no number is left out."""
    parts = (part for part in text.split(",")[:MOST_SHOWN] if part.isascii() and part.isdigit())
    return [int(part) for part in parts if len(part) < 19]


def render_upload_page(request: HttpRequest, name: str, **context: object) -> HttpResponse:
    context = {**admin.site.each_context(request), "opts": Document._meta, **context}
    return TemplateResponse(request, f"admin/documents/document/{name}.html", context)
