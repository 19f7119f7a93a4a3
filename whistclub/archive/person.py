"""What the club holds about a person: to read, to take away, and for an owner to erase."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from whistclub.accounts.models import User
from whistclub.club.access import SignedInRequest, for_organiser, for_owner
from whistclub.club.actions import lock_club, raise_revision
from whistclub.club.models import Club, Invitation, Player, PlayerChange
from whistclub.club.queries import known_names, on_roster
from whistclub.club.shown_names import FORMER_PLAYER
from whistclub.party.models import Entrant, LogEntry, Party, SignUp
from whistclub.play.models import AdjustmentRecord, Game, GameEvent, PartyNow
from whistclub.rules.models import RuleSet
from whistclub.stats.models import Season
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction


class AnotherNameTyped(Refused):
    """What was typed to confirm is not the name of the person."""

    status = 422

    def __init__(self, name: str) -> None:
        super().__init__("another_name_typed", f"Type “{name}” exactly to erase this person’s name.")


class Naming(NamedTuple):
    """A text with the name of a person in it: which, where people change it, and how they call that place."""

    text: str
    url: str
    where: str


@for_organiser
@require_safe
def data(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    return _page(request, club, get_object_or_404(on_roster(club), pk=player))


@for_organiser
@require_safe
def data_json(_request: HttpRequest, club: Club, player: int) -> HttpResponse:
    found = get_object_or_404(on_roster(club), pk=player)
    response = JsonResponse(held(found), json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = f'attachment; filename="{slugify(found.name) or "person"}.json"'
    return response


@for_owner
@require_POST
def erase(request: SignedInRequest, club: Club, player: int) -> HttpResponse:
    found = get_object_or_404(on_roster(club), pk=player)
    try:
        new = erase_person(found, request.POST.get("name", ""), by=request.user, at=timezone.now())
    except AnotherNameTyped as refusal:
        return _page(request, club, found, refusal=refusal)
    messages.success(request, f"The name is erased. This person is now called {new}.")
    return redirect("archive:person_data", club.slug, player)


def _page(request: HttpRequest, club: Club, player: Player, refusal: Refused | None = None) -> HttpResponse:
    context = {
        "club": club,
        "player": player,
        "held": held(player),
        "texts": list(texts_naming(club, _names_of(_rows_of(player)))),
        "accounts": User.objects.filter(roles__club=club, name__iexact=player.name),
        "refusal": refusal,
        "may_erase": club.role == "owner",
        "here": "people",
    }
    return render(request, "archive/person_data.html", context, status=refusal.status if refusal else 200)


def held(player: Player) -> dict[str, Any]:
    """What the club holds about a person, the players found to be the same included."""
    rows = _rows_of(player)
    changes = PlayerChange.objects.filter(player__in=rows, kind=PlayerChange.Kind.RENAMED)
    entries = Entrant.objects.filter(player__in=rows, party__binned_at=None).select_related("party")
    games = Game.objects.filter(seats__player__in=rows, binned_at=None).order_by("started_at", "pk").distinct()
    return {
        "name": player.name,
        "added": player.joined_at.isoformat(),
        "also_called": [each.name for each in rows[1:]],
        "earlier_names": list(changes.values_list("before", flat=True)),
        "guest": player.guest,
        "retired": player.retired,
        "hidden from statistics": player.hidden,
        "parties": [
            {"day": each.party.day.isoformat(), "party": each.party.name, "number": each.number, "paid": each.paid}
            for each in entries.order_by("party__created_at")
        ],
        "games": [
            {
                "began": game.started_at.isoformat(),
                "players": [seat.player.name for seat in game.seats.all()],
                "points": list(game.totals),
            }
            for game in games.prefetch_related("seats__player")
        ],
    }


def erase_person(player: Player, typed: str, *, by: User, at: datetime) -> str:
    """Call this person "Former player 3", wherever the name is stored by reference; the results stay.

    It cannot be undone. Texts in which somebody typed the name stay as they are: see `texts_naming`. Returns the new
    name. Raises AnotherNameTyped.
    """
    with write_transaction():
        club = lock_club(player.club_id)
        rows = _rows_of(Player.objects.get(pk=player.pk))
        if typed.strip().casefold() != rows[0].name.casefold():
            raise AnotherNameTyped(rows[0].name)
        names = _names_of(rows)
        PlayerChange.objects.filter(player__in=rows, kind=PlayerChange.Kind.RENAMED).delete()
        known = known_names(club)
        free = (
            name
            for number in range(1, len(known) + len(rows) + 1)
            if (name := FORMER_PLAYER.format(n=number)).casefold() not in known
        )
        SignUp.objects.filter(entrant__player__in=rows).delete()
        for each in rows:
            each.name = next(free)
            each.save(update_fields=["name", "folded"])
        for column in ("before", "after"):
            changes = PlayerChange.objects.filter(player__club=club, **{f"{column}__in": names})
            changes.update(**{column: rows[0].name})
        PlayerChange.objects.create(
            player=rows[0], kind=PlayerChange.Kind.ERASED, after=rows[0].name, at=at, by_user=by
        )
        # What Undo would put back may hold names that people wrote on a list.
        LogEntry.objects.filter(party__club=club).update(changes=None)
        raise_revision(club.pk)
    return rows[0].name


def _rows_of(player: Player) -> list[Player]:
    """The player, and those who were merged into them."""
    rows = [player]
    for each in rows:
        rows += each.also_known_as.order_by("pk")
    return rows


def _names_of(rows: list[Player]) -> set[str]:
    """Every name that these players ever had, unless another player of the club has it now."""
    changes = PlayerChange.objects.filter(player__in=rows, kind=PlayerChange.Kind.RENAMED)
    names = {each.name for each in rows} | {name for pair in changes.values_list("before", "after") for name in pair}
    others = Player.objects.filter(club=rows[0].club_id).exclude(pk__in=[each.pk for each in rows])
    return names - set(others.filter(name__in=names).values_list("name", flat=True))


def texts_naming(club: Club, names: set[str]) -> Iterator[Naming]:
    """Texts that people typed in which one of the names is a word, each with the page on which it can be changed."""
    if not names:
        return
    word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
    for where, rows, columns, url in _texts(club):
        for column in columns:
            as_text = rows.annotate(typed=Cast(column, TextField()))
            # JSON is stored as ASCII on SQLite.
            parts = [Q(typed__icontains=form) for name in names for form in {name, json.dumps(name)[1:-1]}]
            for row in as_text.filter(_any(parts)):
                value = getattr(row, column)
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                if word.search(text):
                    yield Naming(text, url(row), where)


def _any(conditions: list[Q]) -> Q:
    found = Q()
    for each in conditions:
        found |= each
    return found


Texts = tuple[str, QuerySet[Any], tuple[str, ...], Callable[[Any], str]]


def _texts(club: Club) -> list[Texts]:
    """Where people write what they like."""

    def party(row: Party) -> str:
        return reverse("party:console", args=[club.slug, row.code])

    def game(row: Game) -> str:
        return reverse("play:game", args=[club.slug, row.code])

    def page(name: str) -> Callable[[Model], str]:
        return lambda _row: reverse(name, args=[club.slug])

    of_games = AdjustmentRecord.objects.filter(game__club=club).select_related("game")
    events = GameEvent.objects.filter(game__club=club).select_related("game")
    entries = LogEntry.objects.filter(party__club=club).select_related("party")
    parties = {each.code: each for each in club.parties.all()}
    messages_of_parties = PartyNow.objects.filter(party_code__in=parties)
    names = SignUp.objects.filter(party__club=club, entrant=None).select_related("party")
    return [
        ("Party", club.parties.all(), ("name", "place", "rules_name", "own_prizes"), party),
        ("Message of a party", messages_of_parties, ("message",), lambda row: party(parties[row.party_code])),
        ("Sign-up list", names, ("name",), lambda row: reverse("party:people", args=[club.slug, row.party.code])),
        ("Log of a party", entries, ("data",), lambda row: reverse("party:log", args=[club.slug, row.party.code])),
        ("Game", Game.objects.filter(club=club), ("rules_name",), game),
        ("Adjustment", of_games, ("reason",), lambda row: game(row.game)),
        ("History of a game", events, ("data",), lambda row: game(row.game)),
        ("Club rules", RuleSet.objects.filter(club=club), ("name",), page("rules:manage")),
        ("Season", Season.objects.filter(club=club), ("name",), page("stats:manage")),
        ("Invitation", Invitation.objects.filter(club=club), ("name",), page("club:roles")),
    ]
