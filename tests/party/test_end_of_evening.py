"""The end of an evening: finished, taken up again, prizes; rehearsals and parties on the club's pages."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import refusal_of
from tests.party.builders import LATER, friday, friday_playing, next_round, play_round, rehearse, standings, typed
from tests.party.forms import page
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.access import TableLink, read_link
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import results
from whistclub.party.models import Party
from whistclub.party.state import StalePartyState
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(olga):
    """One round of two tables, its results typed."""
    made = friday_playing(olga, count=8, own_prizes=("Best hat",))
    typed(made, olga, (5, 3), (3, 5))
    return made


def fresh(of):
    return Party.objects.get(pk=of.pk)


def finish(of, by):
    party_lifecycle.finish(of, by=by, at=LATER)


def test_a_party_cannot_finish_while_a_table_is_playing(played, olga):
    next_round(played, olga)
    with refusal_of("results_missing") as refusal:
        finish(played, olga)
    assert refusal.value.sentence == "The results of tables 1, 2 are missing."
    assert fresh(played).state == Party.State.PLAYING


def test_a_party_cannot_finish_while_an_earlier_table_is_open(played, olga):
    play_round(played, olga, (5, 3), (3, 5))
    results.reopen_table(played, 1, 2, by=olga, at=LATER)
    with refusal_of("results_missing"):
        finish(played, olga)


def test_a_party_cannot_end_before_it_begins(olga):
    with pytest.raises(StalePartyState):
        finish(friday(olga, count=8), olga)


def test_a_result_can_be_corrected_after_the_end(played, olga):
    finish(played, olga)
    before = {name: line.rank for name, line in standings(played).items()}
    results.type_result(played, 1, 1, (3, 5), by=olga, at=LATER)
    after = {name: line.rank for name, line in standings(played).items()}
    assert sum(before[name] != after[name] for name in before) == 4
    assert fresh(played).state == Party.State.FINISHED


# Taking it up again


def test_a_reopened_party_continues_where_it_was(played, olga):
    finish(played, olga)
    party_lifecycle.reopen_party(played, by=olga, at=LATER)
    assert (fresh(played).state, fresh(played).finished_at) == (Party.State.PLAYING, None)
    assert next_round(played, olga).current.round.number == 2


# Cards of the tables


def test_the_card_of_a_table_can_be_read_back():
    link = TableLink(7, 2, 11)
    assert read_link(link.token) == link


@pytest.mark.parametrize("spoilt", ["", "7-2-11", "7-2-11.", "x", "7-2-12.{}", "7-2-11.{}x"])
def test_a_card_from_elsewhere_is_not_accepted(spoilt):
    signature = TableLink(7, 2, 11).token.split(".")[1]
    assert read_link(spoilt.format(signature)) is None


def one_round_of(olga, count=8, **settings):
    """One round with all results: the first pair of every table has won."""
    made = friday_playing(olga, count=count, **settings)
    typed(made, olga, *[(7, 4)] * (count // 4))
    return made


def over(olga, **settings):
    made = one_round_of(olga, **settings)
    party_lifecycle.finish(made, by=olga, at=timezone.now())
    return made


# The end


def test_finishing_closes_the_evening_and_leads_to_the_standings(organiser, olga):
    made = one_round_of(olga)
    found = page(organiser, run(made, "finish"), {"sure": "yes"})
    assert run(made, "standings") in [each["href"] for each in found.find("a", css="main")]
    assert page(organiser, run(made, "standings")).texts("h1") == ["Final standings"]
    assert not Game.objects.filter(locked=False).exists()


def is_refused(found):
    """Whether the page of the end has its button disabled."""
    return ["disabled" in each.attributes for each in found.find("button", css="main")] == [True]


def test_a_party_with_missing_results_names_the_tables_to_decide_about(organiser, olga):
    made = friday(olga, count=8, planned_rounds=2)
    next_round(made, olga)
    typed(made, olga, (7, 4), (7, 4))
    next_round(made, olga)
    typed(made, olga, (7, 4))
    results.reopen_table(made, 1, 2, by=olga, at=timezone.now())
    finish = run(made, "finish")
    console, found = page(organiser, run(made, "console")), page(organiser, finish)
    assert [each.text for each in console.find("a", href=finish)] == ["Finish the party…"]
    assert [(each.text, each["href"]) for each in found.find("a") if each.text.startswith("Table 2")] == [
        (f"Table 2, round {number}", run(made, "round_table", number, 2)) for number in (1, 2)
    ]
    assert is_refused(found)
    for number in (1, 2):
        results.declare_draw(made, number, 2, by=olga, at=timezone.now())
    assert not is_refused(page(organiser, finish))
    assert "Finish the party" in page(organiser, run(made, "console")).texts("button")


def test_an_awarded_club_prize_is_on_the_party_page(organiser, olga):
    made = over(olga, own_prizes=("Best cake",))
    found = page(organiser, run(made, "standings"), {"title": "Best cake", "number": 7})
    assert (found.texts("dt")[-1], found.texts("dd")[-1]) == ("Best cake", "P7")
    assert "Best cake: awarded to P7." in found.text
    chosen = [each.text for each in found.find("option") if "selected" in each.attributes]
    assert chosen == ["P7"]
    shown = page(Client(), reverse("party:public", args=[made.code]))
    assert (shown.texts("dt")[-1], shown.texts("dd")[-1]) == ("Best cake", "P7")


# Rehearsal


def test_a_rehearsal_is_marked_on_every_page(organiser, olga):
    made = friday(olga, count=8)
    copy = rehearse(made, olga)
    found = page(organiser, run(copy, "console"))
    assert "Rehearsal. Nothing here counts" in found.text
    for name in ("console", "people", "standings", "log", "settings", "print_menu"):
        assert "rehearsal" in page(organiser, run(copy, name)).text.casefold()
    assert "rehearsal" not in page(organiser, run(made, "people")).text.casefold()


# Before the planned rounds


def test_finishing_early_is_asked_with_the_rounds_that_would_be_missing(organiser, olga):
    made = one_round_of(olga)
    finish = run(made, "finish")
    console = Html(organiser.get(run(made, "console")))
    assert finish in [each.attributes.get("href") for each in console.find("a")]
    asked = organiser.post(finish, {})
    for found in (Html(organiser.get(finish)), Html(asked)):
        assert found.texts("h1") == ["Finish the party after round 1?"]
        assert "Rounds 2 to 4 will not be played." in found.text
    made.refresh_from_db()
    assert (asked.status_code, made.state) == (409, "playing")
    assert organiser.post(finish, {"sure": "yes"}).status_code == 302
    made.refresh_from_db()
    assert made.state == "finished"


def test_the_desk_and_phones_show_the_same_columns_of_the_standings(organiser, olga):
    made = friday_playing(olga, count=8, preset="askov")
    typed(made, olga, (16, 2), (13, 9))
    public = Html(Client().get(reverse("party:public_standings", args=[made.code])))
    desk = Html(organiser.get(run(made, "standings")))
    columns = [[each.text for each in found.find("th", scope="col")] for found in (public, desk)]
    assert columns[0] == columns[1]
    assert columns[0][:7] == ["Rank", "Name", "won+★", "points", "diff.", "won", "games"]
