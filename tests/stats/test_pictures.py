"""The pictures that chats show."""

import io

import pytest
from django.test import Client
from PIL import Image

from tests import builders
from tests.builders import play_out
from tests.effort import effort
from tests.stats.six_player_club import six_player_club, tables
from tests.web.test_query_counts import asked
from whistclub.club.actions import hide_player, rename_player
from whistclub.engine.rating import displayed_rating
from whistclub.play.actions.statistics import bring_up_to_date
from whistclub.stats.social_preview.drawing import (
    FELT,
    HEIGHT,
    PAPER,
    WIDTH,
    ClubPicture,
    PlayerPicture,
    club_picture,
    drawable,
    player_picture,
)
from whistclub.stats.social_preview.queries import club_contents, player_contents

FORTY = "Bartholomew-Maximilian Þorsteinsson-Łódź"
W, D, L = ("W", True), ("D", None), ("L", False)


def card(name="Ann", line=(1000, 1040, 990, 1102), club="Prairie", form=(W, D, L, L)):
    return PlayerPicture(
        club, name, "A player", "1,102", "rating, ± 112", line, 1000, "start", "34 of 61 games won", form
    )


def club_of(name="Prairie", leaders=((FORTY, "1,204"), ("Ann", "1,103"))):
    numbers = [("120,004", "games"), ("1,009,812", "hands"), ("5,000", "players")]
    return ClubPicture(name, "A whist club", numbers, "Highest ratings", leaders)


CARDS = [
    card(),
    card(FORTY, club="M" * 80, form=[L] * 10),
    card("Мария", line=()),
    card("W" * 40, line=[1000]),
    card(line=[1000, 1000], form=()),
    club_of(),
    club_of("W" * 80, leaders=[("W" * 40, "1,204")] * 3),
    club_of("麻雀", leaders=()),
]


@pytest.fixture(params=CARDS)
def picture(request):
    """Each of the cards, drawn."""
    draw = player_picture if isinstance(request.param, PlayerPicture) else club_picture
    return draw(request.param)


def opened(picture):
    return Image.open(io.BytesIO(picture)).convert("RGB")


def near(colour, wanted):
    return all(abs(one - int(wanted[at : at + 2], 16)) < 12 for one, at in zip(colour, (1, 3, 5), strict=True))


def test_a_picture_has_the_size_chats_expect_and_is_small(picture):
    image = Image.open(io.BytesIO(picture))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT)) == ("PNG", (1200, 630))
    assert len(picture) < 60_000


def test_nothing_reaches_the_edge_of_the_paper(picture):
    image = opened(picture)
    assert near(image.getpixel((2, 2)), FELT)
    below = [image.getpixel((x, y)) for x in (20, WIDTH - 20) for y in range(110, HEIGHT, 3)]
    assert all(near(colour, PAPER) for colour in below)


def test_a_picture_takes_little_work_to_draw():
    most = card(FORTY, line=[1000 + each % 7 for each in range(160)], form=[W] * 10)
    assert effort(lambda: player_picture(most)) < 10  # a tenth of a second


def test_equal_values_draw_equal_pictures():
    assert player_picture(card()) == player_picture(card())
    assert player_picture(card()) != player_picture(card("Bob"))


def test_letters_missing_from_the_font_are_omitted():
    assert drawable(FORTY) == FORTY
    assert drawable("Dvořák  Nguyễn") == "Dvořák Nguyễn"
    assert drawable("Anna Мария") == "Anna"
    assert drawable("Мария ☺ 麻雀") == ""
    assert drawable("ﬁne ① Ａnn") == "fine 1 Ann"
    assert drawable("a\u0000b\u202ec\U0001f600") == "abc"


def test_letters_missing_from_the_font_are_transliterated():
    assert player_picture(card("Мария")) == player_picture(card("A player"))


@pytest.mark.django_db
def test_a_player_picture_matches_their_games():
    six = six_player_club()
    contents = player_contents(six.club.players.get(name="Ann"), six.club)
    mine = [table["Ann"] for table in tables(six.club) if "Ann" in table]
    assert contents.won_text == f"{sum(part.won for part in mine)} of {len(mine)} games won"
    assert contents.line == [displayed_rating(part.mu) for part in mine]
    assert contents.rating == f"{displayed_rating(mine[-1].mu):,}"
    outcomes = [True if part.won else None if part.drawn else False for part in mine]
    assert [won for _letter, won in contents.form] == outcomes[-10:]


@pytest.mark.django_db
def test_a_club_picture_shows_what_was_played():
    six = six_player_club()
    contents = club_contents(six.club)
    played = list(tables(six.club))
    hands = sum(next(iter(table.values())).hands for table in played)
    assert [value for value, _what in contents.numbers] == [str(len(played)), str(hands), "6"]
    last = {name: part.mu for table in played for name, part in table.items()}
    often = [name for name in last if sum(name in table for table in played) >= 5]
    best = sorted(often, key=last.get, reverse=True)[:3]
    assert [name for name, _value in contents.leaders] == best


@pytest.mark.django_db
def test_browsers_keep_chat_previews_for_five_minutes_and_proxies_do_not():
    six = six_player_club()
    for path in ("picture.png", f"players/{six.keys['Ann']}/picture.png"):
        response = six.stranger().get(six.address(path))
        assert (response.status_code, response["Content-Type"]) == (200, "image/png")
        assert opened(response.content).size == (WIDTH, HEIGHT)
        assert set(response["Cache-Control"].split(", ")) == {"max-age=300", "private"}
        assert set(six.organiser().get(six.address(path))["Cache-Control"].split(", ")) == {"private", "no-store"}


@pytest.mark.django_db
def test_nobody_but_organisers_gets_the_picture_of_a_hidden_player():
    six = six_player_club()
    ann = six.club.players.get(name="Ann")
    hide_player(ann, by=six.olga, at=builders.NOON)
    address = six.address(f"players/{ann.pk}/picture.png")
    assert six.stranger().get(address).status_code == 404
    assert six.organiser().get(address).status_code == 200
    assert "Ann" not in [name for name, _value in club_contents(six.club).leaders]


@pytest.mark.django_db
@pytest.mark.parametrize("shows, status", [(True, 200), (False, 404)])
def test_a_club_has_a_picture_before_its_first_game_but_only_if_it_shows_itself(shows, status):
    _olga, club = builders.organiser()
    club.shown_to_strangers = "names" if shows else "nothing"
    club.save()
    assert Client().get("/c/prairie/picture.png").status_code == status


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["0", "999999", "9" * 18, "9" * 40])
def test_an_unknown_player_has_no_picture(number):
    six = six_player_club(games=1)
    assert six.stranger().get(six.address(f"players/{number}/picture.png")).status_code == 404


@pytest.mark.django_db
def test_names_in_any_script_are_drawn():
    six = six_player_club(games=1)
    rename_player(six.club.players.get(name="Ann"), "Мария 麻雀", by=six.olga, at=builders.NOON)
    assert six.stranger().get(six.address(f"players/{six.keys['Мария 麻雀']}/picture.png")).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("games", [1, 7])
@pytest.mark.parametrize("whose, queries", [("picture.png", 5), ("players/{ann}/picture.png", 4)])
def test_picture_query_count_does_not_grow_with_games(games, whose, queries):
    six = six_player_club(games=games)
    play_out(builders.game(six.club, six.olga))
    bring_up_to_date()
    address = six.address(whose.format(ann=six.keys["Ann"]))
    assert asked(lambda: six.stranger().get(address)) == queries
