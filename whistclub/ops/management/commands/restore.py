from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from whistclub.ops import backups, data_folder, storage
from whistclub.ops.errors import StartError


class Command(BaseCommand):
    help = "Replaces the database with a backup, and keeps what was there as another backup. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="made by `backup`, `start` or the page Backups")

    def handle(self, *, file: Path, **_options: Any) -> None:
        try:
            with data_folder.held(settings.DATA_DIR, "manage.py restore"):
                before = backups.restore(file, timezone.now())
                updated = storage.bring_up_to_date()
        except StartError as error:
            raise CommandError(str(error)) from error
        lines = [f"{file} was restored.", f"What was there before: {before}" if before else "", updated]
        self.stdout.write("\n".join(filter(None, lines)))
