"""Long work that makes millions of small values."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Values between two looks for circles; Python looks after seven hundred.
SELDOM = 50_000


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Look for circles of values seldom: those of hands and facts make none, and looking takes a sixth of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(SELDOM, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
