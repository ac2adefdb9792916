"""Claims that somebody who had read the rules wrote to abuse them: each says what its source does not."""

import pytest

from apps.text.derivation import derive

LIES = [
    # AFTERWARDS: nach + act = wenn, giver and receiver, one and all
    ("Nach Zustimmung der Nachbarn darf gebaut werden.", "Wenn ein Nachbar zugestimmt hat, darf gebaut werden."),
    (
        "Nach Befragung der Zeugen kann der Ausschuss entscheiden.",
        "Wenn die Zeugen befragt haben, kann der Ausschuss entscheiden.",
    ),
    (
        "Nach Zahlung der Gebühren darf die Halle genutzt werden.",
        "Wenn eine Gebühr gezahlt ist, darf die Halle genutzt werden.",
    ),
    (
        "Nach Vorlage der Unterlagen kann der Pass ausgestellt werden.",
        "Wenn eine Unterlage vorgelegt ist, kann der Pass ausgestellt werden.",
    ),
    ("Nach Entlassung des Arztes darf der Patient reisen.", "Wenn der Arzt entlassen hat, darf der Patient reisen."),
    # DEVIATING: scope of the sentence deviated from is lost
    (
        "Bei Personen unter 18 Jahren beträgt die Gebühr 10 Euro. Abweichend von Satz 1 beträgt die Gebühr 5 Euro.",
        "Die Gebühr beträgt 5 Euro.",
    ),
    (
        "Für Wohngebäude im Außenbereich ist eine Genehmigung erforderlich. Abweichend von Satz 1 ist eine "
        "Genehmigung nicht erforderlich, wenn die Fläche höchstens 20 m² beträgt.",
        "Eine Genehmigung ist nicht erforderlich, wenn die Fläche höchstens 20 m² beträgt.",
    ),
    (
        "Bei Verlust des Ausweises ist eine Gebühr zu zahlen. Abweichend von Satz 1 zahlen Kinder nichts.",
        "Kinder zahlen nichts.",
    ),
    (
        "Bei Notfällen muss der Patient vorher anrufen. Abweichend von Satz 1 müssen Kinder nicht vorher anrufen.",
        "Kinder müssen nicht vorher anrufen.",
    ),
    (
        "Im ersten Jahr wird keine Steuer erhoben. Abweichend von Absatz 1 wird für gefährliche Hunde Steuer erhoben.",
        "Für gefährliche Hunde wird Steuer erhoben.",
    ),
    # behind_time: one told as all
    (
        "Nach dem Gespräch erhält ein Bewerber, der geeignet ist, die Stelle.",
        "Nach dem Gespräch erhalten Bewerber, die geeignet sind, die Stelle.",
    ),
    # bounded_each: what is said of the items together
    (
        "Vorsitz und Kasse dürfen nur von verschiedenen Personen geführt werden.",
        "Der Vorsitz darf nur von verschiedenen Personen geführt werden.",
    ),
    (
        "Vorstand und Kassenprüfer dürfen nur in getrennten Wahlgängen gewählt werden.",
        "Der Vorstand darf nur in getrennten Wahlgängen gewählt werden.",
    ),
    (
        "Hort und Krippe dürfen nur in verschiedenen Gebäuden liegen.",
        "Der Hort darf nur in verschiedenen Gebäuden liegen.",
    ),
    ("Vermieter und Mieter dürfen nur einvernehmlich kündigen.", "Der Mieter darf nur einvernehmlich kündigen."),
    ("Vermieter und Mieter dürfen nur einvernehmlich kündigen.", "Mieter dürfen nur einvernehmlich kündigen."),
    (
        "Der Leiter und der Stellvertreter dürfen nur zu verschiedenen Zeiten Urlaub nehmen.",
        "Der Leiter darf nur zu verschiedenen Zeiten Urlaub nehmen.",
    ),
    # case: dative and nominative exchanged (old)
    ("Kindern werden Hunde gegeben.", "Kinder werden Hunden gegeben."),
    (
        "Vertretern der Stadt dürfen Bewohner den Zutritt verweigern.",
        "Vertreter der Stadt dürfen Bewohnern den Zutritt verweigern.",
    ),
    (
        "Vertretern der Stadt dürfen Bewohner den Zutritt verweigern.",
        "Den Zutritt dürfen Vertreter der Stadt Bewohnern verweigern.",
    ),
    ("Beamten des Amtes müssen Händler die Ware zeigen.", "Beamte des Amtes müssen Händlern die Ware zeigen."),
    ("Prüfern des Amtes müssen Händler die Bücher vorlegen.", "Prüfer des Amtes müssen Händlern die Bücher vorlegen."),
    ("Kontrolleuren müssen Fahrgäste den Ausweis zeigen.", "Kontrolleure müssen Fahrgästen den Ausweis zeigen."),
    ("Jungen Müttern dürfen Betriebe nicht kündigen.", "Junge Mütter dürfen Betrieben nicht kündigen."),
    ("Betrieben dürfen Mütter kündigen.", "Betriebe dürfen Müttern kündigen."),
    ("Vereinen überlassen Städte die Hallen.", "Vereine überlassen Städten die Hallen."),
    ("Verbänden zahlen Betriebe einen Beitrag.", "Verbände zahlen Betrieben einen Beitrag."),
    ("Gästen haften Wirte für Schäden.", "Gäste haften Wirten für Schäden."),
    (
        "Freiwilligen Helfern dürfen Betriebe keinen Urlaub verweigern.",
        "Freiwillige Helfer dürfen Betrieben keinen Urlaub verweigern.",
    ),
    # during/in: 'in' of what contains something
    ("Eine Pause ist in der Arbeitszeit enthalten.", "Eine Pause ist während der Arbeitszeit enthalten."),
    ("Die Reinigung ist in der Betriebszeit enthalten.", "Die Reinigung ist während der Betriebszeit enthalten."),
    ("Zehn Urlaubstage sind in der Probezeit enthalten.", "Zehn Urlaubstage sind während der Probezeit enthalten."),
    ("In der Saison sind zwei Spiele enthalten.", "Während der Saison sind zwei Spiele enthalten."),
    ("In der Elternzeit sind zwei Monate angerechnet.", "Während der Elternzeit sind zwei Monate angerechnet."),
    # groups: verb_before/group_of_its_own keep the other group
    (
        "Die Gebühr beträgt für Inlandspakete 5 Euro; bei Auslandspaketen 9 Euro.",
        "Die Gebühr beträgt für Inlandspakete bei Auslandspaketen 9 Euro.",
    ),
    (
        "Die Gebühr beträgt für Inlandspakete 5 Euro; bei Auslandspaketen 9 Euro.",
        "Bei Auslandspaketen beträgt die Gebühr für Inlandspakete 9 Euro.",
    ),
    (
        "Im ersten Jahr beträgt der Beitrag 30 Euro; bei Verlängerung 20 Euro.",
        "Im ersten Jahr beträgt der Beitrag bei Verlängerung 20 Euro.",
    ),
    (
        "Für Mieter beträgt der Beitrag 30 Euro; für Eigentümer 20 Euro.",
        "Für Eigentümer beträgt der Beitrag für Mieter 20 Euro.",
    ),
    (
        "Die Gebühr beträgt in Inlandsfällen 30 Euro, bei Auslandsfällen 50 Euro.",
        "Die Gebühr beträgt in Inlandsfällen bei Auslandsfällen 50 Euro.",
    ),
    # reckoned: indicative told as duty and the other way round
    ("Der Beitrag wird von der Stadt gekürzt.", "Der Beitrag muss von der Stadt gekürzt werden."),
    ("Die Räume werden unter den Vereinen aufgeteilt.", "Die Räume müssen unter den Vereinen aufgeteilt werden."),
    ("Anregungen der Bürger werden berücksichtigt.", "Anregungen der Bürger müssen berücksichtigt werden."),
    ("Die Hecken werden im Herbst gekürzt.", "Die Hecken sind im Herbst zu kürzen."),
    ("Die Hecken sind im Herbst zu kürzen.", "Die Hecken werden im Herbst gekürzt."),
    ("Einwendungen sind vom Vermieter zu berücksichtigen.", "Einwendungen werden vom Vermieter berücksichtigt."),
    ("Die Wünsche der Eltern werden berücksichtigt.", "Die Wünsche der Eltern müssen berücksichtigt werden."),
    ("Die Wünsche der Eltern sind zu berücksichtigen.", "Die Wünsche der Eltern werden berücksichtigt."),
    ("Die Zuschüsse werden gekürzt.", "Die Zuschüsse müssen gekürzt werden."),
    ("Die Zuschüsse werden gekürzt.", "Die Zuschüsse sind zu kürzen."),
    ("Sträucher sind zu kürzen.", "Sträucher werden gekürzt."),
    ("Der Gewinn wird aufgeteilt.", "Der Gewinn muss aufgeteilt werden."),
    ("Das Gehalt muss gekürzt werden.", "Das Gehalt wird gekürzt."),
    ("Der Verbrauch muss von den Nutzern berechnet werden.", "Der Verbrauch wird von den Nutzern berechnet."),
    ("Der Betrag wird von der Miete abgezogen.", "Der Betrag muss von der Miete abgezogen werden."),
    # value/for: span told as distance
    ("Das Gerät kostet für drei Tage.", "Das Gerät kostet drei Tage."),
    ("Der Zuschuss wird für zwei Monate im Voraus gezahlt.", "Der Zuschuss wird zwei Monate im Voraus gezahlt."),
    ("Der Zuschuss wird für zwei Monate im Voraus gezahlt.", "Der Zuschuss wird zwei Monate vorher gezahlt."),
    ("Der Beitrag ist zwei Monate im Voraus zu zahlen.", "Der Beitrag ist für zwei Monate im Voraus zu zahlen."),
    ("Die Karte muss drei Tage vorher bestellt werden.", "Die Karte muss für drei Tage vorher bestellt werden."),
    ("Der Beitrag ist drei Tage später zu zahlen.", "Der Beitrag ist für drei Tage später zu zahlen."),
    ("Das Auto darf drei Tage vor dem Umzug parken.", "Das Auto darf für drei Tage vor dem Umzug parken."),
    ("Für sechs Monate ist die Miete im Voraus zu zahlen.", "Die Miete ist sechs Monate im Voraus zu zahlen."),
    (
        "Die Prüfung kann drei Monate vor dem Termin abgelegt werden.",
        "Die Prüfung kann für drei Monate vor dem Termin abgelegt werden.",
    ),
]


@pytest.mark.parametrize(("source", "claim"), LIES, ids=lambda value: value[:40])
def test_what_abuses_a_rule_is_not_proved(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved, str(derive(claim, [source]))
