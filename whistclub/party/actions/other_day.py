"""Let a party have been on another day."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F, Q

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import PartyNotOver, StalePartyState
from whistclub.party.actions.side_tables import with_games_after
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, SeatAssignment
from whistclub.play.actions.other_day import ended_that_evening, log_move, move_games, move_undone_by, shift_to
from whistclub.play.actions.refusals import ImpossibleDay
from whistclub.play.models import Game, GameEvent
from whistclub.stats.inputs import evening_of
from whistclub.web.formatting import format_weekday


def move_party(party: Party, day: date, *, by: User, at: datetime) -> date:
    """Let a finished party have been on the evening of this day; returns the day before the change.

    Its rounds and games move as far as its first round, and so do games at side tables of that evening. An invitation
    to the old day becomes one to the new day, and so does a name that is the old day. Moving it back moves what the
    move away has moved, and nothing else. Raises PartyNotOver, ImpossibleDay, StalePartyState for a rehearsal.
    """
    with party_change(party) as state:
        if state.party.is_rehearsal:
            raise StalePartyState
        if state.party.state != Party.State.FINISHED:
            raise PartyNotOver
        club = state.party.club
        began = state.announced[0].announced_at
        before = evening_of(began, club)
        if day == before:
            return before
        shift = shift_to(day, began, club, at=at)
        days = {"before": {"day": before.isoformat()}, "after": {"day": day.isoformat()}}
        logged = party.log.filter(kind="party_moved").order_by("pk").values_list("data", flat=True)
        undone = move_undone_by(logged, days["after"])
        games = _games(state.party, before, undone)
        side_games = [game for game in games if not game.party_code]
        stay = move_games(games, shift, at=at, ends_stay=undone.get("ends_stay", ()))
        for game in side_games:
            log_move(game, before, day, end_stays=game.pk in stay, by=by, at=at)
        stays = _move_times(state.party, shift, began, day, undone, at=at)
        keys = [game.pk for game in side_games]
        log(state.party, "party_moved", by=by, at=at, **days, side_games=keys, ends_stay=stay, **stays)
    return before


def _games(party: Party, day: date, undone: Mapping[str, Any]) -> list[Game]:
    """Its games, locked, and those at its side tables on that evening, or those that the move to be undone moved."""
    moved = undone.get("side_games")
    if moved is None:
        seated = SeatAssignment.objects.filter(round__party=party, side_game__isnull=False)
        side_games = with_games_after(seated.values_list("side_game", flat=True))
    else:
        events = GameEvent.objects.filter(game__in=moved, kind=GameEvent.Kind.MOVED).order_by("pk")
        newest = {event.game_id: event.data["after"] for event in events}
        # Those that were moved by themselves since are on a day of their own.
        side_games = {game for game, after in newest.items() if after == undone["after"]["day"]}
    found = Game.objects.filter(Q(party_code=party.code) | Q(pk__in=side_games)).select_for_update().order_by("pk")
    return [
        game for game in found if game.party_code or moved is not None or evening_of(game.started_at, party.club) == day
    ]


def _move_times(
    party: Party, shift: timedelta, began: datetime, day: date, undone: Mapping[str, Any], *, at: datetime
) -> dict[str, bool]:
    """Returns for the log what of the party stays as it is: at least what the move to be undone left so."""
    before, end, invited_to = evening_of(began, party.club), party.finished_at, party.invitation.starts_at
    stays = {
        # Somebody may have finished it days later.
        "end_stays": end is None or not ended_that_evening(began, end),
        "name_stays": party.name != format_weekday(before),
        "invitation_stays": invited_to is None or evening_of(invited_to, party.club) != before,
    }
    stays = {what: at_rest or bool(undone.get(what)) for what, at_rest in stays.items()}
    party.rounds.update(
        made_at=F("made_at") + shift, announced_at=F("announced_at") + shift, bell_at=F("bell_at") + shift
    )
    party.created_at += shift
    if end and not stays["end_stays"]:
        party.finished_at = end + shift
        if party.finished_at > at:
            raise ImpossibleDay.too_late_in_the_day()
    if not stays["name_stays"]:
        party.name = format_weekday(day)
    if invited_to and not stays["invitation_stays"]:
        party.invitation_settings = replace(party.invitation, starts_at=invited_to + shift).stored
    party.save(update_fields=["created_at", "finished_at", "name", "invitation_settings"])
    return stays
