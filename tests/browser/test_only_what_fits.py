"""Only what fits the bid is sent: what was noted for another bid, or counted too many, is taken back."""

import pytest
from playwright.sync_api import expect

from tests import builders
from tests.browser.conftest import OpenPad
from tests.browser.phone import LOW
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.models import EntryRecord

pytestmark = pytest.mark.browser

UNUSUAL = "Claim, revoke, misdeal…"
REVOKE = "Revoke: a player did not follow suit"
OVER = "Overruled bid"


def test_trump_is_not_sent_with_a_low_hand(prairie: Club, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.game(prairie, olga, preset="south_dakota"))
    pad.bid("Ann")
    pad.tap(pad.choice("Trump: hearts"))
    pad.bid(LOW)
    pad.tricks(8)
    expect(pad.page.locator(".preview")).not_to_contain_text("Trump")
    pad.save()
    pad.shows("−2", "0")
    pad.is_sent()
    assert not EntryRecord.objects.get().notes


def test_no_revoke_is_sent_with_a_solo_and_no_bid_overruled_by_a_grand(prairie: Club, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.game(prairie, olga, preset="askov"))
    pad.unfold(UNUSUAL)
    pad.note(REVOKE, "Revoke by us")
    pad.solo("Sola Nola", "Ann", "made")
    expect(pad.page.get_by_label(REVOKE)).to_be_hidden()
    pad.note(OVER, "Bob granded")
    expect(pad.page.locator(".preview")).not_to_contain_text("Revoke")
    pad.save()
    pad.entry_says(1, "Sola Nola", "Overruled “Bob granded”.")
    pad.solo("Sola Nola", "Ann", "made")
    pad.note(OVER, "Bob granded")
    pad.tap(pad.choice("High or low"))
    pad.tricks(9)
    pad.tells("Ann granded, made 9: Us +3.")
    expect(pad.page.locator(".preview")).not_to_contain_text("overruled")
    pad.save()
    pad.shows("3", "0")


def test_a_second_count_beyond_thirteen_is_cleared(prairie: Club, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.game(prairie, olga, preset="widow"))
    pad.bid("Ann")
    pad.count(You=2, Bob=11)
    pad.counts("2", "11", "0")
    pad.tap(pad.page.locator(".counter", has_text="You"))
    pad.count(You=5)
    pad.counts("5", "tricks", "remaining")
    expect(pad.number("Bob", 9).get_by_role("radio")).to_be_disabled()
    pad.count(Bob=8)
    pad.counts("5", "8", "0")
    pad.save()
    pad.shows("1", "5", "−3")


def test_a_second_tap_on_a_suit_clears_it(prairie: Club, olga: User, open_pad: OpenPad):
    pad = open_pad(builders.game(prairie, olga, preset="south_dakota"))
    pad.bid("Ann")
    pad.tap(pad.choice("Trump: hearts"))
    pad.tap(pad.choice("Trump: hearts"))
    pad.has_not_chosen("Trump: hearts")
    pad.tap(pad.choice("Trump: clubs"))
    pad.tricks(9)
    pad.save()
    pad.shows("3", "0")
    pad.is_sent()
    assert EntryRecord.objects.get().notes == {"trump": "clubs"}


def test_a_saved_bid_is_what_a_solo_overrules(prairie: Club, olga: User, open_pad: OpenPad):
    """Low, tapped while a solo is chosen, is low; a solo after it has overruled it."""
    pad = open_pad(builders.game(prairie, olga, preset="askov"))
    pad.bid("Bob")
    pad.tap(pad.button("Save bid"))
    expect(pad.page.get_by_role("button", name="Bid saved ✓")).to_be_disabled()
    pad.solo("Sola Nola", "Ann", "made")
    pad.tells("Overruled “Bob granded”.")
    pad.bid(LOW)
    pad.has_not_chosen("Sola Nola")
    pad.tap(pad.choice("Grand Dix"))
    pad.has_not_chosen(LOW)
    pad.tap(pad.choice("Ann"))
    pad.tap(pad.choice("made"))
    pad.tells("Overruled “All red: low”.")
