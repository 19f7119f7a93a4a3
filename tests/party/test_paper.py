"""The organiser's paper: cards, seats, score sheets, standings, diplomas."""

from urllib.parse import urlsplit

import pytest
import segno
from django.urls import resolve, reverse

from tests.builders import NOON
from tests.party.builders import friday, friday_playing, next_round, play_round, rehearse, typed
from tests.web.html import Html
from whistclub.party.access import TableLink, read_link
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import seating
from whistclub.party.desk.paper import DOCUMENTS
from whistclub.web import links
from whistclub.web.formatting import short_names

pytestmark = pytest.mark.django_db


PAPERS = tuple(DOCUMENTS)
EIGHT = ("Ann", "Bob", "Clara", "Dan", "Eva", "Finn", "Gil", "Hal")
HOME = ("127.0.0.1", "localhost", "testserver")


@pytest.fixture
def addresses(monkeypatch):
    """What the codes of a page say, in their order."""
    found = []
    make = segno.make
    monkeypatch.setattr(links.segno, "make", lambda text, **more: found.append(text) or make(text, **more))
    return found


def url(of, what, query=""):
    return reverse(f"party:print_{what}", args=[of.club.slug, of.code]) + query


def page(client, of, what, query=""):
    response = client.get(url(of, what, query))
    assert response.status_code == 200, what
    return Html(response)


def drafted(of, by):
    seating.make_draft(of, seating_method="arrival", by=by, at=NOON)


def test_each_paper_opens_in_every_state_of_a_party(organiser, olga):
    empty = friday(olga)
    assert [what for what in PAPERS if page(organiser, empty, what).find("section", css="paper")] == []
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
    return {what: page(client, of, what) for what in PAPERS}


def test_every_sheet_of_a_rehearsal_is_marked(organiser, olga):
    trial = rehearse(friday(olga, count=16), olga)
    play_round(trial, olga, *[(5, 3)] * 4)
    party_lifecycle.finish(trial, by=olga, at=NOON)
    for what, paper in open_all(organiser, trial).items():
        sheets = paper.find("section", css="paper")
        assert sheets, what
        assert all("Rehearsal" in sheet.text for sheet in sheets), what


# Table cards.


def numbers(shown):
    return [each.text for each in shown.find("b", css="table-number")]


def test_there_is_a_card_for_each_table_that_people_make(organiser, olga):
    assert numbers(page(organiser, friday(olga, count=14), "cards")) == ["1", "2", "3"]


def test_the_code_of_a_card_is_the_genuine_link_of_its_table(organiser, olga, addresses):
    of = friday(olga, count=12)
    party_lifecycle.renew_codes(of, by=olga, at=NOON)
    page(organiser, of, "cards")
    found = [urlsplit(address) for address in addresses]
    links = [resolve(each.path) for each in found if each.path.startswith("/t/table/")]
    assert {each.hostname for each in found} <= set(HOME)
    assert [read_link(match.kwargs["token"]) for match in links] == [TableLink(of.club_id, 2, n) for n in (1, 2, 3)]


def test_cards_of_a_ladder_show_its_directions(organiser, olga):
    cards = page(organiser, friday(olga, count=12), "cards").find("article", css="table-card")
    top, middle, last, _all = cards
    assert ["Friday" in card.text for card in cards] == [False, False, False, True]  # those of tables serve for years
    assert "★ Top table" in top.text
    assert "▲ Winners stay ▼ Losers go down to table 2" in top.text
    assert "▲ Winners go up to table 1 ▼ Losers go down to table 3" in middle.text
    assert "▲ Winners go up to table 2 ▼ Losers stay, or go down" in last.text


# Who sits where.


def test_everyone_is_found_by_name_with_table_partner_and_opponents(organiser, olga):
    of = friday_playing(olga, *EIGHT[4:], *EIGHT[:4])
    assert page(organiser, of, "seating").texts("li") == [
        "2 Ann with Bob, against Clara & Dan",
        "2 Bob with Ann, against Clara & Dan",
        "2 Clara with Dan, against Ann & Bob",
        "2 Dan with Clara, against Ann & Bob",
        "1 Eva with Finn, against Gil & Hal",
        "1 Finn with Eva, against Gil & Hal",
        "1 Gil with Hal, against Eva & Finn",
        "1 Hal with Gil, against Eva & Finn",
    ]


def test_a_printed_list_of_a_draft_is_marked(organiser, olga):
    of = friday(olga, *EIGHT)
    seating.make_draft(of, seating_method="arrival", by=olga, at=NOON)
    shown = page(organiser, of, "seating")
    assert "Draft" in shown.find("section", css="paper")[0].text
    assert "only organisers can see it" in shown.text


# Standings.


def test_standings_show_rank_name_wins_games_points_and_difference(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (9, 3), (4, 6))
    shown = page(organiser, of, "standings")
    assert shown.texts("th", scope="col")[:6] == ["Rank", "Name", "Won", "Points", "Difference", "Games"]
    cells = shown.texts("td")
    last = len(cells) - len(cells) // len(EIGHT)
    assert (cells[:5], cells[last + 1 : last + 5]) == (["1=", "1", "9", "+6", "1"], ["0", "3", "−6", "1"])


@pytest.fixture
def played(olga):
    """One round of eight and one who sits out, its results typed: Ann & Bob beat Clara & Dan."""
    of = friday_playing(olga, *EIGHT, "Ida", planned_rounds=3, own_prizes=("Best hat",))
    typed(of, olga, (9, 3), (4, 6))
    return of


def test_places_and_prizes_of_a_finished_party_have_a_diploma_each(organiser, played, olga):
    party_lifecycle.give_prize(played, "Best hat", 9, by=olga, at=NOON)
    party_lifecycle.finish(played, by=olga, at=NOON)
    shown = page(organiser, played, "diplomas")
    given = list(zip(shown.texts("p", css="honour"), shown.texts("p", css="name"), strict=True))
    assert given[:4] == [
        ("First place, shared", "Ann"),
        ("First place, shared", "Bob"),
        ("Third place, shared", "Gil"),
        ("Third place, shared", "Hal"),
    ]
    assert ("Best hat", "Ida") in given
    assert "First prize" not in shown.texts("p", css="honour")
    assert len(shown.find("section", css="paper")) == len(given)
    assert all("Prairie" in each.text and "7 Mar 2026" in each.text for each in shown.find("section", css="paper"))


def sheets(shown):
    return [each.text for each in shown.find("article", css="score-sheet")]


def lines(shown):
    """The lines of all grids: number of the hand and dealer."""
    return [each.text for each in shown.find("tr") if each.text[:1].isdigit()]


def test_the_deal_rotates_clockwise_from_the_first_dealer(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (5, 3), (3, 5))
    found = next_round(of, olga)
    names = [found.current.tables[0].assignments[chair].entrant.player.name for chair in (1, 2, 3, 0)]
    assert found.current.tables[0].game.first_dealer == 1
    assert lines(page(organiser, of, "sheets"))[:4] == [f"{hand} {name}" for hand, name in enumerate(names, start=1)]


@pytest.mark.parametrize(
    "settings, hands",
    [
        ({"hands": 4}, 4),
        ({"hands": 4, "tie": "extra"}, 6),
        ({"hands": 16}, 16),
        ({"hands": 100}, 34),
        ({"round_end": "target", "hands": None}, 14),
        ({"round_end": "bell", "hands": None, "minutes": 20}, 14),
    ],
)
def test_a_sheet_has_lines_for_the_hands_of_a_round(organiser, olga, settings, hands):
    of = friday_playing(olga, *EIGHT[:4], **settings)
    assert len(lines(page(organiser, of, "sheets"))) == hands


@pytest.mark.parametrize(
    "names, short",
    [
        (["Ann Berg", "Bob", "Cy Moe", "Dee"], ["Ann", "Bob", "Cy", "Dee"]),
        (["Ann Berg", "ann Moe", "Ann", "Dee"], ["Ann B", "ann M", "Ann", "Dee"]),
        (["Maximiliana-Bartholomea", "", "Dr. Bob Lee", "x" * 12], ["Maximiliana…", "", "Dr. Bob", "x" * 12]),
    ],
)
def test_in_a_narrow_column_people_have_short_names(names, short):
    assert short_names(names) == short
