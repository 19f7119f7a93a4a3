"""The form that chooses two sides, a player or a pair each."""

import re
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.stats.filters import Choice
from whistclub.stats.models import PlayerStanding
from whistclub.stats.reports import ReportTable
from whistclub.stats.viewer import Viewer

# Players offered in the form; others are reached from their own pages.
OFFERED = 200
FIELDS = ("one", "one_with", "other", "other_with")

# The players of either side, one or two.
Sides = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Chooser:
    """The form. `chosen` are the values of FIELDS, None if empty; `error` is a sentence about them."""

    names: dict[int, str]
    chosen: tuple[int | None, ...]
    error: str = ""
    is_cut: bool = False

    @property
    def choices(self) -> list[Choice]:
        ordered = sorted(self.names.items(), key=lambda item: item[1].casefold())
        return [Choice(str(key), name) for key, name in ordered]

    @property
    def chosen_values(self) -> dict[str, str]:
        return {name: str(key or "") for name, key in zip(FIELDS, self.chosen, strict=True)}

    @property
    def title(self) -> str:
        return _("Compare two players or pairs")

    @property
    def summary(self) -> str:
        return _("Two players, or two pairs, and the games between them.")

    @property
    def tables(self) -> list[ReportTable]:
        return []

    def address(self, viewer: Viewer) -> str | None:
        """The address of the page of the two sides; None while a side is missing or there is an error."""
        one, other = (tuple(key for key in side if key) for side in (self.chosen[:2], self.chosen[2:]))
        if self.error or not (one and other):
            return None
        return address(viewer, one, other)


def offered(viewer: Viewer, sides: Sides = ((), ()), names: dict[int, str] | None = None) -> Chooser:
    """The form with these sides chosen; their `names` are always offered. One query."""
    rows = PlayerStanding.objects.filter(club=viewer.club)
    if not viewer.is_organiser:
        rows = rows.filter(player__hidden=False)
    found = list(rows.order_by("-games", "player").values_list("player", "player__name")[: OFFERED + 1])
    chosen = tuple(key for side in sides for key in (*side, None, None)[:2])
    return Chooser(dict(found[:OFFERED]) | (names or {}), chosen, is_cut=len(found) > OFFERED)


def choosing(viewer: Viewer, query: QueryDict) -> Chooser:
    """The form as the address fills it in; players who are not offered are ignored. One query."""
    form = offered(viewer)
    texts = {name: query.get(name, "") for name in FIELDS}
    keys = {name: int(text) for name, text in texts.items() if re.fullmatch(r"[0-9]{1,18}", text, re.ASCII)}
    chosen = tuple(keys[name] if keys.get(name) in form.names else None for name in FIELDS)
    return Chooser(form.names, chosen, _error(chosen) if "other" in query else "", form.is_cut)


def sides(one: str, other: str) -> Sides | None:
    """The sides from an address, "17" or "17-23" each; None if malformed or if a player is there twice."""
    found = tuple(tuple(map(int, re.findall("[0-9]+", text))) for text in (one, other) if _SIDE.fullmatch(text))
    everyone = [key for side in found for key in side]
    return (found[0], found[1]) if len(found) == 2 and len(set(everyone)) == len(everyone) else None


def address(viewer: Viewer, one: tuple[int, ...], other: tuple[int, ...]) -> str:
    """The address of the page of two sides."""
    return reverse("stats:versus", args=[viewer.club.slug, "-".join(map(str, one)), "-".join(map(str, other))])


_SIDE = re.compile(r"[0-9]{1,18}(-[0-9]{1,18})?", re.ASCII)


def _error(chosen: tuple[int | None, ...]) -> str:
    keys = [key for key in chosen if key]
    if len(set(keys)) < len(keys):
        return _("The same person is chosen twice. Choose different people.")
    if not any(chosen[:2]) or not any(chosen[2:]):
        return _("Choose a player for each side.")
    return ""
