from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from tests.house.checks import CHECKS


class Command(BaseCommand):
    help = "Check the code, templates, styles and scripts; --fix formats them first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = [check.name for check in CHECKS]
        parser.add_argument("names", nargs="*", metavar="check", help=f"only these: {', '.join(names)}")
        parser.add_argument("--fix", action="store_true", help="first fix what can be fixed automatically")

    def handle(self, *, names: list[str], fix: bool, **_options: object) -> None:
        wanted = [check for check in CHECKS if not names or check.name in names]
        for check in wanted:
            if fix and check.fixes:
                check.fix()
        failed = 0
        for check in wanted:
            done = check.run()
            failed += bool(done.returncode)
            self.stdout.write(f"{check.name:24} {'failed' if done.returncode else 'ok'}")
            if done.returncode:
                self.stdout.write(done.stdout.rstrip())
        if failed:
            raise SystemExit(1)
