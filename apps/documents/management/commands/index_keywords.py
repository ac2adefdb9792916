"""`manage.py index_keywords`: what was imported before there was a keyword index becomes findable by its words."""

from django.core.management.base import BaseCommand

from apps.documents.keywords import write_keyword_index


class Command(BaseCommand):
    help = "Index the words of documents that have no keyword index yet. May be stopped and run again."
    requires_system_checks = ()

    def handle(self, **options: object) -> None:
        done = 0
        while indexed := write_keyword_index.index_missing_documents():
            done += indexed
        self.stdout.write(f"{done} documents indexed.")
