"""A mail message as the parsers of all file formats return it."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Mail:
    """`fields` are pairs of a label and a value, `plain` and `html` the body in either form, empty when missing."""

    subject: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    plain: str = ""
    html: str = ""
    attachments: list[str] = field(default_factory=list)
    enclosed: list["Mail"] = field(default_factory=list)
