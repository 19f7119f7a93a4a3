"""What every action on a party begins and ends with: a lock, an entry in the log, and statistics where it is over."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.actions.refusals import PageOutOfDate, PartyRemoved, StalePartyState
from whistclub.party.log_text import KINDS
from whistclub.party.models import LogEntry, Party, Round
from whistclub.party.queries.loading import load, load_for_standings
from whistclub.party.results import table_standings
from whistclub.party.state import PartyState
from whistclub.stats.inputs import FinalRank, FinishedParty, evening_of
from whistclub.stats.models import PartyFact
from whistclub.stats.update import parties
from whistclub.web.transactions import write_transaction

# More than any key of a row has, and as many as a database reads as a number.
MOST_DIGITS = 18

# Log entries about consequences, written in addition to that of the action.
_CONSEQUENCES = ("draft_changed", "party_reopened")


@contextmanager
def party_change(
    party: Party, *, unless_finished: bool = False, reads: Callable[[Party], PartyState] = load
) -> Iterator[PartyState]:
    """The party as it is stored, locked until the change is stored as well; its revision rises. `reads` takes it.

    Statistics of a party that was finished before are brought up to date. Raises PartyRemoved for a party in the bin,
    StalePartyState for a finished one that must not be finished, PageOutOfDate if the page that asks shows another
    round or draft.
    """
    with write_transaction():
        fresh = Party.objects.select_for_update().get(pk=party.pk)
        if fresh.binned_at is not None:
            raise PartyRemoved
        if unless_finished and fresh.state == Party.State.FINISHED:
            raise StalePartyState
        state = reads(fresh)
        _require_shown(state, party.shown)
        yield state
        fresh.revision += 1
        fresh.save(update_fields=["revision"])
        if fresh.state == Party.State.FINISHED:
            sync_party_statistics(party)


def _require_shown(state: PartyState, shown: str | None) -> None:
    """Raises PageOutOfDate unless a page shows the round being played and, where it says that too, the draft."""
    if shown is None or shown in (state.shown_round, state.shown_draft):
        return
    key = shown.split(".")[0]
    known = state.party.rounds.filter(pk=key) if key.isascii() and key.isdecimal() and len(key) < MOST_DIGITS else ()
    raise PageOutOfDate(
        shown=next((each.number for each in known), 0),
        now=state.current.round.number if state.current else 0,
        draft=state.draft.round.number if state.draft else 0,
        is_same_round=key == state.shown_round,
    )


def log(party: Party, kind: str, /, *, by: User | None, at: datetime, **data: object) -> None:
    """Add an entry to the party's log: a kind of `party.log_text`, and the values that its sentence needs.

    `party.entry` is its key afterwards, unless it is about a consequence of what another entry says. `by` is None if
    no user did it.
    """
    if kind not in KINDS:
        msg = f"The log has no kind {kind!r}."
        raise ValueError(msg)
    entry = LogEntry.objects.create(party=party, at=at, by_user=by, kind=kind, data=data)
    if kind not in _CONSEQUENCES:
        party.entry = entry.pk


def sync_party_statistics(party: Party) -> None:
    """Store the party's final standings in the statistics, or remove them while it does not count.

    Call it inside the transaction that changes the party.
    """
    finished = finished_party(party)
    if finished:
        parties.write(party.club, finished)
    else:
        parties.forget(party.club, party.code)


def follow_time_zone(*, club: Club, **_signal: object) -> None:
    """Called when the time zone of this club has changed: statistics have each party on its evening of now."""
    announced = Round.objects.filter(party__club=club).exclude(state__in=[Round.State.DRAFT, Round.State.UNDONE])
    began = announced.order_by("-number").values_list("party__code", "announced_at")
    evenings = {code: evening_of(at, club) for code, at in began if at}  # of its first round, which comes last
    known = PartyFact.objects.filter(club=club).values_list("code", "day")
    moved = [code for code, day in known if day != evenings[code]]
    for party in Party.objects.filter(code__in=moved):
        party.club = club
        sync_party_statistics(party)


def finished_party(party: Party) -> FinishedParty | None:
    """What statistics keep of a party as it is stored: its final standings; None while it does not count."""
    counted = Party.objects.filter(state=Party.State.FINISHED, excluded_from_statistics=False, rehearses=None)
    fresh = counted.filter(pk=party.pk, binned_at=None).first()
    if fresh is None:
        return None
    state = load_for_standings(fresh)
    players = {entrant.number: entrant.player_id for entrant in state.entrants.values()}
    return FinishedParty(
        code=state.party.code,
        name=state.party.name,
        started_at=state.announced[0].announced_at,
        rounds=len(state.announced),
        ranks=tuple(
            FinalRank(
                player=players[line.person],
                rank=line.rank,
                shared=line.shared,
                games=line.games,
                won=line.won,
                drawn=line.drawn,
                wins=float(line.wins),
                points=float(line.points),
                difference=float(line.difference),
                grands=line.grands,
            )
            for line in table_standings(state)
        ),
    )
