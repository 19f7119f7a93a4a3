"""The organiser's paper: who may see it, what can be printed when, and the cards of the tables."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import segno
from django.test import Client
from django.urls import resolve, reverse

from tests import builders
from tests.builders import NOON, client_of
from tests.party.builders import friday, friday_playing, next_round, party, play_round, typed
from tests.web.html import Html
from whistclub.accounts.models import User
from whistclub.party.access import TableLink, read_link
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import rehearsal, seating
from whistclub.party.paper.documents import DOCUMENTS
from whistclub.web import qr

pytestmark = pytest.mark.django_db

PAPERS = tuple(document.key for document in DOCUMENTS)
PAGES = ("menu", "everything", *PAPERS)
# All but the code for the door, which is gone once the party is finished.
KEPT = tuple(key for key in PAPERS if key != "door")
HOME = ("127.0.0.1", "localhost", "testserver")


@pytest.fixture
def addresses(monkeypatch):
    """What the codes of a page say, in their order."""
    found = []
    make = segno.make
    monkeypatch.setattr(qr.segno, "make", lambda text, **more: found.append(text) or make(text, **more))
    return found


def url(of, what, query=""):
    return reverse(f"party:print_{what}", args=[of.club.slug, of.code]) + query


def page(client, of, what, query=""):
    response = client.get(url(of, what, query))
    assert response.status_code == 200, what
    return Html(response)


def drafted(of, by):
    seating.make_draft(of, seating_method="arrival", by=by, at=NOON)


@pytest.mark.parametrize("what", PAGES)
def test_a_stranger_is_asked_to_sign_in(olga, what):
    response = Client().get(url(friday(olga, count=8), what))
    assert response.status_code == 302
    assert response.url.startswith(reverse("accounts:sign_in"))


@pytest.mark.parametrize("what", PAGES)
def test_the_organiser_of_another_club_finds_nothing(olga, what):
    otto = User.objects.create(email="otto@example.org", name="Otto")
    client = client_of(otto)
    assert client.get(url(friday(olga, count=8), what)).status_code == 404


@pytest.mark.parametrize("what", PAGES)
def test_a_party_of_another_club_cannot_be_printed(organiser, olga, what):
    otto, valley = builders.organiser("Otto", "Valley")
    foreign = party(valley, otto, count=8)
    assert organiser.get(reverse(f"party:print_{what}", args=["prairie", foreign.code])).status_code == 404


def test_each_paper_opens_in_every_state_of_a_party(organiser, olga):
    empty = friday(olga)
    assert [what for what in KEPT if page(organiser, empty, what).find("section", css="paper")] == []
    of = friday(olga, count=9)
    open_all(organiser, of)
    drafted(of, olga)
    open_all(organiser, of)
    seating.announce(of, by=olga, at=NOON)
    open_all(organiser, of)
    typed(of, olga, (5, 3), (3, 5))
    party_lifecycle.finish(of, by=olga, at=NOON)
    shown = open_all(organiser, of)
    assert [what for what, paper in shown.items() if not paper.find("section", css="paper")] == []


def open_all(client, of):
    return {what: page(client, of, what) for what in KEPT}


@pytest.mark.parametrize("what", PAPERS)
def test_navigation_and_print_buttons_are_not_printed(organiser, olga, what):
    of = friday(olga, count=8)
    shown = page(organiser, of, what)
    bar = shown.find("div", css="no-print")[0].text
    assert "Back to the party" in bar
    assert "Prints on A4 or Letter" in bar
    button = next(each for each in shown.find("button") if "data-print" in each.attributes)
    # A script shows it; without scripts it would do nothing.
    assert "needs-script" in button.attributes["class"]
    assert reverse("party:console", args=["prairie", of.code]) in [each["href"] for each in shown.find("a")]


def test_the_menu_leads_to_every_paper(organiser, olga):
    of = friday(olga, count=8)
    links = [each["href"] for each in page(organiser, of, "menu").find("a")]
    assert {url(of, what) for what in PAPERS} <= set(links)


def test_the_menu_explains_why_a_paper_is_unavailable(organiser, olga):
    text = page(organiser, friday(olga), "menu").text
    assert "To print cards now, enter the number of tables." in text
    assert text.count("Seat the first round; then you can print this") == 3
    assert "There are no standings yet. Announce the first round" in text
    assert "Available once the party is finished." in text


def test_in_a_running_round_every_paper_is_available(organiser, olga):
    of = friday_playing(olga, count=8)
    text = page(organiser, of, "menu").text
    assert "Waits" not in text
    assert "Seating by name, round 1" in text


def test_every_sheet_of_a_rehearsal_is_marked(organiser, olga):
    trial = rehearsal.rehearse(friday(olga, count=100), by=olga, at=NOON)
    play_round(trial, olga, *[(5, 3)] * 25)
    party_lifecycle.finish(trial, by=olga, at=NOON)
    for what, paper in open_all(organiser, trial).items():
        sheets = paper.find("section", css="paper")
        assert sheets, what
        assert all("Rehearsal" in sheet.text for sheet in sheets), what


def test_no_sheet_of_a_real_party_says_rehearsal(organiser, olga):
    of = friday_playing(olga, count=8)
    assert [what for what in PAPERS if "Rehearsal" in page(organiser, of, what).text] == []


@pytest.mark.parametrize("what", PAGES)
def test_printed_sheet_query_count_does_not_grow_with_people(organiser, olga, what, django_assert_max_num_queries):
    counts = []
    organiser.get(reverse("accounts:account"))  # the first page of a session puts it on the list
    for people in (13, 100):
        of = friday_playing(olga, count=people)
        with django_assert_max_num_queries(12) as made:
            organiser.get(url(of, what))
        counts.append(len(made.captured_queries))
    assert counts[0] == counts[1]


# Table cards.


def numbers(shown):
    return [card.text.split("Table ")[1].split()[0] for card in shown.find("article", css="table-card")]


def test_there_is_a_card_for_each_table_that_people_make(organiser, olga):
    assert numbers(page(organiser, friday(olga, count=14), "cards")) == ["1", "2", "3"]


def test_there_is_a_card_for_each_table_of_the_draft(organiser, olga):
    of = friday(olga, count=9, policy={"max_tables": 1})
    drafted(of, olga)
    assert numbers(page(organiser, of, "cards")) == ["1"]


def test_more_cards_can_be_asked_for(organiser, olga):
    assert len(numbers(page(organiser, friday(olga, count=8), "cards", "?tables=12"))) == 12


@pytest.mark.parametrize("asked, cards", [("0", 1), ("9999", 120), ("-3", 2), ("many", 2), ("", 2)])
def test_the_number_of_cards_is_limited_to_a_sensible_range(organiser, olga, asked, cards):
    assert len(numbers(page(organiser, friday(olga, count=8), "cards", f"?tables={asked}"))) == cards


def test_without_players_there_are_no_cards_but_they_can_be_requested(organiser, olga):
    shown = page(organiser, friday(olga), "cards")
    assert numbers(shown) == []
    assert "Nobody is checked in yet." in shown.text
    assert shown.find("input", name="tables")


@pytest.mark.parametrize("query, sheets", [("", 2), ("?per_sheet=4", 2), ("?per_sheet=2", 4), ("?per_sheet=3", 2)])
def test_cards_come_four_or_two_to_a_sheet(organiser, olga, query, sheets):
    assert len(page(organiser, friday(olga, count=28), "cards", query).find("section", css="paper")) == sheets


def test_the_code_of_a_card_is_the_genuine_link_of_its_table(organiser, olga, addresses):
    of = friday(olga, count=12)
    party_lifecycle.renew_codes(of, by=olga, at=NOON)
    page(organiser, of, "cards")
    found = [urlsplit(address) for address in addresses]
    links = [resolve(each.path) for each in found if each.path.startswith("/t/table/")]
    assert {each.hostname for each in found} <= set(HOME)
    assert [read_link(match.kwargs["token"]) for match in links] == [TableLink(of.pk, 2, n) for n in (1, 2, 3)]


def test_each_sheet_of_cards_shows_the_public_page(organiser, olga, addresses):
    of = friday(olga, count=32)
    shown = page(organiser, of, "cards")
    public = f"http://testserver{reverse('party:public', args=[of.code])}"
    assert addresses.count(public) == 1
    assert [public in sheet.text for sheet in shown.find("section", css="paper")] == [True, True]


def test_cards_of_a_ladder_show_its_directions(organiser, olga):
    top, middle, last = page(organiser, friday(olga, count=12), "cards").find("article", css="table-card")
    assert "★ Top table" in top.text
    assert "▲ Winners stay ▼ Losers go down to table 2" in top.text
    assert "▲ Winners go up to table 1 ▼ Losers go down to table 3" in middle.text
    assert "▲ Winners go up to table 2 ▼ Losers stay, or go down" in last.text


@pytest.mark.parametrize("settings, count", [({"movement": "meets"}, 12), ({}, 4)])
def test_cards_show_no_directions_without_a_ladder(organiser, olga, settings, count):
    text = page(organiser, friday(olga, count=count, **settings), "cards").text
    assert "Winners" not in text
    assert "Top table" not in text


def test_html_in_a_name_is_escaped(organiser, olga):
    of = friday_playing(olga, "<b>Ann", "Bob", "Clara", "Dan", name="<i>Friday")
    for what in PAPERS:
        text = organiser.get(url(of, what)).content.decode()
        assert "<b>Ann" not in text
        assert "<i>Friday" not in text
    assert "<b>Ann" in page(organiser, of, "seating").text


def test_a_sheet_shows_the_clubs_local_date(organiser, olga):
    # NOON is at noon in Chicago; an evening later there is still the 7th, though UTC has the 8th.
    of = friday(olga, count=8)
    of.created_at = NOON + timedelta(hours=9)
    of.save()
    next_round(of, olga)
    assert "7 Mar 2026" in page(organiser, of, "seating").text
