"""`manage.py start`: from a clone, or after an update, to a running site in one command."""

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from whistclub import bootstrap
from whistclub.club.founding.actions import claim_link_path
from whistclub.club.models import Club
from whistclub.ops import data_folder, integrity, network, storage
from whistclub.ops.backups import restoring
from whistclub.ops.backups.daily import start_daily_backups
from whistclub.ops.demo import fill_demo
from whistclub.ops.errors import StartError
from whistclub.ops.greeting import SecureSite, greeting
from whistclub.ops.https.authority import Authority, for_hosts
from whistclub.ops.progress import Progress
from whistclub.ops.serving import SECONDS_TO_ANSWER, Https, Stop, serve, when_answering
from whistclub.ops.upkeep import start_upkeep
from whistclub.web import static_files


class Command(BaseCommand):
    help = "Starts whistclub: prepares the database, shows the addresses, and serves until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000, help="default: 8000")
        parser.add_argument(
            "--https",
            type=port_number,
            nargs="?",
            const=8443,
            metavar="PORT",
            help="also serve https, for phones that install this computer's certificate; default port: 8443",
        )
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--host", default="0.0.0.0", help="address to listen on; default: all")  # noqa: S104 - phones
        where.add_argument("--local", action="store_true", help="for this computer only, no phones")
        parser.add_argument("--demo", action="store_true", help="fill an empty database with a made-up club")
        parser.add_argument("--qr", action="store_true", help="draw the QR code even when the output is not a terminal")

    def handle(
        self, *, host: str, port: int, https: int | None, local: bool, demo: bool, qr: bool, **_options: Any
    ) -> None:
        host = "127.0.0.1" if local else host
        here, phones = network.reached_at(host, port, settings.PUBLIC_ADDRESS)
        environment = dict(os.environ)
        with ExitStack() as until_the_end:
            try:
                until_the_end.enter_context(self.alone_on_folder(here or phones[0]))
                if not restoring.is_requested():
                    self.prepare(host, port, demo)
                    authority = self.certify(host, port, https) if https else None
                    self.run(host, port, https, authority, qr=qr)
                if not restoring.is_requested():
                    self.say("Stopped.")
                    return
                self.say(restoring.carry_out_request())
            except StartError as trouble:
                raise SystemExit(str(trouble)) from trouble
        start_again(environment)

    @contextmanager
    def alone_on_folder(self, address: str) -> Iterator[None]:
        """Make the data folder private, and hold it: two servers on one SQLite database would disturb each other."""
        data_folder.require_writable(settings.DATA_DIR)
        for path in data_folder.make_private(settings.DATA_DIR):
            self.say(f"Other users of this computer can read {path}. Its owner can change that: chmod go= {path}")
        with data_folder.held(settings.DATA_DIR, address) if connection.vendor == "sqlite" else nullcontext():
            yield

    def run(self, host: str, port: int, https: int | None, authority: Authority | None, *, qr: bool) -> None:
        """Say where the site is, and serve it until somebody stops it."""
        here, phones = network.reached_at(host, port, settings.PUBLIC_ADDRESS)
        set_environment(host, phones)
        secure = site = None
        if https and authority:
            os.environ["WHISTCLUB_PORTS"] = f"{port} {https}"
            site = Https(https, authority.chain, authority.key)
            secure_here, secure_phones = network.reached_at(host, https, scheme="https")
            page = (phones[0] if phones else here) + reverse("ops:https")
            secure = SecureSite(secure_phones or [secure_here], page, authority.fingerprint)
        with_qr = qr or self.stdout.isatty()
        lines = greeting(here, phones, claim_link_path(), with_qr=with_qr, secure=secure)

        def announce(stop: Stop) -> None:
            # A thread that had begun before would take Ctrl-C from the server.
            start_upkeep()
            start_daily_backups()
            restoring.when_requested(stop)
            self.greet_when_answering(host, port, lines)

        if not serve(host, port, announce=announce, https=site):
            raise SystemExit("The server stopped unexpectedly; the lines above say why.")

    def greet_when_answering(self, host: str, port: int, lines: list[str]) -> None:
        """Say these lines once the site has answered a request; if it takes too long, say that first."""

        def greet(has_answered: bool) -> None:
            if not has_answered:
                self.say(
                    f"The site has not answered within {SECONDS_TO_ANSWER} seconds. If its pages do not open in a few "
                    "minutes, stop it with Ctrl-C and start it again."
                )
            self.say(*lines)

        when_answering(host, port, greet)

    def certify(self, host: str, port: int, https: int) -> Authority:
        """Have certificates for all names of this computer. Raises StartError."""
        if settings.BEHIND_HTTPS:
            raise StartError("WHISTCLUB_HTTPS is for a proxy that handles https. Start without it, or without --https.")
        if https == port:
            raise StartError("https needs its own port: python3 manage.py start --https 8443")
        network.require_free(host, https, "--https")
        authority = for_hosts(settings.DATA_DIR, network.certified_names(host, settings.PUBLIC_ADDRESS), timezone.now())
        if authority.is_new:
            self.say("A new certificate was created. Devices that had an older one must install this one.")
        return authority

    def prepare(self, host: str, port: int, demo: bool) -> None:
        network.require_free(host, port)
        if done := storage.prepare():
            self.say(done)
        with storage.alone_in_updating():
            static_files.collect()
        for club in integrity.clubs_to_rebuild():
            with Progress(club, self.stderr) as progress:
                integrity.rebuild(club, report_progress=progress.report)
            self.say(f"{club}: statistics were rebuilt for this version: {progress.summary}.")
        if demo:
            if Club.objects.exists():
                raise StartError(
                    "The demonstration needs an empty database, and this one has a club. Start without "
                    "--demo, or choose another folder with the environment variable WHISTCLUB_DATA."
                )
            self.say(*fill_demo())

    def say(self, *lines: str) -> None:
        self.stdout.write("\n".join(lines) + "\n")
        self.stdout.flush()


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def start_again(environment: dict[str, str]) -> NoReturn:
    """Run the same command in place of this process, as if just typed; a demonstration is not made again."""
    os.environ.clear()
    os.environ.update(environment)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # `serve` has blocked it
    sys.orig_argv[1:] = [word for word in sys.orig_argv[1:] if word != "--demo"]
    bootstrap.start_again(Path(sys.executable))  # type: ignore[no-untyped-call] # an old Python must read it
    raise AssertionError


def set_environment(host: str, phones: list[str]) -> None:
    """Tell the workers, which read the settings again, how this site is reached; what is set already stays."""
    os.environ.setdefault("WHISTCLUB_HOSTS", ",".join(network.host_names(host)))
    if phones and not settings.BEHIND_HTTPS:
        os.environ.setdefault("WHISTCLUB_ADDRESS", phones[0])
    os.environ["WHISTCLUB_DEBUG"] = "no"
