"""A table calls the organiser, who sees it, comes and clears the call."""

import pytest
from django.urls import reverse

from tests.party.builders import draft, next_round, typed
from tests.play.phone import pad_url, phone
from tests.web.html import Html

pytestmark = pytest.mark.django_db

CALL, CLEAR = {"needed": "yes"}, {"needed": "no"}


def call(game, seat="2", data=CALL, **more):
    return phone(seat).post(pad_url(game, "pad_call"), data, **more)


def console_url(party, page="console", *more):
    return reverse(f"party:{page}", args=[party.club.slug, party.code, *more])


def log_of(game, organiser):
    page = organiser.get(reverse("play:game", args=[game.club.slug, game.code]))
    return Html(page).text


def test_the_console_says_which_table_called_until_it_is_answered(friday, table, organiser, olga):
    page = console_url(friday)
    assert "called you" not in Html(organiser.get(page)).text
    call(table)
    assert "Table 1 called you at" in Html(organiser.get(page)).text
    typed(friday, olga, (13, 7))
    for next_page in (draft, next_round):
        next_page(friday, olga)
        assert "Table 1 called you at" in Html(organiser.get(page)).text


@pytest.mark.parametrize("page", ["console", "round_table"])
def test_the_organiser_clears_a_call(friday, table, organiser, page):
    call(table)
    organiser.post(console_url(friday, "round_table", 1, 1), {"do": "answer"})
    table.refresh_from_db()
    assert table.organiser_called_at is None
    assert (
        "called you" not in Html(organiser.get(console_url(friday, page, *([1, 1] if page != "console" else [])))).text
    )


def test_the_pad_shows_the_call_and_clears_it(game):
    assert "Call the organiser" in Html(phone().get(pad_url(game))).text
    call(game)
    text = Html(phone().get(pad_url(game))).text
    assert "You called the organiser at" in text
    assert "Call the organiser" not in text
    call(game, data=CLEAR)
    assert "Call the organiser" in Html(phone().get(pad_url(game))).text


def test_a_second_call_changes_nothing(game):
    call(game)
    game.refresh_from_db()
    first = (game.organiser_called_at, game.revision)
    call(game, seat="1")
    game.refresh_from_db()
    assert (game.organiser_called_at, game.revision) == first
    assert game.events.filter(kind="called").count() == 1


def test_a_single_game_shows_the_call_on_tonight_and_on_its_page(game, organiser):
    call(game)
    tonight = Html(organiser.get(reverse("play:tonight", args=[game.club.slug]))).text
    assert "Organiser called" in tonight
    assert "This table called you at" in log_of(game, organiser)
