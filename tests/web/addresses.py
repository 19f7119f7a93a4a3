"""Every address of the site, and what it answers to every kind of visitor: the laws of all pages walk over it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from uuid import uuid4

from django.urls import URLPattern, URLResolver, get_resolver

from tests import builders
from tests.builders import FOUR
from tests.play.phone import hand_form

VISITORS = ("stranger", "Olga", "Ole", "Otto", "good link", "forged link", "revoked link")
START = {f"seat{seat}": name for seat, name in enumerate(FOUR)} | {"players": 4, "rules": "neuralplay", "dealer": 0}
SETTINGS = {
    "name": "Friday",
    "day": datetime.now(tz=UTC).date().isoformat(),
    "preset": "askov",
    "round_end": "hands",
    "hands": 8,
    "movement": "meets",
    "top": "keep",
    "sit_out_worth": "half",
    "order": "wins",
    "tie": "extra",
}
SEASON = {"name": "Spring", "first_day": "2026-01-01", "last_day": "2026-05-31", "scoring": "wins", "best_parties": "3"}
CLUB = {"club_name": "Valley", "time_zone": "America/Chicago", "currency": "$"}
ACCOUNT = {"name": "Nina", "email": "nina@example.org", "password": builders.PASSWORD}
SIGN_IN = {"username": "olga@example.org", "password": builders.PASSWORD}


@dataclass(frozen=True)
class Cell:
    """What an address answers: one status by visitor, in the order of VISITORS; `form` is a good one to POST.

    `of` says which game the address is of: "running" with one hand, "over", "asks" where the other side is asked, or
    "party" of a party's first table. `is_page`: no part of a page, and no file.
    What a form says as `Evening` knows it is written as its attribute in braces: "{entrant}".
    """

    get: str
    post: str
    form: dict | None = None
    of: str = "running"
    is_page: bool = True


def everyone(status: int) -> str:
    return " ".join([str(status)] * len(VISITORS))


# Olga owns the club, Ole organises it; Otto owns another club.
#                           stranger Olga Ole Otto good forged revoked
OWNER_PAGE = "                   302 200 403 404 302 302 302"
OWNER_READ_ONLY = "              302 405 403 404 302 302 302"
OWNER_ACTION = "                 302 302 403 404 302 302 302"
ORGANISER_PAGE = "               302 200 200 404 302 302 302"
ORGANISER_READ_ONLY = "          302 405 405 404 302 302 302"
ORGANISER_ACTION = "             302 302 302 404 302 302 302"
PAD_PAGE = "                     404 404 404 404 200 404 410"
PAD_ACTION = "                   404 404 404 404 302 404 410"
LINK_READ_ONLY = "               404 404 404 404 405 404 410"
VIEWER_PAGE = "                  404 200 200 404 404 404 404"  # until the club shows its statistics
OWN_PAGE = "                     302 200 200 200 302 302 302"
NEW_PASSWORD = {"new_password1": "five gold rings", "new_password2": "five gold rings"}
FOR_SIGNED_IN = "                302 302 302 302 302 302 302"

TABLE = {
    "accounts:sign_in": Cell("   200 302 302 302 200 200 200", everyone(302), SIGN_IN),
    "accounts:sign_out": Cell(everyone(405), everyone(302)),
    "accounts:forgotten": Cell(everyone(200), everyone(302), {"email": "olga@example.org"}),
    "accounts:new_password": Cell(everyone(200), everyone(200), NEW_PASSWORD),
    "accounts:account": Cell(
        OWN_PAGE, FOR_SIGNED_IN, {"name": "O.", "email": "o@example.org", "current": builders.PASSWORD}
    ),
    "accounts:change_password": Cell(OWN_PAGE, FOR_SIGNED_IN, NEW_PASSWORD | {"old_password": builders.PASSWORD}),
    "club:front": Cell("         200 302 302 302 200 200 200", everyone(405)),
    "club:found": Cell(everyone(200), everyone(302), CLUB | ACCOUNT),
    "club:home": Cell(FOR_SIGNED_IN, "302 405 405 405 302 302 302"),
    "club:hub": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "club:settings": Cell(
        OWNER_PAGE,
        OWNER_ACTION,
        {
            "name": "Grange",
            "time_zone": "Europe/Oslo",
            "currency": "kr",
            "shown_to_strangers": "initials",
            "colour": "plum",
        },
    ),
    "club:logo": Cell(everyone(200), everyone(405)),
    "club:roles": Cell(ORGANISER_PAGE, OWNER_ACTION, {"name": "Nina", "kind": "organiser"}),
    "club:cancel_invitation": Cell(OWNER_READ_ONLY, OWNER_ACTION),
    # Of Ole's own role: he may leave.
    "club:change_role": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"remove": "yes"}),
    # Who has a role in the club keeps it, and the link stays for somebody else.
    "club:join": Cell("200 409 409 200 200 200 200", "302 409 409 302 302 302 302", ACCOUNT | {"name": "Nina"}),
    "club:people": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"name": "Edith"}),
    "club:person": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"name": "Edith"}),
    "play:tonight": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "play:history": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "play:start": Cell(ORGANISER_PAGE, ORGANISER_ACTION, START),
    "play:game": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "play:count": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"counts": "no"}, of="over"),
    "play:other_day": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"day": "2026-01-05"}, of="over"),
    "play:player_hands": Cell(VIEWER_PAGE, everyone(405)),
    "play:pads": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"what": "renew"}),
    "play:again": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"partner": 2}, of="over"),
    "play:dealer": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"dealer": 1}, of="fresh"),
    "play:end": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"how": "1"}),
    "play:adjust": Cell(
        ORGANISER_READ_ONLY,
        ORGANISER_ACTION,
        {"side": 0, "points": -2, "reason": "Played out of turn"},
    ),
    "play:remark": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"remark": "Ann sang", "for_all": "on"}),
    "play:pad": Cell(PAD_PAGE, LINK_READ_ONLY),
    "play:pad_manifest": Cell(PAD_PAGE, LINK_READ_ONLY),
    "play:pad_worker": Cell(everyone(200), everyone(405), is_page=False),
    "play:pad_seat": Cell(PAD_PAGE, PAD_ACTION, {"seat": "1"}),
    "play:pad_dealer": Cell(LINK_READ_ONLY, PAD_ACTION, {"dealer": 1}, of="fresh"),
    "play:pad_record": Cell(LINK_READ_ONLY, PAD_ACTION, hand_form(position=2)),
    "play:pad_correct": Cell(PAD_PAGE, PAD_ACTION, hand_form(tricks="8-5")),
    "play:pad_undo": Cell(LINK_READ_ONLY, PAD_ACTION, {"entry": str(uuid4())}),
    "play:pad_call": Cell(LINK_READ_ONLY, PAD_ACTION, {"needed": "yes"}),
    "play:pad_share": Cell(PAD_PAGE, LINK_READ_ONLY),
    # Without a code there is nothing to show or to save.
    "play:pad_log": Cell(PAD_PAGE, LINK_READ_ONLY),
    "play:pad_rules": Cell(PAD_PAGE, LINK_READ_ONLY),
    "play:pad_again": Cell(LINK_READ_ONLY, PAD_ACTION, {"partner": 2}, of="over"),
    "play:pad_confirm": Cell(LINK_READ_ONLY, PAD_ACTION, {"hand": "{asked}", "agrees": "yes"}, of="asks"),
    "play:pad_end": Cell(LINK_READ_ONLY, PAD_ACTION, of="party"),
    "play:pad_next_game": Cell(PAD_ACTION, LINK_READ_ONLY),
    "play:watch": Cell(everyone(200), everyone(405)),
    "play:watch_rules": Cell(everyone(200), everyone(405)),
    "ops:health": Cell(everyone(200), everyone(405), is_page=False),
    "ops:backups": Cell(OWNER_PAGE, OWNER_ACTION),
    "ops:download_backup": Cell(OWNER_PAGE, OWNER_READ_ONLY),
    "club:help": Cell(everyone(200), everyone(405)),
    "rules:list": Cell(everyone(200), everyone(405)),
    "rules:card": Cell(everyone(200), everyone(405)),
    "rules:tips": Cell(everyone(200), everyone(405)),
    "rules:sheet": Cell(everyone(200), everyone(405)),
    "rules:manage": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"key": "askov"}),
    "rules:edit": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"name": "Friday"}),
    "party:merge": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"other": "Annie", "stays": "{player}"}),
    "party:separate": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:set_up": Cell(ORGANISER_PAGE, ORGANISER_ACTION, SETTINGS),
    "party:console": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:console_live": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY, is_page=False),
    "party:alive": Cell("               302 204 204 404 302 302 302", ORGANISER_READ_ONLY),
    "party:settings": Cell(ORGANISER_PAGE, ORGANISER_ACTION, SETTINGS),
    "archive:bin": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "archive:put": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "archive:restore": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:fill_round": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:people": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"names": "Zoe"}),
    "party:signup": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"do": "opened"}, is_page=False),
    "party:sign_up": Cell(everyone(200), everyone(302), {"name": "Zoe"}),
    "party:check": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"here": "{player}"}),
    "party:wishes": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"who": "{two}", "kind": "apart"}),
    "party:pairs": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"who": "{two}"}),
    "party:person": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"how": "alone"}),
    "party:draft": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:swap": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"who": "{two}", "reason": "Sat down wrongly"}),
    "party:undo_round": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"sure": "yes"}),
    "party:message": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"text": "Coffee, ten minutes"}),
    "party:timer": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"do": "start", "minutes": 30}),
    "party:finish": Cell(ORGANISER_PAGE, ORGANISER_ACTION),
    "party:round": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"table": 1, "first": 5, "second": 3, "sure": "yes"}),
    "party:round_table": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"do": "draw"}),
    "party:standings": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"title": "Best cake", "number": 1}),
    "party:log": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"undo": 1}),
    "party:print_menu": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_cards": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_tables": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_seating": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_sheets": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_standings": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_diplomas": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:table": Cell(PAD_ACTION, LINK_READ_ONLY),
    "party:next_table": Cell(PAD_PAGE, LINK_READ_ONLY, of="party"),
    "party:go_to_next_table": Cell(PAD_ACTION, LINK_READ_ONLY, of="party"),
    "party:public": Cell(everyone(200), everyone(405)),
    "party:public_tables": Cell(everyone(200), everyone(405)),
    "party:public_standings": Cell(everyone(200), everyone(405)),
    "party:adjust": Cell(
        ORGANISER_READ_ONLY,
        ORGANISER_ACTION,
        {"side": 0, "points": -2, "reason": "Played out of turn"},
    ),
    # The party is not finished.
    "party:public_rules": Cell(everyone(200), everyone(405)),
    "party:projector": Cell(everyone(200), everyone(405)),
    "stats:results": Cell(VIEWER_PAGE, everyone(405)),
    "stats:day": Cell(VIEWER_PAGE, everyone(405)),
    "stats:records": Cell(VIEWER_PAGE, everyone(405)),
    "stats:players": Cell(VIEWER_PAGE, everyone(405)),
    "stats:player": Cell(VIEWER_PAGE, everyone(405)),
    "stats:me": Cell(VIEWER_PAGE, everyone(405)),
    "stats:games": Cell(VIEWER_PAGE, everyone(405)),
    "stats:versus": Cell(VIEWER_PAGE, everyone(405)),
    "stats:seasons": Cell(VIEWER_PAGE, everyone(405)),
    "stats:season": Cell(VIEWER_PAGE, everyone(405)),
    "archive:players": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"lines": "Zoe", "add": "yes"}),
    "archive:games": Cell(
        ORGANISER_PAGE,
        ORGANISER_ACTION,
        {
            "lines": "Date,Player 1,Player 2,Player 3,Player 4,Points 1,Points 2\n2024-02-14,Ann,Eve,Bob,Fay,13,9",
            "add": "yes",
        },
    ),
    "archive:table": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:standings_file": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "archive:person_data": Cell(ORGANISER_PAGE, OWNER_ACTION, {"name": "Ann"}),
    "archive:undo_import": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "stats:manage": Cell(ORGANISER_PAGE, ORGANISER_ACTION, SEASON),
    "stats:show": Cell(OWNER_READ_ONLY, OWNER_ACTION, {"shown": "names"}),
    "stats:change_season": Cell(ORGANISER_PAGE, ORGANISER_ACTION, SEASON | {"name": "Summer"}),
    "archive:club_calendar": Cell(everyone(200), everyone(405)),
    # Nobody is invited to this party.
    "archive:party_calendar": Cell(everyone(404), everyone(405)),
}


def expected(statuses: str) -> dict[str, int]:
    return dict(zip(VISITORS, map(int, statuses.split()), strict=True))


@cache
def routes() -> dict[str, set[str]]:
    """Every name of the site with the parts of its address."""
    return {name: set(pattern.pattern.converters) for name, pattern in walked(get_resolver().url_patterns)}


def pages(gate: str, parts: str) -> list[str]:
    """The names of the pages behind a gate whose address has these parts, as "club code"."""
    behind = [name for name, cell in TABLE.items() if cell.get == gate and cell.is_page]
    return [name for name in behind if routes()[name] == set(parts.split())]


def walked(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from walked(each.url_patterns, f"{space}{each.namespace}:" if each.namespace else space)
        else:
            yield f"{space}{each.name}", each
