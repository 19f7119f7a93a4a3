"""`manage.py pictures`: take the pictures of README and guides again, and draw the icons, so that they stay true."""

import os

import pytest
from django.core.management.base import BaseCommand

TAKE_THEM = ("tests/browser/test_pictures.py", "tests/browser/test_guides.py")


class Command(BaseCommand):
    help = "Take the pictures of README and guides again, and draw the icons of the pad (needs Chromium)."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        os.environ["WHISTCLUB_PICTURES"] = "keep"
        raise SystemExit(pytest.main(["-n", "0", "-q", *TAKE_THEM]))
