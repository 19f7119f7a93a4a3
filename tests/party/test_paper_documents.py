"""What is printed beside the lists: everything together, seating by table, score cards, badges and diplomas."""

import pytest
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import friday, friday_playing, key, next_round, play_round, typed
from tests.web.html import Html
from whistclub.party.actions import door, people, results, seating
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.paper.documents import DOCUMENTS
from whistclub.party.paper.sheets import NAME_SIZES, name_size

pytestmark = pytest.mark.django_db

EIGHT = ("Ann", "Bob", "Clara", "Dan", "Eva", "Finn", "Gil", "Hal")


def page(client, of, what, query=""):
    response = client.get(reverse(f"party:print_{what}", args=[of.club.slug, of.code]) + query)
    assert response.status_code == 200
    return Html(response)


def papers(shown):
    return shown.find("section", css="paper")


def card_of(shown, name):
    """The lines of one person's score card."""
    card = next(each for each in shown.find("article", css="score-card") if f" {name} Rd " in each.text)
    return card.text.split(" Total ")[1]


@pytest.fixture
def played(olga):
    """One round of eight and one who sits out, its results typed: Ann & Bob beat Clara & Dan."""
    of = friday_playing(olga, *EIGHT, "Ida", planned_rounds=3, own_prizes=("Best hat",))
    typed(of, olga, (9, 3), (4, 6))
    return of


# Everything together.


def test_everything_has_the_sheets_of_each_document_of_the_evening(organiser, played):
    together = papers(page(organiser, played, "everything"))
    single = [
        sheet.text
        for document in DOCUMENTS
        if document.in_everything
        for sheet in papers(page(organiser, played, document.key))
    ]
    assert [sheet.text for sheet in together] == single
    assert len(single) == 5


def test_before_the_first_round_everything_is_the_table_cards(organiser, olga):
    shown = page(organiser, friday(olga, *EIGHT), "everything")
    assert len(papers(shown)) == 1
    assert len(shown.find("article", css="table-card")) == 2


def test_with_nobody_checked_in_everything_explains_the_first_step(organiser, olga):
    shown = page(organiser, friday(olga), "everything")
    assert papers(shown) == []
    assert "There is nothing to print yet. Check people in first." in shown.text


def test_everything_of_a_draft_says_so_once(organiser, olga):
    of = friday(olga, *EIGHT)
    seating.make_draft(of, by=olga, at=NOON)
    assert page(organiser, of, "everything").text.count("only organisers can see it") == 1


def test_a_draft_that_will_not_change_is_printed_without_the_mark(organiser, olga):
    of = friday(olga, *EIGHT)
    seating.make_draft(of, by=olga, at=NOON)
    shown = page(organiser, of, "everything")
    marked = [sheet for sheet in papers(shown) if "Draft" in sheet.text]
    assert len(marked) == len(papers(shown)) - 1
    assert "?mark=no" in [each["href"] for each in shown.find("a")]
    assert not any("Draft" in sheet.text for sheet in papers(page(organiser, of, "everything", "?mark=no")))


# The code for the door.


def test_the_code_for_the_door_waits_until_the_list_is_open(organiser, olga):
    of = friday(olga)
    assert "First open the list at the door, under Check-in." in page(organiser, of, "door").text
    door.open_door(of, by=olga, at=NOON)
    of.refresh_from_db()
    (sheet,) = papers(page(organiser, of, "door"))
    assert sheet.text.endswith(reverse("party:here", args=[of.code, of.door]))


# Seating by table.


def test_each_table_is_listed_with_its_pairs_and_who_sits_out(organiser, played):
    shown = page(organiser, played, "tables")
    assert shown.texts("li", css=None)[-2:] == ["1 ● Ann & Bob ◆ Clara & Dan", "2 ● Eva & Finn ◆ Gil & Hal"]
    assert "Sitting out: Ida" in papers(shown)[0].text


# Personal score cards.


def test_a_score_card_is_filled_in_for_announced_rounds_and_blank_for_planned_ones(organiser, played, olga):
    assert card_of(page(organiser, played, "score_cards"), "Ann").startswith("1 1 Bob Clara Dan 9 ✓ 9 2 3 Games won")
    next_round(played, olga)
    lines = card_of(page(organiser, played, "score_cards"), "Ann")
    assert lines.startswith("1 1 Bob Clara Dan 9 ✓ 9 2 1 ")
    assert " 3 Games won" in lines


def test_a_score_card_adds_up_points_and_says_who_sat_out(organiser, played, olga):
    play_round(played, olga, (5, 2), (8, 1))
    shown = page(organiser, played, "score_cards")
    assert "1 sitting out 2 " in card_of(shown, "Ida")
    last = card_of(shown, "Ann").split(" 3 Games won")[0].split()[-3:]
    assert int(last[2]) == 9 + int(last[0])


def test_a_finished_card_has_the_sums_of_the_standings(organiser, played, olga):
    party_lifecycle.finish(played, by=olga, at=NOON)
    shown = page(organiser, played, "score_cards")
    assert card_of(shown, "Ann").endswith("Games won 1 Points 9")
    assert card_of(shown, "Ida").split("Games won ")[1].startswith("½ ")


def test_a_partner_who_stayed_alone_was_not_beaten(organiser, olga):
    of = friday_playing(olga, *EIGHT)
    people.leave_now(of, key(of, "Bob"), substitute=None, by=olga, at=NOON)
    results.award_walkover(of, 1, 1, 1, by=olga, at=NOON)
    assert "1 1 Bob Clara Dan 0 – 0" in card_of(page(organiser, of, "score_cards"), "Ann")


@pytest.mark.parametrize("rounds, cards", [(None, 4), (7, 6), (13, 4), (14, 2), (24, 2)])
def test_the_more_rounds_the_fewer_cards_on_a_sheet(organiser, olga, rounds, cards):
    shown = page(organiser, friday(olga, *EIGHT, planned_rounds=rounds), "score_cards")
    assert [sheet.text.count("Games won") for sheet in papers(shown)] == [cards] * (-(-8 // cards))


# Badges.


def test_each_person_here_gets_a_badge_and_the_last_sheet_has_blank_ones(organiser, played, olga):
    people.check_out(played, key(played, "Hal"), by=olga, at=NOON)
    names = page(organiser, played, "badges").texts("p", css="name")
    assert names == [*EIGHT[:7], "Ida"]
    people.check_in(played, ["Zoe"], by=olga, at=NOON)
    assert page(organiser, played, "badges").texts("p", css="name") == [*EIGHT[:7], "Ida", "Zoe", *[""] * 7]


@pytest.mark.parametrize(
    "name, largest",
    [("Ann", 60), ("Annabel-Marie Hoffmann", 32), ("W" * 12, 17), ("m" * 40, 12), ("山田花子", 48), ("", 60)],
)
def test_a_name_is_as_large_as_fits(name, largest):
    assert name_size(name, 80, 38) == largest


def test_a_narrower_box_never_has_larger_letters():
    sizes = [name_size("Bartholomew Featherstonehaugh", width, 40) for width in range(20, 200, 20)]
    assert sizes == sorted(sizes)
    assert set(sizes) <= set(NAME_SIZES)


# Diplomas.


def test_places_and_prizes_of_a_finished_party_have_a_diploma_each(organiser, played, olga):
    party_lifecycle.give_prize(played, "Best hat", 9, by=olga, at=NOON)
    party_lifecycle.finish(played, by=olga, at=NOON)
    shown = page(organiser, played, "diplomas")
    given = list(zip(shown.texts("p", css="honour"), shown.texts("p", css="name"), strict=True))
    assert given[:4] == [
        ("First place, shared", "Ann"),
        ("First place, shared", "Bob"),
        ("Third place, shared", "Gil"),
        ("Third place, shared", "Hal"),
    ]
    assert ("Best hat", "Ida") in given
    assert "First prize" not in shown.texts("p", css="honour")
    assert len(papers(shown)) == len(given)
    assert all("Prairie" in each.text and "7 Mar 2026" in each.text for each in papers(shown))


def test_an_own_prize_called_first_prize_has_its_diploma(organiser, olga):
    of = friday_playing(olga, *EIGHT, own_prizes=("First prize",))
    typed(of, olga, (9, 3), (4, 6))
    party_lifecycle.give_prize(of, "First prize", 8, by=olga, at=NOON)
    party_lifecycle.finish(of, by=olga, at=NOON)
    shown = page(organiser, of, "diplomas")
    given = list(zip(shown.texts("p", css="honour"), shown.texts("p", css="name"), strict=True))
    assert [name for honour, name in given if honour == "First prize"] == ["Hal"]


def test_the_line_of_a_diploma_is_the_organisers_own(organiser, played, olga):
    party_lifecycle.finish(played, by=olga, at=NOON)
    assert page(organiser, played, "diplomas").texts("p", css="line")[0] == "1 round of whist"
    shown = page(organiser, played, "diplomas", "?line=" + "With+love+<b>" + "x" * 200)
    assert shown.texts("p", css="line")[0] == ("With love <b>" + "x" * 200)[:120]
    assert page(organiser, played, "diplomas", "?line=").find("p", css="line") == []


def test_there_are_no_diplomas_before_the_end(organiser, played):
    shown = page(organiser, played, "diplomas")
    assert papers(shown) == []
    assert shown.find("input", name="line") == []
    assert "Available once the party is finished." in shown.text
