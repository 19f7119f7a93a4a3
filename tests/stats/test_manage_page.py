"""The organiser's page of statistics."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import client_of, game, joined, play_out, show_statistics, undone
from tests.play.test_malformed_input import broken
from tests.stats.season_parties import AT, season
from tests.web.html import Html
from tests.web.test_query_counts import asked
from whistclub.stats.models import Season

pytestmark = pytest.mark.django_db
WINTER = {
    "name": " The  Winter ",
    "first_day": "2026-01-01",
    "last_day": "2026-03-31",
    "scoring": "places",
    "best_parties": "4",
}


def address(name="manage", *more):
    return reverse(f"stats:{name}", args=["prairie", *more])


def does(organiser, form, name, *more):
    """Tap it, and read the page that comes."""
    response = organiser.post(address(name, *more), form, follow=True)
    assert response.redirect_chain == [(address(), 302)]
    return Html(response)


def refused(organiser, form, status, name="manage", *more):
    response = organiser.post(address(name, *more), form)
    assert response.status_code == status
    return Html(response)


# Who may read them


def test_the_page_says_who_sees_the_statistics_and_shares_their_address(club, olga, organiser):
    page = Html(organiser.get(address()))
    assert "Only organisers can see them." in page.text
    assert page.find("svg", css="qr-code") == []
    show_statistics(club, to_everyone=True, by=olga, at=AT)
    page = Html(organiser.get(address()))
    assert "http://testserver/c/prairie/" in page.texts("a", href="/c/prairie/")
    assert len(page.find("svg", css="qr-code")) == 1


def test_after_the_first_game_the_owner_is_asked_once_what_players_may_see(prairie, olga, organiser):
    question, tonight = "What may players see?", reverse("play:tonight", args=["prairie"])
    assert question not in Html(organiser.get(tonight)).text
    play_out(game(prairie, olga))
    assert question in Html(organiser.get(tonight)).text
    assert question not in Html(client_of(joined(prairie, "Ole", "organiser")).get(tonight)).text
    with undone():
        organiser.post(address("show"), {"shown": prairie.shown_to_strangers})
        assert question not in Html(organiser.get(tonight)).text
    assert organiser.post(address("show"), {"shown": "everything"}).status_code == 404
    page = Html(organiser.post(address("show"), {"shown": "names"}, follow=True))
    assert question not in page.text
    assert Client().get("/c/prairie/").status_code == 200


# Seasons


def test_a_season_is_added_as_it_was_typed(club, organiser):
    page = does(organiser, WINTER, "manage")
    assert page.texts("p", role="status") == ["“The Winter” was added."]
    [winter] = Season.objects.all()
    assert (winter.name, winter.first_day.isoformat(), winter.last_day.isoformat(), winter.scoring) == (
        "The Winter",
        "2026-01-01",
        "2026-03-31",
        "places",
    )
    assert winter.best_parties == 4
    assert "1 Jan 2026 to 31 Mar 2026" in page.text


def test_a_taken_name_is_reported_beside_its_field(club, olga, organiser):
    season(club, olga)
    other = season(club, olga, name="Other")
    sentence = "There is a season called “spring” already. Give this one another name."
    taken = WINTER | {"name": "spring"}
    assert refused(organiser, taken, 422).texts("p", css="wrong") == [sentence]
    assert refused(organiser, taken, 422, "change_season", other.pk).texts("p", css="wrong") == [sentence]
    assert {each.name for each in Season.objects.all()} == {"Spring", "Other"}


def test_a_season_is_changed_and_deleted_and_the_club_lists_it(club, olga, organiser):
    spring = season(club, olga)
    page = does(organiser, WINTER, "change_season", spring.pk)
    assert page.texts("p", role="status") == ["“The Winter” was changed."]
    page = does(organiser, {}, "delete_season", spring.pk)
    assert page.texts("p", role="status") == ["“The Winter” was deleted."]
    assert not Season.objects.exists()
    assert refused(organiser, {}, 404, "delete_season", spring.pk)
    assert [each.what for each in club.changes.order_by("-at", "-pk")] == [
        "Season deleted: The Winter",
        "Season changed: Spring → The Winter",
        "Season added: Spring",
    ]


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        ({"name": " "}, "A season needs a name, like “Winter 2026”."),
        ({"name": "x" * 61}, ""),
        ({"first_day": ""}, "Enter the first day."),
        ({"last_day": ""}, "Enter the last day."),
        ({"first_day": "tomorrow"}, "This is not a date. Write it like 2026-11-21."),
        ({"last_day": "2025-12-31"}, "The last day is before the first day."),
        ({"scoring": "cake"}, ""),
        ({"scoring": ""}, ""),
        ({"best_parties": "0"}, ""),
        ({"best_parties": "few"}, ""),
    ],
)
def test_an_invalid_season_is_refused_and_stays_in_the_form(club, organiser, wrong, sentence):
    page = refused(organiser, WINTER | wrong, 422)
    [shown] = page.texts("p", css="wrong")
    assert shown == (sentence or shown)
    kept = (WINTER | wrong)["name"]
    assert kept in [each.attributes.get("value") for each in page.find("input", name="name")] or not kept.strip()
    assert Season.objects.count() == 0


def test_the_club_links_to_this_page_and_the_history_to_the_statistics(club, organiser):
    assert Html(organiser.get(reverse("club:hub", args=["prairie"]))).texts("a", href=address()) == ["Statistics"]
    history = Html(organiser.get(reverse("play:history", args=["prairie"])))
    assert history.texts("a", href="/c/prairie/") == ["Results", "Evenings"]


def test_a_malformed_season_is_rejected_or_stored_safely(club, olga, organiser):
    spring = season(club, olga)
    assert broken(organiser, address(), WINTER) == []
    assert broken(organiser, address("change_season", spring.pk), WINTER) == []


@pytest.mark.parametrize("count", [1, 5])
def test_season_admin_query_count_is_constant(club, olga, organiser, count):
    for number in range(count):
        season(club, olga, name=f"Season {number}")
    organiser.get(address())  # a new session is noted with its first page
    assert asked(lambda: organiser.get(address())) == 3
