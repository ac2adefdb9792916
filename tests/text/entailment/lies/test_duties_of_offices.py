"""Who has to: a passive that names nobody may mean the reader only for what people themselves do."""

import pytest

from apps.text.entailment import derive

OTHERS = [
    (
        "Anträge müssen innerhalb von drei Monaten bearbeitet werden.",
        "Sie müssen Anträge innerhalb von drei Monaten bearbeiten.",
    ),
    (
        "Über den Antrag ist innerhalb von drei Monaten zu entscheiden.",
        "Sie müssen über den Antrag innerhalb von drei Monaten entscheiden.",
    ),
    (
        "Der Antrag muss geprüft werden.",
        "Sie müssen den Antrag prüfen.",
    ),
    (
        "Der Bescheid ist zuzustellen.",
        "Sie müssen den Bescheid zustellen.",
    ),
    (
        "Die Entscheidung ist zu begründen.",
        "Sie müssen die Entscheidung begründen.",
    ),
    (
        "Der Beschluss ist öffentlich bekannt zu machen.",
        "Sie müssen den Beschluss öffentlich bekannt machen.",
    ),
    (
        "Die Satzung ist im Amtsblatt zu veröffentlichen.",
        "Sie müssen die Satzung im Amtsblatt veröffentlichen.",
    ),
    (
        "Zu viel gezahlte Beträge sind zu erstatten.",
        "Sie müssen zu viel gezahlte Beträge erstatten.",
    ),
    (
        "Der Zuschuss ist bis zum 31. Mai auszuzahlen.",
        "Sie müssen den Zuschuss bis zum 31. Mai auszahlen.",
    ),
    (
        "Die Beteiligten sind anzuhören.",
        "Sie müssen die Beteiligten anhören.",
    ),
    (
        "Die Daten sind nach fünf Jahren zu löschen.",
        "Sie müssen die Daten nach fünf Jahren löschen.",
    ),
    (
        "Der Ausweis muss persönlich ausgehändigt werden.",
        "Sie müssen den Ausweis persönlich aushändigen.",
    ),
    (
        "Der Plan ist einen Monat lang öffentlich auszulegen.",
        "Sie müssen den Plan einen Monat lang öffentlich auslegen.",
    ),
    (
        "Die Unterschrift muss beglaubigt werden.",
        "Sie müssen die Unterschrift beglaubigen.",
    ),
    (
        "Der Empfang ist zu bescheinigen.",
        "Sie müssen den Empfang bescheinigen.",
    ),
    (
        "Der Rat ist innerhalb von zwei Wochen einzuberufen.",
        "Sie müssen den Rat innerhalb von zwei Wochen einberufen.",
    ),
    (
        "Bußgelder dürfen nur bei Vorsatz verhängt werden.",
        "Sie dürfen Bußgelder nur bei Vorsatz verhängen.",
    ),
    (
        "Die Interessen sind gegeneinander abzuwägen.",
        "Sie müssen die Interessen gegeneinander abwägen.",
    ),
    (
        "Daten dürfen nur mit Einwilligung gespeichert werden.",
        "Sie dürfen Daten nur mit Einwilligung speichern.",
    ),
    (
        "Die Erlaubnis ist zu erteilen, wenn die Voraussetzungen vorliegen.",
        "Sie müssen die Erlaubnis erteilen, wenn die Voraussetzungen vorliegen.",
    ),
    (
        "Der Antragsteller ist zu benachrichtigen.",
        "Sie müssen den Antragsteller benachrichtigen.",
    ),
    (
        "Eltern müssen informiert werden.",
        "Sie müssen Eltern informieren.",
    ),
    (
        "Der Mieter ist vorher zu hören.",
        "Sie müssen den Mieter vorher hören.",
    ),
    (
        "Die Gebühr ist bei geringem Einkommen zu ermäßigen.",
        "Sie müssen die Gebühr bei geringem Einkommen ermäßigen.",
    ),
    (
        "Der Beitrag ist zu stunden, wenn eine Härte vorliegt.",
        "Sie müssen den Beitrag stunden, wenn eine Härte vorliegt.",
    ),
    (
        "Die Gebühr ist zu erheben.",
        "Sie müssen die Gebühr erheben.",
    ),
    (
        "Personenbezogene Daten dürfen verarbeitet werden.",
        "Sie dürfen personenbezogene Daten verarbeiten.",
    ),
    (
        "The application must be decided within three months.",
        "You must decide the application within three months.",
    ),
    (
        "The register must be published every year.",
        "You must publish the register every year.",
    ),
    (
        "Complaints must be answered within ten days.",
        "You must answer complaints within ten days.",
    ),
    (
        "The parents must be informed.",
        "You must inform the parents.",
    ),
    (
        "Personal data may be stored for two years.",
        "You may store personal data for two years.",
    ),
    (
        "Der Antrag wird schriftlich gestellt.",
        "Wir stellen den Antrag schriftlich.",
    ),
    (
        "Die Gebühr wird im Voraus gezahlt.",
        "Wir zahlen die Gebühr im Voraus.",
    ),
    (
        "Die Gebühr wird im Voraus bezahlt.",
        "Wir bezahlen die Gebühr im Voraus.",
    ),
    (
        "Anträge werden online eingereicht.",
        "Wir reichen Anträge online ein.",
    ),
    (
        "Der Zuschuss kann online beantragt werden.",
        "Wir können den Zuschuss online beantragen.",
    ),
    (
        "The fee is paid in advance.",
        "We pay the fee in advance.",
    ),
    (
        "Applications are submitted online.",
        "We submit applications online.",
    ),
    (
        "Die Gebühr ist zurückzuerstatten.",
        "Sie müssen die Gebühr zurückerstatten.",
    ),
    (
        "The fee must be refunded.",
        "You must refund the fee.",
    ),
    (
        "Applications must be received by 31 March.",
        "You must receive applications by 31 March.",
    ),
    (
        "Vor der Entscheidung ist ein Gutachten einzuholen.",
        "Sie müssen vor der Entscheidung ein Gutachten einholen.",
    ),
    (
        "Parents must be paid.",
        "You must pay parents.",
    ),
    (
        "The number of people is limited to 20.",
        "At most 20 people can take part.",
    ),
    (
        "Auch, aber nicht nur, ist das Bauamt zuständig.",
        "Zuständige Stelle ist das Bauamt.",
    ),
]
READERS = [
    (
        "Hunde sind anzuleinen.",
        "Sie müssen Hunde anleinen.",
    ),
    (
        "Der Verlust ist dem Amt zu melden.",
        "Sie müssen den Verlust dem Amt melden.",
    ),
    (
        "Das Bürgerbüro ist zu informieren.",
        "Sie müssen das Bürgerbüro informieren.",
    ),
    (
        "Wird der Platz nicht angenommen, wird er anderweitig vergeben.",
        "Nehmen Sie den Platz nicht an, wird er anderweitig vergeben.",
    ),
    (
        "Der Antrag wird innerhalb von vier Wochen bearbeitet.",
        "Wir bearbeiten den Antrag innerhalb von vier Wochen.",
    ),
    (
        "The council must be informed.",
        "You must inform the council.",
    ),
]


@pytest.mark.parametrize(("source", "claim"), OTHERS)
def test_what_an_office_has_to_do_is_not_the_readers_duty(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved


@pytest.mark.parametrize(("source", "claim"), READERS)
def test_what_people_do_themselves_is(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved
