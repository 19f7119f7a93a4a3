"""What was brought in by lists."""

from dataclasses import dataclass

from whistclub.archive.models import Import
from whistclub.club.models import Club

LATEST = 20

__all__ = ["Import", "Imported", "imports_of"]


@dataclass(frozen=True, slots=True)
class Imported:
    """An import as its page lists it."""

    row: Import
    who: str
    undone_by: str


def imports_of(club: Club, kind: str) -> list[Imported]:
    """The latest imports of a kind, latest first. One query."""
    found = Import.objects.filter(club=club, kind=kind).select_related("by_user", "undone_by").order_by("-pk")[:LATEST]
    return [Imported(row, str(row.by_user), str(row.undone_by or "")) for row in found]


def import_of(club: Club, key: int) -> Import | None:
    return Import.objects.filter(club=club, pk=key).first()
