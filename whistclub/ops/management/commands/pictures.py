"""`manage.py pictures`: take the README's pictures again, and draw the icons, so that they show what there is now."""

import os

import pytest
from django.core.management.base import BaseCommand

TAKES_THEM = "tests/browser/test_pictures.py"


class Command(BaseCommand):
    help = "Take the README's pictures again, and draw the icons of the installed pad (needs Chromium)."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        os.environ["WHISTCLUB_PICTURES"] = "keep"
        raise SystemExit(pytest.main(["-n", "0", "-q", TAKES_THEM]))
