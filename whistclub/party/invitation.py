"""The invitation to a party: its day, time and place, and how many people may come. Most parties have none."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from whistclub.web.formatting import format_time, format_weekday, plural


@dataclass(frozen=True, slots=True)
class Invitation:
    """`starts_at` is None where nobody is invited. `most`: more people than that are on the waiting list.

    `shows_names`: anyone with the link reads who is coming, and not only how many.
    """

    starts_at: datetime | None = None
    place: str = ""
    most: int | None = None
    shows_names: bool = False

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "Invitation":
        """The invitation that `stored` was made of; of an empty mapping none."""
        starts_at = stored.get("starts_at")
        return cls(
            datetime.fromisoformat(starts_at) if starts_at else None,
            stored.get("place", ""),
            stored.get("most"),
            stored.get("shows_names", False),
        )

    @property
    def stored(self) -> dict[str, Any]:
        """The invitation as plain values (JSON)."""
        return {
            "starts_at": self.starts_at.isoformat() if self.starts_at else None,
            "place": self.place,
            "most": self.most,
            "shows_names": self.shows_names,
        }

    @property
    def when(self) -> str:
        """ "Friday 27 November, 19:30"; empty where nobody is invited."""
        if self.starts_at is None:
            return ""
        local = timezone.localtime(self.starts_at)
        return f"{format_weekday(local)}, {format_time(local)}"


def invitation_text(stored: Mapping[str, Any]) -> str:
    """An invitation as the log shows it."""
    invitation = Invitation.read(stored)
    if not invitation.when:
        return "nobody is invited"
    most = invitation.most
    parts = [
        invitation.when,
        invitation.place,
        plural(most, "{n} person at most", "{n} people at most").format(n=most) if most else "",
        "names are shown" if invitation.shows_names else "",
    ]
    return " · ".join(part for part in parts if part)
