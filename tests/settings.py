"""The site's settings over a folder that lasts as long as the tests: nobody's own data is ever in reach."""

import atexit
import multiprocessing
import os
import shutil
import tempfile
from datetime import timedelta

# A process that computes for a test needs no data, and leaves nothing behind.
if multiprocessing.parent_process() is None:
    FOLDER = tempfile.mkdtemp(prefix="whistclub-tests-")
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    os.environ["WHISTCLUB_DATA"] = FOLDER

from whistclub.settings import *  # noqa: F403 - the same settings, once the folder is set
from whistclub.settings import DATA_DIR, DATABASES

# Nothing of a test must survive a power cut: no write waits for the disk.
if options := DATABASES["default"].get("OPTIONS", {}).get("init_command"):
    DATABASES["default"]["OPTIONS"]["init_command"] = options.replace("synchronous=FULL", "synchronous=OFF")

# The games of most tests were played at an hour long past; tests/play/test_pads_stop.py sets the usual limits again.
PADS_WRITE_AFTER_END = PADS_WRITE_UNUSED = timedelta(days=40_000)

# A real hash takes longer than a whole game.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Files under their own names, from where they lie; tests/browser collects them as a site does.
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
STATIC_ROOT = DATA_DIR
