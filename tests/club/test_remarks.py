"""Remarks that organisers write on games and parties."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, play_out
from tests.party.builders import friday, next_round, party
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.archive.person import erase_person
from whistclub.club.actions import change_player
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.play.games import change_remark
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def page_of(game, name="game"):
    return reverse(f"play:{name}", args=["prairie", game.code])


def watched(game):
    return Client().get(reverse("play:watch", args=[game.code])).content.decode()


def public(party):
    return Client().get(reverse("party:public", args=[party.code])).content.decode()


def shown(response):
    return Html(response).texts("p", css="remark")


def test_a_remark_on_a_game_is_for_organisers_until_it_is_for_everyone(organiser, game):
    response = organiser.post(page_of(game, "remark"), {"remark": "By candlelight\nThe power was out"})
    assert response.url == page_of(game)
    assert shown(organiser.get(page_of(game))) == ["By candlelightThe power was out"]
    assert "candle" not in watched(game)
    organiser.post(page_of(game, "remark"), {"remark": "By candlelight", "for_all": "on"})
    assert "By candlelight" in watched(game)
    organiser.post(page_of(game, "remark"), {"remark": "", "for_all": "on"})
    assert shown(organiser.get(page_of(game))) == []
    stored = Game.objects.get(pk=game.pk)
    assert (stored.remark, stored.remark_for_all) == ("", False)


def test_a_remark_on_a_party_is_for_organisers_until_it_is_for_everyone(organiser, olga):
    made = friday(olga, "Ann")
    organiser.post(run(made, "standings"), {"remark": "Snow: five came"})
    assert shown(organiser.get(run(made, "standings"))) == ["Snow: five came"]
    assert "Snow" not in public(made)
    organiser.post(run(made, "standings"), {"remark": "Snow: five came", "for_all": "on"})
    assert "Snow: five came" in public(made)


def test_only_games_under_history_say_that_their_remark_is_there(organiser, prairie, olga, game):
    next_round(party(prairie, olga, count=4), olga)
    other = Game.objects.exclude(party_code="").get()
    found = ["its start in History" in organiser.get(page_of(each)).content.decode() for each in (game, other)]
    assert found == [True, False]


def test_a_remark_names_players_as_they_are_called_now(organiser, olga, prairie, game):
    made = friday(olga, "Ann")
    for change, of in ((change_remark, game), (party_lifecycle.change_remark, made)):
        change(of, "Ann {sang}", for_all=True, by=olga, at=NOON)
        change(of, "Ann {sang} again", for_all=True, by=olga, at=NOON)
    ann = prairie.players.get(name="Ann")
    pages = (page_of(game), run(made, "standings"), run(made, "log"))
    change_player(ann, name="Anna", by=olga, at=NOON)
    assert all("Anna {sang} again" in organiser.get(each).content.decode() for each in pages)
    assert "Anna {sang} again" in watched(game)
    assert "Anna {sang} again" in public(made)
    erase_person(ann, "Anna", by=olga, at=NOON)
    assert all("Former player 1 {sang} again" in organiser.get(each).content.decode() for each in pages)
    assert "Ann" not in watched(game)


def test_strangers_who_see_initials_see_them_in_remarks(olga, prairie, game, settings):
    settings.PADS_WRITE_AFTER_END = timedelta(hours=12)
    prairie.shown_to_strangers = "initials"
    prairie.save()
    change_player(prairie.players.get(name="Ann"), name="Ann Berg", by=olga, at=NOON)
    change_remark(play_out(game), "Ann Berg sang", for_all=True, by=olga, at=NOON)
    assert "A. B. sang" in watched(game)


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("x" * 501, "A remark can have up to 500 characters; this one has 501."),
        ("x" * 100_000, "A remark can have up to 500 characters; this one has 100000."),
        ("Ann\0sang", "It contains characters that cannot be read."),
        ("Ann\x1bsang", "It contains characters that cannot be read."),
        ("Ann \u202egnas", "It contains characters that cannot be read."),
    ],
)
def test_a_remark_that_cannot_be_kept_comes_back_with_a_sentence(organiser, olga, game, text, sentence):
    made = friday(olga, "Ann")
    for address in (page_of(game, "remark"), run(made, "standings")):
        response = organiser.post(address, {"remark": text, "for_all": "on"})
        assert response.status_code == 422
        assert sentence in response.content.decode()
        assert text[:20].replace("\0", "") in response.content.decode().replace("\0", "")
    assert not Game.objects.exclude(remark="").exists()


def test_a_remark_is_plain_text(organiser, game):
    organiser.post(page_of(game, "remark"), {"remark": "<b>Ann</b> </textarea>", "for_all": "on"})
    for text in (watched(game), organiser.get(page_of(game)).content.decode()):
        assert "<b>Ann" not in text
        assert "&lt;b&gt;" in text
