"""Who may open what: every address of the site for every kind of visitor, by GET and by POST."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests import builders
from tests.builders import FOUR, NOON, high, link, play_out, record
from tests.play.phone import hand_form
from whistclub.club.actions import claim_link_path
from whistclub.play.actions.games import renew_link
from whistclub.play.links import PadLink

pytestmark = pytest.mark.django_db

VISITORS = ("stranger", "Olga", "Otto", "good link", "forged link", "revoked link")
START = {f"seat{seat}": name for seat, name in enumerate(FOUR)} | {"preset": "neuralplay", "dealer": 0}
SIGN_IN = {"username": "olga@example.org", "password": builders.PASSWORD}


@dataclass(frozen=True)
class Cell:
    """What an address answers: one status by visitor, in the order of VISITORS; `form` is a good one to POST.

    `of` says which game the address is of: "running" with one hand, or "over".
    """

    get: str
    post: str
    form: dict | None = None
    of: str = "running"


def everybody(status: int) -> str:
    return " ".join([str(status)] * len(VISITORS))


#                           stranger Olga Otto good forged revoked
ORGANISER_PAGE = "               302 200 404 302 302 302"
ORGANISER_READ_ONLY = "          302 405 404 302 302 302"
ORGANISER_ACTION = "             302 302 404 302 302 302"
PAD_PAGE = "                     404 404 404 200 404 410"
PAD_READ_ONLY = "                404 404 404 405 404 405"
PAD_ACTION = "                   404 404 404 302 404 410"
FOR_SIGNED_IN = "                302 302 302 302 302 302"

TABLE = {
    "accounts:sign_in": Cell("   200 302 302 200 200 200", everybody(302), SIGN_IN),
    "accounts:sign_out": Cell(everybody(405), everybody(302)),
    "club:front": Cell("         200 302 302 200 200 200", everybody(405)),
    "club:claim": Cell(everybody(410), everybody(410)),
    "club:home": Cell(FOR_SIGNED_IN, "302 405 405 302 302 302"),
    "club:people": Cell(ORGANISER_PAGE, ORGANISER_ACTION, {"name": "Edith"}),
    "club:rename": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"name": "Edith"}),
    "play:tonight": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "play:history": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "play:start": Cell(ORGANISER_PAGE, ORGANISER_ACTION, START),
    "play:game": Cell(ORGANISER_PAGE, ORGANISER_READ_ONLY),
    "play:renew_link": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "play:stop": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "play:resume": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION),
    "play:again": Cell(ORGANISER_READ_ONLY, ORGANISER_ACTION, {"partner": 2}, of="over"),
    "play:pad": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_seat": Cell(PAD_PAGE, PAD_ACTION, {"seat": "1"}),
    "play:pad_live": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_record": Cell(PAD_READ_ONLY, PAD_ACTION, hand_form(number=2)),
    "play:pad_correct": Cell(PAD_PAGE, PAD_ACTION, hand_form(tricks="8-5")),
    "play:pad_undo": Cell(PAD_READ_ONLY, PAD_ACTION, {"uid": str(uuid4())}),
    "play:pad_log": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_rules": Cell(PAD_PAGE, PAD_READ_ONLY),
    "play:pad_again": Cell(PAD_READ_ONLY, PAD_ACTION, {"partner": 2}, of="over"),
    "play:pad_onward": Cell(PAD_ACTION, PAD_READ_ONLY),
    "play:watch": Cell(everybody(200), everybody(405)),
    "play:watch_live": Cell(everybody(200), everybody(405)),
    "play:rule_list": Cell(everybody(200), everybody(405)),
    "play:rules": Cell(everybody(200), everybody(405)),
}


class Evening:
    """Olga's club with one game of one hand and one that is over; Otto's club; a link of each kind."""

    def __init__(self) -> None:
        claim = claim_link_path()
        self.olga, self.prairie = builders.organiser()
        self.otto, _valley = builders.organiser("Otto", "Valley")
        games = {"running": builders.game(self.prairie, self.olga), "over": builders.game(self.prairie, self.olga)}
        self.hand = record(games["running"], high(1, 0, 9)).hand
        play_out(games["over"])
        self.claim_token = claim.strip("/").split("/")[-1]
        self.player = self.prairie.players.get(name="Ann").pk
        self.old = {name: link(game) for name, game in games.items()}
        for game in games.values():
            renew_link(game, by=self.olga, at=NOON)
            game.refresh_from_db()
        self.games = games

    def client(self, visitor: str) -> Client:
        client = Client()
        if visitor in {"Olga", "Otto"}:
            client.force_login(self.olga if visitor == "Olga" else self.otto)
        elif visitor != "stranger":
            client.cookies["seat"] = "0"
        return client

    def token(self, visitor: str, game: str) -> str:
        """The best that this visitor has for a link: whoever was not given one guesses."""
        if visitor == "good link":
            return link(self.games[game]).token
        if visitor == "revoked link":
            return self.old[game].token
        return PadLink(self.games[game].pk, 2).token[:-1] + "~"

    def url(self, name: str, visitor: str, game: str) -> str:
        values = {
            "club": "prairie",
            "code": self.games[game].code,
            "number": 1,
            "player": self.player,
            "preset": "askov",
            "token": self.claim_token if name == "club:claim" else self.token(visitor, game),
        }
        return reverse(name, kwargs={each: values[each] for each in routes()[name]})


def routes() -> dict[str, set[str]]:
    """Every name of the site with the parts of its address."""
    return {name: set(pattern.pattern.converters) for name, pattern in walked(get_resolver().url_patterns)}


def walked(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from walked(each.url_patterns, f"{space}{each.namespace}:" if each.namespace else space)
        else:
            yield f"{space}{each.name}", each


def test_the_table_has_every_address_of_the_site():
    assert set(TABLE) == set(routes())


def answers(name: str, method: str, form: dict | None) -> dict[str, int]:
    evening = Evening()
    if name == "play:pad_undo":
        form = (form or {}) | {"last": evening.hand.pk}
    if name == "play:pad_correct":
        form = (form or {}) | {"replaces": evening.hand.pk}
    found = {}
    for visitor in VISITORS:
        client, url = evening.client(visitor), evening.url(name, visitor, TABLE[name].of)
        with transaction.atomic():
            found[visitor] = client.generic("GET", url) if method == "get" else client.post(url, form or {})
            transaction.set_rollback(True)
    return {visitor: response.status_code for visitor, response in found.items()}


def expected(statuses: str) -> dict[str, int]:
    return dict(zip(VISITORS, map(int, statuses.split()), strict=True))


@pytest.mark.parametrize("name", TABLE)
def test_who_may_see_it(name):
    assert answers(name, "get", None) == expected(TABLE[name].get)


@pytest.mark.parametrize("name", TABLE)
def test_who_may_change_something_by_it(name):
    assert answers(name, "post", TABLE[name].form) == expected(TABLE[name].post)


@pytest.mark.parametrize("name", [name for name, cell in TABLE.items() if cell.get.split()[:2] == ["302", "200"]])
def test_a_stranger_is_asked_to_sign_in_and_brought_back(name):
    evening = Evening()
    url = evening.url(name, "stranger", "running")
    assert Client().get(url).url == f"{reverse('accounts:sign_in')}?next={url}"
