"""`manage.py support EMAIL`: let a user read everything at /support/, or no longer."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from whistclub.accounts.actions import set_support


class Command(BaseCommand):
    help = "Let a user read all clubs of this site at /support/, to help them; --end takes it back."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--end", action="store_true", help="the user may no longer")

    def handle(self, *, email: str, end: bool, **_options: Any) -> None:
        if not set_support(email, not end):
            raise CommandError(f"No user signs in as {email}.")
        self.stdout.write("Done." if end else "Done. After signing in, the address is /support/")
