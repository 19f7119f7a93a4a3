"""`manage.py support EMAIL`: let a user read everything at /support/, or no longer."""

import argparse
from typing import Any

from django.core.management.base import CommandError

from whistclub.accounts.actions import set_support
from whistclub.ops.commands import DataCommand


class Command(DataCommand):
    help = "Lets a user read all clubs of this site at /support/, to help them; --end removes this access."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--end", action="store_true", help="remove this access")

    def handle(self, *, email: str, end: bool, **_options: Any) -> None:
        if not set_support(email, not end):
            raise CommandError(f"No account has the e-mail address {email}.")
        self.stdout.write("Done." if end else "Done. They can sign in and open /support/.")
