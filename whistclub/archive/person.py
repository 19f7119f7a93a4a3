"""What the club holds about a person: to read, to print, and for an owner to erase."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from whistclub.accounts.models import User
from whistclub.club.access import SignedInRequest, by_and_at, owner_writes
from whistclub.club.actions import lock_club, raise_revision
from whistclub.club.models import Club, Invitation, Player, PlayerChange
from whistclub.club.names import FORMER_PLAYER
from whistclub.club.queries import known_names, on_roster
from whistclub.party.models import Entrant, LogEntry, SignUp
from whistclub.play.models import AdjustmentRecord, Game, GameEvent, PartyNow
from whistclub.rules.models import RuleSet
from whistclub.stats.models import Season
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction


@owner_writes
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: SignedInRequest, club: Club, player: int) -> HttpResponse:
    """All that the club holds about somebody; owners erase the name here."""
    found = get_object_or_404(on_roster(club), pk=player)
    if request.method == "POST":
        new = erase_person(found, request.POST.get("name", ""), **by_and_at(request))
        messages.success(request, f"The name is erased. This person is now called {new}.")
        return redirect("archive:person_data", club.slug, player)
    rows = found.with_merged
    games = Game.objects.filter(seats__player__in=rows, binned_at=None).order_by("started_at", "pk").distinct()
    entries = Entrant.objects.filter(player__in=rows, party__binned_at=None).select_related("party")
    context = {
        "club": club,
        "player": found,
        "also_called": rows[1:],
        "renamed": PlayerChange.objects.filter(player__in=rows, kind=PlayerChange.Kind.RENAMED),
        "entries": entries.order_by("party__created_at"),
        "games": games.prefetch_related("seats__player"),
        "texts": list(texts_naming(club, _names_of(rows))),
        "here": "people",
    }
    return render(request, "archive/person_data.html", context)


def erase_person(player: Player, typed: str, *, by: User, at: datetime) -> str:
    """Call this person "Former player 3", wherever the name is stored by reference; the results stay.

    It cannot be undone. Texts in which somebody typed the name stay as they are: see `texts_naming`. Returns the new
    name. Raises "another_name_typed".
    """
    with write_transaction():
        club = lock_club(player.club_id)
        rows = Player.objects.get(pk=player.pk).with_merged
        if typed.strip().casefold() != rows[0].name.casefold():
            sentence = f"Type “{rows[0].name}” exactly to erase this person’s name."
            raise Refused("another_name_typed", sentence, 422)
        names = _names_of(rows)
        PlayerChange.objects.filter(player__in=rows, kind=PlayerChange.Kind.RENAMED).delete()
        known = known_names(club)
        numbered = (FORMER_PLAYER.format(n=number) for number in range(1, len(known) + len(rows) + 1))
        free = (name for name in numbered if name.casefold() not in known)
        SignUp.objects.filter(entrant__player__in=rows).delete()
        for each in rows:
            each.name = next(free)
            each.save(update_fields=["name", "folded"])
        new = rows[0].name
        for column in ("before", "after"):
            PlayerChange.objects.filter(player__club=club, **{f"{column}__in": names}).update(**{column: new})
        PlayerChange.objects.create(player=rows[0], kind=PlayerChange.Kind.ERASED, after=new, at=at, by_user=by)
        # What Undo would put back may hold names that people wrote on a list.
        LogEntry.objects.filter(party__club=club).update(changes=None)
        raise_revision(club.pk)
    return new


def _names_of(rows: list[Player]) -> set[str]:
    """Every name that these players ever had, unless another player of the club has it now."""
    changes = PlayerChange.objects.filter(player__in=rows, kind=PlayerChange.Kind.RENAMED)
    names = {each.name for each in rows} | {name for pair in changes.values_list("before", "after") for name in pair}
    others = Player.objects.filter(club=rows[0].club_id).exclude(pk__in=[each.pk for each in rows])
    return names - set(others.filter(name__in=names).values_list("name", flat=True))


def texts_naming(club: Club, names: set[str]) -> Iterator[tuple[str, str, str]]:
    """Texts that people typed in which one of the names is a word, each with where it is and the page to change it."""
    word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
    for where, rows, columns, page, code in _texts(club):
        for column in columns.split():
            for value, *codes in rows.values_list(column, *filter(None, [code])).iterator():
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                if word.search(text):
                    yield text, where, reverse(page, args=[club.slug, *codes])


def _texts(club: Club) -> list[tuple[str, QuerySet[Any], str, str, str]]:
    """Where people write what they like: how they call it, the rows and columns, and the page with its code."""
    games, of_game, of_party = Game.objects.filter(club=club), {"game__club": club}, {"party__club": club}
    messages_ = PartyNow.objects.filter(party_code__in=club.parties.values("code"))
    signed_up = SignUp.objects.filter(**of_party, entrant=None)
    return [
        ("Party", club.parties.all(), "name place rules_name own_prizes", "party:console", "code"),
        ("Message of a party", messages_, "message", "party:console", "party_code"),
        ("Sign-up list", signed_up, "name", "party:people", "party__code"),
        ("Log of a party", LogEntry.objects.filter(**of_party), "data", "party:log", "party__code"),
        ("Game", games, "rules_name", "play:game", "code"),
        ("Adjustment", AdjustmentRecord.objects.filter(**of_game), "reason", "play:game", "game__code"),
        ("History of a game", GameEvent.objects.filter(**of_game), "data", "play:game", "game__code"),
        ("Changes of the club", club.changes.all(), "before after", "club:settings", ""),
        ("Club rules", RuleSet.objects.filter(club=club), "name", "rules:manage", ""),
        ("Season", Season.objects.filter(club=club), "name", "stats:manage", ""),
        ("Invitation", Invitation.objects.filter(club=club), "name", "club:roles", ""),
    ]
