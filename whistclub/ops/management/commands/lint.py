"""`manage.py lint`: format, lint, types, import contracts, templates, migrations, scripts and styles."""

import os
import time
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor

from django.core.management.base import BaseCommand

from tests.house.checks import CHECKS, Check


def timed(check: Check) -> tuple[float, int, str]:
    started = time.monotonic()
    done = check.run()
    return time.monotonic() - started, done.returncode, done.stdout


class Command(BaseCommand):
    help = "Check the code, templates, styles and scripts; --fix formats them first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = [check.name for check in CHECKS]
        parser.add_argument("names", nargs="*", metavar="check", help=f"only these: {', '.join(names)}")
        parser.add_argument("--fix", action="store_true", help="first fix what can be fixed automatically")

    def handle(self, *, names: list[str], fix: bool, **_options: object) -> None:
        unknown = set(names) - {check.name for check in CHECKS}
        if unknown:
            raise SystemExit(f"No such check: {', '.join(sorted(unknown))}. See manage.py lint --help.")
        wanted = [check for check in CHECKS if not names or check.name in names]
        if fix:
            for check in wanted:
                if check.fixes:
                    check.fix()
        failed = 0
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            for check, (seconds, status, output) in zip(wanted, pool.map(timed, wanted), strict=True):
                self.stdout.write(f"{check.name:24} {'failed' if status else 'ok':7} {seconds:5.1f} s")
                self.stdout.flush()
                if status:
                    failed += 1
                    self.stdout.write(output.rstrip())
        if failed:
            raise SystemExit(1)
