"""Prefixes of separable German verbs, which stand apart at the end of the clause: "findet … statt"."""

PARTICLES = frozenset(
    """
    ab an auf aus bei ein vor zu nach mit her hin hinzu statt teil weg los zurück zusammen frei fest bereit bekannt
    entgegen um durch unter über heim nieder vorbei voraus fort dar zurecht sicher stand wieder weiter herein heraus
    hinaus hinein fern hervor heran herab herum hinunter herunter kund still gegenüber entlang wahr
    """.split()  # noqa: SIM905 - a list of words to be read
)
