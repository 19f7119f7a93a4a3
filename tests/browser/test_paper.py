"""What is printed for a party comes out of a real browser as so many sheets, with nothing cut off, on both papers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.party_pages import LONG, of_organiser
from tests.builders import NOON
from tests.party import builders
from whistclub.party.actions import door, lifecycle
from whistclub.party.models import Party
from whistclub.party.paper.documents import DOCUMENTS

pytestmark = pytest.mark.browser
PAGE = re.compile(rb"/Type\s*/Page\b")

# Boxes of fixed size whose content is larger; a pixel may be lost in rounding.
CUT_OFF = """
() => [...document.querySelectorAll(".cut-out > article, .diploma .frame, .paper")]
  .filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
  .map((box) => `${box.className}: ${box.textContent.trim().slice(0, 40)}`)
"""


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
    door.open_door(party, by=olga, at=NOON)
    return party


def test_each_sheet_takes_one_page_with_nothing_cut_off(laptop: Page, sign_in, evening, olga):
    sign_in(laptop)
    pages = {}
    last = [document.key for document in DOCUMENTS if not document.in_everything and document.key != "door"]
    for what in ("door", "everything", *last):
        if what == "everything":
            lifecycle.finish(evening, by=olga, at=NOON)
        laptop.goto(of_organiser(evening, f"print_{what}"))
        sheets = laptop.locator(".paper").count()
        assert sheets
        assert laptop.evaluate(CUT_OFF) == []
        for paper in ("A4", "Letter"):
            pages[what, paper] = len(PAGE.findall(laptop.pdf(format=paper))) - sheets
    assert pages == dict.fromkeys(pages, 0)
    laptop.get_by_label("Your own line of text").fill("With the thanks of the club")
    laptop.get_by_role("button", name="Show").click()
    expect(laptop.locator(".diploma .line").first).to_have_text("With the thanks of the club")
