"""`manage.py empty_bin`: delete what has been in the bin of a club for 30 days."""

from typing import Any

from django.utils import timezone

from whistclub.archive.bin.actions import empty
from whistclub.ops.commands import DataCommand


class Command(DataCommand):
    help = (
        "Deletes for good what has been in the bin of a club for 30 days. `start` does this automatically every hour."
    )

    def handle(self, **_options: Any) -> None:
        self.stdout.write(f"Deleted from the bin: {empty(timezone.now())}.")
