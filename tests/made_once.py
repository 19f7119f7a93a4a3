"""What takes long to make and is the same for all workers of a test run: the first to ask makes it, the others wait."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 180  # seconds; a machine under test may be slow


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of this name, filled by `make`. Who uses it must not change it."""
    everyone = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        everyone = everyone.parent
    done, draft = everyone / name, everyone / f"{name}-draft"
    try:
        (everyone / f"{name}-begun").mkdir()
    except FileExistsError:
        end = time.monotonic() + PATIENCE
        while not done.exists():
            assert time.monotonic() < end, f"the worker that makes {done} has failed, or is too slow"
            time.sleep(0.1)
        return done
    draft.mkdir()
    make(draft)
    return draft.rename(done)
