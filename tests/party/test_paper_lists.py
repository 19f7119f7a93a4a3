"""The lists for the wall: who sits where by name, and the standings."""

import pytest
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import friday, friday_playing, key, next_round, play_round, typed
from tests.web.html import Html
from whistclub.engine.standings import Criterion
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, seating
from whistclub.party.paper.sheets import ROOM, lines, packed
from whistclub.party.results import CRITERIA

pytestmark = pytest.mark.django_db

EIGHT = ("Ann", "Bob", "Clara", "Dan", "Eva", "Finn", "Gil", "Hal")


def page(client, of, what, query=""):
    response = client.get(reverse(f"party:print_{what}", args=[of.club.slug, of.code]) + query)
    assert response.status_code == 200
    return Html(response)


def ranks(shown):
    """The rows of the standings as text, without their heads."""
    return [each.text for each in shown.find("tr") if each.text[:1].isdigit()]


def prizes(shown):
    return dict(zip(shown.texts("dt"), shown.texts("dd"), strict=True))


# Who sits where.


def test_everyone_is_found_by_name_with_table_partner_and_opponents(organiser, olga):
    of = friday_playing(olga, *EIGHT[4:], *EIGHT[:4])
    assert page(organiser, of, "seating").texts("li") == [
        "2 Ann with Bob, against Clara & Dan",
        "2 Bob with Ann, against Clara & Dan",
        "2 Clara with Dan, against Ann & Bob",
        "2 Dan with Clara, against Ann & Bob",
        "1 Eva with Finn, against Gil & Hal",
        "1 Finn with Eva, against Gil & Hal",
        "1 Gil with Hal, against Eva & Finn",
        "1 Hal with Gil, against Eva & Finn",
    ]


def test_why_everyone_sits_there_is_printed_if_asked_for(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (9, 4), (3, 8))
    next_round(of, olga)
    short = page(organiser, of, "seating")
    assert "Print why everyone sits there" in short.text
    assert "moves up" not in short.text
    full = page(organiser, of, "seating", "?round=2&reasons=yes")
    assert full.texts("li")[2] == (
        "2 Clara with Eva, against Dan & Finn Lost at table 1, moves down; first time with Eva."
    )
    assert "Print without reasons" in full.text


def test_players_sitting_out_are_on_the_list_too(organiser, olga):
    of = friday_playing(olga, *EIGHT, "Ida")
    assert [each for each in page(organiser, of, "seating").texts("li") if "sitting out this round" in each]


def test_a_player_who_arrived_after_the_seating_is_told_to_wait(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    people.check_in(of, ["Zoe"], by=olga, at=NOON)
    assert page(organiser, of, "seating").texts("li")[-1] == "– Zoe not seated yet; joins next round"


def test_a_player_who_left_is_not_on_the_list(organiser, olga):
    of = friday(olga, *EIGHT, "Ida")
    found = next_round(of, olga)
    out = found.current.sitting_out[0].entrant
    gone = next(name for name in EIGHT if name != out.player.name)
    people.leave_now(of, key(of, gone), substitute=out.pk, by=olga, at=NOON)
    listed = [each.text for each in page(organiser, of, "seating").find("b") if each.text in (*EIGHT, "Ida")]
    assert gone not in listed
    assert out.player.name in listed


def test_a_printed_list_of_a_draft_is_marked(organiser, olga):
    of = friday(olga, *EIGHT)
    seating.make_draft(of, seating_method="arrival", by=olga, at=NOON)
    shown = page(organiser, of, "seating")
    assert "Draft" in shown.find("section", css="paper")[0].text
    assert "only organisers can see it" in shown.text


def test_the_list_of_an_announced_round_is_not_marked_as_draft(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    assert "Draft" not in page(organiser, of, "seating").find("section", css="paper")[0].text


def test_a_draft_is_shown_first_and_earlier_rounds_are_one_tap_away(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (5, 3), (3, 5))
    seating.make_draft(of, by=olga, at=NOON)
    shown = page(organiser, of, "seating")
    assert "Round 2: who sits where" in shown.texts("h1")
    assert "?round=1" in [each["href"] for each in shown.find("a")]
    assert "Round 1: who sits where" in page(organiser, of, "seating", "?round=1").texts("h1")


@pytest.mark.parametrize("asked", ["7", "0", "x", "²"])
def test_an_unknown_round_shows_the_current_one(organiser, olga, asked):
    of = friday_playing(olga, *EIGHT)
    assert "Round 1: who sits where" in page(organiser, of, "seating", f"?round={asked}").texts("h1")


def test_names_are_sorted_case_insensitively(organiser, olga):
    of = friday_playing(olga, "bob", "Ann", "clara", "Dan")
    assert [each.split()[1] for each in page(organiser, of, "seating").texts("li")] == ["Ann", "bob", "clara", "Dan"]


def test_sheets_for_400_people_state_their_name_range(organiser, olga):
    of = friday_playing(olga, count=400, movement="meets")
    sheets = page(organiser, of, "seating").find("section", css="paper")
    assert 8 <= len(sheets) <= 14
    assert f"sheet 1 of {len(sheets)}" in sheets[0].text
    assert "P1 to P" in sheets[0].text
    assert len(page(organiser, of, "seating").texts("li")) == 400


# Standings.


def test_standings_show_rank_name_wins_games_points_and_difference(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (9, 3), (4, 6))
    shown = page(organiser, of, "standings")
    assert shown.texts("th", scope="col") == ["Rank", "Name", "Won", "Games", "Points", "Diff."]
    assert ranks(shown)[0] == "1= Ann 1 1 9 +6"
    assert ranks(shown)[-1].endswith("0 1 3 −6")


def test_a_shared_rank_is_marked_and_explained(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (9, 3), (4, 6))
    shown = page(organiser, of, "standings")
    assert [row.split()[0] for row in ranks(shown)] == ["1=", "1=", "3=", "3=", "5=", "5=", "7=", "7="]
    assert "“=” means tied." in shown.text


def test_standings_explain_ranking_and_sit_outs(organiser, olga):
    of = friday_playing(olga, *EIGHT, "Ida")
    typed(of, olga, (9, 3), (4, 6))
    text = page(organiser, of, "standings").text
    assert f"Ranked by games won, then points, then {CRITERIA[Criterion.DIFFERENCE]}." in text
    assert "Sitting out a round counts as half a game won." in text


def test_figures_of_other_criteria_are_shown_where_they_rank(organiser, olga):
    of = friday_playing(olga, *EIGHT, criteria=("wins", "grands", "top"))
    typed(of, olga, (9, 3), (4, 6))
    heads = page(organiser, of, "standings").texts("th", scope="col")
    assert heads[6:] == ["grands made", "rounds at the top table"]


def test_standings_show_the_round(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (9, 3))
    assert "During round 1: 1 of 2 results in" in page(organiser, of, "standings").text
    typed(of, olga, (9, 3), (4, 6))
    assert "After 1 round" in page(organiser, of, "standings").text
    play_round(of, olga, (9, 3), (4, 6))
    assert "After 2 rounds" in page(organiser, of, "standings").text


def test_standings_of_a_finished_party_are_the_final_ones(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (9, 3), (4, 6))
    party_lifecycle.finish(of, by=olga, at=NOON)
    assert page(organiser, of, "standings").texts("h1") == ["Final standings"]


def test_prizes_are_above_the_standings(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (9, 3), (4, 6))
    found = prizes(page(organiser, of, "standings"))
    assert found["First prize"].startswith("Ann, ")
    assert "Most grands made" not in found


def test_an_unawarded_club_prize_has_a_blank_line_on_paper(organiser, olga):
    of = friday_playing(olga, *EIGHT, own_prizes=("Best hat",))
    assert prizes(page(organiser, of, "standings"))["Best hat"] == ""
    party_lifecycle.give_prize(of, "Best hat", 2, by=olga, at=NOON)
    assert prizes(page(organiser, of, "standings"))["Best hat"] == "Bob"


def test_a_prize_shared_by_many_names_some_and_counts_the_rest(organiser, olga):
    of = friday_playing(olga, count=40, prizes=("best",))
    typed(of, olga, *[(9, 3)] * 10)
    assert prizes(page(organiser, of, "standings"))["First prize"].endswith(" and 12 more")


def test_before_the_first_round_the_page_explains_the_first_step(organiser, olga):
    assert "There are no standings yet." in page(organiser, friday(olga, *EIGHT), "standings").text


# Sheets.


def test_columns_are_filled_from_the_top_then_the_next_sheet_begins():
    third = ROOM / 3 - 0.1
    assert packed(range(8), lambda item: third, columns=2) == [[[0, 1, 2], [3, 4, 5]], [[6, 7]]]


def test_the_first_sheet_has_less_room_below_a_heading():
    third = ROOM / 3 - 0.1
    assert packed(range(6), lambda item: third, columns=1, taken=2 * third) == [[[0]], [[1, 2, 3]], [[4, 5]]]


def test_an_oversized_block_still_gets_a_place():
    assert packed("ab", lambda item: 2 * ROOM, columns=1) == [[["a"]], [["b"]]]


def test_wide_letters_take_the_room_of_two():
    assert (lines("abcd", 4), lines("abcde", 4), lines("山田花子", 4), lines("", 4)) == (1, 2, 2, 1)
