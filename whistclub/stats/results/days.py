"""The evenings of a club, and the page of one evening."""

from dataclasses import dataclass
from datetime import date

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from whistclub.club.models import Club
from whistclub.club.shown_names import shows_initials
from whistclub.stats.models import ClubDay, Evening, GameFact, PartyFact
from whistclub.stats.queries import PlayedGame, games_shown, games_table, played_game, players_in, seats_of
from whistclub.stats.reports import WHOLE, ReportTable, day_cell, number
from whistclub.stats.viewer import Names, Viewer, party_address

ON_A_PAGE = 10
WAITING = gettext_lazy("The games of a party appear here once its winners have been announced.")


@dataclass(frozen=True, slots=True)
class Party:
    """Games of one party; `name` is empty for those outside parties."""

    name: str
    href: str
    games: list[PlayedGame]


@dataclass(frozen=True, slots=True)
class DayPage:
    day: date
    summary: str
    parties: list[Party]
    people: ReportTable
    earlier: date | None
    later: date | None

    @property
    def title(self) -> str:
        return day_title(self.day)

    @property
    def tables(self) -> list[ReportTable]:
        return [games_table([game for party in self.parties for game in party.games], title=_("Games")), self.people]


def day_href(club: Club, day: date) -> str:
    return reverse("stats:day", args=[club.slug, day.isoformat()])


def day_title(day: date) -> str:
    return date_format(day, "l j F Y")


def totals_text(day: ClubDay) -> str:
    """Number of games, hands and players, in a sentence."""
    parts = [ngettext("{number} game", "{number} games", day.games).format(number=number(day.games).text)]
    if day.hands:
        parts.append(ngettext("{number} hand", "{number} hands", day.hands).format(number=number(day.hands).text))
    parts.append(ngettext("{number} player", "{number} players", day.players).format(number=number(day.players).text))
    return ", ".join(parts) + "."


def evenings(club: Club, page: str | None, *, whole: bool = False) -> tuple[Page[ClubDay], ReportTable]:
    """A page of evenings, newest first; all on one page if `whole`. 2 queries."""
    pages = Paginator(ClubDay.objects.filter(club=club).order_by("-day"), WHOLE if whole else ON_A_PAGE).get_page(page)
    rows = [
        [
            day_cell(each.day, href=day_href(club, each.day)),
            number(each.games),
            number(each.hands),
            number(each.players),
        ]
        for each in pages.object_list
    ]
    head = [_("Evening"), _("Games"), _("Hands"), _("Players")]
    return pages, ReportTable("evenings", _("Evenings"), head, rows, _("No evenings yet."))


def day_page(viewer: Viewer, day: date) -> DayPage | None:
    """The page of an evening; None for a day without games. 8 queries."""
    days = ClubDay.objects.filter(club=viewer.club)
    found = days.filter(day=day).first()
    if found is None:
        return None
    games = list(games_shown(viewer).filter(day=day))
    waits = len(games) < found.games
    seats = seats_of(games)
    names = Names(viewer, players_in(seats))
    people = Evening.objects.none() if waits else Evening.objects.filter(player__in=set(players_in(seats)), day=day)
    return DayPage(
        day=day,
        summary=f"{totals_text(found)} {WAITING}" if waits else totals_text(found),
        parties=_by_party(games, [played_game(game, seats, names) for game in games]),
        people=_people([each for each in people if not names.is_secret(each.player_id)], names),
        earlier=days.filter(day__lt=day).order_by("-day").values_list("day", flat=True).first(),
        later=days.filter(day__gt=day).order_by("day").values_list("day", flat=True).first(),
    )


def _by_party(games: list[GameFact], played: list[PlayedGame]) -> list[Party]:
    """The games of each party by round and table, then those outside parties in order of play."""
    codes = sorted({game.party_code for game in games}, key=lambda code: (not code, code))
    names = dict(PartyFact.objects.filter(code__in=codes).values_list("code", "name"))
    parties = []
    for code in codes:
        mine = [each for each in played if each.fact.party_code == code]
        mine.sort(key=lambda each: (each.fact.round_number or 0, each.fact.table_number or 0, each.fact.started_at))
        if code:
            # Initials link no party that is not finished, and so still has names.
            href = party_address(code, mine[0].fact.day) if code in names or not shows_initials() else ""
            parties.append(Party(names.get(code) or _("Party"), href, mine))
        else:
            parties.append(Party("", "", mine))
    return parties


def _people(found: list[Evening], names: Names) -> ReportTable:
    """The players of the evening: most wins first, then the greatest difference."""
    found.sort(key=lambda each: (-2 * each.won - each.drawn, -each.difference, names.text(each.player_id)))
    head = [_("Player"), _("Games"), _("Won"), _("Difference"), _("Points"), _("Drawn")]
    rows = [
        [
            names.cell(each.player_id),
            number(each.games),
            number(each.won),
            number(each.difference, sign=True),
            number(each.points),
            number(each.drawn),
        ]
        for each in found
    ]
    return ReportTable(
        "people",
        _("Players"),
        head,
        rows,
        _("All players are hidden."),
        note=_("Difference: own points minus opponents’."),
    )
