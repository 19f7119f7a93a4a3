"""Who against whom: a person or a pair on either side, as it is chosen."""

import re
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.stats.filters import Choice
from whistclub.stats.models import PlayerStanding
from whistclub.stats.reports import ReportTable
from whistclub.stats.viewer import Viewer

# More names nobody scrolls through; the others are reached from their own pages.
OFFERED = 200
FIELDS = ("one", "one_with", "other", "other_with")

# The players of either side, one or two.
Sides = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Chooser:
    """The form. `chosen` goes with FIELDS, None for nobody; `wrong` is what is wrong with them, in a sentence."""

    names: dict[int, str]
    chosen: tuple[int | None, ...]
    wrong: str = ""
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
        return _("Head to head")

    @property
    def summary(self) -> str:
        return _("Two people, or two pairs, and the games between them.")

    @property
    def tables(self) -> list[ReportTable]:
        return []

    def address(self, visit: Viewer) -> str | None:
        """Of the page of those chosen; None as long as a side is missing or anything is wrong."""
        one, other = (tuple(key for key in side if key) for side in (self.chosen[:2], self.chosen[2:]))
        if self.wrong or not (one and other):
            return None
        return address(visit, one, other)


def offered(visit: Viewer, sides: Sides = ((), ()), names: dict[int, str] | None = None) -> Chooser:
    """The form with these sides chosen, whose players are always offered: their names are given. One query."""
    rows = PlayerStanding.objects.filter(club=visit.club)
    if not visit.is_organiser:
        rows = rows.filter(player__hidden=False)
    found = list(rows.order_by("-games", "player").values_list("player", "player__name")[: OFFERED + 1])
    chosen = tuple(key for side in sides for key in (*side, None, None)[:2])
    return Chooser(dict(found[:OFFERED]) | (names or {}), chosen, is_cut=len(found) > OFFERED)


def choosing(visit: Viewer, query: QueryDict) -> Chooser:
    """The form with what an address says of it; whoever is not offered was not chosen. One query."""
    form = offered(visit)
    said = {name: query.get(name, "") for name in FIELDS}
    keys = {name: int(text) for name, text in said.items() if re.fullmatch(r"[0-9]{1,18}", text, re.ASCII)}
    chosen = tuple(keys[name] if keys.get(name) in form.names else None for name in FIELDS)
    return Chooser(form.names, chosen, _wrong(chosen) if "other" in query else "", form.is_cut)


def sides(one: str, other: str) -> Sides | None:
    """The sides of an address, "17" or "17-23"; None where they are not, or somebody is there twice."""
    found = tuple(tuple(map(int, re.findall("[0-9]+", text))) for text in (one, other) if _SIDE.fullmatch(text))
    everybody = [key for side in found for key in side]
    return (found[0], found[1]) if len(found) == 2 and len(set(everybody)) == len(everybody) else None


def address(visit: Viewer, one: tuple[int, ...], other: tuple[int, ...]) -> str:
    """Of the page of two sides."""
    return reverse("stats:versus", args=[visit.club.slug, "-".join(map(str, one)), "-".join(map(str, other))])


_SIDE = re.compile(r"[0-9]{1,18}(-[0-9]{1,18})?", re.ASCII)


def _wrong(chosen: tuple[int | None, ...]) -> str:
    keys = [key for key in chosen if key]
    if len(set(keys)) < len(keys):
        return _("Somebody stands there twice. Choose different people.")
    if not any(chosen[:2]) or not any(chosen[2:]):
        return _("Choose somebody for each side.")
    return ""
