"""What the dump and the tests on it both have to know."""

KEY = "signs-the-queue-in-the-dump-of-2a55bcd-and-nothing-else-in-the-world"
"""The SECRET_KEY of the installation in the dump. It protects nothing: whoever has it has the dump."""

POOL = "Das Freibad Wilmeaue öffnet am 9. Mai. Der Eintritt kostet für Erwachsene vier Euro und fünfzig Cent."
"""A sentence that a document says."""

INBOX = "/srv/inbox"
"""The folder that a source reads. It is not there: who made the dump has it elsewhere."""
