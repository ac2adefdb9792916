"""The label of a place in a document: its page, in a workbook its sheet and cells."""

from django.utils.translation import gettext as _


def page_and_cell_label(title: str, page: int | None, sheet: str = "", cells: str = "") -> str:
    """In the language that is active, such as "Gebühren, page 3" or "Gebühren, Januar!B4"."""
    if cells:
        return f"{title}, {sheet}!{cells}"
    return _("%(title)s, page %(page)s") % {"title": title, "page": page} if page else title
