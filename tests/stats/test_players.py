"""The table of players, and the pages of one: who is listed, ranks, how many queries. Numbers are in test_recount."""

import csv
import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high
from tests.stats.evenings import Evenings, days_after
from tests.web.html import Html
from whistclub.archive.person import erase_person
from whistclub.club.actions import change_player
from whistclub.club.models import Club, Player
from whistclub.club.queries import person
from whistclub.ops.integrity import disagreements
from whistclub.stats.models import PlayerGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings():
    return Evenings()


def names(page):
    return [each.text for each in page.find("u")]


def ranks(page):
    return [each.text for each in page.find("span", css="rank")]


def read(evenings, **query):
    return Html(Client().get(evenings.url("players"), query))


def many_games(evenings, number):
    """Ann and Clara win them all against Bob and Dan; Edith and Frank come once, and lose to them."""
    for count in range(number):
        evenings.play(high(1, 0, 8), at=days_after(count))
    evenings.play(high(1, 0, 8), names=("Ann", "Edith", "Clara", "Frank"), at=days_after(number))


def test_points_are_those_of_one_rule_set_and_wins_of_all(evenings):
    """A game of Norwegian whist is worth five of the usual ones in points."""
    many_games(evenings, 5)
    evenings.play(*[high(number, 0, 13) for number in (1, 2)], preset="norwegian", at=days_after(9))
    ann = evenings.club.players.get(name="Ann").pk
    usual, everything = (sheet(evenings, ann, rules=rules) for rules in ("neuralplay", ""))
    assert everything["Points per game"] == usual["Points per game"]
    assert (usual["Games won %"][2], everything["Games won %"][2]) == ("6 of 6", "7 of 7")
    assert "Points: in games by Minnesota Whist." in read(evenings).text


def test_who_has_played_too_little_has_no_rank_and_equals_share_theirs(evenings):
    many_games(evenings, 5)
    page = read(evenings)
    order = [("1=", "Ann"), ("1=", "Clara"), ("3=", "Bob"), ("3=", "Dan"), ("–", "Edith"), ("–", "Frank")]
    assert list(zip(ranks(page), names(page), strict=True)) == order
    assert "A rank takes 5 games." in page.text
    rows = Client().get(evenings.url("players"), {"as": "csv"}).content.decode("utf-8-sig").splitlines()
    assert [row.split(",")[0] for row in rows[2:]] == ranks(page)


def sheet(evenings, player, **query):
    text = Client().get(evenings.url("player", player), {"as": "csv", **query}).content.decode("utf-8-sig")
    return {row[0]: row for row in csv.reader(text.splitlines()) if row}


LOST_TOGETHER = ("Ann", "Frank", "Edith", "Dan")


@pytest.fixture
def lucky_evenings():
    """Ann wins six games with Clara against Bob and Dan, and loses four with Edith against Frank and Dan."""
    found = Evenings()
    for count in range(6):
        found.play(high(1, 0, 8), at=days_after(count))
    for count in range(4):
        found.play(high(1, 1, 8), names=LOST_TOGETHER, at=days_after(6 + count))
    return found


def begins_so(answers, start):
    """Whether one of the answers begins so; links follow."""
    return any(each.startswith(start) for each in answers)


def answered(lucky_evenings, name, client=None, **query):
    """What is words in answer to each question, with the doubt before it."""
    player = Player.objects.get(name=name)
    page = Html((client or Client()).get(lucky_evenings.url("player", player.pk), query))
    return {each.text for each in page.find("li", css="answer")}, page


def test_form_partner_opponent_and_strength_are_named_with_their_numbers(lucky_evenings):
    answers, page = answered(lucky_evenings, "Ann")
    assert begins_so(answers, "Lately Won 6 of the last 10 games")
    assert begins_so(answers, "Best partner Clara 6 wins in 6 games together")
    assert begins_so(answers, "Toughest opponent too few games to tell Frank 0 wins in 4 games against them")
    strength = "Nothing stands out yet the same as the club making grands 100% (club 100%)"
    assert any(each.startswith(strength) for each in answers)
    assert any(each.startswith("Rating may still change") and ", rank 3 of 4" in each for each in answers)
    assert "Last games, newest last: won, won, won, won, won, won, lost, lost, lost, lost" in [
        each["aria-label"] for each in page.find("span", css="form-strip")
    ]


def test_what_a_figure_leads_to_is_of_the_same_evenings(lucky_evenings):
    chosen = {"to": days_after(5).date().isoformat(), "rules": "neuralplay"}
    _answers, page = answered(lucky_evenings, "Ann", **chosen)
    behind = re.compile(r"/(games|hands|versus)/")
    leads = {each["href"] for each in page.find("a") if behind.search(each["href"])}
    assert {behind.search(each)[1] for each in leads} == {"games", "hands", "versus"}
    assert {each.partition("?")[2] for each in leads} == {urlencode(chosen)}
    (all_games,) = (each for each in leads if "/games/" in each)
    assert "6 games." in Html(Client().get(all_games)).text


def test_an_empty_page_does_not_deny_what_its_filter_hides(lucky_evenings):
    ann, bob = (Player.objects.get(name=name).pk for name in ("Ann", "Bob"))
    for page, things in (
        (("games", ann), "games"),
        (("versus", ann, bob), "games against each other"),
        (("records",), "games"),
        (("players",), "players"),
        (("results",), "evenings"),
    ):
        read = Html(Client().get(lucky_evenings.url(*page), {"to": "2020-01-01"}))
        assert f"No {things} match this filter." in read.text, page


def test_records_of_a_past_time_say_nothing_of_now(lucky_evenings):
    first = {"to": days_after(5).date().isoformat()}
    now, then = (Html(Client().get(lucky_evenings.url("records"), query)).text for query in ({}, first))
    assert "now " in now
    assert not re.search("now |still winning", then)


def test_those_who_share_the_first_rank_lead_together(lucky_evenings):
    def described(by):
        page = Html(Client().get(lucky_evenings.url("players"), {"by": by}))
        return next(each["content"] for each in page.find("meta") if each.attributes.get("name") == "description")

    assert described("games") == "Ann and Dan lead 6 players."
    assert described("stars") == "6 players ranked."


def test_a_hidden_player_is_never_the_best_partner_for_strangers(lucky_evenings):
    change_player(Player.objects.get(name="Clara"), hidden=True, by=lucky_evenings.olga, at=NOON)
    answers, page = answered(lucky_evenings, "Ann")
    assert "Clara" not in page.text
    assert not any(each.startswith("Best partner") for each in answers)
    assert any("Clara" in each for each in answered(lucky_evenings, "Ann", lucky_evenings.organiser)[0])


def test_after_one_game_everything_is_said_to_be_too_little():
    lucky_evenings = Evenings()
    lucky_evenings.play(high(1, 0, 8))
    answers, page = answered(lucky_evenings, "Ann")
    assert begins_so(answers, "Lately too few games to tell Won 1 of 1 game")
    assert begins_so(answers, "Best partner too few games to tell Clara 1 win in 1 game together")
    assert any(each.startswith("Rating too few games to tell") for each in answers)
    assert begins_so(answers, "Nothing stands out yet too few hands to tell making grands 100% (club 100%)")
    assert not re.search(r"\d–\d+%", page.text)


@pytest.fixture
def rival_evenings():
    """Ann and Clara win four games against Bob and Dan; then Ann and Bob lose one as partners."""
    found = Evenings()
    for number in range(4):
        found.play(high(1, 0, 9), at=days_after(number))
    found.play(high(1, 1, 9), names=("Ann", "Clara", "Bob", "Dan"), at=days_after(4))
    return found


def keys(rival_evenings, *names):
    return [rival_evenings.club.players.get(name=name).pk for name in names]


def compared(rival_evenings, *names, client=None, **query):
    return Html((client or Client()).get(rival_evenings.url("versus", *keys(rival_evenings, *names)), query)).text


def test_the_score_the_ratings_and_the_games_as_partners_are_told(rival_evenings):
    text = compared(rival_evenings, "Ann", "Bob")
    assert "4 games against each other: Ann won 4, Bob won 0." in text
    assert "As partners: 0 of 1 game won." in text
    assert "Too few games against each other to tell who is better." in text
    ratings = re.search(r"Ann has the higher rating: ([0-9,]+) to ([0-9,]+)\.", compared(rival_evenings, "Bob", "Ann"))
    assert int(ratings[1].replace(",", "")) > int(ratings[2].replace(",", ""))
    for number in range(6):
        rival_evenings.play(high(1, 0, 9), at=days_after(5 + number))
    assert "This is unlikely to be luck: Ann is ahead." in compared(rival_evenings, "Bob", "Ann")


def test_points_of_a_year_are_of_the_rules_played_most_in_it(rival_evenings):
    """The years before were by others. The figures of partners are none in points, so no rules are named."""
    rival_evenings.play(high(1, 0, 9), preset="norwegian", at=days_after(400))
    assert "Points: in games by" not in compared(rival_evenings, "Ann", "Clara")
    page = read(rival_evenings, period=str(days_after(400).year), by="points")
    assert names(page) == ["Ann", "Clara", "Bob", "Dan"]


def test_the_page_of_who_has_not_played_says_so(evenings):
    newcomer = Player.objects.create(club=evenings.club, name="Ann")
    page = Html(Client().get(evenings.url("player", newcomer.pk)))
    assert "No games yet." in page.text
    assert "Download" not in page.text


def test_only_organisers_see_the_page_of_a_hidden_player(rival_evenings):
    change_player(rival_evenings.club.players.get(name="Bob"), hidden=True, by=rival_evenings.olga, at=builders.NOON)
    for names in (("Ann", "Bob"), ("Bob", "Ann")):
        address = rival_evenings.url("versus", *keys(rival_evenings, *names))
        assert Client().get(address).status_code == 404
        assert rival_evenings.organiser.get(address).status_code == 200
    assert "Bob" not in compared(rival_evenings, "Ann", "Clara")
    assert "hidden player" in compared(rival_evenings, "Ann", "Clara")


READERS = ["Results", "Players", "Me"]


@pytest.fixture
def shown_evenings():
    shown_evenings = Evenings()
    shown_evenings.play(high(1, 0, 8), at=days_after(0))
    shows(shown_evenings.club, "names")
    return shown_evenings


def shows(club, what):
    Club.objects.filter(pk=club.pk).update(shown_to_strangers=what)


def get(client, address):
    return Html(client.get(address))


def places(page):
    (nav,) = [each for each in page.find("nav") if each["aria-label"] == "Main menu"]
    return nav.text.split()


def people(page):
    return page.texts("a", css="pick")


def test_readers_and_organisers_have_the_same_places_in_the_same_order(shown_evenings):
    for name in ("results", "players", "me", "records", "seasons"):
        assert places(get(Client(), shown_evenings.url(name))) == READERS
        assert places(get(shown_evenings.organiser, shown_evenings.url(name))) == ["Tonight", *READERS, "Club"]
    for name in ("play:tonight", "play:history", "club:people", "club:hub"):
        assert places(get(shown_evenings.organiser, reverse(name, args=["prairie"]))) == ["Tonight", *READERS, "Club"]


def test_everyone_who_played_may_say_who_they_are_unless_they_are_hidden_or_nameless(shown_evenings):
    address, players = shown_evenings.url("me"), shown_evenings.club.players
    players.create(name="Never Played")
    assert people(get(Client(), address)) == ["Ann", "Bob", "Clara", "Dan"]
    change_player(players.get(name="Ann"), hidden=True, by=shown_evenings.olga, at=NOON)
    erase_person(players.get(name="Clara"), "Clara", by=shown_evenings.olga, at=NOON)
    assert people(get(Client(), address)) == ["Bob", "Dan"]
    assert people(get(shown_evenings.organiser, address)) == ["Ann", "Bob", "Dan"]
    for player in players.all():
        page = get(shown_evenings.organiser, shown_evenings.url("player", player.pk))
        assert bool(page.texts("button", css="me-unknown")) == (player.name in ("Ann", "Bob", "Dan", "Never Played"))


def ratings(club):
    return list(PlayerGame.objects.filter(club=club).order_by("game", "seat").values_list("player__name", "mu"))


def test_a_guest_is_in_no_list_and_counts_for_the_others():
    shown_evenings = Evenings()
    for count in range(6):
        shown_evenings.play(high(1, 0, 8), at=days_after(count))
    ann, before = shown_evenings.club.players.get(name="Ann"), ratings(shown_evenings.club)
    lists = [shown_evenings.url(name) for name in ("players", "records")]
    shown = [shown_evenings.organiser.get(address, {"as": "csv"}).content.decode() for address in lists]
    assert all("Ann" in each for each in shown)
    change_player(ann, guest=True, by=shown_evenings.olga, at=NOON)
    for address in lists:
        table = shown_evenings.organiser.get(address, {"as": "csv"}).content.decode()
        assert not [line for line in table.splitlines() if line.startswith("Ann") or ",Ann," in line]
    assert "Clara" in shown_evenings.organiser.get(lists[0], {"as": "csv"}).content.decode()
    assert (ratings(shown_evenings.club), disagreements(shown_evenings.club)) == (before, [])
    page = Html(shown_evenings.organiser.get(shown_evenings.url("player", ann.pk)))
    assert page.texts("span", css="badge")[0] == "guest: not ranked among the players"
    assert "no rank: guests have none" in page.text
    assert ", rank " not in page.text
    changes = [change.what for change in person(shown_evenings.club, ann.pk).changes]
    assert changes == ["Guest: not ranked among the players"]
