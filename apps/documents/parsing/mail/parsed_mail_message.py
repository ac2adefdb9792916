"""A mail message as the parsers of all file formats return it."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class MailBody:
    """One text of a mail in its two forms, either of them empty when missing."""

    plain: str = ""
    html: str = ""


@dataclass(slots=True)
class Mail:
    """`fields` are pairs of a label and a value, `bodies` its texts in their order.

    `encrypted_with`: by which standard its content, or a part of it, is kept from us; empty where nothing is.

    `files`: how many of its attachments are no pictures in its text, and so documents of their own.

    `is_damaged`: it lies in a mailbox and cannot be read; nothing else is known of it.
    """

    subject: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    bodies: list[MailBody] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    enclosed: list["Mail"] = field(default_factory=list)
    files: int = 0
    encrypted_with: str = ""
    is_damaged: bool = False

    def add_encryption(self, standard: str) -> None:
        """The first one is told."""
        self.encrypted_with = self.encrypted_with or standard

    @property
    def all_files(self) -> int:
        """Counts the files with those of the mails within."""
        return self.files + sum(each.all_files for each in self.enclosed)

    @property
    def is_sealed(self) -> bool:
        """Nothing but its head can be read."""
        return bool(self.encrypted_with) and not self.has_text and not self.enclosed

    @property
    def holds_encrypted(self) -> bool:
        return bool(self.encrypted_with) or any(each.holds_encrypted for each in self.enclosed)

    @property
    def has_text(self) -> bool:
        return any(body.plain.strip() or body.html.strip() for body in self.bodies)
