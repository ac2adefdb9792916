"""The admin page of protected words with import, preview and export; it loads the libraries of spreadsheets."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from import_export.admin import ImportExportModelAdmin
from import_export.forms import ExportForm

from apps.simplify.admin.protected_word_file_columns import COLUMNS, WrongColumns, column_headings
from apps.simplify.admin.protected_word_file_formats import WordCSV, WordXLSX
from apps.simplify.admin.protected_word_resource import ProtectedWordResource
from apps.simplify.models import ProtectedWord
from apps.spreadsheets.read_and_write_tables import XLSX_MEDIA_TYPE, build_workbook


class WordExchange(ImportExportModelAdmin):  # type: ignore[misc]  # import-export has no types
    """An import shows what it would change before it changes it. Its addresses are those of ProtectedWordAdmin."""

    import_export_change_list_template = "admin/simplify/protectedword/change_list.html"
    import_template_name = "admin/simplify/protectedword/import.html"
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

    def import_action(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The page names the columns as people may write them, not the fields themselves."""
        page = super().import_action(request, *args, **kwargs)
        if isinstance(page, TemplateResponse) and page.context_data is not None:
            page.context_data["fields_list"] = [("", column_headings(list(COLUMNS)))]
        return page

    def template_view(self, request: HttpRequest) -> HttpResponse:
        """A sheet with the columns and a row that shows what belongs into them."""
        if not self.has_import_permission(request):
            raise PermissionDenied
        example = [_("Name of a list"), "abhelfen", "abgeholfen, abhilft", _("why the word must stay")]
        content = build_workbook({str(_("words")): [column_headings(list(COLUMNS)), list(map(str, example))]})
        return HttpResponse(
            content, content_type=XLSX_MEDIA_TYPE, headers={"Content-Disposition": 'attachment; filename="words.xlsx"'}
        )

    def add_data_read_fail_error_to_form(self, form: Any, e: Exception) -> None:
        if isinstance(e, WrongColumns):
            form.add_error("import_file", str(e))
        else:
            super().add_data_read_fail_error_to_form(form, e)

    def has_import_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_add_permission(request) and self.has_change_permission(request))

    def has_export_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_view_permission(request))
