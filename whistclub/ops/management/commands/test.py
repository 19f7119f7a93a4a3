"""`manage.py test`: all tests, by pytest; what follows on the command line goes to pytest."""

import os

import pytest
from django.core.management.base import BaseCommand

from tests.chromium import find_chromium

NO_CHROMIUM = "Chromium was not found (on the PATH, or named by WHISTCLUB_CHROMIUM)"


class Command(BaseCommand):
    help = "Run all tests, or those named as for pytest: manage.py test tests/engine -k score"
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        # Not through Django's own options: all the words are pytest's.
        raise SystemExit(self.handle(*argv[2:]))

    def handle(self, *words: str, **_options) -> int:
        if find_chromium():
            return pytest.main(list(words))
        if os.environ.get("CI", "").lower() == "true":
            raise SystemExit(f"{NO_CHROMIUM}, and here no test may be left out.")
        self.stdout.write(f"{NO_CHROMIUM}: the browser tests are left out.")
        self.stdout.flush()
        return pytest.main(list(words), plugins=[WithoutBrowser()])


class WithoutBrowser:
    """A pytest plugin. Not `-m "not browser"`, which would clash with a -m of the caller's."""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        left_out = [item for item in items if item.get_closest_marker("browser")]
        items[:] = [item for item in items if not item.get_closest_marker("browser")]
        config.hook.pytest_deselected(items=left_out)
