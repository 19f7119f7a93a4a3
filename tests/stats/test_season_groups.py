"""Groups on the page of a season, and the organiser’s page that makes them."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.stats.season_parties import AT, party_on, season
from tests.web.html import Html
from tests.web.test_query_counts import asked
from whistclub.archive.bin.actions import delete, put
from whistclub.club.actions import hide_player, set_guests
from whistclub.party.actions.merging import merge_players
from whistclub.stats.models import Season
from whistclub.stats.seasons.actions import bring_back_season, change_groups, remove_season, show_statistics

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 9)


@pytest.fixture
def evening(prairie, olga):
    """P1 and P2 beat P3 and P4 7:5, P5 and P6 beat P7 and P8 4:1."""
    show_statistics(prairie, to_everyone=True, by=olga, at=AT)
    party_on(DAY, olga, (7, 5), (4, 1))
    return prairie


def keys(club):
    return {player.name: player.pk for player in club.players.all()}


def grouped(club, olga, *groups, moving=1, **changes):
    key = keys(club)
    spring = season(club, olga, **changes)
    return change_groups(spring, tuple(tuple(key[name] for name in group) for group in groups), moving, by=olga, at=AT)


def page_of(some, client=None):
    return Html((client or Client()).get(reverse("stats:season", args=["prairie", some.pk])))


def form_of(some, organiser, **asked_for):
    return Html(organiser.get(reverse("stats:season_groups", args=["prairie", some.pk]), asked_for))


def saves(some, organiser, letters, *, moving="1", page=None):
    page = page or form_of(some, organiser)
    [mark] = page.find("input", name="mark")
    chosen = {f"player_{key}": letter for key, letter in letters.items()}
    address = reverse("stats:season_groups", args=["prairie", some.pk])
    return organiser.post(address, {"mark": mark["value"], "moving": moving} | chosen)


def test_each_group_has_a_table_with_signs(evening, olga):
    spring = grouped(evening, olga, ["P1", "P3", "P8"], ["P2", "P5"])
    page = page_of(spring)
    assert page.texts("h2")[:2] == ["Group A", "Group B"]
    assert page.texts("p", css="season-summary") == [
        "Group A: P1 won it with 7 points, 2 ahead of the next player.",
        "Group B: P2 won it with 7 points, 2 ahead of the next player.",
    ]
    assert page.texts("th", scope="row") == [
        "1P1",
        "2P3",
        "3P8 ▼moves down",
        "1P2 ▲moves up",
        "2P4",
        "3P5",
        "3P6",
        "5P7",
    ]
    moves = "the top player of each group moves up one group and the bottom player moves down one. Nobody moves above"
    assert moves in page.text
    assert "If totals are equal, more games won decide who moves, then more parties." in page.text


def test_the_file_says_who_goes_where(evening, olga):
    spring = grouped(evening, olga, ["P1", "P8"], ["P2"])
    lines = Client().get(reverse("stats:season", args=["prairie", spring.pk]), {"as": "csv"}).content.decode().split()
    assert [line.rpartition(",")[2] for line in lines if line[:2] in ("1,", "2,")][:3] == ["", "down", "up"]


def test_players_who_have_not_come_and_ties_are_named(evening, olga):
    evening.players.create(name="Zoe")
    page = page_of(grouped(evening, olga, ["P3", "P4", "Zoe"], ["P5", "P6"]))
    assert "Not at any party so far: Zoe." in page.text
    assert "Tied for moving up or down: P1 and P2. The organiser decides." in page.text


def test_a_hidden_player_of_a_group_is_not_named(evening, olga, organiser):
    evening.players.create(name="Zoe")
    spring = grouped(evening, olga, ["P1", "P3"], ["P2", "Zoe"])
    for name in ("P3", "Zoe"):
        hide_player(evening.players.get(name=name), by=olga, at=AT)
    assert not {"P3", "Zoe"} & set(page_of(spring).text.split())
    assert "P3" in page_of(spring, organiser).text


def test_the_list_of_seasons_shows_the_leaders_of_the_top_group(evening, olga):
    grouped(evening, olga, ["P7", "P8"], ["P1"])
    page = Html(Client().get(reverse("stats:seasons", args=["prairie"])))
    assert [text for text in page.texts("li") if text.startswith("1 P")] == ["1 P7 1", "1 P8 1"]


@pytest.mark.writes
def test_a_merged_duplicate_stays_in_the_higher_group(evening, olga):
    evening.players.create(name="P-seven")
    spring = grouped(evening, olga, ["P1", "P-seven"], ["P7", "P2"])
    merge_players(evening.players.get(name="P7"), evening.players.get(name="P-seven"), by=olga, at=AT)
    assert page_of(spring).texts("th", scope="row")[:2] == ["1P1", "2P7 ▼moves down"]


def test_a_guest_and_a_player_in_the_bin_or_deleted_are_in_no_group(evening, olga, organiser):
    zelda = evening.players.create(name="Zelda")
    spring = grouped(evening, olga, ["P1", "P3", "Zelda"], ["P2"])
    set_guests(evening, [keys(evening)["P3"]], guest=True, by=olga, at=AT)
    assert "Zelda" in page_of(spring).text
    put(zelda, by=olga, at=AT)
    for leave in (delete, None):
        page = page_of(spring)
        assert "Zelda" not in page.text
        assert page.texts("th", scope="row")[:1] == ["1P1 ▼moves down"]
        assert "Zelda" not in form_of(spring, organiser).text
        if leave:
            leave(zelda)


@pytest.mark.writes
def test_groups_survive_other_changes_and_removing_the_season(evening, olga, organiser):
    spring = grouped(evening, olga, ["P1"], ["P2"])
    form = {"name": "Lent", "first_day": "2026-01-01", "last_day": "2026-04-30", "scoring": "wins", "best_parties": ""}
    organiser.post(reverse("stats:change_season", args=["prairie", spring.pk]), form)
    remove_season(Season.objects.get(), by=olga, at=AT)
    back = bring_back_season(evening, spring.pk, by=olga, at=AT)
    key = keys(evening)
    back.refresh_from_db()
    assert (back.name, back.groups, back.moving) == ("Lent", [[key["P1"]], [key["P2"]]], 1)


# The organiser’s page


def test_equal_groups_are_proposed_and_saved(evening, olga, organiser):
    spring = season(evening, olga)
    page = form_of(spring, organiser, **{"as": "2"})
    assert page.texts("p", role="status") == ["This is only a suggestion. It counts once you tap “Save groups”."]
    names = page.texts("label")[1:]
    assert names[:4] == ["P1", "P2", "P3", "P4"]
    assert [option["value"] for option in page.find("option") if "selected" in option.attributes] == ["A"] * 4 + [
        "B"
    ] * 4
    key = keys(evening)
    letters = {key[name]: "A" if name in ("P1", "P5") else "B" for name in names}
    response = saves(spring, organiser, letters, moving="2", page=page)
    assert response.status_code == 302
    spring.refresh_from_db()
    assert spring.groups == [[key["P1"], key["P5"]], [key[name] for name in names if name not in ("P1", "P5")]]
    assert spring.moving == 2


def test_the_next_season_begins_as_the_last_one_ended(evening, olga, organiser):
    grouped(evening, olga, ["P1", "P8"], ["P2"])
    summer = season(evening, olga, name="Summer", first_day=date(2026, 4, 1), last_day=date(2026, 6, 30))
    page = form_of(summer, organiser)
    assert page.texts("p", role="status") == ["This is only a suggestion. It counts once you tap “Save groups”."]
    assert page.texts("a", href="?as=previous") == ["from the final table of Spring"]
    rows = dict(zip(page.texts("label")[1:], page.texts("td")[::2], strict=True))
    assert (rows["P1"], rows["P8"], rows["P2"]) == ("A 1", "A 2 ▼", "B 1 ▲")
    selected = [option["value"] for option in page.find("option") if "selected" in option.attributes]
    assert selected[:3] == ["A", "A", "B"]
    assert page.texts("label")[1:3] == ["P1", "P2"]


def test_a_season_before_without_a_party_gives_way_to_the_own_table(evening, olga, organiser):
    season(evening, olga, name="Empty", first_day=date(2025, 1, 1), last_day=date(2025, 6, 30))
    page = form_of(season(evening, olga), organiser, **{"as": "2"})
    assert [option["value"] for option in page.find("option") if "selected" in option.attributes].count("B") == 4


def test_a_new_club_lists_its_players(prairie, olga, organiser):
    for name, guest in (("Ann", False), ("Guest", True)):
        prairie.players.create(name=name, guest=guest)
    labels = form_of(season(prairie, olga), organiser).texts("label")
    assert "Ann" in labels
    assert "Guest" not in labels


@pytest.mark.parametrize("letters", ["A", "AC", "BC", "D"])
def test_groups_without_a_gap_are_asked_for(evening, olga, organiser, letters):
    spring = season(evening, olga)
    key = keys(evening)
    response = saves(spring, organiser, {key[f"P{number}"]: letter for number, letter in enumerate(letters, start=1)})
    assert response.status_code == 422
    assert "Nobody is in group" in Html(response).text
    assert Season.objects.get().groups == []


@pytest.mark.parametrize("wrong", [{"moving": "-1"}, {"moving": "ten"}, {"moving": ""}, {"letter": "Z"}])
def test_what_was_chosen_stays_when_it_is_refused(evening, olga, organiser, wrong):
    spring = season(evening, olga)
    key = keys(evening)
    letters = {key["P1"]: "A", key["P2"]: wrong.get("letter", "B")}
    response = saves(spring, organiser, letters, moving=wrong.get("moving", "1"))
    assert response.status_code == 422
    page = Html(response)
    assert page.find("p", css="wrong")
    assert "A" in [option["value"] for option in page.find("option") if "selected" in option.attributes]


def test_an_older_page_does_not_replace_what_another_saved(evening, olga, organiser):
    spring = season(evening, olga)
    old = form_of(spring, organiser)
    key = keys(evening)
    change_groups(spring, ((key["P1"],), (key["P2"],)), 1, by=olga, at=AT)
    letters = {key["P3"]: "A", key["P4"]: "B"}
    response = saves(spring, organiser, letters, page=old)
    assert response.status_code == 409
    assert "Someone else changed the groups meanwhile." in Html(response).text
    assert Season.objects.get().groups == [[key["P1"]], [key["P2"]]]
    between = Html(response)
    change_groups(spring, ((key["P1"],), (key["P2"],)), 2, by=olga, at=AT)
    assert saves(spring, organiser, letters, page=between).status_code == 409
    saves(spring, organiser, letters)
    assert Season.objects.get().groups == [[key["P3"]], [key["P4"]]]


def test_the_log_says_who_is_in_another_group(evening, olga, organiser):
    spring = grouped(evening, olga, ["P1"], ["P2"])
    key = keys(evening)
    change_groups(spring, ((key["P2"],), (key["P3"],)), 1, by=olga, at=AT + timedelta(hours=1))
    lines = Html(organiser.get(reverse("stats:manage", args=["prairie"]))).texts("li", css="log-line")
    assert lines[0].endswith("Season changed: “Spring”, to A: P2; to B: P3; to none: P1")
    assert lines[2].endswith(
        "All parties count → “Spring”, 1 Jan 2026 to 31 Mar 2026, Points, All parties count,"
        " groups of 1 + 1, 1 up and down; to A: P1; to B: P2"
    )


def test_pages_with_groups_have_a_constant_number_of_queries(evening, olga, organiser):
    spring = grouped(evening, olga, ["P1", "P3"], ["P2"])
    summer = season(evening, olga, name="Summer", first_day=date(2026, 4, 1), last_day=date(2026, 6, 30))
    address = reverse("stats:season_groups", args=["prairie", summer.pk])
    table = reverse("stats:season", args=["prairie", spring.pk])
    organiser.get(address)
    few = [asked(lambda each=each: organiser.get(each)) for each in (address, table)]
    party_on(DAY + timedelta(days=7), olga, (7, 5), (4, 1), (6, 2), names=tuple(f"Q{number}" for number in range(12)))
    assert [asked(lambda each=each: organiser.get(each)) for each in (address, table)] == few
