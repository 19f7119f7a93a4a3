"""Remarks that organisers write on games and parties."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, play_out
from tests.party.builders import friday, next_round
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.archive.person import erase_person
from whistclub.club.actions import change_player
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.models import Party
from whistclub.play.games import change_remark
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


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
    organiser.post(run(made, "remark"), {"remark": "Snow: five came"})
    assert shown(organiser.get(run(made, "standings"))) == ["Snow: five came"]
    assert "Snow" not in public(made)
    organiser.post(run(made, "remark"), {"remark": "Snow: five came", "for_all": "on"})
    assert "Snow: five came" in public(made)


def test_history_shows_the_first_line_of_remarks(organiser, olga, game):
    change_remark(play_out(game), "Ann by a hair\nand more", for_all=False, by=olga, at=NOON)
    made = friday(olga, "Eva", count=4)
    party_lifecycle.change_remark(made, "Snow\nand more", for_all=False, by=olga, at=NOON)
    Party.objects.filter(pk=made.pk).update(state="finished", finished_at=NOON)
    for address in (reverse("play:history", args=["prairie"]), reverse("party:archive", args=["prairie"])):
        text = organiser.get(address).content.decode()
        assert ">Snow<" in text
        assert "and more" not in text
    assert ">Ann by a hair<" in organiser.get(reverse("play:history", args=["prairie"])).content.decode()


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


def test_a_remark_on_a_party_is_saved_with_a_message_that_can_be_undone(organiser, olga):
    made = friday(olga, "Eva", count=4)
    page = organiser.post(run(made, "remark"), {"remark": "Snow"}, follow=True).content.decode()
    assert "Remark saved." in page
    assert "undo" in page


def test_strangers_who_see_initials_see_them_in_remarks(olga, prairie, game, settings):
    settings.PADS_WRITE_AFTER_END = timedelta(hours=12)
    prairie.shown_to_strangers = "initials"
    prairie.save()
    change_player(prairie.players.get(name="Ann"), name="Ann Berg", by=olga, at=NOON)
    change_remark(play_out(game), "Ann Berg sang", for_all=True, by=olga, at=NOON)
    assert "A. B. sang" in watched(game)


def test_the_log_of_a_game_says_who_wrote_what_in_the_place_of_what(organiser, olga, game):
    change_remark(game, "Candles", for_all=False, by=olga, at=NOON)
    change_remark(game, "Candles", for_all=False, by=olga, at=NOON)  # nothing new
    change_remark(game, "Lamps", for_all=True, by=olga, at=NOON)
    change_remark(game, "", for_all=True, by=olga, at=NOON)
    assert [(each.kind, each.data, each.by_user) for each in game.events.all()[1:]] == [
        ("remark_kept", {"before": "", "after": "Candles"}, olga),
        ("remark_shown", {"before": "Candles", "after": "Lamps"}, olga),
        ("remark_removed", {"before": "Lamps", "after": ""}, olga),
    ]
    text = organiser.get(page_of(game)).content.decode()
    for sentence in ("Remark, for organisers: Candles", "Remark, shown to everyone: Lamps", "Remark removed"):
        assert sentence in text


def test_a_remark_on_a_game_of_a_party_is_in_the_log_of_the_party(organiser, olga):
    made = friday(olga, count=4)
    game = next_round(made, olga).current.table(1).game
    change_remark(game, "A long quarrel", for_all=False, by=olga, at=NOON)
    assert "Round 1, table 1: Remark, for organisers: A long quarrel" in organiser.get(
        run(made, "log")
    ).content.decode().replace("\n", " ")


def test_open_pages_of_a_game_hear_of_its_remark(olga, game):
    before = Game.objects.get(pk=game.pk).version(NOON)
    change_remark(game, "Candles", for_all=True, by=olga, at=NOON)
    assert Game.objects.get(pk=game.pk).version(NOON) != before


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
    for address in (page_of(game, "remark"), run(made, "remark")):
        response = organiser.post(address, {"remark": text, "for_all": "on"})
        assert response.status_code == 422
        assert sentence in response.content.decode()
        assert text[:20].replace("\0", "") in response.content.decode().replace("\0", "")
    assert not Game.objects.exclude(remark="").exists()


def test_a_remark_of_500_letters_and_line_breaks_is_kept(organiser, game):
    typed = "åÅ\r\n" * 166 + "ab"
    organiser.post(page_of(game, "remark"), {"remark": typed})
    assert Game.objects.get(pk=game.pk).remark == typed.replace("\r\n", "\n")


def test_a_remark_is_plain_text(organiser, game):
    organiser.post(page_of(game, "remark"), {"remark": "<b>Ann</b> </textarea>", "for_all": "on"})
    for text in (watched(game), organiser.get(page_of(game)).content.decode()):
        assert "<b>Ann" not in text
        assert "&lt;b&gt;" in text
