"""Past games from a list: what is read, stored, left out, refused and undone."""

import time
from datetime import date, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.archive.list_requests import HEAD, LINE, URL, add, faults, players, preview
from tests.web.html import Html
from whistclub.archive.bin import put
from whistclub.archive.models import Import
from whistclub.club.actions import add_player
from whistclub.ops.integrity import disagreements
from whistclub.play.games import set_excluded
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date
from whistclub.rules.actions import RuleSetInput, save_set, set_default
from whistclub.stats.models import GameFact, PlayerGame

pytestmark = pytest.mark.django_db

CHICAGO = ZoneInfo("America/Chicago")


def undo(organiser, done=None):
    done = done or Import.objects.get()
    return organiser.post(reverse("archive:undo_import", args=["prairie", done.pk]), follow=True)


def test_a_line_is_stored_as_a_finished_game_of_its_evening(organiser, prairie):
    add(organiser, LINE)
    game = Game.objects.get()
    assert players(game) == ["Ann", "Bob", "Clara", "Dan"]
    assert (game.totals, game.winner, game.state, game.paper_result) == ([13, 9], 0, "finished", [13, 9])
    assert game.started_at.replace(microsecond=0) == datetime(2024, 2, 14, 19, 0, tzinfo=CHICAGO)
    bring_up_to_date()
    assert GameFact.objects.get().day == date(2024, 2, 14)
    page = Html(organiser.get(reverse("play:game", args=["prairie", game.code])))
    assert "Imported from a list" in page.text
    assert "line 2" in page.text


def test_an_imported_game_is_past_from_the_start(organiser, prairie, settings):
    settings.PADS_WRITE_AFTER_END = timedelta(hours=12)
    prairie.shown_to_strangers = "initials"
    prairie.save()
    add(organiser, LINE.replace("Ann", "Annabel Berg"))
    game = Game.objects.get()
    assert game.finished_at is None
    assert not game.is_of_now(timezone.now())
    page = Client().get(reverse("play:watch", args=[game.code])).content.decode()
    assert "A. B." in page
    assert "Annabel" not in page
    assert "Finished tonight" not in Html(organiser.get(reverse("play:tonight", args=["prairie"]))).text


def test_the_rules_of_a_line_are_a_preset_or_a_set_of_the_club_and_else_those_of_new_games(organiser, prairie):
    set_default(prairie, "wiki_four")
    save_set(prairie, RuleSetInput("Thursday", "askov", builders.PRESETS["askov"]))
    lines = [f"{rules};{LINE}" for rules in ("thursday", "Minnesota  whist, plain", "")]
    page = preview(organiser, *lines, head=f"Rules;{HEAD}")
    assert "1 game: Thursday 1 game: Minnesota Whist, plain 1 game: " in page.text
    add(organiser, *lines, head=f"Rules;{HEAD}")
    found = list(Game.objects.order_by("pk").values_list("preset", "rules_name"))
    assert found == [("askov", "Thursday"), ("minnesota", ""), ("wiki_four", "")]
    [fault] = faults(preview(organiser, f"Minnesota;{LINE}", head=f"Rules;{HEAD}"))
    assert "The club has no rules called “Minnesota”." in fault


def test_the_example_of_the_page_and_the_table_of_games_can_be_sent_as_they_are(organiser, prairie, olga):
    example = organiser.get(URL).content.decode().partition('<pre class="sample">')[2].partition("</pre>")[0]
    page = Html(organiser.post(URL, {"lines": example}))
    assert faults(page) == []
    assert "2 games, 14 Feb 2024 – 14 Feb 2024 2 games: Minnesota Whist Add the games" in page.text
    game = builders.play_out(builders.game(prairie, olga))
    table = organiser.get(reverse("archive:table", args=["prairie", "games", "csv"]))
    page = Html(organiser.post(URL, {"lines": b"".join(table).decode()}))
    assert faults(page) == []
    assert page.texts("h3") == ["There already 1"]
    assert game.totals


def test_a_game_that_is_there_is_added_only_when_somebody_insists(organiser):
    add(organiser, LINE)
    assert "There already 2" in preview(organiser, LINE, LINE).texts("h3")
    add(organiser, LINE, LINE.replace("13;9", "9;13"))
    assert Game.objects.count() == 2
    add(organiser, LINE, again="on")
    assert Game.objects.count() == 3


def test_a_game_in_the_bin_is_not_there(organiser, olga):
    add(organiser, LINE)
    put(Game.objects.get(), by=olga, at=builders.NOON)
    add(organiser, LINE)
    assert Game.objects.count() == 2


def test_new_names_are_shown_before_they_are_stored(organiser, prairie):
    for name in ("Ann", "Bob", "Clara"):
        add_player(prairie, name)
    page = preview(organiser, LINE.replace("Clara", "Clarra"))
    assert page.texts("h3") == ["New names 2"]
    assert "Clarra similar to Clara" in page.text
    assert "Add the games and the new players" in page.texts("button")
    assert (Game.objects.count(), prairie.players.count()) == (0, 3)
    add(organiser, LINE)
    assert (Game.objects.count(), prairie.players.count()) == (1, 4)


def test_new_names_of_one_list_are_compared_with_each_other(organiser):
    pairs = [("Loyd Erickson", "Lloyd Erickson"), ("Björn Åkesson", "Bjorn Åkesson"), ("Pat O'Brien", "Pat O’Brien")]
    lines = [LINE.replace("Ann", one).replace("Dan", other) for one, other in pairs]
    page = preview(organiser, *lines)
    for one, other in pairs:
        assert f"{one} similar to {other}" in page.text
        assert f"{other} similar to {one}" in page.text
    assert page.text.index("Loyd") < page.text.rindex("similar to") < page.text.index("Clara")


def test_a_date_may_have_the_empty_time_that_a_spreadsheet_writes(organiser):
    add(organiser, LINE.replace("2024-02-14", "1986-01-08 00:00:00"))
    assert Game.objects.get().started_at.astimezone(CHICAGO).date() == date(1986, 1, 8)
    assert "1 game, 8 Jan 1986 – 8 Jan 1986" in Html(organiser.get(URL)).text


def test_lines_with_one_fault_are_told_once(organiser):
    [dates, names] = faults(preview(organiser, *[LINE.replace("2024-02-14", "2/14/24")] * 400, LINE.replace("Dan", "")))
    assert "In a spreadsheet, format the date column as yyyy-mm-dd." in dates
    assert "Line 2: 2/14/24, Ann, Bob, Clara, Dan, 13, 9Line 3: " in dates
    assert dates.endswith("and 397 more")
    assert "Line 402: 2024-02-14, Ann, Bob, Clara, 13, 9" in names


BAD = {
    LINE.replace("2024-02-14", ""): "Write dates as 2024-02-14",
    LINE.replace("2024-02-14", "14 Feb 2024"): "Write dates as 2024-02-14, times as 19:30.",
    LINE.replace("2024-02-14", "2024-02-14 19:30:00"): "Write dates as 2024-02-14",
    LINE.replace("2024-02-14", "2024-02-30"): "Write dates as 2024-02-14",
    LINE.replace("2024-02-14", "2999-02-14"): "is in the future",
    LINE.replace("2024-02-14", "0024-02-14"): "The year is too early",
    LINE.replace("2024-02-14", "9999-12-31"): "is in the future",
    LINE.replace("Dan", ""): "This line has 3 names, but Minnesota Whist is for 4 players.",
    LINE.replace("Dan", "ann"): "A player stands twice in this line.",
    LINE.replace("Dan", "!!!"): "A name needs a letter or a digit.",
    LINE.replace("Dan", "x" * 41): "up to 40 characters",
    LINE.replace("9", ""): "Write the points of 2 sides: Minnesota Whist has so many.",
    LINE.replace("13;9", "13;nine"): "Write points as whole numbers.",
    LINE.replace("13;9", "13;9.5"): "Write points as whole numbers.",
    LINE.replace("13;9", "13;" + "9" * 5000): "Write points as whole numbers.",
    LINE.replace("13;9", "13;-1"): "Scores can’t go below zero in these rules.",
    LINE.replace("13;9", "500;1"): "500 points are more than this game allows",
}


@pytest.mark.parametrize("line, sentence", BAD.items(), ids=BAD.values())
def test_one_bad_line_is_named_and_then_no_line_is_stored(organiser, line, sentence):
    page = Html(add(organiser, LINE, line))
    assert not Game.objects.exists()
    assert not page.find("button", name="add")
    [fault] = faults(page)
    assert "Line 3: " in fault
    assert sentence in fault
    assert line[:20] in page.find("textarea")[0].text


def test_an_import_is_undone_with_its_players_and_statistics(organiser, prairie, olga):
    builders.play_out(builders.game(prairie, olga))
    add(organiser, LINE.replace("Ann", "Eve"), LINE)
    bring_up_to_date()
    undo(organiser)
    assert Game.objects.count() == GameFact.objects.count() == 1
    assert not prairie.players.filter(name="Eve").exists()
    assert disagreements(prairie) == []
    add(organiser, LINE)
    assert Game.objects.count() == 2


def test_a_game_that_somebody_changed_stays_when_its_import_is_undone(organiser, prairie, olga):
    add(organiser, LINE, LINE.replace("14;", "15;").replace("Dan", "Eve"))
    changed = Game.objects.earliest("started_at")
    set_excluded(changed, excluded=True, by=olga, at=builders.NOON)
    assert "1 game was removed. 1 was changed since, and stays." in Html(undo(organiser)).text
    assert Game.objects.get() == changed
    assert set(prairie.players.values_list("name", flat=True)) == {"Ann", "Bob", "Clara", "Dan"}


def test_a_game_that_another_follows_stays_when_its_import_is_undone(organiser):
    add(organiser, LINE)
    organiser.post(reverse("play:again", args=["prairie", Game.objects.get().code]), {"partner": 2})
    undo(organiser)
    assert Game.objects.count() == 2


def test_a_list_is_added_once_however_often_its_form_is_sent(organiser):
    uid = str(uuid4())
    add(organiser, LINE, uid=uid)
    page = Html(add(organiser, LINE, uid=uid, again="on"))
    assert "This list was added already." in page.text
    assert Game.objects.count() == 1


def test_ratings_follow_the_order_of_play_after_old_games_came_in(organiser, prairie, olga):
    builders.play_out(builders.game(prairie, olga))
    days = [date(1990, 1, 1) + timedelta(days=number) for number in range(40)]
    add(organiser, *[LINE.replace("2024-02-14", str(day)).replace("13;9", "2;13") for day in days])
    bring_up_to_date()
    assert disagreements(prairie) == []


def test_lines_in_any_order_give_the_same_ratings(organiser):
    days = [date(2024, 1, 1) + timedelta(days=number) for number in range(12)]
    lines = [LINE.replace("2024-02-14", str(day)).replace("13;9", f"13;{day.day}") for day in days]
    found = []
    for some in (lines, lines[::-1], lines[::2] + lines[1::2]):
        done = add(organiser, *some)
        assert done.status_code == 200
        rows = PlayerGame.objects.order_by("day", "seat").values_list("day", "player__name", "mu", "sigma")
        found.append(list(rows))
        undo(organiser, Import.objects.latest("pk"))
    assert found[0]
    assert found[0] == found[1] == found[2]


HOSTILE = {
    "commas": "," * 2_400_000,
    "one long line": "a" * 1_000_000,
    "many lines": f"{HEAD}\n" + "a\n" * 1_100_000,
    "twenty thousand bad lines": f"{HEAD}\n" + ("x" * 100 + "\n") * 19_999,
    "columns": ";".join("ab" for _each in range(10_000)),
    "formulas": f"{HEAD}\n=1+1;=cmd;+x;-y;@z;13;9",
    "bidi": f"{HEAD}\n2024-02-14;\u202eAnn;Cl\u200bara;Bob;Dan;13;9",
    "other digits": f"{HEAD}\n²⁰24-02-14;Ann;Clara;Bob;Dan;٣;②",
    "quotes": f"{HEAD}\n" + '"' * 3000,
    "heading only": HEAD,
}


@pytest.mark.parametrize("lines", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_list_is_answered_quickly_with_a_sentence(organiser, lines):
    for url in (URL, reverse("archive:players", args=["prairie"])):
        before = time.monotonic()
        assert organiser.post(url, {"lines": lines}).status_code in (200, 422)
        assert time.monotonic() - before < 10


@pytest.mark.parametrize("name, value", [("uid", "x"), ("lines", "a\0b")])
def test_a_malformed_field_is_refused(organiser, name, value):
    response = organiser.post(URL, {"lines": f"{HEAD}\n{LINE}", "add": "yes", name: value})
    assert response.status_code == 422
    assert not Game.objects.exists()
