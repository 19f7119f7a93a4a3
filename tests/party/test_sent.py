"""What a finished party gives to send: its winners, one person’s result, and what a chat shows of a link."""

import pytest
from django.test import Client

from tests.party.builders import LATER
from tests.party.test_public import finished, page
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.club.models import Club, Player

pytestmark = pytest.mark.django_db


def test_a_result_can_be_opened_and_sent_and_reads_as_the_club_shows_people(party, olga):
    finished(party, olga)
    for shown, name in (("links", "Clara"), ("initials", "C.")):
        Club.objects.update(shown_to_strangers=shown)
        html = page(party)
        sentence = f"Prairie, Friday\n{name} tied for 8th of 9: 0 won · 7 points."
        (send,) = [each for each in html.find("a") if each.attributes.get("data-send") == sentence]
        assert send["href"] == f"/p/{party.code}/results/3/"
        winners = "1= Ann and Bob: 1 won · 13 points" if shown == "links" else "1= A. and B.: 1 won · 13 points"
        assert winners in html.find("textarea")[0].text
    result = Html(Client().get(send["href"]))
    assert result.texts("h1") == ["Clara"]
    assert result.find("textarea")[0].text.endswith(f"http://testserver{send['href']}")
    Club.objects.update(shown_to_strangers="nothing")
    assert not page(party).find("textarea")
    assert Client().get(f"/p/{party.code}/results/99/").status_code == 404


def test_a_hidden_player_is_named_on_the_page_of_the_party_and_in_nothing_that_is_sent(party, olga):
    finished(party, olga)
    assert "Bob" in page(party).find("textarea")[0].text
    change_player(Player.objects.get(name="Bob"), hidden=True, by=olga, at=LATER)
    for shown in ("links", "names", "initials"):
        Club.objects.update(shown_to_strangers=shown)
        html = page(party)
        assert html.texts("h1") == ["Ann and Bob won"]
        sent = [each["data-send"] for each in html.find("a") if "data-send" in each.attributes]
        (about,) = [each["content"] for each in html.find("meta", property="og:description")]
        texts = [html.find("textarea")[0].text, about, *sent]
        assert (len(sent), [each for each in texts if "Bob" in each or "B." in each]) == (8, [])
        assert "and hidden player won" in about
        assert "and hidden player: 1 won · 13 points" in texts[0]
    result = Html(Client().get(f"/p/{party.code}/results/2/"))
    assert result.texts("h1") == ["Bob"]
    assert not result.find("textarea") + result.find("meta", property="og:description")
