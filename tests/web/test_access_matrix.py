"""Who may open what: every address of the site for every kind of visitor, by GET and by POST."""

import re

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.builders import once, undone
from tests.malformed import EVERY_VALUE, NASTY, broken
from tests.web.access_matrix_site import Evening
from tests.web.addresses import ORGANISER_READ_ONLY, OWNER_READ_ONLY, TABLE, VISITORS, expected, routes
from tests.web.html import Html, nothing_new

pytestmark = pytest.mark.django_db


WHEN_MADE = re.compile(rb"DTSTAMP:\w+")  # of a calendar: the second in which it was asked for


def test_the_table_has_every_address_of_the_site():
    assert set(TABLE) == set(routes())


evening = once(Evening)


# The parts of the site, by the first word of the names of their addresses.
EVERY_PART = pytest.mark.parametrize("part", sorted({name.split(":")[0] for name in TABLE}))


def names(part: str) -> list[str]:
    return [name for name in TABLE if name.split(":")[0] == part]


def good_form(evening: Evening, name: str) -> dict:
    form = evening.filled(TABLE[name].form)
    if name == "play:pad_undo":
        form |= {"entry": evening.hand.uid}
    if name == "play:pad_correct":
        form |= {"corrects": evening.hand.uid}
    return form


def answers(evening: Evening, name: str, method: str) -> dict[str, HttpResponse]:
    """By visitor. Who sends the very same as another, as with a link where no link is needed, is not asked again."""
    form = good_form(evening, name)
    found, asked = {}, {}
    for visitor in VISITORS:
        client, url = evening.client(visitor), evening.url(name, visitor, TABLE[name].of)
        sent = url, client.cookies.output()
        if sent not in asked:
            with undone():
                asked[sent] = client.get(url) if method == "get" else client.post(url, form)
        found[visitor] = asked[sent]
    return found


def statuses(found: dict[str, dict[str, HttpResponse]]) -> dict[str, dict[str, int]]:
    return {name: {who: each.status_code for who, each in by.items()} for name, by in found.items()}


@EVERY_PART
def test_reading_follows_the_access_matrix(evening, part):
    """And a cache may keep only what a stranger sees too."""
    found = {name: answers(evening, name, "get") for name in names(part)}
    assert statuses(found) == {name: expected(TABLE[name].get) for name in found}
    for name, by in found.items():
        for answer in (by["Olga"], by["good link"]):
            if "no-store" not in answer.headers.get("Cache-Control", ""):
                of_stranger = Client().get(answer.request["PATH_INFO"])
                contents = [WHEN_MADE.sub(b"", each.content) for each in (answer, of_stranger)]
                assert contents[0] == contents[1], name


@EVERY_PART
def test_writing_follows_the_access_matrix(evening, part):
    found = {name: answers(evening, name, "post") for name in names(part)}
    assert statuses(found) == {name: expected(TABLE[name].post) for name in found}


@pytest.mark.postgres
@EVERY_PART
def test_no_value_of_any_field_brings_a_page_down(evening, part):
    every = list((NASTY if connection.vendor == "sqlite" else EVERY_VALUE).items())
    for number, name in enumerate(names(part)):
        values = dict(every[number % 8 :: 8])  # each address gets some, and together they get all
        allowed = [who for who, status in expected(TABLE[name].post).items() if status == 302]
        if allowed and (form := good_form(evening, name)):
            who = "Olga" if "Olga" in allowed else allowed[-1]
            assert broken(evening.client(who), evening.url(name, who, TABLE[name].of), form, values) == [], name


def test_a_stranger_is_asked_to_sign_in_and_returned(evening):
    for name in (name for name, cell in TABLE.items() if cell.get.split()[:2] == ["302", "200"]):
        url = evening.url(name, "stranger", "running")
        assert Client().get(url).url == f"{reverse('accounts:sign_in')}?next={url}", name


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


# Each page, of which game, and who opens it. All public pages hold the same version, a spectator page the pad’s.
FOLLOWING = {
    "party:public": ("party", "stranger"),
    "party:projector": ("party", "stranger"),
    "party:next_table": ("party", "good link"),
    "party:console": ("party", "Olga"),
    "play:pad": ("party", "good link"),
}
# What differs each time: the version and the clock, random ids of what will be sent.
EACH_TIME = re.compile(r"\?v=[^\"&]*|data-now=\"\d+\"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z]{64}")


class Page:
    """An open page, with the part of it that follows."""

    def __init__(self, evening: Evening, name: str) -> None:
        game, self.visitor = FOLLOWING[name]
        self.client = evening.client(self.visitor)
        opened = Html(self.client.get(evening.url(name, self.visitor, game))).find("div")
        (self.asks,) = [each["hx-get"] for each in opened if "hx-get" in each.attributes]
        self.shows = self.fresh()

    def ask(self, address: str):
        return self.client.get(address, headers={"HX-Request": "true"})

    def fresh(self) -> str:
        answer = self.ask(re.sub(r"\?v=[^&]*", "?v=", self.asks))
        return EACH_TIME.sub("", answer.content.decode()) or repr(answer.headers)

    @property
    def has_news(self) -> bool:
        return not nothing_new(self.ask(self.asks))


def doers():
    """Every form that could change what these pages show, and who may send it."""
    for name, cell in TABLE.items():
        for visitor in ("Olga", "good link"):
            is_about_them = name.startswith(("party:", "play:")) or name in ("club:person", "club:settings")
            if is_about_them and cell.post.split()[VISITORS.index(visitor)] == "302":
                yield name, visitor
                break


def test_a_page_hears_of_every_change_that_it_would_show(evening):
    pages = {name: Page(evening, name) for name in FOLLOWING}
    assert [name for name, page in pages.items() if page.has_news] == []
    updated, missed = dict.fromkeys(pages, 0), []
    for name, visitor in doers():
        form = good_form(evening, name)
        with undone():
            evening.client(visitor).post(evening.url(name, visitor, "party"), form)
            for each, page in pages.items():
                if page.has_news:
                    updated[each] += 1
                elif page.fresh() != page.shows:
                    missed.append((name, each))
    assert missed == []
    assert all(updated.values()), updated
