"""Past games from a list: what is read, stored, skipped and undone."""

from datetime import date, datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.archive.notebook_requests import HEAD, LINE, URL, add, faults, players, preview
from tests.stats.snapshot import stored_and_recounted
from tests.web.html import Html
from whistclub.archive.imports.actions import BuiltOn, undo_import
from whistclub.archive.models import Import
from whistclub.archive.notebook import example
from whistclub.play.games import set_excluded
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date, note_changes, rate_waiting
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.stats.models import GameFact, PlayerStanding
from whistclub.stats.update import ratings

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def check_books():
    out = StringIO()
    call_command("check_books", stdout=out, stderr=out)
    return out.getvalue()


def test_a_result_is_stored_as_a_finished_game_of_its_evening(organiser, prairie):
    add(organiser, LINE)
    game = Game.objects.get()
    assert players(game) == ["Ann", "Bob", "Clara", "Dan"]
    assert (game.totals, game.winner, game.state, game.paper_result) == ([13, 9], 0, "finished", [13, 9])
    assert game.started_at == datetime(2024, 2, 14, 19, 0, tzinfo=ZoneInfo("America/Chicago"))
    check_books()
    bring_up_to_date()
    fact = GameFact.objects.get()
    assert fact.day == date(2024, 2, 14)
    assert PlayerStanding.objects.get(player__name="Ann").games == 1


def test_an_imported_game_is_past_from_the_start(organiser, prairie, settings):
    settings.PADS_WRITE_AFTER_END = timedelta(hours=12)
    prairie.shown_to_strangers = "initials"
    prairie.save()
    add(organiser, LINE.replace("Ann", "Annabel Berg"))
    add(organiser, "2024-02-15;Ann & Clara;Bob & Dan;high Ann 9", head="Date;Pair 1;Pair 2;Hands")
    for game in Game.objects.all():
        assert game.finished_at is None
        assert not game.is_of_now(timezone.now())
    page = Client().get(reverse("play:watch", args=[Game.objects.earliest("started_at").code])).content.decode()
    assert "A. B." in page
    assert "Annabel" not in page


def test_tonight_does_not_name_imported_games_of_other_days(organiser, prairie, olga):
    add(organiser, LINE)
    tonight = Html(organiser.get(reverse("play:tonight", args=["prairie"])))
    assert "No games yet tonight." in tonight.text
    assert "Finished tonight" not in tonight.text
    over = builders.play_out(builders.game(prairie, olga))
    Game.objects.filter(pk=over.pk).update(started_at=timezone.now(), finished_at=timezone.now())
    tonight = Html(organiser.get(reverse("play:tonight", args=["prairie"])))
    assert "No game is being played." in tonight.text
    assert "Finished tonight" in tonight.text


def test_hands_are_stored_and_score_as_if_they_had_been_entered(organiser, prairie):
    head = "Date,Player 1,Player 2,Player 3,Player 4,Rules,Hands"
    add(organiser, '2024-02-21,Ann,Bob,Clara,Dan,Standard,"high Ann 9; low 6-7; redeal; high Bob 10-3"', head=head)
    game = Game.objects.get()
    rows = list(game.hands.values_list("contract", "declarer", "tricks"))
    assert rows == [("high", 0, [9, 4]), ("low", None, [6, 7]), ("redeal", None, []), ("high", 1, [10, 3])]
    live = builders.game(prairie, builders.User.objects.get())
    for number, entry in enumerate([builders.high(1, 0, 9), builders.low(2, 6), builders.high(3, 1, 3)], start=1):
        live = builders.record(live, entry).game
        assert live.entries == number
    assert game.totals == live.totals
    assert (game.state, game.hands_scored, game.reason) == ("finished", 3, "hands")
    check_books()


def test_a_game_that_its_hands_end_ends_by_its_rules(organiser):
    head = "Date;Pair 1;Pair 2;Rules;Hands"
    add(organiser, '2024-02-21;Ann & Clara;Bob & Dan;Standard;"high Ann 13; high Ann 13"', head=head)
    game = Game.objects.get()
    assert (game.reason, game.last_hand, game.winner) == ("target", None, 0)
    check_books()


def test_the_example_of_the_page_can_be_sent_as_it_is(organiser, prairie):
    response = organiser.get(reverse("archive:example_csv", args=["prairie"]))
    file = SimpleUploadedFile("past.csv", response.content)
    page = Html(organiser.post(URL, {"lines": "", "file": file, "usual": "neuralplay"}))
    assert faults(page) == []
    assert "3 games, 2 evenings, 14 Feb 2024 – 21 Feb 2024" in page.text
    assert response.content.decode("utf-8-sig").splitlines()[0] == ",".join(example.HEADING)


def test_the_rules_of_a_line_are_a_preset_or_a_set_of_the_club_and_else_those_chosen(organiser, prairie, olga):
    own = builders.PRESETS["askov"]
    save_set(prairie, RuleSetInput("Thursday", "askov", own))
    head = f"Rules;{HEAD}"
    add(organiser, f"thursday;{LINE}", f"Minnesota;{LINE}", f";{LINE}", head=head, usual="wiki_four")
    found = list(Game.objects.order_by("pk").values_list("preset", "rules_name"))
    assert found == [("askov", "Thursday"), ("minnesota", ""), ("wiki_four", "")]


def test_three_and_two_players_have_their_own_columns(organiser):
    head = "Date;Player 1;Player 2;Player 3;Rules;Points 1;Points 2;Points 3"
    lines = ("2024-02-14;Ann;Bob;Clara;widow;9;4;-3", "2024-02-14;Ann;Bob;;two_player;13;6;")
    assert faults(preview(organiser, *lines, head=head)) == []
    add(organiser, *lines, head=head)
    assert [game.totals for game in Game.objects.order_by("pk")] == [[9, 4, -3], [13, 6]]
    check_books()


@pytest.mark.parametrize(
    "typed, day",
    [
        ("2024-02-04", date(2024, 2, 4)),
        ("4.2.2024", date(2024, 2, 4)),
        ("4 Feb 2024", date(2024, 2, 4)),
        ("Sunday 4th February 2024", date(2024, 2, 4)),
        ("Feb 4, 2024", date(2024, 2, 4)),
        ("14/02/2024", date(2024, 2, 14)),
        ("2/14/2024", date(2024, 2, 14)),
        ("14.2.87", date(1987, 2, 14)),
        ("2024-02-04 19:30", date(2024, 2, 4)),
        ("2024-02-04T00:30", date(2024, 2, 4)),
    ],
)
def test_a_date_may_be_written_in_many_ways(organiser, typed, day):
    add(organiser, f'"{typed}",Ann & Clara,Bob & Dan,13,9', head=HEAD.replace(";", ","))
    bring_up_to_date()
    assert GameFact.objects.get().day == day


def test_a_date_that_may_be_two_is_asked_about(organiser):
    line = LINE.replace("2024-02-14", "3/4/1987")
    page = preview(organiser, line)
    assert "could be two different dates" in faults(page)[0]
    assert not page.find("button", name="add")
    add(organiser, line, order="month")
    assert Game.objects.get().started_at.date() == date(1987, 3, 5)  # in UTC: the evening of the 4th
    add(organiser, line, order="day")
    assert Game.objects.count() == 2


def test_another_date_of_the_list_may_show_which_number_is_the_day(organiser):
    lines = [LINE.replace("2024-02-14", typed) for typed in ("3/4/1987", "14/4/1987")]
    assert faults(preview(organiser, *lines)) == []


def test_a_column_that_means_nothing_is_named(organiser):
    page = preview(organiser, f"{LINE};rain", head=f"{HEAD};Weather")
    assert "These columns are not used: Weather" in page.text


def test_the_same_list_sent_again_adds_nothing(organiser, prairie):
    add(organiser, LINE, LINE, LINE.replace("13;9", "9;13"), repeated="on")
    assert Game.objects.count() == 3
    page = preview(organiser, LINE, LINE, LINE, LINE.replace("13;9", "9;13"), repeated="on")
    assert "Already in the club 3" in page.texts("h3")
    assert "They are left out: 2–3, 5" in page.text
    add(organiser, LINE, LINE, LINE, LINE.replace("13;9", "9;13"), repeated="on")
    assert Game.objects.count() == 4


def test_a_game_that_was_played_here_is_recognised(organiser, prairie, olga):
    game = builders.play_out(builders.game(prairie, olga))
    bring_up_to_date()
    day = GameFact.objects.get().day
    page = preview(organiser, f"{day};Ann & Clara;Bob & Dan;{game.totals[0]};{game.totals[1]}", usual="neuralplay")
    assert "Already in the club 1" in page.texts("h3")


def test_an_import_is_undone_with_its_players_and_statistics(organiser, prairie, olga):
    builders.play_out(builders.game(prairie, olga))
    add(organiser, LINE.replace("Ann", "Eve"), LINE)
    check_books()
    bring_up_to_date()
    organiser.post(reverse("archive:undo_import", args=["prairie", Import.objects.get().pk]))
    assert Game.objects.count() == GameFact.objects.count() == 1
    assert not prairie.players.filter(name="Eve").exists()
    check_books()
    add(organiser, LINE)
    assert Game.objects.count() == 2


def test_an_import_is_not_undone_once_somebody_built_on_it(organiser, prairie, olga):
    add(organiser, LINE)
    set_excluded(Game.objects.get(), excluded=True, by=olga, at=builders.NOON)
    with pytest.raises(BuiltOn, match="changed after the import"):
        undo_import(Import.objects.get(), by=olga, at=builders.NOON)
    assert Game.objects.count() == 1


def test_every_statistic_of_imported_games_agrees_with_a_second_count(organiser, prairie):
    head = "Date,Pair 1,Pair 2,Rules,Points 1,Points 2,Hands"
    lines = [
        '2023-02-21,Ann & Clara,Bob & Dan,Standard,,,"high Ann 9; low 6-7; high Bob 10; low 3-10"',
        '2023-02-21,Ann & Bob,Clara & Dan,Askov,,,"sola Ann 0; high Dan 8; redeal; low 9-4"',
        "2023-03-01,Ann & Dan,Bob & Clara,Minnesota,-2,13,",
    ]
    add(organiser, *lines, head=head)
    bring_up_to_date()
    compared = list(stored_and_recounted(prairie))
    assert compared
    assert [each for each in compared if each[1] != each[2]] == []


def test_the_page_of_an_imported_game_says_where_it_came_from(organiser, prairie):
    add(organiser, LINE)
    game = Game.objects.get()
    page = Html(organiser.get(reverse("play:game", args=["prairie", game.code])))
    assert "Imported from a list" in page.text
    assert "line 2" in page.text
    assert organiser.get(reverse("play:history", args=["prairie"])).status_code == 200


def test_later_games_are_rated_again_to_the_last_after_old_games_came_in(organiser, prairie, olga, monkeypatch):
    add(organiser, *[LINE.replace("2024-02-14", f"2024-02-{day}") for day in range(10, 20)])
    bring_up_to_date()
    before = PlayerStanding.objects.get(player__name="Bob").mu
    monkeypatch.setattr(ratings.rate_pending, "__kwdefaults__", {"limit": 3})
    add(organiser, LINE.replace("2024", "1990").replace("13;9", "2;13"))
    bring_up_to_date()
    assert GameFact.objects.filter(rated=False).count() == 8
    rate_waiting()
    assert not GameFact.objects.filter(rated=False).exists()
    assert PlayerStanding.objects.get(player__name="Bob").mu > before
    check_books()


def test_ratings_follow_the_order_of_play_after_old_games_came_in(organiser, prairie, olga):
    builders.play_out(builders.game(prairie, olga))
    bring_up_to_date()
    before = PlayerStanding.objects.get(player__name="Bob").mu
    days = [date(1990, 1, 1) + timedelta(days=number) for number in range(40)]
    add(organiser, *[LINE.replace("2024-02-14", str(day)).replace("13;9", "2;13") for day in days])
    check_books()
    bring_up_to_date()
    rate_waiting()
    assert PlayerStanding.objects.get(player__name="Bob").mu > before
    assert not GameFact.objects.filter(rated=False).exists()


def test_hundreds_of_games_are_taken_into_statistics_with_few_transactions(organiser, prairie):
    days = [date(2021, 1, 1) + timedelta(days=7 * number) for number in range(102)]
    lines = [LINE.replace("2024-02-14", str(day)).replace("13;9", f"13;{day.day % 13}") for day in days]
    add(organiser, *(line if number % 3 else line.replace("Ann", "Eva") for number, line in enumerate(reversed(lines))))
    for marked in (102, 101):
        note_changes(Game.objects.order_by("pk").values_list("pk", flat=True)[:marked])
        with CaptureQueriesContext(connection) as queries:
            bring_up_to_date(prairie)
        assert sum(each["sql"].startswith('DELETE FROM "stats_clubday"') for each in queries) == 1
        assert "everything agrees" in check_books()
    for what, kept, counted in stored_and_recounted(prairie):
        assert kept == counted, what
