"""Score sheets for every table of a round: for those who write by pen."""

import pytest
from django.urls import reverse

from tests.party.builders import friday, friday_playing, next_round, typed
from tests.web.html import Html
from whistclub.web.formatting import short_names

pytestmark = pytest.mark.django_db

EIGHT = ("Ann", "Bob", "Clara", "Dan", "Eva", "Finn", "Gil", "Hal")


def page(client, of, query=""):
    response = client.get(reverse("party:print_sheets", args=[of.club.slug, of.code]) + query)
    assert response.status_code == 200
    return Html(response)


def sheets(shown):
    return [each.text for each in shown.find("article", css="score-sheet")]


def lines(shown):
    """The lines of all grids: number of the hand and dealer."""
    return [each.text for each in shown.find("tr") if each.text[:1].isdigit()]


def rules(shown):
    return shown.find("ul", css="rules")[0].text


def test_there_is_half_a_page_for_each_table(organiser, olga):
    of = friday_playing(olga, count=13)
    shown = page(organiser, of)
    assert [each.split(" Round")[0] for each in sheets(shown)] == ["Table 1", "Table 2", "Table 3"]


def test_the_diagram_shows_the_seats_and_the_first_dealer(organiser, olga):
    of = friday(olga, *EIGHT)
    found = next_round(of, olga)
    shown = page(organiser, of)
    chairs = [shown.texts("p", css=assignment)[0] for assignment in ("south", "west", "north", "east")]
    names = [found.current.tables[0].assignments[chair].entrant.player.name for chair in range(4)]
    assert chairs == [f"● {names[0]} deals first", f"◆ {names[1]}", f"● {names[2]}", f"◆ {names[3]}"]


def test_the_deal_rotates_clockwise_from_the_first_dealer(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    typed(of, olga, (5, 3), (3, 5))
    found = next_round(of, olga)
    names = [found.current.tables[0].assignments[chair].entrant.player.name for chair in (1, 2, 3, 0)]
    assert found.current.tables[0].game.first_dealer == 1
    assert lines(page(organiser, of))[:4] == [f"{hand} {name}" for hand, name in enumerate(names, start=1)]


@pytest.mark.parametrize(
    "settings, hands",
    [
        ({"hands": 4}, 4),
        ({"hands": 4, "tie": "extra"}, 6),
        ({"hands": 16}, 16),
        ({"hands": 100}, 34),
        ({"round_end": "target", "hands": None}, 14),
        ({"round_end": "bell", "hands": None, "minutes": 20}, 14),
    ],
)
def test_a_sheet_has_lines_for_the_hands_of_a_round(organiser, olga, settings, hands):
    of = friday_playing(olga, *EIGHT[:4], **settings)
    assert len(lines(page(organiser, of))) == hands


def test_the_rules_mention_the_bell_but_no_unreachable_limit(organiser, olga):
    of = friday_playing(olga, *EIGHT, round_end="bell", hands=None, minutes=20, tie="extra", to_target=False)
    text = rules(page(organiser, of))
    assert "When the bell rings, finish the hand; it is the last." in text
    assert "If tied, play more hands until one side is ahead." in text
    assert "100" not in text
    assert "The game is to" not in text


@pytest.mark.parametrize(
    "names, short",
    [
        (["Ann Berg", "Bob", "Cy Moe", "Dee"], ["Ann", "Bob", "Cy", "Dee"]),
        (["Ann Berg", "ann Moe", "Ann", "Dee"], ["Ann B", "ann M", "Ann", "Dee"]),
        (["Maximiliana-Bartholomea", "", "Dr. Bob Lee", "x" * 12], ["Maximiliana…", "", "Dr. Bob", "x" * 12]),
    ],
)
def test_in_a_narrow_column_people_have_short_names(names, short):
    assert short_names(names) == short
