"""Messages as the schemas of xdomea 3.0 and XJustiz 3.2 want them, written for these tests."""

import pytest

from apps.documents.parsing.formats.detect_media_type import PLAIN, XML_MESSAGE, media_type_of
from apps.documents.parsing.formats.xoev_or_invoice_document import parse_xml_message
from apps.documents.parsing.types import ParseFailure
from apps.documents.parsing.xoev_messages.xoev_labels import element_label
from apps.documents.parsing.xoev_messages.xoev_message import is_xoev_message, read_xoev_message

XDOMEA = """<?xml version="1.0" encoding="UTF-8"?>
<xdomea:Abgabe.Abgabe.0401 xmlns:xdomea="urn:xoev-de:xdomea:schema:3.0.0">
  <xdomea:Kopf>
    <xdomea:ProzessID>3b1c0f5e-0000-4000-8000-000000000001</xdomea:ProzessID>
    <xdomea:Nachrichtentyp listURI="urn:xoev-de:xdomea:codeliste:nachrichtentyp" listVersionID="2.0">
      <code>0401</code><name>Abgabe.Abgabe</name></xdomea:Nachrichtentyp>
    <xdomea:Erstellungszeitpunkt>2024-02-05T09:30:00Z</xdomea:Erstellungszeitpunkt>
    <xdomea:Absender><xdomea:Institution><xdomea:Name>Stadt Musterstadt</xdomea:Name></xdomea:Institution>
    </xdomea:Absender>
    <xdomea:Empfaenger><xdomea:Institution><xdomea:Name>Kreis Musterland</xdomea:Name></xdomea:Institution>
    </xdomea:Empfaenger>
  </xdomea:Kopf>
  <xdomea:Schriftgutobjekt><xdomea:Akte>
    <xdomea:Identifikation><xdomea:ID>3b1c0f5e-0000-4000-8000-000000000002</xdomea:ID></xdomea:Identifikation>
    <xdomea:AllgemeineMetadaten><xdomea:Betreff>Hundesteuer 2024</xdomea:Betreff>
      <xdomea:Kennzeichen>20.11.03</xdomea:Kennzeichen></xdomea:AllgemeineMetadaten>
    <xdomea:Akteninhalt><xdomea:Vorgang>
      <xdomea:AllgemeineMetadaten><xdomea:Betreff>Befreiung für Blindenhunde</xdomea:Betreff>
        <xdomea:Bemerkung>Der Antrag ist schriftlich zu stellen.</xdomea:Bemerkung></xdomea:AllgemeineMetadaten>
      <xdomea:Laufzeit><xdomea:Beginn>2024-01-08</xdomea:Beginn><xdomea:Ende>2024-03-01</xdomea:Ende></xdomea:Laufzeit>
      <xdomea:Dokument>
        <xdomea:AllgemeineMetadaten><xdomea:Betreff>Bescheid</xdomea:Betreff></xdomea:AllgemeineMetadaten>
        <xdomea:DatumDesSchreibens>2024-02-01</xdomea:DatumDesSchreibens>
      </xdomea:Dokument>
    </xdomea:Vorgang></xdomea:Akteninhalt>
  </xdomea:Akte></xdomea:Schriftgutobjekt>
</xdomea:Abgabe.Abgabe.0401>"""
XJUSTIZ = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<tns:nachricht.gds.uebermittlungSchriftgutobjekte.0005005 xmlns:tns="http://www.xjustiz.de">
  <tns:nachrichtenkopf xjustizVersion="3.2.1">
    <tns:aktenzeichen.absender>4 K 123/24</tns:aktenzeichen.absender>
    <tns:auswahl_empfaenger><tns:empfaenger.gericht listVersionID="3.2"><code>R3108</code>
      </tns:empfaenger.gericht></tns:auswahl_empfaenger>
  </tns:nachrichtenkopf>
  <tns:grunddaten><tns:verfahrensdaten><tns:instanzdaten><tns:aktenzeichen><tns:auswahl_aktenzeichen>
    <tns:aktenzeichen.freitext>12 S 45/23</tns:aktenzeichen.freitext></tns:auswahl_aktenzeichen></tns:aktenzeichen>
    </tns:instanzdaten></tns:verfahrensdaten></tns:grunddaten>
  <tns:schriftgutobjekte><tns:dokument>
    <tns:xjustiz.fachspezifischeDaten><tns:anzeigename>Klageschrift</tns:anzeigename>
      <tns:akteneinsicht>true</tns:akteneinsicht>
      <tns:datei><tns:dateiname>klage.pdf</tns:dateiname></tns:datei></tns:xjustiz.fachspezifischeDaten>
  </tns:dokument></tns:schriftgutobjekte>
</tns:nachricht.gds.uebermittlungSchriftgutobjekte.0005005>"""


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def test_an_xdomea_message_is_headings_and_lines() -> None:
    (page,) = parse_xml_message(XDOMEA.encode(), XML_MESSAGE).pages
    assert lines(page.text) == [
        "# xdomea 3.0.0: Abgabe (0401)",
        "## Kopf",
        "Prozess ID: 3b1c0f5e-0000-4000-8000-000000000001",
        "Nachrichtentyp: Abgabe.Abgabe (0401)",
        "Erstellungszeitpunkt: 2024-02-05T09:30:00Z",
        "Absender, Institution, Name: Stadt Musterstadt",
        "Empfänger, Institution, Name: Kreis Musterland",
        "## Akte: Hundesteuer 2024",
        "ID: 3b1c0f5e-0000-4000-8000-000000000002",
        "Betreff: Hundesteuer 2024",
        "Kennzeichen: 20.11.03",
        "### Vorgang: Befreiung für Blindenhunde",
        "Betreff: Befreiung für Blindenhunde",
        "Bemerkung: Der Antrag ist schriftlich zu stellen.",
        "Laufzeit, Beginn: 2024-01-08",
        "Laufzeit, Ende: 2024-03-01",
        "#### Dokument: Bescheid",
        "Betreff: Bescheid",
        "Datum des Schreibens: 2024-02-01",
    ]


def test_an_xjustiz_message_names_its_version_codes_and_files() -> None:
    message = read_xoev_message(XJUSTIZ.encode())
    assert message.title == "XJustiz 3.2.1: Übermittlung Schriftgutobjekte (0005005)"
    assert lines(message.text) == [
        "## Nachrichtenkopf",
        "Aktenzeichen Absender: 4 K 123/24",
        "Empfänger Gericht: R3108",
        "## Grunddaten",
        "Verfahrensdaten, Instanzdaten, Aktenzeichen Freitext: 12 S 45/23",
        "## Dokument: Klageschrift",
        "Anzeigename: Klageschrift",
        "Akteneinsicht: ja",
        "Dateiname: klage.pdf",
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("DatumDesSchreibens", "Datum des Schreibens"),
        ("ruecksendungEEB.erforderlich", "Rücksendung EEB Erforderlich"),
        ("Steuernummer", "Steuernummer"),
        ("aktuelleAnschrift", "Aktuelle Anschrift"),
        ("Federfuehrung", "Federführung"),
    ],
)
def test_names_of_elements_are_words(name: str, expected: str) -> None:
    assert element_label(name) == expected


def test_the_namespace_of_the_first_element_decides() -> None:
    assert media_type_of(XDOMEA.encode(), "nachricht.txt") == XML_MESSAGE
    assert media_type_of(b"\xef\xbb\xbf" + XJUSTIZ.encode(), "xjustiz_nachricht.xml") == XML_MESSAGE
    assert media_type_of(b"Der Text nennt http://www.xjustiz.de als Adresse.", "brief.txt") == PLAIN
    assert not is_xoev_message(b'<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:xoev-de:x</id></feed>')
    with pytest.raises(ParseFailure, match="unsupported_type"):
        media_type_of(b"<feed/>", "feed.xml", XML_MESSAGE)


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    "damage",
    [
        XDOMEA[:-40],
        XDOMEA.replace("<xdomea:Kopf>", "<xdomea:Kopf>" + "<xdomea:Tief>" * 5_000),
        XDOMEA.replace("Musterstadt", "Muster\x00stadt"),
    ],
)
def test_damaged_messages_are_said_to_be_so(damage: str) -> None:
    with pytest.raises(ParseFailure, match="damaged"):
        read_xoev_message(damage.encode())


def with_entity(declared: str, name: str) -> bytes:
    body = XDOMEA.partition("\n")[2]
    return (declared + body.replace("Stadt Musterstadt", f"Stadt {name} Musterstadt")).encode()


def test_no_entity_is_resolved() -> None:
    hostile = with_entity('<!DOCTYPE x [<!ENTITY far SYSTEM "file:///etc/passwd">]>', "&far;")
    assert "Absender, Institution, Name: Stadt &far; Musterstadt" in lines(read_xoev_message(hostile).text)


def test_entities_that_grow_end_the_message() -> None:
    with pytest.raises(ParseFailure, match="damaged"):
        read_xoev_message(with_entity(f"{BOMB}]>", "&j;"))
