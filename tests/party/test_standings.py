"""Standings and prizes of a party, as its tables and groups say."""

import pytest
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
    logged,
    next_round,
    one_round,
    party_state,
    play,
    play_round,
    seats,
    typed,
)
from tests.party.forms import page, send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.engine.winnings import Prize
from whistclub.party.actions import lifecycle, people
from whistclub.party.results import party_standings, prize_winners

pytestmark = pytest.mark.django_db


def prizes(of):
    found = party_state(of)
    return prize_winners(found, party_standings(found))


# Prizes


def test_most_grands_and_longest_at_the_top_have_theirs(olga):
    made = friday(olga, count=4, hands=2)
    play(next_round(made, olga).current.table(1), (2, 9), (2, 8))
    assert (prizes(made)[Prize.MOST_GRANDS], prizes(made)[Prize.LONGEST_TOP]) == ((2,), (1, 2, 3, 4))


def test_final_and_consolation_have_a_heading_on_every_page_of_standings(organiser, olga):
    made = friday(olga, count=8, movement="finals", planned_rounds=2)
    for scores in ([(13, 7), (13, 9)], [(5, 3), (5, 3)]):
        assert "Consolation" not in Html(organiser.get(run(made, "standings"))).text
        play_round(made, olga, *scores)
    headings = ["Final", "Consolation"]
    for name in ("standings", "print_standings"):
        found = Html(organiser.get(run(made, name)))
        assert [each.text for each in found.find("th", scope="rowgroup")] == headings
    guest = Html(organiser.get(reverse("party:public_standings", args=[made.code])))
    assert [each.text for each in guest.find("th", scope="rowgroup")] == headings
    wall = Html(organiser.get(reverse("party:projector", args=[made.code])))
    assert [each for each in wall.texts("h2") if "Standings" in each] == [
        "Standings in round 2: Final 1/2",
        "Standings in round 2: Consolation 2/2",
    ]


# What pages say of it


def test_standings_say_what_a_sit_out_counts_and_which_tables_still_play(organiser, client, olga):
    made = friday_playing(olga, count=9)
    public = reverse("party:public_standings", args=[made.code])
    projector = reverse("party:projector", args=[made.code])
    typed(made, olga, (7, 5))
    own = Html(organiser.get(run(made, "standings"))).text
    assert "Waiting for table 2." in own
    for text in (own, Html(client.get(public)).text):
        assert "Sitting out a round counts as half a game won, once all results of that round are in." in text
    typed(made, olga, (7, 5), (3, 6))
    own = Html(organiser.get(run(made, "standings"))).text
    assert "Waiting for" not in own
    for text in (own, Html(client.get(public)).text, Html(client.get(projector)).text):
        assert "Sitting out a round counts as half a game won." in text


def test_after_an_evening_on_paper_no_prize_is_left_for_grands(organiser, olga):
    of = one_round(olga, (7, 4), count=4, prizes=("best", "most_grands"))
    assert page(organiser, run(of, "standings")).texts("dt") == ["First prize", "Most grands made"]
    lifecycle.finish(of, by=olga, at=NOON)
    assert page(organiser, run(of, "standings")).texts("dt") == ["First prize"]


def test_the_prize_for_grands_stays_where_a_table_recorded_its_hands(organiser, olga):
    of = friday(olga, count=4, prizes=("most_grands",))
    play(next_round(of, olga).current.tables[0], *[(0, 9)] * 4)
    lifecycle.finish(of, by=olga, at=NOON)
    assert page(organiser, run(of, "standings")).texts("dt") == ["Most grands made"]


@pytest.mark.parametrize("planned, name", [(1, "console"), (3, "finish")])
def test_before_the_end_the_desk_names_the_prizes_that_nobody_has_yet(olga, organiser, planned, name):
    own = ("Best cake", "Best hat")
    of = one_round(olga, (13, 7), (13, 9), own_prizes=own, planned_rounds=planned)
    lifecycle.give_prize(of, "Best hat", 1, by=olga, at=NOON)
    assert "Not awarded yet: Best cake. Award prizes" in page(organiser, run(of, name)).text
    lifecycle.give_prize(of, "Best cake", 1, by=olga, at=NOON)
    assert "Not awarded yet" not in page(organiser, run(of, name)).text


B = {f"P{number}" for number in range(1, 9)}


def mixed(olga, **settings):
    """Sixteen people; the first eight are in group B."""
    made = friday(olga, count=16, mixed=True, **settings)
    for name in sorted(B):
        people.change_group(made, key(made, name), "B", by=olga, at=LATER)
    return made


@pytest.mark.parametrize("movement", ["meets", "whist"])
def test_partners_come_from_both_groups_round_after_round(olga, movement):
    made = mixed(olga, movement=movement)
    for _each in range(3):
        pairs = [pair.split("+") for table in seats(next_round(made, olga, seating_method="draw")) for pair in table]
        assert [len(B.intersection(pair)) for pair in pairs] == [1] * 8
        typed(made, olga, (5, 3), (3, 5), (5, 3), (3, 5))


def test_one_tap_on_a_row_of_check_in_changes_the_group(organiser, olga):
    made = mixed(olga)
    assert logged(made)[-1].sentence == "P8 is in group B"
    player = made.entrants.get(pk=key(made, "P1")).player_id
    answer = Html(send(organiser, run(made, "check"), {"A": player}, headers=HTMX))
    assert "groups A and B: 9 and 7" in answer.text
    assert party_state(made).entrants[key(made, "P1")].group == "A"


def test_every_page_of_standings_names_the_group_of_each_person(organiser, olga):
    made = mixed(olga)
    play_round(made, olga, (5, 3), (3, 5), (5, 3), (3, 5))
    for path in (run(made, "standings"), public(made, "public_standings")):
        shown = dict(each.rsplit(" ", 2)[::2] for each in page(organiser, path).texts("th", scope="row"))
        assert {name for name, group in shown.items() if group == "B"} == B
        assert set(shown.values()) == {"A", "B"}
    for path in (run(made, "print_standings"), public(made, "projector")):
        assert "Name (group)" in page(organiser, path).texts("th", scope="col")
        shown = set(page(organiser, path).texts("th", scope="row"))
        assert {f"{name} (B)" for name in B} | {f"P{number} (A)" for number in range(9, 17)} <= shown


def public(of, name):
    return reverse(f"party:{name}", args=[of.code])
