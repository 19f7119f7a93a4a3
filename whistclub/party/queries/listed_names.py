"""What the lists have in common on which people write their own names by phone."""

from collections.abc import Collection
from typing import TypeVar

from whistclub.party.models import ListedName

Listed = TypeVar("Listed", bound=ListedName)


def removed_last(removed: Collection[Listed]) -> list[Listed]:
    """Those of the removed names that the last step removed."""
    last = max((each.removed_at for each in removed if each.removed_at), default=None)
    return [each for each in removed if each.removed_at == last]
