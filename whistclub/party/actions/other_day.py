"""Let a party have been on another day."""

from dataclasses import replace
from datetime import date, datetime

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import PartyNotOver, StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round
from whistclub.play.games import days_between, move_times, moved
from whistclub.play.models import Game
from whistclub.stats.inputs import evening_of
from whistclub.web.formatting import format_weekday


def move_party(party: Party, day: date, *, by: User, at: datetime) -> None:
    """Let a finished party, with its rounds and games, have been on the evening of this day.

    A name that is the old day becomes the new one. Raises PartyNotOver, "impossible_day"; StalePartyState for
    a rehearsal.
    """
    with party_change(party) as state:
        party = state.party
        if party.is_rehearsal:
            raise StalePartyState
        if party.state != Party.State.FINISHED:
            raise PartyNotOver
        club = party.club
        before = evening_of(state.announced[0].announced_at, club)
        if day == before:
            return
        days = days_between(before, day, club, at=at)
        games = list(Game.objects.filter(party_code=party.code).select_for_update().order_by("pk"))
        move_times(games, days, club, at=at)
        for game in games:
            game.revision += 1
        fields = ["started_at", "finished_at", "bell_at", "awaits_statistics", "revision"]
        Game.objects.bulk_update(games, fields, batch_size=100)
        rounds = list(party.rounds.all())
        for each in rounds:
            each.made_at = moved(each.made_at, days, club)
            each.announced_at = each.announced_at and moved(each.announced_at, days, club)
            each.bell_at = each.bell_at and moved(each.bell_at, days, club)
        Round.objects.bulk_update(rounds, ["made_at", "announced_at", "bell_at"])
        party.created_at = moved(party.created_at, days, club)
        party.finished_at = party.finished_at and min(moved(party.finished_at, days, club), at)
        if party.name == format_weekday(before):
            party.name = format_weekday(day)
        if invited_to := party.invitation.starts_at:
            party.invitation_settings = replace(party.invitation, starts_at=moved(invited_to, days, club)).stored
        party.save(update_fields=["created_at", "finished_at", "name", "invitation_settings"])
        log(party, "party_moved", by=by, at=at, before={"day": before.isoformat()}, after={"day": day.isoformat()})
