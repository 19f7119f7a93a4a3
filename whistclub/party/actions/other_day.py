"""Let a party have been on another day."""

from dataclasses import replace
from datetime import date, datetime, timedelta

from django.db.models import F, Q

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import PartyNotOver, StalePartyState
from whistclub.party.actions.side_tables import with_games_after
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, SeatAssignment
from whistclub.play.actions.other_day import log_move, move_games, shift_to
from whistclub.play.models import Game
from whistclub.stats.inputs import evening_of
from whistclub.web.formatting import format_weekday


def move_party(party: Party, day: date, *, by: User, at: datetime) -> date:
    """Let a finished party have been on the evening of this day; returns the day before the change.

    Its rounds and games move as far as its first round, and so do games at side tables of that evening. An invitation
    to the old day becomes one to the new day, and so does a name that is the old day.
    Raises PartyNotOver, ImpossibleDay, StalePartyState for a rehearsal.
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
        side_games = with_games_after(
            SeatAssignment.objects.filter(round__party=party, side_game__isnull=False).values_list(
                "side_game", flat=True
            )
        )
        found = Game.objects.filter(Q(party_code=state.party.code) | Q(pk__in=side_games))
        games = [
            game
            for game in found.select_for_update().order_by("pk")
            if game.party_code or evening_of(game.started_at, club) == before
        ]
        move_games(games, shift, at=at)
        for game in games:
            if not game.party_code:
                log_move(game, before, day, by=by, at=at)
        _move_times(state.party, shift, before, day, at=at)
        days = {"before": {"day": before.isoformat()}, "after": {"day": day.isoformat()}}
        log(state.party, "party_moved", by=by, at=at, **days)
    return before


def _move_times(party: Party, shift: timedelta, before: date, after: date, *, at: datetime) -> None:
    party.rounds.update(
        made_at=F("made_at") + shift, announced_at=F("announced_at") + shift, bell_at=F("bell_at") + shift
    )
    party.created_at += shift
    if party.finished_at is not None:
        # Somebody may have finished it days later.
        party.finished_at = min(party.finished_at + shift, at)
    if party.name == format_weekday(before):
        party.name = format_weekday(after)
    invited = party.invitation
    if invited.starts_at is not None and evening_of(invited.starts_at, party.club) == before:
        party.invitation_settings = replace(invited, starts_at=invited.starts_at + shift).stored
    party.save(update_fields=["created_at", "finished_at", "name", "invitation_settings"])
