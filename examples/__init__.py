"""The demo collection: invented documents, the script that builds them, questions with known answers."""
