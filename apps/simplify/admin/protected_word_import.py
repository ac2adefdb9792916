"""The admin page of protected words with import, preview and export; it loads the libraries of spreadsheets."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from import_export.admin import ImportExportModelAdmin
from import_export.forms import ExportForm

from apps.simplify.admin.protected_word_files import WordCSV, WordXLSX
from apps.simplify.admin.protected_word_resource import ProtectedWordResource
from apps.simplify.models import ProtectedWord


class WordExchange(ImportExportModelAdmin):  # type: ignore[misc]  # import-export has no types
    """An import shows what it would change before it changes it. Its addresses are those of ProtectedWordAdmin."""

    resource_classes = [ProtectedWordResource]
    import_formats = export_formats = [WordCSV, WordXLSX]
    # Not the form that chooses fields: its page has inline script, and a file without all fields cannot be imported.
    export_form_class = ExportForm
    list_display = ["term", "word_list", "further_forms", "note"]
    list_filter = ["word_list"]
    list_select_related = ["word_list"]
    search_fields = ["term", "forms", "note"]

    @admin.display(description=_("further forms"))
    def further_forms(self, word: ProtectedWord) -> str:
        return ", ".join(word.forms)

    def has_import_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_add_permission(request) and self.has_change_permission(request))

    def has_export_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_view_permission(request))
