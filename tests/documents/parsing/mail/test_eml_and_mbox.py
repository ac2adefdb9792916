from email.message import EmailMessage

import pytest

from apps.documents.parsing.formats.detect_media_type import media_type_of
from apps.documents.parsing.formats.mail_document import distinct_body_texts, mail_subject, parse_mails
from apps.documents.parsing.formats.office_and_picture_media_types import EML, MBOX, MSG
from apps.documents.parsing.mail.calendar_entries import split_content_line
from apps.documents.parsing.mail.eml_and_mbox import mails_in_mailbox
from apps.documents.parsing.mail.parsed_mail_message import MailBody
from apps.documents.parsing.types import ParseFailure, ParseFlag
from tests.processor_time import at_most


def mail(text: str, subject: str = "Anfrage", **headers: str) -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"], made["Date"] = subject, "Mia <mia@amt.example>", "Mon, 05 Feb 2024 10:30:00 +0100"
    for name, value in headers.items():
        made[name] = value
    made.set_content(text)
    return made


def only_page(message: EmailMessage) -> str:
    (page,) = parse_mails(bytes(message), EML).pages
    return page.text


def test_fields_stand_above_the_text() -> None:
    document = parse_mails(
        bytes(mail("Die Gebühr beträgt drei Euro.", "Gebühren für Hunde", To="amt@stadt.example")), EML
    )
    assert document.title == "Gebühren für Hunde"
    assert [line.strip() for line in document.pages[0].text.splitlines()] == [
        "# Gebühren für Hunde", "", "Von: Mia <mia@amt.example>", "An: amt@stadt.example",
        "Datum: 2024-02-05 10:30:00+01:00", "", "Die Gebühr beträgt drei Euro.",
    ]  # fmt: skip


def test_the_better_of_text_and_html_is_read() -> None:
    poor = mail("Ihr Programm zeigt kein HTML.")
    poor.add_alternative(f"<p>{'Der Antrag ist schriftlich zu stellen. ' * 5}</p>", subtype="html")
    assert "Der Antrag ist schriftlich" in only_page(poor)
    same = mail("Der Antrag ist schriftlich zu stellen.")
    same.add_alternative("<p>Der Antrag ist <b>schriftlich</b> zu stellen.</p>", subtype="html")
    assert "**" not in only_page(same)


def test_both_bodies_are_kept_where_they_say_different_things() -> None:
    message = mail("Die Sprechstunde ist am Montag.\nTel.: 1234 / 56, mehr unter <https://stadt.example/1999>")
    message.add_alternative("<p>Die Sprechstunde ist am Montag.</p><p>Tel.: 0211 / 5867</p>", subtype="html")
    text = only_page(message)
    assert "Tel.: 1234" in text
    assert "Tel.: 0211 / 5867" in text


def test_the_address_behind_a_link_makes_no_other_version() -> None:
    message = mail("Die Sprechstunde ist am Montag von acht bis zwölf Uhr.")
    html = '<p>Die <a href="https://stadt.example/2024">Sprechstunde</a> ist am Montag von acht bis zwölf Uhr.</p>'
    message.add_alternative(html, subtype="html")
    assert only_page(message).count("Sprechstunde") == 1


def test_attachments_are_named_and_enclosed_mails_read() -> None:
    outer = mail("Siehe Anlage.")
    outer.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="satzung äöü.pdf")
    outer.add_attachment(mail("Innerer Text.", "Weitergeleitet"))
    text = only_page(outer)
    assert "Anlagen: satzung äöü.pdf" in text
    assert "## Weitergeleitet" in text
    assert "Innerer Text." in text


def test_what_was_quoted_twice_is_left_out() -> None:
    text = only_page(mail("Neu.\n> Einmal zitiert.\n>> Zweimal zitiert.\n> > Auch zweimal.\nEnde."))
    assert "Einmal zitiert." in text
    assert "weimal" not in text
    assert "Ende." in text


def test_a_wrong_charset_loses_no_umlaut() -> None:
    raw = b"Subject: Gruss\r\nContent-Type: text/plain; charset=x-unknown\r\n\r\nGr\xfc\xdfe aus K\xf6ln"
    assert "Grüße aus Köln" in parse_mails(raw, EML).pages[0].text


def test_each_mail_of_a_mailbox_begins_a_page() -> None:
    sent = b"From mia@amt.example Mon Feb  5 10:30:00 2024\n"
    data = b"".join(sent + bytes(mail(f"Text {number}.\nFrom here on it is text.")) + b"\n" for number in (1, 2))
    pages = parse_mails(data, MBOX).pages
    assert [(page.number, f"Text {page.number}." in page.text) for page in pages] == [(1, True), (2, True)]
    assert all("here on it is text" in page.text for page in pages)


def test_mails_in_mails_end_somewhere() -> None:
    nested = mail("innen")
    for level in range(80):
        outer = mail(f"Stufe {level}")
        outer.add_attachment(nested)
        nested = outer
        if level == 49:
            assert "innen" in " ".join(page.text for page in parse_mails(bytes(nested), EML).pages)
    text = " ".join(page.text for page in parse_mails(bytes(nested), EML).pages)
    assert "Stufe 79" in text
    assert "innen" not in text


@pytest.mark.parametrize("kind", [EML, MBOX])
def test_nothing_in_it_is_no_text(kind: str) -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_mails(b"\n", kind)
    assert failure.value.reason_code == "no_text"


def test_a_broken_mail_of_outlook_is_damaged() -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_mails(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2_000), MSG)
    assert failure.value.reason_code == "damaged"


def test_the_name_says_what_is_a_mail() -> None:
    assert media_type_of(bytes(mail("Text")), "brief.eml") == EML


HEAD = "From: Amt <amt@stadt.example>\r\nSubject: Bescheid\r\n"


def text_of(raw: str | bytes) -> str:
    return parse_mails(raw.encode() if isinstance(raw, str) else raw, EML).pages[0].text


def in_parts(kind: str, *parts: str) -> str:
    return f"{HEAD}Content-Type: {kind}; boundary=b\r\n\r\n--b\r\n" + "\r\n--b\r\n".join(parts) + "\r\n--b--\r\n"


PLAIN, MARKUP = "Content-Type: text/plain; charset=utf-8\r\n\r\n", "Content-Type: text/html; charset=utf-8\r\n\r\n"


def test_a_mail_of_html_keeps_what_surrounds_the_text_of_a_web_page() -> None:
    layout = (
        "<html><body><table><tr><td><h1>Rundbrief</h1><p>Der Abschlag für Erdgas sinkt um acht Prozent.</p>"
        "<table><tr><th>Tarif</th><th>Preis</th></tr><tr><td>Klassik</td><td>31,20 Cent</td></tr></table></td></tr>"
        '<tr><td><div class="footer"><p>Stadtwerke GmbH, Registergericht Leipzig HRB 20193.</p></div></td></tr></table>'
        '<div id="comments"><p>Fragen beantwortet Frau Hollunder.</p></div></body></html>'
    )
    text = text_of(HEAD + MARKUP + layout)
    assert "HRB 20193" in text
    assert "Frau Hollunder" in text
    assert "| Klassik | 31,20 Cent |" in text
    assert text.count("| --- |") == 1


def test_parts_side_by_side_are_both_text_and_forms_of_one_are_not() -> None:
    html = MARKUP + "<p>" + "Ganz anderer Inhalt über das Gerüst an der Schule. " * 5 + "</p>"
    assert "Kurze Notiz." in text_of(in_parts("multipart/mixed", PLAIN + "Kurze Notiz.", html))
    assert "Kurze Notiz." not in text_of(in_parts("multipart/alternative", PLAIN + "Kurze Notiz.", html))


@pytest.mark.parametrize(
    "part",
    [
        'Content-Type: text/plain; charset=utf-8; name="text.txt"\r\nContent-Disposition: inline\r\n\r\nDer Brief.',
        "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\nU3ViamVjdDogeA0KDQpEZXIgQnJpZWYu",
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nDiagnostic-Code: Der Brief.\r\n",
        "Content-Type: text/enriched\r\n\r\n<bold>Der</bold> Brief.",
        "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nRGVyIEJyaWVmLg=\r\n!A",
        "Content-Type: multipart/mixed; boundary=other\r\n\r\n--none\r\n\r\nDer Brief.\r\n--none--",
    ],
)
def test_unusual_parts_are_read(part: str) -> None:
    assert "Der Brief." in text_of(in_parts("multipart/mixed", part))


@pytest.mark.parametrize(
    ("stated", "written", "text"),
    [
        ("iso-8859-1", "utf-8", "Grüße aus Köln"), ("cp-850", "cp850", "Grüße aus Köln"), ("x-sjis", "cp932", "市役所"),
        ("windows-31j", "cp932", "会議室"), ("gb2312", "gb18030", "朱镕基"), ("iso-8859-1", "cp1252", "10 € – Gebühr"),
    ],
)  # fmt: skip
def test_names_of_charsets_that_programs_write_are_known(stated: str, written: str, text: str) -> None:
    assert text in text_of(f"{HEAD}Content-Type: text/plain; charset={stated}\r\n\r\n".encode() + text.encode(written))


def test_a_subject_in_the_code_page_of_windows_is_read() -> None:
    assert "Übersicht der Plätze" in text_of("Subject: Übersicht der Plätze\r\n\r\nText.".encode("cp1252"))


def test_lines_broken_softly_are_whole_again() -> None:
    flowed = "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\r\n\r\n"
    text = text_of(
        f"{HEAD}{flowed}Der Satz wird umge \r\nbrochen.\r\n> Gefragt wurde vor \r\n> gestern.\r\n-- \r\nAmt\r\n"
    )
    assert "Der Satz wird umgebrochen." in text
    assert "> Gefragt wurde vorgestern." in text
    assert "--\nAmt" in text.replace("-- ", "--")


def test_an_appointment_is_lines_that_people_read() -> None:
    calendar = (
        "Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"
        'DTSTART;TZID=Europe/Berlin:20260305T140000\r\nORGANIZER;CN="Amt: Wasserbau":mailto:amt@x.example\r\n'
        "SUMMARY:Ortstermin\\, Schleuse\r\n  Trotha\r\n"
        "BEGIN:VALARM\r\nDESCRIPTION:Wecker\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR"
    )
    text = text_of(in_parts("multipart/alternative", PLAIN + "Sie sind eingeladen.", calendar))
    assert "Beginn: 2026-03-05 14:00\nEingeladen von: Amt" in text
    assert "Termin: Ortstermin, Schleuse Trotha" in text
    assert "Wecker" not in text


FROM = b"From mia@amt.example Mon Feb  5 10:30:00 2024\n"


def too_deep() -> bytes:
    """A mail of 2,000 parts within each other, which Python's parser does not read."""
    heads = (f'Content-Type: multipart/mixed; boundary="b{number}"\n\n--b{number}\n' for number in range(2_000))
    return b"Subject: Tief\n" + "".join(heads).encode() + b"Content-Type: text/plain\n\nText\n"


def test_a_damaged_mail_in_a_mailbox_costs_no_other() -> None:
    with pytest.raises(ParseFailure, match="damaged"):
        parse_mails(too_deep(), EML)
    sound = FROM + bytes(mail("Die Gebühr beträgt drei Euro."))
    document = parse_mails(b"\n".join((sound, FROM + too_deep(), sound)), MBOX)
    assert [page.method for page in document.pages] == ["text", "none", "text"]
    assert document.partial_reason == ParseFlag.PAGE_UNREADABLE


def test_an_empty_mail_in_a_mailbox_is_no_page() -> None:
    sound = FROM + bytes(mail("Die Gebühr beträgt drei Euro."))
    document = parse_mails(sound + b"\n" + FROM + b"\n\n" + sound, MBOX)
    assert [page.number for page in document.pages] == [1, 2]
    assert document.partial_reason is None


def test_a_mailbox_without_a_mail_has_no_subject() -> None:
    assert mail_subject(b"no line of this begins a mail\n", MBOX) == ""


def test_a_charset_that_is_none_costs_nothing() -> None:
    head = b"Subject: x\nContent-Type: text/plain; charset=undefined\nContent-Transfer-Encoding: 8bit\n\n"
    assert "Größe" in parse_mails(head + "Größe\n".encode("cp1252"), EML).pages[0].text


def test_a_mail_that_is_nothing_but_a_head_is_read_in_the_letters_of_windows() -> None:
    assert parse_mails("Subject: Größe\nFrom: Mia\n".encode("cp1252"), EML).title == "Größe"


def test_a_thousand_texts_in_a_mail_take_no_time_by_the_square() -> None:
    bodies = [MailBody(" ".join(f"wort{number}x{place}" for place in range(300))) for number in range(1_000)]
    with at_most(10):  # two minutes, when each was compared with the letters of all before
        assert len(list(distinct_body_texts(bodies))) == 1_000


def test_colons_within_quotation_marks_take_no_time_by_the_square() -> None:
    assert split_content_line('ORGANIZER;CN="Amt: Mia":mailto:mia@amt.example') == (
        "ORGANIZER", 'CN="Amt: Mia"', "mailto:mia@amt.example",
    )  # fmt: skip
    with at_most(10):  # some minutes, when the line was put together anew at each colon
        assert split_content_line('SUMMARY;X="' + ":" * 500_000)[0] == "SUMMARY"


def test_times_in_the_last_line_of_a_mailbox_take_no_time_by_the_square() -> None:
    with at_most(10):  # a minute, when the end of the line was looked for after each of them
        assert list(mails_in_mailbox(b"From x " + b"00:00 " * 100_000)) == []


def test_a_date_that_no_calendar_has_costs_a_mail_nothing_else() -> None:
    date = f"Mon, 01 Jan {'9' * 25} 00:00:00 GMT"
    (page,) = parse_mails(f"Subject: Anfrage\nDate: {date}\n\nGuten Tag, wann wird gebaut?\n".encode(), EML).pages
    assert "Anfrage" in page.text
    assert "wann wird gebaut?" in page.text
