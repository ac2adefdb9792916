"""Rules of official prose, each with what it licenses and with lies that lie close to it.

The sentences are of no benchmark; each list is checked as a whole, to be fast.
"""

from apps.text.entailment import derive, derive_rewrite

TRUE = [
    # From when and until when a rule holds
    ("Die Verordnung tritt zum 1. März 2024 in Kraft.", "Die Verordnung gilt ab dem 1. März 2024."),
    ("Die Satzung tritt mit Ablauf des 30. Juni 2023 außer Kraft.", "Die Satzung gilt nur bis zum 30. Juni 2023."),
    ("Die Satzung gilt bis 30. Juni 2023.", "Die Satzung gilt bis zum Ende des 30. Juni 2023."),
    # Nominal style
    ("Die Frist beginnt mit Zugang der Rechnung.", "Die Frist beginnt erst, wenn die Rechnung zugegangen ist."),
    (
        "Für die Anmeldung wird ein gültiger Pass benötigt.",
        "Wenn Sie sich anmelden, brauchen Sie einen gültigen Pass.",
    ),
    ("Zur Antragstellung ist ein Lichtbild erforderlich.", "Für den Antrag brauchen Sie ein Lichtbild."),
    ("Die Stadt plant keinen Verkauf des Hauses.", "Die Stadt plant nicht, das Haus zu verkaufen."),
    ("Der Verkauf ist von der Stadt nicht geplant.", "Die Stadt plant den Verkauf nicht."),
    ("Der Zutritt zum Archiv ist nur mit einem Ausweis erlaubt.", "Sie dürfen das Archiv nur mit Ausweis betreten."),
    (
        "Der Zutritt zum Archiv ist nur mit einem Ausweis erlaubt.",
        "Für den Zutritt zum Archiv brauchen Sie einen Ausweis.",
    ),
    # Who gives and who receives
    ("Die Auslagen werden dem Verein erstattet.", "Der Verein bekommt die Auslagen erstattet."),
    ("Die Auslagen werden dem Verein erstattet.", "Der Verein erhält die Auslagen zurück."),
    # kann and darf, of what a rule allows
    (
        "In einem Grab können bis zu vier Särge beigesetzt werden.",
        "In einem Grab dürfen höchstens vier Särge beigesetzt werden.",
    ),
    ("Ausnahmen sind möglich, wenn es regnet.", "Ausnahmen können zugelassen werden, wenn es regnet."),
    ("Der Beschluss kann durch Klage angefochten werden.", "Sie können den Beschluss durch Klage anfechten."),
    ("Ausnahmen können zugelassen werden.", "Wir können Ausnahmen zulassen."),
    ("Die Stadt entscheidet über den Antrag.", "Wir entscheiden über den Antrag."),
    # What is beside a fee, how a sum is worked out, how far it goes
    ("Neben der Grundgebühr wird ein Zuschlag erhoben.", "Zusätzlich zur Grundgebühr wird ein Zuschlag erhoben."),
    ("Der Beitrag berechnet sich nach der Fläche.", "Der Beitrag wird nach der Fläche berechnet."),
    ("Es können Gebühren bis 200 Euro erhoben werden.", "Es können Gebühren von höchstens 200 Euro erhoben werden."),
    ("Die Steuer beträgt 60 Euro im Kalenderjahr.", "Die Steuer beträgt 60 Euro im Jahr."),
    # Conditions and pronouns
    ("Entfällt der Grund, endet die Erlaubnis.", "Die Erlaubnis endet, wenn der Grund entfällt."),
    (
        "Die Zusage ist aufzuheben, wenn die Gründe wegfallen.",
        "Fallen die Gründe weg, muss die Zusage aufgehoben werden.",
    ),
    ("Wird ein Rat gewählt, ist dieser zu hören.", "Wenn ein Rat gewählt wird, muss er gehört werden."),
    ("Auch der Halter haftet für den Schaden.", "Der Halter haftet für den Schaden."),
    (
        "Der Verein ist nach Aufgabe des Betriebs zu löschen.",
        "Der Verein ist zu löschen, wenn der Betrieb aufgegeben ist.",
    ),
    ("Zur Abholung des Passes ist ein Termin nötig.", "Wenn Sie den Pass abholen wollen, brauchen Sie einen Termin."),
    ("Die Daten werden nur zur Prüfung des Antrags genutzt.", "Wir nutzen die Daten nur, um den Antrag zu prüfen."),
    ("Die Nutzung des Platzes ist auf drei Stunden begrenzt.", "Sie dürfen den Platz höchstens drei Stunden nutzen."),
    ("Ein Rücktritt ist bis zum 3. Mai möglich.", "Sie können bis zum 3. Mai zurücktreten."),
    ("Der Betrag wird sofort fällig und ist in bar zu zahlen.", "Sie müssen den Betrag in bar zahlen."),
    ("Personen ohne Ausweis benötigen einen Zeugen.", "Wenn Sie keinen Ausweis haben, brauchen Sie einen Zeugen."),
    ("Eltern, die ihr Kind abmelden, müssen den Beitrag zahlen.", "Wer sein Kind abmeldet, muss den Beitrag zahlen."),
    ("Die Prüfung der Geräte findet jährlich statt.", "Die Geräte werden jährlich geprüft."),
    ("Nicht benötigte Karten können zurückgegeben werden.", "Sie können Karten, die Sie nicht brauchen, zurückgeben."),
    ("Die neue Anschrift ist mitzuteilen.", "Teilen Sie uns Ihre neue Anschrift mit."),
    ("Die Höhe des Beitrags richtet sich nach dem Einkommen.", "Der Beitrag hängt vom Einkommen ab."),
    (
        "Nicht gestattet ist insbesondere, a) die Wege zu befahren;",
        "Nicht gestattet ist insbesondere, die Wege zu befahren.",
    ),
    # English
    ("Members of the public may attend meetings of the board.", "The public may attend board meetings."),
    ("A deposit of £50 is not refundable.", "The £50 deposit cannot be refunded."),
    ("A fee of £20 is payable on application.", "You pay a fee of £20 when you apply."),
    ("Payment may be made by card.", "You can pay by card."),
    # Rows, permits, hours, rights
    (
        "The deposit shall be refunded only if the hall is clean.",
        "Only if the hall is clean will the deposit be refunded.",
    ),
    ("The office reserves the right to cancel bookings.", "The office may cancel bookings."),
    ("The signature of a guardian is required.", "A guardian must sign."),
    ("Die Stadt behält sich vor, den Platz zu sperren.", "Die Stadt kann den Platz sperren."),
    ("Der Antrag ist innerhalb eines Jahres zu stellen.", "Sie haben ein Jahr Zeit, um den Antrag zu stellen."),
    (
        "Beitrag: bis 20.000 Euro Einkommen 30 Euro monatlich; bis 30.000 Euro Einkommen 50 Euro monatlich.",
        "Beitrag im Monat:\n- bis 20.000 Euro Einkommen: 30 Euro\n- bis 30.000 Euro Einkommen: 50 Euro",
    ),
    (
        "The grant is 10 euros per day for pupils and 15 euros per day for students.",
        "The grant is 15 euros per day for students.",
    ),
    (
        "The office may refuse users who repeatedly break the rules.",
        "Users who repeatedly break the rules may be refused by the office.",
    ),
    ("Gebühr: 5 Euro", "Die Gebühr beträgt 5 Euro."),
    (
        "Beitrag: bis 20.000 Euro Einkommen 30 Euro monatlich.",
        "Der Beitrag beträgt 30 Euro monatlich bei einem Einkommen bis 20.000 Euro.",
    ),
    ("Gegen eine Gebühr von 7 Euro wird ein neuer Schlüssel ausgestellt.", "Ein neuer Schlüssel kostet 7 Euro."),
    ("Für das Fällen von Hecken brauchen Sie keine Genehmigung.", "Sie dürfen Hecken ohne Genehmigung fällen."),
    ("Die Ordnung tritt am 1. Mai 2025 außer Kraft.", "Die Ordnung gilt ab dem 1. Mai 2025 nicht mehr."),
    ("Das Bad ist samstags von 9 bis 14 Uhr geöffnet.", "Am Samstag können Sie von 9 bis 14 Uhr zum Bad kommen."),
    ("Der Antrag ist innerhalb eines Jahres zu stellen.", "Ihnen bleibt ein Jahr, um den Antrag zu stellen."),
    ("Refunds will be issued within ten days.", "You will get your refund within ten days."),
    ("Refunds will be issued within ten days.", "We will issue refunds within ten days."),
    ("An appointment is required.", "You need an appointment."),
    ("No appointment is necessary.", "You do not need an appointment."),
    ("The tenant must inform the landlord of any damage.", "The tenant must tell the landlord about any damage."),
    ("Persons over the age of 65 pay half.", "If you are over 65, you pay half."),
    ("The chair is elected by the members for a term of two years.", "The members elect the chair for two years."),
    ("Residents may book the hall.", "Residents can book the hall."),
    (
        "If the fee has not been paid by the due date, a reminder is sent.",
        "If you have not paid the fee by the due date, we send a reminder.",
    ),
    (
        "Wer gegen die Regeln verstößt, kann ausgeschlossen werden.",
        "Verstoßen Sie gegen die Regeln, können Sie ausgeschlossen werden.",
    ),
    (
        "Der Verlust des Ausweises ist dem Amt sofort zu melden.",
        "Wenn Sie den Ausweis verlieren, müssen Sie das sofort dem Amt melden.",
    ),
    (
        "Wenn Räume nicht benötigt werden, können sie vermietet werden.",
        "Räume, die nicht benötigt werden, können vermietet werden.",
    ),
    ("Die Besucher werden gebeten, eigene Stifte mitzubringen.", "Bitte bringen Sie eigene Stifte mit."),
    ("Die Ausgabe der Pakete erfolgt nur an Mitglieder.", "Die Pakete werden nur an Mitglieder ausgegeben."),
    ("Für die Dauer der Arbeiten ist der Weg gesperrt.", "Während der Arbeiten ist der Weg gesperrt."),
]
FALSE = [
    ("Die Satzung tritt am 30. Juni 2023 außer Kraft.", "Die Satzung gilt bis zum 30. Juni 2023."),
    ("Die Satzung tritt mit Ablauf des 30. Juni 2023 außer Kraft.", "Die Satzung gilt ab dem 30. Juni 2023."),
    ("Die Verordnung tritt zum 1. März 2024 in Kraft.", "Die Verordnung gilt bis zum 1. März 2024."),
    ("Die Frist endet mit Zugang der Rechnung.", "Die Frist endet erst, wenn die Rechnung zugegangen ist."),
    ("Für die Anmeldung wird ein gültiger Pass benötigt.", "Wenn Sie sich abmelden, brauchen Sie einen gültigen Pass."),
    ("Für die Anmeldung wird ein Pass ausgestellt.", "Wenn Sie sich anmelden, brauchen Sie einen Pass."),
    ("Die Stadt verlangt den Verkauf des Hauses.", "Die Stadt verlangt, das Haus zu verkaufen."),
    ("Der Verkauf des Hauses ist nicht vorgesehen.", "Die Stadt sieht den Verkauf des Hauses nicht vor."),
    ("Der Zutritt zum Archiv ist mit einem Ausweis erlaubt.", "Für den Zutritt zum Archiv brauchen Sie einen Ausweis."),
    ("Der Zutritt zum Archiv ist nur mit einem Ausweis erlaubt.", "Sie dürfen das Archiv auch ohne Ausweis betreten."),
    ("Die Auslagen werden dem Verein erstattet.", "Der Verein erstattet die Auslagen."),
    ("Die Auslagen werden vom Verein erstattet.", "Der Verein bekommt die Auslagen erstattet."),
    ("Die Behörde kann das verlangen.", "Die Behörde darf das verlangen."),
    ("Schäden können verursacht werden.", "Schäden dürfen verursacht werden."),
    ("In einem Grab können bis zu vier Särge beigesetzt werden.", "In einem Grab müssen vier Särge beigesetzt werden."),
    ("Ausnahmen sind möglich.", "Ausnahmen werden zugelassen."),
    ("Der Beschluss kann durch den Rat angefochten werden.", "Sie können den Beschluss durch den Rat anfechten."),
    ("Das Gericht entscheidet über den Antrag.", "Wir entscheiden über den Antrag."),
    ("Wir entscheiden über den Antrag.", "Die Stadt entscheidet über den Antrag."),
    ("Neben dem Haus wird ein Zaun errichtet.", "Zusätzlich zum Haus wird ein Zaun errichtet."),
    (
        "Es können Gebühren von 50 bis 200 Euro erhoben werden.",
        "Es können Gebühren von höchstens 200 Euro erhoben werden.",
    ),
    ("Wird ein Rat gewählt, ist dieser zu hören.", "Wird ein Rat gewählt, muss sie gehört werden."),
    ("Der Halter haftet für den Schaden.", "Auch der Halter haftet für den Schaden."),
    ("Die Sache wird durch die Leitung bestellt.", "Sie bestellen die Sache durch die Leitung."),
    (
        "Der Verein ist vor Aufgabe des Betriebs zu löschen.",
        "Der Verein ist zu löschen, wenn der Betrieb aufgegeben ist.",
    ),
    ("Zur Abholung des Passes ist ein Termin nötig.", "Wenn Sie den Pass abgeben wollen, brauchen Sie einen Termin."),
    (
        "Zur Abholung des Passes ist ein Termin nötig.",
        "Wenn Sie den Pass nicht abholen wollen, brauchen Sie einen Termin.",
    ),
    ("Die Daten werden zur Prüfung des Antrags genutzt.", "Wir nutzen die Daten nur, um den Antrag zu prüfen."),
    ("Die Nutzung des Platzes ist auf drei Stunden begrenzt.", "Sie müssen den Platz drei Stunden nutzen."),
    ("Die Nutzung des Platzes ist auf drei Stunden begrenzt.", "Sie dürfen den Platz mindestens drei Stunden nutzen."),
    ("Ein Rücktritt ist bis zum 3. Mai möglich.", "Sie müssen bis zum 3. Mai zurücktreten."),
    ("Der Betrag wird sofort fällig und ist in bar zu zahlen.", "Der Betrag wird in bar fällig."),
    ("Personen mit Ausweis benötigen einen Zeugen.", "Wenn Sie keinen Ausweis haben, brauchen Sie einen Zeugen."),
    ("Beamte, die ihr Kind abmelden, müssen den Beitrag zahlen.", "Wer sein Kind abmeldet, muss den Beitrag zahlen."),
    ("Nicht benötigte Karten können zurückgegeben werden.", "Sie können benötigte Karten nicht zurückgeben."),
    ("Nicht benötigte Karten können zurückgegeben werden.", "Sie können Karten, die Sie brauchen, zurückgeben."),
    ("Die neue Anschrift ist der Polizei mitzuteilen.", "Teilen Sie uns Ihre neue Anschrift mit."),
    ("Die Höhe des Zauns richtet sich nach dem Plan.", "Der Zaun hängt vom Plan ab."),
    ("Gestattet ist nur, a) die Wege zu befahren, b) zu parken.", "Gestattet ist nur, die Wege zu befahren."),
    ("Die Gemeinde gehört zum Kreis.", "Die Gemeinde wird vom Kreis gehört."),
    ("Members of the board may attend meetings of the public.", "The public may attend board meetings."),
    ("A fee of £20 is payable on collection.", "You pay a fee of £20 when you apply."),
    ("A deposit of £50 is not refundable.", "The £60 deposit cannot be refunded."),
    (
        "The deposit must be refunded only if the hall is clean.",
        "Only if the hall is dirty will the deposit be refunded.",
    ),
    ("The deposit shall be refunded if the hall is clean.", "Only if the hall is clean will the deposit be refunded."),
    ("The office reserves the right to cancel bookings.", "The office must cancel bookings."),
    ("The office reserves the right to cancel bookings.", "The office cancels bookings."),
    ("The signature of a guardian is required.", "A pupil must sign."),
    ("Die Stadt behält sich vor, den Platz zu sperren.", "Die Stadt muss den Platz sperren."),
    ("Die Stadt behält sich vor, den Platz zu sperren.", "Die Stadt sperrt den Platz."),
    ("Der Antrag ist nach einem Jahr zu stellen.", "Sie haben ein Jahr Zeit, um den Antrag zu stellen."),
    (
        "The grant is 10 euros a day for pupils and 15 euros a day for students.",
        "The grant is 10 euros a day for students.",
    ),
    (
        "The grant is 10 euros a day for pupils and 15 euros a week for students.",
        "The grant is 15 euros a day for students.",
    ),
    ("The grant is between 10 and 15 euros for students.", "The grant is 15 euros for students."),
    (
        "Beitrag: bis 20.000 Euro Einkommen 30 Euro monatlich; bis 30.000 Euro Einkommen 50 Euro monatlich.",
        "Beitrag im Monat:\n- bis 20.000 Euro Einkommen: 50 Euro\n- bis 30.000 Euro Einkommen: 30 Euro",
    ),
    (
        "Beitrag: bis 20.000 Euro Einkommen 30 Euro monatlich; bis 30.000 Euro Einkommen 50 Euro jährlich.",
        "Beitrag im Monat:\n- bis 20.000 Euro Einkommen: 30 Euro\n- bis 30.000 Euro Einkommen: 50 Euro",
    ),
    ("Gebühr: 5 Euro", "Die Gebühr beträgt 6 Euro."),
    ("Leistung: Ausweis; Gebühr: 5 Euro", "Die Gebühr beträgt 5 Euro."),
    (
        "Beitrag: bis 20.000 Euro Einkommen 30 Euro monatlich.",
        "Der Beitrag beträgt 20.000 Euro monatlich bei einem Einkommen bis 30 Euro.",
    ),
    (
        "Beitrag: bis 20.000 Euro Einkommen 30 Euro monatlich.",
        "Der Beitrag beträgt bis 30 Euro monatlich bei einem Einkommen von 20.000 Euro.",
    ),
    (
        "Gegen eine Gebühr von 7 Euro kann ein neuer Schlüssel ausgestellt werden.",
        "Ein neuer Schlüssel wird ohne Gebühr ausgestellt.",
    ),
    (
        "Gegen eine Gebühr von 7 Euro wird ein neuer Schlüssel ausgestellt.",
        "Ein neuer Schlüssel kostet höchstens 7 Euro.",
    ),
    ("Für das Fällen von Hecken brauchen Sie keine Genehmigung.", "Sie dürfen Hecken nur mit Genehmigung fällen."),
    ("Für das Fällen von Hecken brauchen Sie eine Genehmigung.", "Sie dürfen Hecken ohne Genehmigung fällen."),
    ("Die Ordnung tritt am 1. Mai 2025 außer Kraft.", "Die Ordnung gilt ab dem 1. Mai 2025."),
    ("Die Ordnung tritt am 1. Mai 2025 in Kraft.", "Die Ordnung gilt ab dem 1. Mai 2025 nicht mehr."),
    ("Das Bad ist samstags von 9 bis 14 Uhr geöffnet.", "Am Samstag müssen Sie von 9 bis 14 Uhr zum Bad kommen."),
    ("Das Bad ist samstags von 9 bis 14 Uhr geöffnet.", "Am Sonntag können Sie von 9 bis 14 Uhr zum Bad kommen."),
    ("Refunds will be issued to members within ten days.", "You will get your refund within ten days."),
    ("Refunds may be issued within ten days.", "You will get your refund within ten days."),
    ("An appointment is not required.", "You need an appointment."),
    ("The tenant must inform the landlord of any damage.", "The landlord must tell the tenant about any damage."),
    ("Persons under the age of 65 pay half.", "If you are over 65, you pay half."),
    ("The members elect the chair for two years.", "The chair elects the members for a term of two years."),
    ("The authority may inspect the hall.", "Residents can inspect the hall."),
    ("Residents may book the hall.", "Residents must book the hall."),
    (
        "Wer gegen die Regeln verstößt, kann ausgeschlossen werden.",
        "Verstoßen Sie nicht gegen die Regeln, können Sie ausgeschlossen werden.",
    ),
    (
        "Wenn Räume benötigt werden, können sie vermietet werden.",
        "Räume, die nicht benötigt werden, können vermietet werden.",
    ),
    ("Die Besucher müssen eigene Stifte mitbringen.", "Die Besucher sollen eigene Stifte mitbringen."),
    ("Die Ausgaben der Stadt steigen.", "Die Stadt wird ausgegeben."),
    ("Für die Dauer der Arbeiten ist der Weg gesperrt.", "Vor den Arbeiten ist der Weg gesperrt."),
]
LESS = ("Auch der Halter haftet für den Schaden.", "Der Halter haftet für den Schaden.")


def test_what_a_rule_of_official_prose_explains_is_proved() -> None:
    assert not [(quote, claim) for quote, claim in TRUE if not derive(claim, [quote]).proved]


def test_lies_close_to_these_rules_stay_unproved() -> None:
    assert not [(quote, claim) for quote, claim in FALSE if derive(claim, [quote]).proved]
    assert not [(quote, claim) for quote, claim in FALSE if derive_rewrite(quote, claim).proved]


def test_a_rewrite_that_leaves_out_auch_is_not_derived() -> None:
    """What it says is true, but that others are meant too is lost."""
    assert not derive_rewrite(*LESS).proved
