"""The upload form of the admin: several files into a collection; the worker reads them."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.documents.lifecycle.upload_files import ACCEPTED, UploadRefused, upload
from apps.documents.models import Collection, Document


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files; each is checked as one would be."""

    widget = ManyFiles(attrs={"accept": ",".join(sorted(ACCEPTED))})

    def clean(self, data: object, initial: object = None) -> object:
        files = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(each, initial) for each in files]


class UploadForm(forms.Form):
    collection = forms.ModelChoiceField(Collection.objects.none(), label=_("collection"))
    # An empty file is a document with that reason, here as in every import.
    file = FilesField(label=_("files"), allow_empty_file=True)

    def __init__(self, *args: Any, collections: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["collection"].queryset = collections  # type: ignore[attr-defined]


def upload_view(request: HttpRequest) -> HttpResponse:
    """Behind AdminSite.admin_view. Raises PermissionDenied."""
    if not request.user.has_perm("documents.change_document"):
        raise PermissionDenied
    collections = Collection.objects.readable_by(request.user)
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = UploadForm(*sent, collections=collections)
    if form.is_valid():
        files = form.cleaned_data["file"]
        try:
            ids = upload(form.cleaned_data["collection"], files)
        except UploadRefused as refused:
            form.add_error("file", str(refused))
        else:
            said = ngettext(
                "%(count)d document was handed to the worker.",
                "%(count)d documents were handed to the worker.",
                len(ids),
            )
            messages.success(request, said % {"count": len(ids)})
            return HttpResponseRedirect(reverse("admin:documents_document_changelist") + "?o=-7")
    context = {**admin.site.each_context(request), "form": form, "title": _("Upload documents"), "opts": Document._meta}
    return TemplateResponse(request, "admin/documents/document/upload.html", context)
