"""Styles, scripts, fonts and pictures under names that carry a hash of their content: browsers keep them for a year."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

STAMP = "collected.txt"
UNUSED = ["ext", "htmax*", "htmx-4*"]  # of django-htmx; a comment in one of them looks like an import


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # the package declares no types
    support_js_module_import_aggregation = True  # modules import each other by the hashed names


def collect() -> None:
    """Copy what browsers get into the data folder, unless that is what lies there already."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(UNUSED):
            file = Path(storage.path(path)).stat()
            digest.update(f"{path} {file.st_size} {file.st_mtime_ns}\n".encode())
    stamp = Path(settings.STATIC_ROOT, STAMP)
    if not stamp.exists() or stamp.read_text() != digest.hexdigest():
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
        stamp.write_text(digest.hexdigest())
