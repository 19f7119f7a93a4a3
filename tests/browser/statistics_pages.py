"""A club with evenings behind it and hard names among its people, and the pages of its statistics."""

from datetime import date, timedelta
from uuid import uuid4

from django.urls import reverse

from tests.browser.pages import LONG_NAMES
from tests.builders import FOUR, add_season, entry_row, high, low
from tests.stats.evenings import Evenings, days_after
from tests.stats.season_parties import AT, party_on
from tests.web.addresses import TABLE, VIEWER_PAGE, routes
from whistclub.accounts.models import User
from whistclub.club.actions import add_player
from whistclub.club.models import Club, Player
from whistclub.engine.hand import Contract
from whistclub.play.models import EntryRecord

DAY = date(2026, 3, 7)
PARTY_DAY = DAY + timedelta(days=14)
PARTNERS = (LONG_NAMES[0], "Bob", LONG_NAMES[1], "Dan")
NEVER_SEEN = LONG_NAMES[0][:-1] + "w"
# Who sits at each game and by which rules; a week lies between two evenings, and a year after the first.
TABLES = (
    (FOUR, "neuralplay"),
    (LONG_NAMES, "neuralplay"),
    (PARTNERS, "askov"),
    (FOUR, "neuralplay"),
    (LONG_NAMES[:3], "widow"),
    (LONG_NAMES, "neuralplay"),
    (FOUR, "minnesota"),
    (PARTNERS, "neuralplay"),
)


def evenings() -> Evenings:
    """Eight games on eight evenings, a party and a season; each has a grand, made or not."""
    made = Evenings()
    for week, (names, preset) in enumerate(TABLES):
        at = days_after(7 * week - (365 if week == 0 else 0))
        made.play(*(widow_hands() if preset == "widow" else hands(week)), names=names, preset=preset, at=at)
    scores = ((5, 3), (2, 2))
    party_on(PARTY_DAY, made.olga, *scores, names=(*FOUR, *LONG_NAMES), name=f"Party of {LONG_NAMES[0]}")
    add_season(made.club, (f"Of {LONG_NAMES[0]}", DAY, DAY + timedelta(days=90), "points", 2), by=made.olga, at=AT)
    add_player(made.club, NEVER_SEEN)
    return made


def hands(week: int) -> tuple[EntryRecord, ...]:
    return high(1, 0, 9 - week % 3), low(2, 4), high(3, 1, 8), high(4, 0, 3 + week)


def widow_hands() -> tuple[EntryRecord, ...]:
    return tuple(entry_row(uuid4(), number, Contract.WIDOW, number % 3, (5, 5, 3)) for number in (1, 2, 3))


def statistics_pages(club: Club, _olga: User) -> dict[str, str]:
    """Addresses by what stands there; some of them only for the organiser."""
    ann, bob, long, other = (Player.objects.get(club=club, name=name).pk for name in (*FOUR[:2], *LONG_NAMES[:2]))
    usual = {"club": club.slug, "player": ann, "one": ann, "other": bob, "day": PARTY_DAY, "kind": "grands_made"}
    usual |= {"season": club.seasons.get().pk}

    def url(name: str, **parts: object) -> str:
        return reverse(name, kwargs={part: (usual | parts)[part] for part in routes()[name]})

    return {name: url(name) for name, cell in TABLE.items() if cell.get == VIEWER_PAGE} | {
        "player, long name": url("stats:player", player=long) + "?period=2026",
        "games, long name": url("stats:games", player=long),
        "versus, long names": url("stats:versus", one=long, other=other),
        "person": url("club:person", player=long),
        "merge": url("party:merge", player=long),
        "merge, asked": url("party:merge", player=long) + f"?other={NEVER_SEEN}",
    }
