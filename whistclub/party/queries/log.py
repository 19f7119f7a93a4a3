"""The party's log: what organisers did, and what happened to the games of its tables, in one line of time."""

from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from whistclub.club.veil import veil
from whistclub.party.models import Party, Table
from whistclub.play.models import EntryRecord, GameEvent
from whistclub.play.text.hands import event, removed

LINES_ON_A_PAGE = 60
# What the party's own log says already, in more words.
SAID_BY_THE_PARTY = [
    GameEvent.Kind.STARTED,
    GameEvent.Kind.PAPER,
    GameEvent.Kind.CLOSED,
    GameEvent.Kind.OPENED,
    GameEvent.Kind.RESEATED,
    GameEvent.Kind.STOPPED,
]


@dataclass(frozen=True, slots=True)
class LogLine:
    at: datetime
    who: str
    what: str
    before: str = ""
    after: str = ""


def log(party: Party, page: object) -> Page:
    """All of it, newest first, a page at a time."""
    veiled = veil(party.club_id)
    entries = [
        LogLine(entry.at, str(entry.by_user or ""), veiled(entry.what), veiled(entry.before), veiled(entry.after))
        for entry in party.log.select_related("by_user")
    ]
    tables = {
        table.game_id: (table.round.number, table.number)
        for table in Table.objects.filter(round__party=party, game__isnull=False).select_related("round")
    }
    games = [
        LogLine(
            each.at, _who(each), _at(tables[each.game_id], event(GameEvent.Kind(each.kind).label, veiled(each.after)))
        )
        for each in GameEvent.objects.filter(game__party_table__round__party=party)
        .exclude(kind__in=SAID_BY_THE_PARTY)
        .select_related("by_user")
    ]
    changes = [
        LogLine(each.recorded_at, _("score pad"), _at(tables[each.game_id], _changed(each)))
        for each in EntryRecord.objects.filter(
            game__party_table__round__party=party, replaces__isnull=False, replaces__tricks__isnull=False
        )
    ]
    lines = sorted([*entries, *games, *changes], key=lambda line: line.at)[::-1]
    return Paginator(lines, LINES_ON_A_PAGE).get_page(page)


def _changed(hand: EntryRecord) -> str:
    return removed(hand.position) if hand.removed else _("hand {n} corrected").format(n=hand.position)


def _at(where: tuple[int, int], what: str) -> str:
    return _("Round {round}, table {table}: {what}").format(round=where[0], table=where[1], what=what)


def _who(each: GameEvent) -> str:
    return str(each.by_user) if each.by_user else _("score pad")
