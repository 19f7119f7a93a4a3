import os

import pytest
from django.core.management.base import BaseCommand

from tests.chromium import find_chromium

NO_CHROMIUM = "Chromium was not found (on the PATH, or named by WHISTCLUB_CHROMIUM)"
# One worker more than there are cores, for browsers often wait. A worker that is done takes tests from the others.
SIDE_BY_SIDE = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]


class Command(BaseCommand):
    help = "Run all tests, or those named as for pytest: manage.py test tests/engine -k score"
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        # Not through Django's own options: all the arguments are pytest's.
        wanted = [*SIDE_BY_SIDE, *argv[2:]]
        if not find_chromium():
            if os.environ.get("CI", "").lower() == "true":
                raise SystemExit(f"{NO_CHROMIUM}, and here no test may be left out.")
            self.stdout.write(f"{NO_CHROMIUM}: the browser tests are left out.")
            self.stdout.flush()
            wanted = ["-p", "tests.without_browser", *wanted]
        raise SystemExit(pytest.main(wanted))
