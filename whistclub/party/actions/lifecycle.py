"""Set a party up, finish and reopen it, let it have been on another day; prizes, fees, remarks, codes, statistics."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db.models import F

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.club.queries import refer
from whistclub.engine.options import PRESETS, options_to_mapping
from whistclub.party.actions.results import reopen
from whistclub.party.actions.seating import redo_draft, results_missing
from whistclub.party.actions.seats import delete_draft
from whistclub.party.changes import change
from whistclub.party.models import Entrant, LogEntry, Party, Round
from whistclub.party.state import StalePartyState
from whistclub.play import party_games
from whistclub.play.games import days_between, move_times, moved, remark_kind
from whistclub.play.models import Game, PartyNow
from whistclub.play.statistics import learn_after_commit
from whistclub.stats.evening import evening_of
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_weekday
from whistclub.web.transactions import write_transaction

# The settings, as the log names them.
LABELS = {
    column: label
    for label, columns in {
        "name": "name",
        "day": "day starts",
        "place": "place",
        "rules": "preset rules_key rules_name options",
        "confirmation of hands": "requires_confirmation",
        "how people move": "movement top",
        "groups": "mixed",
        "tables": "max_tables unused_tables",
        "end of a round": "round_end hands minutes to_target tie",
        "rounds": "planned_rounds",
        "stake": "stake",
        "worth of a sit-out": "sit_out_worth",
        "what ranks people": "order",
        "prizes": "prizes own_prizes",
        "entry fee": "fee",
        "shares of the pot": "shares",
    }.items()
    for column in columns.split()
}
# The columns of `Party` by name; `own_prizes` are titles. Without `options` the rules are those of the preset.
# `is_rehearsal` is said once, at the beginning.
Settings = Mapping[str, Any]


def set_up(club: Club, settings: Settings, *, by: User, at: datetime) -> Party:
    """Create a party; nobody is checked in yet."""
    is_rehearsal = settings.get("is_rehearsal", False)
    party = Party(club=club, created_at=at, day=evening_of(at, club), is_rehearsal=is_rehearsal)
    with write_transaction():
        _apply(party, settings)
        party.save()
        PartyNow.objects.create(party_code=party.code, excluded=is_rehearsal)
        LogEntry.objects.create(party=party, at=at, by_user=by, kind="party_created")
    return party


def change_setup(party: Party, settings: Settings, *, by: User, at: datetime) -> None:
    """Change settings for the rest of the evening; games in progress keep their rules. A draft is made again."""
    with change(party, "settings_changed", by=by, at=at, even_finished=True) as state:
        before = {name: getattr(state.party, name) for name in LABELS}
        _apply(state.party, settings)
        changed = [LABELS[name] for name, value in before.items() if getattr(state.party, name) != value]
        state.data["what"] = list(dict.fromkeys(changed))
        state.party.save()
        redo_draft(state)


def finish(party: Party, *, by: User, at: datetime) -> None:
    """Finish the party, which is being played: the standings are final."""
    with change(party, "party_finished", by=by, at=at) as state:
        if state.party.state != Party.State.PLAYING:
            raise StalePartyState
        if missing := [table_state for each in state.announced for table_state in each.missing]:
            raise results_missing(missing)
        delete_draft(state)
        party_games.lock_results(state.games, by=by, at=at)
        party_games.tell(state.party.code, message="", message_until=None)
        state.party.sign_ups.all().delete()
        state.party.state, state.party.finished_at = Party.State.FINISHED, at
        state.party.save(update_fields=["state", "finished_at"])


def reopen_party(party: Party, *, by: User, at: datetime) -> None:
    with change(party, "party_reopened", by=by, at=at, even_finished=True) as state:
        if state.party.state != Party.State.FINISHED:
            raise StalePartyState
        reopen(state)


def change_remark(party: Party, text: str, *, for_all: bool, by: User, at: datetime) -> None:
    """Write a remark, for organisers or `for_all`, in the place of an earlier one; an empty one removes it."""
    after, for_all = refer(party.club_id, text), for_all and bool(text)
    kind = remark_kind(text, for_all=for_all)
    with change(party, kind, by=by, at=at, even_finished=True, after=after) as state:
        state.data["before"] = state.party.remark
        Party.objects.filter(pk=party.pk).update(remark=after, remark_for_all=for_all)


def mark_paid(party: Party, entrant: int, *, paid: bool, by: User, at: datetime) -> None:
    """Mark a person (the key of an entrant) as having paid, or not."""
    kind = "fee_paid" if paid else "fee_not_paid"
    with change(party, kind, by=by, at=at, even_finished=True, entrant=entrant) as state:
        if not state.party.fee or entrant not in state.entrants:
            raise StalePartyState
        Entrant.objects.filter(pk=entrant).update(paid=paid)


def mark_all_paid(party: Party, *, by: User, at: datetime) -> None:
    """Mark everyone who owes the entry fee as having paid."""
    with change(party, "all_paid", by=by, at=at, even_finished=True) as state:
        if not state.party.fee:
            raise StalePartyState
        unpaid = [each.pk for each in state.owing if not each.paid]
        state.data["people"] = len(unpaid)
        Entrant.objects.filter(pk__in=unpaid).update(paid=True)


def give_prize(party: Party, title: str, number: int | None, *, by: User, at: datetime) -> str:
    """Give one of the party's own prizes to an entrant (by number), or to nobody yet. Returns whose it is now."""
    stored_title = refer(party.club_id, title)
    with change(party, "prize_given", by=by, at=at, even_finished=True, title=stored_title) as state:
        keys: dict[int | None, int] = {entrant.number: entrant.pk for entrant in state.entrants.values()}
        prize = next((each for each in state.party.own_prizes if each["title"] == title), None)
        if prize is None or (number is not None and number not in keys):
            raise StalePartyState
        state.data |= {"before": keys.get(prize["entrant"]), "after": keys.get(number)}
        prize["entrant"] = number
        Party.objects.filter(pk=state.party.pk).update(own_prizes=state.party.own_prizes)
    return "" if number is None else state.names_by_number[number]


def renew_codes(party: Party, *, by: User, at: datetime) -> None:
    """Invalidate all table cards of the club printed so far, for good: the number of the codes only rises."""
    with change(party, "table_codes_renewed", by=by, at=at, even_finished=True):
        Club.objects.filter(pk=party.club_id).update(card_version=F("card_version") + 1)


def set_excluded(party: Party, *, excluded: bool, by: User, at: datetime) -> None:
    """Exclude a party and its games from statistics, or include them again; a rehearsal never counts."""
    kind = "party_excluded" if excluded else "party_included"
    with change(party, kind, by=by, at=at, even_finished=True) as state:
        if state.party.is_rehearsal:
            raise StalePartyState
        party_games.tell(state.party.code, excluded=excluded)


def move_party(party: Party, day: date, *, by: User, at: datetime) -> None:
    """Let a finished party, with its rounds and games, have been on the evening of this day.

    A name that is the old day becomes the new one. Raises "impossible_day".
    """
    with change(party, "party_moved", by=by, at=at, even_finished=True) as state:
        party = state.party
        if party.is_rehearsal:
            raise StalePartyState
        if party.state != Party.State.FINISHED:
            raise Refused("party_not_over", "The party is not over. Finish it first; then you can change its day.")
        club, before = party.club, party.day
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


def _apply(party: Party, settings: Settings) -> None:
    winners = {prize["title"]: prize["entrant"] for prize in party.own_prizes}
    for name in settings.keys() & LABELS.keys():
        value = settings[name]
        setattr(party, name, list(value) if isinstance(value, tuple) else value)
    if "preset" in settings:
        party.options = settings.get("options") or options_to_mapping(PRESETS[party.preset])
    if "own_prizes" in settings:
        party.own_prizes = [{"title": title, "entrant": winners.get(title)} for title in settings["own_prizes"]]
