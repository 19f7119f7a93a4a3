"""Where this computer keeps a Chromium, for the tests that drive a browser."""

import os
import shutil
from pathlib import Path

# The first draws the same pages without the windows around them: half of the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> Path | None:
    """Return the program named by WHISTCLUB_CHROMIUM, else the first known one on the PATH, else None."""
    named = os.environ.get("WHISTCLUB_CHROMIUM")
    for name in (named,) if named else NAMES:
        if found := shutil.which(name):
            return Path(found)
    return None
