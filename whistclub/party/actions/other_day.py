"""Let a party have been on another day."""

from datetime import date, datetime

from whistclub.accounts.models import User
from whistclub.party.changes import change
from whistclub.party.models import Party, Round
from whistclub.party.refusals import StalePartyState, party_not_over
from whistclub.play.models import Game
from whistclub.play.other_day import days_between, move_times, moved
from whistclub.play.statistics import learn_after_commit
from whistclub.web.formatting import format_weekday


def move_party(party: Party, day: date, *, by: User, at: datetime) -> None:
    """Let a finished party, with its rounds and games, have been on the evening of this day.

    A name that is the old day becomes the new one. Raises "party_not_over", "impossible_day"; StalePartyState for
    a rehearsal.
    """
    with change(party, "party_moved", by=by, at=at, even_finished=True) as state:
        party = state.party
        if party.is_rehearsal:
            raise StalePartyState
        if party.state != Party.State.FINISHED:
            raise party_not_over()
        club = party.club
        before = party.day
        if day == before:
            return
        days = days_between(before, day, club, at=at)
        games = list(Game.objects.filter(party_code=party.code).select_for_update().order_by("pk"))
        move_times(games, days, club, at=at)
        for game in games:
            game.revision += 1
        fields = ["started_at", "finished_at", "awaits_statistics", "revision"]
        Game.objects.bulk_update(games, fields, batch_size=100)
        learn_after_commit(game.pk for game in games)
        rounds = list(party.rounds.all())
        for each in rounds:
            each.announced_at = each.announced_at and moved(each.announced_at, days, club)
        Round.objects.bulk_update(rounds, ["announced_at"])
        party.day, party.created_at = day, moved(party.created_at, days, club)
        party.finished_at = party.finished_at and min(moved(party.finished_at, days, club), at)
        if party.name == format_weekday(before):
            party.name = format_weekday(day)
        party.save(update_fields=["day", "created_at", "finished_at", "name"])
        state.data |= {"before": {"day": before.isoformat()}, "after": {"day": day.isoformat()}}
