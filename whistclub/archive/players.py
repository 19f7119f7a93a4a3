"""Add many players at once: one name a line, or a table with names in it; looked at before they are added."""

import re
from functools import partial
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from whistclub.archive import lists
from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.actions import add_players
from whistclub.club.models import Club
from whistclub.club.names import UnusableName, clean_name, similar_names
from whistclub.club.queries import known_names
from whistclub.web.formatting import plural

COLUMNS = {
    "name": ("name", "names", "player", "players", "fullname"),
    "first": ("firstname", "first", "givenname"),
    "last": ("lastname", "last", "surname", "familyname"),
}
_NUMBER = re.compile(r"^(?:\d{1,3}[.)]\s*|[-–*•]\s+)")
_SUFFIX = re.compile(r",\s*(?=(?:jr|sr|ii|iii|iv)\b)", re.IGNORECASE)


class PlayerList(NamedTuple):
    """A list as it is understood. `new_names`, each with those of the club that it is similar to; `wrong`, each with
    its line.
    """

    new_names: dict[str, list[str]]
    known: list[str]
    wrong: list[tuple[int, str]]


def read(club: Club, text: str) -> PlayerList:
    """Raises "unreadable_list". One query."""
    known, wrong = known_names(club), []
    names: dict[str, str] = {}
    for line, cells in lists.read(text, COLUMNS).rows:
        typed = " ".join(filter(None, map(cells.get, ("first", "last")))) or cells.get("name", cells.get("", ""))
        try:
            name = clean_name(in_order(typed))
            names.setdefault(name.casefold(), name)
        except UnusableName as refusal:
            wrong.append((line, f"“{typed[: lists.LONGEST_QUOTE]}”: {refusal.sentence}"))
    new = [name for folded, name in names.items() if folded not in known]
    similar = similar_names(new, [player.name for player in known.values()])
    return PlayerList(similar, [name for folded, name in names.items() if folded in known], wrong)


def in_order(typed: str) -> str:
    """The name of one person without a number before it, the first name first. Raises UnusableName."""
    name = _SUFFIX.sub(" ", _NUMBER.sub("", typed))
    parts = [part.strip() for part in re.split("[,;]", name)]
    if len(parts) > 2 or ";" in name or not all(any(map(str.isalpha, part)) for part in parts[1:]):
        raise UnusableName("Write one name a line, without anything else.")
    return " ".join(reversed(parts))


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: SignedInRequest, club: Club) -> HttpResponse:
    form = lists.ListForm(partial(read, club), request.POST or None, request.FILES or None)
    if form.adds and form.found.new_names:
        number = add_players(club, list(form.found.new_names))
        messages.success(request, f"{number} {plural(number, 'player was', 'players were')} added.")
        return redirect("club:people", club.slug)
    context = {"club": club, "form": form, "found": form.found, "here": "people"}
    return render(request, "archive/players.html", context, status=422 if form.errors else 200)
