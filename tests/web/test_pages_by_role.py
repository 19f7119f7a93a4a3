"""Organisers see only what they may do: no link, button or open part of a page leads to a refusal."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tests import builders
from tests.builders import client_of, once
from tests.party.builders import key, next_round, party, play_round
from tests.web.addresses import TABLE, expected
from tests.web.html import Html
from whistclub.party.actions import lifecycle, people, seating, signup
from whistclub.party.actions.timer import show_message
from whistclub.play.games import call_organiser

pytestmark = pytest.mark.django_db
LINKS = (("a", "href"), ("div", "hx-get"), ("section", "hx-get"), ("div", "data-part"))
FORMS = (("form", "action"), ("button", "formaction"))
HTMX = {"HX-Request": "true"}


class Site:
    """Prairie with a party in each state; Olga owns it, Ole organises it."""

    def __init__(self) -> None:
        self.olga, self.prairie = olga, prairie = builders.organiser()
        self.ole = builders.joined(prairie, "Ole", "organiser")
        now = timezone.now()
        self.gathering = party(prairie, olga, count=9, fee=500, movement="ladder_pairs")
        people.pair_up(self.gathering, key(self.gathering, "P1"), key(self.gathering, "P2"), by=olga, at=now)
        signup.set_list(self.gathering, "opened", by=olga, at=now)
        self.gathering.refresh_from_db()
        signup.write_name(self.gathering, self.gathering.signup, "Yara", "phone", at=now)
        self.running = party(prairie, olga, count=10, name="Running")
        play_round(self.running, olga, (5, 3), (7, 4))
        tables = next_round(self.running, olga, at=now).current.tables
        call_organiser(builders.link(tables[0].game), by_seat=0, at=now)
        show_message(self.running, "Coffee", minutes=None, by=olga, at=now)
        second_draft = party(prairie, olga, count=9, name="Second draft")
        play_round(second_draft, olga, (5, 3), (7, 4))
        seating.make_draft(second_draft, by=olga, at=now)
        finished = party(prairie, olga, count=9, name="Finished")
        play_round(finished, olga, (5, 3), (7, 4))
        lifecycle.finish(finished, by=olga, at=now)


site = once(Site)


def opened(client: Client) -> Iterator[tuple[str, Html]]:
    """Every page that can be reached from Tonight, by its address; each kind of page once of each party."""
    waiting, seen = ["/run/prairie/"], set()
    while waiting:
        address = waiting.pop()
        found = resolve(urlsplit(address).path)
        kind = (found.view_name, found.kwargs.get("code"))
        if kind in seen:
            continue
        seen.add(kind)
        response = client.get(address, headers=HTMX if "live" in kind[0] else {})
        assert response.status_code in (200, 204, 302), address
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            page = Html(response)
            yield address, page
            waiting += [each for each in leading_to(page, LINKS) if each.startswith("/run/")]


def leading_to(page: Html, kinds: tuple[tuple[str, str], ...]) -> list[str]:
    return [each[name] for tag, name in kinds for each in page.find(tag) if each.attributes.get(name)]


def test_no_link_and_no_button_leads_to_a_refusal(site):
    pressed, seen = set(), set()
    for address, page in opened(client_of(site.ole)):
        seen.add(resolve(urlsplit(address).path).view_name)
        for form in leading_to(page, FORMS):
            name = resolve(urlsplit(form).path).view_name
            assert expected(TABLE[name].post)["Ole"] != 403, (address, form)
            pressed.add(name)
    assert seen >= {"club:hub", "club:person", "party:people", "party:settings", "play:game", "stats:manage"}
    assert pressed >= {"party:people", "party:check", "party:round"}
