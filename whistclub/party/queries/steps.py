"""The rows of a party that one action may change, as they are now: `party.actions.steps` compares two of these."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from whistclub.party.models import Party, Round, SeatAssignment, Table
from whistclub.party.state import PartyState
from whistclub.play.models import Game, Seat
from whistclub.web.rows import rows_as_json

Rows = dict[str, dict[str, dict[str, Any]]]

# What only ever rises, and what has nothing to do with any step: what statistics count, the bin, a message, a call,
# a remark on a game.
_NOT_OF_PARTY = ("revision", "link_version", "binned_at", "binned_by_id")
_NOT_OF_GAME = (
    "revision",
    "link_version",
    "options",
    "awaits_statistics",
    "excluded_from_statistics",
    "excluded_with_party",
    "used_at",
    "organiser_called_at",
    "message",
    "message_until",
    "binned_at",
    "binned_by_id",
    "remark",
    "remark_for_all",
)
_OF_DRAFT = ("round", "table", "seatassignment")


def _tables(party: Party, since: int) -> QuerySet[Table]:
    return Table.objects.filter(round__party=party, round__gte=since)


def _assignments(party: Party, since: int) -> QuerySet[SeatAssignment]:
    return SeatAssignment.objects.filter(round__party=party, round__gte=since)


def locked(games: Iterable[int]) -> list[Game]:
    """Locked in the order of their keys, as everywhere."""
    return list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk"))


def moment(rows: Rows) -> str:
    """The state of the party and its last round: a step can be undone while both are as it left them."""
    announced = [
        (row["number"], key)
        for key, row in rows["round"].items()
        if row["state"] not in (Round.State.DRAFT, Round.State.UNDONE)
    ]
    ((_key, party),) = rows["party"].items()
    return _moment(party["state"], max(announced)[1] if announced else "0")


def moment_of(state: PartyState) -> str:
    """The same of a snapshot."""
    return _moment(state.party.state, state.shown_round)


def steps_now(party: Party) -> set[int]:
    """The steps that can be undone unless something rests on them, as keys of their log entries. Two queries."""
    announced = party.rounds.exclude(state__in=(Round.State.DRAFT, Round.State.UNDONE)).order_by("number")
    last = announced.values_list("pk", flat=True).last()
    return set(party.steps.filter(shows=_moment(party.state, str(last or 0))).values_list("entry", flat=True))


def is_undone(party: Party, entry: int) -> bool:
    """Whether the last thing that happened was that this log entry's step was undone. Two queries."""
    last, found = party.log.order_by("pk").last(), party.log.filter(pk=entry).first()
    step = {"kind": found.kind, "data": found.data} if found else None
    return last is not None and last.kind == "step_undone" and last.data["step"] == step


def _moment(state: str, last_round: str) -> str:
    return f"{state}.{last_round}"


def photograph(party: Party, since: int) -> Rows:
    """Inside a change: the rows of a party by model and key, as JSON can hold them; of rounds those from a key on.

    Their games are locked until the change is stored, so that no phone changes one between two photographs.
    """
    tables = rows_as_json(_tables(party, since))
    assignments = rows_as_json(_assignments(party, since))
    keys = {row["game_id"] for row in tables.values()}
    games = sorted(keys - {None})
    seats = Seat.objects.filter(game__in=games).values_list("game", "position", "player")
    return {
        "party": rows_as_json(Party.objects.filter(pk=party.pk), without=_NOT_OF_PARTY),
        "entrant": rows_as_json(party.entrants.all()),
        "round": rows_as_json(party.rounds.filter(pk__gte=since)),
        "table": tables,
        "seatassignment": assignments,
        "game": rows_as_json(locked(games), without=_NOT_OF_GAME),
        # By its place: a seat changes its row when somebody else sits down.
        "seat": {f"{game}.{position}": {"player": player} for game, position, player in seats},
    }


def rows_of_table(table: Table) -> Rows:
    """The same of one table and its game, as they have been read."""
    assert table.game is not None
    return {
        "table": rows_as_json([table]),
        "game": rows_as_json([table.game], without=_NOT_OF_GAME),
    }


def games_since(party: Party, since: int) -> list[int]:
    """The keys of the games of its rounds from a key on. One query."""
    return sorted(each.game_id for each in _tables(party, since) if each.game_id is not None)


def without_draft(rows: Rows) -> tuple[Rows, Rows]:
    """The same rows apart: without those of the draft, and only those."""
    keys = {key for key, row in rows["round"].items() if row["state"] == Round.State.DRAFT}
    of_draft: Rows = {
        name: {
            key: row for key, row in rows[name].items() if (key if name == "round" else str(row["round_id"])) in keys
        }
        for name in _OF_DRAFT
    }
    others = {
        name: {key: row for key, row in found.items() if key not in of_draft.get(name, {})}
        for name, found in rows.items()
    }
    return others, of_draft
