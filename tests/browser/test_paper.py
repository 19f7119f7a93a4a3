"""What is printed comes out of a real browser with nothing cut off, in as many pages as expected."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.party_pages import LONG, of_organiser
from tests.browser.test_pages_are_usable import BROKEN_WORDS
from tests.builders import NOON
from tests.party import builders
from whistclub.club.models import Club
from whistclub.engine.options import PRESETS
from whistclub.party.actions import lifecycle
from whistclub.party.models import Party

pytestmark = pytest.mark.browser


PAGE = re.compile(rb"/Type\s*/Page\b")

# Boxes whose content is larger; a pixel may be lost in rounding.
CUT_OFF = """
() => [...document.querySelectorAll(".paper, .paper article, .grid")]
  .filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
  .map((box) => `${box.className}: ${box.textContent.trim().slice(0, 40)}`)
"""
# Seventeen people: four tables, one sits out. Two sheets or four cards go on a page, and each diploma has its own.
PAGES = {"tables": 1, "seating": 1, "sheets": 2, "standings": 1, "cards": 2, "diplomas": None}


@pytest.fixture
def evening(prairie, olga) -> Party:
    """Seventeen people with the longest names played two of twelve rounds; the party has the longest name too."""
    party = builders.party(
        prairie,
        olga,
        *(f"{LONG[:-1]}{letter}W" for letter in "abcdefgh"),
        *("WILHELMINA MARGARETHA VON WOLKENSTEIN-W" + letter for letter in "ABCDE"),
        *("Bartholomew Featherstonehaugh-Ponsonb" + letter for letter in "abcd"),
        name="W" * 80,
        preset="minnesota",
        planned_rounds=12,
        own_prizes=("Best cake of the whole evening",),
    )
    for _round in range(2):
        builders.next_round(party, olga)
        builders.typed(party, olga, (13, -12), (3, 2), (2, 0), (5, 7))
    lifecycle.give_prize(party, "Best cake of the whole evening", 9, by=olga, at=NOON)
    lifecycle.finish(party, by=olga, at=NOON)
    return party


def test_nothing_is_cut_off_and_cards_sheets_and_diplomas_stay_whole(laptop: Page, sign_in, evening):
    sign_in(laptop)
    printed, expected = {}, {}
    for what, pages in PAGES.items():
        laptop.goto(of_organiser(evening, f"print_{what}"))
        assert laptop.evaluate(CUT_OFF) == [], what
        printed[what] = len(PAGE.findall(laptop.pdf(format="Letter")))
        expected[what] = pages or laptop.locator(".paper").count()
    assert printed == expected


def test_the_head_of_a_long_table_stands_on_every_page(laptop: Page, sign_in, prairie, olga):
    party = builders.one_round(olga, *[(13, 7)] * 15, count=60, preset="askov")  # these standings have most columns
    sign_in(laptop).goto(of_organiser(party, "print_standings"))
    assert laptop.evaluate(BROKEN_WORDS) == []
    assert len(PAGE.findall(laptop.pdf(format="A4"))) >= 2
    assert laptop.locator(".ranks thead").evaluate("(head) => getComputedStyle(head).display") == "table-header-group"


def test_the_card_of_every_preset_and_the_score_sheets_print_on_one_sheet(laptop: Page, transactional_db: None):
    """Letter is the shorter paper. Score sheets differ by how many play, and by solos."""
    sheets = {}
    for page, presets in (("card", PRESETS), ("sheet", ("neuralplay", "askov", "widow", "two_player"))):
        for preset in presets:
            laptop.goto(reverse(f"rules:{page}", args=[preset]))
            sheets[preset, page] = len(PAGE.findall(laptop.pdf(format="Letter")))
    assert sheets == dict.fromkeys(sheets, 1)


def test_the_result_follows_every_change(laptop: Page, prairie: Club, sign_in: Callable):
    sign_in(laptop)
    laptop.goto(reverse("rules:edit", args=[prairie.slug, "askov"]))
    laptop.get_by_label("Made grand").fill("3")
    laptop.get_by_label("Made grand").blur()
    result = laptop.locator("#result")
    expect(result).to_contain_text(
        "A made grand (seven tricks or more) scores 3 points for each trick above six, instead of 1 point."
    )
    laptop.get_by_label("Two", exact=True).check()
    expect(result).to_contain_text("Choose four players, or no solos.")
    laptop.get_by_label("not played").check()
    expect(result).to_contain_text("For two players, instead of four players in pairs.")
    expect(laptop.locator(".group-solos")).to_be_hidden()
    expect(laptop.locator("h1")).to_have_count(1)
