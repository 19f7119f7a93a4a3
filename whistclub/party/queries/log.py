"""The log of a party: what organisers did, and what happened to the games of its tables, by time."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator

from whistclub.club.queries import names_by_key
from whistclub.party.log_text import LogNames, log_text
from whistclub.party.models import LogEntry, Party, Table
from whistclub.party.queries.steps import steps_now
from whistclub.play import replay
from whistclub.play.log import event_text, removal_text
from whistclub.play.models import EntryRecord, Game, GameEvent
from whistclub.play.table import SideNames, by_side
from whistclub.web.formatting import table_text

LINES_ON_A_PAGE = 60
# Events for which the party's own log has an entry that says more; so it has when an organiser ends a game.
LOGGED_BY_THE_PARTY = [
    GameEvent.Kind.STARTED,
    GameEvent.Kind.PAPER_RESULT,
    GameEvent.Kind.LOCKED,
    GameEvent.Kind.UNLOCKED,
    GameEvent.Kind.RESEATED,
    GameEvent.Kind.STOPPED,
]


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; `step` is the key of its entry where that can be undone, unless something depends on it."""

    at: datetime
    who: str
    what: str
    before: str = ""
    after: str = ""
    step: int | None = None


def log(party: Party, page: int | str | None) -> Page[LogLine]:
    """The whole log, newest first, a page at a time."""
    entrants = dict(party.entrants.values_list("pk", "player__name"))
    names = LogNames(entrants, names_by_key(party.club_id))
    steps = steps_now(party)
    entries = [_line(entry, names, steps) for entry in party.log.select_related("by_user")]
    tables = {
        table.game_id: (table.round.number, table.number)
        for table in Table.objects.filter(round__party=party, game__isnull=False).select_related("round")
    }
    games = [
        LogLine(
            each.at,
            str(each.by_user) if each.by_user else "score pad",
            _at(
                tables[each.game_id],
                event_text(each, _sides(each.game), names.players)[0],
            ),
        )
        for each in GameEvent.objects.filter(game__party_table__round__party=party)
        .exclude(kind__in=LOGGED_BY_THE_PARTY)
        .exclude(kind__in=[GameEvent.Kind.ENDED, GameEvent.Kind.REOPENED], by_user__isnull=False)
        .select_related("by_user", "game")
        .prefetch_related("game__seats__player")
    ]
    changes = [
        LogLine(each.recorded_at, "score pad", _at(tables[each.game_id], text))
        for each, text in _changed_hands(EntryRecord.objects.filter(game__party_table__round__party=party))
    ]
    lines = sorted([*entries, *games, *changes], key=lambda line: line.at)[::-1]
    return Paginator(lines, LINES_ON_A_PAGE).get_page(page)


def _line(entry: LogEntry, names: LogNames, steps: Collection[int]) -> LogLine:
    text = log_text(entry.kind, entry.data, names)
    step = entry.pk if entry.pk in steps else None
    return LogLine(entry.at, str(entry.by_user or ""), text.sentence, text.before, text.after, step)


def _sides(game: Game) -> list[SideNames]:
    people = by_side(game.form, [seat.player.name for seat in game.seats.all()])
    return [SideNames(each, each, each, each) for each in people]


def _changed_hands(entries: Iterable[EntryRecord]) -> Iterable[tuple[EntryRecord, str]]:
    """The entries of a party's games that replaced a complete one, each with what happened."""
    by_game: dict[int, dict[int, EntryRecord]] = defaultdict(dict)
    for entry in entries:
        by_game[entry.game_id][entry.pk] = entry
    for game in by_game.values():
        rows = sorted(game.values(), key=lambda entry: entry.pk)
        for place, entry in enumerate(rows):
            old = game[entry.replaces_id] if entry.replaces_id else None
            if old is not None and old.tricks is not None:
                number = replay.hand_number_then(rows[:place], entry.position)
                yield entry, removal_text(entry, number) if entry.removed else f"hand {number} corrected"


def _at(where: tuple[int, int], what: str) -> str:
    return f"Round {where[0]}, {table_text(where[1])}: {what}"
