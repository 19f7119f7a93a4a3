"""The site's own settings and middleware, with one more page to measure against."""

from whistclub.settings import *  # noqa: F403 - the same settings, all of them
from whistclub.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.bench"]
ROOT_URLCONF = "tests.bench.urls"
