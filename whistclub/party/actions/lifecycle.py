"""The end of an evening: finish it, take it up again, give the club's own prizes, renew the codes of the tables."""

from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.party.actions import drafting
from whistclub.party.actions import statistics as party_statistics
from whistclub.party.actions.refusals import NotRemovable, ResultsMissing, StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round
from whistclub.play.actions import party_games as at_tables


def finish(party: Party, *, by: User, at: datetime) -> None:
    """Let the standings be the final ones. Raises ResultsMissing, NotNow before the first round."""
    with party_change(party) as state:
        round_state = state.current
        if round_state is None or state.party.state != Party.State.PLAYING:
            raise StalePartyState
        if missing := [table_state.number for each in state.announced for table_state in each.missing]:
            raise ResultsMissing(missing)
        drafting.drop(state)
        games = (table_state.game for each in state.announced for table_state in each.tables if table_state.game)
        at_tables.lock_results(games, by=by, at=at)
        Party.objects.filter(pk=state.party.pk).update(state=Party.State.FINISHED, finished_at=at)
        log(state.party, _("Party finished"), by=by, at=at)
        party_statistics.sync_party_statistics(party)


def reopen_party(party: Party, *, by: User, at: datetime) -> None:
    """Go on with a finished party. Raises NotNow for any other."""
    with party_change(party) as state:
        if state.party.state != Party.State.FINISHED:
            raise StalePartyState
        Party.objects.filter(pk=state.party.pk).update(state=Party.State.PLAYING, finished_at=None)
        Round.objects.filter(pk=state.current.round.pk).update(state=Round.State.RUNNING)
        log(state.party, _("Party taken up again"), by=by, at=at)


def give_prize(party: Party, title: str, number: int | None, *, by: User, at: datetime) -> None:
    """Say who gets one of the club's own prizes (an entrant's number), or nobody yet. Raises NotNow."""
    with party_change(party) as state:
        names = {entrant.number: entrant.player.name for entrant in state.entrants.values()}
        prize = next((each for each in state.party.own_prizes if each["title"] == title), None)
        if prize is None or (number is not None and number not in names):
            raise StalePartyState
        before = names.get(prize["entrant"], "")
        prize["entrant"] = number
        Party.objects.filter(pk=state.party.pk).update(own_prizes=state.party.own_prizes)
        what = _("Prize “{title}”").format(title=title)
        log(state.party, what, by=by, at=at, before=before, after=names.get(number, ""))


def remove_party(party: Party) -> None:
    """Take away a party of which nothing was ever played. Raises NotRemovable for any other."""
    with party_change(party) as state:
        if state.party.is_rehearsal or state.party.rounds.exclude(state=Round.State.DRAFT).exists():
            raise NotRemovable(_("A round of this party was announced: it stays, with its log."))
        state.party.rehearsals.filter(rounds=None).delete()
        if state.party.rehearsals.exists():
            raise NotRemovable(_("Remove its rehearsal first."))
        drafting.drop(state)
        state.party.delete()


def renew_codes(party: Party, *, by: User, at: datetime) -> None:
    """Make the table cards printed so far worthless."""
    with party_change(party) as state:
        Party.objects.filter(pk=party.pk).update(link_version=F("link_version") + 1)
        log(state.party, _("New codes for the tables"), by=by, at=at)
