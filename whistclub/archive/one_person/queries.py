"""Everything a club holds about one person, for them to read and to take away."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.archive.one_person.free_text import Names, changed, written_columns
from whistclub.archive.one_person.naming import name_of, names_of, person_rows, texts_naming
from whistclub.archive.whole_club.contents import Table, tables
from whistclub.archive.whole_club.layout import as_text
from whistclub.archive.whole_club.stored_keys import HOLDS_KEYS, exchanged
from whistclub.club.models import Club, Player, PlayerChange
from whistclub.club.queries import names_by_key
from whistclub.party.log_text import LogNames, log_text
from whistclub.party.models import Entrant, LogEntry
from whistclub.play.models import Game, Seat
from whistclub.web.formatting import format_date, format_score, join_side


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and what the club holds of that kind, a line each."""

    title: str
    lines: list[str]


def namesakes(club: Club, player: Player) -> list[User]:
    """Users with a role in the club who have the name of a player: their account is not the player’s."""
    shown = name_of(player).casefold()
    return [each for each in User.objects.filter(roles__club=club) if each.name.casefold() == shown]


def data_of(player: Player) -> dict[str, Any]:
    """All rows that are about a person, or name them, by table; for machines."""
    players = person_rows(player)
    club = player.club
    found: dict[str, Any] = {"club": club.name, "person": name_of(player), "rows": {}}
    about = _About(players)
    names = names_of(players)
    for table in tables():
        if table.model not in (Club, User) and (rows := list(_rows_about(table, club, about, names))):
            found["rows"][table.name] = rows
    return found


def as_json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2, default=as_text) + "\n"


class _About:
    """The keys of the rows that are this person: as a player of the club, and in each party."""

    def __init__(self, players: list[Player]) -> None:
        keys = {each.pk for each in players}
        entrants = set(Entrant.objects.filter(player__in=keys).values_list("pk", flat=True))
        self._keys: dict[type[Model], set[int]] = {Player: keys, Entrant: entrants}

    def is_meant(self, model: type[Model], key: object) -> bool:
        return key in self._keys.get(model, ())

    def is_in(self, table: Table, name: str, row: dict[str, Any]) -> bool:
        """Whether a stored value has a key of the person."""
        meant = []

        def note(model: type[Model], key: int) -> int:
            meant.append(self.is_meant(model, key))
            return key

        exchanged(table.model, name, row[name], row, note)
        return any(meant)


def _rows_about(table: Table, club: Club, about: _About, names: Names) -> Iterator[dict[str, Any]]:
    columns = [each.attname for each in table.columns]
    references = [name for name, model in table.references.items() if model in (Player, Entrant)]
    holding = [name for name in columns if f"{table.name}.{name}" in HOLDS_KEYS]
    texts = [each.attname for each in written_columns(table)]
    if not (references or holding or texts or table.model is Player):
        return
    for key, *values in table.rows(club).values_list("pk", *columns).iterator(chunk_size=table.rows_at_once):
        row = dict(zip(columns, values, strict=True))
        if (
            about.is_meant(table.model, key)
            or any(about.is_meant(table.references[name], row[name]) for name in references)
            or any(about.is_in(table, name, row) for name in holding)
            or any(_is_named_in(f"{table.name}.{name}", row[name], row, names) for name in texts)
        ):
            yield {"id": key, **row}


def _is_named_in(column: str, value: Any, row: dict[str, Any], names: Names) -> bool:
    return bool(changed(column, value, row, lambda kind, text: names.replaced(kind, text, "")) != value)


def sections(player: Player, *, with_texts: bool = True) -> list[Section]:
    """The same for people: the names, what they played, and the sentences of logs that are about them."""
    players = person_rows(player)
    club = player.club
    found = [
        Section(_("Names"), _name_lines(players)),
        Section(_("Parties"), _party_lines(players)),
        Section(_("Games"), _game_lines(players)),
        Section(_("What organisers did that concerns this person"), _log_lines(club, players)),
        Section(_("Lists and texts with the name"), [each.line for each in texts_naming(player)] if with_texts else []),
    ]
    return [each for each in found if each.lines]


def as_plain_text(title: str, found: list[Section]) -> str:
    parts = [title, *("\n".join([section.title, *(f"- {line}" for line in section.lines)]) for section in found)]
    return "\n\n".join(parts) + "\n"


def _day(moment: datetime) -> str:
    return format_date(timezone.localtime(moment))


def _name_lines(players: list[Player]) -> list[str]:
    lines = []
    for each in players:
        lines.append(_("{name}, added here on {day}").format(name=each.name, day=_day(each.joined_at)))
        if each.real_name:
            lines.append(_("real name: {name}").format(name=each.real_name))
        if each.hidden:
            lines.append(_("hidden from statistics"))
        if each.guest:
            lines.append(_("guest"))
    changes = PlayerChange.objects.filter(player__in=players, kind__in=PlayerChange.RENAMING)
    lines += [
        _("{day}: {before} became {after}").format(day=_day(each.at), before=each.before, after=each.after)
        for each in changes
    ]
    return lines


def _party_lines(players: list[Player]) -> list[str]:
    entries = Entrant.objects.filter(player__in=players).select_related("party").order_by("party__created_at")
    return [
        _("{day}: {party}, number {number}").format(day=_day(each.party.day), party=each.party.name, number=each.number)
        + (", " + _("paid") if each.paid else "")
        for each in entries
    ]


def _game_lines(players: list[Player]) -> list[str]:
    keys = {each.pk for each in players}
    games = Game.objects.filter(seats__player__in=players).order_by("started_at", "pk")
    lines = []
    for game in games.prefetch_related("seats__player").iterator(chunk_size=500):
        seats: list[Seat] = list(game.seats.all())
        names = [
            join_side(
                _("this person") if seat.player_id in keys else seat.player.name
                for seat in seats
                if game.form.side_of(seat.position) == side
            )
            for side in range(game.form.sides)
        ]
        lines.append(
            _("{day}: {people}: {score}").format(
                day=_day(game.started_at), people=" – ".join(names), score=format_score(game.totals)
            )
        )
    return lines


def _log_lines(club: Club, players: list[Player]) -> list[str]:
    table = next(each for each in tables() if each.model is LogEntry)
    about = _About(players)
    parties = Entrant.objects.filter(player__in=players).values("party")
    entrants = dict(Entrant.objects.filter(party__in=parties).values_list("pk", "player__name"))
    players_now = names_by_key(club.pk)
    lines = []
    for entry in LogEntry.objects.filter(party__in=parties).select_related("party"):
        if about.is_in(table, "data", {"kind": entry.kind, "data": entry.data}):
            names = LogNames(entrants, players_now, entry.party.room)
            what = log_text(entry.kind, entry.data, names).sentence
            lines.append(_("{day}, {party}: {what}").format(day=_day(entry.at), party=entry.party.name, what=what))
    return lines
