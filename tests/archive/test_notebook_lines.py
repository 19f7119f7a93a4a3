"""Which lines of a list of past games are meant: repeated ones, those of new players, those to correct."""

import pytest
from django.urls import reverse

from tests.archive.notebook_requests import LINE, add, preview
from tests.web.html import Html
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def test_a_line_that_is_there_twice_is_added_once_unless_the_box_is_ticked(organiser, prairie):
    page = preview(organiser, LINE, LINE)
    assert "Line 3 is the same as line 2." in page.text
    assert "Add 1 game" in page.texts("button")
    add(organiser, LINE, LINE)
    assert Game.objects.count() == 1
    page = preview(organiser, LINE, LINE, repeated="on")
    assert "Add 1 game" in page.texts("button")
    add(organiser, LINE, LINE, repeated="on")
    assert Game.objects.count() == 2


def test_each_new_player_is_named_with_the_lines(organiser, prairie):
    page = preview(organiser, LINE, LINE.replace("14;", "15;"), LINE.replace("Ann", "Eve").replace("14;", "16;"))
    assert "Ann lines 2–3" in page.text
    assert "Eve line 4" in page.text


def test_after_adding_the_bad_lines_keep_the_number_that_they_have_in_the_list(organiser, prairie):
    page = Html(add(organiser, LINE, LINE.replace("2024-02-14", "2024-02-31")))
    assert "Lines of your list that were not added: 3." in page.text


def test_the_data_of_a_person_say_when_they_were_added_not_since_when_they_play(organiser, prairie):
    add(organiser, LINE.replace("2024", "1985"))
    ann = prairie.players.get(name="Ann")
    page = Html(organiser.get(reverse("archive:person_data", args=["prairie", ann.pk])))
    assert "Ann, added on" in page.text
    assert "since" not in page.text
