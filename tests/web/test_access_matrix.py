"""Who may open what: every address of the site for every kind of visitor, by GET and by POST."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import FOUR, show_statistics, undone
from tests.play.phone import hand_form
from tests.web.access_matrix_site import Evening, routes
from tests.web.html import Html
from whistclub.club.models import Club

pytestmark = pytest.mark.django_db

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
WHEN_MADE = re.compile(rb"DTSTAMP:\w+")  # of a calendar: the second in which it was asked for
SIGN_IN = {"username": "olga@example.org", "password": builders.PASSWORD}


@dataclass(frozen=True)
class Cell:
    """What an address answers: one status by visitor, in the order of VISITORS; `form` is a good one to POST.

    `of` says which game the address is of: "running" with one hand, "over", "asks" where the other side is asked, or
    "party" of a party's first table.
    What a form says as `Evening` knows it is written as its attribute in braces: "{entrant}".
    """

    get: str
    post: str
    form: dict | None = None
    of: str = "running"


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
PAD_READ_ONLY = "                404 404 404 404 405 404 405"
PAD_ACTION = "                   404 404 404 404 302 404 410"
CARD_READ_ONLY = "               404 404 404 404 405 404 410"
HIDDEN_STATISTICS = "            404 200 200 404 404 404 404"
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
    "play:player_hands": Cell(HIDDEN_STATISTICS, everyone(405)),
    "play:renew_link": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "play:open_pads": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "play:answer_call": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "play:again": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"partner": 2}, of="over"),
    "play:dealer": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"dealer": 1}, of="fresh"),
    "play:end": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"how": "1"}),
    "play:continue": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "play:adjust": Cell(
        ORGANISER_READ_ONLY,
        ORGANISER_ACTION,
        {"side": 0, "points": -2, "reason": "Played out of turn"},
    ),
    "play:remark": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"remark": "Ann sang", "for_all": "on"}),
    "play:take_back": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"adjustment": "{adjustment}"}, of="asks"),
    "play:pad": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_manifest": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_worker": Cell(everyone(200), everyone(405)),
    "play:pad_seat": Cell(PAD_PAGE, PAD_ACTION, {"seat": "1"}),
    "play:pad_live": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_dealer": Cell(PAD_READ_ONLY, PAD_ACTION, {"dealer": 1}, of="fresh"),
    "play:pad_record": Cell(PAD_READ_ONLY, PAD_ACTION, hand_form(number=2)),
    "play:pad_correct": Cell(PAD_PAGE, PAD_ACTION, hand_form(tricks="8-5")),
    "play:pad_undo": Cell(PAD_READ_ONLY, PAD_ACTION, {"last": str(uuid4())}),
    "play:pad_call": Cell(PAD_READ_ONLY, PAD_ACTION, {"needed": "yes"}),
    "play:pad_share": Cell(PAD_PAGE, PAD_READ_ONLY),
    # Without a code there is nothing to show or to save.
    "play:pad_log": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_rules": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_again": Cell(PAD_READ_ONLY, PAD_ACTION, {"partner": 2}, of="over"),
    "play:pad_confirm": Cell(PAD_READ_ONLY, PAD_ACTION, {"hand": "{asked}", "agrees": "yes"}, of="asks"),
    "play:pad_end": Cell(PAD_READ_ONLY, PAD_ACTION, of="party"),
    "play:pad_next_game": Cell(PAD_ACTION, PAD_READ_ONLY),
    "play:watch": Cell(everyone(200), everyone(405)),
    "play:watch_live": Cell(everyone(200), everyone(405)),
    "play:watch_rules": Cell(everyone(200), everyone(405)),
    "ops:health": Cell(everyone(200), everyone(405)),
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
    "party:archive": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:set_up": Cell(ORGANISER_PAGE, ORGANISER_ACTION, SETTINGS),
    "party:console": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:console_live": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:alive": Cell("               302 200 200 404 302 302 302", ORGANISER_READ_ONLY),
    "party:settings": Cell(ORGANISER_PAGE, ORGANISER_ACTION, SETTINGS),
    "archive:bin": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "archive:put": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "archive:restore": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "archive:delete": Cell(OWNER_READ_ONLY, OWNER_ACTION),
    "party:set_statistics": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"counts": "no"}),
    "party:other_day": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"day": "2026-01-05"}),
    "party:renew_codes": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:rehearse": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:remove_rehearsal": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:fill_round": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:people": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:add": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"names": "Zoe"}),
    "party:signup": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:set_signup": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"how": "opened"}),
    "party:check_in_listed": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"who": "{who}"}),
    "party:remove_listed": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"who": "{who}"}),
    "party:sign_up": Cell(everyone(200), everyone(302), {"name": "Zoe"}),
    "party:check": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"here": "{player}"}),
    "party:wishes": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"who": "{two}", "kind": "apart"}),
    "party:remove_wish": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"who": "{two}"}),
    "party:pair_up": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"who": "{two}"}),
    "party:pair_rest": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {}),
    "party:split_pair": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:leave": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"how": "alone"}),
    "party:staying": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"entrant": 1, "table": 2}),
    "party:give_up_table": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:make_draft": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:discard_draft": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:swap": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"who": "{two}", "reason": "Sat down wrongly"}),
    "party:announce": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:undo_round": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"sure": "yes"}),
    "party:show_message": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"text": "Coffee, ten minutes"}),
    "party:clear_message": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:remark": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"remark": "Ann sang", "for_all": "on"}),
    "party:set_timer": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"minutes": 30}),
    "party:finish": Cell(ORGANISER_PAGE, ORGANISER_ACTION),
    "party:reopen": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:earlier": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:type_result": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"table": 1, "first": 5, "second": 3}),
    "party:round_table": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:swap_here": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"who": "{two}", "reason": "Sat down wrongly"}),
    "party:open_pad": Cell("     302 302 302 404 302 302 302", ORGANISER_READ_ONLY),
    "party:answer_call": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:rule": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:standings": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:award_prize": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"title": "Best cake", "number": 1}),
    "party:log": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    # Olga did it: those at the door undo what they did themselves.
    "party:undo": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "party:print_menu": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_cards": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_tables": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_seating": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_sheets": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_standings": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:print_diplomas": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "party:table": Cell(PAD_ACTION, CARD_READ_ONLY),
    "party:next_table": Cell(PAD_PAGE, PAD_READ_ONLY, of="party"),
    "party:go_to_next_table": Cell(PAD_ACTION, PAD_READ_ONLY, of="party"),
    "party:public": Cell(everyone(200), everyone(405)),
    "party:public_tables": Cell(everyone(200), everyone(405)),
    "party:public_standings": Cell(everyone(200), everyone(405)),
    "party:adjust": Cell(
        ORGANISER_READ_ONLY,
        ORGANISER_ACTION,
        {"side": 0, "points": -2, "reason": "Played out of turn"},
    ),
    "party:undo_adjustment": Cell(ORGANISER_READ_ONLY, "302 409 409 404 302 302 302", {"adjustment": 1}),
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
    "stats:choose": Cell(everyone(404), everyone(405)),
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
    "archive:standings": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "archive:person_data": Cell(ORGANISER_PAGE, OWNER_ACTION, {"name": "Ann"}),
    "archive:undo_import": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "stats:manage": Cell(ORGANISER_PAGE, ORGANISER_ACTION, SEASON),
    "stats:show": Cell(OWNER_READ_ONLY, OWNER_ACTION, {"shown": "names"}),
    "stats:change_season": Cell(ORGANISER_PAGE, ORGANISER_ACTION, SEASON | {"name": "Summer"}),
    "stats:delete_season": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "archive:club_calendar": Cell(everyone(200), everyone(405)),
    # Nobody is invited to this party.
    "archive:party_calendar": Cell(everyone(404), everyone(405)),
}


def test_the_table_has_every_address_of_the_site():
    assert set(TABLE) == set(routes())


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    """Made once for all: what visitors do to it is taken back."""
    with django_db_blocker.unblock(), undone():
        yield Evening()


# The parts of the site, by the first word of the names of their addresses.
EVERY_PART = pytest.mark.parametrize("part", sorted({name.split(":")[0] for name in TABLE}))


def names(part: str) -> list[str]:
    return [name for name in TABLE if name.split(":")[0] == part]


def answers(evening: Evening, name: str, method: str) -> dict[str, int]:
    form = evening.filled(TABLE[name].form)
    if name == "play:pad_undo":
        form |= {"last": evening.hand.uid}
    if name == "play:pad_correct":
        form |= {"replaces": evening.hand.uid}
    found = {}
    for visitor in VISITORS:
        client, url = evening.client(visitor), evening.url(name, visitor, TABLE[name].of)
        with undone():
            found[visitor] = client.generic("GET", url) if method == "get" else client.post(url, form)
    return {visitor: response.status_code for visitor, response in found.items()}


def expected(statuses: str) -> dict[str, int]:
    return dict(zip(VISITORS, map(int, statuses.split()), strict=True))


@EVERY_PART
def test_reading_follows_the_access_matrix(evening, part):
    found = {name: answers(evening, name, "get") for name in names(part)}
    assert found == {name: expected(TABLE[name].get) for name in found}


@EVERY_PART
def test_writing_follows_the_access_matrix(evening, part):
    found = {name: answers(evening, name, "post") for name in names(part)}
    assert found == {name: expected(TABLE[name].post) for name in found}


def test_a_stranger_is_asked_to_sign_in_and_returned(evening):
    for name in (name for name, cell in TABLE.items() if cell.get.split()[:2] == ["302", "200"]):
        url = evening.url(name, "stranger", "running")
        assert Client().get(url).url == f"{reverse('accounts:sign_in')}?next={url}", name


@EVERY_PART
def test_a_cache_may_keep_only_what_a_stranger_sees_too(evening, part):
    for name in names(part):
        url = evening.url(name, "good link", TABLE[name].of)
        answer = evening.client("Olga").get(url)
        if "no-store" not in answer.headers.get("Cache-Control", ""):
            contents = [WHEN_MADE.sub(b"", each.content) for each in (answer, Client().get(url))]
            assert contents[0] == contents[1], name


def test_opening_a_form_address_explains_the_mistake(evening):
    only_forms = (OWNER_READ_ONLY, ORGANISER_READ_ONLY)
    for name in (name for name, cell in TABLE.items() if cell.get in only_forms):
        response = evening.client("Olga").get(evening.url(name, "Olga", TABLE[name].of))
        assert (response.status_code, response["Allow"]) == (405, "POST"), name
        assert "This address only accepts submitted forms. Go back one page." in Html(response).text, name


def test_a_role_too_low_says_whom_to_ask(evening):
    client = evening.client("Ole")
    for name in (name for name, cell in TABLE.items() if expected(cell.get)["Ole"] == 403):
        page = Html(client.get(evening.url(name, "Ole", TABLE[name].of)))
        assert "Only owners of Prairie may do this. Ask one of them." in page.text, name
        assert "/run/prairie/" in [link["href"] for link in page.find("a")], name
    assert client.get("/run/prairie/").status_code == 200


def test_public_statistics_are_visible_to_everyone(evening):
    show_statistics(Club.objects.get(pk=evening.prairie.pk), to_everyone=True, by=evening.olga, at=builders.NOON)
    for name in (name for name, cell in TABLE.items() if cell.get == VIEWER_PAGE):
        found = {who: evening.client(who).get(evening.url(name, who, TABLE[name].of)).status_code for who in VISITORS}
        assert set(found.values()) == {200}, name
