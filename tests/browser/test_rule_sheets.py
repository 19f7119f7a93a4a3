"""Rules cards and score sheets go onto one sheet of paper each; the editor shows what comes of a change at once."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from whistclub.club.models import Club
from whistclub.engine.presets import PRESETS

pytestmark = pytest.mark.browser
PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_card_and_the_score_sheet_of_every_preset_print_on_one_sheet(
    laptop: Page, transactional_db: None, paper: str
):
    sheets = {}
    for preset in PRESETS:
        for page in ("card", "sheet"):
            laptop.goto(reverse(f"rules:{page}", args=[preset]))
            sheets[preset, page] = len(PAGE.findall(laptop.pdf(format=paper)))
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
