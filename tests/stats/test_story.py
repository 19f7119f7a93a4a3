"""An evening as a story: who won, what was special, milestones, and the texts to send."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.builders import NOON, high
from tests.stats.evenings import Evenings, days_after
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.club.models import Player
from whistclub.stats.results.story import Ranked, first_places

pytestmark = pytest.mark.django_db
OTHERS = ("Edith", "Frank", "Greta", "Henrik")
ADDRESS = "http://testserver/c/prairie/days/2026-03-07/"


@pytest.fixture
def evenings():
    """Ann & Clara were 6 points behind and won; the others won a game with one point more."""
    found = Evenings()
    back = [high(1, 1, 9), high(2, 1, 9), *[high(number, 0, 9) for number in range(3, 8)]]
    found.play(*back)
    found.play(high(1, 0, 8), high(2, 1, 7), names=OTHERS, at=NOON + timedelta(hours=1))
    return found


def day(evenings: Evenings, client: Client | None = None, **query: str) -> Html:
    return Html((client or Client()).get(evenings.url("day", "2026-03-07"), query))


def test_the_best_of_the_games_is_told_and_leads_to_them(evenings):
    html = day(evenings)
    games = [each["href"] for each in html.find("a", css="game-card")]
    (story,) = html.find("ul", css="story")
    sentences = story.text.replace("\u00a0", " ")
    assert "Best hand Ann & Clara scored 3 points in one hand." in sentences
    assert "Biggest comeback Ann & Clara came from 6 points behind to beat Bob & Dan 15–6." in sentences
    assert "Closest game Edith & Greta beat Frank & Henrik 2–1." in sentences
    assert "Biggest win Ann & Clara beat Bob & Dan 15–6." in sentences
    links = [each.attributes.get("href", "") for each in html.find("a")]
    links = [each for each in links if each.startswith("/p/game/")][:4]
    assert links == [f"{games[0]}#hand-3", games[0], games[1], games[0]]


def test_the_text_to_send_has_the_winners_and_the_address_in_eight_lines(evenings):
    text = day(evenings).find("textarea")[0].text
    for part in (
        "Prairie, Saturday 7 March 2026",
        "Ann and Clara won the most: 1 of 1 games each.",
        "Closest game: ",
        ADDRESS,
    ):
        assert part in text
    raw = Client().get(evenings.url("day", "2026-03-07")).content.decode()
    assert len(raw.partition("<textarea")[2].partition("</textarea")[0].partition(">")[2].splitlines()) == 8


def test_an_organiser_sends_what_strangers_may_read(evenings):
    change_player(Player.objects.get(name="Bob"), hidden=True, by=evenings.olga, at=NOON)
    evenings.club.shown_to_strangers = "initials"
    evenings.club.save()
    html = day(evenings, evenings.organiser)
    assert "Ann & Clara came from 6 points behind to beat Bob & Dan" in html.find("ul", css="story")[0].text
    text = html.find("textarea")[0].text
    assert "A. & C. came from 6 points behind to beat hidden player & D." in text
    assert [name for name in ("Ann", "Bob", "Clara", "Dan") if name in text] == []
    sent = [each["data-send"] for each in html.find("a", css="send")]
    assert "Prairie, Saturday 7 March 2026: A. won 1 of 1 game and scored 9 points more than the opponents." in sent
    assert len(sent) == 7
    evenings.club.shown_to_strangers = "nothing"
    evenings.club.save()
    assert not day(evenings, evenings.organiser).find("textarea")


def test_a_link_to_one_result_opens_the_evening_with_it(evenings):
    key = Player.objects.get(name="Dan").pk
    html = day(evenings, player=str(key))
    assert html.texts("p", css="winners-say")[0] == "Dan won 0 of 1 game and scored 9 points fewer than the opponents."
    assert html.find("textarea")[0].text.endswith(f"{ADDRESS}?player={key}")
    for wrong in ("0", "x", "9" * 50, "\x00"):
        assert day(evenings, player=wrong).texts("h1") == ["Saturday 7 March 2026"]


def test_round_numbers_and_firsts_are_told_where_they_were_reached(evenings):
    assert "It was the club’s first evening." in day(evenings).text
    assert "for the first time" not in day(evenings).text
    for number in range(1, 10):
        evenings.play(
            high(1, 0, 9), names=("Zoe" if number == 9 else "Dan", "Bob", "Clara", "Ann"), at=days_after(number)
        )
    last = Html(Client().get(evenings.url("day", "2026-03-16"))).find("ul", css="story")[0].text
    assert "It was the 10th evening for Bob, Clara and Ann." in last
    assert "Bob, Clara and Ann played their 10th game." in last
    assert "Zoe played here for the first time." in last
    assert "Zoe made a grand" not in last


def test_people_who_share_a_place_are_named_in_order_with_the_sign_of_a_shared_place():
    places = first_places(
        [Ranked(1, "Bob", "38 points", ""), Ranked(1, "Ann", "38 points", ""), Ranked(3, "Dan", "9", "")]
    )
    assert [each.line for each in places] == ["1= Ann and Bob: 38 points", "3. Dan: 9"]
