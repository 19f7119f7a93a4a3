"""Finish and reopen a party, exclude it from statistics, note who paid, give prizes, write a remark, renew codes."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.party.actions.broadcast import set_message
from whistclub.party.actions.drafts import delete_draft
from whistclub.party.actions.refusals import ResultsMissing, StalePartyState
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change, sync_party_statistics
from whistclub.party.models import Entrant, Party, Round
from whistclub.play import party_games
from whistclub.play import statistics as game_statistics
from whistclub.play.games import remark_kind


def finish(party: Party, *, by: User, at: datetime) -> None:
    """Finish the party: the standings are final.

    Raises ResultsMissing; StalePartyState unless the party is being played.
    """
    with party_change(party) as state:
        round_state = state.current
        if round_state is None or state.party.state != Party.State.PLAYING:
            raise StalePartyState
        if missing := [table_state.number for each in state.announced for table_state in each.missing]:
            raise ResultsMissing(missing)
        delete_draft(state)
        party_games.lock_results(state.games, by=by, at=at)
        set_message(state, "")
        state.party.door_names.all().delete()
        state.party.expected_names.all().delete()
        Party.objects.filter(pk=state.party.pk).update(state=Party.State.FINISHED, finished_at=at)
        log(state.party, "party_finished", by=by, at=at)
        sync_party_statistics(party)


def reopen_party(party: Party, *, by: User, at: datetime) -> None:
    """Play on after the end. Raises StalePartyState unless the party is finished."""
    with party_change(party) as state:
        if state.party.state != Party.State.FINISHED:
            raise StalePartyState
        Party.objects.filter(pk=state.party.pk).update(state=Party.State.PLAYING, finished_at=None)
        Round.objects.filter(pk=state.announced[-1].round.pk).update(state=Round.State.RUNNING)
        party_games.let_phones_write(state.party.code, at=at)
        log(state.party, "party_reopened", by=by, at=at)


def change_remark(party: Party, text: str, *, for_all: bool, by: User, at: datetime) -> None:
    """Write a remark, for organisers or `for_all`, in the place of an earlier one; an empty one removes it."""
    with party_change(party) as state, undoable(party, state):
        before, after, for_all = state.party.remark, refer(state.party.club_id, text), for_all and bool(text)
        if (after, for_all) == (before, state.party.remark_for_all):
            return
        Party.objects.filter(pk=party.pk).update(remark=after, remark_for_all=for_all)
        log(state.party, remark_kind(text, for_all=for_all), by=by, at=at, before=before, after=after)


def mark_paid(party: Party, entrants: Collection[int], *, paid: bool, by: User, at: datetime) -> list[int]:
    """Mark people (keys of entrants) as having paid, or not. Returns the keys of those for whom that is new.

    Raises StalePartyState for people who are not in the party, and without an entry fee.
    """
    with party_change(party) as state:
        if not state.party.fee or not set(entrants) <= state.entrants.keys():
            raise StalePartyState
        changed = [key for key in sorted(entrants) if state.entrants[key].paid != paid]
        if changed:
            Entrant.objects.filter(pk__in=changed).update(paid=paid)
            log(state.party, "fee_paid" if paid else "fee_not_paid", by=by, at=at, entrants=changed)
    return changed


def give_prize(party: Party, title: str, number: int | None, *, by: User, at: datetime) -> str:
    """Give one of the party's own prizes to an entrant (by number), or to nobody yet. Returns whose it is now.

    Raises StalePartyState.
    """
    with party_change(party) as state, undoable(party, state):
        keys: dict[int | None, int] = {entrant.number: entrant.pk for entrant in state.entrants.values()}
        prize = next((each for each in state.party.own_prizes if each["title"] == title), None)
        if prize is None or (number is not None and number not in keys):
            raise StalePartyState
        before = keys.get(prize["entrant"])
        prize["entrant"] = number
        Party.objects.filter(pk=state.party.pk).update(own_prizes=state.party.own_prizes)
        stored_title = refer(state.party.club_id, title)
        log(state.party, "prize_given", by=by, at=at, title=stored_title, before=before, after=keys.get(number))
    return "" if number is None else state.names_by_number[number]


def renew_codes(party: Party, *, by: User, at: datetime) -> None:
    """Invalidate all table cards printed so far, for good: the number of the codes only rises."""
    with party_change(party) as state:
        Party.objects.filter(pk=party.pk).update(link_version=F("link_version") + 1)
        log(state.party, "table_codes_renewed", by=by, at=at)


def set_excluded(party: Party, *, excluded: bool, by: User, at: datetime) -> None:
    """Exclude a party and its games from statistics, or include them again.

    Raises StalePartyState for a rehearsal, which never counts.
    """
    with party_change(party) as state:
        if state.party.is_rehearsal:
            raise StalePartyState
        if state.party.excluded_from_statistics == excluded:
            return
        Party.objects.filter(pk=state.party.pk).update(excluded_from_statistics=excluded)
        game_statistics.set_excluded_with_party(state.party.code, excluded=excluded)
        log(state.party, "party_excluded" if excluded else "party_included", by=by, at=at)
