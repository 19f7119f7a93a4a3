from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.utils import timezone

from whistclub.club.founding import VALID_FOR, make_link
from whistclub.ops import network
from whistclub.ops.storage import DataCommand


class Command(DataCommand):
    help = "Prints a link for creating one more club on this site. It works once. Clubs cannot see each other."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port of `start`; default: 8000")

    def handle(self, *, port: int, **_options: Any) -> None:
        here, others = network.reached_at("0.0.0.0", port, settings.PUBLIC_ADDRESS)  # noqa: S104 - as `start` listens
        path, days = make_link(at=timezone.now()), VALID_FOR.days
        self.stdout.write(f"Anyone who opens this link can create one club. It works once and expires in {days} days:")
        for address in others or [here]:
            self.stdout.write(f"  {address}{path}")
