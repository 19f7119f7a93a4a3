"""`manage.py test`: all tests, by pytest; what follows on the command line goes to pytest."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import BaseCommand

from tests.chromium import find_chromium

NO_CHROMIUM = "Chromium was not found (on the PATH, or named by WHISTCLUB_CHROMIUM)"
# One worker more than there are cores, for browsers often wait. Each further one would collect all tests and make a
# database once more, which takes longer than it saves. A worker that is done takes tests from the others.
SIDE_BY_SIDE = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]
ONE_BY_ONE = ("-n", "--numprocesses", "--pdb", "--co")


class Command(BaseCommand):
    help = "Run all tests, or those named as for pytest: manage.py test tests/engine -k score"
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        # Not through Django's own options: all the arguments are pytest's.
        self.handle(*argv[2:])

    def handle(self, *arguments: str, **_options: Any) -> None:
        raise SystemExit(self.run_tests(*arguments))

    def run_tests(self, *arguments: str) -> int:
        wanted = list(arguments)
        # Side by side, pytest only says that no tests ran.
        for word in arguments:
            if word.startswith("tests/") and not Path(word.partition("::")[0]).exists():
                raise SystemExit(f"There is no {word.partition('::')[0]}.")
        if not any(word.startswith(ONE_BY_ONE) for word in arguments):
            wanted = [*SIDE_BY_SIDE, *wanted]
        if find_chromium():
            return pytest.main(wanted)
        if os.environ.get("CI", "").lower() == "true":
            raise SystemExit(f"{NO_CHROMIUM}, and here no test may be left out.")
        self.stdout.write(f"{NO_CHROMIUM}: the browser tests are left out.")
        self.stdout.flush()
        return pytest.main(["-p", "tests.without_browser", *wanted])
