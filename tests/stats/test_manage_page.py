"""The organiser's page of statistics."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.play.test_malformed_input import broken
from tests.stats.season_parties import AT, party_on, season
from tests.web.html import Html
from tests.web.test_query_counts import asked
from whistclub.club.models import ClubChange
from whistclub.stats.models import Season, StatisticsChange
from whistclub.stats.seasons.actions import show_statistics
from whistclub.stats.seasons.scoring import settings_of

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


def refused(organiser, form, status, name="add_season", *more):
    response = organiser.post(address(name, *more), form)
    assert response.status_code == status
    return Html(response)


# Who may read them


def test_statistics_are_private_until_published(club, organiser):
    assert Client().get(reverse("stats:seasons", args=["prairie"])).status_code == 404
    page = Html(organiser.get(address()))
    assert "Only organisers can see them." in page.text
    assert page.find("svg", css="qr-code") == []
    page = does(organiser, {"who": "everybody"}, "show")
    assert page.texts("p", role="status") == ["Anyone with the link can see the statistics now."]
    assert "http://testserver/c/prairie/" in page.texts("a", href="/c/prairie/")
    assert len(page.find("svg", css="qr-code")) == 1
    assert Client().get(reverse("stats:seasons", args=["prairie"])).status_code == 200


def test_statistics_can_be_made_private_again(club, olga, organiser):
    show_statistics(club, to_everyone=True, by=olga, at=AT)
    page = does(organiser, {"who": "organisers"}, "show")
    assert page.texts("p", role="status") == ["Only organisers can see the statistics now."]
    assert Client().get(reverse("stats:seasons", args=["prairie"])).status_code == 404
    newest = page.texts("li", css="log-line")[0]
    assert newest.endswith("OlgaWhat the public can see: Names → What they have the link to")


def test_publishing_statistics_twice_is_logged_once(club, organiser):
    for _twice in range(2):
        page = does(organiser, {"who": "everybody"}, "show")
    assert [line.rpartition(": ")[2] for line in page.texts("li", css="log-line")] == [
        "What they have the link to → Names"
    ]


def test_what_an_earlier_version_wrote_into_two_logs_is_listed_once(club, olga, organiser):
    season(club, olga)
    for to_everyone in (True, False):
        show_statistics(club, to_everyone=to_everyone, by=olga, at=AT + timedelta(days=1))
    StatisticsChange.objects.create(club=club, kind="shown", at=AT - timedelta(days=1), by_user=olga)
    newest = ClubChange.objects.last()
    ClubChange.objects.filter(pk=newest.pk).update(at=AT + timedelta(days=2))
    StatisticsChange.objects.create(club=club, kind="closed", at=AT + timedelta(days=2), by_user=olga)
    lines = Html(organiser.get(address())).texts("li", css="log-line")
    assert [line.split("Olga")[1][:21] for line in lines] == [
        "Only organisers can s",
        "What the public can s",
        "Season added: “Spring",
        "Anyone with the link ",
    ]


def test_an_unknown_choice_changes_nothing(club, organiser):
    page = refused(organiser, {"who": "nobody"}, 422, "show")
    assert "Choose who can see the statistics: everyone or organisers." in page.text
    assert not club.changes.exists()


# Seasons


def test_a_season_is_added_as_it_was_typed(club, organiser):
    page = does(organiser, WINTER, "add_season")
    assert page.texts("p", role="status") == ["“The Winter” was added."]
    [winter] = Season.objects.all()
    assert settings_of(winter).to_json() == WINTER | {
        "name": "The Winter",
        "best_parties": 4,
        "groups": (),
        "moving": 0,
    }
    assert page.texts("small") == ["1 Jan 2026 to 31 Mar 2026"]
    log = "Season added: “The Winter”, 1 Jan 2026 to 31 Mar 2026, Rank points, Each player’s best 4 parties count"
    assert page.texts("li", css="log-line")[0].endswith(log)


def test_a_form_sent_twice_makes_one_season(club, organiser):
    for _twice in range(2):
        does(organiser, WINTER, "add_season")
    assert Season.objects.count() == 1


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        ({"name": " "}, "A season needs a name, like “Winter 2026”."),
        ({"name": "x" * 61}, "A name can have up to 60 characters."),
        ({"first_day": ""}, "Enter the first day."),
        ({"last_day": ""}, "Enter the last day."),
        ({"first_day": "tomorrow"}, "This is not a date. Write it like 2026-11-21."),
        ({"last_day": "2025-12-31"}, "The last day is before the first day."),
        ({"scoring": "cake"}, "Choose what counts: points, games won or rank points."),
        ({"scoring": ""}, "Choose what counts."),
        ({"best_parties": "0"}, "Enter 1–999, or leave empty to count all."),
        ({"best_parties": "1000"}, "Enter 1–999, or leave empty to count all."),
        ({"best_parties": "few"}, "Enter 1–999, or leave empty to count all."),
    ],
)
def test_an_invalid_season_is_refused_and_stays_in_the_form(club, organiser, wrong, sentence):
    page = refused(organiser, WINTER | wrong, 422)
    assert page.texts("p", css="wrong") == [sentence]
    kept = (WINTER | wrong)["name"]
    assert kept in [each.attributes.get("value") for each in page.find("input", name="name")] or not kept.strip()
    assert Season.objects.count() == 0


def test_a_taken_name_is_reported_beside_its_field(club, olga, organiser):
    spring, other = season(club, olga), season(club, olga, name="Other")
    sentence = "There is a season called “Spring” already. Give this one another name."
    assert refused(organiser, WINTER | {"name": "Spring"}, 409).texts("p", css="wrong") == [sentence]
    page = refused(organiser, WINTER | {"name": "Spring"}, 409, "change_season", other.pk)
    assert page.texts("p", id=f"season_{other.pk}_name_error") == [sentence]
    assert {each.name for each in Season.objects.all()} == {spring.name, other.name}


def test_changing_a_season_logs_old_and_new_values(club, olga, organiser):
    spring = season(club, olga)
    page = does(organiser, WINTER, "change_season", spring.pk)
    assert page.texts("p", role="status") == ["“The Winter” was changed."]
    assert "“Spring”, 1 Jan 2026 to 31 Mar 2026, Points, All parties count → “The Winter”" in page.text


def test_a_removed_season_can_be_restored(club, olga, organiser):
    spring = season(club, olga)
    party_on(spring.first_day, olga, (7, 5), (3, 2))
    page = does(organiser, {}, "remove_season", spring.pk)
    assert "1 season removed" in page.text
    assert organiser.get(reverse("stats:season", args=["prairie", spring.pk])).status_code == 404
    page = does(organiser, {}, "bring_back_season", spring.pk)
    assert page.texts("p", role="status") == ["“Spring” was brought back."]
    assert organiser.get(reverse("stats:season", args=["prairie", spring.pk])).status_code == 200


def test_an_unknown_season_cannot_be_restored(club, organiser):
    page = refused(organiser, {}, 404, "bring_back_season", 77)
    assert "There is no such season to restore." in page.text


def test_the_club_links_to_this_page_and_the_history_to_the_statistics(club, organiser):
    assert Html(organiser.get(reverse("club:hub", args=["prairie"]))).texts("a", href=address()) == ["Statistics"]
    history = Html(organiser.get(reverse("play:history", args=["prairie"])))
    assert history.texts("a", href="/c/prairie/") == ["Results", "Evenings"]


def test_a_malformed_season_is_rejected_or_stored_safely(club, olga, organiser):
    spring = season(club, olga)
    assert broken(organiser, address("add_season"), WINTER) == []
    assert broken(organiser, address("change_season", spring.pk), WINTER) == []
    assert broken(organiser, address("show"), {"who": "everybody"}) == []


@pytest.mark.parametrize("count", [1, 5])
def test_season_admin_query_count_is_constant(club, olga, organiser, count):
    for number in range(count):
        season(club, olga, name=f"Season {number}")
    organiser.get(address())  # a new session is noted with its first page
    assert asked(lambda: organiser.get(address())) == 5
