import argparse
from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from whistclub.club.founding import first_link_path
from whistclub.club.models import Club
from whistclub.ops import data_folder, network, storage
from whistclub.ops.demo import fill_demo
from whistclub.ops.errors import StartError
from whistclub.ops.serving import collect_static_files, serve
from whistclub.ops.upkeep import start_upkeep
from whistclub.play.statistics import bring_up_to_date


class Command(BaseCommand):
    help = "Starts whistclub: prepares the database, shows the addresses, and serves until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000, help="default: 8000")
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--host", default="0.0.0.0", help="address to listen on; default: all")  # noqa: S104 - phones
        where.add_argument("--local", dest="host", action="store_const", const="127.0.0.1", help="no phones")
        parser.add_argument("--demo", action="store_true", help="fill an empty database with a made-up club")
        parser.add_argument("--qr", action="store_true", help="draw the QR code even when the output is not a terminal")

    def handle(self, *, host: str, port: int, demo: bool, qr: bool, **_options: Any) -> None:
        here, phones = network.reached_at(host, port, settings.PUBLIC_ADDRESS)
        is_alone = connection.vendor == "sqlite"
        try:
            with data_folder.held(settings.DATA_DIR, here or phones[0]) if is_alone else nullcontext():
                network.require_free(host, port)
                self.prepare(demo)
                settings.DEBUG = False
                settings.ALLOWED_HOSTS += network.host_names(host)
                settings.PUBLIC_ADDRESS = next(iter(phones), "")
                greeting = network.greeting(here, phones, first_link_path(), with_qr=qr or self.stdout.isatty())

                def begin() -> None:
                    bring_up_to_date()
                    start_upkeep()
                    self.say(*greeting)

                serve(host, port, begin)
        except StartError as trouble:
            raise SystemExit(str(trouble)) from trouble
        self.say("Stopped.")

    def prepare(self, demo: bool) -> None:
        if done := storage.bring_up_to_date():
            self.say(done)
        with storage.alone_in_updating():
            collect_static_files()
        if demo and Club.objects.exists():
            raise StartError(
                "The demonstration needs an empty database, and this one has a club. Start without --demo, or choose "
                "another folder with the environment variable WHISTCLUB_DATA."
            )
        if demo:
            self.say(*fill_demo())

    def say(self, *lines: str) -> None:
        self.stdout.write("\n".join(lines) + "\n")
        self.stdout.flush()


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)
