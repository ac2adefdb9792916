"""Chooses the interface language: the language menu's cookie, else the browser's; staff pages are German or English."""

from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

GERMAN, ENGLISH = "de", "en"
STAFF_PAGES = ("/admin/", "/api/docs", "/help/", "/sign-in/", "/system-card")
"""Pages that are translated into these two only: half a page in each of two languages would help nobody."""


class InterfaceLanguageMiddleware(LocaleMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if request.path.startswith(STAFF_PAGES):
            translation.activate(staff_language(translation.get_language() or GERMAN))
            request.LANGUAGE_CODE = translation.get_language()


def staff_language(language: str) -> str:
    """Returns the language of the staff pages for a reader of this language."""
    return GERMAN if language.partition("-")[0] == GERMAN else ENGLISH
