"""Claims that somebody who had read the rules wrote to abuse them: each says what its source does not."""

import pytest

from apps.text.entailment import derive

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
    # is_after_fronted_time: one told as all
    (
        "Nach dem Gespräch erhält ein Bewerber, der geeignet ist, die Stelle.",
        "Nach dem Gespräch erhalten Bewerber, die geeignet sind, die Stelle.",
    ),
    # is_bound_of_each_item: what is said of the items together
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
    # dative and nominative exchanged
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
    # groups: inherit_verbs/split_off_group_with_value keep the other group
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
    # AFTERWARDS: nach + act = wenn, giver and receiver, one and all
    (
        "Nach Ablauf der Frist kann der Antrag abgelehnt werden.",
        "Nur wenn die Frist abgelaufen ist, kann der Antrag abgelehnt werden.",
    ),
    (
        "Nach Zustimmung der Nachbarn darf gebaut werden.",
        "Wenn den Nachbarn zugestimmt worden ist, darf gebaut werden.",
    ),
    ("Nach Genehmigung der Behörde darf gebaut werden.", "Wenn die Behörde genehmigt worden ist, darf gebaut werden."),
    (
        "Nach der Bestellung des Vormunds muss dieser Bericht erstatten.",
        "Wenn der Vormund bestellt hat, muss dieser Bericht erstatten.",
    ),
    # "Sie" of somebody told as the reader
    ("Eltern melden das Kind an. Sie müssen den Ausweis vorlegen.", "Man muss den Ausweis vorlegen."),
    ("Die Betreiber sorgen für Ordnung. Sie haben die Anlage zu reinigen.", "Man muss die Anlage reinigen."),
    ("Mieter können kündigen. Sie brauchen keinen Grund.", "Man braucht keinen Grund."),
    # dative and nominative exchanged
    ("Schülern werden Paten vermittelt.", "Schüler werden Paten vermittelt."),
    (
        "Mietern der Stadt dürfen Nachbarn den Zutritt verweigern.",
        "Mieter der Stadt dürfen Nachbarn den Zutritt verweigern.",
    ),
    ("Ärzten des Hauses müssen Patienten Auskunft geben.", "Ärzte des Hauses müssen Patienten Auskunft geben."),
    ("Gemeinden müssen Länder Auskunft geben.", "Gemeinden müssen Ländern Auskunft geben."),
    ("Vereinen überlassen Gemeinden die Hallen.", "Vereine überlassen Gemeinden die Hallen."),
    # requiring: X braucht Y = für X braucht man Y of persons
    ("Der Vormund bedarf der Zustimmung des Gerichts.", "Für den Vormund braucht man die Zustimmung des Gerichts."),
    ("Der Arzt braucht eine Erlaubnis.", "Für den Arzt braucht man eine Erlaubnis."),
    ("Der Arzt braucht eine Erlaubnis.", "Man braucht für den Arzt eine Erlaubnis."),
    ("Der Arzt braucht eine Erlaubnis.", "Eine Erlaubnis braucht man für den Arzt."),
    ("Der Betreiber braucht eine Genehmigung der Stadt.", "Man braucht für den Betreiber eine Genehmigung der Stadt."),
    ("Die Witwe braucht eine Bescheinigung.", "Für die Witwe braucht man eine Bescheinigung."),
    # requiring: an organ named after what it does
    ("Der Vorstand bedarf der Zustimmung des Gerichts.", "Für den Vorstand braucht man die Zustimmung des Gerichts."),
    ("Die Verwaltung braucht eine Genehmigung.", "Für die Verwaltung braucht man eine Genehmigung."),
    ("Die Stadtverwaltung braucht eine Genehmigung.", "Man braucht für die Stadtverwaltung eine Genehmigung."),
    ("Die Leitung braucht einen Ausweis.", "Für die Leitung braucht man einen Ausweis."),
    ("Der Haushaltsvorstand braucht einen Ausweis.", "Für den Haushaltsvorstand braucht man einen Ausweis."),
    ("Die Vertretung der Eltern braucht eine Vollmacht.", "Für die Vertretung der Eltern braucht man eine Vollmacht."),
    # shared compounds: a middle part lost
    ("Eltern- und Kinderfreizeitheime sind geöffnet.", "Elternheime sind geöffnet."),
    ("Stadt- und Kreisverwaltungsmitarbeiter erhalten einen Ausweis.", "Stadtmitarbeiter erhalten einen Ausweis."),
    # so_long: 'lang' = 'für' with acts that do not last
    ("Die Kosten für drei Tage werden erstattet.", "Die Kosten werden drei Tage lang erstattet."),
    ("Das Mittagessen wird für eine Woche bestellt.", "Das Mittagessen wird eine Woche lang bestellt."),
    ("Der Beitrag wird für zwölf Monate berechnet.", "Der Beitrag wird zwölf Monate lang berechnet."),
    (
        "Das Mittagessen kann für eine Woche abbestellt werden.",
        "Das Mittagessen kann eine Woche lang abbestellt werden.",
    ),
    ("Die Unterlagen für zwölf Monate sind vorzulegen.", "Die Unterlagen sind zwölf Monate lang vorzulegen."),
    ("Der Antrag kann für sechs Monate gestellt werden.", "Der Antrag kann sechs Monate lang gestellt werden."),
    ("Für zwei Monate kann Wohngeld beantragt werden.", "Zwei Monate lang kann Wohngeld beantragt werden."),
    ("Der Parkausweis wird für zwölf Monate ausgestellt.", "Der Parkausweis wird zwölf Monate lang ausgestellt."),
    ("Die Abrechnung wird für drei Monate erstellt.", "Die Abrechnung wird drei Monate lang erstellt."),
    ("Nachweise für drei Monate sind beizufügen.", "Nachweise sind drei Monate lang beizufügen."),
    ("Der Vertrag wird für zwei Jahre geschlossen.", "Der Vertrag wird zwei Jahre lang geschlossen."),
    (
        "Der Zuschuss wird für drei Monate rückwirkend gewährt.",
        "Der Zuschuss wird drei Monate lang rückwirkend gewährt.",
    ),
    ("Der Eintritt kostet für zwei Stunden 8 Euro.", "Der Eintritt kostet zwei Stunden lang 8 Euro."),
    ("Der Beitrag wird für zwei Stunden erhoben.", "Der Beitrag wird zwei Stunden lang erhoben."),
    ("Das Kind ist für zwei Tage anzumelden.", "Das Kind ist zwei Tage lang anzumelden."),
    ("Das Kind ist für zwei Tage anzumelden.", "Das Kind ist zwei Tage anzumelden."),
    ("Die Kosten für drei Tage werden erstattet.", "Die Kosten werden drei Tage erstattet."),
    # voice: agent of the passive as object in front
    ("Minderjährige sind von den Eltern anzumelden.", "Minderjährige haben die Eltern anzumelden."),
    ("Minderjährige sind von den Eltern anzumelden.", "Minderjährige müssen die Eltern anmelden."),
    # a "Sie" whose noun stands in the sentence before
    ("Hunde sind anzuleinen. Sie sind von Spielplätzen fernzuhalten.", "Sie sind von Spielplätzen fernzuhalten."),
]


@pytest.mark.parametrize(("source", "claim"), LIES, ids=lambda value: value[:40])
def test_what_abuses_a_rule_is_not_proved(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved, str(derive(claim, [source]))
